"""What each layer of a transformers model does to its queries, measured; needs torch and transformers (extra `models`).

A model is built with large weights on the meta device and run once on a handful of positions. Every linear layer
answers with the same vector at every position, so whatever differs between positions in the queries is rotation. From
the queries, the logits and the masks of each layer come: head dimension, pairing, rotary dimensions, frequencies,
attention factor, score scale, and whether the layer sees only a window. No formula of rotary embeddings stands here.
"""

from __future__ import annotations

import contextlib
import copy
import importlib
import inspect
import math
import sys
from dataclasses import dataclass

import torch
import torch.nn.functional as F
import transformers
from torch.overrides import TorchFunctionMode
from transformers.models.auto.configuration_auto import CONFIG_MAPPING
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING, MODEL_MAPPING

transformers.logging.set_verbosity_error()

POSITIONS = [0, 1, 5, 20, 80, 320, 1280]
COUNT = len(POSITIONS)
WINDOW = 3
#: Windows smaller than the probe, so that masks show which layers have one.
WINDOWS = {
    "sliding_window": WINDOW,
    "attention_chunk_size": WINDOW,
    "attention_window_size": WINDOW,
    "local_attention": 2 * WINDOW,
    "window_size": WINDOW,
}
#: How many positions another sequence has, where a class reads one beside the tokens: its keys are not rotated.
OTHER = 3
_MAKERS = {torch.empty, torch.zeros, torch.ones, torch.randn, torch.rand, torch.full}


@dataclass
class Seen:
    """One layer as it ran.

    Attributes:
        layer: its number, from 0.
        head_dim: dimension of query and key.
        pairing: "half", "adjacent", or None: no rotation.
        rotary_dim: dimensions that are turned.
        angles: {position: radians modulo 2π of each plane}, for the positions of the probe.
        factor: attention factor.
        scale: what q·k is multiplied by, without the attention factor.
        window: the largest number of keys that a query sees, itself and those before it; at most those of the probe.
    """

    layer: int
    head_dim: int
    pairing: str | None
    rotary_dim: int
    angles: dict[int, list[float]]
    factor: float
    scale: float
    window: int
    uneven: bool = False


class _Lazy(TorchFunctionMode):
    """Large tensors are made on the meta device."""

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = dict(kwargs or {})
        if function in _MAKERS and kwargs.get("device") is None:
            shape = kwargs.get("size", args[0] if args and isinstance(args[0], tuple | list) else args)
            if all(isinstance(each, int) for each in shape) and math.prod(shape) > 1 << 14:
                kwargs["device"] = "meta"
        return function(*args, **kwargs)


_VECTORS: dict[int, torch.Tensor] = {}


def _vector(size: int, like: torch.Tensor) -> torch.Tensor:
    if size not in _VECTORS:
        _VECTORS[size] = torch.randn(size, generator=torch.Generator().manual_seed(size))
    return _VECTORS[size].to(like.dtype) if like.is_floating_point() else _VECTORS[size]


