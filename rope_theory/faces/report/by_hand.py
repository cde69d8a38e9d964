"""Witnesses in two lines that can be redone by hand: both sides are computed from the witness, none is written down."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from flint import arb

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import LetterCircle, h_pos, h_sym, spacing
from rope_theory.core.heads import content_by_position, logits
from rope_theory.core.numbers import Value
from rope_theory.core.rope import frequencies, rounds_to
from rope_theory.core.tasks import (
    index_function,
    listing1_index,
    parse_letter,
    retrieval_function,
    single_letters,
    solve_number,
)
from rope_theory.core.truth import Truth, less, truth
from rope_theory.evidence.instances.retrieval import gaps, proper_inputs, vocabulary
from rope_theory.evidence.theory import LIBRARY
from rope_theory.faces.report.rows import show
from rope_theory.laws.discrepancy.pigeonhole import square_law
from rope_theory.laws.gaps import Others, gap, input_gap, printed_bound

#: What `number` writes as a fraction.
_FRACTIONS = sorted({Fraction(a, b) for b in range(1, 13) for a in range(-4 * b, 4 * b + 1)})


class ByHand(NamedTuple):
    """Two lines, and whether what they compute contradicts the statement."""

    first: str
    second: str
    contradicts: Truth


def by_hand(claim_id: str, witness: Mapping[str, Any]) -> ByHand | None:
    """The witness in two lines; None for claims whose witness is shown as it is.

    Example:
        >>> from rope_theory import Angle
        >>> print(by_hand("u26.index-unique", {"tokens": ("A", "B"), "theta": Angle.parse("2pi")}).second)
        The largest logit is taken 2 times, so the discrepancy is 0.
    """
    check = CHECKS.get(claim_id)
    return check(**witness) if check else None


def number(value: Value) -> str:
    """A number as it is written by hand: a fraction with a small denominator if it is one, else its first four decimals.

    Example:
        >>> number(Angle.parse("2pi/3").cos()), number(Angle.parse("pi/4").cos())
        ('−1/2', '0.7071…')
    """
    if not isinstance(value, arb):
        for fraction in _FRACTIONS:
            if value == fraction:
                return str(fraction).replace("-", "−")
    decimals = math.trunc(10**4 * float(ball(value).mid())) / 10**4
    return f"{decimals:.4f}…".replace("-", "−")


def angle(theta: Angle) -> str:
    """An angle in radians by hand.

    Example:
        >>> angle(Angle.parse("2pi/3")), angle(Angle.parse("pi/8")), angle(Angle.parse("2pi"))
        ('2π/3', 'π/8', '2π')
    """
    if theta.radians or not theta.turns:
        return show(theta)
    top, bottom = (2 * theta.turns).numerator, (2 * theta.turns).denominator
    return f"{'' if top == 1 else '−' if top == -1 else top}π" + (f"/{bottom}" if bottom > 1 else "")


def _numbers(values: Any) -> str:
    return ", ".join(map(number, values))


def _index_bound_length(tokens: tuple, theta: Angle) -> ByHand:
    found, bound, n = input_gap(h_pos(theta), tokens), square_law(len(tokens)), len(tokens)
    values = _numbers(logits(h_pos(theta), tokens))
    return ByHand(
        f"{show(tokens)} at θ = {angle(theta)}: the logits are {values}, so the gap is {number(found)}.",
        f"The bound is 2π²/{n}² = {number(bound)}, which is less.",
        less(bound, ball(found)),
    )


def _index_unique(tokens: tuple, theta: Angle) -> ByHand:
    values = logits(h_pos(theta), tokens)
    times = values.count(max(values))
    return ByHand(
        f"{show(tokens)} at θ = {angle(theta)}, an irrational number: the logits are {_numbers(values)}.",
        f"The largest logit is taken {times} times, so the discrepancy is {number(input_gap(h_pos(theta), tokens))}.",
        truth(times > 1 and theta.turns != 0),
    )


def _listing1(part: str, tokens: tuple) -> ByHand:
    listed, kept = listing1_index(tokens), index_function(tokens)
    index, hop = next((n, i) for n, i in enumerate(tokens) if isinstance(i, int) and i > n)
    return ByHand(
        f"{show(tokens)}: index {index} holds {hop}, and Python reads seq[{index - hop}] from the end; the listing "
        f"gives {show(tuple(listed))}.",
        f"By Definition F.1 no position stands {hop} before it, so the {hop} is kept: {show(kept)}.",
        truth(tuple(listed) != kept),
    )


def _number_solution(tokens: tuple) -> ByHand:
    n1, n2, k, j = LIBRARY.page_of("u26.number-solution").last_hop(tokens)
    printed = tokens[n2 - j] if 1 <= n2 - j + 1 <= n1 else "no letter"
    answer = solve_number(tokens).answer
    return ByHand(
        f"{show(tokens)}: n1 = {n1}, n2 = {n2}, k_HL = {k}, j = {j}; the index n2 − j + 1 = {n2 - j + 1} names {printed}.",
        f"The hop goes from position {n1 + k} to position n1 + k_HL − j = {n1 + k - j}: {answer}.",
        truth(printed != answer),
    )


def _rem31b(letters: tuple, theta: Angle, tokens: tuple, n0: int) -> ByHand:
    row, far = content_by_position(h_sym(LetterCircle(letters), theta), tokens)[0], len(tokens) - 1
    return ByHand(
        f"{len(letters)} letter, ω = {angle(spacing(len(letters)))}, n0 = {n0}, θ = {angle(theta)}, input {show(tokens)}: "
        f"the content {show(tokens[0])} has the logit cos({far}θ) = {number(row[0])} at position 1 and cos({far - 1}θ) = "
        f"{number(row[1])} at position 2.",
        "A head that is symbolic on this input would give one content the same logit at both.",
        truth(row[:2] == [(far * theta).cos(), ((far - 1) * theta).cos()] and row[0] != row[1]),
    )


def _rem31d(model: str, count: int, integers: int, longest: int) -> ByHand:
    build, beta = LIBRARY.page_of("u26.rem31d").MODELS[model]
    layer = build(vocabulary(count, integers))
    inputs = [parse_letter(text) for text in ("A1 B1 BA", "B1 A1 BA")]
    runs = [layer.run(tokens, None, beta) for tokens in inputs]
    lines = []
    for tokens, run in zip(inputs, runs, strict=True):
        ranked = sorted(run.scores.items(), key=lambda item: -float(item[1]))
        scores = ", ".join(f"{show((token,))} {number(score)}" for token, score in ranked)
        lines.append(f"{show(tokens)}: weights {_numbers(run.weights)}; scores {scores}; answer {show((run.answer,))}")
    right = all(
        layer.run(tokens, None, beta).answer == retrieval_function(tokens)[-1]
        for tokens in proper_inputs(count, integers, longest)
    )
    return ByHand(
        f"{model}, where Qx is 2 on each pair that begins with the letter asked for: {lines[0]}.",
        f"Swapped, {lines[1]}: the weights see positions only, and both answers are right; so on all proper "
        f"inputs over {count} letters and the integers up to {integers} of length at most {longest}.",
        truth(right and runs[0].logits == runs[1].logits and longest >= len(inputs[0])),
    )


def _retrieval_bound(count: int, n: int, theta: Angle) -> ByHand:
    every, bound, omega = list(gaps(count, n, theta)), printed_bound(count, n, theta), spacing(count)
    found, tokens = next(item for item in every if isinstance(item[1][-1].right, int))
    values = logits(h_sym(LetterCircle(single_letters(count)), theta), tokens)
    return ByHand(
        f"{count} letters, ω = {angle(omega)}, θ = {angle(theta)}, input {show(tokens)}: the logits are {_numbers(values)}, "
        f"so the gap is {number(found)}, and Δ({n}), a maximum over inputs, is no less.",
        f"The bound is 1 − cos(ω − {n}θ) = 1 − cos({angle(omega - n * theta)}) = {number(bound)}, which is less.",
        truth(bound < found <= max(value for value, _ in every) and found == gap(values, Others.OTHER_LETTER, tokens)),
    )


def _fig5a(row: int, value: Fraction, decimals: int) -> ByHand:
    near = next(k for k in range(10 ** (decimals + 1)) if rounds_to(Fraction(k, 10**decimals), decimals, row))
    frequency = frequencies(10000, 128, "ball")[row - 1]
    return ByHand(
        f"The frequency with id {row} is 10000^{{−{2 * (row - 1)}/128}} = {number(frequency)}.",
        f"At {decimals} decimal that is {near / 10**decimals}, not {float(value)}.",
        truth(not rounds_to(value, decimals, row)),
    )


def _printed_weights(D: tuple, tau: Fraction, flips: tuple) -> ByHand:
    exponents = LIBRARY.page_of("new.swap-scores.printed-weights").exponents
    both = [exponents(D, tau), exponents(D, tau, flips)]
    turned = flips.index(True)
    shares = []
    for values in both:
        powers = [ball(value).exp() for value in values]
        shares.append(powers[turned] / sum(powers[1:], powers[0]))
    lines = [
        f"exponents {_numbers(values)}, weight {number(share)}" for values, share in zip(both, shares, strict=True)
    ]
    return ByHand(
        f"d = {_numbers(D)} and τ = {number(tau)}; the swaps (1 2), (1 3), (2 3) have the {lines[0]} of the swap (1 2).",
        f"The same swap written (2 1): {lines[1]}.",
        truth(flips == (True, False, False) and not shares[0].overlaps(shares[1])),
    )


#: Refuted claims whose witness is worked out in two lines.
CHECKS: dict[str, Callable[..., ByHand]] = {
    "u26.index-bound-length": _index_bound_length,
    "u26.index-unique": _index_unique,
    "u26.listing1": _listing1,
    "u26.number-solution": _number_solution,
    "u26.rem31b": _rem31b,
    "u26.rem31d": _rem31d,
    "u26.retrieval-bound": _retrieval_bound,
    "u26.fig5a": _fig5a,
    "new.swap-scores.printed-weights": _printed_weights,
}
