"""Older and newer spellings of the same settings become one set of rotary parameters for each layer type."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction

from rope_theory.core.errors import InvalidInput, require, without_decimal
from rope_theory.core.meant import slip
from rope_theory.models.config import types
from rope_theory.models.config.keys import Keys, agree, as_json, exact
from rope_theory.models.config.layers import ALL
from rope_theory.models.config.rules import require_type

#: Top-level names that are known; any other that speaks of rotation is refused.
BASES = ("rope_theta", "rotary_emb_base")
SHARES = ("partial_rotary_factor", "rotary_pct", "rope_percent")
#: Names under which a file gives the parameters of RoPE, the newer one first.
BLOCKS = ("rope_parameters", "rope_scaling")
#: Bases of single layer types in older files: (of layers that see everything, of layers with a window).
_LOCAL = ("rope_local_base_freq", "local_rope_theta")
_PARTS = (*_LOCAL, "global_rope_theta")
_OTHER = (
    "rope_parameters",
    "rope_scaling",
    *_PARTS,
    "rotary_dim",
    "qk_rope_head_dim",
    "rotary",
    "rope_interleave",
    "no_rope_layers",
    "no_rope_layer_interval",
    "layer_rope_theta",
    "rope_scaling_layers",
)
KNOWN = (*BASES, *SHARES, *_OTHER)
#: Keys that speak of rotation and change no answer, and why.
VOUCHED = "rope_theory_vouched_formats"
"""The key in which a compiled model's config.json and generation_config.json name the formats that a certificate is for."""
HARMLESS = {
    "rope_theory": "what this package writes into the models that it compiles",
    VOUCHED: "what a certificate is for",
    "rotary_value": "the values are turned too, or not; logits do not see values",
    "use_rotary_embedding_fp32": "a number format",
    "rotary_emb_fraction_in_fp32": "a number format",
}
#: Parts of a model that do not turn queries and keys of attention.
_ELSEWHERE = ("index", "mtp", "vision", "audio", "visual", "image", "draft", "dspark")
#: Keys inside rope_parameters that change no frequency, and why.
_INSIDE = {
    "mrope_section": "M-RoPE: a text position has three equal coordinates, so it is plain RoPE there",
    "mrope_interleaved": "M-RoPE: a text position has three equal coordinates, so it is plain RoPE there",
    "max_position_embeddings": "repeats a length that the rule does not use",
    "finetuned": "says how the model was trained",
    "llama_4_scaling_beta": "queries are multiplied by a factor that grows with their position; it is not counted here",
}


@dataclass(frozen=True)
class RopeSettings:
    """Parameters of one layer type: `rope_type`, `base`, the key that gave it, `share`, the rule's own keys, and those that change no frequency."""

    layer_type: str
    rope_type: str
    base: Fraction | None
    share: Fraction | None
    parameters: dict
    where: str
    base_key: str = "rope_theta"
    aside: dict = field(default_factory=dict)


#: Types whose language model is a decoder beside an encoder.
_DECODERS = {"dia": ("decoder_config",), "t5gemma2": ("decoder",)}


def parts_of(data: dict) -> tuple[str, ...]:
    """The names under which the settings of the language model may stand apart."""
    return ("vlm_config", "thinker_config", "text_config", *_DECODERS.get(str(data.get("model_type")), ()))


def text_part(data: dict) -> tuple[dict, tuple[str, ...]]:
    """The language model's settings: those of `text_config` where a model of several parts has one."""
    notes: tuple[str, ...] = ()
    Keys(data).text("model_type")
    kind = types.text_type(data.get("model_type"))
    for name in parts_of(data):
        inner = data.get(name)
        if inner is None:
            continue
        require(isinstance(inner, dict), name, "must be an object", str(inner)[:80])
        known = types.row(data.get("model_type")) is not None  # its class reads the inner settings alone
        outer = [] if known else [key for key in (*KNOWN, "head_dim", "hidden_size") if data.get(key) is not None]
        for key in outer:
            require(inner.get(key) in (None, data[key]), key, f"must agree with {name}", str(data[key])[:80])
        data = {**{key: data[key] for key in outer}, **inner}
        Keys(data).text("model_type")
        data["model_type"] = types.text_type(data.get("model_type")) if data.get("model_type") else kind
        notes = (f"read from {name}",)
    if kind is not None and not notes:
        data = {**data, "model_type": kind}
    return data, notes


_OLDER: dict[str, tuple[str, ...]] = {
    "hidden_size": ("n_embd", "d_model"),
    "num_attention_heads": ("n_head", "n_heads"),
    "max_position_embeddings": ("n_positions",),
}


