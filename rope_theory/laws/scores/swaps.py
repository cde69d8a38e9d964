"""Positional and symbolic scores of heads, in closed form from the content-by-position matrix.

A swap of the contents at positions i and j changes two logits and the partition function. Cosine is scale-free,
so the partition function drops out, and with A = C[i,i] - C[j,j] and B = C[j,i] - C[i,j]

    cos(v', (D_i, D_j)) = cosh((A+B)/2) / √(cosh A · cosh B),
    cos(v', (D_j, D_i)) = cosh((A-B)/2) / √(cosh A · cosh B)

(new.swap-scores). Both are computed from the two vectors of weights as they are, (x, y) ∝ (D_i, D_j) and (u, v) ∝ v',
each divided by its larger entry: (xu + yv)/√((x²+y²)(u²+v²)) and (xv + yu)/√((x²+y²)(u²+v²)). Nothing overflows and
nothing cancels, whatever the size of the logits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rope_theory.core.errors import require
from rope_theory.laws.scores import arrays
from rope_theory.laws.scores.arrays import Array

PRECISIONS = ("float64", "float32")


class SwapScores(NamedTuple):
    """s_POS and s_SYM, each in (0, 1] (0 by underflow only): arrays of one shape."""

    positional: Any
    symbolic: Any


def swap_scores(
    cross_logits: Array,
    self_logit: Array | float | None = None,
    tau: float | Sequence[float] = 1e-4,
    eps: float | None = None,
    *,
    precision: str = "float64",
) -> SwapScores:
    """s_POS = Σ_π α(π) cos(v'_ij, v_ij) and s_SYM = Σ_π α(π) cos(v'_ij, v_ji) over all swaps π of two earlier contents.

    α is the softmax over swaps of |D_i - D_j|/τ, D the attention weights.

    Args:
        cross_logits: C (..., n, n), entry [a, b] the logit of key content a at position b for the last query, n >= 2
            earlier positions; finite. NumPy array or torch tensor of real numbers (read as float64).
        self_logit: (...,) or a number: the query's logit against its own key. It competes in the softmax and is not
            swapped. None: the query does not see itself.
        tau: τ > 0, or a sequence of them; 1e-4 in what this package reports.
        eps: None for cosine as it is defined, or the least norm: each of the two norms is at least `eps`, as
            `torch.nn.functional.cosine_similarity` (eps=1e-8) has it. Needed only to compare with published numbers.
        precision: "float64", or "float32" for the cosines and sums of pieces (the weights D, on which α hangs, stay in
            float64): at most (4M + 64)·2^-24 off, M the largest |logit|. Without `eps`.

    Returns:
        positional and symbolic scores, float64, of the batch shape (...,); with a sequence of T temperatures
        (T, ...). Tensors stay on their device; no gradients.

    Note:
        O(n²) time for each matrix; beyond the float64 logits, memory of a few tiles. Where α rests on few swaps,
        `pruned_scores` needs far fewer cosines. Each cosine is within 1e-15 of its exact value; an error δ in a weight D
        changes α by a factor of up to e^{4δ/τ}. Logits of size up to 8 rounded to float32 (δ up to about 1e-7) mean
        scores good to about 1e-3 at τ = 1e-4 at worst; δ grows with the logits. The bound for float32 is derived by
        hand: a cosine moves by half of what A and B move by at most, and the roundings of shares and sums are below
        64 units.

    Raises:
        InvalidInput: no square matrices, n < 2, NaN or infinity, a self_logit of another shape, τ or eps not positive,
            another precision, float32 with `eps` or with logits beyond its range.

    Source: U26, Appendix D; U25, Section 3; closed form new.swap-scores.

    Example:
        >>> rows_agree = [[2.0, 1.0, 0.0]] * 3  # the position alone decides
        >>> scores = swap_scores(rows_agree)
        >>> round(float(scores.positional), 12), bool(scores.symbolic < 0.5)
        (1.0, True)
    """
    if arrays.on_host(cross_logits):
        own = None if self_logit is None else _self_logits(self_logit, cross_logits, tuple(cross_logits.shape[:-2]))
        own = None if own is None else arrays.host(own)
        scores = swap_scores(arrays.host(cross_logits), own, tau, eps, precision=precision)
        return SwapScores(*(arrays.like(cross_logits, side) for side in scores))
    require(precision in PRECISIONS, "precision", f"must be one of {', '.join(PRECISIONS)}", precision)
    C = arrays.square_matrices("cross_logits", cross_logits, 2, precision)
    batch, n = tuple(C.shape[:-2]), C.shape[-1]
    own = None if self_logit is None else _self_logits(self_logit, C, batch)
    taus, several = _temperatures(tau)
    require(eps is None or _positive(eps), "eps", "must be None or positive and finite", eps)
    require(eps is None or precision == "float64", "eps", "must be None in float32", eps)
    exact = cross_logits if hasattr(cross_logits, "diagonal") else C
    diagonal = arrays.float64("cross_logits", exact.diagonal(0, -2, -1)).reshape(-1, n)
    C = C.reshape(-1, n, n)
    own = None if own is None else own.reshape(-1)
    sums = _sums(C, diagonal, own, taus, eps)
    xp = arrays.library(C)
    shape = (len(taus), *batch) if several else batch
    positional, symbolic = (
        xp.minimum(side / sums[0], arrays.like(C, 1.0)).reshape(shape)[()] for side in (sums[1], sums[2])
    )
    return SwapScores(positional, symbolic)


def attention_weights(cross_logits: Array, self_logit: Array | float | None = None) -> Array:
    """D (..., n): softmax of the diagonal of C, with the query's own key if `self_logit` is given; float64."""
    C = arrays.square_matrices("cross_logits", cross_logits, least=1)
    own = None if self_logit is None else _self_logits(self_logit, C, tuple(C.shape[:-2]))
    diagonal = C.diagonal(0, -2, -1)
    with np.errstate(over="ignore"):
        return arrays.library(C).exp(diagonal - _log_partition(diagonal, own)[..., None])


