"""One mutant before the tests that reach it, in a process of its own that then ends."""

from __future__ import annotations

import contextlib
import importlib.machinery
import os
import resource
import signal
import sys
import types
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from mutants.operators import mutants

#: Pytest says nothing and keeps nothing.
QUIET = ["-q", "--tb=no", "--no-header", "--no-summary", "-p", "no:cacheprovider"]
QUIET += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # what is loaded before pytest starts
#: Seconds until all modules must be imported and the tests collected; bytes that a mutant may take.
IMPORTS, MEMORY = 90, 8 * 2**30
#: Seconds are of the processor, so that a busy machine kills nothing; by the clock (one that waits) it may be so many more.
LIMITS, WAITING = (signal.SIGPROF, signal.SIGALRM), 20


def _limit(seconds: float) -> None:
    """End this process after so many seconds."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, WAITING * seconds)


def enter(root: str, tree: str) -> None:
    """Make the copy `tree` of the checkout `root` the folder where this process lives; be silent."""
    os.setsid()
    os.chdir(tree)
    sys.path[:] = [tree, *(entry for entry in sys.path if entry not in ("", root, tree))]
    sys.dont_write_bytecode = False  # what one process compiles the next ones load; mutants are never written
    before = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    os.environ["PYTHONPATH"] = os.pathsep.join([tree, *(entry for entry in before if entry not in ("", root))])
    os.environ["PYTEST_DEBUG_TEMPROOT"] = os.path.dirname(tree)
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)


def judge(
    root: str,
    tree: str,
    file: str,
    index: int | None,
    only: set[str] | None,
    limits: dict[str, float],
    pipe: Connection,
) -> None:
    """Run the wanted tests, quickest first, against a mutant; send what killed it: a list, empty if it survives.

    Args:
        root, tree: the checkout, and the copy in which all runs.
        file, index: the mutant; `only` is `operators.mutants`' `statements_only`. Without an index nothing is mutated,
            and all tests run, even after one has failed.
        limits: the wanted node ids, and the seconds that each may take.
        pipe: for the answer. None comes if a limit of time or memory ends the process.
    """
    enter(root, tree)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for limit in LIMITS:
        signal.signal(limit, signal.SIG_DFL)  # ends the process, even within compiled code
    _limit(IMPORTS)
    if index is not None:
        path = Path(tree, file)
        code = mutants(file, path.read_text(encoding="utf-8"), only)[index].compiled(str(path))
        sys.meta_path.insert(0, Finder(Path(tree), {file: code}.get))
    jury = _Jury(limits)
    try:
        status = pytest.main([*QUIET, *(["-x"] if index is not None else []), *jury.files], plugins=[jury])
        if status != pytest.ExitCode.OK and not jury.failed:
            jury.failed.append(f"pytest ends with {status!r}")
    except BaseException as error:  # whatever the mutant does to pytest, it is noticed
        jury.failed.append(f"pytest ends with {type(error).__name__}")
    pipe.send(jury.failed)
    pipe.close()
    os._exit(0)


class Finder:
    """Gives other code to whoever imports a module of the tree: what `code` says for its file, unless None."""

    def __init__(self, tree: Path, code: Callable[[str], types.CodeType | None]):
        self.tree, self.code = tree, code

    def find_spec(self, name: str, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or not spec.has_location or not Path(spec.origin).is_relative_to(self.tree):
            return None
        code = self.code(Path(spec.origin).relative_to(self.tree).as_posix())
        if code is None:
            return None
        spec.loader = _Loader(name, spec.origin)
        spec.loader.get_code = lambda _: code
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    """Its `get_code` is set to give other code; the source it shows is the original."""


class _Jury:
    """A pytest plugin: only the wanted tests, quickest first, each within its time."""

    def __init__(self, limits: dict[str, float]):
        self.limits: dict[str, float] = limits
        self.failed: list[str] = []
        self.files = list(dict.fromkeys(name.partition("::")[0] for name in limits))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        wanted = [item for item in items if item.nodeid in self.limits]
        items[:] = sorted(wanted, key=lambda item: self.limits[item.nodeid])
        if len(items) < len(self.limits):
            gone = sorted(set(self.limits) - {item.nodeid for item in items})
            self.failed.append(f"not collected: {gone[0]}")
            raise pytest.UsageError(self.failed[-1])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        _limit(self.limits[item.nodeid])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.append(f"collection of {report.nodeid}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)
