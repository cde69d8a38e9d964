"""A claim checked by hand: what a reader with a pencil computes at one instance, in a few lines."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping

from rope_theory.core.truth import Truth
from rope_theory.evidence.by_hand import both_sides
from rope_theory.evidence.claims import Claim, Tier
from rope_theory.evidence.claims.hypothesis import Instance
from rope_theory.evidence.ledger import Ledger
from rope_theory.evidence.theory import LIBRARY
from rope_theory.faces.report.words import in_words

#: Longer statements are cut off.
LONGEST = 320
#: What the last line says where a statement compares nothing that can be written as numbers.
EVALUATED = "Evaluated there, and "


def by_hand(claim: Claim, witness: Instance | None = None) -> list[str]:
    """Lines to check in two minutes: the numbers of one instance, left side against right side.

    For a refuted claim the instance is the witness that its page names, for others the example that the ledger evaluates
    the statement at. The page's own lines (`Theorem.by_hand`) where it has some; else what the statement compares there,
    and where it compares no numbers, which statement is evaluated. Every number is computed now, and every comparison
    decided.

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
        return theorem.hand(**claim.example) if theorem.hand else _at(claim, claim.example)
    if witness is None:
        closed = Ledger().derivation(claim)[0].closed
        witness = closed[2] if closed else None
    if witness is None:
        return []
    return theorem.hand(**witness) if theorem.hand else _at(claim, witness)


def heading_of(verdict: str, lines: list[str]) -> str:
    """What the lines of `by_hand` are: a check only where a reader has something to compare.

    Args:
        verdict: the name of the claim's verdict.
        lines: as `by_hand` has them.

    Example:
        >>> heading_of("REFUTED", ["Take n = 4", "1/2 < 1"]), heading_of("REFUTED", ["Take n = 4", f"{EVALUATED}false: …"])
        ('Check by hand', 'Where it fails')
    """
    if verdict != Tier.REFUTED.name:
        return "An instance"
    return "Where it fails" if lines and lines[-1].startswith(EVALUATED) else "Check by hand"


def inputs(witness: Mapping[str, object] | None, lines: Iterable[str]) -> list[str]:
    """The inputs that the lines of `by_hand` work through, where the witness of a statement about all inputs names none.

    Example:
        >>> inputs({"n": 4}, ["Input A A A 1: the query 1", "θ = π/9. Input B1 A1 BA of the letter task: logits 1"])
        ['A A A 1', 'B1 A1 BA']
        >>> inputs({"tokens": "A A A 1"}, ["Input A A A 1: the query 1"])
        []
    """
    if not witness or "tokens" in witness:
        return []
    return [found for line in lines for found in re.findall(r"\bInput ([A-Z0-9]{1,2}(?: [A-Z0-9]{1,2})*)\b", line)]


def _at(claim: Claim, instance: Instance) -> list[str]:
    """The instance, the hypotheses that are met there, and what the statement compares there."""
    taken = f"Take {in_words(instance)}"
    if claim.verdict is Tier.TESTED:
        return [taken, "The numbers are measured: the tests say which"]
    met = [hypothesis.text for hypothesis in claim.hypotheses if hypothesis.at(instance) is Truth.TRUE]
    lines = [taken, *([f"Met there: {'; '.join(met)}"] if met else [])]
    truth = claim.at(instance)
    if sides := both_sides(claim.holds, instance):
        answer = {Truth.TRUE: "holds", Truth.FALSE: "is false"}.get(truth, "is not decided")
        return [*lines, f"The statement {answer} there. What it compares:", *sides]
    answer = {Truth.TRUE: "true", Truth.FALSE: "false"}.get(truth, "not decided")
    return [*lines, f"{EVALUATED}{answer}: {_first_sentence(claim.statement)}"]


def _first_sentence(statement: str) -> str:
    """A long statement by its beginning.

    Example:
        >>> _first_sentence("Δ = 1 - cos θ, p. 8. With softmax, too."), _first_sentence("Δ > 0.")
        ('Δ = 1 - cos θ, p. 8 …', 'Δ > 0')
    """
    first, *rest = re.split(r"\.\s+(?=[A-Z][a-z])", statement, maxsplit=1)
    short = textwrap.shorten(first, LONGEST, placeholder=" …")
    return f"{first} …" if rest and short == first else short.removesuffix(".")