def with_defaults(data: dict) -> tuple[dict, tuple[str, ...]]:
    """The settings with what the class of the model type adds where the file is silent, and a note that says so."""
    model_type = data.get("model_type")
    row = types.row(model_type)
    if row is None or "defaults" not in row:
        return data, ()
    data, used = dict(data), {}
    for new, old in row.get("names", {}).items():
        if data.get(old) is not None:
            agree([(old, data[old])] + ([(new, data[new])] if data.get(new) is not None else []))
            data[new] = data[old]
    held = [new for new, olds in _OLDER.items() if any(data.get(old) is not None for old in olds)]
    for key, value in row["defaults"].items():
        if key in held or (key == "global_head_dim" and "per_layer_config" in data):
            continue
        if key not in data and not (key == "layer_types" and "layers_block_type" in data):
            data[key] = used[key] = value
    parts = row.get("rope_parameters", {})
    silent = all(data.get(key) is None for key in (*BASES, *BLOCKS, *_PARTS))
    flat = not any(isinstance(each, dict) for key in BLOCKS for each in _entries(data, key).values())
    if not silent and flat and model_type in types.PLAIN_WINDOWS | types.TWO_BASES:
        _two_bases(data, used, parts)
    elif silent:
        key = "rope_parameters" if "rope_parameters" in row else "rope_theta"
        if key in row:
            data[key] = used[key] = row[key]
    elif not _stated_base(data) and "rope_theta" in row:
        data["rope_theta"] = used["rope_theta"] = row["rope_theta"]
    inner = _inner(data)
    share = row.get("partial_rotary_factor")
    if share not in (None, 1.0) and all(data.get(key) is None for key in (*SHARES, "rotary_dim")):
        if inner.get("partial_rotary_factor") is None:
            data["partial_rotary_factor"] = used["partial_rotary_factor"] = Decimal(str(share))
    if "head_dim" in data and data["head_dim"] is not None:
        used.pop("hidden_size", None), used.pop("num_attention_heads", None)
    if not used:
        return data, ()
    words = ", ".join(f"{key} = {_brief(value)}" for key, value in sorted(used.items()))
    words += _so_head_dim(data, used)
    where = f"transformers {types.version()}"
    return data, (f"not in the file, so as the class of model type '{model_type}' has it ({where}): {words}",)


def _so_head_dim(data: dict, used: dict) -> str:
    """The head dimension, where it is a quotient that the file gives only half of."""
    width, heads = data.get("hidden_size"), data.get("num_attention_heads")
    if not (isinstance(width, int) and isinstance(heads, int) and heads > 0) or data.get("head_dim") is not None:
        return ""
    one_is_a_default = len(used.keys() & {"hidden_size", "num_attention_heads"}) == 1
    return f", so head_dim = {width // heads}" * one_is_a_default


def _two_bases(data: dict, used: dict, parts: dict) -> None:
    """The bases of both layer types where an older file gives only one, or none."""
    inner = _inner(data)
    full: tuple[str, ...] = ("rope_theta", "global_rope_theta")
    for names, kind in ((full, "full_attention"), (_LOCAL, "sliding_attention")):
        if all(data.get(key) is None for key in names) and (kind != "full_attention" or not inner.get("rope_theta")):
            data[names[0]] = used[names[0]] = parts[kind]["rope_theta"]


def _inner(data: dict) -> dict:
    """The settings of RoPE, under whichever name, or none."""
    return next((data[key] for key in BLOCKS if isinstance(data.get(key), dict)), {})


def _entries(data: dict, key: str) -> dict:
    return data[key] if isinstance(data.get(key), dict) else {}


def _brief(value: object) -> str:
    text = without_decimal(str(value)).replace("'", "")
    return text if len(text) <= 100 else text[:97] + "..."


def _stated_base(data: dict) -> bool:
    """Whether the file gives a base for every layer type."""
    inner = _inner(data)
    nested = [each for each in inner.values() if isinstance(each, dict)]
    inside = (
        all(each.get("rope_theta") is not None for each in nested) if nested else inner.get("rope_theta") is not None
    )
    return inside or any(data.get(key) is not None for key in (*BASES, *_PARTS))


