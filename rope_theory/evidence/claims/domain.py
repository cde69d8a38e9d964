"""A domain written once: formulas of z3 that are hypotheses at an instance, and the ground that derivations stand on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rope_theory.core.truth import Truth
from rope_theory.evidence.claims.hypothesis import Hypothesis


@dataclass(frozen=True)
class Domain:
    """Formulas over named variables, and what the variables are at an instance.

    Args:
        formulas: text -> z3 formula.
        of: takes the instance's values by keyword (and `**_`), returns {variable: exact number or z3 term}.
        facts: formulas on variables that `of` leaves free (bounds of an irrational number).
    """

    formulas: Mapping[str, Any]
    of: Callable[..., Mapping[Any, Any]]
    facts: tuple[Any, ...] = ()

    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """One hypothesis for each formula, evaluated exactly at the instance."""
        return tuple(Hypothesis(text, self._test(formula)) for text, formula in self.formulas.items())

    def ground(self) -> list[Any]:
        """The formulas and facts as derivations use them."""
        return [*self.facts, *self.formulas.values()]

    def _test(self, formula: Any) -> Callable[..., Truth]:
        def test(**instance: Any) -> Truth:
            from rope_theory.evidence.engines.arithmetic import holds_at

            return holds_at([formula], self.of(**instance), self.facts)

        return test


def domain(*formulas: Any, of: Callable[..., Mapping[Any, Any]], facts: tuple[Any, ...] = ()) -> Domain:
    """A domain of a claim.

    Args:
        formulas: z3 formulas, or pairs (text, formula) where the formula alone would not read well.
        of: what the variables are at an instance.
        facts: formulas on variables that `of` leaves free, such as bounds of π.

    Example:
        >>> import z3
        >>> n = z3.Int("n")
        >>> whole = domain(n >= 1, of=lambda tokens, **_: {n: len(tokens)})
        >>> whole.hypotheses()[0].text, whole.hypotheses()[0].at({"tokens": ("A",)})
        ('n >= 1', <Truth.TRUE: 'true'>)
    """
    pairs = [one if isinstance(one, tuple) else (" ".join(str(one).split()), one) for one in formulas]
    return Domain(dict(pairs), of, tuple(facts))
