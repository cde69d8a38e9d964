"""The theory of this package: the claims on the pages of `proofs/`."""

from __future__ import annotations

from rope_theory.evidence.claims import Claim, Library

#: The pages, in the order in which papers are listed.
LIBRARY = Library("rope_theory.proofs", papers=("u25", "u26", "new"))


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
    return LIBRARY.claim(claim_id)
