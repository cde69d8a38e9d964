"""Which claims a letter or the errata of a paper speak of, and their verdicts on record."""

from __future__ import annotations

from collections.abc import Sequence

from rope_theory.core.errors import require
from rope_theory.evidence.claims import PRINTED, Claim, Record, Tier, Verdict
from rope_theory.evidence.claims.claim import SUPPORT
from rope_theory.evidence.claims.ledger import no_witness
from rope_theory.evidence.ledger import Ledger
from rope_theory.evidence.papers import Paper
from rope_theory.evidence.register import Kind, register
from rope_theory.evidence.theory import claims


def printed_claims(paper: Paper) -> list[Claim]:
    """The claims on what the paper prints, in the order of the ledger."""
    return [one for one in claims().values() if one.source.paper == paper.name and one.source.wording in PRINTED]


def asked(paper: Paper) -> list[Claim]:
    """What the letter speaks of: the printed claims, those that correct one of them, and `further` ones."""
    printed = printed_claims(paper)
    ids = {one.id for one in printed}
    found = printed + [one for one in claims().values() if one.corrects in ids] + further(paper)
    return list({one.id: one for one in found}.values())


def further(paper: Paper) -> list[Claim]:
    """Claims of ours that hold and that the register names at a theorem or lemma of the paper beside a printed one that holds.

    Example:
        >>> from rope_theory.evidence.papers import paper
        >>> [one.id for one in further(paper("u26"))]
        ['u26.thm31.whole']
    """
    known, found = claims(), {}
    for row in register(paper.name).rows:
        holding = [known[name] for name in row.claims if known[name].verdict in SUPPORT]
        if row.kind in (Kind.THEOREM, Kind.LEMMA) and any(one.source.wording in PRINTED for one in holding):
            found.update({one.id: one for one in holding if one.source.wording not in PRINTED})
    return list(found.values())


def spoken_of(texts: Sequence[Paper]) -> list[Claim]:
    """All claims that say what a text prints, sharpen, correct or bound it: those whose source is one of the texts."""
    names = {one.name for one in texts}
    return [one for one in claims().values() if one.source.paper in names]


def on_record(claim: Claim, ledger: Ledger) -> Record:
    """The verdict on record, as a record; a refuted claim with its witness, which must refute it now, exactly.

    Raises:
        InvalidInput: the verdict on record is REFUTED, and its witness does not refute the claim.
    """
    if claim.verdict is not Tier.REFUTED:
        return Record(claim, Verdict(claim.verdict, "on record", ""))
    proof, failure = ledger.derivation(claim)
    method, domain, witness = proof.closed if proof.closed and not failure else ("", "", None)
    require(
        witness is not None and not no_witness(claim, witness),
        "claim",
        "must be refuted by its witness, as it is on record",
        claim.id,
    )
    return Record(claim, Verdict(Tier.REFUTED, method, domain, witness))
