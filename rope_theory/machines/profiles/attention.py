"""Reading an attention layer of a Hugging Face decoder: queries and keys before RoPE, tables, scale, soft cap, window.

Everything comes from the module itself: its projections and norms, the cosines and sines it was called with. What is
read is then compared with the attention weights that the module returned, so that a layer of another kind is
refused, as far as its weights differ by more than rounding may (see `_tolerance`).
"""

from __future__ import annotations

import inspect
import json
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import torch
from torch import Tensor, nn

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.rope import turn
from rope_theory.models.config import LayerRope, RopeConfig, read_config

#: A layer of some class of transformers: its attributes are looked for, and no type names them.
Layer: TypeAlias = Any

#: Classes that are read right without a comparison with their own weights; any other must pass it.
KNOWN = frozenset(
    f"{name}Attention" for name in ("GPTJ", "Llama", "Mistral", "Gemma2", "Qwen2", "Qwen3", "GPTNeoX", "Phi", "Phi3")
)
#: What a layer may do with the tables it is given; "none" is a layer without rotation among others with it.
CANDIDATES = ("half", "adjacent", "none")


@dataclass(frozen=True)
class LayerInputs:
    """One attention layer on one batch.

    Args:
        name: path of the module in the model.
        kind: its class.
        queries: (batch, heads, n, head_dim) before RoPE.
        keys: (batch, key heads, n, head_dim) before RoPE.
        cosines, sines: (n, planes), the model's own.
        scale: factor of the logits.
        softcap: logits become softcap·tanh(logit/softcap); None: they stay.
        window: keys a query sees at most, itself included; None: all.
        layout: what the layer table says: "half", "adjacent", "none", or None: it does not say.
        weights: (batch, heads, n, n) that the layer returned, or None.
    """

    name: str
    kind: str
    queries: Tensor
    keys: Tensor
    cosines: Tensor
    sines: Tensor
    scale: float
    softcap: float | None
    window: int | None
    layout: str | None
    weights: Tensor | None

    def tables(self, layout: str) -> tuple[Tensor, Tensor]:
        """Cosines and sines under a candidate layout: those of angle 0 for "none"."""
        if layout == "none":
            return torch.ones_like(self.cosines), torch.zeros_like(self.sines)
        return self.cosines, self.sines

    def keys_of(self, heads: Tensor) -> Tensor:
        """The key head that each query head (0-based) attends to."""
        return heads * self.keys.shape[1] // self.queries.shape[1]

    def cap(self, logits: Tensor) -> Tensor:
        """softcap·tanh(logits/softcap), or the logits."""
        return logits if self.softcap is None else self.softcap * torch.tanh(logits / self.softcap)


