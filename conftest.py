"""How far tests go: the option --profile, and Hypothesis's settings for it. Tests decide every claim anew.

One test writes a whole report as a user does: there decisions of commands run earlier count, unless CI or
ROPE_THEORY_FRESH was in the environment of the tests.
"""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import settings

from rope_theory.evidence.claims.ledger import PROFILES
from rope_theory.evidence.kept import fresh_run
from rope_theory.faces.cli import COLLECT

# Said once, by the process that starts the others: they find ROPE_THEORY_FRESH set by it.
os.environ.setdefault("ROPE_THEORY_TESTS_KEEP", "" if fresh_run() else "1")
os.environ["ROPE_THEORY_FRESH"] = "1"  # no test is answered from what an earlier run decided
for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")  # what tests compute is small: further threads do little but wait for work
gc.set_threshold(*COLLECT)
EXAMPLES = {"quick": 50, "thorough": 1000}
for _profile in PROFILES:
    settings.register_profile(
        _profile,
        max_examples=EXAMPLES[_profile],
        deadline=None,
        derandomize=True,
        database=None,
        print_blob=False,
    )


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--profile",
        choices=PROFILES,
        default="quick",
        help="how far finite domains and searches go (default: quick)",
    )


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile(config.getoption("--profile"))


@pytest.fixture(scope="session")
def profile(pytestconfig: pytest.Config) -> str:
    """ "quick" or "thorough"."""
    return pytestconfig.getoption("--profile")


@pytest.fixture(scope="session")
def thorough(profile: str) -> bool:
    """Whether the thorough profile was asked for."""
    return profile == "thorough"
