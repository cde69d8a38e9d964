"""Reading an attention layer of a transformers model: queries and keys before RoPE, tables, scale, cap, sinks, mask.

The queries and keys are those that the layer hands to its attention function (`rope_theory.machines.profiles.hearing`). A rotation is
then looked for that explains them: the layer runs once more with the hidden states in another order, and the keys must
be what its rotary table makes of the same contents at the new positions. What is read is last compared with the
attention weights that the module returned. A layer that fails either is refused by name.
"""

from __future__ import annotations

import inspect
import itertools
import json
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import torch
from torch import Tensor, nn

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.rope import turn
from rope_theory.machines.profiles.hearing import Call, Layer, heard
from rope_theory.models.config import LayerRope, RopeConfig, read_config

#: Classes that are read right without a comparison with their own weights; any other must pass it.
KNOWN = frozenset(
    f"{name}Attention" for name in ("GPTJ", "Llama", "Mistral", "Gemma2", "Qwen2", "Qwen3", "GPTNeoX", "Phi", "Phi3")
)


@dataclass(frozen=True)
class LayerInputs:
    """One attention layer on one batch.

    Args:
        name: path of the module in the model.
        kind: its class.
        queries: (batch, heads, n, head_dim) before RoPE, rotary dimensions first.
        keys: (batch, key heads, n, head_dim) before RoPE, so that the logit of content a at position b for the query p
            is scale·(R_p q_p)·(R_b k_a).
        cosines, sines: (n, planes), the model's own.
        scale: factor of the logits.
        softcap: logits become softcap·tanh(logit/softcap); None: they stay.
        seen: (n, n) bool: the keys that each query sees.
        window: keys a query sees at most, itself and those before it, as the layer table has it; None: all, or unknown.
        layout: "half", "adjacent" or "none".
        weights: (batch, heads, n, n) that the layer returned, or None.
        sinks: (heads,) logits that compete in the softmax and are no key's, or None.
        dtype: of the queries and keys in the model.
    """

    name: str
    kind: str
    queries: Tensor
    keys: Tensor
    cosines: Tensor
    sines: Tensor
    scale: float
    softcap: float | None
    seen: Tensor
    window: int | None
    layout: str
    weights: Tensor | None
    sinks: Tensor | None
    dtype: torch.dtype

    def tables(self, layout: str) -> tuple[Tensor, Tensor]:
        """Cosines and sines under a layout: those of angle 0 for "none"."""
        if layout == "none":
            return torch.ones_like(self.cosines), torch.zeros_like(self.sines)
        return self.cosines, self.sines

    def keys_of(self, heads: Tensor) -> Tensor:
        """The key head that each query head (0-based) attends to."""
        return heads * self.keys.shape[1] // self.queries.shape[1]

    def cap(self, logits: Tensor) -> Tensor:
        """softcap·tanh(logits/softcap), or the logits."""
        return logits if self.softcap is None else self.softcap * torch.tanh(logits / self.softcap)

    def with_sink(self, own: Tensor, heads: Tensor) -> Tensor:
        """The query's own logits (..., heads), and what else competes in the softmax and is not swapped, as one logit."""
        return own if self.sinks is None else torch.logaddexp(own, self.sinks.double()[heads])

    def order(self, position: int) -> Tensor:
        """Indices (from 0) of the keys that the query at `position` (from 1) sees, its own last."""
        seen = self.seen[position - 1].nonzero().flatten()
        own = seen == position - 1
        require(bool(own.any()), "model", f"must let a query see its own key ({self.name})", self.kind)
        return torch.cat((seen[~own], seen[own]))


def layer_table(model: Any) -> RopeConfig | None:
    """What the model's configuration says of each layer; None where it is not one that is read."""
    try:
        return _read(model.config.to_json_string())  # as config.json holds it
    except (AttributeError, InvalidInput):
        return None


@lru_cache(16)
def _read(config: str) -> RopeConfig:
    return read_config(json.loads(config))


