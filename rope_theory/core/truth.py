"""Three-valued truth: what a rigorous comparison can answer.

Two overlapping balls answer False to both x < y and x >= y, so a plain bool cannot carry a proof.
`Truth` refuses to be used as a bool: say `is Truth.TRUE`.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable

from rope_theory.core.numbers import Value


class Truth(enum.Enum):
    """TRUE, FALSE or UNKNOWN, with the strong Kleene connectives `&`, `|`, `~`.

    Example:
        >>> Truth.UNKNOWN & Truth.FALSE
        <Truth.FALSE: 'false'>
    """

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        raise TypeError(f"{self} has no truth value of its own; compare with `is Truth.TRUE`")

    def __invert__(self) -> Truth:
        return {Truth.TRUE: Truth.FALSE, Truth.FALSE: Truth.TRUE}.get(self, Truth.UNKNOWN)

    def decided(self) -> bool | None:
        """True or False, None where it is unknown: as JSON has it."""
        return {Truth.TRUE: True, Truth.FALSE: False}.get(self)

    def __and__(self, other: Truth) -> Truth:
        return every((self, other))

    def __or__(self, other: Truth) -> Truth:
        return ~every((~self, ~other))


def truth(value: Truth | bool) -> Truth:
    """Read an exact bool as a Truth; anything else (a NumPy bool, a number) is a mistake.

    Raises:
        TypeError: `value` is neither.
    """
    if isinstance(value, Truth):
        return value
    if value is True or value is False:
        return Truth.TRUE if value else Truth.FALSE
    raise TypeError(f"a statement must answer Truth or bool, got {value!r}")


def every(values: Iterable[Truth | bool]) -> Truth:
    """FALSE if any is FALSE, else UNKNOWN if any is UNKNOWN, else TRUE."""
    result = Truth.TRUE
    for value in map(truth, values):
        if value is Truth.FALSE:
            return value
        if value is Truth.UNKNOWN:
            result = value
    return result


def less(left: Value, right: Value) -> Truth:
    """left < right for numbers with a sound `<`: Fraction, int, `TrigSum`, `Angle`, arb (overlap: UNKNOWN).

    Floats are refused: they decide nothing.
    """
    if any(isinstance(side, float) or hasattr(side, "dtype") for side in (left, right)):
        raise TypeError("floating point decides nothing; compare exact numbers or balls")
    if left < right:
        return Truth.TRUE
    return Truth.FALSE if left >= right else Truth.UNKNOWN


def at_most(left: Value, right: Value) -> Truth:
    """left <= right, three-valued; see `less`."""
    return ~less(right, left)
