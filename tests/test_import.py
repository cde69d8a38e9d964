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
    return set(out.stdout.splitlines()[-1].split())  # before it stands what the code prints


def test_import_loads_no_heavy_package():
    loaded = _modules_after("import rope_theory, rope_theory.faces.cli; rope_theory.faces.cli.parser()")
    assert not loaded & {
        "torch",
        "sympy",
        "z3",
        "numpy",
        "scipy",
        "highspy",
        "hypothesis",
        "matplotlib",
        "flint",
        "rich",
    }
    assert "rope_theory.faces.cli" in loaded


@pytest.mark.parametrize(
    "command",
    ["shape --n 33 --theta 0.1", "gap --theta 1 --span 1000", "run number C", "learn number --help", "cliff --help"],
)
def test_commands_that_need_no_formulas_load_no_sympy(command):
    code = (
        f"from rope_theory.faces.cli import main\ntry: main({command.split()!r})\nexcept SystemExit: pass\nimport sys"
    )
    loaded = _modules_after(code)
    assert "rope_theory.faces.cli" in loaded
    assert not loaded & {"sympy", "z3", "torch", "matplotlib", "highspy", "scipy", "hypothesis"}


#: A command, what it must not load, and how many modules it may load beyond those of `import sympy`.
COMMANDS = {
    "--help": ({"sympy", "numpy", "flint", "rich", "z3", "torch", "matplotlib", "highspy", "scipy"}, 80),
    "explain u25.thm1": ({"torch", "matplotlib", "highspy", "scipy", "hypothesis", "transformers"}, 700),
    "verify u26.table1 --fresh": ({"torch", "matplotlib", "highspy", "scipy", "hypothesis", "transformers"}, 700),
    "run index C": ({"sympy", "numpy", "rope_theory.models", "torch", "z3", "hypothesis", "highspy", "scipy"}, 200),
    "gap --base 10000 --dim 8 --length 64": (
        {"sympy", "rope_theory.models.limits", "rope_theory.models.config", "torch", "z3", "hypothesis", "scipy"},
        240,
    ),
    "limits CONFIG --length 64": ({"sympy", "torch", "scipy", "matplotlib", "z3", "hypothesis", "transformers"}, 850),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_loads_what_it_uses(command, tmp_path):
    (tmp_path / "config.json").write_text(CONFIG)
    arguments = command.replace("CONFIG", str(tmp_path / "config.json")).split()
    code = f"from rope_theory.faces.cli import main\ntry: main({arguments!r})\nexcept SystemExit: pass\nimport sys"
    loaded = _modules_after(code)
    never, most = COMMANDS[command]
    assert "rope_theory.faces.cli" in loaded and not loaded & never
    assert len(loaded - _modules_after("import sympy")) <= most


CONFIG = '{"model_type": "llama", "hidden_size": 64, "num_attention_heads": 2, "num_hidden_layers": 2}'


def test_torch_is_not_loaded_by_claims_their_pages_and_scores_of_arrays():
    loaded = _modules_after(
        "from rope_theory.evidence.theory import claims; claims(); "
        "import rope_theory.laws.scores, rope_theory.core.prompts, rope_theory.machines.profiles"
    )
    assert "torch" not in loaded and "rope_theory.proofs.u25_thm1" in loaded


def test_neither_numpy_nor_hypothesis_is_loaded_by_exact_work():
    loaded = _modules_after(
        "from rope_theory.evidence.ledger import Ledger; Ledger().decide('new.retrieval-separation')"
    )
    assert not loaded & {"numpy", "highspy", "scipy", "torch", "matplotlib", "hypothesis"} and "sympy" in loaded


def test_one_frequency_needs_no_numpy_and_many_do():
    """Lesson 7 runs where there is none."""
    one = _modules_after(
        "from rope_theory.laws.discrepancy import read_frequency, single_gap; single_gap(read_frequency('1'), 100)"
    )
    assert not one & {"numpy", "scipy"}
    assert "numpy" in _modules_after("from rope_theory.laws.discrepancy import best_mix")


def test_deciding_one_claim_imports_its_page_and_no_other():
    loaded = _modules_after("from rope_theory.evidence.ledger import Ledger; Ledger().decide('u26.table1')")
    assert {name for name in loaded if name.startswith("rope_theory.proofs.")} == {"rope_theory.proofs.u26_table1"}


#: What the machinery of claims may import of the package: nothing that knows of RoPE.
GENERIC = (
    "rope_theory.evidence.claims",
    "rope_theory.evidence.engines",
    "rope_theory.core.truth",
    "rope_theory.core.errors",
    "rope_theory.core.progress",
    "rope_theory.core.meant",
)


MACHINERY = sorted(path for room in ("claims", "engines") for path in (ROOT / "evidence" / room).glob("*.py"))
PAGES = sorted((ROOT.parent / "proofs").glob("*.py"))


def _imported(path: Path) -> set[str]:
    """The modules of the package that a file names in its imports, wherever they stand."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"a relative import in {path.name}"
            found |= {node.module} if node.module != "rope_theory" else {f"rope_theory.{a.name}" for a in node.names}
    return {name for name in found if name.split(".")[0] == "rope_theory"}


def _within(name: str, modules: tuple[str, ...]) -> bool:
    return any(name == module or name.startswith(module + ".") for module in modules)


def test_there_are_files_to_look_at():
    assert len(MACHINERY) > 20 and len(PAGES) >= 60


@pytest.mark.parametrize("path", MACHINERY, ids=lambda path: path.stem)
def test_claims_and_engines_know_nothing_of_rope(path):
    assert not [name for name in _imported(path) if not _within(name, GENERIC)]
    text = path.read_text(encoding="utf-8").lower()
    assert not [word for word in ("rope_theory.core.angles", "attention", "h_pos", "rotary") if word in text]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_pages_stand_on_all_rooms_but_faces(path):
    assert not [name for name in _imported(path) if _within(name, ("rope_theory.faces",))]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_pages_leave_hypothesis_to_whoever_attacks(path):
    assert "hypothesis" not in {
        line.split()[1] for line in path.read_text().splitlines() if line.startswith(("from ", "import "))
    }


def test_torch_is_loaded_by_its_module():  # the tests above would see it
    assert "torch" in _modules_after("import rope_theory.machines.torch_model")


@pytest.mark.parametrize("name", rope_theory.__all__)
def test_public_name_loads(name):
    assert getattr(rope_theory, name) is not None and name in dir(rope_theory)


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        rope_theory.no_such_name  # noqa: B018
