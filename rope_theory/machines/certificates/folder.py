"""A compiled model as its folder tells it: configuration and weights, read without torch and without transformers.

What is not known here is refused: another key in config.json, another value of a key that the arithmetic depends on, a
tensor too many, a file that a loader would pick up instead.
"""

from __future__ import annotations

import shlex
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from rope_theory.core.errors import Absent, require
from rope_theory.core.heads import Token
from rope_theory.core.json_files import parse_json, read_json
from rope_theory.core.rope import pairs
from rope_theory.machines.compile.card import TOKENIZER, TOKENIZER_CONFIG, tokenizer, tokenizer_config
from rope_theory.machines.compile.tokens import ENTRY, read_entry
from rope_theory.models.config import VOUCHED
from rope_theory.models.precision.formats import FORMATS, Format

MOST_BYTES = 1 << 28
"""Largest file of weights that is read."""
#: By name in a safetensors header: the type that NumPy reads, and the format.
STORED = {"F32": ("<f4", "float32"), "F16": ("<f2", "float16"), "BF16": ("<u2", "bfloat16")}
#: Files that a model's folder may hold. Others could be loaded in place of what is certified (adapters, code, pickles).
KNOWN = frozenset(
    "README.md LICENSE .gitattributes config.json generation_config.json model.safetensors certificate.json tokenizer.json "
    "tokenizer_config.json model.onnx".split()
)


@dataclass(frozen=True)
class Layer:
    """The arrays of one layer, float64, exact; rows as in torch's Linear.

    Args:
        norm: weight of the norm before attention (width,).
        query, key, value: (head_dim, width).
        output: (width, head_dim).
    """

    norm: np.ndarray
    query: np.ndarray
    key: np.ndarray
    value: np.ndarray
    output: np.ndarray


@dataclass(frozen=True)
class Compiled:
    """What a certificate is about.

    Args:
        kind: "LlamaForCausalLM" or "GPTJForCausalLM".
        task, vocabulary, length: as the configuration's entry tells; length is n0.
        form: of weights and activations.
        positions: how many positions the model knows, 0..positions - 1; the input stands anywhere in them.
        eps: of the norms.
        base: of the frequencies base^(-2k/rotary_dim).
        planes: the two dimensions of each turned plane; dimensions in none are not turned.
        tensors: all weights by name, float64, exact.
    """

    kind: str
    task: str
    vocabulary: tuple[Token, ...]
    length: int
    form: Format
    positions: int
    eps: float
    base: float
    planes: tuple[tuple[int, int], ...]
    layers: int
    width: int
    head_dim: int
    tensors: Mapping[str, np.ndarray]

    @property
    def norm(self) -> str:
        """ "rms" or "layer"."""
        return "rms" if self.kind.startswith("Llama") else "layer"

    @property
    def embedding(self) -> np.ndarray:
        """(rows, width); token number k is row k."""
        return self.tensors[_NAMES[self.kind]["embedding"]]

    @property
    def last_norm(self) -> np.ndarray:
        return self.tensors[_NAMES[self.kind]["last"]]

    @property
    def readout(self) -> np.ndarray:
        """(rows, width)."""
        return self.tensors["lm_head.weight"]

    def layer(self, number: int) -> Layer:
        """The arrays of layer 0, 1, …"""
        return Layer(**{part: self.tensors[name.format(number)] for part, name in _NAMES[self.kind]["layer"].items()})

    def facts(self) -> dict[str, Any]:
        """All but the weights, as plain data: what a certificate repeats."""
        from rope_theory.core.tasks import format_tokens

        return {
            "class": self.kind,
            "task": self.task,
            "vocabulary": format_tokens(self.vocabulary),
            "length": self.length,
            "positions": self.positions,
            "layers": self.layers,
            "width": self.width,
            "head_dim": self.head_dim,
            "rotary_dim": 2 * len(self.planes),
            "base": self.base,
            "eps": self.eps,
            "dtype": self.form.name,
        }


