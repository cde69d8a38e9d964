"""The scores of all heads of one attention layer on one batch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from rope_theory.core.errors import InvalidInput, require
from rope_theory.laws.scores import (
    arrays,
    attention_weights,
    block_scores,
    content_logits,
    effective_swaps,
    exclusion_terms,
    exclusion_terms_of_product,
    plane_logits,
    pruned_scores,
    swap_scores,
)
from rope_theory.laws.scores.logits import query_at_positions
from rope_theory.machines.profiles.attention import KNOWN, LayerInputs, agreed_layout

#: Entries of content-by-position matrices in flight (float64), unless one head alone has more.
ENTRIES = 1 << 22


@dataclass(frozen=True)
class Job:
    """What is computed at each head: the arguments of `head_profile`."""

    tau: float
    eps: float | None
    blocks: int | None
    frequencies: bool
    check: bool
    restrict: bool
    tolerance: float | None = None
    leave_out: tuple[int, ...] = ()
    heads: tuple[int, ...] | None = None

    def scores(self, C: Tensor, own: Tensor) -> Tensor:
        """(2, heads): positional and symbolic."""
        if self.blocks is None:
            return torch.stack(swap_scores(C, own, self.tau, self.eps))
        return torch.stack(block_scores(C, own, self.tau, self.eps, blocks=self.blocks))

    def effective(self, D: Tensor) -> Tensor:
        """(heads,): the effective number of swaps, of positions or blocks, from the weights (heads, n)."""
        if self.blocks is not None:
            size = D.shape[-1] // self.blocks
            D = D[:, -size * self.blocks :].unflatten(-1, (self.blocks, size)).mean(-1)
        return effective_swaps(D, self.tau)

    def kept(self, order: Tensor) -> Tensor:
        """Of the keys that a query sees, its own the last, those that are not left out (indices from 0)."""
        free = torch.isin(order + 1, torch.tensor(self.leave_out, device=order.device), invert=True)
        free[-1] = True
        rule = f"must leave each query two other positions, here that at {int(order[-1]) + 1}"
        require(int(free.sum()) >= 3, "leave_out", rule, self.leave_out)
        return order[free]


def layout_of(layer: LayerInputs, position: int, job: Job) -> str:
    """The layer's layout, as its own weights confirm it; without a check, for a known class only."""
    if job.check:
        return agreed_layout(layer, position)
    if layer.kind not in KNOWN:
        rule = f"must have attention of a known class ({', '.join(sorted(KNOWN))}) if check is off"
        raise InvalidInput("model", rule, f"unknown attention class {layer.kind}")
    return layer.layout


