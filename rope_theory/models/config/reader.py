"""`read_config`: a Hugging Face configuration becomes exact frequencies for each layer type, or a named error."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import flint

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.meant import meant
from rope_theory.core.words import counted
from rope_theory.laws.axes import in_sections, interleaved, slowest
from rope_theory.laws.discrepancy.frequency import read_rational
from rope_theory.laws.discrepancy.sympy_balls import sympy_ball
from rope_theory.models.config import dialects, layers, types
from rope_theory.models.config.keys import MAX_DIM, Keys, agree, shown
from rope_theory.models.config.layers import ALL, chunked
from rope_theory.models.config.logits import Logits, growth, read_logits
from rope_theory.models.config.misread import NotRead, assumed, moved_notes, not_read
from rope_theory.models.config.rules import Geometry, Rope, mscale, rope, stretched
from rope_theory.models.config.source import load
from rope_theory.models.config.unread import refuse_unread

if TYPE_CHECKING:
    import sympy


@dataclass(frozen=True)
class LayerRope:
    """Layers that are alike, and rotate.

    Attributes:
        layer_type: "full_attention", "sliding_attention", …, or "all".
        indices: the numbers of the layers, from 0; empty where the file does not say how many there are.
        rope_type: the rule's name.
        base: b, exact, before any scaling.
        head_dim, rotary_dim: dimensions of a head, and how many of them are turned (by angle 0 too, under
            "proportional").
        rope: frequencies and attention factor.
        geometry: what the rule was given.
        parameters: the rule's own keys.
        score_dim: logits are divided by its square root (beside the attention factor): the dimension of query and
            key, or what the model has instead. A SymPy number.
        pairing: "adjacent" (plane k turns dimensions 2k and 2k+1), "half" (k and k + rotary_dim/2), or None: neither
            the file nor the model type says.
        window: keys that a query sees at most, itself included, or None: all before it.
        query_dim: dimension of query and key: head_dim, and what is never turned beside it.
        logits: cap, sinks and norms: what else becomes of a logit.
        aside: keys beside the rule's own that change no frequency, as they stand in the file: M-RoPE's, and a factor of queries.
        unscaled_dim: `score_dim` without what the rule of the file puts into it (mscale_all_dim).
        axes: the axis that turns each plane in images (0 time, 1 height, 2 width), where M-RoPE has sections and the class is known.
    """

    layer_type: str
    rope_type: str
    base: Fraction
    head_dim: int
    rotary_dim: int
    rope: Rope
    geometry: Geometry
    parameters: dict
    score_dim: sympy.Expr | Fraction
    window: int | None = None
    indices: tuple[int, ...] = ()
    pairing: str | None = None
    query_dim: int = 0
    logits: Logits = Logits()
    aside: dict = field(default_factory=dict)
    unscaled_dim: sympy.Expr | Fraction = Fraction(0)
    axes: tuple[int, ...] | None = None

    @property
    def frequencies(self):
        """The exact frequencies, plane 1 first."""
        return self.rope.frequencies

    @property
    def plain(self) -> bool:
        """Whether base and rotary dimension say everything: the plain rule, which has no attention factor."""
        return self.rope_type == "default"

    def sees(self, key: int, query: int) -> bool:
        """Whether a query sees the key, 1 <= key <= query; in chunks only if it does with the first position called 0 and called 1.

        Example:
            >>> from rope_theory.models.config import read_config
            >>> slides = read_config({"head_dim": 4, "rope_theta": 100, "layer_types": ["sliding_attention"], "sliding_window": 3}).layer()
            >>> slides.sees(255, 257), slides.sees(254, 257)
            (True, False)
        """
        if self.window is None:
            return True
        if chunked(self.layer_type):
            return all((key - first) // self.window == (query - first) // self.window for first in (0, 1))
        return query - key < self.window

    def stretched_length(self) -> Fraction | None:
        """factor × original length, see `rope_theory.models.config.rules.stretched`."""
        return stretched(self.rope_type, self.parameters, self.geometry)

    def score_scale(self) -> float:
        """What q·k is multiplied by, beside the attention factor: 1/√score_dim."""
        with flint.ctx.workprec(200):
            return float(1 / sympy_ball(self.score_dim).sqrt())


@dataclass(frozen=True)
class Still:
    """Layers that are alike, and do not rotate.

    Attributes:
        layer_type, indices, window: as of `LayerRope`.
        attends: whether they have a softmax over keys at all.
        grows: what queries at position p are multiplied by, or None: by nothing that depends on it.
    """

    layer_type: str
    indices: tuple[int, ...]
    window: int | None
    attends: bool
    grows: str | None = None


@dataclass(frozen=True)
class RopeConfig:
    """A model's rotary settings.

    Attributes:
        source: where they were read.
        model_type, dtype: as in the file, or None.
        table: all layers of the model in groups of equals, in order.
        max_length: max_position_embeddings (n_positions), or None.
        original_length: the length before scaling where the file gives one.
        layout: the pairing of the layers that rotate.
        notes: what a reader should know.
        not_read: keys of the file that nothing was read from, misspelt ones among them.
        settings: those of the language model as they were read, defaults of its class included.
    """

    source: str
    model_type: str | None
    dtype: str | None
    table: tuple[LayerRope | Still, ...]
    max_length: int | None
    original_length: int | None
    layout: str | None
    notes: tuple[str, ...]
    not_read: tuple[NotRead, ...] = ()
    settings: dict = field(default_factory=dict, repr=False, compare=False)

    @property
    def layers(self) -> tuple[LayerRope, ...]:
        """Those of the table that rotate."""
        return tuple(each for each in self.table if isinstance(each, LayerRope))

    def stretched_length(self) -> Fraction | None:
        """The largest `LayerRope.stretched_length` of its layers, or None."""
        return max((found for each in self.layers if (found := each.stretched_length()) is not None), default=None)

    def of_layer(self, number: int | None) -> LayerRope | Still | None:
        """The group of a layer by its number from 0; the only group where the file does not say how many layers there are."""
        if len(self.table) == 1 and not self.table[0].indices:
            return self.table[0]
        return next((each for each in self.table if number in each.indices), None)

    def layer(self, layer_type: str | None = None) -> LayerRope:
        """The layer type asked for; the only one, or the first, by default."""
        if layer_type is None:
            return self.layers[0]
        names = [layer.layer_type for layer in self.layers]
        still = any(isinstance(each, Still) and each.layer_type == layer_type for each in self.table)
        rule = f"must name layers that rotate ({layer_type} does not, so it has no limits): {', '.join(names)}"
        require(layer_type in names or not still, "layer", rule, layer_type)
        one = (
            f"must be {names[0]}, the only type of this file"
            if len(names) == 1
            else f"must be one of {', '.join(names)}{meant(layer_type, names, most=1, cutoff=0.4)}"
        )
        require(layer_type in names, "layer", one, layer_type)
        return self.layers[names.index(layer_type)]


def chosen_layer(config: RopeConfig, layer_type: str | None) -> LayerRope:
    """The layer type asked for; by default the first that sees everything before it, or the first that rotates.

    Example:
        >>> mixed = {"head_dim": 4, "rope_theta": 100, "sliding_window": 3, "layer_types": ["sliding_attention", "full_attention"]}
        >>> chosen_layer(read_config(mixed), None).layer_type
        'full_attention'
    """
    if layer_type is not None:
        return config.layer(layer_type)
    return next((each for each in config.layers if each.window is None), config.layers[0])


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
        rule = f"must be left out, or agree with {bases[0][0]} = {shown(stated)}"
        require(given == stated, "base", rule, shown(given))
    base = given if stated is None else stated
    if base is None:
        rule = "must be given, at the top or in rope_parameters: no base is assumed"
        raise InvalidInput("rope_theta", rule, None)
    require(base > 1, "base" if given is not None else bases[0][0], "must be greater than 1", shown(base))
    row = types.row(model_type)
    head_dim, whole = _head_dim(keys, plan.kind, row is not None, remarks)
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
        rotary_dim = _rotary_dim(keys, head_dim, share, row is not None, remarks)
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
        _score_dim(keys, settings, whole, model_type),
        plan.window,
        plan.indices,
        _pairing(keys, model_type, row is not None),
        whole,
        logits,
        settings.aside,
        _score_dim(keys, replace(settings, rope_type="default"), whole, model_type),
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


def _pairing(keys: Keys, model_type: str | None, known: bool) -> str | None:
    if keys.flag("rope_interleave", False) or model_type in types.ADJACENT:
        return "adjacent"
    return "half" if known or keys.get("rope_interleave") is False else None


def _score_dim(
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


def _head_dim(keys: Keys, kind: str, known: bool, remarks: list[str]) -> tuple[int, int]:
    """(dimension that may be turned, dimension of query and key): they differ in multi-head latent attention."""
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
    width, heads = (
        agree([(key, keys.whole(key)) for key in names if keys.has(key)])
        for names in (("hidden_size", "n_embd", "d_model"), ("num_attention_heads", "n_head", "n_heads"))
    )
    if width is None or heads is None:
        raise InvalidInput("head_dim", "must be given, or hidden_size and num_attention_heads", None)
    if width % heads and known:
        remarks.append(f"head_dim = {width // heads}: hidden_size/num_attention_heads, rounded down as the class does")
    else:
        rule = "must be given where num_attention_heads does not divide hidden_size"
        require(width % heads == 0, "head_dim", rule, f"{width}/{heads}")
    dim = require_int("head_dim", width // heads, least=1, most=MAX_DIM)
    return dim, dim


def _rotary_dim(keys: Keys, head_dim: int, share: Fraction | None, known: bool, remarks: list[str]) -> int:
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


__all__ = ["LayerRope", "RopeConfig", "Still", "read_config"]
