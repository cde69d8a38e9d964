"""How large the inverse temperature must be: the weight of a target against the gaps of its rivals.

With logit gaps δ_1..δ_m of the rivals, the target's softmax weight is 1/(1 + Σ e^{-βδ_j}). It exceeds one
half exactly for β > β*, the root of Σ e^{-βδ_j} = 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

import flint
from flint import arb

from rope_theory.core.angles import Angle, TrigSum, ball
from rope_theory.core.decoding import beta_enough, readout_ratio, scores
from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.heads import hard_attention, maximisers, softmax
from rope_theory.core.numbers import Value
from rope_theory.core.reading import scale
from rope_theory.core.truth import Truth, every, less
from rope_theory.laws.gaps import Others, gap

#: One input: its logits, and the value vector of each position.
Row: TypeAlias = tuple[Sequence[Value], Sequence[Sequence[Value]]]


def _gaps(gaps: Sequence[Value]) -> list[arb]:
    require(len(gaps) > 0, "gaps", "must not be empty", gaps)
    require(not any(isinstance(gap, float) for gap in gaps), "gaps", "must be exact or balls, not floats", gaps)
    balls = [ball(gap) for gap in gaps]
    require(all(gap > 0 for gap in balls), "gaps", "must be positive: the target leads", gaps)
    return balls


def rivals_total(gaps: Sequence[Value], beta: Value) -> arb:
    """Σ e^{-βδ_j} as a ball; the target's weight is 1/(1 + that)."""
    return sum(((-ball(beta) * ball(gap)).exp() for gap in gaps), arb(0))


def has_half(gaps: Sequence[Value], beta: Value) -> Truth:
    """Whether the target gets more than half of the weight at β, by balls at the working precision.

    Example:
        >>> has_half([1, 1], 1)
        <Truth.TRUE: 'true'>
    """
    return less(rivals_total(gaps, beta), arb(1))


def beta_threshold(gaps: Sequence[Value], bits: int = 53) -> arb:
    """β*: the target's weight exceeds one half exactly for β > β*; a ball that contains it, for certain.

    Args:
        gaps: δ_j > 0, the target's logit minus each rival's: exact numbers or balls (int, Fraction,
            `TrigSum`, arb).
        bits: relative accuracy asked for, >= 8. Inexact balls are answered as accurately as they allow.

    Returns:
        β* as a ball; 0 exactly for a single rival.

    Raises:
        InvalidInput: no rival, a gap that is not positive, a float, or balls too wide for any answer.

    Source: new.beta-explicit.threshold.

    Example:
        >>> threshold = beta_threshold([1, 1, 2])  # 2x + x² = 1 for x = e^{-β}: β* = ln(1 + √2)
        >>> (threshold - (1 + arb(2).sqrt()).log()).contains(0), threshold.rel_accuracy_bits() >= 53
        (True, True)
    """
    require_int("bits", bits, least=8)
    if len(_gaps(gaps)) == 1:
        return arb(0)
    with flint.ctx.workprec(2 * bits + 64):
        deltas = _gaps(gaps)
        root = _newton(deltas)
        for lost in range(bits):  # widen until both sides are certain
            radius = abs(root) * arb(2) ** (lost - bits - 2)
            if has_half(deltas, root - radius) is Truth.FALSE and has_half(deltas, root + radius) is Truth.TRUE:
                return root + arb(0, 1) * radius
    raise InvalidInput("gaps", "must be enclosed more tightly", gaps)


def _newton(deltas: list[arb]) -> arb:
    """A point near the root (no enclosure): from the left, Newton's method on the convex Σ e^{-βδ} - 1
    increases to it.
    """
    exact = [delta.mid() for delta in deltas]
    beta = (arb(len(exact)).log() / max(exact)).mid()
    for _ in range(400):
        powers = [(-beta * delta).exp() for delta in exact]
        slope = sum((p * delta for p, delta in zip(powers, exact, strict=True)), arb(0))
        step = ((sum(powers, arb(0)) - 1) / slope).mid()
        beta = (beta + step).mid()
        if abs(step) <= abs(beta) * arb(2) ** (12 - flint.ctx.prec):
            break
    return beta


def beta_bounds(gaps: Sequence[Value]) -> tuple[arb, arb]:
    """max_k ln(k)/δ_(k) <= β* <= max_k ln(k(k+1))/δ_(k), with the gaps in increasing order δ_(1) <= δ_(2) <=
    ….

    If the two smallest gaps are equal, the upper bound is at most ln 6/ln 2 < 2.59 times the lower one.

    Args:
        gaps: as for `beta_threshold`; balls must not overlap unless equal gaps are meant.

    Source: new.beta-explicit.threshold.
    """
    ordered = sorted(_gaps(gaps), key=lambda gap: gap.mid())
    lower = [arb(k).log() / gap for k, gap in enumerate(ordered, 1)]
    upper = [arb(k * (k + 1)).log() / gap for k, gap in enumerate(ordered, 1)]
    return _largest(lower), _largest(upper)


def _largest(values: list[arb]) -> arb:
    result = values[0]
    for value in values[1:]:
        result = result.max(value)
    return result


def circle_gaps(n: int) -> list[TrigSum]:
    """1 - cos(2πk/n), k = 1..n-1: the gaps of T_Index at θ = 2π/n, whatever position is asked for."""
    return [1 - Angle(Fraction(k, n)).cos() for k in range(1, n)]


def circle_total(n: int, scaled: Value) -> arb:
    """S = Σ e^{-βδ_k} over `circle_gaps` at β = scaled/Δ, Δ the smallest gap."""
    gaps = [ball(gap) for gap in circle_gaps(n)]
    return rivals_total([gap / gaps[0] for gap in gaps], scaled)


