"""Decisions and drawings kept beside those made anew, nothing changed in between: processor time of whole processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.processor import Row, beside, python

#: A few claims that take about a second each, and a few figures.
CLAIMS = ("new.exclusion-identity", "u26.index-logits", "new.precision-cliff.brackets", "new.index-gap-multifrequency")
FIGURES = 3
#: What `rope-theory report` does for its first figures; all take half a minute.
DRAW = f"""
from itertools import islice
from rope_theory.faces.figures import figures
from rope_theory.faces.figures.write import drawn
for figure in islice(figures().values(), {FIGURES}):
    drawn(figure, fresh=FRESH)
"""


def measure() -> Iterator[Row]:
    """(what, value, unit) for `python -m benchmarks bench_kept`: about three quarters of a minute."""
    verify = ("-m", "rope_theory", "verify", *CLAIMS)
    with TemporaryDirectory() as folder:
        cache = Path(folder)
        python(*verify, kept=0, cache=cache)()
        yield from beside(
            f"verify, {len(CLAIMS)} claims, all kept", python(*verify, kept=len(CLAIMS), cache=cache),
            "verify --fresh", python(*verify, "--fresh", kept=0, cache=cache), repeat=3,
        )  # fmt: skip
        yield from beside(
            f"{FIGURES} figures of a report, all kept", python("-c", DRAW.replace("FRESH", "False"), cache=cache),
            "drawn anew", python("-c", DRAW.replace("FRESH", "True"), cache=cache), repeat=3,
        )  # fmt: skip
