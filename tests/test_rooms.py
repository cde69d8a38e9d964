"""A room imports only from the rooms before it, nothing imports in a circle, and ARCHITECTURE.md says what is there."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import architecture

ROOT = Path(__file__).resolve().parents[1]


def _lint(folder: Path) -> subprocess.CompletedProcess:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env={"PYTHONPATH": str(folder)})


def test_no_arrow_back_and_no_circle():
    done = _lint(ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "module, line",
    [
        ("core/truth.py", "from rope_theory.laws.gaps import Others"),  # an arrow back
        ("laws/beta.py", "def lazily():\n    import rope_theory.models.limits"),  # one inside a function
        ("core/tasks/tokens.py", "from rope_theory.core import prompts"),  # a circle
    ],
)
def test_a_wrong_import_is_found(tmp_path, module, line):
    shutil.copytree(ROOT / "rope_theory", tmp_path / "rope_theory", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / "rope_theory" / module).open("a", encoding="utf-8") as file:
        file.write(f"\n\n{line}\n")
    done = _lint(tmp_path)
    assert done.returncode == 1 and "BROKEN" in done.stdout


def test_the_rule_names_all_rooms_in_the_order_of_the_picture():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    assert contracts["contracts"][0]["layers"] == list(reversed(architecture.ROOMS))
    rooms = {path.parent.name for path in (ROOT / "rope_theory").glob("*/__init__.py")}
    assert rooms == {*architecture.ROOMS, "proofs"}
    assert {path.name for path in (ROOT / "rope_theory").glob("*.py")} == {"__init__.py", "__main__.py"}


def test_architecture_is_up_to_date():
    assert architecture.main(check=True) == 0


def test_every_path_that_architecture_names_exists():
    words = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").replace("`", " ").replace("(", " ").split()
    paths = {word.rstrip(".,;:)") for word in words if word.startswith(("rope_theory/", "docs/", "tests/", "tools/"))}
    assert len(paths) > 10
    for path in paths:
        assert (ROOT / path.partition("#")[0]).exists(), path