def score_layer(layer: LayerInputs, positions, job: Job) -> dict[str, np.ndarray]:
    """Arrays (batch, heads, queries, …): "scores" (…, 2), "terms" (…, 4) of the exclusion identity, "planes"
    (…, planes, 2) if asked for, "effective" (…) swaps, "norms" (…), the score scale times |q| times the mean |k|, "missing" (…) where swaps may be left out.

    Raises:
        InvalidInput: NaN logits, a query beyond the layer's window, attention that is not understood.
    """
    batch, every = layer.queries.shape[:2]
    rule = f"must be heads 0..{every - 1} of {layer.name}"
    require(job.heads is None or max(job.heads) < every, "heads", rule, job.heads)
    chosen = torch.tensor(job.heads or range(every), device=layer.queries.device)
    heads = len(chosen)
    found: dict[str, list[np.ndarray]] = {}
    for position in map(int, positions):
        layout = layout_of(layer, position, job)
        order = keys_of_query(layer, position, job)
        length = len(order)
        wide = layer.keys.shape[-1] if _may_prune(layer, job) else length
        step = max(1, ENTRIES // (length * wide))
        pieces: dict[str, list[Tensor]] = {}
        for low in range(0, batch * heads, step):
            each = torch.arange(low, min(low + step, batch * heads), device=layer.queries.device)
            for key, value in _score_heads(
                layer, each // heads, chosen[each % heads], job.kept(order), layout, job
            ).items():
                pieces.setdefault(key, []).append(value)
        for key, parts in pieces.items():
            whole = torch.cat(parts).cpu().numpy()
            found.setdefault(key, []).append(whole.reshape(batch, heads, *whole.shape[1:]))
    return {key: np.stack(parts, axis=2) for key, parts in found.items()}


def keys_of_query(layer: LayerInputs, position: int, job: Job) -> Tensor:
    """The indices (from 0) of the keys that the query at `position` (from 1) sees, its own last.

    Raises:
        InvalidInput: there are others, and the job does not say "restrict".
    """
    order = layer.order(position)
    both_ways = bool((order > position - 1).any())
    whole = len(layer.seen) if both_ways else position
    if len(order) < whole and not job.restrict:
        raise InvalidInput(
            "queries",
            f'must be within the sliding window of {len(order)} positions of {layer.name}, or give window="restrict"',
            position,
        )
    require(len(order) >= 3, "window", "must leave a query two other positions", len(order))
    return order


def first_key(layer: LayerInputs, position: int, job: Job) -> int:
    """The index (from 0) of the first key that the query sees, where it sees all from there to itself and no sink.

    Raises:
        InvalidInput: it sees others, as swaps of tokens do not expect.
    """
    order = keys_of_query(layer, position, job)
    plain = layer.sinks is None and torch.equal(order, torch.arange(int(order[0]), position, device=order.device))
    require(
        plain, "swap_method", f"must be contents where a layer has sinks or sees later keys ({layer.name})", "tokens"
    )
    return int(order[0])


def _score_heads(
    layer: LayerInputs, samples: Tensor, heads: Tensor, order: Tensor, layout: str, job: Job
) -> dict[str, Tensor]:
    """As `score_layer`, for some heads (all indices flattened) and one query, over the keys of `order`, its own last."""
    query = layer.queries[samples, heads, order[-1]].double()
    keys = layer.keys[samples[:, None], layer.keys_of(heads)[:, None], order].double()
    cosines, sines = (table[order].double() for table in layer.tables(layout))
    how: dict[str, Any] = {"scale": layer.scale, "layout": "half" if layout == "none" else layout}
    rule = f"must have finite logits of {layer.name}, query at position {int(order[-1]) + 1}"
    if _may_prune(layer, job):
        require(arrays.finite(query) and arrays.finite(keys), "model", rule, "NaN or infinity")
        return _pruned(query, keys, cosines, sines, job, how)
    C, own = content_logits(query, keys, cosines, sines, **how)
    C, own = layer.cap(C), layer.with_sink(layer.cap(own), heads)
    require(arrays.finite(C) and arrays.finite(own), "model", rule, "NaN or infinity")
    terms = exclusion_terms(C)
    found = {
        "scores": job.scores(C, own).T,
        "terms": torch.stack((terms.positional, terms.symbolic, terms.variance, terms.interaction), -1),
        "effective": job.effective(attention_weights(C, own)),
        "norms": _norms(query, keys, layer.scale),
    }
    if job.tolerance is not None:
        found["missing"] = torch.zeros_like(own)
    if job.frequencies:
        each = plane_logits(query, keys, cosines, sines, **how)
        found["planes"] = torch.stack(
            [job.scores(plane, layer.with_sink(its_own, heads)).T for plane, its_own in each], 1
        )
    return found


def _may_prune(layer: LayerInputs, job: Job) -> bool:
    """A soft cap comes after the product and a sink beside it, so all their logits are computed."""
    return job.tolerance is not None and layer.softcap is None and layer.sinks is None


def _pruned(
    query: Tensor, keys: Tensor, cosines: Tensor, sines: Tensor, job: Job, how: dict[str, Any]
) -> dict[str, Tensor]:
    """As `_score_heads`, without the logits that carry next to nothing."""
    assert job.tolerance is not None
    found = pruned_scores(query, keys, cosines, sines, **how, tau=job.tau, tolerance=job.tolerance)
    norms = _norms(query, keys, how["scale"])
    keys, turned = how["scale"] * keys, query_at_positions(query, cosines, sines, how["layout"])
    terms = exclusion_terms_of_product(keys[:, :-1], turned[:, :-1])
    return {
        "scores": torch.stack((found.positional, found.symbolic), -1),
        "terms": torch.stack((terms.positional, terms.symbolic, terms.variance, terms.interaction), -1),
        "effective": job.effective((keys * turned).sum(-1).softmax(-1)[:, :-1]),
        "missing": found.missing,
        "norms": norms,
    }


def _norms(query: Tensor, keys: Tensor, scale: float) -> Tensor:
    """(rows,): the score scale times |q| times the mean of |k| over the keys, before the rotation."""
    return abs(scale) * query.norm(dim=-1) * keys.norm(dim=-1).mean(-1)
