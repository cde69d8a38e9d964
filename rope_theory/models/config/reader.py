"""`read_config`: a Hugging Face configuration becomes exact frequencies for each layer type, or a named error."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.words import counted
from rope_theory.laws.axes import in_sections, interleaved, slowest
from rope_theory.laws.discrepancy.frequency import read_rational
from rope_theory.models.config import dialects, layers, types
from rope_theory.models.config.dimensions import head_dim_of, pairing_of, rotary_dim_of, score_dim_of
from rope_theory.models.config.keys import MAX_DIM, Keys, agree, shown
from rope_theory.models.config.layers import ALL
from rope_theory.models.config.logits import growth, read_logits
from rope_theory.models.config.misread import assumed, moved_notes, not_read
from rope_theory.models.config.rotary import LayerRope, RopeConfig, Still
from rope_theory.models.config.rules import Geometry, rope
from rope_theory.models.config.source import load
from rope_theory.models.config.unread import refuse_unread


def _vouched(raw: dict) -> list[str]:
    """What the file of a compiled model says of formats, as a remark."""
    formats = raw.get(dialects.VOUCHED)
    if not isinstance(formats, list):
        return []
    said = ", ".join(str(each)[:20] for each in formats[:4]) or "no format"
    return [f"compiled: vouched for in {said}, as the file says (rope-theory certify DIR proves it anew, or not)"]


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
    unread, given_keys = not_read(raw, data), data
    dialects.refuse_unknown(data)
    refuse_unread(data)
    _has_rotation(data)
    _grouped(data)
    data, filled = dialects.with_defaults(data)
    length = None if length is None else require_int("length", length, least=1)
    keys = Keys(data)
    model_type = keys.text("model_type")
    max_length = agree([(key, keys.whole(key)) for key in ("max_position_embeddings", "n_positions") if keys.has(key)])
    found, more = dialects.settings(data)
    found, grown = dialects.dynamic_ntk(found, data, length)
    given = None if base is None else read_rational("base", base)
    nested = frozenset(found) - {ALL}
    plans, remarks = layers.plans(data, nested)
    for label in nested:
        require(
            not data.get("layer_types") or label in data["layer_types"] or types.row(model_type) is not None,
            f"rope_parameters.{label}",
            "must be one of layer_types",
            label,
        )
    table: list[LayerRope | Still] = []
    extra = [*notes, *moved_notes(unread), *filled, *more, *grown, *remarks, *_vouched(raw)]
    extra += _uncompared(raw.get("model_type"), model_type)
    if nested and all(plan.kind == ALL for plan in plans):
        rule = "must be given: rope parameters stand per layer type, and nothing says which layers are of which"
        require(types.row(model_type) is None, "layer_types", rule, None)
        plans = [replace(plan, kind=label, indices=()) for plan in plans for label in found]
    for plan in plans:
        label = plan.kind if nested and plan.rotates else ALL
        settings = found.get(label)
        if plan.rotates and label not in found:
            raise InvalidInput(f"rope_parameters.{label}", "must be given: layer_types names it", None)
        if settings is None or not plan.rotates:
            attends = plan.kind not in layers.NO_ATTENTION
            grows = growth(keys, model_type) if attends else None
            table.append(Still(plan.kind, plan.indices, plan.window, attends, grows))
            if grows is not None:
                extra.append(
                    f"layers that do not turn multiply queries at position p by {grows}; it is not counted here"
                )
            continue
        layer, mine = _layer(settings, plan, Keys(plan.data), model_type, max_length, length, given)
        axes, said = _axes(layer, model_type)
        table.append(replace(layer, axes=axes))
        mine += said
        extra += [f"{plan.kind}: {remark}" if len(plans) > 1 else remark for remark in mine]
    turning = [each for each in table if isinstance(each, LayerRope)]
    extra += _on_logits(turning)
    require(bool(turning), "layer_types", "must name at least one layer that rotates", None)
    original = next(
        (
            value
            for settings in found.values()
            if settings is not None
            and (value := settings.parameters.get("original_max_position_embeddings")) is not None
        ),
        None,
    )
    return RopeConfig(
        name,
        model_type,
        keys.text("dtype") or keys.text("torch_dtype"),
        _named(table),
        max_length,
        None if original is None else int(original),
        turning[0].pairing,
        (
            *assumed(given_keys, turning[0].pairing, turning[0].score_dim != turning[0].unscaled_dim),
            *dict.fromkeys(extra),
        ),
        unread,
        data,
    )


def _on_logits(turning: list[LayerRope]) -> list[str]:
    """The notes on what becomes of logits: once where all layers share one, with the layers' names elsewhere."""
    shared = (
        [note for note in turning[0].logits.notes() if all(note in each.logits.notes() for each in turning)]
        if turning
        else []
    )
    own = [f"{each.layer_type}: {note}" for each in turning for note in each.logits.notes() if note not in shared]
    return [*shared, *own]


