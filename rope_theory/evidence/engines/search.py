"""Search for counterexamples with Hypothesis: it finds, it never proves.

What is found counts only when the statement, evaluated exactly, says FALSE there; UNKNOWN is no counterexample, and a
search in which every answer was UNKNOWN has looked at nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rope_theory.core.truth import Truth, truth
from rope_theory.evidence.engines.strategies import built


@dataclass(frozen=True)
class Search:
    """Outcome of a search.

    Args:
        found: whether there is a counterexample.
        decided: evaluations that answered TRUE or FALSE.
        tried: all evaluations.
        case: a smallest counterexample, if one was found.
    """

    found: bool
    decided: int
    tried: int
    case: Any = None

    @property
    def truth(self) -> Truth:
        """FALSE if a counterexample was found, UNKNOWN if no case was decided; else TRUE: the search found none."""
        if self.found:
            return Truth.FALSE
        return Truth.TRUE if self.decided else Truth.UNKNOWN


def counterexample(strategy: Any, holds: Callable[[Any], Truth | bool], examples: int = 200) -> Search:
    """Look for a smallest case at which `holds` is exactly FALSE.

    Args:
        strategy: Hypothesis strategy of cases.
        holds: exact statement.
        examples: how many cases to try. The search is the same each time.

    Example:
        >>> from hypothesis import strategies as st
        >>> counterexample(st.integers(0, 100), lambda n: n < 50).case
        50
    """
    from hypothesis import HealthCheck, find, settings
    from hypothesis.errors import NoSuchExample

    rules = settings(
        max_examples=examples, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    answers = []

    def fails(case: Any) -> bool:
        answers.append(truth(holds(case)))
        return answers[-1] is Truth.FALSE

    try:
        found, case = True, find(built(strategy), fails, settings=rules)
    except NoSuchExample:
        found, case = False, None
    return Search(found, sum(answer is not Truth.UNKNOWN for answer in answers), len(answers), case)
