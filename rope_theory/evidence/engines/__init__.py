"""Engines: each turns one kind of question into a `Truth`, by machine.

`symbolic` decides trigonometric identities, `arithmetic` implications of polynomial inequalities (z3), `balls`
inequalities over boxes, `exhaustion` finite domains, `search` looks for counterexamples and proves nothing.
`guard` watches how formulas are written down, `inspection` how predicates compute; a question that is put in a way
that could mean something else is refused (`EngineRefusal`), not answered.
"""

from rope_theory.evidence.engines.refusal import EngineRefusal

__all__ = ["EngineRefusal"]
