"""Options that choose claims by whose words they are in, by what they do with an earlier statement, and by verdict."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rope_theory.core.errors import require
from rope_theory.core.meant import require_one_of

if TYPE_CHECKING:
    from rope_theory.evidence.claims import Claim

#: Whose words: `SHORT`, and a paper's statements, quoted or paraphrased.
WORDS = ("paper", "quoted", "paraphrased", "second-hand", "ours")
#: An older name of the first, by which only quotations are called elsewhere.
OLDER = {"printed": "paper"}
RELATIONS = ("corrects", "sharpens")


def add_filters(parser: argparse.ArgumentParser) -> None:
    """--words, --relation and --verdict; several of them must all fit."""
    parser.add_argument(
        "--words",
        type=lambda text: OLDER.get(text, text),
        choices=WORDS,
        help="only claims in these words: a paper's statements (paper: quoted, or paraphrased, which is our sentence for one), an account "
        "of somebody else (second-hand), or ours; printed, an older name, means paper",
    )
    parser.add_argument(
        "--relation",
        choices=RELATIONS,
        help="only claims that correct a refuted claim or speak against a printed one, or claims of ours that make a "
        "printed one sharper or wider",
    )
    parser.add_argument(
        "--verdict", metavar="VERDICT", help="only claims whose recorded verdict is this one: proved, refuted, …"
    )


def chosen(claims: Iterable[Claim], words: str | None, relation: str | None, verdict: str | None) -> Sequence[Claim]:
    """The claims that fit all of these.

    Args:
        claims: to choose from.
        words: one of `WORDS`, or None.
        relation: one of `RELATIONS`, or None.
        verdict: name of a tier in any case of letters, or None.

    Raises:
        InvalidInput: there is no such verdict, or no claim fits.

    Example:
        >>> from rope_theory.evidence.theory import claims
        >>> [one.id for one in chosen(claims().values(), "paper", None, "refuted")][:2]
        ['u26.fig5a', 'u26.index-bound-length']
    """
    from rope_theory.evidence.claims import PRINTED, SHORT, Tier
    from rope_theory.evidence.claims import relation as relation_of

    tiers = [tier.name for tier in Tier]
    if verdict is not None:
        meant = " (did you mean refuted?)" if verdict.lower() in ("disproved", "disproven", "false", "wrong") else ""
        require(not meant, "--verdict", f"must be one of {', '.join(tiers).lower()}{meant}", verdict)
        require_one_of("--verdict", verdict.lower(), [each.lower() for each in tiers])
    wordings = [one for one, name in SHORT.items() if words in (None, name) or (words == "paper" and one in PRINTED)]

    def fits(one: Claim) -> bool:
        found = relation_of(one.source.wording, one.source.citation, one.corrects)
        return (
            one.source.wording in wordings
            and (relation is None or (found is not None and found.value == relation))
            and (verdict is None or one.verdict.name == verdict.upper())
        )

    claims = list(claims)
    kept = [one for one in claims if fits(one)]
    given = {"--words": words, "--relation": relation, "--verdict": verdict}
    asked = " ".join(f"{name} {value}" for name, value in given.items() if value)
    one = f" ({claims[0].id} is on record as {claims[0].verdict.name})" if len(claims) == 1 and verdict else ""
    require(bool(kept), "claim", f"must fit all that is asked for; none of these claims does{one}", asked)
    return kept