_LLAMA = "model.layers.{}."
_GPTJ = "transformer.h.{}."
_NAMES: dict[str, dict[str, Any]] = {
    "LlamaForCausalLM": {
        "embedding": "model.embed_tokens.weight",
        "last": "model.norm.weight",
        "layer": {"norm": _LLAMA + "input_layernorm.weight"}
        | {
            part: f"{_LLAMA}self_attn.{name}_proj.weight"
            for part, name in {"query": "q", "key": "k", "value": "v", "output": "o"}.items()
        },
        "free": {_LLAMA + "post_attention_layernorm.weight": ("width",)},
        "zero": {
            _LLAMA + "mlp.gate_proj.weight": ("inner", "width"),
            _LLAMA + "mlp.up_proj.weight": ("inner", "width"),
            _LLAMA + "mlp.down_proj.weight": ("width", "inner"),
        },
    },
    "GPTJForCausalLM": {
        "embedding": "transformer.wte.weight",
        "last": "transformer.ln_f.weight",
        "layer": {"norm": _GPTJ + "ln_1.weight"}
        | {
            part: f"{_GPTJ}attn.{name}_proj.weight"
            for part, name in {"query": "q", "key": "k", "value": "v", "output": "out"}.items()
        },
        "free": {},
        "zero": {
            _GPTJ + "ln_1.bias": ("width",),
            _GPTJ + "mlp.fc_in.weight": ("inner", "width"),
            _GPTJ + "mlp.fc_in.bias": ("inner",),
            _GPTJ + "mlp.fc_out.weight": ("width", "inner"),
            _GPTJ + "mlp.fc_out.bias": ("width",),
            "transformer.ln_f.bias": ("width",),
            "lm_head.bias": ("rows",),
        },
    },
}

_ANY = object()
#: Keys of config.json with the one value that is certified; _ANY where the value changes no logit.
_COMMON = dict.fromkeys(
    ["bos_token_id", "eos_token_id", "pad_token_id", "initializer_range", "transformers_version", "use_cache", VOUCHED],
    _ANY,
) | {"tie_word_embeddings": False}
_FIXED: dict[str, dict[str, Any]] = {
    "LlamaForCausalLM": _COMMON
    | {
        "model_type": "llama",
        "attention_bias": False,
        "attention_dropout": _ANY,
        "hidden_act": "silu",
        "mlp_bias": False,
        "num_attention_heads": 1,
        "num_key_value_heads": 1,
        "pretraining_tp": 1,
    },
    "GPTJForCausalLM": _COMMON
    | {
        "model_type": "gptj",
        "activation_function": "gelu_new",
        "attn_pdrop": _ANY,
        "embd_pdrop": _ANY,
        "resid_pdrop": _ANY,
        "n_head": 1,
    },
}
_READ = {
    "LlamaForCausalLM": {
        "rows": "vocab_size",
        "width": "hidden_size",
        "inner": "intermediate_size",
        "layers": "num_hidden_layers",
        "positions": "max_position_embeddings",
        "head_dim": "head_dim",
    },
    "GPTJForCausalLM": {
        "rows": "vocab_size",
        "width": "n_embd",
        "inner": "n_inner",
        "layers": "n_layer",
        "positions": "n_positions",
        "rotary_dim": "rotary_dim",
    },
}
_EPS = {"LlamaForCausalLM": "rms_norm_eps", "GPTJForCausalLM": "layer_norm_epsilon"}
_GENERATION = (
    {"do_sample": False}
    | dict.fromkeys(
        "_from_model_config max_new_tokens output_attentions output_hidden_states transformers_version use_cache".split(),
        _ANY,
    )
    | dict.fromkeys(["bos_token_id", "eos_token_id", "pad_token_id", VOUCHED], _ANY)
)


def to_make(directory: Path) -> str:
    """The call that makes a folder with a certificate, for an error."""
    return f"to make one: rope-theory compile number --layers 2 --out {shlex.quote(str(directory))} --certify"


def read_folder(directory: str | Path) -> Compiled:
    """The model that a folder holds, if all of it is what a certificate can speak of.

    Raises:
        InvalidInput: naming the file and what is wrong with it.
    """
    path = Path(directory)
    if not path.exists():
        raise Absent("directory", "there is no folder {}", str(path), to_make(path))
    require(path.is_dir(), "directory", "must be a folder of rope-theory compile --out", str(path))
    for name in ("config.json", "model.safetensors"):
        rule = f"must hold {name}, as a folder of rope-theory compile --out does"
        require((path / name).is_file(), "directory", rule, str(path))
    no_others(path)
    data = read_json("config.json", path / "config.json")
    require(isinstance(data, dict), "config.json", "must be an object", type(data).__name__)
    if (path / "generation_config.json").exists():
        _known(
            "generation_config.json", read_json("generation_config.json", path / "generation_config.json"), _GENERATION
        )
    tensors, form = read_safetensors(path / "model.safetensors")
    model = _compiled(data, tensors, form)
    expected = {TOKENIZER: tokenizer(model.vocabulary), TOKENIZER_CONFIG: tokenizer_config(model.length)}
    for name, content in expected.items():
        if (path / name).exists():
            rule = "must be that of the vocabulary in config.json"
            require(read_json(name, path / name) == content, name, rule, str(path / name))
    return model