def circle_total_from(least: int, scaled: Value) -> arb:
    """An upper bound of `circle_total` for every n >= least: two rivals at each k <= n/2, δ_k/Δ at least its value at
    n = least for k <= least/2, and at least 4k²/π² beyond.

    Source: new.beta-explicit.index.
    """
    near, gaps = least // 2, [ball(gap) for gap in circle_gaps(least)]
    head = 2 * rivals_total([gap / gaps[0] for gap in gaps[:near]], scaled)
    rate = ball(scaled) * 4 / arb.pi() ** 2
    # k = near + 1; from k to k + 1 the exponent grows by at least 2(near + 1) + 1
    first = (-rate * (near + 1) ** 2).exp()
    return head + 2 * first / (1 - (-rate * (2 * near + 3)).exp())


def theta_total(scaled: Value, most: int = 4) -> arb:
    """2 Σ_{k <= most} e^{-scaled·k²}: a lower bound of `circle_total` for every n > 2·most, as δ_k/Δ <= k².

    Source: new.beta-explicit.index.
    """
    return 2 * rivals_total([k * k for k in range(1, most + 1)], scaled)


def scaled_threshold(n: int) -> arb:
    """β*·Δ for T_Index at θ = 2π/n, Δ = 1 - cos(2π/n), n >= 3; it tends to `theta_constant`.

    Source: new.beta-explicit.index.

    Example:
        >>> scaled_threshold(3).overlaps(arb(2).log())
        True
    """
    gaps = circle_gaps(n)
    return beta_threshold(gaps) * ball(gaps[0])


def theta_constant(bits: int = 53) -> arb:
    """The c with 2 Σ_{k>=1} e^{-ck²} = 1, enclosed: 0.78540912…, just above π/4 = 0.78539816….

    Source: new.beta-explicit.index-limit.

    Example:
        >>> theta_constant() > arb.pi() / 4
        True
    """
    # e^{-ck²}, k > 12, adds less than 1e-56, which the width allows for.
    truncated = beta_threshold([k * k for k in range(1, 13) for _ in range(2)], bits)
    return truncated + arb(0, 1) * ball(Fraction(1, 10**50))


def bend(vector: Sequence[Value]) -> list[Value]:
    """A continuous F that is not monotone: x(3/2 - x) in each coordinate."""
    return [x * (scale(Fraction(3, 2), x * 0 + 1) - x) for x in vector]


#: Continuous output functions by name.
OUTPUTS: dict[str, Callable[[Sequence[Value]], list[Value]]] = {"linear": list, "x(3/2 - x)": bend}


def hard_answer(row: Row, output: str = "linear") -> int | None:
    """The output that leads under average hard attention; None if two tie at the top."""
    logits, values = row
    top = maximisers(OUTPUTS[output](scores(hard_attention(logits), values)))
    return top[0] if len(top) == 1 else None


def soft_answer_is(row: Row, answer: int | None, beta: Value, output: str = "linear") -> Truth:
    """Whether `answer` leads strictly under softmax attention, by balls.

    Raises:
        InvalidInput: no answer (None: hard attention ties).
    """
    if answer is None:
        raise InvalidInput("answer", "must be an output, not a tie of hard attention", answer)
    logits, values = row
    result = OUTPUTS[output](scores(softmax(logits, beta), [list(map(ball, line)) for line in values]))
    return every(less(result[k], result[answer]) for k in range(len(result)) if k != answer)


def decodes_as_hard(inputs: Sequence[Row], beta: Value, output: str = "linear") -> Truth:
    return every(soft_answer_is(row, hard_answer(row, output), beta, output) for row in inputs)


def least_gap(inputs: Sequence[Row]) -> Value:
    """The smallest gap to a position that is not a maximiser, over inputs that have one; None if none has."""
    return min((value for logits, _ in inputs if (value := gap(logits, Others.NOT_MAXIMAL))), default=None)


def _largest_ratio(inputs: Sequence[Row]) -> Fraction:
    ratios = [readout_ratio(*row) for row in inputs]
    known = [ratio for ratio in ratios if ratio is not None]
    require(len(known) == len(ratios), "inputs", "must each have an answer under hard attention", inputs)
    return max(known)


def explicit_beta(inputs: Sequence[Row], ratio: bool = True) -> Fraction:
    """β just above ln((n0 - 1)κ)/Δ: softmax then decodes these inputs as average hard attention does, for linear F.

    Any β will do if every input ties throughout.

    Args:
        inputs: (logits, values) of each input; values: the value vector of each position, the residual path added.
        ratio: False takes 1 for κ, which is not enough.

    Source: u26.lemF1.explicit.
    """
    delta = least_gap(inputs)
    if delta is None:
        return Fraction(1)
    kappa = _largest_ratio(inputs) if ratio else 1
    return beta_enough(max(len(logits) for logits, _ in inputs) - 1, delta, kappa)


def is_worst(row: Row, inputs: Sequence[Row]) -> bool:
    """Whether the row is as long as any, with one maximiser, the others at gap Δ, each at κ > 0 for one rival."""
    logits, values = row
    answer, hard, top = hard_answer(row), scores(hard_attention(logits), values), maximisers(logits)
    if len(logits) < max(len(each) for each, _ in inputs) or len(top) > 1 or len(logits) == 1 or answer is None:
        return False
    others = [position for position in range(len(logits)) if position != top[0]]
    kappa = _largest_ratio(inputs)

    def all_favour(rival: int) -> bool:
        lead = hard[answer] - hard[rival]
        return all(values[position][answer] - values[position][rival] == -kappa * lead for position in others)

    at_the_gap = all(max(logits) - logits[position] == least_gap(inputs) for position in others)
    return kappa > 0 and at_the_gap and any(all_favour(rival) for rival in range(len(hard)) if rival != answer)
