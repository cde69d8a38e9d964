"""Layers of previous-token heads."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import always_asking
from rope_theory.core.errors import require, require_int
from rope_theory.core.heads import PhaseHead
from rope_theory.core.tasks import vocabulary
from rope_theory.machines.stacks.plan import PUBLISHED, StackPlan, number_stack


def previous_stack(
    length: int,
    layers: int,
    *,
    letters: int | Collection[str] = PUBLISHED["number"][0],
    frequencies: Sequence[Angle | Fraction] | None = None,
    code: str = "circle",
    **none,
) -> StackPlan:
    """The stack that answers the letter `layers` positions back: a previous-token head in every layer.

    The head is that of `number_stack`, whose tokens all ask for the integer 1; so is its lead, which holds for one
    position more than is needed.

    Args:
        length: n0 >= 2.
        layers: how many positions back, at least 1; of shorter inputs the first letter is answered.
        letters: the vocabulary.
        frequencies: exact, radians per position; default: 2π/n0.
        code: see `StackPlan`.
        none: `integers`, which this task has not got.

    Raises:
        InvalidInput: an argument out of range; integers.

    Example:
        >>> previous_stack(9, 2, letters=3).answers
        ('A', 'B', 'C')
    """
    require(none.get("integers") is None, "integers", "must not be given for the previous task", none.get("integers"))
    names, _ = vocabulary(letters, None)
    asked = number_stack(require_int("length", length, least=2), layers, letters=letters, integers=1,
                         frequencies=frequencies, code=code)  # fmt: skip
    head = PhaseHead("previous-token mix", always_asking(1, asked.head.planes))
    return StackPlan("previous", tuple(names), tuple(names), head, layers, length, asked.target, asked.rival, code)
