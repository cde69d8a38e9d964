"""The error of a question that an engine does not take."""

from __future__ import annotations


class EngineRefusal(ValueError):
    """The question is not one the engine may answer: its wording hides a condition, or part of it says nothing.

    UNKNOWN is for a question that was understood and not decided; a refused question was never put.

    Example:
        >>> import sympy
        >>> from rope_theory.evidence.engines.symbolic import is_identity
        >>> t = sympy.Symbol("t", positive=True)
        >>> is_identity(sympy.sqrt(t**2), t)
        Traceback (most recent call last):
            ...
        rope_theory.evidence.engines.refusal.EngineRefusal: t is assumed to be positive, which is not stated
    """
