"""`import rope_theory` is light: torch and the provers load only where they are used."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import rope_theory

ROOT = Path(rope_theory.__file__).parent


def _modules_after(code: str) -> set[str]:
    out = subprocess.run(
        [sys.executable, "-c", f"import sys; {code}; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(out.stdout.split())


def test_import_loads_no_heavy_package():
    loaded = _modules_after("import rope_theory, rope_theory.cli; rope_theory.cli.parser()")
    assert not loaded & {
        "torch",
        "sympy",
        "z3",
        "numpy",
        "scipy",
        "hypothesis",
        "matplotlib",
        "flint",
        "rich",
    }
    assert "rope_theory.cli" in loaded


def test_torch_is_not_loaded_by_claims_their_pages_and_scores_of_arrays():
    loaded = _modules_after(
        "from rope_theory.theory import claims; claims(); "
        "import rope_theory.scores, rope_theory.prompts, rope_theory.profiles"
    )
    assert "torch" not in loaded and "rope_theory.proofs.u25_thm1" in loaded


def test_deciding_one_claim_imports_its_page_and_no_other():
    loaded = _modules_after("from rope_theory.theory import Ledger; Ledger().decide('u26.table1')")
    assert {name for name in loaded if name.startswith("rope_theory.proofs.")} == {"rope_theory.proofs.u26_table1"}


#: What the machinery of claims may import of the package: nothing that knows of RoPE.
GENERIC = (
    "rope_theory.claims",
    "rope_theory.engines",
    "rope_theory.truth",
    "rope_theory.errors",
    "rope_theory.progress",
)


@pytest.mark.parametrize(
    "path", sorted([*(ROOT / "claims").glob("*.py"), *(ROOT / "engines").glob("*.py")]), ids=lambda p: p.stem
)
def test_claims_and_engines_know_nothing_of_rope(path):
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"a relative import in {path.name}"
            imported |= {node.module}
    own = {name for name in imported if name.split(".")[0] == "rope_theory"}
    assert all(name == good or name.startswith(good + ".") for name in own for good in [_room(name)]), own
    text = path.read_text(encoding="utf-8").lower()
    assert not [word for word in ("rope_theory.angles", "attention", "h_pos", "rotary") if word in text]


def _room(name: str) -> str:
    return next((good for good in GENERIC if name == good or name.startswith(good + ".")), "nowhere")


def test_torch_is_loaded_by_its_module():  # the tests above would see it
    assert "torch" in _modules_after("import rope_theory.torch_model")


@pytest.mark.parametrize("name", rope_theory.__all__)
def test_public_name_loads(name):
    assert getattr(rope_theory, name) is not None and name in dir(rope_theory)


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        rope_theory.no_such_name  # noqa: B018
