"""What is mutated and by which folders it is judged: [tool.mutants] of pyproject.toml."""

from __future__ import annotations

import hashlib
import shutil
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from mutants.operators import Mutant, mutants

#: Not copied: what git, builds and caches leave in a checkout. Virtual environments are known by their pyvenv.cfg.
LEFT_BEHIND = shutil.ignore_patterns(
    ".git", "build", "dist", "__pycache__", "*.egg-info", ".hypothesis", ".pytest_cache"
)


@dataclass(frozen=True)
class Settings:
    """The table [tool.mutants].

    Args:
        checks, tests: folders of the two kinds of judges, relative to the checkout.
        modules: patterns of the files that are mutated as a whole; one may match nothing.
        pages: patterns of the files of which only the statements of theorems are mutated.
        theorems: names of the decorators and calls that state a theorem, see `operators.mutants`.
        least: by `--by` the share in percent that must be killed.
        blind: tests (node ids, or their beginnings) that run the sources in another process, where no mutant is.
        preload: libraries that are loaded once, before the forks.
        patience, grace: a test may take that many times its time without mutation, and so many seconds on top.
    """

    checks: list[str]
    tests: list[str]
    modules: list[str]
    pages: list[str]
    theorems: list[str]
    least: dict[str, int]
    preload: list[str]
    blind: list[str] = field(default_factory=list)
    patience: float = 3
    grace: float = 20

    @classmethod
    def read(cls, root: Path) -> Settings:
        """Those of a checkout."""
        return cls(**tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutants"])

    def files(self, root: Path) -> dict[str, set[str] | None]:
        """The files that are mutated, and what of each, as `operators.mutants` takes it."""
        found: dict[str, set[str] | None] = {}
        for patterns, only in ((self.modules, None), (self.pages, set(self.theorems))):
            for path in sorted(path for pattern in patterns for path in root.glob(pattern)):
                found.setdefault(path.relative_to(root).as_posix(), only)
        return found


def copy(root: Path, tree: Path) -> None:
    """Copy a checkout, without what is built."""

    def left_behind(folder: str, names: list[str]) -> set[str]:
        environments = {name for name in names if Path(folder, name, "pyvenv.cfg").is_file()}
        return environments | LEFT_BEHIND(folder, names)

    shutil.copytree(root, tree, ignore=left_behind)


def digest(tree: Path) -> str:
    """A hash of all Python sources of a tree."""
    found = hashlib.sha256()
    for path in sorted([*tree.rglob("*.py"), tree / "pyproject.toml"]):
        found.update(path.read_bytes())
    return found.hexdigest()


def all_mutants(tree: Path, settings: Settings) -> list[tuple[int, Mutant]]:
    """Every mutant with its number among those of its file."""
    return [
        numbered
        for file, only in settings.files(tree).items()
        for numbered in enumerate(mutants(file, (tree / file).read_text(encoding="utf-8"), only))
    ]
