"""The theory of this package: the claims on the pages of `proofs/`, and the ledger that decides them.

Example:
    >>> Ledger().decide("u25.thm1").verdict.tier.name
    'PROVED'
"""

from __future__ import annotations

from rope_theory.claims import Claim, Library, Tier
from rope_theory.claims import Ledger as _Ledger
from rope_theory.formal.receipts import backing

#: The pages, in the order in which papers are listed.
LIBRARY = Library("rope_theory.proofs", papers=("u25", "u26", "new"))


class Ledger(_Ledger):
    """Decides the claims of this package, each once; theorems that Coq's kernel checked count by their receipts.

    Args:
        profile: "quick" or "thorough".
    """

    def __init__(self, profile: str = "quick"):
        super().__init__(LIBRARY, profile, backing)


def claims() -> dict[str, Claim]:
    """All claims by id, in the order of their papers."""
    return LIBRARY.claims


def claim(claim_id: str) -> Claim:
    """The claim with this id.

    Raises:
        InvalidInput: there is none; close ids are named.
    """
    return LIBRARY.claim(claim_id)


__all__ = ["LIBRARY", "Claim", "Ledger", "Tier", "claim", "claims"]