def no_others(path: Path) -> None:
    """Refuse a folder with a file that is none of a model's own.

    Raises:
        InvalidInput: naming such files.
    """
    others = sorted(found.name for found in path.iterdir() if found.name not in KNOWN)
    require(not others, "directory", "must hold no other files than a model's own", ", ".join(others[:3]))


def _known(argument: str, data: Any, known: Mapping[str, Any]) -> None:
    require(isinstance(data, dict), argument, "must be an object", type(data).__name__)
    for key, value in data.items():
        require(key in known, argument, "must hold keys only that are known to change no answer", key)
        if known[key] is not _ANY:
            expected = known[key]
            rule = f"must be {expected!r}"
            require(type(value) is type(expected) and value == expected, f"{argument}: {key}", rule, value)


def _compiled(data: dict[str, Any], tensors: dict[str, np.ndarray], form: Format) -> Compiled:
    task = read_entry(data.get(ENTRY), "config.json")
    architectures = data.get("architectures")
    rule = f"must be one of {', '.join(_NAMES)}"
    kind = str(architectures[0]) if isinstance(architectures, list) and len(architectures) == 1 else ""
    require(kind in _NAMES, "config.json: architectures", rule, architectures)
    read = _READ[kind]
    sizes: dict[str, int] = {}
    for name, key in read.items():
        value = data.get(key)
        rule = "must be a whole number from 1 to 1000000"
        require(type(value) is int and 1 <= value <= 10**6, f"config.json: {key}", rule, value)
        sizes[name] = value  # type: ignore[assignment]
    rest = {
        key: value
        for key, value in data.items()
        if key not in {ENTRY, "architectures", "dtype", _EPS[kind], *read.values()}
    }
    base = 10000.0
    if kind == "LlamaForCausalLM":
        base = _rope(rest.pop("rope_parameters", None))
    missing = sorted(key for key, value in _FIXED[kind].items() if value is not _ANY and key not in rest)
    require(not missing, "config.json", "must say what it is certified for", ", ".join(missing))
    _known("config.json", rest, _FIXED[kind])
    require(
        data.get("dtype") == form.name,
        "config.json: dtype",
        f"must be that of the weights, {form.name}",
        data.get("dtype"),
    )
    eps = data.get(_EPS[kind])
    require(type(eps) is float and 0 < eps < 1, f"config.json: {_EPS[kind]}", "must be a number between 0 and 1", eps)
    head_dim = sizes.get("head_dim", sizes["width"])
    turned = sizes.get("rotary_dim", head_dim)
    require(
        turned % 2 == 0 and turned <= head_dim,
        "config.json: rotary_dim",
        f"must be even, and at most {head_dim}",
        turned,
    )
    layers = sizes["layers"]
    require(layers == data[ENTRY]["layers"], f"config.json: {ENTRY}.layers", f"must be {layers}", data[ENTRY]["layers"])
    require(
        sizes["positions"] >= task.length,
        f"config.json: {ENTRY}.length",
        f"must be at most {sizes['positions']}",
        task.length,
    )
    rows = sizes["rows"]
    require(len(task.vocabulary) <= rows, "vocabulary", f"must hold at most {rows} tokens", len(task.vocabulary))
    _shapes(kind, tensors, sizes | {"head_dim": head_dim})
    return Compiled(
        kind=kind,
        task=task.task,
        vocabulary=task.vocabulary,
        length=task.length,
        form=form,
        positions=sizes["positions"],
        eps=eps,  # type: ignore[arg-type]
        base=base,
        planes=tuple(pairs(turned, "half" if kind == "LlamaForCausalLM" else "adjacent")),
        layers=layers,
        width=sizes["width"],
        head_dim=head_dim,
        tensors=tensors,
    )


def _rope(settings: Any) -> float:
    """The base, where frequencies are the default ones."""
    argument = "config.json: rope_parameters"
    require(isinstance(settings, dict), argument, "must be an object", settings)
    require(
        set(settings) == {"rope_theta", "rope_type"},
        argument,
        "must hold rope_theta and rope_type",
        ", ".join(settings),
    )
    require(settings["rope_type"] == "default", f"{argument}.rope_type", "must be 'default'", settings["rope_type"])
    base = settings["rope_theta"]
    rule = "must be a number from 1e-6 to 1e12"
    require(type(base) in (int, float) and 1e-6 <= base <= 1e12, f"{argument}.rope_theta", rule, base)
    return float(base)


