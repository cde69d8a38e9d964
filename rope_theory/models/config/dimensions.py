"""The dimensions of a head, and what pairs and divides them: of the file, or of the class of its model type."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.models.config import dialects, types
from rope_theory.models.config.keys import MAX_DIM, Keys, agree, shown
from rope_theory.models.config.rules import mscale

if TYPE_CHECKING:
    import sympy


def pairing_of(keys: Keys, model_type: str | None, known: bool) -> str | None:
    if keys.flag("rope_interleave", False) or model_type in types.ADJACENT:
        return "adjacent"
    return "half" if known or keys.get("rope_interleave") is False else None


def score_dim_of(
    keys: Keys, settings: dialects.RopeSettings, whole: int, model_type: str | None
) -> sympy.Expr | Fraction:
    """What the logits are divided by, squared: of the model type, of the file, or the dimension of query and key."""
    scalar = keys.number("query_pre_attn_scalar", above=0, default=None)
    multiplier = keys.number("attention_multiplier", above=0, default=None)
    known = types.row(model_type) is not None
    if model_type in types.UNSCALED:
        return Fraction(1)
    if scalar is not None and (model_type in types.OWN_SCALAR or not known):
        return scalar
    if multiplier is not None:
        return 1 / multiplier**2
    dim = Fraction(whole)
    parameters = Keys(settings.parameters)
    scale, factor = parameters.number("mscale_all_dim", default=None), parameters.number("factor", default=None)
    if scale and factor is not None and settings.rope_type != "default" and (model_type in types.MSCALE or not known):
        return dim / mscale(factor, scale) ** 4
    return dim


def head_dim_of(keys: Keys, kind: str, known: bool, remarks: list[str]) -> tuple[int, int]:
    """(dimension that may be turned, dimension of query and key): they differ in multi-head latent attention."""
    stated = _stated(keys, ("num_attention_heads", "n_head", "n_heads"))  # read also where the dimension is stated
    if keys.get("model_type") in types.DIVISIBLE and (heads := agree(stated)) and (width := _width(keys)):
        rule = f"must divide hidden_size = {width}: the class of the model type refuses what does not"
        require(width % heads == 0, "num_attention_heads", rule, heads)
    if keys.has("qk_rope_head_dim"):
        turned = keys.whole("qk_rope_head_dim", most=MAX_DIM)
        return turned, turned + (keys.whole("qk_nope_head_dim", least=0, most=MAX_DIM, default=None) or 0)
    divided = keys.get("model_type") in types.DIVIDED
    if divided and keys.has("head_dim"):
        remarks.append("head_dim is not read by the class of the model type: it is hidden_size/num_attention_heads")
    own = ("global_head_dim",) if kind == "full_attention" else ()
    for key in () if divided else (*own, "head_dim", "kv_channels"):
        if keys.has(key):
            dim = keys.whole(key, most=MAX_DIM)
            return dim, dim
    width, heads = _width(keys), agree(stated)
    if width is None or heads is None:
        raise InvalidInput("head_dim", "must be given, or hidden_size and num_attention_heads", None)
    if width % heads and known:
        remarks.append(f"head_dim = {width // heads}: hidden_size/num_attention_heads, rounded down as the class does")
    else:
        rule = "must be given where num_attention_heads does not divide hidden_size"
        require(width % heads == 0, "head_dim", rule, f"{width}/{heads}")
    dim = require_int("head_dim", width // heads, least=1, most=MAX_DIM)
    return dim, dim


def _stated(keys: Keys, names: Iterable[str]) -> list[tuple[str, int]]:
    """Those of these keys that the file has, with their whole numbers."""
    return [(key, keys.whole(key)) for key in names if keys.has(key)]


def _width(keys: Keys) -> int | None:
    """The width of the model, where the file has it."""
    return agree(_stated(keys, ("hidden_size", "n_embd", "d_model")))


def rotary_dim_of(keys: Keys, head_dim: int, share: Fraction | None, known: bool, remarks: list[str]) -> int:
    """rotary_dim, or partial_rotary_factor·head_dim, which must be whole; both only if they agree."""
    found: list[tuple[str, int]] = []
    if keys.has("rotary_dim") and keys.get("model_type") in types.NO_ROTARY_DIM:
        remarks.append("rotary_dim is not read by the class of the model type")
    elif keys.has("rotary_dim"):
        found.append(("rotary_dim", keys.whole("rotary_dim", least=2)))
        require(found[0][1] <= head_dim, "rotary_dim", f"must be at most head_dim = {head_dim}", found[0][1])
    if share is not None:
        product = share * head_dim
        cut = int(head_dim * float(share))
        if known and cut >= 2 and cut % 2 == 0:
            if cut != product:
                remarks.append(
                    f"partial_rotary_factor gives {shown(product)} dimensions, cut to {cut} as the class does"
                )
            found.append(("partial_rotary_factor", cut))
            return agree(found) or head_dim
        rule = f"must give a whole even number of at least 2 dimensions of head_dim = {head_dim}"
        require(
            product.denominator == 1 and product >= 2 and product % 2 == 0,
            "partial_rotary_factor",
            rule,
            shown(share),
        )
        require(
            cut == product,
            "partial_rotary_factor",
            f"must not be cut to {cut} dimensions by floating point (write rotary_dim)",
            shown(share),
        )
        found.append(("partial_rotary_factor", int(product)))
    return agree(found) or head_dim
