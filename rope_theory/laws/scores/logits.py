"""The content-by-position matrix of a head from its query and keys before RoPE.

RoPE is linear, so instead of turning every key to every position, the turned query is turned back by each position:
u_b = R_b^T R_n q, and C[a, b] = scale·k_a·u_b. One matrix product, O(n²·d), gives all contents at all positions.
"""

from __future__ import annotations

from collections.abc import Iterator

from rope_theory.core.errors import require
from rope_theory.core.rope import pairs, turn
from rope_theory.laws.scores import arrays
from rope_theory.laws.scores.arrays import Array
from rope_theory.laws.scores.swaps import SwapScores, swap_scores


def query_at_positions(query: Array, cosines: Array, sines: Array, layout: str = "adjacent") -> Array:
    """u_b = R_b^T R_n q for b = 1..n: what a key at position b is multiplied with, before its own rotation.

    Args:
        query: (..., head_dim), before RoPE; it stands at the last position n.
        cosines, sines: (n, planes): of the angles of each position and plane (a model's own tables, its factor
            included).
        layout: how dimensions pair up, see `rope_theory.core.rope.LAYOUTS`.

    Returns:
        (..., n, head_dim).
    """
    turned = turn(query[..., None, :], cosines[-1:], sines[-1:], layout)
    return turn(turned + 0 * cosines[:, :1], cosines, -sines, layout)


def content_logits(
    query: Array, keys: Array, cosines: Array, sines: Array, *, scale: float = 1.0, layout: str = "adjacent"
) -> tuple[Array, Array]:
    """C[a, b] = scale·(R_b k_a)·(R_n q) for a, b < n, and the query's own logit C[n, n].

    Args:
        query: (..., head_dim), before RoPE, at position n.
        keys: (..., n, head_dim), before RoPE; the last one is the query's own.
        cosines, sines: (n, planes).
        scale: factor of the logits, 1/√head_dim in most models.
        layout: "adjacent" or "half".

    Returns:
        C (..., n-1, n-1) and the own logit (...,): what `swap_scores` takes.

    Raises:
        InvalidInput: shapes that do not fit.

    Example:
        >>> import numpy as np
        >>> angles = np.arange(1, 4)[:, None] * 0.5
        >>> C, own = content_logits(np.array([0.0, 1.0]), np.array([[0.0, 1.0]] * 3), np.cos(angles), np.sin(angles))
        >>> C[0].round(4).tolist() == np.cos([1.0, 0.5]).round(4).tolist(), round(float(own), 12)  # H_POS
        (True, 1.0)
    """
    _check(query, keys, cosines, sines)
    u = query_at_positions(query, cosines, sines, layout)
    C = scale * (keys[..., :-1, :] @ u[..., :-1, :].swapaxes(-1, -2))
    return C, scale * (keys[..., -1, :] * u[..., -1, :]).sum(-1)


def plane_logits(
    query: Array, keys: Array, cosines: Array, sines: Array, *, scale: float = 1.0, layout: str = "adjacent"
) -> Iterator[tuple[Array, Array]]:
    """As `content_logits`, one RoPE plane at a time; yields (C, own logit) per plane, in the order of the tables.

    Dimensions beyond the rotary ones, if any, come last together, as one head without rotation.
    """
    _check(query, keys, cosines, sines)
    u = query_at_positions(query, cosines, sines, layout)
    rotary_dim, head_dim = 2 * cosines.shape[-1], query.shape[-1]
    parts = [list(pair) for pair in pairs(rotary_dim, layout)]
    if rotary_dim < head_dim:
        parts.append(list(range(rotary_dim, head_dim)))
    for part in parts:
        key_part, query_part = keys[..., part], u[..., part]
        C = scale * (key_part[..., :-1, :] @ query_part[..., :-1, :].swapaxes(-1, -2))
        yield C, scale * (key_part[..., -1, :] * query_part[..., -1, :]).sum(-1)


def frequency_scores(
    query: Array,
    keys: Array,
    cosines: Array,
    sines: Array,
    *,
    scale: float = 1.0,
    layout: str = "adjacent",
    tau: float = 1e-4,
    eps: float | None = None,
) -> SwapScores:
    """Each RoPE plane alone is a two-dimensional head and gets its own pair of scores.

    Args:
        query, keys, cosines, sines, scale, layout: as for `content_logits`.
        tau, eps: as for `swap_scores`, τ a number.

    Returns:
        scores of shape (planes, ...), one plane more (the last) for dimensions that are not turned, if there are any.

    Source: U25, Section 3; U26, Section 4 (frequency decomposition).
    """
    each = [
        swap_scores(C, own, tau, eps)
        for C, own in plane_logits(query, keys, cosines, sines, scale=scale, layout=layout)
    ]
    xp = arrays.library(query)
    return SwapScores(*(xp.stack(side) for side in zip(*each, strict=True)))


def _check(query: Array, keys: Array, cosines: Array, sines: Array) -> None:
    shapes = tuple(keys.shape), tuple(query.shape)
    fits = len(shapes[0]) >= 2 and shapes[0][:-2] + shapes[0][-1:] == shapes[1]
    require(fits, "keys", f"must have shape (..., n, head_dim) to query {shapes[1]}", shapes[0])
    tables = tuple(cosines.shape), tuple(sines.shape)
    fits = tables[0] == tables[1] and len(tables[0]) == 2 and tables[0][0] == shapes[0][-2]
    require(fits, "cosines", f"must have shape (n, planes) with n = {shapes[0][-2]}, as sines", tables)
    rotary_dim = 2 * tables[0][1]
    require(0 < rotary_dim <= shapes[0][-1], "cosines", f"must have 1..{shapes[0][-1] // 2} planes", tables[0][1])