def refuse_unknown(data: dict) -> None:
    """Refuse top-level keys about rotation that nothing here understands.

    Raises:
        InvalidInput: naming the key.
    """
    for key, value in data.items():
        name = key.lower()
        if value is None or value is False or key in KNOWN or key in HARMLESS or name.startswith(_ELSEWHERE):
            continue
        if "rope" in name or "rotary" in name:
            raise InvalidInput(key, _unknown_key(key), as_json(value))
    model_type = data.get("model_type")
    for key, value in _entries(data, "attn_config").items():
        strange = value not in (None, False) and ("rope" in key.lower() or "rotary" in key.lower())
        read = key == "rope_theta" and model_type in types.BASE_IN_ATTENTION
        require(
            not strange or read,
            f"attn_config.{key}",
            _unknown_key(key),
            as_json(value),
        )
    kind = data.get("position_embedding_type")
    require(kind in (None, "rotary", "rope", "rope_gptj"), "position_embedding_type", "must be rotary", kind)
    require(
        data.get("alibi") in (None, False),
        "alibi",
        "must be false: this model has no rotary embedding",
        data.get("alibi"),
    )
    require(
        data.get("rotary") in (None, True),
        "rotary",
        "must be true: this model has no rotary embedding",
        data.get("rotary"),
    )


def _unknown_key(key: str) -> str:
    near = slip(key, KNOWN)
    return f"must be a known key ({f'did you mean {near}?' if near else 'nothing is known about this one'})"


def settings(data: dict) -> tuple[dict[str, RopeSettings | None], tuple[str, ...]]:
    """The settings of each layer type, in the order of the file, and notes; None: no rotation.

    Args:
        data: the language model's settings, defaults of its class included.

    Raises:
        InvalidInput: contradictory spellings, unknown types, values of the wrong kind.
    """
    inner, outer = _rope_dict(data)
    nested = _is_nested(inner, outer)
    local = agree([(key, value) for key in _PARTS if key != "global_rope_theta" and (value := _number(data, key))])
    whole = _number(data, "global_rope_theta")
    notes: list[str] = []
    keys: dict[str, str] = {}
    layers = inner if nested else {ALL: inner}
    if not nested and local is not None:
        alike = data.get("model_type") in types.TWO_BASES
        full = {**inner, "rope_theta": whole} if whole is not None else inner
        layers = {"full_attention": full, "sliding_attention": {**(inner if alike else {}), "rope_theta": local}}
        keys = {"sliding_attention": next(key for key in _LOCAL if data.get(key) is not None)}
        keys |= {"full_attention": "global_rope_theta"} if whole is not None else {}
    elif local is not None and isinstance(inner.get("sliding_attention"), dict):
        stated = inner["sliding_attention"].get("rope_theta", local)
        where = f"{outer}.sliding_attention.rope_theta"
        agree([("rope_local_base_freq", local), (where, exact("rope_theta", stated))])
    found: dict[str, RopeSettings | None] = {}
    for name, parameters in layers.items():
        if parameters is None:
            found[name] = None
            continue
        where = f"{outer}.{name}." if nested else f"{outer}."
        top_base = not (local is not None and name == "sliding_attention") and whole is None
        one = _one(name, dict(parameters), where, data, top_base, notes)
        found[name] = replace(one, base_key=keys.get(name, one.base_key))
    require(any(found.values()), outer, "must give the parameters of at least one layer type", None)
    return found, tuple(dict.fromkeys(notes))


def dynamic_ntk(
    found: dict[str, RopeSettings | None], data: dict, length: int | None
) -> tuple[dict[str, RopeSettings | None], tuple[str, ...]]:
    """Qwen's first files: with use_dynamic_ntk the base grows beyond seq_length, by a = 2^⌈log2(n/seq_length) + 1⌉ - 1."""
    if not Keys(data).flag("use_dynamic_ntk", False):
        return found, ()
    trained = Keys(data).whole("seq_length")
    if length is None or length <= trained:
        return found, (f"use_dynamic_ntk: beyond seq_length = {trained} positions the base grows",)
    doublings = 1
    while trained << (doublings - 1) < length:
        doublings += 1
    alpha = (1 << doublings) - 1
    plain = {name: each for name, each in found.items() if each is not None}
    for each in plain.values():
        require(each.rope_type == "default", "use_dynamic_ntk", "must not stand beside rope_scaling", each.rope_type)
    note = f"use_dynamic_ntk: at {length} positions the base is that of factor {alpha}"
    return {name: replace(each, rope_type="ntk", parameters={"factor": alpha}) for name, each in plain.items()}, (note,)


def _rope_dict(data: dict) -> tuple[dict, str]:
    """rope_parameters or rope_scaling; both only if they are equal."""
    given = [key for key in ("rope_parameters", "rope_scaling") if data.get(key) is not None]
    for key in given:
        require(isinstance(data[key], dict), key, "must be an object", data[key])
    if len(given) == 2:
        old, new = data["rope_scaling"], data["rope_parameters"]
        apart = sorted(key for key in {*old, *new} if key not in old or key not in new or old[key] != new[key])
        differ = f" (they differ in {', '.join(map(str, apart))})" if apart else ""
        require(not apart, "rope_scaling", f"must agree with rope_parameters{differ}", str(old)[:120])
    return (data[given[0]], given[0]) if given else ({}, "rope_parameters")


