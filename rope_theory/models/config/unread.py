"""Rotary settings that the class of the model type would not read, or would add to without a word in the file: refused."""

from __future__ import annotations

from fractions import Fraction

from rope_theory.core.errors import InvalidInput, require
from rope_theory.models.config import dialects, types
from rope_theory.models.config.keys import Keys

#: What a class does with a base that stands without a block, by its word in types.json.
_DOES = {"not read": "does not read it alone", "added to": "adds settings of its own to a base alone"}


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
    model_type = str(data.get("model_type"))
    of = f"the class of model type '{model_type}'"
    _scaling(data, model_type, of)
    _names(data, model_type, of)
    if (row := types.row(model_type)) is not None:
        _bases(data, model_type, of, row)
        _kinds(data, of, row)


def _bases(data: dict, model_type: str, of: str, row: dict) -> None:
    """Bases that the class has in its code, or reads only beside a block of parameters, or blocks that change the base."""
    blocks = [key for key in dialects.BLOCKS if data.get(key)]
    bases = {key: data[key] for key in dialects.BASES if data.get(key) is not None}
    if model_type in types.FIXED_BASE:
        fixed = types.FIXED_BASE[model_type]
        if blocks:
            raise InvalidInput(blocks[0], f"must be null: {of} does not read it", str(data[blocks[0]])[:80])
        for key, value in bases.items():
            rule = f"must be {fixed}, by which {of} turns, whatever the file says"
            require(Keys(data).number(key) == Fraction(fixed), key, rule, str(value)[:80])
    elif bases and "alone" in row and not blocks and model_type not in types.BASE_ALONE:
        key, value = next(iter(bases.items()))
        rule = f"must stand beside rope_parameters that have a rope_type: {of} {_DOES[row['alone']]}"
        raise InvalidInput(key, rule, str(value)[:80])
    for key in blocks if model_type in types.ONE_BASE and not bases else ():
        stated = isinstance(data[key], dict) and data[key].get("rope_theta") is not None
        require(stated, f"{key}.rope_theta", f"must be given: {of} has another base beside {key}", None)


def _kinds(data: dict, of: str, row: dict) -> None:
    """One block of parameters where the class has one for each kind of layers."""
    own, inner = row.get("rope_parameters") or {}, data.get("rope_parameters")
    kinds = [kind for kind, each in own.items() if isinstance(each, dict)]
    if kinds and isinstance(inner, dict) and inner and not any(isinstance(each, dict) for each in inner.values()):
        rule = f"must have parameters for each kind of layers ({', '.join(kinds)}), as {of} has them"
        raise InvalidInput("rope_parameters", rule, str(inner)[:80])


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
