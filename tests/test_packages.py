"""Optional packages: one place says what is missing and how it is installed, and that is how it can be installed."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.packages import EXTRA_OF, how, load_packages, require_packages

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]


def bring(extra: str) -> set[str]:
    """The packages that an extra brings, those of the extras in it too."""
    found: set[str] = set()
    for row in EXTRAS[extra]:
        name = re.match(r"[\w-]+", row)[0]
        inner = re.findall(r"\[([\w,]+)\]", row)
        found |= {name} if name != "rope_theory" else set().union(*map(bring, inner[0].split(",")))
    return found


@pytest.mark.parametrize("name, extra", sorted(EXTRA_OF.items()))
def test_the_extra_that_is_named_brings_the_package(name, extra):
    assert name in bring(extra)


@pytest.mark.parametrize("ask", [require_packages, load_packages])
def test_a_missing_package_is_named_with_its_use_and_with_an_installation_that_works(ask, monkeypatch):
    monkeypatch.setitem(sys.modules, "joblib", None)
    with pytest.raises(InvalidInput) as found:
        ask("joblib", to="run many heads")
    rule = (
        "joblib must be installed to run many heads (pip install '.[sweeps]' in a clone of rope_theory), got no joblib"
    )
    assert str(found.value) == rule
    with pytest.raises(InvalidInput, match=r"'\.\[models\]'"):
        monkeypatch.setitem(sys.modules, "torch", None)
        ask("torch", to="read models", extra="models")


def test_no_message_names_an_index_that_has_no_such_package():
    """Nothing but the helper says how extras are installed, and nothing asks pip for `rope_theory` itself."""
    files = [*ROOT.glob("rope_theory/**/*.py"), *ROOT.glob("docs/*.md"), *ROOT.glob("lessons/*"), ROOT / "README.md"]
    texts = {path: path.read_text(encoding="utf-8") for path in files if path.is_file()}
    assert not [str(path) for path, text in texts.items() if re.search(r"pip install '?\"?rope[_-]theory", text)]
    own = {path.name for path, text in texts.items() if path.suffix == ".py" and "pip install '.[" in text}
    assert own == {"packages.py"} and "rope_theory" in how("onnx")


def test_a_look_for_pip_leaves_setuptools_its_distutils():
    """`find_spec("pip")` does not: setuptools, and with it torch.compile, cannot be imported then."""
    pytest.importorskip("setuptools")
    code = "from rope_theory.core.packages import installed\nassert installed('pip')\nimport setuptools"
    subprocess.run([sys.executable, "-c", code], check=True)
