"""The page of `rope-theory limits`, as text."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rope_theory.core.words import counted, spans
from rope_theory.faces.report.limits_short import (
    between,
    cliff_command,
    in_short,
    narrow,
    norms_shown,
    uncapped,
    used,
)
from rope_theory.faces.report.page import command, labelled, paragraph, side_by_side
from rope_theory.faces.report.rounded import above, below, few_above, few_below
from rope_theory.models.config.keys import shown as as_written
from rope_theory.models.config.layers import ALL
from rope_theory.models.config.rotary import LayerRope, RopeConfig, Still
from rope_theory.models.config.table import lines, numbered, seen, words
from rope_theory.models.limits import BASES, LayerLimits
from rope_theory.models.mix_errors import MixErrors, mix_verdicts
from rope_theory.models.phase_limits import SHARE, least_beta, rank
from rope_theory.models.plane_limits import PlaneLimits
from rope_theory.models.precision.formats import FORMATS, read_format

MOST_ROWS = 16

#: What no bound on these pages says.
CAVEAT = "Bounds for constructed heads, which know nothing of what a model has seen: what one does that was trained up to some length is not decided."

#: The words that the sentences in short need.
WORDS = "plane: two dimensions that turn together; mix: weights of at least 0; lead: share of the target's logit; |q|·|k|: norms, before scaling; fp8: beside one scale, a power of two"


#: What "in a format" says of a single plane, and where the format is narrower than what logits are summed in.
STEPS = "single planes: all is exact but the finished logit, rounded to {form}"
FUSED = " (eager attention) or to float32 (fused attention: FlashAttention)"


def print_limits(
    config: RopeConfig, layers: Sequence[LayerLimits], every_plane: bool = False, short: bool = False
) -> None:
    """Print one page: the model, each layer type in short, then its numbers, last how to read them.

    Args:
        config: what was read.
        layers: from `layer_limits`.
        every_plane: show all planes; else those where something changes, and some between.
        short: only the model, what is in short, and the layers below it.
    """
    print(f"{config.source}" + (f" ({config.model_type})" if config.model_type else ""))
    for note in config.notes:
        paragraph(f"note: {note}")
    if not short:
        print_table(config)
    for note in beyond(config, max((limits.length for limits in layers), default=0)):
        paragraph(f"note: {note}")
    if config.layout == "adjacent" and not short:
        paragraph("layout: plane k turns dimensions 2k and 2k+1 (adjacent); W_q and W_k can be converted (new.layouts)")
    sentences = [in_short(limits)[: 3 if short else None] for limits in layers]  # single planes: on the page alone
    shared = [each for each in sentences[0] if short and len(layers) > 1 and all(each in one for one in sentences)]
    for limits, found in zip(layers, sentences, strict=True):
        if not short:
            print()
        text = f", in a text of {limits.positions} positions" * (limits.positions > limits.length)
        cut = f" ({seen(limits.layer)}{text})" if limits.length == limits.layer.window else ""
        paragraph(f"In short{f', {_name(limits.layer)}' * (len(config.table) > 1)}, at n = {limits.length}{cut}", "")
        for sentence in found:
            if sentence not in shared:
                paragraph(sentence)
    if shared:
        print("In short, all of these layers")
        for sentence in shared:
            paragraph(sentence)
    for each in config.table if len(layers) == len(config.layers) else ():
        if isinstance(each, Still):
            paragraph(f"In short, {numbered(each.indices)}: {words(each)}", "")
            unsaid = "Nothing turns there: no rotation tells such a layer where a key stands, and these limits say nothing of it."
            paragraph(unsaid if each.attends else "These limits say nothing of it.")
    if not short:
        print()
    paragraph(CAVEAT, "")
    paragraph(WORDS)
    if layers:
        paragraph((STEPS + FUSED * narrow(layers[0])).format(form=layers[0].dtype))
    if short:
        paragraph(_to_compare(layers))
        print("Layers, as they were read")
        print_table(config)
        return
    for limits in layers:
        _layer(limits, every_plane)
    _legend(layers)


def _name(layer: LayerRope) -> str:
    """The type of the layers, or their numbers where the file has no types."""
    return numbered(layer.indices) if layer.layer_type == ALL else layer.layer_type


def _text(limits: LayerLimits) -> str:
    """Where a window ends before the text: how far positions run all the same."""
    return f"at positions up to {limits.positions}, " if limits.positions > limits.length else ""


def beyond(config: RopeConfig, length: int) -> list[str]:
    """A note, where the length is beyond what the file stands for: max_position_embeddings, and factor × original length with it."""
    own, stretched = config.max_length, config.stretched_length()
    if own is None or length <= max(own, stretched or 0):
        return []
    also = f" and factor × original length, {as_written(stretched)}" if stretched is not None else ""
    open_ = any(each.rope_type == "linear" for each in config.layers)
    note = " (the linear rule leaves open whether that is the length before it or after)" if open_ else ""
    return [f"n = {length} is beyond the file's max_position_embeddings, {own}{also}{note}"]


def print_table(config: RopeConfig) -> None:
    """The layers of the model, one line for each group of equal ones."""
    for line in lines(config):
        paragraph(line)


def _layer(limits: LayerLimits, every_plane: bool) -> None:
    layer, n = limits.layer, limits.length
    print()
    paragraph(
        f"{layer.layer_type}: rope type {layer.rope_type}, base {as_written(layer.base)}, {_dimensions(layer)}, attention factor "
        f"{layer.rope.attention_float():.6g}; n = {n}",
        "",
    )
    for note in limits.notes:
        paragraph(f"note: {note}")
    print()
    capped = ", logits before the cap" * (layer.logits.cap is not None)
    print(f"Each plane alone ({limits.dtype}, {limits.letters} letters{capped})")
    shown = [limits.planes[k] for k in (range(len(limits.planes)) if every_plane else _rows(limits.planes))]
    _planes_alone(shown, n)
    if len(shown) < len(limits.planes):
        print(f"  {len(shown)} of {len(limits.planes)} planes (--all: every one)")
    _count_roles(limits)
    _together(limits)
    _kernel(limits)


def _planes_alone(shown: Sequence[PlaneLimits], n: int) -> None:
    """Two tables: what each plane is, and up to which length it is positional."""
    numbers = [str(each.plane) for each in shown]
    side_by_side(
        {
            "plane": numbers,
            "frequency\nrad/position": [f"{each.frequency:.5g}" for each in shown],
            "wavelength\npositions": ["∞" if each.wavelength is None else f"{each.wavelength:.6g}" for each in shown],
            "turns\nwithin n": [f"{each.turns:.5g}" for each in shown],
            "Index gap\nof logit 1": [f"{float(each.gap[0]):.4g}" for each in shown],
            "letters": [_letters(each) for each in shown],
            "role": [each.role for each in shown],
        },
        left={"role"},
    )
    print("  positional up to n =")
    cliffs = {name: [f"{'≥ ' * (each.cliff[name] >= n)}{each.cliff[name]}" for each in shown] for name in FORMATS}
    side_by_side({"plane": numbers, **cliffs})


def _letters(each: PlaneLimits) -> str:
    return "any" if each.letters is None else str(each.letters) if each.letters < 10**6 else f"{each.letters:.1e}"


def _dimensions(layer: LayerRope) -> str:
    """The head's dimension and how much of it turns: of a head with latent attention a part of its own does."""
    if layer.query_dim != layer.head_dim:
        return f"head dimension {layer.query_dim}, of which {layer.rotary_dim} turn and {layer.query_dim - layer.rotary_dim} do not"
    return f"head dimension {layer.head_dim}, rotary dimension {layer.rotary_dim}"


