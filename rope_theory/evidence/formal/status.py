"""What can be said of one claim's formal proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rope_theory.evidence.claims.trusted import Trusted

#: What a verdict takes on trust while its formal proof counts by a receipt, and Coq was not run.
RECEIPT = Trusted(
    "receipts (receipts.json): that Coq was run on just these files; rope-theory verify --kernel (or formal --run --check) runs it again"
)

#: status -> what it means.
MEANING = {
    "checked": "compiled and checked by Coq's kernel in this run",
    "receipt": "checked when the receipt was written; sources and wording have not changed since",
    "drifted": "the formal proof no longer compiles, or no longer belongs to this claim",
    "none": "no formal proof",
}
#: Those of a formal proof that counts.
BACKING = ("checked", "receipt")


@dataclass(frozen=True)
class KernelStatus:
    """The formal proof of one claim.

    Args:
        status: a key of `MEANING`.
        kind: "proved" or "refuted"; "" where there is no theorem.
        file: name in proofs/formal.
        statement: the formal statement as Coq prints it.
        definitions: the sentences of our own that say what the statement means, the statement's own among them.
        neighbours: the false neighbours as Coq prints them, by name; their negations are theorems.
        assumptions: full names of the axioms, from Print Assumptions.
        versions: "coq" and the libraries, as when it was checked.
        reasons: why it is drifted.
    """

    status: str
    kind: str = ""
    file: str = ""
    statement: str = ""
    definitions: tuple[str, ...] = ()
    neighbours: dict[str, str] | None = None
    assumptions: tuple[str, ...] = ()
    versions: dict[str, str] | None = None
    reasons: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The status as plain data."""
        return {
            "status": self.status,
            "kind": self.kind,
            "file": f"proofs/formal/{self.file}" if self.file else "",
            "statement": self.statement,
            "definitions": list(self.definitions),
            "neighbours": dict(self.neighbours or {}),
            "assumptions": list(self.assumptions),
            "versions": dict(self.versions or {}),
            "reasons": list(self.reasons),
        }
