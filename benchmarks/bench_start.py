"""Start-up and the quick profile: what docs/speed.md states.

Every number is wall time of a fresh process; imports are the median of five.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from rope_theory.evidence.theory import LIBRARY

#: What `rope-theory verify --claim ID` imports until it decides.
CLAIM = """
import rope_theory.faces.commands.verify, rope_theory.evidence.ledger
from rope_theory.evidence.theory import LIBRARY
LIBRARY.claim({!r})
"""
IMPORTS = (
    "pass",
    "import rope_theory",
    "import rope_theory.faces.cli",
    "import rope_theory.core.heads",
    "import rope_theory.evidence.claims",
    "from rope_theory.evidence.claims import claims; claims()",
)


def seconds(*arguments: str) -> float:
    """Wall time of one Python process that must succeed."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def by_python_alone() -> list[str]:
    """One claim of each page that no kernel carries, as CLAIMS.md lists them: claims of one page import the same."""
    listed = (Path(__file__).parent.parent / "CLAIMS.md").read_text()
    ids = re.findall(r"`([a-z0-9.-]+)`.*\| (?:CERTIFIED|EXHAUSTIVE|DERIVED) \|", listed)
    return list({LIBRARY.page_of(id).__name__: id for id in ids}.values())


def beside_sympy(code: str) -> float:
    """How many times the wall time of `import sympy` the code takes: median of seven, alternating."""
    seconds("-c", code)
    return statistics.median(seconds("-c", code) / seconds("-c", "import sympy") for _ in range(7))


def measure() -> Iterator[tuple[str, float, str]]:
    """Import times (start of Python included: the first line), the help text, and `verify` in one process."""
    for code in IMPORTS:
        yield f'python -c "{code}"'[:48], statistics.median(seconds("-c", code) for _ in range(5)), "s"
    ratios = [beside_sympy(CLAIM.format(id)) for id in by_python_alone()]
    for name, pick in (("least", min), ("median", statistics.median), ("most", max)):
        yield f"verify --claim ID, {len(ratios)} pages, {name}", pick(ratios), "x import sympy"
    yield "rope-theory --help", seconds("-m", "rope_theory", "--help"), "s"
    yield (
        'rope-theory run number "C B A 1 4 1 3 2 1"',
        seconds("-m", "rope_theory", "run", "number", "C B A 1 4 1 3 2 1"),
        "s",
    )
    yield "rope-theory verify (quick, one process)", seconds("-m", "rope_theory", "verify"), "s"
