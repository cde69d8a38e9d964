"""A claim checked by hand: what a reader with a pencil computes at one instance, in a few lines."""

from __future__ import annotations

from rope_theory.core.truth import Truth
from rope_theory.evidence.by_hand import both_sides
from rope_theory.evidence.claims import Claim, Tier
from rope_theory.evidence.claims.hypothesis import Instance
from rope_theory.evidence.ledger import Ledger
from rope_theory.evidence.theory import LIBRARY
from rope_theory.faces.report.words import in_words


def by_hand(claim: Claim, witness: Instance | None = None) -> list[str]:
    """Lines to check in two minutes: the numbers of one instance, left side against right side.

    For a refuted claim the instance is the witness that its page names; the page's own lines (`Theorem.by_hand`) where
    it has some. Every number is computed now, and every comparison decided. For other claims, the example that the ledger
    evaluates the statement at, and both sides there.

    Args:
        claim: of this theory.
        witness: of a refuted claim, if not the one that its page names.

    Raises:
        InvalidInput: no claim of this theory.

    Example:
        >>> from rope_theory.evidence.theory import claim
        >>> by_hand(claim("u26.index-bound-length"))[2]
        'Gap 1 - (-1/2): Δ ≥ gap = 3/2 > 1.2337… = 2π²/16'
    """
    theorem = LIBRARY.theorem(claim.id)
    if witness is None and claim.verdict is not Tier.REFUTED:
        return theorem.hand(**claim.example) if theorem.hand else _an_instance(claim)
    if witness is None:
        closed = Ledger().derivation(claim)[0].closed
        witness = closed[2] if closed else None
    if witness is None:
        return []
    if theorem.hand is not None:
        return theorem.hand(**witness)
    met = [hypothesis.text for hypothesis in claim.hypotheses if hypothesis.at(witness) is Truth.TRUE]
    answer = {Truth.TRUE: "holds", Truth.FALSE: "is false"}.get(claim.at(witness), "is not decided")
    return [
        f"Take {in_words(witness)}",
        *([f"Met there: {'; '.join(met)}"] if met else []),
        f"The statement {answer} there",
    ]


def _an_instance(claim: Claim) -> list[str]:
    """The example of a claim that is not refuted, and what its statement compares there."""
    if claim.verdict is Tier.TESTED:
        return [f"Take {in_words(claim.example)}", "The numbers are measured: the statement names them"]
    sides = both_sides(claim.holds, claim.example)
    return [
        f"Take {in_words(claim.example)}",
        *(["What the statement compares there:"] if sides else []),
        *sides,
        "Every hypothesis is met there and the statement holds; both are evaluated when the claim is decided",
    ]
