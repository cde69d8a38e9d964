"""Which tests reach which lines: gathered once, kept in build/mutants, gathered again for what was edited.

A unit is one check, or one file of tests. Each file runs in a fork of its own right after collection, and the caches
of functions are emptied before each unit, so that no unit hides from another what it needs. (The ledger is shared: a
claim that another leans on is run in one unit only. The claim that leans on it falls with it, so one is enough.) Lines
that run while modules are imported count for all that uses these modules, not for single units.

Lines are seen by calls that are put before every statement of a function when its module is imported. A trace function,
as coverage.py has it before Python 3.12, makes SymPy and with it the whole run three times slower.
"""

from __future__ import annotations

import ast
import builtins
import functools
import hashlib
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType

import pytest

from mutants.judge import QUIET, Finder, enter

SEEN = "__reached__"  # the name of the calls


@dataclass
class Unit:
    """What one unit did without any mutation.

    Args:
        seconds: of every test that passed, by node id.
        failed: node ids of tests that failed.
        lines: by file (relative to the tree) the lines that ran.
        stamp: of the sources that it depends on.
        controlled: its tests also passed, or were left out, when all ran in one process.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    lines: dict[str, list[int]] = field(default_factory=dict)
    stamp: str = ""
    controlled: bool = False

    def reaches(self, file: str, first: int, last: int) -> bool:
        """Whether it ran one of these lines."""
        return any(first <= line <= last for line in self.lines.get(file, ()))


class Probes(ast.NodeTransformer):
    """Puts `__reached__(number)` before the statements of functions and into lambdas.

    Attributes:
        seen: the numbers that were called.
        spots: file and line of each number.
    """

    def __init__(self):
        self.seen: set[int] = set()
        self.spots: list[tuple[str, int]] = []
        self._file, self._inside = "", False

    def compiled(self, path: Path, file: str) -> CodeType:
        """The code of a module with the calls."""
        self._file = file
        tree = self.visit(ast.parse(path.read_bytes()))
        return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)

    def visit(self, node: ast.AST) -> ast.AST:
        around = self._inside
        self._inside = isinstance(node, ast.FunctionDef) or (around and not isinstance(node, ast.ClassDef))
        self.generic_visit(node)
        if isinstance(node, ast.Lambda):
            node.body = ast.BoolOp(ast.Or(), [self._call(node.body), node.body])  # the call gives None
        elif self._inside:
            for name in ("body", "orelse", "finalbody"):
                if isinstance(statements := getattr(node, name, None), list):
                    setattr(node, name, [new for old in statements for new in self._probed(old)])
        self._inside = around
        return node

    def _probed(self, statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            return [statement]  # a docstring stays in its place
        return [ast.copy_location(ast.Expr(self._call(statement)), statement), statement]

    def _call(self, node: ast.AST) -> ast.Call:
        self.spots.append((self._file, node.lineno))
        return ast.copy_location(ast.Call(ast.Name(SEEN, ast.Load()), [ast.Constant(len(self.spots) - 1)], []), node)

    def lines(self) -> dict[str, list[int]]:
        """By file the lines that were seen."""
        found: dict[str, set[int]] = {}
        for number in self.seen:
            file, line = self.spots[number]
            found.setdefault(file, set()).add(line)
        return {file: sorted(lines) for file, lines in sorted(found.items())}


def stamp(tree: Path, name: str, files: Iterable[str]) -> str:
    """A hash of what a unit depends on: its test file, what else its folder has for tests, and the files it ran."""
    test = tree / name.partition("::")[0]
    helpers = (path for path in test.parent.glob("*.py") if not path.name.startswith("test_"))
    digest = hashlib.sha256()
    for path in [test, *sorted(helpers), *(tree / file for file in sorted(files))]:
        digest.update(path.read_bytes() if path.is_file() else b"none")
    return digest.hexdigest()


def load(path: Path, tree: Path) -> dict[str, Unit]:
    """The kept units whose sources are still the same."""
    if not path.is_file():
        return {}
    return {name: unit for name, unit in read(path).items() if unit.stamp == stamp(tree, name, unit.lines)}


def read(path: Path) -> dict[str, Unit]:
    """What `save` wrote."""
    return {name: Unit(**entry) for name, entry in json.loads(path.read_text(encoding="utf-8")).items()}


def save(path: Path, units: dict[str, Unit]) -> None:
    """Keep the units."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps({name: asdict(unit) for name, unit in sorted(units.items())}), encoding="utf-8")
    fresh.replace(path)


