"""GGUF files as folders of Hugging Face: weights dequantised, rotary layout undone, configuration from the file's own keys.

The package `gguf` reads the container, unpacks the blocks and names the tensors. Here stands what the names of a layout
mean for the class of transformers, and a file is refused that says more than is understood: every key of its
architecture is known, and every tensor is used once (a table of scaled frequencies, say, would be left over).
"""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rope_theory.core.errors import InvalidInput, Words, require, require_int
from rope_theory.core.layouts import convert_projection
from rope_theory.core.packages import load_packages
from rope_theory.core.progress import progress

#: Keys below the architecture's name: setting of the configuration.
_SIZES = {
    "block_count": "num_hidden_layers",
    "context_length": "max_position_embeddings",
    "embedding_length": "hidden_size",
    "feed_forward_length": "intermediate_size",
    "attention.head_count": "num_attention_heads",
    "attention.head_count_kv": "num_key_value_heads",
}
#: Keys that are read beside them.
_READ = frozenset(
    ("attention.layer_norm_rms_epsilon", "attention.key_length", "attention.value_length", "rope.freq_base")
    + ("rope.dimension_count", "rope.scaling.type", "rope.scaling.factor", "vocab_size")
)
#: Most layers, and most of any other size.
_LAYERS, _SIZE = 1000, 1 << 24
#: Bytes for what is written beside the weights.
_BESIDE = 64 << 20


@dataclass(frozen=True)
class Architecture:
    """One layout of GGUF files.

    Args:
        configuration, model: classes of transformers.
        pairing: how the file has the rows of query and key: llama.cpp permutes those of Llama into adjacent pairs.
        norms: what the file adds to the weights of norms.
        own: keys of this architecture beside the common ones.
    """

    configuration: str
    model: str
    pairing: str
    norms: float = 0.0
    own: frozenset[str] = frozenset()


ARCHITECTURES = {
    "llama": Architecture("LlamaConfig", "LlamaForCausalLM", "adjacent"),
    "qwen2": Architecture("Qwen2Config", "Qwen2ForCausalLM", "half"),
    "qwen3": Architecture("Qwen3Config", "Qwen3ForCausalLM", "half"),
    "gemma3": Architecture(
        "Gemma3TextConfig",
        "Gemma3ForCausalLM",
        "half",
        1.0,
        frozenset(("attention.sliding_window", "attention.sliding_window_pattern", "rope.freq_base_swa")),
    ),
}


@dataclass(frozen=True)
class Converted:
    """What a conversion wrote.

    Args:
        architecture: as the file names it.
        model: class of transformers.
        name: the file's own name for the model, or "".
        tensors, parameters: numbers of them.
        quantised: how many tensors came in which format.
        tokenizer: whether a tokenizer was written; if not, why.
        notes: what the file does not say and its architecture does.
    """

    architecture: str
    model: str
    name: str
    tensors: int
    parameters: int
    quantised: dict[str, int]
    tokenizer: str
    notes: tuple[str, ...]


def require_gguf():
    """The package `gguf`.

    Raises:
        InvalidInput: it is missing.
    """
    from rope_theory.machines.profiles.load import require_models

    require_models()
    return load_packages("gguf", to="read and write GGUF files")


def convert(path: str | Path, folder: Path) -> Converted:
    """Write a GGUF file's model and tokenizer into a folder, as `save_pretrained` would: weights in float32.

    Args:
        path: of a GGUF file: Llama, Qwen 2, Qwen 3 or Gemma 3 (text), with any of the formats that `gguf` unpacks.
        folder: exists and is empty.

    Raises:
        InvalidInput: no GGUF file, an architecture, key or tensor that is not known here, shapes that do not fit.
    """
    gguf = require_gguf()
    path = Path(path)
    require(path.is_file(), "file", "must be a GGUF file that exists", str(path))
    reader = _guarded(path, lambda: gguf.GGUFReader(path))
    fields = _guarded(path, lambda: {key: field.contents() for key, field in reader.fields.items()})
    name = fields.get("general.architecture")
    rule = f"must be of an architecture that is read here ({', '.join(ARCHITECTURES)})"
    require(isinstance(name, str) and name in ARCHITECTURES, "file", rule, name)
    layout = ARCHITECTURES[name]
    stored = {tensor.name: tensor for tensor in reader.tensors}
    notes: list[str] = []
    settings = _settings(name, fields, stored, notes)
    config, shapes = _expected(layout, settings)
    weights = _guarded(path, lambda: _weights(gguf, name, layout, config, shapes, stored))
    return _write(gguf, folder, name, layout, config, weights, stored, fields, notes)


