"""`import rope_theory` is light: torch and the provers load only where they are used."""

import subprocess
import sys

import pytest

import rope_theory


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
    loaded = _modules_after("from rope_theory.claims import registry; registry.claims(); registry.pages(); "
                            "import rope_theory.scores, rope_theory.prompts, rope_theory.profiles")
    assert "torch" not in loaded and "rope_theory.claims.registry" in loaded


def test_torch_is_loaded_by_its_module():  # the tests above would see it
    assert "torch" in _modules_after("import rope_theory.torch_model")


@pytest.mark.parametrize("name", rope_theory.__all__)
def test_public_name_loads(name):
    assert getattr(rope_theory, name) is not None and name in dir(rope_theory)


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        rope_theory.no_such_name  # noqa: B018