def gather(
    root: str,
    tree: str,
    folder: str,
    blind: list[str],
    by_test: bool,
    files: set[str],
    known: set[str],
    jobs: int,
    pipe: Connection,
) -> None:
    """Run the units of a folder, but for the known ones.

    Args:
        root, tree: the checkout, and the copy in which all runs.
        folder: of tests, but for those that are `blind`; each test is a unit if `by_test`, else each file.
        files: those whose lines are wanted; of the others only the names are kept.
        known: units that are not run again.
        jobs: processes at a time.
        pipe: for (folder, what runs at its import), (name, None) of every unit, then (name, unit) of those that are run.
    """
    enter(root, tree)
    probes, here = Probes(), Path(tree)
    builtins.__reached__ = probes.seen.add
    sys.meta_path.insert(
        0,
        Finder(here, lambda file: None if Path(file).is_relative_to(folder) else probes.compiled(here / file, file)),
    )
    gatherer = _Gatherer(here, folder, probes, by_test, files, known, jobs, pipe.send)
    status = pytest.main([*QUIET, folder, *(f"--deselect={name}" for name in blind)], plugins=[gatherer])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        pipe.send((folder, Unit(failed=[f"collection of {folder}/"])))
    pipe.close()


class _Gatherer:
    """A pytest plugin that runs each file in a fork."""

    def __init__(
        self, tree: Path, folder: str, probes: Probes, by_test: bool, files: set[str], known: set[str], jobs: int, send
    ):
        self.tree, self.folder, self.probes, self.by_test, self.files = tree, folder, probes, by_test, files
        self.known, self.jobs, self.send = known, jobs, send
        self.unit = Unit()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Failed(f"{session.testsfailed} errors during collection")
        self.send((self.folder, Unit(lines=self.probes.lines())))
        work: dict[str, dict[str, list[pytest.Item]]] = {}  # by file the units that are not known
        for item in session.items:
            file = item.nodeid.partition("::")[0]
            name = item.nodeid if self.by_test else file
            self.send((name, None))
            if name not in self.known:
                work.setdefault(file, {}).setdefault(name, []).append(item)
        waiting = sorted(work, key=lambda file: sum(map(len, work[file].values())))  # the largest is taken first
        running: dict[int, Path] = {}
        while waiting or running:
            while waiting and len(running) < self.jobs:
                out = self.tree.parent / f"units-{len(waiting)}"
                units = work[waiting.pop()]
                save(out, {name: Unit(failed=[name]) for name in units})  # if the process dies
                if not (process := os.fork()):
                    self._run(units, out)
                    os._exit(0)
                running[process] = out
            process, _ = os.wait()
            out = running.pop(process)
            for sent in read(out).items():
                self.send(sent)
        return True

    def _run(self, units: dict[str, list[pytest.Item]], out: Path) -> None:
        done: dict[str, Unit] = {}
        ordered = [item for items in units.values() for item in items]
        following = dict(zip(ordered, [*ordered[1:], None], strict=True))  # keeps the fixtures that are shared
        for name, items in units.items():
            _forget(self.tree)
            self.unit = done[name] = Unit()
            self.probes.seen.clear()
            for item in items:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following[item])
            lines = self.probes.lines()
            self.unit.lines = {file: lines[file] if file in self.files else [] for file in lines}
            self.unit.stamp = stamp(self.tree, name, lines)
        save(out, done)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.unit.failed.append(report.nodeid)
            self.unit.seconds.pop(report.nodeid, None)
        elif report.passed and report.nodeid not in self.unit.failed:
            if report.when == "call" or report.nodeid in self.unit.seconds:
                self.unit.seconds[report.nodeid] = self.unit.seconds.get(report.nodeid, 0) + report.duration


def _forget(tree: Path) -> None:
    """Empty the caches of the tree's functions."""
    for module in list(sys.modules.values()):
        if str(getattr(module, "__file__", None) or "").startswith(f"{tree}{os.sep}"):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()
