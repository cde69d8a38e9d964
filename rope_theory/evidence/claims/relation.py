"""How a claim of ours stands to a statement that is there already, as its source says."""

from __future__ import annotations

import enum
import re

from rope_theory.evidence.claims.source import Wording


class Relation(enum.Enum):
    """What a claim of ours does with an earlier statement; most claims do none of it."""

    CORRECTS = "corrects"
    SHARPENS = "sharpens"


#: The verbs with which the source of a claim of ours begins.
VERBS = {
    Relation.CORRECTS: ("corrects", "against", "mends"),
    Relation.SHARPENS: ("sharpens", "extends", "generalises"),
}


def relation(wording: Wording, citation: str, corrects: str | None) -> Relation | None:
    """What the claim does with an earlier statement, or None.

    Args:
        wording: whose words the claim is in.
        citation: `Source.citation`.
        corrects: id of the refuted claim that it repairs, if any (`Claim.corrects`).

    Example:
        >>> relation(Wording.OURS, "U26, sharpens p. 21, Appendix F.2.1", None).value
        'sharpens'
        >>> relation(Wording.OURS, "Men2024, for p. 6, Section 4.2", "men2024.decreases").value
        'corrects'
    """
    if corrects:
        return Relation.CORRECTS
    if wording is not Wording.OURS:
        return None
    return next((one for one, verbs in VERBS.items() if re.search(rf"(?:^|, )(?:{'|'.join(verbs)}) ", citation)), None)
