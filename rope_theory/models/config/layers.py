"""Layer by layer: what each one attends to, how far it looks back, and whether it rotates."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.meant import meant
from rope_theory.models.config import types
from rope_theory.models.config.keys import Keys

#: The name of the layers of a model whose layers are all alike.
ALL = "all"
#: Kinds of layers without a softmax over keys: nothing is rotated.
NO_ATTENTION = frozenset("linear_attention mamba mamba2 conv recurrent moe mlp rwkv lightning_attention".split())
_WINDOWS = {"sliding_attention": "sliding_window", "chunked_attention": "attention_chunk_size"}
_FULL = frozenset(
    "full_attention attention hybrid hybrid_attention indexed_attention global_attention reference_sliding_attention".split()
)
MOST_LAYERS = 1 << 12


@dataclass(frozen=True)
class Plan:
    """Layers that are alike, before their rotation is worked out.

    Attributes:
        kind: as in layer_types, or "all".
        indices: their numbers from 0; empty where the file does not say how many layers there are.
        window: keys that a query sees at most, itself included; None: all before it.
        rotates: whether the queries are turned.
        data: the settings, with what the file says of these layers alone.
    """

    kind: str
    indices: tuple[int, ...]
    window: int | None
    rotates: bool
    data: dict


def plans(data: dict, nested: frozenset[str]) -> tuple[list[Plan], list[str]]:
    """The layers in groups of equals, in the order of the model, and notes.

    Args:
        data: the language model's settings, defaults of its class included.
        nested: the layer types whose rotation the file states apart.

    Raises:
        InvalidInput: layer_types of an unknown kind, lists of the wrong length.
    """
    notes: list[str] = []
    count = Keys(data).whole("num_hidden_layers", most=MOST_LAYERS, default=None)
    kinds = _kinds(data, count)
    if kinds is not None:
        for name in dict.fromkeys(kinds):
            known = name in NO_ATTENTION or name in _FULL or name in _WINDOWS or name in nested
            rule = f"must name kinds of layers that are known{meant(name, (*_FULL, *_WINDOWS, *NO_ATTENTION), most=1)}"
            require(known, "layer_types", rule, name)
    if kinds is None:
        indices = range(count or 0)
    else:
        indices = range(len(kinds))
    own = _own(data, len(indices))
    turned = _turned(data, kinds, len(indices))
    scaled = data.get("rope_scaling_layers")
    rule = "must name every layer (a scaling for some layers only is not read)"
    require(scaled is None or scaled == list(indices), "rope_scaling_layers", rule, str(scaled)[:80])
    groups: dict[tuple, list[int]] = {}
    for k in indices:
        groups.setdefault((None if kinds is None else kinds[k], own.get(k), turned[k]), []).append(k)
    if not indices:
        groups[(None, None, True)] = []
    found = []
    alike = kinds is None or set(kinds) == {"full_attention"}
    for (kind, mine, rotates), members in groups.items():
        here = {**data, **dict(mine or ())}
        if kind in NO_ATTENTION:
            rotates = False
        window = _window(here, kind, notes)
        name = ALL if kind is None or (alike and not nested) else kind
        found.append(Plan(name, tuple(members), window, rotates, here))
    return found, list(dict.fromkeys(notes))


def _kinds(data: dict, count: int | None) -> list[str] | None:
    listed = data.get("layer_types")
    if listed is None and isinstance(data.get("layers_block_type"), list):
        listed = data["layers_block_type"]
    if listed is not None:
        require(isinstance(listed, list) and bool(listed), "layer_types", "must be a list", listed)
        for name in listed:
            require(isinstance(name, str), "layer_types", "must be a list of text", name)
        require(len(listed) <= MOST_LAYERS, "layer_types", f"must have at most {MOST_LAYERS} entries", len(listed))
        require(
            count is None or len(listed) >= count,
            "layer_types",
            f"must have an entry for each of num_hidden_layers = {count}",
            len(listed),
        )
        return listed[: count or len(listed)]
    row = types.row(data.get("model_type"))
    if row is None or count is None:
        return None
    every = _every(data, row.get("repeat"))
    if every is not None:
        return [every(k) for k in range(count)]
    rule = f"must be given: the class of model type '{data.get('model_type')}' has no simple rule for it"
    require(not row.get("listed"), "layer_types", rule, None)
    if "repeat" not in row:
        return None
    unit = row["repeat"]
    found = [unit[k % len(unit)] for k in range(count)]
    if "last" in row:
        found[-1] = row["last"]
    return found


def _every(data: dict, unit: list[str] | None):
    """The kind of layer k where an older key says how often the kinds change."""
    keys = Keys(data)
    for key in ("sliding_window_pattern", "global_attn_every_n_layers", "full_attention_interval"):
        value = data.get(key)
        if value is None or unit is None or len(set(unit)) == 1:
            continue
        if isinstance(value, str):
            raise InvalidInput(key, "must be a whole number, or layer_types be given", value)
        period, other = keys.whole(key), next((name for name in unit if name != "full_attention"), "full_attention")
        if unit[0] == "full_attention":
            return lambda k: "full_attention" if k % period == 0 else other
        return lambda k: other if (k + 1) % period else "full_attention"
    if unit == ["full_attention"] and keys.flag("use_sliding_window", False) and data.get("sliding_window"):
        first = keys.whole("max_window_layers", least=0, default=None)
        if first is not None:
            return lambda k: "sliding_attention" if k >= first else "full_attention"
    return None


def _own(data: dict, count: int) -> dict[int, tuple]:
    """Settings of single layers: per_layer_config (transformers 5)."""
    given = data.get("per_layer_config")
    found: dict[int, dict] = {}
    if given is not None:
        entries = given.items() if isinstance(given, dict) else enumerate(given) if isinstance(given, list) else None
        if entries is None:
            raise InvalidInput("per_layer_config", "must be an object or a list", given)
        for key, value in entries:
            require(
                str(key).isdecimal() and len(str(key)) < 9, "per_layer_config", "must have layer numbers as keys", key
            )
            require(value is None or isinstance(value, dict), f"per_layer_config.{key}", "must be an object", value)
            found[int(key)] = {name: each for name, each in (value or {}).items() if name in _OWN}
            for name, each in found[int(key)].items():
                _plain(f"per_layer_config.{key}.{name}", each)
    bases = data.get("layer_rope_theta")
    if bases is not None:
        require(
            isinstance(bases, list) and len(bases) >= count, "layer_rope_theta", f"must be a list of {count}", bases
        )
        for k, base in enumerate(bases[:count]):
            _plain(f"layer_rope_theta[{k}]", base)
            found.setdefault(k, {})["layer_rope_theta"] = base
    return {k: tuple(sorted(each.items(), key=lambda item: item[0])) for k, each in found.items() if each and k < count}


def _plain(name: str, value: object) -> None:
    require(value is None or isinstance(value, int | Decimal | str), name, "must be a number or null", value)


_OWN = (
    "head_dim",
    "qk_rope_head_dim",
    "qk_nope_head_dim",
    "sliding_window",
    "query_pre_attn_scalar",
    "attention_multiplier",
    "partial_rotary_factor",
)


def _turned(data: dict, kinds: list[str] | None, count: int) -> list[bool]:
    """Which layers rotate."""
    model_type = data.get("model_type")
    turned = [True] * count
    if kinds is not None and (
        model_type in types.WINDOWS_ONLY
        or (model_type in types.WINDOWS_IF_ANY and data.get("sliding_window") is not None)
    ):
        turned = [kind in _WINDOWS or kind in NO_ATTENTION for kind in kinds]
    listed = data.get("no_rope_layers")
    interval = data.get("no_rope_layer_interval")
    if listed:
        good = isinstance(listed, list) and len(listed) >= count and all(type(each) is int for each in listed)
        rule = "must be a list with 1 (rotates) or 0 for each layer"
        require(good and set(listed) <= {0, 1}, "no_rope_layers", rule, str(listed)[:80])
        return [bool(each) for each in listed[:count]]
    if interval is not None:
        every = Keys(data).whole("no_rope_layer_interval")
        turned = [(k + 1) % every != 0 for k in range(count)]
    bases = data.get("layer_rope_theta")
    if isinstance(bases, list):
        turned = [old and bool(base) for old, base in zip(turned, bases, strict=False)]
    return turned


def chunked(layer_type: str) -> bool:
    """Whether the window of such layers is a chunk, which does not move with the query."""
    return layer_type.startswith("chunked_attention")


def _window(data: dict, kind: str | None, notes: list[str]) -> int | None:
    keys = Keys(data)
    if kind in _WINDOWS:
        if kind == "sliding_attention" and not keys.flag("use_sliding_window", True):
            return None
        if kind == "sliding_attention" and keys.has("local_attention"):
            halved = data.get("model_type") in types.HALF_WINDOW
            width = keys.whole("local_attention", least=2 if halved else 1)
            if halved:
                notes.append(f"local_attention = {width}: half of it is the window")
                return width // 2
            notes.append(f"local_attention = {width}: half of it on each side")
            return width // 2 + 1
        return _counted(data, keys.whole(_WINDOWS[kind], default=None), notes)
    if kind == "reference_sliding_attention" and keys.has("sliding_window"):
        width = keys.whole("sliding_window")
        notes.append(
            f"sliding_window = {width}: a generated token sees the whole prompt, and as many generated before it"
        )
    if kind is not None and not (kind == "full_attention" and data.get("model_type") in types.ALL_SLIDE):
        return None
    window = keys.whole("sliding_window", default=None)
    if window is None or not keys.flag("use_sliding_window", True):
        return None
    if data.get("model_type") in types.ALL_SLIDE:
        return _counted(data, window, notes)
    notes.append(f"sliding_window = {window}: a layer that slides sees no further, and the file does not say which do")
    return None


def _counted(data: dict, window: int | None, notes: list[str]) -> int | None:
    """The query itself and the keys before it, of a sliding_window."""
    if window is not None and data.get("model_type") in types.TWO_SIDED:
        notes.append(f"sliding_window = {window}: as many keys on each side of the query")
        return window + 1
    if window is not None and data.get("model_type") in types.BOTH_SIDES:
        notes.append(f"sliding_window = {window}: keys on both sides of the query, and itself")
        return (window + 1) // 2
    return window
