"""Retrieval: inputs that stand for all inputs to T_Retrieval, its discrepancy over them, and shared hypotheses.

The head sees left letters and the letter asked for, and turning the circle changes no logit. So the letter asked for is
always the first one here, and one input stands for each pattern of left letters.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from typing import Any

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_sym, matches, spacing
from rope_theory.core.heads import logits
from rope_theory.core.tasks import (
    Pair,
    all_proper,
    improper,
    invalid_letter,
    pair_vocabulary,
    parse_letter,
    single_letters,
    solve_letter,
)
from rope_theory.evidence.claims import Hypothesis
from rope_theory.laws.gaps import Others, gap

Tokens = tuple[Pair, ...]

PROPER = Hypothesis("the input is proper", lambda tokens, **_: improper(tokens) is None)
ANGLE_RANGE = Hypothesis(
    "0 < θ < ω/(2 n0)", lambda letters, theta, n0, **_: Angle() < theta < spacing(len(letters)) / (2 * n0)
)
SHORT = Hypothesis("n <= n0", lambda tokens, n0, **_: len(tokens) <= n0)
MATCHED = Hypothesis("some position j <= n holds the letter asked for", lambda tokens, **_: bool(matches(tokens)))
LONGER = Hypothesis("n > 1", lambda n, **_: n > 1)
TWO_LETTERS = Hypothesis("|ALPH| >= 2", lambda count, **_: count >= 2)
#: What mends Theorem 3.2's half on T_Retrieval, by which gap Δ is: one sign, one position, and the sentence that keeps its purpose.
ONE_SIGN = "for Retrieval by the largest gap alone (Definition 3.1), ≥ for ≤: ∆Retrieval(n) ≥ 1 − cos(ω − nθ), |ALPH| ≥ 2, θ > 0, 1 < n ≤ n₀ ({})"
ONE_POSITION = "for Retrieval by p. 24's gap, over the whole alphabet, n − 1 for n: ∆Retrieval(n) ≤ 1 − cos(ω − (n−1)θ) (u26.retrieval-display)"
LEAD = (
    "on every proper input of length 1 < n ≤ n₀, the logit of the most attended token exceeds that of "
    "every token with another left letter by at least cos((n−2)θ) − cos(ω − (n−1)θ)"
)
RANGE = Hypothesis("0 < θ < ω/(2 n)", lambda count, n, theta: Angle() < theta < spacing(count) / (2 * n))


def case(text: str, **more: Any) -> dict[str, Any]:
    """An instance that is its tokens, as text, and what else is named."""
    return {"tokens": parse_letter(text), **more}


def instance(tokens: Any, theta: Angle | str, count: int = 2, **more: Any) -> dict[str, Any]:
    """An instance over the first `count` letters; tokens and θ as such or as text."""
    return {
        "letters": single_letters(count),
        "theta": Angle.parse(theta) if isinstance(theta, str) else theta,
        "tokens": parse_letter(tokens) if isinstance(tokens, str) else tuple(tokens),
        **more,
    }


def goes_back(tokens: Tokens, **_: Any) -> bool:
    """Each hop can be made to a position before the one it starts from (copies of a token count)."""
    if invalid_letter(tokens) is not None:
        return False
    position = len(tokens)
    for target in solve_letter(tokens).path[1:]:
        earlier = [p for p in range(1, position) if tokens[p - 1] == tokens[target - 1]]
        if not earlier:
            return False
        position = max(earlier)
    return True


def vocabulary(count: int, integers: int) -> list[Pair]:
    """All pairs over so many letters and integers, those with an integer first."""
    return [pair for kind in pair_vocabulary(count, integers) for pair in kind]


def proper_inputs(count: int, integers: int, longest: int) -> Iterator[Tokens]:
    """All proper inputs up to a length, shortest first."""
    return itertools.chain.from_iterable(all_proper(vocabulary(count, integers), n) for n in range(1, longest + 1))


def ranged_sizes(thorough: bool) -> Iterator[dict[str, Any]]:
    """Small alphabets and lengths, with angles within 0 < θ < ω/(2n)."""
    for count, longest in ((2, 5 if thorough else 4), (3, 4 if thorough else 3), (4, 3 if thorough else 2)):
        for n in range(2, longest + 1):
            for share in (2 * n + 1, 5 * n, 40 * n):
                yield {"count": count, "n": n, "theta": spacing(count) / share}


def letter_pair_inputs(count: int, n: int) -> Iterator[Tokens]:
    """One proper input of length n that ends in a letter pair for each pattern of left letters with a match."""
    letters = single_letters(count)
    for lefts in itertools.product(letters, repeat=n):
        if letters[0] in lefts:
            own = letters[0] if lefts[-1] == letters[0] else 1
            earlier = (Pair(left, own if left == letters[0] else 1) for left in lefts[:-1])
            yield (*earlier, Pair(lefts[-1], letters[0]))


def inputs(count: int, n: int) -> Iterator[Tokens]:
    """`letter_pair_inputs`, and those that end in a letter-integer token: one for each pattern of logits."""
    letters = single_letters(count)
    yield from letter_pair_inputs(count, n)
    for lefts in itertools.product(letters, repeat=n - 1):
        yield (*(Pair(left, 1) for left in lefts), Pair(letters[0], 1))


@functools.lru_cache(maxsize=4096)
def gaps(count: int, n: int, theta: Angle, others: Others = Others.OTHER_LETTER) -> tuple[Any, ...]:
    """(gap, input) for each of `inputs` on which T_Retrieval has one."""
    head = h_sym(LetterCircle(single_letters(count)), theta)
    found = ((gap(logits(head, tokens), others, tokens), tokens) for tokens in inputs(count, n))
    return tuple((value, tokens) for value, tokens in found if value is not None)


def delta(
    count: int, n: int, theta: Angle, others: Others = Others.OTHER_LETTER, extreme: Callable[..., Any] = max
) -> Any:
    """Δ_Retrieval(n) over all proper inputs of length n over `count` letters, exactly."""
    return extreme(value for value, _ in gaps(count, n, theta, others))