def _tensors(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _tensors(each)


def _moved(value, move):
    if isinstance(value, torch.Tensor):
        return move(value)
    if isinstance(value, list | tuple) and type(value) in (list, tuple):
        return type(value)(_moved(each, move) for each in value)
    return value


class _Probe(TorchFunctionMode):
    """Runs a half-built model: linear layers and embeddings give one vector everywhere, weights on meta give zeros."""

    def __init__(self):
        super().__init__()
        self.layer, self.last, self.seen, self.projected = None, None, [], []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if function is F.linear:
            weight = args[1] if len(args) > 1 else kwargs["weight"]
            self.projected = [*self.projected[-7:], weight.shape[0]]
            return _vector(weight.shape[0], args[0]).expand(*args[0].shape[:-1], weight.shape[0]).clone()
        if function is F.embedding:
            return _vector(args[1].shape[1], args[1]).expand(*args[0].shape, args[1].shape[1]).clone()
        name = getattr(function, "__name__", "")
        if name in ("_grouped_mm", "grouped_mm"):
            return args[0].new_zeros(args[0].shape[0], args[1].shape[-1])
        if name in ("matmul", "__matmul__", "addmm") and args[-1].is_meta and args[-1].dim() == 2:
            first = args[-2]  # a linear layer of its own
            return _vector(args[-1].shape[1], first).expand(*first.shape[:-1], args[-1].shape[1]).clone()
        if name in ("item", "__bool__", "__int__", "__float__") and args[0].is_meta:
            return 0
        tensors = [*_tensors(args), *_tensors(tuple(kwargs.values()))]
        if any(each.is_meta for each in tensors) and not all(each.is_meta for each in tensors):
            kwargs = {key: _moved(value, lambda each: each.to("meta")) for key, value in kwargs.items()}
            result = function(*_moved(tuple(args), lambda each: each.to("meta")), **kwargs)
            return _moved(result, lambda each: torch.zeros(each.shape, dtype=each.dtype))
        result = function(*args, **kwargs)
        if name in ("matmul", "__matmul__", "bmm", "baddbmm", "einsum") and isinstance(result, torch.Tensor):
            shape = tuple(result.shape[-2:])
            if result.dim() >= 3 and shape in ((COUNT, COUNT), (COUNT, COUNT + OTHER)) and not result.is_meta:
                query, key = tensors[-2:]
                self.last = (query, key if shape[1] == COUNT else key[..., :COUNT])
        if name == "softmax" and self.last is not None and args[0].dim() >= 3 and args[0].shape[-2] == COUNT:
            self.seen.append((self.layer, *self.last, args[0][..., :COUNT], list(self.projected)))
            self.last = None
        if function is F.scaled_dot_product_attention:
            query, key = (tensors[k] for k in (0, 1))
            scale = kwargs.get("scale") or query.shape[-1] ** -0.5
            mask = kwargs.get("attn_mask")
            logits = query @ key.transpose(-1, -2) * scale
            if mask is not None and mask.dtype == torch.bool:
                logits = logits.masked_fill(~mask, -1e30)
            elif mask is not None:
                logits = logits + mask
            self.seen.append((self.layer, query, key.transpose(-1, -2), logits, list(self.projected)))
        return result


def text_part(config):
    """The settings of the language model inside a configuration."""
    return config.get_text_config(decoder=True)


def model_class(config):
    """The class whose layers are looked at, or None."""
    for mapping in (MODEL_MAPPING, MODEL_FOR_CAUSAL_LM_MAPPING):
        with contextlib.suppress(KeyError, ValueError):
            found = mapping[type(config)]
            return found[0] if isinstance(found, tuple) else found
    try:
        module = importlib.import_module(type(config).__module__.replace("configuration_", "modeling_"))
    except ImportError:
        return None
    found = [
        each
        for name, each in vars(module).items()
        if inspect.isclass(each)
        and issubclass(each, transformers.PreTrainedModel)
        and each.__module__ == module.__name__
        and each.config_class is type(config)
        and "PreTrained" not in name
    ]
    return min(
        found, key=lambda each: ("TextModel" not in each.__name__, "For" in each.__name__, each.__name__), default=None
    )


def small(config, layers: int | None):
    """A copy for the probe: eager attention, few layers, no soft cap on logits."""
    config = copy.deepcopy(config)
    config._attn_implementation = "eager"
    if layers is not None:
        with contextlib.suppress(Exception):
            config.num_hidden_layers = layers
    if getattr(config, "attn_logit_softcapping", None) is not None:
        try:
            config.attn_logit_softcapping = None
        except Exception:  # a class that needs a number
            config.attn_logit_softcapping = 1e6
    return config


def build(config):
    """The model with its large weights on the meta device."""
    with _Lazy(), torch.no_grad(), _no_random_weights():
        model = model_class(config)(config).eval()
        for name, weights in model.named_parameters():
            if not weights.is_meta:
                weights.fill_(0.0 if name.endswith("bias") else 1.0)
    return model


@contextlib.contextmanager
def _no_random_weights():
    from transformers import initialization

    with initialization.no_init_weights():
        yield


def _same(*shape: int) -> torch.Tensor:
    """One vector at every position."""
    return torch.ones(*shape)


#: What a class takes beside a row of tokens, or in place of it (None: not given).
INPUTS = {
    "BltLocalDecoder": lambda config: {
        "attention_mask": None,
        "inputs_embeds": _same(1, COUNT, config.hidden_size),
        "patch_embeds": _same(1, 1, config.hidden_size_global),
    },
    "BltLocalEncoder": lambda config: {
        "attention_mask": None,
        "num_patches": 1,
        "patch_ids": torch.zeros(1, COUNT, dtype=torch.long),
    },
    "DiaDecoder": lambda config: {
        "input_ids": torch.zeros(1, COUNT, config.num_channels, dtype=torch.long),
        "encoder_hidden_states": _same(1, OTHER, config.cross_hidden_size),
    },
    "DiaEncoder": lambda config: {"position_ids": None},
    "IdeficsModel": lambda config: {
        "image_encoder_embeddings": _same(1, 1, OTHER, config.vision_config.embed_dim),
        "image_attention_mask": torch.ones(1, COUNT, 1, dtype=torch.long),
    },
    "KyutaiSpeechToTextModel": lambda config: {
        "input_ids": torch.zeros(1, COUNT, config.num_codebooks + 1, dtype=torch.long)
    },
    "Qwen3OmniMoeTalkerCodePredictorModel": lambda config: {
        "input_ids": None,
        "inputs_embeds": _same(1, COUNT, config.hidden_size),
    },
    "Qwen3OmniMoeTalkerModel": lambda config: {
        "input_ids": None,
        "inputs_embeds": _same(1, COUNT, config.hidden_size),
    },
    "T5Gemma2Decoder": lambda config: {"encoder_hidden_states": _same(1, OTHER, config.hidden_size)},
    "VideoPrismTextModel": lambda config: {"position_ids": torch.arange(COUNT)[None]},
    "VoxtralRealtimeTextModel": lambda config: {"t_cond": _same(1, 1, config.hidden_size)},
}


def run(model) -> list[tuple]:
    """(layer, query, key transposed, masked logits) of every attention that ran."""
    probe = _Probe()
    hooks = [
        module.register_forward_pre_hook(lambda module, _: setattr(probe, "layer", module.layer_idx))
        for module in model.modules()
        if isinstance(getattr(module, "layer_idx", None), int)
    ]
    positions = torch.tensor([POSITIONS])
    given = {
        "input_ids": torch.zeros(1, COUNT, dtype=torch.long),
        "attention_mask": torch.ones(1, COUNT, dtype=torch.long),
    }
    accepted = inspect.signature(model.forward).parameters
    if "position_ids" in accepted or any(each.kind is each.VAR_KEYWORD for each in accepted.values()):
        given["position_ids"] = positions
    if "use_cache" in accepted:
        given["use_cache"] = False
    more = INPUTS.get(type(model).__name__, lambda config: {})(model.config)
    given = {name: value for name, value in {**given, **more}.items() if value is not None}
    with probe, torch.no_grad():
        model(**given)
    for hook in hooks:
        hook.remove()
    return probe.seen


def look(config, layers: int | None = None) -> list[Seen]:
    """Each layer of a model that attends, in order.

    Args:
        config: a transformers configuration of a language model.
        layers: how many layers are run; the others are not looked at.
    """
    model = build(small(config, layers))
    calls = run(model)
    assert all(bool(torch.isfinite(call[1]).all()) for call in calls), "queries that are not finite"
    scaled = [
        (module, name, value)
        for module in model.modules()
        for name, value in vars(module).items()
        if name.endswith("attention_scaling") and value != 1.0
    ]
    plain = calls
    if scaled:
        for module, name, _ in scaled:
            setattr(module, name, 1.0)
        plain = run(model)
    return [_seen(number, mine, other) for number, (mine, other) in enumerate(zip(calls, plain, strict=True))]


def _seen(number: int, call: tuple, plain: tuple) -> Seen:
    layer, query, key, logits, projected = call
    query = query.double().reshape(-1, *query.shape[-2:])[0]
    key = key.double()
    key = key.reshape(-1, *key.shape[-2:])[0]
    if key.shape[0] != query.shape[-1]:
        key = key.T
    bare = plain[1].double().reshape(-1, *plain[1].shape[-2:])[0]
    norms = bare.norm(dim=-1)
    uneven = bool(((norms - norms[0]).abs() > 1e-4 * norms[0]).any())
    pairing, first, width, angles = _rotation(bare / norms[:, None])
    turned = slice(first, first + width)
    factor = float(query[0, turned].norm() / bare[0, turned].norm()) if width else 1.0
    if pairing == "half" and _was_adjacent(bare[0], turned, projected):
        pairing = "adjacent"
    rows = logits.double().reshape(-1, *logits.shape[-2:])[0]
    window = max(int((rows[k, : k + 1] > -1e4).sum()) for k in range(COUNT))
    return Seen(
        number if layer is None else layer, query.shape[-1], pairing, width, angles, factor,
        _scale(query @ key, rows), window, uneven,
    )  # fmt: skip


def _scale(products: torch.Tensor, logits: torch.Tensor) -> float:
    """The slope of logits over products, from two keys of one query (what is added to both falls out)."""
    row = COUNT - 1
    seen = [k for k in range(COUNT) if logits[row, k] > -1e4]
    pairs = [(abs(float(products[row, i] - products[row, k])), i, k) for i in seen for k in seen]
    size, i, k = max(pairs, default=(0.0, 0, 0))
    if size > 1e-3 * float(products[row].abs().max()):
        return float(logits[row, i] - logits[row, k]) / float(products[row, i] - products[row, k])
    return float(logits[row, row]) / float(products[row, row])


def _was_adjacent(query: torch.Tensor, turned: slice, projected: list[int]) -> bool:
    """Whether halves of the query are the even and odd dimensions of what a projection gave."""
    block, width = query[turned], query.shape[0]
    for size in projected:
        source = _VECTORS[size].double()[turned] if size >= width and size % width == 0 else None
        if source is not None and len(source) == len(block):
            mixed = torch.cat([source[::2], source[1::2]])
            if torch.allclose(block / block.norm(), mixed / mixed.norm(), atol=1e-4):
                return True
    return False


def _rotation(query: torch.Tensor) -> tuple[str | None, int, int, dict[int, list[float]]]:
    """(pairing, first dimension, how many, angles) of a unit vector that is turned along the positions."""
    width = query.shape[1]
    moving = ((query - query[:1]).abs().amax(0) > 2e-6).nonzero().flatten().tolist()
    if not moving:
        return None, 0, 0, {}
    low, high = moving[0], moving[-1] + 1
    tried = [
        (low, high - low),
        (low, high - low + 1),
        (low - 1, high - low + 1),
        (0, high),
        (low, width - low),
        (0, width),
    ]
    for first, size in dict.fromkeys(tried):
        for pairing in ("half", "adjacent"):
            if size % 2 or first < 0 or first + size > width:
                continue
            block = query[:, first : first + size]
            x, y = (
                (block[:, : size // 2], block[:, size // 2 :]) if pairing == "half" else (block[:, ::2], block[:, 1::2])
            )
            turning = torch.complex(x, y)
            lengths = turning.abs()
            if ((lengths - lengths[:1]).abs() > 1e-5).any():
                continue
            if low < first or high > first + size:
                continue
            turns = turning * turning[:1].conj() / lengths[:1].clamp_min(1e-9) ** 2
            return pairing, first, size, {p: turns[k].angle().tolist() for k, p in enumerate(POSITIONS)}
    return "unknown", low, high - low, {}


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for seen in look(text_part(CONFIG_MAPPING[name]()), 6):
            angles = [f"{each:.4g}" for each in seen.angles.get(1, [])]
            print(name, {**seen.__dict__, "angles": angles[:3] + angles[-2:]})
