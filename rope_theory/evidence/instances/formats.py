"""Number formats, and tables whose rows have names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction

from rope_theory.evidence.by_hand import compared
from rope_theory.evidence.claims import Among, Hypothesis, Proof
from rope_theory.evidence.claims.trusted import DOUBLE_ROUNDING, IEEE, LIBRARY
from rope_theory.models.precision import Recipe, TargetContest
from rope_theory.models.precision.emulation import Emulation

FOUR = ("bfloat16", "float16", "float32", "float64")
KNOWN = Hypothesis("one of the four formats", lambda form, **_: form in FOUR)


def row_of(table: Iterable[str], text: str = "a row of the table", told: Callable[[str], str] | None = None) -> Among:
    """The hypothesis that the instance {"name": …} names a row of the table.

    Args:
        told: name -> what the row says of it, for a reader.
    """
    named = Among.of(text, [{"name": name} for name in table])
    return replace(named, table=tuple(f"{name}: {told(name)}" for name in table)) if told else named


def both_ends(proof: Proof, domain: str, rows: str = "both ends of each row: bounds and emulation") -> None:
    """The derivation of a table whose rows say up to which length a head decodes, and where it fails."""
    proof.rows(rows, certified=True)
    proof.trust(IEEE, DOUBLE_ROUNDING, LIBRARY)
    proof.qed(domain, method="error bounds in fractions; emulation between rounded ends")


def closest_rival(contest: TargetContest, recipe: Recipe, n: int) -> str:
    """One line: of all queries at position n the target that is least ahead of a rival, and both logits as they are computed.

    Args:
        contest: a head that finds the key some positions back (Index).
    """
    keys = [("A", at) for at in range(1, n + 1)]
    logits = Emulation(contest.head(n), recipe).logits([(back, n) for back in range(n)], keys)
    least = [
        (logits.lo[back, n - 1 - back] - logits.hi[back, at], back, at)
        for back in range(n)
        for at in range(n)
        if at != n - 1 - back
    ]
    _, back, at = min(least)
    target, rival = (Fraction(float(found)) for found in (logits.lo[back, n - 1 - back], logits.hi[back, at]))
    asked = f"n = {n}, the query asks {back} back: the computed logit of its target, position {n - back},"
    return compared(asked, target, f"that of position {at + 1}", rival)
