"""The ledger that decides the claims of this package.

Example:
    >>> Ledger().decide("u25.thm1").verdict.tier.name
    'PROVED'
"""

from __future__ import annotations

from rope_theory.evidence import claims
from rope_theory.evidence.formal.receipts import backing
from rope_theory.evidence.theory import LIBRARY


class Ledger(claims.Ledger):
    """Decides the claims of this package, each once; theorems that Coq's kernel checked count by their receipts.

    Args:
        profile: "quick" or "thorough".

    Example:
        >>> record = Ledger().decide("u26.fig5a")
        >>> record.verdict.tier.name, record.sound
        ('REFUTED', True)
    """

    def __init__(self, profile: str = "quick"):
        super().__init__(LIBRARY, profile, backing)
