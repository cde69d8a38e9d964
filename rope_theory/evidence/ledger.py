"""The ledger that decides the claims of this package.

Example:
    >>> Ledger().decide("u25.thm1").verdict.tier.name
    'PROVED'
"""

from __future__ import annotations

from rope_theory.evidence import claims
from rope_theory.evidence.formal.receipts import backing
from rope_theory.evidence.kept import KeptDecisions, fresh_run
from rope_theory.evidence.theory import LIBRARY


class Ledger(claims.Ledger):
    """Decides the claims of this package, each once; theorems that Coq's kernel checked count by their receipts.

    Args:
        profile: "quick" or "thorough".
        fresh: decide every claim anew; else decisions of earlier runs count where nothing has changed (`KeptDecisions`),
            unless CI is set in the environment.

    Example:
        >>> record = Ledger().decide("u26.fig5a")
        >>> record.verdict.tier.name, record.sound
        ('REFUTED', True)
    """

    def __init__(self, profile: str = "quick", fresh: bool = True):
        kept = None if fresh or fresh_run() else KeptDecisions(LIBRARY, profile)
        super().__init__(LIBRARY, profile, backing, kept)