def _write(gguf, folder, name, layout, config, weights, stored, fields, notes) -> Converted:
    from collections import Counter

    from safetensors import SafetensorError
    from safetensors.torch import save_file

    from rope_theory.machines.pretrained.vocabulary import tokenizer_of

    need = sum(weight.nbytes for weight in weights.values()) + _BESIDE
    free = shutil.disk_usage(folder).free
    require(free >= need, "out", f"must be on a disk with {need >> 20} MiB free", Words(f"{free >> 20} MiB"))
    config.architectures = [layout.model]
    config.save_pretrained(folder)
    try:
        save_file(weights, folder / "model.safetensors", {"format": "pt"})
    except SafetensorError as problem:
        raise OSError(str(problem)) from None
    os.chmod(folder / "model.safetensors", (folder / "config.json").stat().st_mode & 0o777)
    tokenizer, why_not = tokenizer_of(name, fields)
    if tokenizer is not None:
        tokenizer.save_pretrained(folder)
    return Converted(
        name,
        layout.model,
        str(fields.get("general.name", "")),
        len(stored),
        sum(weight.numel() for weight in weights.values()),
        dict(Counter(tensor.tensor_type.name for tensor in stored.values())),
        why_not,
        tuple(notes),
    )


def _guarded(path: Path, work: Callable[[], Any]) -> Any:
    """What the work gives; whatever a library says of a file from elsewhere is one named error."""
    try:
        return work()
    except InvalidInput:
        raise
    except Exception as problem:
        said = f"{type(problem).__name__}: {next(iter(str(problem).strip().splitlines()), '')}"
        raise InvalidInput("file", f"must be a GGUF file that the package gguf can read ({said})", str(path)) from None