def effective_swaps(weights: Array, tau: float = 1e-4) -> Array:
    """How many swaps a score rests on: 1/Σ α², with α the softmax over swaps of |D_i - D_j|/τ.

    Args:
        weights: D (..., n), the attention weights of n >= 2 earlier keys, as `attention_weights` gives them.
        tau: τ > 0.

    Returns:
        (...,) float64, from 1 (one swap carries all) to n(n-1)/2 (all alike).

    Raises:
        InvalidInput: fewer than two weights, NaN or infinity, τ not positive.

    Note:
        O(n log n) time: in the order of D a share is a product, as in `pruned_scores`.

    Source: α as in U26, Appendix D; the number is ours (inverse participation ratio).

    Example:
        >>> import numpy as np
        >>> round(float(effective_swaps(np.array([0.5, 0.25, 0.25]))), 9)  # both swaps with the first, not the third
        2.0
    """
    D = arrays.float64("weights", weights)
    require(D.ndim >= 1 and D.shape[-1] >= 2, "weights", "must have at least two earlier keys", tuple(D.shape))
    xp = arrays.library(D)
    require(bool(xp.isfinite(D).all()), "weights", "must be finite", "NaN or infinity")
    require(_positive(tau), "tau", "must be positive and finite", tau)
    p, q = sides_of(arrays.decreasing(D), float(tau))
    return shares(p, q).sum(-1) ** 2 / shares(p * p, q * q).sum(-1)