def _uncompared(*model_types: object) -> list[str]:
    """A note, where no class of the model type was there to compare with."""
    found = [name for name in model_types if types.row(name) is not None and name not in types.compared()]
    rule = "read by the general rules; what its class does was not compared (SUPPORTED.md)"
    return [f"model type '{found[0]}': {rule}"] if found else []


def _has_rotation(data: dict) -> None:
    """Refuse model types without rotary embedding, and those that are not read."""
    model_type = data.get("model_type")
    if isinstance(model_type, str) and model_type in types.WITHOUT:
        rule = f"must be of a model with rotary embedding: {model_type} does not rotate ({types.WITHOUT[model_type]})"
        raise InvalidInput("model_type", rule, model_type)
    if model_type in types.UNTURNED:
        raise InvalidInput("model_type", "must be of a model with rotary embedding (the class has none)", model_type)
    if model_type in types.REFUSED:
        raise InvalidInput("model_type", f"must be one that is read ({types.REFUSED[model_type]})", model_type)


def _grouped(data: dict) -> None:
    """Refuse a file whose queries cannot share keys in groups of one size: one of the two numbers is mistyped."""
    heads = next((data[key] for key in ("num_attention_heads", "n_head", "n_heads") if data.get(key) is not None), None)
    shared = data.get("num_key_value_heads")
    if type(heads) is int and type(shared) is int and heads > 0:
        good = shared > 0 and heads % shared == 0
        require(good, "num_key_value_heads", f"must divide the number of heads, {heads}", shared)


def _named(table: list[LayerRope | Still]) -> tuple[LayerRope | Still, ...]:
    """Groups of the same kind that rotate differently get a number: full_attention, full_attention#2."""
    seen: dict[str, int] = {}
    named = []
    for each in table:
        if isinstance(each, LayerRope):
            seen[each.layer_type] = seen.get(each.layer_type, 0) + 1
            if seen[each.layer_type] > 1:
                each = replace(each, layer_type=f"{each.layer_type}#{seen[each.layer_type]}")
        named.append(each)
    return tuple(named)


