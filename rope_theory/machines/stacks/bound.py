"""How large β must be for a stack of layers that share one attention matrix.

Every layer reads queries and keys from the embedding, which no layer overwrites, so all layers have the same
attention matrix A; layer l moves the answer subspace l - 1 to the answer subspace l. After L layers position n
holds (A^L c)_n, c_j the code of the answer that position j holds at the start (0 if it holds none).

**The bound** (new.stack-beta). Suppose that every row on the path puts its targets (positions that hold the next token of the path;
at its end the answer itself) ahead of at most m rivals by at least Δ. With e = m·e^{-βΔ}:

1. a row puts at least 1/(1 + e) >= 1 - e of its weight on its targets: new.beta-explicit's S is at most e;
2. A^L sums over all chains of L steps; the chains that follow the path weigh at least (1 - e)^L >= 1 - L·e together
   (Bernoulli), and they end at the answer if the path has at most L hops: the last token of a path is its own target;
3. so for β >= ln(m·L/η)/Δ the answer's code has at least 1 - η of the mass, and all others at most η together.

**The readout.** c_a are unit vectors, δ apart at least. Position n holds s = p·c_a + r with p >= (1 - η)·k and
|r| <= η, where k <= 1 is what the layers keep of the length of what they move (k = 1 without normalisation). For
another answer b, d = |c_a - c_b| >= δ,

    ⟨s, c_a - c_b⟩ >= p·d²/2 - η·d >= δ·((1 - η)·k·δ/2 - η)     if that is positive,

since ⟨c_a, c_a - c_b⟩ = d²/2, and ⟨s, c_a⟩ >= p - η.
"""

from __future__ import annotations

from fractions import Fraction

from rope_theory.core.decoding import beta_enough
from rope_theory.core.errors import require, require_int


def stack_beta(others: int, gap, layers: int, miss: Fraction) -> Fraction:
    """A rational β just above ln(others·layers/miss)/gap: at least 1 - miss of the mass reaches the answer.

    Args:
        others: bound on the number of rivals in a row, >= 0.
        gap: Δ > 0, by which every target leads its rivals; exact or a ball.
        layers: L >= 1.
        miss: η, 0 < η < 1.

    Raises:
        InvalidInput: an argument out of range.

    Source: new.stack-beta.

    Example:
        >>> from rope_theory.core.decoding import beta_enough
        >>> stack_beta(16, 1, 4, Fraction(1, 2)) == beta_enough(16, 1, 8)
        True
    """
    require_int("layers", layers, least=1)
    require(isinstance(miss, int | float | Fraction) and 0 < miss < 1, "miss", "must be a number between 0 and 1", miss)
    return beta_enough(others, gap, layers / Fraction(miss))


def readout_margin(miss: Fraction, distance: Fraction, keep: Fraction = Fraction(1)) -> Fraction:
    """δ·((1 - η)·k·δ/2 - η): by which the answer's code is ahead at least, if this is positive.

    Args:
        miss: η, 0 <= η < 1.
        distance: δ > 0, a lower bound of the distance between two codes, at most √2.
        keep: k, 0 < k <= 1.

    Example:
        >>> readout_margin(Fraction(0), Fraction(1))
        Fraction(1, 2)
    """
    return distance * ((1 - miss) * keep * distance / 2 - miss)


def affordable_miss(distance: Fraction) -> Fraction:
    """An η that leaves a positive margin whenever the layers keep 2/3 of the length: δ/8.

    Example:
        >>> readout_margin(affordable_miss(Fraction(1)), Fraction(1), Fraction(2, 3))
        Fraction(1, 6)
    """
    return distance / 8