def attention_modules(model: nn.Module) -> dict[str, nn.Module]:
    """The attention layers by their path, in order: modules with query and key projections under a common name.

    Raises:
        InvalidInput: there is none.
    """
    found = {name: module for name, module in model.named_modules() if _projections(module)}
    if not found:
        others = {type(m).__name__ for m in model.modules() if "Attention" in type(m).__name__}
        raise InvalidInput(
            "model",
            "must have attention layers with q_proj and k_proj, qkv_proj or query_key_value",
            f"{type(model).__name__} with {', '.join(sorted(others)) or 'no attention class'}",
        )
    return found


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
        table: from `layer_table`: window and layout are the ones it gives this layer.

    Raises:
        InvalidInput: no RoPE, or attributes that are not understood.
    """
    kind = type(module).__name__
    names = list(inspect.signature(type(module).forward).parameters)[1:]
    given = {**dict(zip(names, args, strict=False)), **kwargs}
    hidden = given.get("hidden_states")
    if hidden is None:
        raise InvalidInput("model", "must pass hidden_states to its attention layers", kind)
    queries, keys = _queries_and_keys(module, hidden)
    cosines, sines = _tables(kind, module, given)
    require(
        cosines.shape[0] == keys.shape[2] and 2 * cosines.shape[1] <= keys.shape[-1],
        "model",
        f"must have a rotary table for {keys.shape[2]} positions and at most {keys.shape[-1]} dimensions ({kind})",
        tuple(cosines.shape),
    )
    group = None if table is None else table.of_layer(getattr(module, "layer_idx", None))
    weights = output[1] if isinstance(output, tuple) and len(output) > 1 else None
    return LayerInputs(
        name,
        kind,
        queries,
        keys,
        cosines,
        sines,
        _scale(module, keys.shape[-1]),
        getattr(module, "attn_logit_softcapping", None),
        getattr(module, "sliding_window", None) if group is None else group.window,
        None if group is None else group.pairing if isinstance(group, LayerRope) else "none",
        weights if isinstance(weights, Tensor) and weights.ndim == 4 else None,
    )


def agreed_layout(layer: LayerInputs, position: int) -> str:
    """The layout under which the logits of the query at `position` give the weights that the layer returned.

    Raises:
        InvalidInput: none does, or the layer returned no weights.
    """
    if layer.weights is None:
        raise InvalidInput("model", "must return attention weights (eager attention)", layer.kind)
    require(
        layer.kind in KNOWN or _unit(layer) < 1e-4,
        "model",
        "must be loaded in float32 or float64 where its attention class is not known by name: half precision can hide a "
        "wrong reading",
        f"{layer.kind} in {str(layer.keys.dtype).removeprefix('torch.')}",
    )
    first = 0 if layer.window is None else max(0, position - layer.window)
    wanted = layer.weights[:, :, position - 1, first:position].double()
    errors, largest = {}, 0.0
    for layout in CANDIDATES if layer.layout is None else [layer.layout]:
        logits = _logits_of_query(layer, position, first, layout)
        fits = logits.shape == wanted.shape
        require(
            fits, "model", f"must have one query for each of the {wanted.shape[1]} heads of {layer.name}", layer.kind
        )
        errors[layout] = float((logits.softmax(-1) - wanted).abs().amax())
        largest = max(largest, float(logits.abs().amax()))
    best = min(errors, key=errors.__getitem__)
    if not errors[best] > _tolerance(layer, largest):  # NaN logits are refused by name where they are scored
        return best
    raise InvalidInput(
        "model",
        f"must have attention that is understood; the weights read from {layer.name} are not the layer's own "
        f"(off by {min(errors.values()):.1e})",
        f"unknown attention class {layer.kind}" if layer.kind not in KNOWN else layer.kind,
    )


def _logits_of_query(layer: LayerInputs, position: int, first: int, layout: str) -> Tensor:
    """(batch, heads, keys): the head's logits as the model has them, in float64."""
    cosines, sines = (table.double() for table in layer.tables(layout))
    pairing = "half" if layout == "none" else layout
    query = turn(
        layer.queries[:, :, position - 1 : position].double(),
        cosines[position - 1 : position],
        sines[position - 1 : position],
        pairing,
    )
    keys = turn(layer.keys[:, :, first:position].double(), cosines[first:position], sines[first:position], pairing)
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
    used = [torch.float32, layer.keys.dtype] + ([] if layer.weights is None else [layer.weights.dtype])
    return max(torch.finfo(dtype).eps for dtype in used)


def _projections(module: nn.Module) -> bool:
    children = {name for name, _ in module.named_children()}
    return any(children.issuperset(names) for names in (("q_proj", "k_proj"), ("qkv_proj",), ("query_key_value",)))


def _queries_and_keys(module: Layer, hidden: Tensor) -> tuple[Tensor, Tensor]:
    """Projected, split into heads and normalised as the layer does it: (batch, heads, n, head_dim) each."""
    head_dim = _head_dim(module)
    if hasattr(module, "q_proj"):
        q, k = module.q_proj(hidden), module.k_proj(hidden)
    elif hasattr(module, "query_key_value"):
        joint = module.query_key_value(hidden)
        whole = joint.shape[-1] % (3 * head_dim) == 0
        require(whole, "model", "must hold query, key and value of each head together", type(module).__name__)
        split = joint.unflatten(-1, (-1, 3, head_dim))
        q, k = split[..., 0, :].flatten(-2), split[..., 1, :].flatten(-2)
    elif not hasattr(module, "config"):  # CodeGen: query, value, key of each of four parts
        parts = module.qkv_proj(hidden).unflatten(-1, (4, 3, -1))
        q, k = parts[..., 0, :].flatten(-2), parts[..., 2, :].flatten(-2)
    else:
        heads = module.config.num_attention_heads
        key_heads = getattr(module.config, "num_key_value_heads", None) or heads
        q, k, _ = module.qkv_proj(hidden).split([heads * head_dim, key_heads * head_dim, key_heads * head_dim], -1)
    return _heads(module, "q", q, head_dim), _heads(module, "k", k, head_dim)


