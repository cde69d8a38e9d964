"""Logit gaps and discrepancies: which "others", and the maximum or the minimum over inputs.

The gap of one input is its largest logit minus the largest logit among the *others*. U26 uses three kinds; that the
third, which p. 24 displays over all other letters whether they occur or not, is one of tokens that occur is our reading:

| others | where | the gap is |
|---|---|---|
| ANY | F.2.1, for Index | undefined for n = 1, 0 when two positions tie at the top |
| NOT_MAXIMAL | Lemma F.1 | undefined for n = 1, 0 when all positions tie (as the lemma's proof sets it), else > 0 |
| OTHER_LETTER | F.2.2, for Retrieval, as read here | undefined when all tokens have one left letter |

The discrepancy Δ(n) is a maximum over the inputs of length n (Definition 3.1); what decoding needs is the
minimum. Three kinds times two extremes make six numbers. A claim about a discrepancy says which of them it
means.
"""

from __future__ import annotations

import enum
import functools
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rope_theory.core.angles import FULL_TURN, Angle, TrigSum
from rope_theory.core.constructions import LetterCircle, held
from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.heads import Head, Token, logits, maximisers
from rope_theory.core.numbers import Value
from rope_theory.core.tasks import Pair

SYMBOLS = "ABCDE"

#: See `races`.
Race = tuple[str, int, str | None, int]


class Others(enum.Enum):
    """With which logits the largest one is compared."""

    ANY = "any other position"
    NOT_MAXIMAL = "positions that are not maximisers"
    OTHER_LETTER = "tokens with another left letter"


def rivals(
    values: Sequence[Value],
    others: Others = Others.ANY,
    tokens: Sequence[Token] | None = None,
    letter: Callable[[Token], Any] = held,
) -> list[int]:
    """The indices (from 0) that count as others of the first maximiser.

    Args:
        values: logits, exact numbers, at least one.
        others: the kind.
        tokens: the keys, one per logit; needed for OTHER_LETTER only.
        letter: token -> its left letter.

    Raises:
        InvalidInput: `others` is no `Others`; OTHER_LETTER without one token per logit; no logit.
    """
    require(isinstance(others, Others), "others", f"must be one of {', '.join(map(str, Others))}", others)
    require(len(values) > 0, "values", "must not be empty", values)
    top = maximisers(values)
    if others is Others.ANY:
        return [index for index in range(len(values)) if index != top[0]]
    if others is Others.NOT_MAXIMAL:
        return [index for index in range(len(values)) if index not in top]
    if tokens is None or len(tokens) != len(values):
        raise InvalidInput("tokens", f"must number {len(values)}", tokens)
    return [index for index, token in enumerate(tokens) if letter(token) != letter(tokens[top[0]])]


def gap(
    values: Sequence[Value],
    others: Others = Others.ANY,
    tokens: Sequence[Token] | None = None,
    letter: Callable[[Token], Any] = held,
) -> Value:
    """The largest logit minus the largest one among the others; None where it is undefined.

    Args:
        values, others, tokens, letter: see `rivals`.

    Returns:
        exact number >= 0 (0 for NOT_MAXIMAL when all of at least two positions tie), None without others.

    Source: U26, Definition 3.1 and Appendix F.

    Example:
        >>> gap([1, 3, 3]), gap([1, 3, 3], Others.NOT_MAXIMAL), gap([3, 3], Others.NOT_MAXIMAL), gap([3])
        (0, 2, 0, None)
    """
    indices = rivals(values, others, tokens, letter)
    if indices:
        return max(values) - max(values[index] for index in indices)
    return 0 if others is Others.NOT_MAXIMAL and len(values) > 1 else None


def lead(values: Sequence[Value], index: int) -> Value:
    """By how much the logit at an index, as lists count it, leads every other; below 0 where it does not.

    Example:
        >>> lead([1, 3, 2], -2), lead([1, 3, 2], 0)
        (1, -2)
    """
    others = list(values)
    return others.pop(index) - max(others)