def _is_nested(inner: dict, outer: str) -> bool:
    kinds = {isinstance(value, dict) for value in inner.values() if value is not None}
    if kinds == {True, False}:
        flat = next(key for key, value in inner.items() if value is not None and not isinstance(value, dict))
        raise InvalidInput(
            f"{outer}.{flat}",
            "must not stand beside parameters that are nested per layer type",
            str(inner[flat])[:80],
        )
    return kinds == {True} or (not kinds and any(key.endswith("attention") for key in inner))


def _without_mrope(kinds: list[tuple[str, object]], model_type: object) -> list[tuple[str, object]]:
    """The rope type mrope as default, which it is; refused for a class that is known and has no such type (it reads rope_type before type)."""
    if kinds and kinds[0][1] == "mrope" and types.row(model_type) is not None and model_type not in types.NAMED_MROPE:
        rule = f"must be one that the class of {model_type} has (in transformers only Qwen2-VL and Qwen2.5-VL have a type of that name; others write mrope_section beside default)"
        raise InvalidInput(kinds[0][0], rule, "mrope")
    return [(key, "default" if value == "mrope" else value) for key, value in kinds]


def _one(name: str, inner: dict, where: str, data: dict, top_base: bool, notes: list) -> RopeSettings:
    """One layer type: what may stand at the top or inside is taken from both, and they must agree."""
    aside = {key: inner.pop(key) for key in [key for key in inner if key in _INSIDE]}
    aside = {key: value for key, value in aside.items() if value is not None}
    notes += [f"{key}: {_INSIDE[key]}" for key in aside]
    kinds = [(where + key, inner.pop(key)) for key in ("rope_type", "type") if key in inner]
    kinds = [(key, value) for key, value in kinds if value is not None]
    if any(key == "mrope_section" for key in (data.get("rope_parameters") or data.get("rope_scaling") or {})):
        kinds = _without_mrope(kinds, data.get("model_type"))
    rope_type = agree(kinds) if kinds else "default"
    if data.get("model_type") in ("phi3", "phi4_multimodal") and rope_type in ("su", "yarn"):
        rope_type = "longrope"  # as the class reads its first files
    require(
        bool(kinds)
        or not {key for key, value in inner.items() if value is not None} - {"rope_theta", "partial_rotary_factor"},
        f"{where}rope_type",
        "must be given beside other parameters",
        None,
    )
    if not isinstance(rope_type, str):
        raise InvalidInput(f"{where}rope_type", "must be text", rope_type)
    require_type(rope_type, where)
    bases = [(key, value) for key in BASES if top_base and (value := _number(data, key)) is not None]
    shares = [(key, value) for key in SHARES if (value := _number(data, key)) is not None]
    if top_base and (value := _number(_entries(data, "attn_config"), "rope_theta")) is not None:
        bases.append(("attn_config.rope_theta", value))
    for key, found in (("rope_theta", bases), ("partial_rotary_factor", shares)):
        value = inner.pop(key, None)
        if value is not None:
            found.append((where + key, exact(where + key, value)))
    if len(bases) > 1 and name not in (ALL,) and bases[-1][0].startswith(where):
        bases = bases[-1:]  # nested per layer type: the one inside is meant, the one on top is for the others
    original = data.get("original_max_position_embeddings")
    if original is not None and rope_type in ("yarn", "longrope", "llama3"):
        stated = inner.get("original_max_position_embeddings")
        if stated is not None:
            agree(
                [
                    ("original_max_position_embeddings", original),
                    (f"{where}original_max_position_embeddings", stated),
                ]
            )
        inner["original_max_position_embeddings"] = original
    longest = data.get("max_position_embeddings")
    if rope_type in ("yarn", "longrope", "llama3") and types.row(data.get("model_type")) and longest is not None:
        if inner.get("original_max_position_embeddings") is None:
            inner["original_max_position_embeddings"] = longest
            notes.append(
                f"{where}original_max_position_embeddings: not in the file, so max_position_embeddings, as in transformers"
            )
    key = bases[0][0] if bases else "rope_theta"
    return RopeSettings(name, rope_type, agree(bases), agree(shares), inner, where, key, aside)


def _number(data: dict, key: str) -> Fraction | None:
    return Keys(data).number(key, default=None)
