"""From hard attention to softmax: how large the inverse temperature must be for a linear readout to answer
the same.

Average hard attention is the limit of softmax for β → ∞. At finite β the positions that are not maximisers
take the share

    τ = S/(r + S),  S = Σ e^{-β·δ_j} <= (n - r)·e^{-βΔ},

where r positions attain the maximum, δ_j >= Δ are the gaps of the others. The maximisers share 1 - τ equally.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import arb

from rope_theory.core.angles import Rational, ball
from rope_theory.core.errors import require, require_int
from rope_theory.core.heads import hard_attention, maximisers
from rope_theory.core.numbers import Value
from rope_theory.core.truth import Truth, less


def scores(weights: Sequence[Value], values: Sequence[Sequence[Value]]) -> list[Value]:
    """Σ_j w_j·v_jk for each output k.

    Args:
        weights: one per position; exact or balls.
        values: per position, the score of each output.
    """
    return [
        sum((w * row[k] for w, row in zip(weights[1:], values[1:], strict=True)), weights[0] * values[0][k])
        for k in range(len(values[0]))
    ]


def readout_ratio(logits: Sequence[Value], values: Sequence[Sequence[Value]]) -> Fraction | None:
    """κ: the largest -worst/lead over the rivals l of hard attention's answer k; None if hard attention has
    no answer.

    lead = score_k - score_l under hard attention, worst = the least v_jk - v_jl over single positions j.

    Args:
        logits: exact.
        values: per position, the exact score of each output (direct path added to every row).
    """
    hard = scores(hard_attention(logits), values)
    top = maximisers(hard)
    if len(top) > 1:
        return None
    k = top[0]
    rivals = [l for l in range(len(hard)) if l != k]
    return max(
        (Fraction(-min(row[k] - row[l] for row in values)) / (hard[k] - hard[l]) for l in rivals), default=Fraction(0)
    )


def beta_bound(others: int, gap: Value, ratio: Rational = 1) -> arb:
    """An enclosure of ln(others·ratio)/gap at the working precision: larger β give the answer its lead.

    Args:
        others, gap, ratio: see `beta_enough`; others·ratio > 0, the gap certainly positive.

    Source: new.beta-explicit; explicit form of U26, Lemma F.1.
    """
    return ball(Fraction(others) * Fraction(ratio)).log() / ball(gap)


def beta_enough(others: int, gap: Value, ratio: Rational = 1) -> Fraction:
    """A rational β just above max(0, ln(others·ratio)/gap): softmax at β answers as hard attention does.

    Args:
        others: bound on the number of positions that are not maximisers, >= 0.
        gap: Δ > 0, the smallest gap to positions that are not maximisers; exact or a ball.
        ratio: κ, see `readout_ratio`.

    Raises:
        InvalidInput: `gap` is not certainly positive.

    Source: explicit form of U26, Lemma F.1.

    Example:
        >>> beta_enough(1, 2)
        Fraction(1, 1024)
    """
    require_int("others", others, least=0)
    require(bool(ball(gap) > 0), "gap", "must be positive", gap)
    if Fraction(others) * Fraction(ratio) <= 1:
        return Fraction(1, 1024)
    mantissa, exponent = beta_bound(others, gap, ratio).upper().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent) + Fraction(1, 1024)


def beta_suffices(beta: Fraction, rivals: int, gap: Value, share: Fraction = Fraction(1)) -> Truth:
    """Whether β·gap > share·ln(rivals), three-valued; with one rival or none, whether β·gap > 0."""
    return less(ball(rivals).log() * ball(share), ball(gap * beta)) if rivals > 1 else less(0, gap * beta)
