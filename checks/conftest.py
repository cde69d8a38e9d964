"""One ledger for the checks, and the claim table at their end."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest
from rich.console import Console

from rope_theory.evidence.ledger import Ledger
from rope_theory.evidence.theory import claims
from rope_theory.faces.report.generated import stale
from rope_theory.faces.report.table import print_table

ROWS = pytest.StashKey[dict[str, dict]]()
SCALE = pytest.StashKey[dict[str, None]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ROWS] = {}
    config.stash[SCALE] = {}


@pytest.fixture(scope="session")
def ledger(profile: str) -> Ledger:
    """One ledger for this process: a claim that others lean on is decided once."""
    return Ledger(profile)


@pytest.fixture(scope="session")
def opened() -> list[Path]:
    """The files that this process opens from now on, until the list is cleared."""
    found: list[Path] = []

    def hear(event: str, arguments: tuple) -> None:
        if event == "open" and isinstance(arguments[0], str | os.PathLike):
            found.append(Path(os.path.realpath(arguments[0])))

    sys.addaudithook(hear)
    return found


class _Rows:
    """Gathers what the tests recorded, on the process that prints the summary: verdicts, and the size of runs."""

    def __init__(self, config: pytest.Config):
        self.rows, self.scale = config.stash[ROWS], config.stash[SCALE]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            for name, value in report.user_properties:
                if name == "claim":
                    entry = json.loads(value)
                    self.rows[entry["id"]] = entry
                elif name == "scale":
                    self.scale[f"{report.outcome}: {value}"] = None


def pytest_sessionstart(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):
        session.config.pluginmanager.register(_Rows(session.config), "claim-rows")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """The generated files must be the ones that these verdicts give (asked when all claims were decided)."""
    if session.exitstatus == 0 and _stale(session.config, _in_order(session.config)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    runs = sorted(config.stash[SCALE])
    if runs:
        terminalreporter.section("runs in torch, each at the size and on the device that it names")
        for words in runs:
            terminalreporter.write_line(words)
    rows = _in_order(config)
    if not rows:
        return
    writer = terminalreporter._tw
    text = io.StringIO()
    print_table(Console(file=text, width=writer.fullwidth, force_terminal=writer.hasmarkup, highlight=False), rows)
    terminalreporter.section(f"claims ({config.getoption('--profile')} profile)")
    terminalreporter.write(text.getvalue())
    if len(rows) < len(claims()):
        terminalreporter.write_line(f"{len(rows)} of {len(claims())} claims were asked for and decided")
    else:
        for name in _stale(config, rows):
            terminalreporter.write_line(
                f"{name} is not what these verdicts give: run `rope-theory report-files`", red=True
            )


def _stale(config: pytest.Config, rows: list[dict]) -> list[str]:
    """Generated files that differ; they hold the quick profile's verdicts on all claims."""
    complete = rows and len(rows) == len(claims()) and config.getoption("--profile") == "quick"
    return stale(rows) if complete else []


def _in_order(config: pytest.Config) -> list[dict]:
    found = config.stash[ROWS]
    return [found[claim_id] for claim_id in claims() if claim_id in found] if found else []
