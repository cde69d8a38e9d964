"""Conditions on the instances of a claim."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rope_theory.core.truth import Truth, every

Instance = Mapping[str, Any]
Predicate = Callable[..., Truth | bool]


@dataclass(frozen=True)
class Hypothesis:
    """A named condition on an instance.

    Args:
        text: as a reader would say it, e.g. "0 < θ < ω/(2 n0)".
        test: takes the instance's values by keyword (and `**_`), answers exactly.
        table: the rows of the table that it speaks of, as a reader reads them; () where it speaks of none, or where the
            instances themselves say enough (`Among`).
    """

    text: str
    test: Predicate
    table: tuple[str, ...] = field(default=(), kw_only=True)

    def at(self, instance: Instance) -> Truth:
        """Whether the condition holds at `instance`."""
        return every([self.test(**instance)])


@dataclass(frozen=True)
class Among(Hypothesis):
    """The hypothesis that an instance is one of finitely many, which are all listed: a domain that can be exhausted.

    Args:
        rows: (thorough: bool) -> the instances; where they are to be exhausted, the same in both profiles.
    """

    rows: Callable[[bool], Sequence[Instance]]

    @classmethod
    def of(cls, text: str, rows: Callable[[bool], Iterable[Instance]] | Iterable[Instance]) -> Among:
        """The hypothesis "one of these rows"; a statement may take further arguments of its own."""
        listed = rows if callable(rows) else lambda thorough, fixed=tuple(rows): fixed
        return cls(text, lambda **at: any(row == at for row in listed(True)), lambda thorough: tuple(listed(thorough)))


def combinations(**values: Iterable[Any]) -> Callable[[bool], Iterator[Instance]]:
    """(thorough) -> every combination of the values, the last name running fastest: a family to attack with (`small`).

    Example:
        >>> list(combinations(n=(1, 2), k=(0,))(False))
        [{'n': 1, 'k': 0}, {'n': 2, 'k': 0}]
    """
    listed = [tuple(choices) for choices in values.values()]
    return lambda thorough: (dict(zip(values, row, strict=True)) for row in itertools.product(*listed))
