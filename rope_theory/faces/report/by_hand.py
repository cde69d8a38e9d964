"""A claim checked by hand: what a reader with a pencil computes at one instance, in a few lines."""

from __future__ import annotations

from rope_theory.core.truth import Truth
from rope_theory.evidence.claims import Claim, Tier
from rope_theory.evidence.ledger import Ledger
from rope_theory.evidence.theory import LIBRARY
from rope_theory.faces.report.rows import show

#: Values of instances whose names in formulas are other ones.
NAMES = {"tokens": "input", "theta": "θ", "phi": "φ", "beta": "β", "tau": "τ", "count": "|ALPH|"}


def by_hand(claim: Claim) -> list[str]:
    """Lines to check in two minutes: the numbers of one instance, left side against right side.

    For a refuted claim the instance is the witness that its page names; the page's own lines (`Theorem.by_hand`) where
    it has some. Every number is computed now, and every comparison decided. For other claims, the claim's example.

    Args:
        claim: of this theory.

    Raises:
        InvalidInput: no claim of this theory.

    Example:
        >>> from rope_theory.evidence.theory import claim
        >>> by_hand(claim("u26.index-bound-length"))[-1]
        'Gap 1 - (-1/2): Δ ≥ gap = 3/2 > 1.2337… = 2π²/16'
    """
    theorem = LIBRARY.theorem(claim.id)
    witness = None
    if claim.verdict is Tier.REFUTED:
        closed = Ledger().derivation(claim)[0].closed
        witness = closed[2] if closed else None
    if witness is not None and theorem.hand is not None:
        return theorem.hand(**witness)
    instance = claim.example if witness is None else witness
    met = [hypothesis.text for hypothesis in claim.hypotheses if hypothesis.at(instance) is Truth.TRUE]
    answer = {Truth.TRUE: "holds", Truth.FALSE: "is false"}.get(claim.at(instance), "is not decided")
    return [
        f"Take {in_words(instance)}",
        *([f"Met there: {'; '.join(met)}"] if met else []),
        f"The statement {answer} there",
    ]


def in_words(instance) -> str:
    """An instance with the names that formulas have: "input = A1 A, θ = 2π/3"."""
    return ", ".join(f"{NAMES.get(name, name)} = {show(value)}" for name, value in instance.items())