def _legend(layers: Sequence[LayerLimits]) -> None:
    """How to read the tables, once for all layers."""
    first = layers[0]
    form, capped = read_format("dtype", first.dtype), any(each.layer.logits.cap is not None for each in layers)
    logit = "logit before the cap" if capped else "finished logit"
    scales = list(dict.fromkeys(f"{each.layer.score_scale():.6g}" for each in layers))
    left = " that the sink leaves" * any(each.layer.logits.sinks for each in layers)
    entries = [
        f"positional: the gap over distances 1..n-1 is at least 2/(2^{form.bits} + 3): one rounding of the {logit} to {form} keeps the order at "
        f"every β from 2^{form.least_exponent + 1} to {float(form.largest):.5g} (a gap of more than 2^-{form.bits + 1} at β = 1, 2, 4, …: "
        f"new.precision-cliff.threshold). All before it counts as exact; {form} holds every position, 1 to n, only up to {form.largest_exact_integer}.",
        f"symbolic: without a query phase the plane turns less than half the spacing of {first.letters} letters on a circle within n, "
        f"g < 2π/(2·{first.letters}·n); letters: the most for which it does.",
        "β: the target's logit"
        + " before the cap" * capped
        + f" that suffices for more than half of the weight{left} at the worst target, rivals of all distances summed; by the nearest rival, as if each were as near: "
        + (
            "its lead after the cap is ln(n-1). Both ends were checked, what lies between them was not; where none is shown, none was found. "
            "More than the upper end is too much: under the cap the rivals grow beside the target"
            if capped
            else "ln(n-1)/gap, which also stands where the sum asks for more or does not tell rivals from the target"
        )
        + f". |q|·|k| gives it with logits multiplied by {', '.join(scales)} and the attention factor. Needed: new.temperature (nothing at 1/2); enough: "
        f"new.beta-explicit. {_yardstick()}",
        "number formats: the bound adds up what each step may be off by, for every query and key; it grows where a plane's phase passes a power of two. "
        "q·k is summed in float32 at least. Keys in fp8 (e4m3: 4 significant bits up to 448, e5m2: 3 up to 57344) stand beside one scale for all, supposed to be "
        "the least power of two that holds the largest; here all planes of a key are equally long: channels of a real model that are far larger than the others "
        "take digits from these.",
        "B(m) is a mean over query and key contents, not a limit of a head: the mix keeps its gap at every distance below n."
        + " p-RoPE: the slower planes stand still, a cosine of 1 each in B(m), and the mix is of those that turn."
        * any(each.variants for each in layers),
    ]
    print()
    print("How to read it")
    for each in entries:
        paragraph(each)