def _shapes(kind: str, tensors: Mapping[str, np.ndarray], sizes: dict[str, int]) -> None:
    """Exactly the tensors of the class, in their shapes; what must be zero is zero, and all is finite."""
    names = _NAMES[kind]
    head, width, rows = sizes["head_dim"], sizes["width"], sizes["rows"]
    own = {
        "norm": (width,),
        "query": (head, width),
        "key": (head, width),
        "value": (head, width),
        "output": (width, head),
    }
    wanted: dict[str, tuple[int, ...]] = {
        names["embedding"]: (rows, width),
        names["last"]: (width,),
        "lm_head.weight": (rows, width),
    }
    zero: set[str] = set()
    free: set[str] = set()
    for number in range(sizes["layers"]):
        wanted |= {name.format(number): own[part] for part, name in names["layer"].items()}
        for group in ("free", "zero"):
            found = {name.format(number): tuple(sizes[size] for size in shape) for name, shape in names[group].items()}
            wanted |= found
            (zero if group == "zero" else free).update(found)
    shapes = {name: array.shape for name, array in tensors.items()}
    wrong = sorted(name for name in {*wanted, *shapes} if wanted.get(name) != shapes.get(name))
    rule = f"must hold the tensors of {kind} in the shapes of config.json, and no others"
    require(not wrong, "model.safetensors", rule, ", ".join(wrong[:3]))
    for name, array in tensors.items():
        require(bool(np.isfinite(array).all()), f"model.safetensors: {name}", "must be finite", name)
        require(name not in zero or not array.any(), f"model.safetensors: {name}", "must be zero", name)
        size = float(np.abs(array).max())
        require(name not in free or size <= 16, f"model.safetensors: {name}", "must hold numbers up to 16", size)


def read_safetensors(path: Path) -> tuple[dict[str, np.ndarray], Format]:
    """The tensors of a safetensors file as exact float64 arrays, and their one format.

    The file is read by its documented layout: eight bytes with the length of a JSON header, the header, the numbers.

    Raises:
        InvalidInput: another layout, gaps, overlaps, more than one format, or one that is not certified (float64).
    """
    argument = "model.safetensors"
    size = path.stat().st_size
    require(8 < size <= MOST_BYTES, argument, f"must be a file of 9 to {MOST_BYTES} bytes", size)
    content = path.read_bytes()
    length = struct.unpack("<Q", content[:8])[0]
    require(length <= min(len(content) - 8, 1 << 24), argument, "must have a header as long as it says", length)
    header = parse_json(argument, content[8 : 8 + length], str(path))
    body = content[8 + length :]
    require(isinstance(header, dict), argument, "must have an object for a header", type(header).__name__)
    header.pop("__metadata__", None)
    tensors, end, forms = {}, 0, set()
    for name, entry in sorted(header.items(), key=lambda item: _begin(item[1])):
        rule = "must have dtype F32, F16 or BF16, a shape, and offsets without gaps"
        good = isinstance(entry, dict) and set(entry) == {"dtype", "shape", "data_offsets"} and entry["dtype"] in STORED
        require(good, f"{argument}: {name}", rule, entry)
        shape, (start, stop) = entry["shape"], _offsets(entry)
        kind, form = STORED[entry["dtype"]]
        whole = isinstance(shape, list) and all(type(each) is int and 0 < each <= 1 << 30 for each in shape)
        require(
            whole and start == end and stop - start == prod(shape) * np.dtype(kind).itemsize and stop <= len(body),
            f"{argument}: {name}",
            rule,
            entry,
        )
        array = np.frombuffer(body[start:stop], dtype=kind)
        if form == "bfloat16":
            array = (array.astype(np.uint32) << 16).view(np.float32)
        tensors[name], end = array.astype(np.float64).reshape(shape), stop
        forms.add(form)
    require(end == len(body), argument, "must end with its last tensor", len(body) - end)
    require(len(forms) == 1, argument, "must be in one format", ", ".join(sorted(forms)))
    return tensors, FORMATS[forms.pop()]


def _offsets(entry: Any) -> tuple[int, int]:
    found = entry.get("data_offsets") if isinstance(entry, dict) else None
    good = (
        isinstance(found, list)
        and len(found) == 2
        and all(type(each) is int and 0 <= each <= MOST_BYTES for each in found)
    )
    return (found[0], found[1]) if good else (-1, -1)  # type: ignore[index]


def _begin(entry: Any) -> int:
    return _offsets(entry)[0]


def spacing(array: np.ndarray, form: Format) -> np.ndarray:
    """One unit in the last place of each number of a format: the distance of neighbours in its binade; 0 for 0."""
    _, exponents = np.frexp(array)
    units = np.ldexp(1.0, np.maximum(exponents - 1, form.least_exponent) - form.bits + 1)
    return np.where(array == 0, 0.0, units)
