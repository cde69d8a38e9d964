"""Scores of contiguous blocks: two blocks swap their contents, and block means of the attention weights are compared.

The mean over a block of e^{logit} is again e^{logit} of something: the blocks form a content-by-position matrix of
their own, and its scores are those of `swap_scores`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from rope_theory.core.errors import require_int
from rope_theory.laws.scores import arrays
from rope_theory.laws.scores.arrays import Array
from rope_theory.laws.scores.swaps import SwapScores, _self_logits, _temperatures, swap_scores


def block_logits(cross_logits: Array, blocks: int) -> Array:
    """G[I, J] = log of the mean over k of e^{C[I_k, J_k]}: content of block I, token by token, at block J.

    Args:
        cross_logits: C (..., n, n), as for `swap_scores`.
        blocks: m, 2 <= m <= n. All blocks hold ⌊n/m⌋ positions; the first n mod m positions are in none.

    Returns:
        (..., m, m) float64.

    Example:
        >>> block_logits([[0.0, 1.0], [2.0, 3.0]], 2).tolist()  # blocks of one position: C itself
        [[0.0, 1.0], [2.0, 3.0]]
    """
    C = arrays.square_matrices("cross_logits", cross_logits, least=2)
    n = C.shape[-1]
    m = require_int("blocks", blocks, least=2, most=n)
    size, left = n // m, n % m
    inner = C[..., left:, left:].reshape(*C.shape[:-2], m, size, m, size)
    return arrays.log_sum(inner.diagonal(0, -3, -1)) - math.log(size)


def block_scores(
    cross_logits: Array,
    self_logit: Array | float | None = None,
    tau: float | Sequence[float] = 1e-4,
    eps: float | None = None,
    *,
    blocks: int,
) -> SwapScores:
    """Scores with whole blocks for positions: v_IJ = (mean of D over block I, mean over J), swap π = (I J).

    The contents of blocks I and J change places, the k-th of one with the k-th of the other; α is the softmax over
    pairs of blocks of |v_I - v_J|/τ.

    Args:
        cross_logits, self_logit, tau, eps: as for `swap_scores`.
        blocks: m, 2 <= m <= n. All blocks hold ⌊n/m⌋ positions; the first n mod m positions are never moved and only
            compete in the softmax.

    Returns:
        as `swap_scores`; with m = n the same numbers.

    Raises:
        InvalidInput: `blocks` outside 2..n, or what `swap_scores` refuses.

    Source: U25, Section 3 (m contiguous blocks, block means); the reading of block swaps is ours.

    Example:
        >>> rows_agree = [[4.0, 3.0, 2.0, 1.0, 0.0]] * 5
        >>> round(float(block_scores(rows_agree, blocks=2).positional), 12)
        1.0
    """
    C = arrays.square_matrices("cross_logits", cross_logits, least=2)
    n = C.shape[-1]
    m = require_int("blocks", blocks, least=2, most=n)
    size, left = n // m, n % m
    own = None if self_logit is None else _self_logits(self_logit, C, tuple(C.shape[:-2]))
    if left:
        still = arrays.log_sum(C.diagonal(0, -2, -1)[..., :left])
        own = still if own is None else arrays.library(C).logaddexp(still, own)
    # A softmax over G sees block sums of D: `size` times the means, so τ and eps grow by that factor, and the
    # query's own term shrinks by it.
    taus, several = _temperatures(tau)
    scaled = [size * value for value in taus]
    return swap_scores(
        block_logits(C, m),
        None if own is None else own - math.log(size),
        scaled if several else scaled[0],
        None if eps is None else size * eps,
    )