def input_gap(head: Head, tokens: Sequence[Token], others: Others = Others.ANY, position: int | None = None) -> Value:
    """The gap of the query at `position` (default: the last) against keys 1..position; see `gap`.

    Args:
        head: with exact logits.
        tokens: the input.
        others: the kind of gap.
        position: of the query, counted from 1.

    Returns:
        exact number >= 0; None where the gap is undefined.

    Raises:
        InvalidInput: `head` has no method `logit`, `others` is no `Others`, no tokens, or a position outside 1..length.

    Example:
        >>> from fractions import Fraction
        >>> from rope_theory import Angle, h_pos
        >>> input_gap(h_pos(Angle.parse("2pi/3")), ["A", "B", 1]) == Fraction(3, 2)
        True
    """
    values = logits(head, tokens, position)
    return gap(values, others, tokens[: len(values)])


def discrepancy(
    head: Head, inputs: Iterable[Sequence[Token]], others: Others = Others.ANY, extreme: Callable[..., Any] = max
) -> Value:
    """The largest (or smallest) gap of the last query over a family of inputs; None if it is nowhere defined.

    Args:
        head: with exact logits.
        inputs: token sequences, usually all of one length.
        others: the kind of gap. Inputs on which it is undefined are passed over.
        extreme: `max` (Definition 3.1) or `min` (what decoding needs).
    """
    gaps = [value for tokens in inputs if (value := input_gap(head, tokens, others)) is not None]
    return extreme(gaps, default=None)


def worst_pair_input(n: int) -> tuple[Pair, ...]:
    """The proper input (n >= 3) that costs T_Retrieval's letter pairs most: A1 B1 A1 … A1 AB.

    The match B stands at distance n - 2, the letter before it on the circle at distance n - 1 and everywhere else.
    """
    require(n >= 3, "n", "must be at least 3", n)
    return (Pair("A", 1), Pair("B", 1), *(Pair("A", 1),) * (n - 3), Pair("A", "B"))


def printed_bound(count: int, n: int, theta: Angle) -> TrigSum:
    """1 - cos(ω - nθ), ω = 2π/count: U26's bound on Δ_Retrieval(n), which is false (u26.retrieval-bound)."""
    return 1 - (FULL_TURN / count - n * theta).cos()


def least_gap(count: int, n: int, theta: Angle) -> TrigSum:
    """2 sin((ω-θ)/2) sin((ω-(2n-3)θ)/2), ω = 2π/count: T_Retrieval's smallest gap to another left letter, over the proper
    inputs of length n, where (2n-3)θ < ω. Beyond, the formula is not the smallest gap, and is refused.

    Args:
        count: letters, at least 2.
        n: length, at least 2.
        theta: 0 <= θ < ω/(2n-3).

    Raises:
        InvalidInput: one of them is outside.

    Source: u26.retrieval-bound.corrected.

    Example:
        >>> from fractions import Fraction
        >>> least_gap(2, 10, Angle(Fraction(1, 60))) == Angle(Fraction(8, 60)).cos() - Angle(Fraction(21, 60)).cos()
        True
    """
    require_int("count", count, least=2)
    require_int("n", n, least=2)
    require(isinstance(theta, Angle), "theta", "must be an Angle", theta)
    edge = FULL_TURN / count / (2 * n - 3)
    require(Angle() <= theta < edge, "theta", f"must be at least 0 and less than ω/(2n-3) = {edge}", theta)
    return _least_gap(count, n, theta)


def _least_gap(count: int, n: int, theta: Angle, lost: int = 3) -> TrigSum:
    """The formula of `least_gap` at any angle; `lost` other than 3 is wrong, for controls."""
    omega = FULL_TURN / count
    return 2 * ((omega - theta) / 2).sin() * ((omega - (2 * n - lost) * theta) / 2).sin()


def spare_circle(symbols: int) -> LetterCircle:
    """The symbols on a circle with a spare position for the key of the lone query: ω = 2π/(symbols + 1)."""
    return LetterCircle(tuple(SYMBOLS[:symbols]), spare=True)


def spacing(symbols: int) -> Angle:
    """ω of `spare_circle`."""
    return FULL_TURN / (symbols + 1)


