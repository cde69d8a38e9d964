"""Number formats, and tables whose rows have names."""

from __future__ import annotations

from collections.abc import Iterable

from rope_theory.evidence.claims import Among, Hypothesis, Proof
from rope_theory.evidence.claims.trusted import DOUBLE_ROUNDING, IEEE, LIBRARY

FOUR = ("bfloat16", "float16", "float32", "float64")
KNOWN = Hypothesis("one of the four formats", lambda form, **_: form in FOUR)


def row_of(table: Iterable[str], text: str = "a row of the table") -> Among:
    """The hypothesis that the instance {"name": …} names a row of the table."""
    return Among.of(text, [{"name": name} for name in table])


def both_ends(proof: Proof, domain: str, rows: str = "both ends of each row: bounds and emulation") -> None:
    """The derivation of a table whose rows say up to which length a head decodes, and where it fails."""
    proof.rows(rows, certified=True)
    proof.trust(IEEE, DOUBLE_ROUNDING, LIBRARY)
    proof.qed(domain, method="error bounds in fractions; emulation between rounded ends")