def _measured() -> str:
    """Layer means of β in the two models that were measured."""
    from rope_theory.machines.pretrained.measured import logit_scales

    names = {"smollm2": "SmolLM2 135M", "gemma3-270m": "Gemma 3 270M"}
    return ", ".join(f"{low:.1f} to {high:.1f} in {names[name]}" for name, (low, high) in logit_scales().items())


def _to_compare(layers: Sequence[LayerLimits]) -> str:
    """In a line: the mixes' |q|·|k| after scaling, β, beside what was measured in models."""
    here = dict.fromkeys(few_above(each.beta_mix, 4) for each in layers if each.beta_mix is not None)
    return f"|q|·|k| scaled: {'/'.join(here) or 'none'}; layer means {_measured()}"


def _yardstick() -> str:
    """What β is in the two models that were measured."""
    return (
        f"To compare: the score scale times |q|·|k|, summed over the planes of a head, has layer means of {_measured()} (seven short texts, two small models; "
        "`rope-theory figures real-logit-norms`). In your model: the norms of a head's query and key behind their projections and norms; rotation changes none."
    )


def _rows(planes: Sequence[PlaneLimits]) -> list[int]:
    """The ends, both sides of every change of role, and some between, at most about `MOST_ROWS`."""
    last = len(planes) - 1
    changes = [k for k in range(1, last + 1) if planes[k].role != planes[k - 1].role]
    kept = {0, last} | {k for change in changes[:6] for k in (change - 1, change)}
    step = max(1, last // 8)
    kept |= set(list(range(0, last + 1, step))[: max(0, MOST_ROWS - len(kept))])
    return sorted(kept)


def _count_roles(limits: LayerLimits) -> None:
    roles: dict[str, list[int]] = {}
    for each in limits.planes:
        roles.setdefault(each.role, []).append(each.plane)
    paragraph("; ".join(f"{name}: {spans(found)}" for name, found in roles.items()))
    slow = [each.plane for each in limits.planes if 0 < each.turns < 1]
    if slow:
        paragraph(
            f"less than one turn within n: {spans(slow)} (a positional head on one such plane alone has a U-shape over the position asked)"
        )


def _together(limits: LayerLimits) -> None:
    mix, best = limits.mix, limits.best_plane()
    print()
    print("Index with one head, certified")
    alone = _beta(limits, limits.beta_plane, limits.lead(plane=True).by_nearest())
    together = _beta(limits, limits.beta_mix, limits.lead(plane=False).by_nearest(), limits.beta_mix_up_to)
    _fact("best single plane", f"{best.plane}, gap at least {below(mix.best_plane_gap[0])}; {alone}")
    _fact(
        "best mix of planes",
        f"gap in [{below(mix.gap_lower)}, {above(mix.gap_upper)}] with {used(mix)} of {counted(len(mix.weights), 'plane')}; {together}",
    )
    if limits.in_reach is not None:
        norms, share = limits.in_reach
        most = ", the most that was found," if limits.layer.logits.cap is not None else ""
        _fact(
            "weight of the mix",
            f"{between(share)}{most} at |q|·|k| = {norms:.4g}: at the worst target, summed over the distances",
        )
    _laws(limits)
    _formats(limits)


def _laws(limits: LayerLimits) -> None:
    """Rank, best phase and temperature, each with the claim it rests on."""
    mix, found = limits.mix, limits.one_sided
    alone, together = (least_beta(gap) for gap in (mix.best_plane_gap[1], mix.gap_upper))
    if alone is not None and together is not None:
        by_share = {Fraction(1, 2): (None, None), SHARE: (alone, together)}
        enough = [[_enough(limits.lead(plane).enough(share)) for share in by_share] for plane in (True, False)]
        side_by_side(
            [
                ("β for a share", [f"  more than {share}" for share in by_share]),
                ("best plane: needed", [_above(needed) for needed, _ in by_share.values()]),
                ("enough", enough[0]),
                ("best mix: needed", [_above(needed) for _, needed in by_share.values()]),
                ("enough", enough[1]),
            ],
            left={"β for a share"},
        )
    best = max(range(len(found)), key=lambda k: found[k].gap[0])
    _fact(
        "rivals on one side",
        f"(target at distance 0) plane {best + 1} alone, gap at least {below(found[best].gap[0])} with the query phase "
        f"{found[best].phase:.6g} (new.best-phase)",
    )
    dimension, turning = rank(limits.layer), sum(each.turns != 0 for each in limits.planes)
    if dimension is not None:
        _fact(
            "rank",
            f"the frequencies of {counted(turning, 'plane')} span {counted(dimension, 'dimension')} over the "
            "rationals (new.rank-law, new.rank-law.independent)",
        )


def _fact(label: str, text: str) -> None:
    labelled(label, text, 19)


def _above(value: float | None) -> str:
    return "-" if value is None else f"> {few_below(value, 4)}"


def _enough(value: float | None) -> str:
    return "-" if value is None else few_above(value, 4)


def _formats(limits: LayerLimits) -> None:
    half = limits.mix.gap_lower / 2
    if half <= 0:
        return

    def row(name: str, form: str, errors: MixErrors) -> list[str]:
        verdicts = mix_verdicts(limits.layer, limits.mix, limits.positions, form, errors)
        return [name, *(_bounded(bound, said) for bound, said in zip(errors, verdicts, strict=True))]

    paragraph(
        f"the mix in a number format{uncapped(limits)}: {_text(limits)}bound of the logit error in units of β, to be below half of the gap, "
        f"{float(half):.4g}; decodes, fails: for certain"
    )
    rows = [row(name, name, errors) for name, errors in limits.mix_errors.items()]
    rows += [
        row(f"{limits.dtype}, keys in {name}", limits.dtype, errors) for name, errors in limits.cached_errors.items()
    ]
    heads = (
        "",
        "every step\nin it",
        "frequencies, positions,\nphases in float32",
        "these and finished\nlogits in float32\n(fused attention)",
    )
    side_by_side(zip(heads, zip(*rows, strict=True), strict=True), left=heads, indent=4)
    print("    keys in: rotated keys in a KV cache")
    print("    each step by itself:")
    command(cliff_command(limits), "      ")


def _bounded(bound: Fraction | None, said: str) -> str:
    """A bound and what it decides; that this is for certain stands above the table."""
    return said if bound is None else f"<= {few_above(bound, 3)}, {said.removesuffix(' for certain')}"


def _beta(limits: LayerLimits, beta: float | None, nearest: float | None, up_to: float | None = None) -> str:
    """What suffices for half of the weight: by the sum; under a cap up to which; and what the nearest rival alone asks for."""
    if beta is None and limits.layer.logits.cap is not None:
        return "no β is shown to suffice under the cap"
    if beta is None:
        return "no gap, no β"
    alone = (
        ""
        if nearest in (None, beta)
        else f" (by the nearest rival: {few_above(nearest, 4)}, {norms_shown(limits, nearest)})"
    )
    if up_to is not None:
        return f"β {few_above(beta, 4)} to {few_below(up_to, 4)} suffices, |q|·|k| about {norms_shown(limits, beta)} to {norms_shown(limits, up_to, few_below)}{alone}"
    return f"β {few_above(beta, 4)} suffices, |q|·|k| about {norms_shown(limits, beta)}{alone}"


def _kernel(limits: LayerLimits) -> None:
    found, n = limits.kernel, limits.length
    print()
    print("Kernel B(m) = Σ cos(m·g_k), certified at every m")
    if found.m is None:
        print(f"  never negative for 1 <= m <= {found.limit}")
    else:
        verdict = "so it changes sign within n" if found.m < n else "so it keeps its sign within n"
        print(f"  first negative at m = {found.m}, {verdict}")
    for each in limits.variants:
        when = (
            f"first negative at m = {each.kernel.m}"
            if each.kernel.m
            else f"never negative up to m = {each.kernel.limit}"
        )
        gap = f"best mix {float(each.mix.gap_lower):.4g}" if each.mix else "no moving plane"
        paragraph(
            f"p-RoPE, {each.kept} of {counted(len(limits.planes), 'plane')} turn{'s' * (each.kept == 1)}: {when}; {gap}"
        )
    if limits.good_bases or limits.bad_bases:
        paragraph(
            f"plain rule at rotary dimension {limits.layer.rotary_dim}: of {len(BASES)} bases from {_number(BASES[0])} to {_number(BASES[-1])} no sign change within n at "
            f"{_base_ranges(limits.good_bases) or 'none'} (others, and smaller ones between: `rope-theory base --length {limits.length} --dim {limits.layer.rotary_dim}`)"
        )
        flips = [base for base in limits.bad_bases if limits.good_bases and base > limits.good_bases[0]]
        if flips:
            paragraph(
                f"but again a sign change at {', '.join(map(_number, flips))}: a larger base is not always better (new.base-bound-monotone)",
                "    ",
            )


def _base_ranges(bases: Sequence[int]) -> str:
    """20000, 30000–80000000: runs of `BASES` by their ends."""
    runs: list[list[int]] = []
    for base in bases:
        if runs and BASES.index(base) == BASES.index(runs[-1][-1]) + 1:
            runs[-1].append(base)
        else:
            runs.append([base])
    return ", ".join(_number(run[0]) + (f"–{_number(run[-1])}" if len(run) > 1 else "") for run in runs)


def _number(value) -> str:
    """Whole numbers without a decimal point."""
    return f"{int(value)}" if value == int(value) else f"{float(value):.10g}"
