"""Every module, name and file of this package that a docstring or a page mentions exists."""

from __future__ import annotations

import importlib
import inspect
import re
from enum import Enum
from pathlib import Path

import pytest

import rope_theory

ROOT = Path(__file__).resolve().parents[1]
DOTTED = re.compile(r"(?<![\w./-])rope_theory(?:\.\w+)+(?!\w*\()")
PATHS = re.compile(
    r"(?<![\w./*{-])(?:rope_theory|proofs|checks|tests|tools|docs|figures|lessons|examples)/[\w./-]*\w(?![\w*])"
)
#: A name that stands for any of its kind.
ANY = re.compile(r"NN_|test_$")

#: These name what was.
PAST = ("CHANGELOG.md", "compare_ledgers.py")


#: Folders whose files are written by hand or committed; `tests` make up names, too, and `mutants` has its own.
FOLDERS = (
    "rope_theory",
    "proofs",
    "checks",
    "tools",
    "docs",
    "figures",
    "lessons",
    "examples",
    "benchmarks",
    ".github",
)


def _files() -> list[Path]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".md", ".v")]
    return [path for path in sorted([*found, *ROOT.glob("*.md")]) if path.name not in PAST]


def _resolves(name: str) -> bool:
    """Whether a dotted name is a module, or a name in one."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


def dotted(text: str) -> set[str]:
    """The dotted names of this package in a text."""
    return set(DOTTED.findall(text))


@pytest.mark.parametrize("path", _files(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_is_named_exists(path):
    text = path.read_text(encoding="utf-8")
    missing = [name for name in dotted(text) if not _resolves(name)]
    missing += [name for name in set(PATHS.findall(text)) if not ANY.search(name) and not (ROOT / name).exists()]
    assert not missing, missing


def test_a_missing_name_is_seen():
    assert _resolves("rope_theory.core.angles.Angle") and not _resolves("rope_theory.core.no_such_thing")
    assert dotted("see `rope_theory.core.angles` and rope_theory.run_task(x)") == {"rope_theory.core.angles"}


@pytest.mark.parametrize("name", sorted(set(rope_theory.__all__) - {"__version__"}))
def test_a_public_name_says_what_it_takes_what_it_refuses_and_shows_an_example(name):
    thing = getattr(rope_theory, name)
    text, source = inspect.getdoc(thing), inspect.getsource(thing)
    if inspect.isclass(thing) and issubclass(thing, Enum):
        return
    assert "Args:" in text or not inspect.signature(thing).parameters
    assert "Raises:" in text or inspect.isclass(thing) or not re.search(r"\braise\b|\brequire\w*\(", source)
    assert "Example:" in text or name == "Claim"  # pages are its examples
