"""What the tests of the report share: a report without the long work, a browser, Node."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest

from rope_theory.evidence.claims.claim import Verdict
from rope_theory.evidence.claims.ledger import Record
from rope_theory.evidence.claims.quotes import split_pages
from rope_theory.evidence.ledger import Ledger
from rope_theory.evidence.theory import claims
from rope_theory.faces import course
from rope_theory.faces.cli import main
from rope_theory.faces.commands.quotes import read_paper
from rope_theory.faces.report.explain import page_json
from rope_theory.faces.report.rows import environment
from rope_theory.faces.site.build import build
from rope_theory.faces.site.folder import write_folder
from rope_theory.faces.site.report_data import Content, Picture

#: Claims that are decided in a moment.
DECIDED = (
    "u25.thm2",
    "u25.thm7a.uniform",
    "u26.index-bound-length",
    "u26.rem31d.corrected",
    "u26.table1",
    "new.beta-explicit.threshold",
    "new.letter-path",
    "new.projection-needed",
)
KERNEL = {
    "status": "checked",
    "kind": "proved",
    "statement": "theorem t : 1 < 2",
    "definitions": [],
    "file": "proofs/formal/t.v",
    "assumptions": ["classic"],
    "neighbours": {"two_below_one": "2 < 1"},
}
DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><title>drawn</title></svg>'
LESSON = "# %% [markdown]\n# # Lesson 1. A lesson\n#\n# **Goals.** Say $\\theta$.\n#\n# More.\n\n# %%\nassert 1 < 2\n"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest test comes first, so that the others run beside it."""
    items.sort(key=lambda item: item.get_closest_marker("longest") is None)


@pytest.fixture(scope="session")
def run_store(tmp_path_factory) -> Path:
    """A folder that only this run writes to, new with it: what one of its processes made, the others need not make again."""
    base = tmp_path_factory.getbasetemp()  # of a worker of pytest-xdist: a folder in that of the run
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "rope-theory"


def unrun(claim_id: str) -> Record:
    """A record with the verdict on record and no steps: enough to set a page."""
    claim = claims()[claim_id]
    witness = dict(claim.example) if claim.verdict.name == "REFUTED" else None
    return Record(
        claim,
        Verdict(claim.verdict, "not run", "n >= 2", witness),
        rejected={control.name: True for control in claim.controls},
    )


#: Where the text of U26 is looked for: it is not in the repository.
U26 = Path(os.environ.get("ROPE_THEORY_U26") or Path(__file__).resolve().parents[2] / "shared" / "papers" / "u26.txt")


@pytest.fixture
def call(capsys):
    """(arguments) -> (exit status, standard output, standard error)."""

    def run(*arguments):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as leave:  # argparse
            status = leave.code
        return (status, *capsys.readouterr())

    return run


@pytest.fixture(scope="session")
def u26_pages():
    """U26's text in pages."""
    if not U26.is_file():
        reason = f"NOT RUN: no text of U26 at {U26} (set ROPE_THEORY_U26 to its path)"
        print(reason)
        pytest.skip(reason)
    return split_pages(read_paper(U26))


@pytest.fixture(scope="session")
def ran_once(run_store):
    """(lesson) -> the lesson as it runs here, once in a run of tests by whichever of its processes needs it first."""
    return partial(course.run_here, folder=run_store / "made")


@pytest.fixture(scope="session")
def content() -> Content:
    """All claims, a few of them decided; a figure, a lesson and a kernel column that are not real."""
    ledger = Ledger()
    pages = {
        claim_id: page_json(ledger.decide(claim_id) if claim_id in DECIDED else unrun(claim_id), ledger)
        for claim_id in claims()
    }
    pages["u26.table1"]["kernel"] = KERNEL
    drawn = Picture("plane", "A plane", "The plane.", (("u26.index-bound-length", "says that"),), "by eye.", DRAWING)
    return Content(pages, environment("quick"), [drawn], {"01_lesson.py": LESSON})


@pytest.fixture(scope="session")
def files(content) -> dict[str, bytes]:
    """The files of that report."""
    return build(content)


@pytest.fixture(scope="session")
def site(files, tmp_path_factory) -> Path:
    """That report on disk."""
    return write_folder(tmp_path_factory.mktemp("report") / "site", files)


@pytest.fixture(scope="session")
def chromium_program() -> str:
    """Path of Chromium; skips by name where there is none."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("BROWSER NOT FOUND: not run")
    return program


@pytest.fixture(scope="session")
def chromium(chromium_program, tmp_path_factory):
    """(arguments) -> standard output of a headless Chromium."""
    profile = tmp_path_factory.mktemp("profile")
    always = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--allow-file-access-from-files")

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [chromium_program, *always, f"--user-data-dir={profile}", *arguments],
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    return run


@pytest.fixture(scope="session")
def node():
    """(script) -> standard output of Node; skips by name where there is none."""
    program = shutil.which("node") or shutil.which("nodejs")
    if program is None:
        pytest.skip("NODE NOT FOUND: not run")

    def run(script: str) -> str:
        done = subprocess.run([program, "-"], input=script, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    return run
