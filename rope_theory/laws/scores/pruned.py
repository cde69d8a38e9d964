"""Scores without the swaps that carry next to nothing, and how much the ones left out can change them.

In the order of the attention weights, D_1 >= D_2 >= …, the share of a swap is a product, p_i·q_j for i < j with
p_i = e^{-(D_1 - D_i)/τ} and q_j = e^{-(D_j - D_n)/τ}. So the shares of all swaps, and of all that one content takes part
in, are sums of n terms, and what is left out is known before any cosine is: cosines lie in [0, 1]. With τ small next
to the largest weight the swaps of few contents carry all, and their logits are all that is computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from rope_theory.core.errors import require
from rope_theory.laws.scores import arrays
from rope_theory.laws.scores.arrays import Array
from rope_theory.laws.scores.logits import _check, query_at_positions
from rope_theory.laws.scores.swaps import _log_partition, cosines_of, shares, sides_of


class PrunedScores(NamedTuple):
    """s_POS in [positional, positional + missing] and s_SYM in [symbolic, symbolic + missing], beyond rounding."""

    positional: Any
    symbolic: Any
    missing: Any


def pruned_scores(
    query: Array,
    keys: Array,
    cosines: Array,
    sines: Array,
    *,
    scale: float = 1.0,
    layout: str = "adjacent",
    tau: float = 1e-4,
    tolerance: float = 1e-9,
) -> PrunedScores:
    """As `swap_scores` of `content_logits`, leaving out swaps whose shares α sum to `tolerance` at most.

    Args:
        query, keys, cosines, sines, scale, layout: as for `content_logits`.
        tau: τ > 0.
        tolerance: at most this share of the swaps is left out, 0 <= tolerance < 1.

    Returns:
        both scores from below and the share left out, each (...,): an exact bound, beyond the rounding that
        `swap_scores` has too.

    Raises:
        InvalidInput: shapes that do not fit, fewer than two earlier positions, NaN or infinity, τ or the tolerance out
            of range.

    Note:
        O(n·(r + log n)) cosines and logits, r the contents that count: those whose weight is within about
        τ·log(n/tolerance) of the largest. r is n where attention is flat; then this is O(n²), and no n × n matrix is
        held. How many count is read to the host once.

    Source: new.swap-scores for a swap's cosines; the bound is ours.

    Example:
        >>> import numpy as np
        >>> angles = np.arange(1, 4)[:, None] * 0.5
        >>> H_POS = np.array([0.0, 1.0]), np.array([[0.0, 1.0]] * 3), np.cos(angles), np.sin(angles)
        >>> scores = pruned_scores(*H_POS)  # the position alone decides
        >>> round(float(scores.positional), 12), float(scores.missing) <= 1e-9
        (1.0, True)
    """
    _check(query, keys, cosines, sines)
    require(keys.shape[-2] >= 3, "keys", "must have at least two earlier positions", keys.shape[-2])
    require(0 < tau < float("inf"), "tau", "must be positive and finite", tau)
    require(0 <= tolerance < 1, "tolerance", "must be at least 0 and below 1", tolerance)
    if arrays.on_host(keys):
        given = [arrays.host(x) for x in (query, keys, cosines, sines)]
        found = pruned_scores(*given, scale=scale, layout=layout, tau=tau, tolerance=tolerance)
        return PrunedScores(*(arrays.like(keys, side) for side in found))
    query, keys, cosines, sines = (
        arrays.float64(name, x)
        for name, x in (("query", query), ("keys", keys), ("cosines", cosines), ("sines", sines))
    )
    batch, n = keys.shape[:-2], keys.shape[-2] - 1
    turned = query_at_positions(query, cosines, sines, layout).reshape(-1, n + 1, keys.shape[-1])
    keys = keys.reshape(turned.shape)

    logits = scale * (keys * turned).sum(-1)
    diagonal, own = logits[:, :-1], logits[:, -1]
    xp = arrays.library(keys)
    D = xp.exp(diagonal - _log_partition(diagonal, own)[:, None])
    order = (-D).argsort(-1)
    each = arrays.arange(keys, 0, len(keys))[:, None]
    K, U, diagonal, D = (x[each, order] for x in (keys, turned, diagonal, D))
    p, q = sides_of(D, float(tau))
    total, beyond, before = _masses(p, q)
    allowed = tolerance / 2 * total[:, None]
    counts = zip((beyond > allowed).sum(-1).tolist(), (before <= allowed).sum(-1).tolist(), strict=True)
    sums = arrays.like(keys, np.zeros((3, len(keys))))
    for heads, rows, first in _groups(keys, list(counts), n):
        sums[2, heads] = beyond[heads, rows] + before[heads, first - 1]
        for upper, lower in _pieces(keys, rows, first, n):
            there = K[heads, upper] @ U[heads, lower].swapaxes(-1, -2)
            moved = there - U[heads, upper] @ K[heads, lower].swapaxes(-1, -2)
            apart = diagonal[heads, upper, None] - diagonal[heads, None, lower]
            positional, symbolic, _, _ = cosines_of(apart, scale * moved)
            share = p[heads, upper, None] * q[heads, None, lower]
            if lower.start < upper.stop:
                share = share * arrays.later(keys, upper, lower)
            sums[0, heads] += (share * positional).sum((-2, -1))
            sums[1, heads] += (share * symbolic).sum((-2, -1))
    return PrunedScores(*(xp.minimum(side / total, arrays.like(keys, 1.0)).reshape(batch)[()] for side in sums))


def _masses(p: Array, q: Array) -> tuple[Array, Array, Array]:
    """Sums of shares, each of positive terms alone: of all swaps; of the contents from the i-th on, as the larger of
    a swap, i = 0..n-1; of the first j contents, as the smaller of one, j = 0..n-1.
    """
    nothing = 0 * p[:, :1]
    rows, columns = shares(p, q), q[:, 1:] * p.cumsum(-1)[:, :-1]
    beyond = arrays.joined((arrays.backwards(arrays.backwards(rows).cumsum(-1)), nothing))
    return rows.sum(-1), beyond, arrays.joined((nothing, columns.cumsum(-1)))


def _groups(x: Array, counts: list[tuple[int, int]], n: int) -> Iterator[tuple[slice, int, int]]:
    """Heads that are computed together, how many contents count as the larger of a swap, and the first as the smaller."""
    most = max(1, max(rows for rows, _ in counts))
    together = max(1, arrays.budget(x) // (most * n))
    for start in range(0, len(counts), together):
        some = counts[start : start + together]
        yield slice(start, start + len(some)), max(rows for rows, _ in some), min(first for _, first in some)


def _pieces(x: Array, rows: int, first: int, n: int) -> Iterator[tuple[slice, slice]]:
    """Pairs of slices of bounded size that hold all i < rows and all j >= first beyond i."""
    tall = arrays.height(arrays.budget(x))
    wide = max(1, arrays.budget(x) // max(1, min(rows, tall)))
    for top in range(0, rows, tall):
        for left in range(max(first, top + 1), n, wide):
            yield slice(top, min(top + tall, rows)), slice(left, min(left + wide, n))
