"""Number formats, and tables whose rows have names."""

from __future__ import annotations

from collections.abc import Iterable

from rope_theory.evidence.claims import Among, Hypothesis

FOUR = ("bfloat16", "float16", "float32", "float64")
KNOWN = Hypothesis("one of the four formats", lambda form, **_: form in FOUR)


def row_of(table: Iterable[str], text: str = "a row of the table") -> Among:
    """The hypothesis that the instance {"name": …} names a row of the table."""
    return Among.of(text, [{"name": name} for name in table])
