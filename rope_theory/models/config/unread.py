"""Rotary settings that the class of the model type would not read, or would add to without a word in the file: refused."""

from __future__ import annotations

from fractions import Fraction

from rope_theory.core.errors import InvalidInput, require
from rope_theory.models.config import dialects, types
from rope_theory.models.config.keys import Keys

#: Names under which a file gives the parameters of RoPE, the newer one first.
_BLOCKS = ("rope_parameters", "rope_scaling")


def refuse_unread(data: dict) -> None:
    """Refuse settings that are not what the model of that type would turn by.

    Files of a type that transformers does not have are read as they stand.

    Args:
        data: the language model's settings, without the defaults of its class.

    Raises:
        InvalidInput: naming the key.

    Example:
        >>> refuse_unread({"model_type": "gpt_oss", "rope_theta": 150000})  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        rope_theory.core.errors.InvalidInput: rope_theta must stand beside ... got '150000'
    """
    model_type = data.get("model_type")
    of = f"the class of model type '{model_type}'"
    blocks = [key for key in _BLOCKS if data.get(key)]
    _scaling(data, str(model_type), of)
    _names(data, str(model_type), of)
    row = types.row(model_type)
    if row is None:
        return
    for key in blocks if model_type in types.FIXED_BASE else ():
        raise InvalidInput(key, f"must be null: {of} does not read it", str(data[key])[:80])
    for key in dialects.BASES:
        if (value := data.get(key)) is None:
            continue
        if model_type in types.FIXED_BASE:
            rule = f"must be {types.FIXED_BASE[model_type]}, by which {of} turns, whatever the file says"
            require(Keys(data).number(key) == Fraction(types.FIXED_BASE[model_type]), key, rule, str(value)[:80])
        elif "alone" in row and not blocks and model_type not in types.BASE_ALONE:
            does = {"not read": "does not read it alone", "added to": "adds settings of its own to a base alone"}
            rule = f"must stand beside rope_parameters that have a rope_type: {of} {does[row['alone']]}"
            raise InvalidInput(key, rule, str(value)[:80])
    own = row.get("rope_parameters") or {}
    kinds = [kind for kind, each in own.items() if isinstance(each, dict)]
    inner = data.get("rope_parameters")
    if kinds and isinstance(inner, dict) and inner and not any(isinstance(each, dict) for each in inner.values()):
        rule = f"must have parameters for each kind of layers ({', '.join(kinds)}), as {of} has them"
        raise InvalidInput("rope_parameters", rule, str(inner)[:80])
    for key in blocks if model_type in types.ONE_BASE else ():
        stated = isinstance(data[key], dict) and data[key].get("rope_theta") is not None
        base = any(data.get(other) is not None for other in dialects.BASES)
        require(stated or base, f"{key}.rope_theta", f"must be given: {of} has another base beside {key}", None)


def _scaling(data: dict, model_type: str, of: str) -> None:
    inner = data.get("rope_scaling")
    if model_type in types.UNSCALABLE:
        require(not inner, "rope_scaling", f"must be null: {of} does not use it", str(inner)[:80])
    if (
        model_type in types.TWO_BASES | types.PLAIN_WINDOWS
        and isinstance(inner, dict)
        and inner.get("type") is not None
    ):
        rule = f"must be called rope_type: {of} does not read it by this name"
        require(inner.get("rope_type") == inner["type"], "rope_scaling.type", rule, str(inner["type"])[:80])


def _names(data: dict, model_type: str, of: str) -> None:
    """Bases under names that the class does not read."""
    if model_type in types.OWN_BASE_KEY and data.get("rope_theta") is not None:
        rule = f"must be rotary_emb_base, which is what {of} reads"
        inner = data.get("rope_parameters")
        good = data.get("rotary_emb_base") is not None or (isinstance(inner, dict) and "rope_theta" in inner)
        require(good, "rope_theta", rule, str(data["rope_theta"])[:80])
    for key, readers in types.LOCAL_BASES.items():
        read = types.row(model_type) is None or model_type in readers
        require(read or data.get(key) is None, key, f"must be null: {of} does not read it", str(data.get(key))[:80])
    if model_type in types.TWO_BASES and data.get("global_rope_theta") != data.get("rope_theta") is not None:
        raise InvalidInput(
            "rope_theta", f"must be global_rope_theta, which is what {of} reads", str(data["rope_theta"])[:80]
        )