@np.errstate(over="ignore")  # a difference of two logits near the largest float: infinite, and its ratio 0
def pair_cosines(C: Array, rows: slice, columns: slice) -> tuple[Array, Array, Array, Array]:
    """Both cosines of the swaps (i, j), i in `rows`, j in `columns` (slices), and the two squared norms.

    Args:
        C: (batch, n, n) float64.

    Returns:
        positional, symbolic, ‖(x, y)‖², ‖(u, v)‖²: each (batch, rows, columns); the norms are of the two vectors of
        weights, each divided by its larger entry.
    """
    diagonal = C.diagonal(0, -2, -1)
    mirrored = -C[:, columns, rows]  # a copy: read across its rows it stays in the cache
    return cosines_of(
        diagonal[:, rows, None] - diagonal[:, None, columns], C[:, rows, columns] + mirrored.swapaxes(-1, -2)
    )


@np.errstate(over="ignore")
def cosines_of(before: Array, after: Array) -> tuple[Array, Array, Array, Array]:
    """As `pair_cosines`, from A = C[i,i] - C[j,j] and -B = C[i,j] - C[j,i]."""
    x, y = _ratio(before)
    v, u = _ratio(after)
    square, moved = x * x + y * y, u * u + v * v
    norms = arrays.library(before).sqrt(square * moved)
    return (x * u + y * v) / norms, (x * v + y * u) / norms, square, moved


def _ratio(apart: Array) -> tuple[Array, Array]:
    """(e^apart, 1) divided by the larger entry: no choice between two cases, which costs more than two exponentials."""
    xp = arrays.library(apart)
    return xp.exp(apart.clip(max=0)), xp.exp((-apart).clip(max=0))


@np.errstate(over="ignore")
def _sums(C: Array, diagonal: Array, own: Array | None, taus: list[float], eps: float | None) -> Array:
    """Σ e^{(|D_i - D_j| - largest)/τ} times 1, the positional and the symbolic cosine, over i < j: (3, taus, batch)."""
    xp = arrays.library(C)
    batch, n = diagonal.shape
    D = xp.exp(diagonal - _log_partition(diagonal, own)[:, None])
    least = 1e-150 if C.dtype == D.dtype else 1e-18
    sides = [[arrays.cast(side, C) for side in sides_of(D, tau, least)] for tau in taus]
    sums = arrays.like(C, np.zeros((3, len(taus), batch)))
    for heads, rows, columns in arrays.tiles(C, batch, n, whole=eps is not None):
        positional, symbolic, before, after = pair_cosines(C[heads], rows, columns)
        if eps is not None:
            its_own = None if own is None else own[heads]
            shrink = _shrink(C[heads], its_own, D[heads], rows, columns, before, after, eps)
            positional, symbolic = positional * shrink, symbolic * shrink
        for number, (p, q) in enumerate(sides):
            weight = _weights(p[heads], q[heads], rows, columns)
            if columns.start < rows.stop:
                weight = weight * arrays.later(C, rows, columns)
            for row, values in enumerate((weight, weight * positional, weight * symbolic)):
                sums[row, number, heads] += values.sum((-2, -1))
    return sums


def sides_of(D: Array, tau: float, least: float = 1e-150) -> tuple[Array, Array]:
    """p = e^{(D - max D)/τ} and q = e^{(min D - D)/τ}: p_i·q_j is the share of a swap with D_i >= D_j, up to one factor.

    Below `least` they are 0, far below the rounding of the largest share, which is 1: products near the smallest float
    take a hundred times as long.
    """
    xp = arrays.library(D)
    top, bottom = xp.amax(D, axis=-1)[..., None], xp.amin(D, axis=-1)[..., None]
    p, q = xp.exp((D - top) / tau), xp.exp((bottom - D) / tau)
    return p * (p > least), q * (q > least)


def shares(p: Array, q: Array) -> Array:
    """For each content but the last, in decreasing order of D: its shares p_i·q_j with all that follow, summed."""
    return p[..., :-1] * arrays.backwards(arrays.backwards(q).cumsum(-1))[..., 1:]


