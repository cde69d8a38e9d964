"""Start-up and the quick profile: what docs/measured.md states.

Every number is wall time of a fresh process; imports are the median of five.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

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


def measure() -> Iterator[tuple[str, float, str]]:
    """Import times (start of Python included: the first line), the help text, and `verify` in one process."""
    for code in IMPORTS:
        yield f'python -c "{code}"'[:48], statistics.median(seconds("-c", code) for _ in range(5)), "s"
    yield "rope-theory --help", seconds("-m", "rope_theory", "--help"), "s"
    yield (
        'rope-theory run number "C B A 1 4 1 3 2 1"',
        seconds("-m", "rope_theory", "run", "number", "C B A 1 4 1 3 2 1"),
        "s",
    )
    yield "rope-theory verify (quick, one process)", seconds("-m", "rope_theory", "verify"), "s"