@functools.cache
def races(symbols: int, n: int, competes: bool = True, all_occur: bool = False) -> frozenset[Race]:
    """Who must beat whom in Partial Induction, over all inputs of n - 1 pairs and a query whose symbol occurs.

    Args:
        symbols: how many symbols there are.
        n: length.
        competes: whether the query's own key is a rival.
        all_occur: only inputs in which every symbol occurs.

    Returns:
        (query, distance of its last occurrence, rival's letter or None for the query's own key, rival's distance).
    """
    letters = SYMBOLS[:symbols]
    found: set[Race] = set()
    for held_letters in itertools.product(letters, repeat=n - 1):  # held_letters[t - 1] stands at distance t
        if all_occur and len(set(held_letters)) < symbols:
            continue
        for query in set(held_letters):
            last = held_letters.index(query) + 1
            found.update((query, last, letter, t) for t, letter in enumerate(held_letters, 1) if t != last)
            if competes:
                found.add((query, last, None, 0))
    return frozenset(found)


def smallest_gap(head: Head, n: int, contests: frozenset[Race]) -> TrigSum:
    """The least logit lead of the queried symbol's last occurrence over a rival; <= 0 if some input is answered wrong.

    Args:
        contests: see `races`.
    """

    @functools.cache
    def logit(query: str, letter: str | None, t: int) -> TrigSum:
        return TrigSum.of(head.logit(query, n, query if letter is None else Pair(letter, 1), n - t))

    return min(logit(query, query, last) - logit(query, letter, t) for query, last, letter, t in contests)


def single_gap_formula(symbols: int, n: int, theta: Angle) -> TrigSum:
    """min(cos θ - cos 2θ, 2 sin((ω-θ)/2) sin((ω-(2n-3)θ)/2)), the gap of H_SYM in Partial Induction; the first from n = 3 on.

    Args:
        theta: (2n-3)θ < ω.

    Source: new.single-angle-induction.
    """
    return _single_gap_formula(symbols, n, theta)


def _single_gap_formula(symbols: int, n: int, theta: Angle, sign: int = -1) -> TrigSum:
    """`single_gap_formula`; `sign` 1 gives a false one, for controls."""
    omega = spacing(symbols)
    product = 2 * ((omega + sign * theta) / 2).sin() * ((omega - (2 * n - 3) * theta) / 2).sin()
    return min([product, *([theta.cos() - (2 * theta).cos()] if n >= 3 else [])])


def reach(n: int, theta: Angle, competes: bool = True) -> TrigSum:
    """How much recency can favour a rival, per unit of B: cos θ - cos((n-1)θ), with 1 for cos θ if the query competes."""
    return (Angle() if competes else theta).cos() - ((n - 1) * theta).cos()


def symbol_lead(symbols: int, n: int, theta: Angle, A: Value, B: Value, competes: bool = True) -> TrigSum:
    """A(1 - cos ω) - B·`reach`: the least lead of a match of H_MIX over another symbol, or over the query's own key."""
    return A * (1 - spacing(symbols).cos()) - B * reach(n, theta, competes)


def mix_gap(symbols: int, n: int, theta: Angle, A: Value, B: Value, competes: bool = True) -> TrigSum:
    """The gap of H_MIX in Partial Induction: the least of `symbol_lead` and, from n = 3 on, of the first and the last step
    of recency, B(cos θ - cos 2θ) and B(cos((n-2)θ) - cos((n-1)θ)).

    Args:
        theta: (n - 3/2)θ < π.

    Source: new.two-angle-threshold.gap.
    """
    return _mix_gap(symbols, n, theta, A, B, competes)


def _mix_gap(symbols: int, n: int, theta: Angle, A: Value, B: Value, competes: bool, last_step: bool = True) -> TrigSum:
    """`mix_gap`; without its `last_step` a false one, for controls."""
    steps = [B * ((t * theta).cos() - ((t + 1) * theta).cos()) for t in ((1, n - 2) if last_step else (1,)) if n >= 3]
    return min([symbol_lead(symbols, n, theta, A, B, competes), *steps])
