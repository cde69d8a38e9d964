"""`read_config`: a Hugging Face configuration becomes exact frequencies for each layer type, or a named error."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.laws.discrepancy.frequency import read_rational
from rope_theory.models.config import dialects
from rope_theory.models.config.keys import MAX_DIM, Keys, agree, shown
from rope_theory.models.config.rules import Geometry, Rope, rope
from rope_theory.models.config.source import load

#: Model types whose class turns only part of the head when the file does not say how much.
_PARTIAL = (
    "phi",
    "gpt_neox",
    "gpt_neox_japanese",
    "stablelm",
    "persimmon",
    "nemotron",
    "glm",
    "glm4",
    "recurrent_gemma",
)
#: Model types whose class does not read partial_rotary_factor under rope type "default" (transformers 5.23).
_WHOLE = ("llama", "mistral", "mixtral", "qwen2", "qwen3", "gemma", "gemma2", "gemma3_text", "olmo2")
_ADJACENT = ("gptj", "codegen", "cohere", "cohere2")


@dataclass(frozen=True)
class LayerRope:
    """The rotation of one layer type.

    Attributes:
        layer_type: "full_attention", "sliding_attention", …, or "all".
        rope_type: the rule's name.
        base: b, exact, before any scaling.
        head_dim, rotary_dim: dimensions of a head, and how many of them are turned (by angle 0 too, under
            "proportional").
        rope: frequencies and attention factor.
        geometry: what the rule was given.
        parameters: the rule's own keys.
        score_dim: logits are divided by its square root: query_pre_attn_scalar, or the dimension of query and
            key.
        window: how far the layers of this type look back, or None: as far as there is.
    """

    layer_type: str
    rope_type: str
    base: Fraction
    head_dim: int
    rotary_dim: int
    rope: Rope
    geometry: Geometry
    parameters: dict
    score_dim: Fraction
    window: int | None = None

    @property
    def frequencies(self):
        """The exact frequencies, plane 1 first."""
        return self.rope.frequencies


@dataclass(frozen=True)
class RopeConfig:
    """A model's rotary settings.

    Attributes:
        source: where they were read.
        model_type, dtype: as in the file, or None.
        layers: one `LayerRope` for each layer type that rotates.
        max_length: max_position_embeddings (n_positions), or None.
        original_length: the length before scaling where the file gives one.
        layout: "adjacent" where the model type fixes or the file states it, else None.
        notes: what a reader should know.
    """

    source: str
    model_type: str | None
    dtype: str | None
    layers: tuple[LayerRope, ...]
    max_length: int | None
    original_length: int | None
    layout: str | None
    notes: tuple[str, ...]

    def layer(self, layer_type: str | None = None) -> LayerRope:
        """The layer type asked for; the only one, or the first, by default."""
        if layer_type is None:
            return self.layers[0]
        names = [layer.layer_type for layer in self.layers]
        require(layer_type in names, "layer_type", f"must be one of {', '.join(names)}", layer_type)
        return self.layers[names.index(layer_type)]


def read_config(source: object, *, length: int | None = None, base: object = None) -> RopeConfig:
    """The rotary settings of a model, exact, from a `config.json` (path, folder or mapping).

    Args:
        source: path of a config.json, of the folder that holds it, or the settings as a mapping.
        length: the current length n; it matters for rope types "dynamic" and "longrope" only. Default: as
            initialised.
        base: the base, where the file has none (GPT-J's class fixes 10000); it must agree with the file if it
            has one.

    Raises:
        InvalidInput: anything missing, unknown, contradictory or out of range, naming the key. No base is
            ever assumed.

    Example:
        >>> llama = {"head_dim": 128, "rope_theta": 500000.0, "max_position_embeddings": 8192}
        >>> read_config(llama).layer().frequencies.describe()
        'base 500000, dim 128, 64 planes'
    """
    raw, name = load(source)
    data, notes = dialects.text_part(raw)
    dialects.refuse_unknown(data)
    length = None if length is None else require_int("length", length, least=1)
    keys = Keys(data)
    model_type = keys.text("model_type")
    max_length = agree([(key, keys.whole(key)) for key in ("max_position_embeddings", "n_positions") if keys.has(key)])
    found, more = dialects.settings(data)
    given = None if base is None else read_rational("base", base)
    layers, extra = [], list(notes + more)
    for settings in found:
        layer, remarks = _layer(settings, keys, model_type, max_length, length, given)
        layers.append(layer)
        extra += [f"{settings.layer_type}: {remark}" if len(found) > 1 else remark for remark in remarks]
    original = next(
        (
            value
            for settings in found
            if (value := settings.parameters.get("original_max_position_embeddings")) is not None
        ),
        None,
    )
    interleaved = keys.flag("rope_interleave", False) or model_type in _ADJACENT
    return RopeConfig(
        name,
        model_type,
        keys.text("dtype") or keys.text("torch_dtype"),
        tuple(layers),
        max_length,
        None if original is None else int(original),
        "adjacent" if interleaved else None,
        tuple(dict.fromkeys(extra)),
    )


def _layer(
    settings: dialects.RopeSettings,
    keys: Keys,
    model_type: str | None,
    max_length: int | None,
    length: int | None,
    given: Fraction | None,
) -> tuple[LayerRope, list[str]]:
    where, remarks = settings.where, []
    bases: list[tuple[str, Fraction]] = [("base", given)] if given is not None else []
    bases += [(f"{where}rope_theta", settings.base)] if settings.base is not None else []
    hint = "; GPT-J's class fixes 10000: say so with base" if model_type in ("gptj", "codegen") else ""
    base = agree(bases)
    if base is None:
        rule = f"must be given, at the top or in rope_parameters: no base is assumed{hint}"
        raise InvalidInput("rope_theta", rule, None)
    require(base > 1, "rope_theta", "must be greater than 1", shown(base))
    head_dim = _head_dim(keys, settings.layer_type)
    share = settings.share
    require(
        share is None or 0 <= share <= 1,
        "partial_rotary_factor",
        "must be between 0 and 1",
        share and shown(share),
    )
    if settings.rope_type == "proportional":
        require(
            not keys.has("rotary_dim"),
            "rotary_dim",
            "must not be given for rope type 'proportional'",
            keys.get("rotary_dim"),
        )
        rotary_dim = head_dim
    else:
        rotary_dim = _rotary_dim(keys, head_dim, share, model_type)
        if share not in (None, 1) and settings.rope_type == "default" and model_type in _WHOLE:
            remarks.append(
                f"partial_rotary_factor is honoured here; the class of model type '{model_type}' in transformers 5.23 "
                "ignores it under rope type 'default'"
            )
    require(rotary_dim % 2 == 0, "rotary_dim", "must be even", rotary_dim)
    at = Geometry(base, head_dim, rotary_dim, max_length, length, Fraction(1) if share is None else share)
    result = rope(settings.rope_type, settings.parameters, at, where)
    if settings.rope_type == "yarn" and settings.parameters.get("truncate") is False and where.count(".") > 1:
        remarks.append(
            "truncate is honoured here; transformers 5.23 does not see it inside parameters nested per layer type"
        )
    if settings.parameters.get("mscale_all_dim") is not None:
        remarks.append(
            "DeepSeek's classes multiply the logits once more, by (1 + mscale_all_dim·ln(factor)/10)²; it is not counted here"
        )
    return LayerRope(
        settings.layer_type,
        settings.rope_type,
        base,
        head_dim,
        rotary_dim,
        result,
        at,
        settings.parameters,
        _score_dim(keys, head_dim),
        _window(keys, settings.layer_type, remarks),
    ), [*remarks, *result.notes]


def _score_dim(keys: Keys, head_dim: int) -> Fraction:
    scalar = keys.number("query_pre_attn_scalar", above=0, default=None)
    if scalar is not None:
        return scalar
    return Fraction(head_dim + (keys.whole("qk_nope_head_dim", least=0, default=None) or 0))


def _window(keys: Keys, layer_type: str, remarks: list[str]) -> int | None:
    window = keys.whole("sliding_window", default=None)
    if window is None or not keys.flag("use_sliding_window", True):
        return None
    if layer_type == dialects.ALL:
        remarks.append(
            f"sliding_window = {window}: a layer that slides sees no further, and the file does not say which do"
        )
    return window if layer_type == "sliding_attention" else None


def _head_dim(keys: Keys, layer_type: str) -> int:
    """head_dim, or hidden_size / num_attention_heads; the rotary part's own dimension in multi-head latent attention."""
    if keys.has("qk_rope_head_dim"):
        return keys.whole("qk_rope_head_dim", most=MAX_DIM)
    if layer_type == "full_attention" and keys.has("global_head_dim"):
        return keys.whole("global_head_dim", most=MAX_DIM)
    if keys.has("head_dim"):
        return keys.whole("head_dim", most=MAX_DIM)
    width, heads = (
        agree([(key, keys.whole(key)) for key in names if keys.has(key)])
        for names in (("hidden_size", "n_embd", "d_model"), ("num_attention_heads", "n_head", "n_heads"))
    )
    if width is None or heads is None:
        raise InvalidInput("head_dim", "must be given, or hidden_size and num_attention_heads", None)
    require(
        width % heads == 0,
        "head_dim",
        "must be given where num_attention_heads does not divide hidden_size",
        f"{width}/{heads}",
    )
    return require_int("head_dim", width // heads, most=MAX_DIM)


def _rotary_dim(keys: Keys, head_dim: int, share: Fraction | None, model_type: str | None) -> int:
    """rotary_dim, or partial_rotary_factor·head_dim, which must be whole; both only if they agree."""
    found: list[tuple[str, int]] = []
    if keys.has("rotary_dim"):
        found.append(("rotary_dim", keys.whole("rotary_dim", least=2)))
        require(found[0][1] <= head_dim, "rotary_dim", f"must be at most head_dim = {head_dim}", found[0][1])
    if share is not None:
        product = share * head_dim
        rule = f"must give a whole even number of at least 2 dimensions of head_dim = {head_dim}"
        require(
            product.denominator == 1 and product >= 2 and product % 2 == 0,
            "partial_rotary_factor",
            rule,
            shown(share),
        )
        require(
            int(head_dim * float(share)) == product,
            "partial_rotary_factor",
            f"must not be cut to {int(head_dim * float(share))} dimensions by floating point (write rotary_dim)",
            shown(share),
        )
        found.append(("partial_rotary_factor", int(product)))
    if not found and model_type in _PARTIAL:
        raise InvalidInput(
            "partial_rotary_factor",
            f"must be given: model type '{model_type}' does not turn the whole head",
            None,
        )
    return agree(found) or head_dim


__all__ = ["LayerRope", "RopeConfig", "read_config"]