def _layer(
    settings: dialects.RopeSettings,
    plan: layers.Plan,
    keys: Keys,
    model_type: str | None,
    max_length: int | None,
    length: int | None,
    given: Fraction | None,
) -> tuple[LayerRope, list[str]]:
    where, remarks = settings.where, []
    bases: list[tuple[str, Fraction]] = [(settings.base_key, settings.base)] if settings.base is not None else []
    if keys.has("layer_rope_theta") and not isinstance(keys.get("layer_rope_theta"), list):
        own = ("layer_rope_theta", keys.number("layer_rope_theta"))
        bases = [*bases, own] if model_type in types.ONE_BASE else [own]
    if not bases and model_type in ("gptj", "codegen"):
        bases = [("rope_theta", Fraction(10000))]
        remarks.append(f"the class of model type '{model_type}' in transformers fixes the base 10000")
    stated = agree(bases)
    if given is not None and stated is not None:
        other = "another base: in a copy of the file; limits and scale also take --base and --head-dim without a file"
        rule = f"must be left out, or agree with {bases[0][0]} = {shown(stated)} ({other})"
        require(given == stated, "base", rule, shown(given))
    base = given if stated is None else stated
    if base is None:
        rule = 'must be given, at the top or in rope_parameters, as in "rope_theta": 10000.0 (no base is assumed)'
        raise InvalidInput("rope_theta", rule, None)
    require(base > 1, "base" if given is not None else bases[0][0], "must be greater than 1", shown(base))
    row = types.row(model_type)
    head_dim, whole = head_dim_of(keys, plan.kind, row is not None, remarks)
    share = settings.share
    require(
        share is None or 0 <= share <= 1,
        "partial_rotary_factor",
        "must be between 0 and 1",
        share and shown(share),
    )
    if keys.has("qk_rope_head_dim"):
        rule = f"must give qk_rope_head_dim = {head_dim}, of head_dim or of itself"
        of = keys.whole("head_dim", most=MAX_DIM, default=None) or head_dim
        require(share in (None, 1) or share * of == head_dim, "partial_rotary_factor", rule, share and shown(share))
        rotary_dim = head_dim
    elif settings.rope_type == "proportional":
        require(
            not keys.has("rotary_dim"),
            "rotary_dim",
            "must not be given for rope type 'proportional'",
            keys.get("rotary_dim"),
        )
        rotary_dim = head_dim
    else:
        if share not in (None, 1) and row is not None and row.get("whole"):
            rule = (
                f"must be 1: the class of model type '{model_type}' in transformers {types.version()} turns whole heads"
            )
            raise InvalidInput("partial_rotary_factor", rule, shown(share))
        rotary_dim = rotary_dim_of(keys, head_dim, share, row is not None, remarks)
    which = next(
        (key for key in ("qk_rope_head_dim", "rotary_dim", "head_dim") if keys.has(key)),
        "hidden_size/num_attention_heads",
    )
    require(rotary_dim % 2 == 0, which, "must be even, as planes turn two dimensions each", rotary_dim)
    at = Geometry(base, head_dim, rotary_dim, max_length, length, Fraction(1) if share is None else share)
    result = rope(settings.rope_type, settings.parameters, at, where)
    if model_type in types.NORMED_AFTER and result.attention_factor != 1:
        remarks.append("queries and keys are normalised after the rotation: the attention factor falls out")
        result = replace(result, attention_factor=Fraction(1))
    if settings.rope_type == "yarn" and settings.parameters.get("truncate") is False and where.count(".") > 1:
        remarks.append(
            "truncate is honoured here; transformers 5.23 does not see it inside parameters nested per layer type"
        )
    logits, said = read_logits(keys, plan.kind, model_type, whole)
    remarks += said
    return LayerRope(
        plan.kind,
        settings.rope_type,
        base,
        head_dim,
        rotary_dim,
        result,
        at,
        settings.parameters,
        score_dim_of(keys, settings, whole, model_type),
        plan.window,
        plan.indices,
        pairing_of(keys, model_type, row is not None),
        whole,
        logits,
        settings.aside,
        score_dim_of(keys, replace(settings, rope_type="default"), whole, model_type),
    ), [*remarks, *result.notes]


def _axes(layer: LayerRope, model_type: str | None) -> tuple[tuple[int, ...] | None, list[str]]:
    """Which axis M-RoPE has turn each plane in images, where the file has sections and the class is known, and what is said of it."""
    sections = layer.aside.get("mrope_section")
    owners = (
        in_sections if model_type in types.IN_SECTIONS else interleaved if model_type in types.INTERLEAVED else None
    )
    if sections is None or owners is None:
        return None, []
    good = (
        isinstance(sections, list)
        and len(sections) == 3
        and all(type(each) is int and 0 <= each <= MAX_DIM for each in sections)
    )
    require(good, "mrope_section", "must be three whole numbers", str(sections)[:80])
    planes = layer.rope.floats()
    rest = len(planes) - sum(sections[1:])
    odd = []
    if rest != sections[0]:
        said = f"adds up to {sum(sections)}, and the number of planes is {len(planes)}"
        rule = f"must add up to the number of planes, {len(planes)}: the class of {model_type} splits them by it, and fails else"
        require(owners is interleaved, "mrope_section", rule, f"{sections}, in all {sum(sections)}")
        odd = [
            f"mrope_section {said}: the class does not read its first number, and time gets what height and width leave"
        ]
    axes = owners([max(rest, 0), *sections[1:]])[: len(planes)]
    parts = []
    for axis, name in enumerate(("time", "height", "width")):
        last = slowest(axes, axis)
        wave = "" if last is None or not planes[last] else f", longest wavelength {2 * math.pi / planes[last]:.6g}"
        parts.append(f"{name} {counted(axes.count(axis), 'plane')}{wave}")
    return tuple(axes), [*odd, f"in images M-RoPE gives {'; '.join(parts)} (new.mrope.sum)"]
