"""The ledger that decides the claims of this package.

Example:
    >>> Ledger().decide("u25.thm1").verdict.tier.name
    'PROVED'
"""

from __future__ import annotations

from dataclasses import replace

from rope_theory.evidence import claims
from rope_theory.evidence.claims.proof import UNCOMPOSED
from rope_theory.evidence.formal.receipts import backing, committed_status
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

    def decide(self, claim_id: str) -> claims.Record:
        """The record of the claim; a formal proof that has drifted is a fault of every claim, also of one that a witness refutes.

        A refutation rests on its witness, but "every record is sound" says that receipts match the files.
        """
        known = claim_id in self._records
        record = super().decide(claim_id)
        if not known and committed_status(record.claim).status == "drifted":
            record = _drifted(record)
            self._records[claim_id] = record
        return record


def _drifted(record: claims.Record) -> claims.Record:
    """The record with the drift as its first fault; that the page alone does not reach the statement follows from it and is left out."""
    follows = f"{record.claim.id}: {UNCOMPOSED}"
    others = [fault for fault in record.faults if fault != follows]
    if len(others) < len(record.faults):
        record = replace(record, verdict=replace(record.verdict, method="no receipt counts"))
    return replace(record, faults=("its formal proof has drifted: no receipt counts for it", *others))
