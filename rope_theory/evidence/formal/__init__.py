"""The kernel-checked proofs of proofs/formal/: their sources, the receipts, and a fresh run where Coq is there.

Names are machine-read. With X the claim's id, "." and "-" replaced by "_":

- ``Definition X_statement : Prop`` and ``Theorem X_proved : X_statement`` or ``Theorem X_refuted : ~ X_statement``;
- false neighbours: ``Definition X_neighbour_w : Prop`` and ``Theorem X_neighbour_w_false : ~ X_neighbour_w``.
"""

from rope_theory.evidence.formal.receipts import kernel_status
from rope_theory.evidence.formal.status import KernelStatus

__all__ = ["KernelStatus", "kernel_status"]