def _settings(name: str, fields: dict[str, Any], stored: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    """The configuration's settings, each from a key of the file or a rule of its architecture, which is noted."""
    keys = {key.removeprefix(f"{name}."): value for key, value in fields.items() if key.startswith(f"{name}.")}
    unknown = sorted(set(keys) - set(_SIZES) - _READ - ARCHITECTURES[name].own)
    require(not unknown, "file", f"must have only keys of {name} that are read here", ", ".join(unknown))
    keys.setdefault("attention.head_count_kv", keys.get("attention.head_count"))  # GGUF: all heads, if not given
    found: dict[str, Any] = {}
    for key, setting in _SIZES.items():
        require(key in keys, "file", f"must have the key {name}.{key}", None)
        most = _LAYERS if key == "block_count" else _SIZE
        found[setting] = require_int(f"{name}.{key}", keys[key], least=1, most=most)
    found["rms_norm_eps"] = _number(name, keys, "attention.layer_norm_rms_epsilon")
    heads, width = found["num_attention_heads"], found["hidden_size"]
    head_dim = keys.get("attention.key_length", width // heads)
    found["head_dim"] = require_int(f"{name}.attention.key_length", head_dim, least=2, most=_SIZE)
    for key in ("attention.value_length", "rope.dimension_count"):
        require(
            keys.get(key, head_dim) == head_dim,
            f"{name}.{key}",
            f"must be the head dimension {head_dim}",
            keys.get(key),
        )
    if name == "qwen2":  # whose class has no other head dimension
        require(head_dim * heads == width, f"{name}.attention.key_length", f"must be {width} / {heads}", head_dim)
        del found["head_dim"]
    embedding: Any = stored.get("token_embd.weight")
    require(embedding is not None, "file", "must have the tensor token_embd.weight", sorted(stored)[:3])
    found["vocab_size"] = int(embedding.shape[-1])
    given = keys.get("vocab_size", found["vocab_size"])
    require(given == found["vocab_size"], f"{name}.vocab_size", "must be the rows of token_embd.weight", given)
    found["tie_word_embeddings"] = "output.weight" not in stored
    rope = {"rope_type": "default", "rope_theta": _number(name, keys, "rope.freq_base")}
    scaling = keys.get("rope.scaling.type", "none")
    require(
        scaling in ("none", "linear"), f"{name}.rope.scaling.type", "must be none or linear to be read here", scaling
    )
    if scaling == "linear":
        rope |= {"rope_type": "linear", "factor": _number(name, keys, "rope.scaling.factor")}
    found["rope_parameters"] = rope
    if name == "llama":
        found["attention_bias"] = "blk.0.attn_q.bias" in stored
        found["mlp_bias"] = "blk.0.ffn_up.bias" in stored
    if name == "gemma3":
        found |= _gemma(found, keys, rope, notes)
    for key, setting in (("bos", "bos"), ("eos", "eos"), ("padding", "pad")):
        token = fields.get(f"tokenizer.ggml.{key}_token_id")
        found[f"{setting}_token_id"] = token if isinstance(token, int) and token < found["vocab_size"] else None
    return found


def _gemma(found: dict[str, Any], keys: dict[str, Any], rope: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    """Sliding and full layers, their two bases, and the scale of attention."""
    layers, head_dim = found["num_hidden_layers"], found["head_dim"]
    window = require_int("gemma3.attention.sliding_window", keys.get("attention.sliding_window"), least=1, most=_SIZE)
    if "attention.sliding_window_pattern" not in keys:
        notes.append("every sixth layer is full: the file does not say, Gemma 3 is so")
    pattern = require_int(
        "gemma3.attention.sliding_window_pattern",
        keys.get("attention.sliding_window_pattern", 6),
        least=1,
        most=_LAYERS,
    )
    if "rope.freq_base_swa" not in keys:
        notes.append("base of the sliding layers 10000: the file does not say, Gemma 3 is so")
    local = _number("gemma3", {"rope.freq_base_swa": 10000.0, **keys}, "rope.freq_base_swa")
    scalar = found["hidden_size"] // found["num_attention_heads"] if layers == 62 else head_dim
    notes.append(f"logits are scaled by 1/sqrt({scalar}): no file says, Gemma 3 is so")
    return {
        "sliding_window": window,
        "layer_types": ["sliding_attention" if (k + 1) % pattern else "full_attention" for k in range(layers)],
        "rope_parameters": {
            "full_attention": rope,
            "sliding_attention": {"rope_type": "default", "rope_theta": local},
        },
        "query_pre_attn_scalar": scalar,
    }


def _number(name: str, keys: dict[str, Any], key: str) -> float:
    """A positive number, as the shortest decimal that is this float32: 1e-05, not 9.999999747378752e-06."""
    import numpy as np

    value = keys.get(key)
    good = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf
    require(good, f"{name}.{key}", "must be a positive number", value)
    return float(str(np.float32(value)))


def _expected(layout: Architecture, settings: dict[str, Any]):
    """The configuration, and the shape of each weight of its model: no memory is taken for it."""
    import torch
    import transformers

    try:
        config = getattr(transformers, layout.configuration)(**settings)
        with torch.device("meta"):
            model = getattr(transformers, layout.model)(config)
    except Exception as problem:  # whatever transformers says of sizes from elsewhere
        said = next(iter(str(problem).strip().splitlines()), type(problem).__name__)
        raise InvalidInput("file", f"must have sizes that {layout.model} takes ({said})", None) from None
    shapes = {key: tuple(value.shape) for key, value in model.state_dict().items()}
    if config.tie_word_embeddings:
        del shapes["lm_head.weight"]
    return config, shapes


def _weights(gguf, name: str, layout: Architecture, config, shapes: dict[str, tuple[int, ...]], stored: dict[str, Any]):
    """The weights by their names in transformers, each from one tensor, each tensor used."""
    import torch

    kind = next(arch for arch, its_name in gguf.MODEL_ARCH_NAMES.items() if its_name == name)
    table = gguf.get_tensor_name_map(kind, config.num_hidden_layers)
    sources = {key: f"{table.get_name(key.rpartition('.')[0])}.{key.rpartition('.')[2]}" for key in shapes}
    missing = sorted(set(sources.values()) - set(stored))
    require(not missing, "file", f"must hold all tensors of {layout.model}", f"none named {', '.join(missing[:3])}")
    extra = sorted(set(stored) - set(sources.values()))
    require(not extra, "file", f"must hold no tensor that {layout.model} has no place for", ", ".join(extra[:3]))
    weights: dict[str, Any] = {}
    for key, source in progress(sources.items(), "unpacking tensors", len(sources)):
        tensor = stored[source]
        weight = torch.from_numpy(gguf.dequantize(tensor.data, tensor.tensor_type).astype("float32"))
        require(tuple(weight.shape) == shapes[key], source, f"must have shape {shapes[key]}", tuple(weight.shape))
        require(bool(torch.isfinite(weight).all()), source, "must hold finite numbers", "NaN or infinity")
        if layout.pairing == "adjacent" and (side := _side(key)):
            heads = config.num_attention_heads if side == "q" else config.num_key_value_heads
            weight = convert_projection(weight, heads, to="half")
        if layout.norms and key.endswith("norm.weight"):
            weight = weight - layout.norms
        weights[key] = weight.contiguous()
    return weights


def _side(key: str) -> str | None:
    """ "q" or "k" for weight and bias of that projection, else None."""
    part = key.split(".")[-2]
    return {"q_proj": "q", "k_proj": "k"}.get(part)