def _heads(module: Layer, side: str, x: Tensor, head_dim: int) -> Tensor:
    norm = getattr(module, f"{side}_norm", None) or getattr(module, f"{side}_layernorm", None)
    if norm is None and isinstance(
        getattr(module, "qk_norm", None), nn.Module
    ):  # Llama 4's has no weights: no turn changes it
        norm = module.qk_norm
    require(x.shape[-1] % head_dim == 0, "model", f"must project to whole heads of dimension {head_dim}", x.shape[-1])
    weight = getattr(norm, "weight", None)
    over_all = weight is not None and tuple(weight.shape) == (x.shape[-1],) != (head_dim,)
    if norm is not None and over_all:
        x = norm(x)
    x = x.unflatten(-1, (-1, head_dim))
    if norm is not None and not over_all:
        x = norm(x)
    return x.transpose(1, 2)


def _head_dim(module: Layer) -> int:
    for name in ("head_dim", "head_size"):
        if isinstance(getattr(module, name, None), int):
            return getattr(module, name)
    raise InvalidInput("model", "must have layers with a head_dim", type(module).__name__)


def _scale(module: Layer, head_dim: int) -> float:
    if isinstance(getattr(module, "scaling", None), int | float):
        return float(module.scaling)
    if hasattr(module, "scale_attn"):  # GPT-J divides by it
        return 1 / float(module.scale_attn)
    return 1 / math.sqrt(head_dim)


def _tables(kind: str, module: Layer, given: dict) -> tuple[Tensor, Tensor]:
    """Cosines and sines (n, planes) that the layer was called with."""
    if given.get("position_embeddings") is not None:
        tables = given["position_embeddings"]
        if isinstance(tables, Tensor) and tables.is_complex():  # Llama 4: one column for each plane
            return _one_row(kind, tables.real), _one_row(kind, tables.imag)
        rule = "must give its attention layers cosines and sines"
        require(isinstance(tables, tuple | list) and len(tables) == 2, "model", rule, kind)
        cosines, sines = tables
        return _planes(kind, _one_row(kind, cosines)), _planes(kind, _one_row(kind, sines))
    if isinstance(getattr(module, "embed_positions", None), Tensor) and given.get("position_ids") is not None:
        sines, cosines = module.embed_positions.to(given["position_ids"].device)[given["position_ids"]].chunk(2, -1)
        return _one_row(kind, cosines), _one_row(kind, sines)
    raise InvalidInput("model", "must use RoPE: its attention layers get no rotary table", kind)


def _one_row(kind: str, table: Tensor) -> Tensor:
    """(n, planes) of a table (batch, n, planes) that is the same for all samples."""
    require(
        isinstance(table, Tensor) and table.ndim == 3, "model", "must have rotary tables (batch, n, dimensions)", kind
    )
    require(bool((table == table[:1]).all()), "model", "must turn all samples by the same positions", kind)
    return table[0]


def _planes(kind: str, table: Tensor) -> Tensor:
    """One column for each plane: tables hold each twice, in halves or side by side."""
    dims = table.shape[-1]
    if dims % 2 == 0:
        if torch.equal(table[:, : dims // 2], table[:, dims // 2 :]):
            return table[:, : dims // 2]
        if torch.equal(table[:, ::2], table[:, 1::2]):
            return table[:, ::2]
    raise InvalidInput("model", "must have rotary tables that hold each plane twice", kind)