def read_layer(
    name: str, module: nn.Module, args: tuple, kwargs: dict, output, table: RopeConfig | None = None
) -> LayerInputs:
    """What the layer computed its logits from, given how it was called and what it returned.

    Args:
        table: from `layer_table`: what it says of this layer must agree with what the layer does.

    Raises:
        InvalidInput: no RoPE, keys that no rotation explains, a mask that depends on contents or adds to logits.
    """
    kind = type(module).__name__
    call = heard(module, args, kwargs)
    n, head_dim = call.key.shape[2:]
    given = inspect.signature(module.forward).bind(*args, **kwargs).arguments
    given = {"position_embeddings": call.tables, **given, **given.get("kwargs", {})}
    group = None if table is None else table.of_layer(getattr(module, "layer_idx", None))
    said = None if group is None else group.pairing if isinstance(group, LayerRope) else "none"
    cosines, sines = _tables(kind, module, given, said, call.key)
    require(
        cosines.shape[0] == n and 2 * cosines.shape[1] <= head_dim,
        "model",
        f"must have a rotary table for {n} positions and at most {head_dim} dimensions ({kind})",
        tuple(cosines.shape),
    )
    order = torch.arange(n, device=call.key.device).flip(0).roll(n // 3)
    moved = heard(module, args, kwargs, order)
    rotation = _rotation(name, module, call.key, moved.key, order, cosines, sines, said)
    seen = _seen(name, module, call, None if group is None else group.window)
    same = call.mask is None if moved.mask is None else call.mask is not None and torch.equal(call.mask, moved.mask)
    require(same, "model", f"must have a mask that does not depend on contents ({name})", kind)
    if group is not None:
        _agree(name, kind, said, group.window, rotation.layout, seen)
    weights = output[1] if isinstance(output, tuple) and len(output) > 1 else None
    return LayerInputs(
        name,
        kind,
        rotation.contents(call.query, queries=True),
        rotation.contents(call.key),
        rotation.cosines,
        rotation.sines,
        _scale(module, call),
        call.more.get("softcap", getattr(module, "attn_logit_softcapping", None)),
        seen,
        None if group is None else group.window,
        rotation.layout,
        weights
        if isinstance(weights, Tensor) and weights.ndim == 4
        else heard(module, args, kwargs, whole=True).weights,
        _sinks(module, call),
        call.key.dtype,
    )


def agreed_layout(layer: LayerInputs, position: int) -> str:
    """The layer's layout, once its logits for the query at `position` give the weights that the layer returned.

    Raises:
        InvalidInput: they do not, or the layer returned no weights.
    """
    if not isinstance(layer.weights, Tensor):
        raise InvalidInput("model", "must return attention weights (eager attention)", layer.kind)
    require(
        layer.kind in KNOWN or _unit(layer) < 1e-4,
        "model",
        "must be loaded in float32 or float64 where its attention class is not known by name: half precision can hide a "
        "wrong reading",
        f"{layer.kind} in {str(layer.dtype).removeprefix('torch.')}",
    )
    order = layer.order(position)
    row = layer.weights[:, :, position - 1].double()
    wanted, logits = row[..., order], _logits_of_query(layer, position, order)
    fits = logits.shape == wanted.shape
    require(fits, "model", f"must have one query for each of the {wanted.shape[1]} heads of {layer.name}", layer.kind)
    competing = logits.clone()
    competing[..., -1] = layer.with_sink(logits[..., -1], torch.arange(logits.shape[1], device=logits.device))
    found = (logits - competing.logsumexp(-1, keepdim=True)).exp()
    error = max(float((found - wanted).abs().amax()), float((row.sum(-1) - wanted.sum(-1)).abs().amax()))
    if not error > _tolerance(
        layer, float(logits.abs().amax())
    ):  # NaN logits are refused by name where they are scored
        return layer.layout
    raise InvalidInput(
        "model",
        f"must have attention that is understood; the weights read from {layer.name} are not the layer's own "
        f"(off by {error:.1e})",
        _unknown(layer.kind),
    )


def _unknown(kind: str) -> str:
    return kind if kind in KNOWN else f"unknown attention class {kind}"


def _logits_of_query(layer: LayerInputs, position: int, order: Tensor) -> Tensor:
    """(batch, heads, keys): the head's logits as the model has them, in float64."""
    cosines, sines = (table.double() for table in layer.tables(layer.layout))
    pairing = "half" if layer.layout == "none" else layer.layout
    own = slice(position - 1, position)
    query = turn(layer.queries[:, :, own].double(), cosines[own], sines[own], pairing)
    keys = turn(layer.keys[:, :, order].double(), cosines[order], sines[order], pairing)
    keys = keys[:, layer.keys_of(torch.arange(query.shape[1], device=keys.device))]
    return layer.cap(layer.scale * (query @ keys.transpose(-1, -2))[:, :, 0])


def _tolerance(layer: LayerInputs, largest: float) -> float:
    """How far two computations of the same weights may be apart: logits are rounded in the model's format.

    In bfloat16 and float16 the comparison is coarse, so only classes known by name are compared there.
    """
    unit = _unit(layer)
    return min(0.1, (1 if unit > 1e-4 else 32) * unit * (1 + largest))


def _unit(layer: LayerInputs) -> float:
    """Distance of 1 to the next number of the coarsest format that the weights went through, float32 at least."""
    used = [torch.float32, layer.dtype] + ([] if layer.weights is None else [layer.weights.dtype])
    return max(torch.finfo(dtype).eps for dtype in used)


@dataclass(frozen=True)
class Rotation:
    """How keys come from contents: the key at b is weight·R_b k, the rotary dimensions at either end of the head.

    Args:
        layout: "half", "adjacent" or "none".
        cosines, sines: (n, planes); the sines negative where the layer turns the other way.
        last: the rotary dimensions are the last ones, as in latent attention (MLA).
        weight: (head_dim,) of a norm after the rotation, whose mean square the rotation does not change; or None.
    """

    layout: str
    cosines: Tensor
    sines: Tensor
    last: bool = False
    weight: Tensor | None = None

    def contents(self, x: Tensor, queries: bool = False) -> Tensor:
        """(..., n, head_dim) turned back to position 0, rotary dimensions first, in float32 at least.

        Args:
            queries: multiplied with the weight that keys are divided by, so that the products stay.
        """
        x = x.to(torch.promote_types(x.dtype, torch.float32))
        if self.weight is not None:
            x = x * self.weight.to(x.dtype) if queries else x / self.weight.to(x.dtype)
        if self.layout == "none":
            return x
        square = self.cosines.double() ** 2 + self.sines.double() ** 2
        back = ((self.cosines / square).to(x.dtype), (-self.sines / square).to(x.dtype))
        return turn(x.roll(2 * self.cosines.shape[1], -1) if self.last else x, *back, self.layout)

    def keys(self, contents: Tensor) -> Tensor:
        """The keys of contents (..., n, head_dim) at positions 1..n: the way back."""
        x = contents
        if self.layout != "none":
            x = turn(x, self.cosines.to(x.dtype), self.sines.to(x.dtype), self.layout)
            x = x.roll(-2 * self.cosines.shape[1], -1) if self.last else x
        return x if self.weight is None else x * self.weight.to(x.dtype)


def _rotation(
    name: str,
    module: Layer,
    key: Tensor,
    moved: Tensor,
    order: Tensor,
    cosines: Tensor,
    sines: Tensor,
    first: str | None,
) -> Rotation:
    """The rotation under which the contents of `key`, in another order, have the keys `moved`.

    Args:
        first: the layout that is tried first: with one plane "half" and "adjacent" are the same.

    Raises:
        InvalidInput: none does.
    """
    unit = max(torch.finfo(torch.float32).eps, torch.finfo(key.dtype).eps)
    allowed = (4 if unit > 1e-4 else 64) * unit * float(key.abs().amax())
    layouts = sorted(("half", "adjacent", "none"), key=lambda layout: layout != first)
    least = math.inf
    for weights in ([None], _norm_weights(module, key.shape[-1])):
        for weight, sign, last, layout in itertools.product(weights, (1, -1), (False, True), layouts):
            rotation = Rotation(layout, cosines, sign * sines, last, weight)
            found = rotation.keys(rotation.contents(key)[:, :, order])
            error = float((found - moved).abs().amax())
            if not error > allowed:  # NaN keys are refused by name where they are scored
                return rotation
            least = min(least, error)
    raise InvalidInput(
        "model",
        f"must have keys that are one token's content turned by the rotary table; those of {name} are not (off by "
        f"{least:.1e})",
        _unknown(type(module).__name__),
    )


def _norm_weights(module: nn.Module, head_dim: int) -> list[Tensor]:
    """Weights that a norm of one head may multiply with, none of them near 0."""
    found = []
    for child in module.children():
        weight = getattr(child, "weight", None)
        if isinstance(weight, Tensor) and tuple(weight.shape) == (head_dim,):
            found += [weight.detach(), 1 + weight.detach()]
    return [each for each in found if float(each.abs().amin()) > 1e-3 * float(each.abs().amax())]


def _seen(name: str, module: Layer, call: Call, window: int | None) -> Tensor:
    """(n, n) bool: the keys that each query sees.

    Raises:
        InvalidInput: the mask differs between samples or heads, or adds to the logits that are seen.
    """
    kind, n = type(module).__name__, call.key.shape[2]
    if call.mask is None:
        every = torch.ones(n, n, dtype=torch.bool, device=call.key.device)
        if not getattr(module, "is_causal", True):
            return every
        return every.tril() if window is None else every.tril().triu(1 - window)
    mask = call.mask[..., :n]
    fits = mask.ndim == 4 and tuple(mask.shape[2:]) == (n, n) and bool((mask == mask[:1, :1]).all())
    require(fits, "model", f"must have one mask for all samples and heads ({name})", kind)
    mask = mask[0, 0]
    if mask.dtype == torch.bool:
        return mask
    seen = mask > torch.finfo(mask.dtype).min / 2
    require(bool((mask[seen] == 0).all()), "model", f"must add nothing to the logits ({name})", kind)
    return seen


def _agree(name: str, kind: str, said: str | None, window: int | None, layout: str, seen: Tensor) -> None:
    """Refuse a layer that does not do what the layer table says.

    For classes that put adjacent dimensions into halves before they turn them, the table says "adjacent" and keys are
    in halves; only classes known by name, which do not, are held to the table's layout.
    """
    same = said == layout if kind in KNOWN or "none" in (said, layout) else True
    require(same, "model", f'must turn as its layer table says ("{said}" in {name})', layout)
    n = len(seen)
    counts, wanted = seen.tril().sum(1), torch.arange(1, n + 1, device=seen.device)
    fits = bool((counts <= wanted.clamp(max=n if window is None else window)).all())
    full = window is not None or bool((counts == wanted).all())
    require(fits and full, "model", f"must see as many keys as its layer table says ({window or 'all'} in {name})",
            int(counts.max()))  # fmt: skip


def _scale(module: Layer, call: Call) -> float:
    for given in (call.more.get("scaling"), getattr(module, "scaling", None)):
        if isinstance(given, int | float):
            return float(given)
    if hasattr(module, "scale_attn"):  # GPT-J divides by it
        return 1 / float(module.scale_attn)
    return 1 / math.sqrt(call.key.shape[-1])


def _sinks(module: Layer, call: Call) -> Tensor | None:
    """(heads,) logits of sinks, or None."""
    sinks = call.more.get("s_aux", getattr(module, "sinks", None))
    return sinks.detach().flatten() if isinstance(sinks, Tensor) else None


def _tables(kind: str, module: Layer, given: dict, said: str | None, key: Tensor) -> tuple[Tensor, Tensor]:
    """Cosines and sines (n, planes) that the layer was called with; of one plane that does not turn, where the layer
    gets none and its layer table says so.
    """
    if given.get("position_embeddings") is not None:
        tables = given["position_embeddings"]
        if isinstance(tables, Tensor) and tables.is_complex():  # Llama 4: one column for each plane
            return _one_row(kind, tables.real), _one_row(kind, tables.imag)
        rule = "must give its attention layers cosines and sines"
        require(isinstance(tables, tuple | list) and len(tables) == 2, "model", rule, kind)
        cosines, sines = (_one_row(kind, table) for table in tables)
        twice = _planes(cosines, sines)
        return cosines[:, twice], sines[:, twice]
    if isinstance(getattr(module, "embed_positions", None), Tensor) and given.get("position_ids") is not None:
        sines, cosines = module.embed_positions.to(given["position_ids"].device)[given["position_ids"]].chunk(2, -1)
        return _one_row(kind, cosines), _one_row(kind, sines)
    if said == "none":
        return key.new_ones(key.shape[2], 1), key.new_zeros(key.shape[2], 1)
    raise InvalidInput("model", "must use RoPE: its attention layers get no rotary table", kind)


def _one_row(kind: str, table: Tensor) -> Tensor:
    """(n, planes) of a table (batch, n, planes) that is the same for all samples; or of one for each axis, if alike."""
    rule = "must have rotary tables (batch, n, dimensions)"
    require(isinstance(table, Tensor) and table.ndim in (2, 3, 4), "model", rule, kind)
    flat = table.reshape(-1, *table.shape[-2:])
    require(bool((flat == flat[:1]).all()), "model", "must turn all samples by the same positions", kind)
    return flat[0]


def _planes(cosines: Tensor, sines: Tensor) -> slice:
    """One column for each plane: tables hold each twice, in halves or side by side, or once."""
    dims = cosines.shape[-1]
    both = torch.stack((cosines, sines))
    if dims % 2 == 0:
        if torch.equal(both[..., : dims // 2], both[..., dims // 2 :]):
            return slice(0, dims // 2)
        if torch.equal(both[..., ::2], both[..., 1::2]):
            return slice(0, None, 2)
    return slice(None)
