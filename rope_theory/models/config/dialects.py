"""Older and newer spellings of the same settings become one set of rotary parameters for each layer type."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rope_theory.core.errors import InvalidInput, require
from rope_theory.models.config.keys import Keys, agree, exact

#: The layer type of a model whose layers all rotate alike.
ALL = "all"
#: Top-level names that are known; any other that speaks of rotation is refused.
BASES = ("rope_theta", "rotary_emb_base")
SHARES = ("partial_rotary_factor", "rotary_pct")
_OTHER = (
    "rope_parameters",
    "rope_scaling",
    "rope_local_base_freq",
    "rotary_dim",
    "qk_rope_head_dim",
    "rotary",
    "rope_interleave",
    "no_rope_layers",
    "no_rope_layer_interval",
)
KNOWN = (*BASES, *SHARES, *_OTHER)
#: Layers without attention, or without rotation, that need no parameters.
_UNTURNED = ("linear_attention", "mamba", "conv", "recurrent")


@dataclass(frozen=True)
class RopeSettings:
    """Parameters of one layer type: `rope_type`, `base`, `share`, and the rule's own keys."""

    layer_type: str
    rope_type: str
    base: Fraction | None
    share: Fraction | None
    parameters: dict
    where: str


def text_part(data: dict) -> tuple[dict, tuple[str, ...]]:
    """The language model's settings: those of `text_config` where a model of several parts has one."""
    inner = data.get("text_config")
    if not isinstance(inner, dict):
        return data, ()
    outer = [key for key in (*KNOWN, "head_dim", "hidden_size") if data.get(key) is not None]
    for key in outer:
        require(inner.get(key) in (None, data[key]), key, "must agree with text_config", str(data[key])[:80])
    return {**{key: data[key] for key in outer}, **inner}, ("read from text_config",)


def refuse_unknown(data: dict) -> None:
    """Refuse top-level keys about rotation that nothing here understands.

    Raises:
        InvalidInput: naming the key.
    """
    for key, value in data.items():
        if value is not None and key not in KNOWN and ("rope" in key.lower() or "rotary" in key.lower()):
            raise InvalidInput(key, "must be a known key (nothing is known about this one)", str(value)[:80])
    kind = data.get("position_embedding_type")
    require(kind in (None, "rotary", "rope"), "position_embedding_type", "must be rotary", kind)
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


def settings(data: dict) -> tuple[list[RopeSettings], tuple[str, ...]]:
    """The settings of each layer type, in the order of the file, and notes.

    Args:
        data: the language model's settings.

    Raises:
        InvalidInput: contradictory spellings, unknown types, values of the wrong kind.
    """
    inner, place = _rope_dict(data)
    nested = _is_nested(inner, place)
    local = _number(data, "rope_local_base_freq")
    notes: list[str] = []
    if not nested:
        layers = (
            {ALL: inner}
            if local is None
            else {"full_attention": inner, "sliding_attention": {"rope_theta": data["rope_local_base_freq"]}}
        )
    else:
        layers = inner
        if local is not None and isinstance(inner.get("sliding_attention"), dict):
            stated = inner["sliding_attention"].get("rope_theta", local)
            agree(
                [
                    ("rope_local_base_freq", local),
                    (f"{place}.sliding_attention.rope_theta", exact("rope_theta", stated)),
                ]
            )
    _layer_types_agree(data, layers, nested or local is not None, place)
    found = []
    for name, parameters in layers.items():
        if parameters is None:
            notes.append(f"{name}: no rotation (null)")
            continue
        where = f"{place}.{name}." if nested else f"{place}."
        top_base = not (local is not None and name == "sliding_attention")
        found.append(_one(name, dict(parameters), where, data, top_base))
    require(bool(found), place, "must give the parameters of at least one layer type", None)
    for key in ("no_rope_layers", "no_rope_layer_interval"):
        if data.get(key):
            notes.append(f"{key} is set: some layers do not rotate; the page is about those that do")
    return found, tuple(notes)


def _rope_dict(data: dict) -> tuple[dict, str]:
    """rope_parameters or rope_scaling; both only if they are equal."""
    given = [key for key in ("rope_parameters", "rope_scaling") if data.get(key) is not None]
    for key in given:
        require(isinstance(data[key], dict), key, "must be an object", data[key])
    if len(given) == 2:
        require(
            data["rope_scaling"] == data["rope_parameters"],
            "rope_scaling",
            "must agree with rope_parameters",
            str(data["rope_scaling"])[:120],
        )
    return (data[given[0]], given[0]) if given else ({}, "rope_parameters")


def _is_nested(inner: dict, place: str) -> bool:
    kinds = {isinstance(value, dict) for value in inner.values() if value is not None}
    if kinds == {True, False}:
        flat = next(key for key, value in inner.items() if value is not None and not isinstance(value, dict))
        raise InvalidInput(
            f"{place}.{flat}",
            "must not stand beside parameters that are nested per layer type",
            str(inner[flat])[:80],
        )
    return kinds == {True} or (not kinds and any(key.endswith("attention") for key in inner))


def _layer_types_agree(data: dict, layers: dict, nested: bool, place: str) -> None:
    listed = data.get("layer_types")
    if listed is None or not nested:
        return
    require(isinstance(listed, list), "layer_types", "must be a list", listed)
    for name in dict.fromkeys(listed):
        require(
            name in layers or name in _UNTURNED,
            f"{place}.{name}",
            "must be given: layer_types names it",
            None,
        )
    for name in layers:
        require(name in listed, f"{place}.{name}", "must be one of layer_types", name)


def _one(name: str, inner: dict, where: str, data: dict, top_base: bool) -> RopeSettings:
    """One layer type: what may stand at the top or inside is taken from both, and they must agree."""
    kinds = [(where + key, inner.pop(key)) for key in ("rope_type", "type") if key in inner]
    kinds = [(key, value) for key, value in kinds if value is not None]
    rope_type = agree(kinds) if kinds else "default"
    require(
        bool(kinds)
        or not {key for key, value in inner.items() if value is not None} - {"rope_theta", "partial_rotary_factor"},
        f"{where}rope_type",
        "must be given beside other parameters",
        None,
    )
    if not isinstance(rope_type, str):
        raise InvalidInput(f"{where}rope_type", "must be text", rope_type)
    bases = [(key, value) for key in BASES if top_base and (value := _number(data, key)) is not None]
    shares = [(key, value) for key in SHARES if (value := _number(data, key)) is not None]
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
    return RopeSettings(name, rope_type, agree(bases), agree(shares), inner, where)


def _number(data: dict, key: str) -> Fraction | None:
    return Keys(data).number(key, default=None)