def _weights(p: Array, q: Array, rows: slice, columns: slice) -> Array:
    """p_i·q_j where D_i >= D_j, else p_j·q_i: the larger of the two."""
    return arrays.library(p).maximum(p[:, rows, None] * q[:, None, columns], q[:, rows, None] * p[:, None, columns])


def _shrink(
    C: Array, own: Array | None, D: Array, rows: slice, columns: slice, before: Array, after: Array, eps: float
) -> Array:
    """min(1, ‖v‖/eps)·min(1, ‖v'‖/eps): what clamping the two norms from below does to a cosine."""
    xp = arrays.library(C)
    one = arrays.like(C, 1.0)
    before = xp.maximum(D[:, rows, None], D[:, None, columns]) * xp.sqrt(before)
    moved, other = C[:, columns, rows].swapaxes(-1, -2), C[:, rows, columns]
    partition = xp.logaddexp(_log_rest(C, own, rows, columns), xp.logaddexp(moved, other))
    after = xp.exp(xp.maximum(moved, other) - partition) * xp.sqrt(after)
    return xp.minimum(before / eps, one) * xp.minimum(after / eps, one)


def _log_rest(C: Array, own: Array | None, rows: slice, columns: slice) -> Array:
    """log of the partition function without i and j, by sums alone: what is before i, between, after j, and the query.

    Nothing is subtracted from the partition function: the rest may be 1e-300 of it.
    """
    xp = arrays.library(C)
    diagonal = C.diagonal(0, -2, -1)
    nothing = arrays.like(C, np.full((C.shape[0], 1), -math.inf))
    before = arrays.joined((nothing, arrays.log_cumulative_sum(diagonal)))[:, :-1]
    after = arrays.backwards(arrays.joined((nothing, arrays.log_cumulative_sum(arrays.backwards(diagonal))))[:, :-1])
    if own is not None:
        before = xp.logaddexp(before, own[:, None])
    terms = xp.where(arrays.later(C, rows, columns)[None], diagonal[:, None, columns], arrays.like(C, -math.inf))
    through = arrays.log_cumulative_sum(terms)
    edge = xp.zeros_like(through[:, :, :1]) - math.inf
    between = arrays.joined((edge, through[:, :, :-1]))
    return xp.logaddexp(between, xp.logaddexp(before[:, rows, None], after[:, None, columns]))


def _log_partition(diagonal: Array, own: Array | None) -> Array:
    total = arrays.log_sum(diagonal)
    return total if own is None else arrays.library(total).logaddexp(total, own)


def _self_logits(self_logit: Array | float, C: Array, batch: tuple[int, ...]) -> Array:
    """The query's own logits (...,) in the library of C."""
    number = not hasattr(self_logit, "ndim") or self_logit.ndim == 0
    rule = "must be a number, or as cross_logits an array or a tensor"
    require(
        number or arrays.is_tensor(C) == arrays.is_tensor(self_logit), "self_logit", rule, type(self_logit).__name__
    )
    if arrays.is_tensor(C) != arrays.is_tensor(self_logit):
        self_logit = arrays.like(C, self_logit)
    own = arrays.float64("self_logit", self_logit)
    shape = tuple(own.shape)
    require(shape in ((), batch), "self_logit", f"must be a number or have shape {batch}", shape)
    return own if shape == batch else own + arrays.like(C, np.zeros(batch))


def _temperatures(tau: Any) -> tuple[list[float], bool]:
    several = hasattr(tau, "__len__") and getattr(tau, "ndim", 1) == 1
    taus = list(tau) if several else [tau]
    require(
        len(taus) > 0 and all(map(_positive, taus)), "tau", "must be positive and finite, or a sequence of such", tau
    )
    return [float(value) for value in taus], several


def _positive(value: Any) -> bool:
    try:
        return not isinstance(value, str | bool) and 0 < float(value) < math.inf
    except (TypeError, ValueError):
        return False
