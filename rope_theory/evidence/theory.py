"""The theory of this package: the claims on the pages of `proofs/`."""

from __future__ import annotations

from rope_theory.core.errors import require
from rope_theory.evidence.claims import Claim, Library
from rope_theory.evidence.papers import names as papers

#: The pages, in the order of the papers, and last what no paper says.
LIBRARY = Library("rope_theory.proofs", papers=(*papers(), "new"))


def claims() -> dict[str, Claim]:
    """All claims by id, in the order of their papers."""
    return LIBRARY.claims


def claim(claim_id: str) -> Claim:
    """The claim with this id.

    Args:
        claim_id: as in CLAIMS.md.

    Raises:
        InvalidInput: there is none; close ids are named.

    Example:
        >>> claim("u25.thm1").verdict.name
        'PROVED'
    """
    require(isinstance(claim_id, str), "claim", "must be the id of a claim, as text", claim_id)
    return LIBRARY.claim(claim_id)
