"""Pure heads at tolerance γ."""

from __future__ import annotations

from rope_theory.core.errors import InvalidInput, require
from rope_theory.laws.scores import arrays
from rope_theory.laws.scores.arrays import Array
from rope_theory.laws.scores.swaps import SwapScores

#: How the second threshold is read; U26 leaves it informal.
SECOND = ("gamma", "one-minus-gamma")

#: By how much a score may leave [0, 1]: those of float32, and their means, are rounded.
ROUNDING = 1e-6


def purity(scores: SwapScores, gamma: float = 0.1, second: str = "one-minus-gamma") -> Array:
    """Which heads are pure: 1 purely positional, -1 purely symbolic, 0 neither.

    A head is pure at tolerance γ if one score is >= 1 - γ and the other below a second threshold, which U26 leaves
    informal. `second` chooses:

    * "one-minus-gamma": the other score is < 1 - γ. Exactly one of the two scores reaches 1 - γ.
    * "gamma": the other score is <= γ. Then the first threshold says nothing more, for s_POS + s_SYM > 1 without `eps`
      (new.swap-scores.exclusion): the other score alone decides.

    Args:
        scores: what `swap_scores` or `block_scores` returns: a pair (positional, symbolic) of one shape, within [0, 1].
        gamma: γ, 0 <= γ < 1/2; U26 shows 0.1 and 0.05.
        second: "one-minus-gamma" or "gamma".

    Returns:
        integer array or tensor of the scores' shape.

    Raises:
        InvalidInput: γ outside [0, 1/2), an unknown second threshold, scores that are no pair of one shape, or not within
            [0, 1] (up to a rounding of 1e-6).

    Source: U26, Figure 7.

    Example:
        >>> import numpy as np
        >>> scores = np.array([0.95, 0.5, 0.99]), np.array([0.40, 0.97, 0.98])
        >>> purity(scores).tolist(), purity(scores, second="gamma").tolist()
        ([1, -1, 0], [0, 0, 0])
    """
    try:
        positional, symbolic = (arrays.float64("scores", side) for side in scores)
    except (TypeError, ValueError) as problem:
        if isinstance(problem, InvalidInput):
            raise
        raise InvalidInput("scores", "must be a pair (positional, symbolic)", type(scores).__name__) from None
    shapes = tuple(positional.shape), tuple(symbolic.shape)
    require(shapes[0] == shapes[1], "scores", "must have one shape", shapes)
    for side in (positional, symbolic):
        if 0 not in shapes[0]:
            require(-ROUNDING <= side.min() and side.max() <= 1 + ROUNDING, "scores", "must lie within [0, 1]", side)
    require(isinstance(gamma, int | float) and 0 <= gamma < 0.5, "gamma", "must be at least 0 and below 1/2", gamma)
    require(second in SECOND, "second", f"must be one of {SECOND}", second)

    def pure(one: Array, other: Array) -> Array:
        return (one >= 1 - gamma) & ((other <= gamma) if second == "gamma" else (other < 1 - gamma))

    return 1 * pure(positional, symbolic) - 1 * pure(symbolic, positional)
