"""The page of `rope-theory limits`, as text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from fractions import Fraction

from rope_theory.core.words import counted
from rope_theory.faces.report.limits_short import (
    between,
    cliff_command,
    in_short,
    narrow,
    norms_shown,
    ranges,
    uncapped,
    used,
)
from rope_theory.faces.report.rounded import above, below, few_above, few_below
from rope_theory.models.config.keys import shown as as_written
from rope_theory.models.config.layers import ALL
from rope_theory.models.config.rotary import LayerRope, RopeConfig, Still
from rope_theory.models.config.table import lines, numbered, seen, words
from rope_theory.models.limits import (
    BASES,
    LayerLimits,
    MixErrors,
    PlaneLimits,
    mix_verdicts,
)
from rope_theory.models.phase_limits import SHARE, least_beta, rank
from rope_theory.models.precision.formats import FORMATS, read_format

MOST_ROWS = 16

#: Of a line of sentences.
WIDTH = 140

#: What no bound on these pages says.
CAVEAT = "Bounds for constructed heads, which know nothing of what a model has seen: what one does that was trained up to some length is not decided."

#: The words that the sentences in short need.
WORDS = "plane: two dimensions that turn together; mix: weights of at least 0; lead: share of the target's logit; |q|·|k|: norms, before scaling"


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
        short: only the model and what is in short.
    """
    say = print
    say(f"{config.source}" + (f" ({config.model_type})" if config.model_type else ""))
    for note in config.notes:
        say(f"  note: {note}")
    if not short:
        print_table(config)
    for note in beyond(config, max((limits.length for limits in layers), default=0)):
        say(f"  note: {note}")
    if config.layout == "adjacent" and not short:
        say("  layout: plane k turns dimensions 2k and 2k+1 (adjacent); W_q and W_k can be converted (new.layouts)")
    sentences = [in_short(limits)[: 3 if short else None] for limits in layers]  # single planes: on the page alone
    shared = [each for each in sentences[0] if short and len(layers) > 1 and all(each in one for one in sentences)]
    for limits, found in zip(layers, sentences, strict=True):
        if not short:
            say()
        text = f", in a text of {limits.positions} positions" * (limits.positions > limits.length)
        cut = f" ({seen(limits.layer)}{text})" if limits.length == limits.layer.window else ""
        say(f"In short{f', {_name(limits.layer)}' * (len(config.table) > 1)}, at n = {limits.length}{cut}")
        for sentence in found:
            if sentence not in shared:
                _sentence(say, sentence)
    if shared:
        say("In short, all of these layers")
        for sentence in shared:
            _sentence(say, sentence)
    for each in config.table if len(layers) == len(config.layers) else ():
        if isinstance(each, Still):
            say(f"In short, {numbered(each.indices)}: {words(each)}")
            unsaid = "Nothing turns there: no rotation tells such a layer where a key stands, and these limits say nothing of it."
            _sentence(say, unsaid if each.attends else "These limits say nothing of it.")
    if not short:
        say()
    say(CAVEAT)
    _sentence(say, WORDS)
    if layers:
        _sentence(say, (STEPS + FUSED * narrow(layers[0])).format(form=layers[0].dtype))
    if short:
        return
    for limits in layers:
        _layer(say, limits, every_plane)
    _legend(say, layers)


def _name(layer: LayerRope) -> str:
    """The type of the layers, or their numbers where the file has no types."""
    return numbered(layer.indices) if layer.layer_type == ALL else layer.layer_type


def _sentence(say, text: str) -> None:
    say(textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False))


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
        print(f"  {line}")


def _layer(say, limits: LayerLimits, every_plane: bool) -> None:
    layer, n = limits.layer, limits.length
    say()
    say(
        f"{layer.layer_type}: rope type {layer.rope_type}, base {as_written(layer.base)}, {_dimensions(layer)}, attention factor "
        f"{layer.rope.attention_float():.6g}; n = {n}"
    )
    for note in limits.notes:
        say(f"  note: {note}")
    say()
    say(
        f"Each plane alone ({limits.dtype}, {limits.letters} letters{', logits before the cap' * (layer.logits.cap is not None)})"
    )
    say(f"  {'':>57} positional up to n =")
    say(
        f"  {'plane':>5} {'frequency':>12} {'wavelength':>12} {'turns':>12} {'Index gap':>12} "
        + " ".join(f"{name:>10}" for name in FORMATS)
        + f" {'letters':>9}  role"
    )
    say(f"  {'':>5} {'rad/position':>12} {'positions':>12} {'within n':>12} {'of logit 1':>12}")
    shown = range(len(limits.planes)) if every_plane else _rows(limits.planes)
    for k in shown:
        _plane(say, limits.planes[k], n)
    if len(shown) < len(limits.planes):
        say(f"  {len(shown)} of {len(limits.planes)} planes (--all: every one)")
    _count_roles(say, limits)
    _together(say, limits)
    _kernel(say, limits)


def _dimensions(layer: LayerRope) -> str:
    """The head's dimension and how much of it turns: of a head with latent attention a part of its own does."""
    if layer.query_dim != layer.head_dim:
        return f"head dimension {layer.query_dim}, of which {layer.rotary_dim} turn and {layer.query_dim - layer.rotary_dim} do not"
    return f"head dimension {layer.head_dim}, rotary dimension {layer.rotary_dim}"


def _other_steps(limits: LayerLimits) -> str:
    """Which command bounds each step of the mix by itself."""
    return f"each step by itself: {cliff_command(limits)}"


def _legend(say, layers: Sequence[LayerLimits]) -> None:
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
    say()
    say("How to read it")
    for each in entries:
        _sentence(say, each)


def _yardstick() -> str:
    """What β is in the two models that were measured."""
    from rope_theory.machines.pretrained.measured import logit_scales

    names = {"smollm2": "SmolLM2 135M", "gemma3-270m": "Gemma 3 270M"}
    shown = ", ".join(f"{low:.1f} to {high:.1f} in {names[name]}" for name, (low, high) in logit_scales().items())
    return (
        f"To compare: the score scale times |q|·|k|, summed over the planes of a head, has layer means of {shown} (seven short texts, two small models; "
        "rope-theory figures real-logit-norms). In your model: the norms of a head's query and key behind their projections and norms; rotation changes none."
    )


def _plane(say, each: PlaneLimits, n: int) -> None:
    cliff = " ".join(f"{'≥ ' if at >= n else ''}{at}".rjust(10) for at in each.cliff.values())
    wave = "∞" if each.wavelength is None else f"{each.wavelength:.6g}"
    letters = "any" if each.letters is None else str(each.letters) if each.letters < 10**6 else f"{each.letters:.1e}"
    say(
        f"  {each.plane:>5} {each.frequency:>12.5g} {wave:>12} {each.turns:>12.5g} {float(each.gap[0]):>12.4g} "
        f"{cliff} {letters:>9}  {each.role}"
    )


def _rows(planes: Sequence[PlaneLimits]) -> list[int]:
    """The ends, both sides of every change of role, and some between, at most about `MOST_ROWS`."""
    last = len(planes) - 1
    changes = [k for k in range(1, last + 1) if planes[k].role != planes[k - 1].role]
    kept = {0, last} | {k for change in changes[:6] for k in (change - 1, change)}
    step = max(1, last // 8)
    kept |= set(list(range(0, last + 1, step))[: max(0, MOST_ROWS - len(kept))])
    return sorted(kept)


def _count_roles(say, limits: LayerLimits) -> None:
    roles: dict[str, list[int]] = {}
    for each in limits.planes:
        roles.setdefault(each.role, []).append(each.plane)
    say("  " + "; ".join(f"{name}: {ranges(found)}" for name, found in roles.items()))
    slow = [each.plane for each in limits.planes if 0 < each.turns < 1]
    if slow:
        say(
            f"  less than one turn within n: {ranges(slow)} (a positional head on one such plane alone has a U-shape over the position asked)"
        )


def _together(say, limits: LayerLimits) -> None:
    mix, best = limits.mix, limits.best_plane()
    say()
    say("Index with one head, certified")
    say(
        f"  best single plane   {best.plane}, gap at least {below(mix.best_plane_gap[0])}; {_beta(limits, limits.beta_plane, limits.lead(plane=True).by_nearest())}"
    )
    say(
        f"  best mix of planes  gap in [{below(mix.gap_lower)}, {above(mix.gap_upper)}] with {used(mix)} of "
        f"{counted(len(mix.weights), 'plane')}; {_beta(limits, limits.beta_mix, limits.lead(plane=False).by_nearest(), limits.beta_mix_up_to)}"
    )
    if limits.in_reach is not None:
        norms, share = limits.in_reach
        most = ", the most that was found," if limits.layer.logits.cap is not None else ""
        say(
            f"  weight of the mix   {between(share)}{most} at |q|·|k| = {norms:.4g}: at the worst target, summed over the distances"
        )
    _laws(say, limits)
    _formats(say, limits)


def _laws(say, limits: LayerLimits) -> None:
    """Rank, best phase and temperature, each with the claim it rests on."""
    mix, found = limits.mix, limits.one_sided
    alone, together = (least_beta(gap) for gap in (mix.best_plane_gap[1], mix.gap_upper))
    if alone is not None and together is not None:
        say(
            f"  {'β for a share':<19} {'best plane: needed':>18} {'enough':>10} {'best mix: needed':>18} {'enough':>10}"
        )
        for share, needed in ((Fraction(1, 2), None), (SHARE, (alone, together))):
            enough = [limits.lead(plane).enough(share) for plane in (True, False)]
            low, high = needed or (None, None)
            say(
                f"    {f'more than {share}':<17} {_above(low):>18} {_enough(enough[0]):>10} {_above(high):>18} {_enough(enough[1]):>10}"
            )
    best = max(range(len(found)), key=lambda k: found[k].gap[0])
    say(
        f"  rivals on one side  (target at distance 0) plane {best + 1} alone, gap at least {below(found[best].gap[0])} with the query phase "
        f"{found[best].phase:.6g} (new.best-phase)"
    )
    dimension, turning = rank(limits.layer), sum(each.turns != 0 for each in limits.planes)
    if dimension is not None:
        say(
            f"  rank                the frequencies of {counted(turning, 'plane')} span {counted(dimension, 'dimension')} over the "
            "rationals (new.rank-law, new.rank-law.independent)"
        )


def _above(value: float | None) -> str:
    return "-" if value is None else f"> {few_below(value, 4)}"


def _enough(value: float | None) -> str:
    return "-" if value is None else few_above(value, 4)


def _formats(say, limits: LayerLimits) -> None:
    half = limits.mix.gap_lower / 2
    if half <= 0:
        return

    def cell(bound: Fraction | None, verdict: str) -> str:
        return verdict if bound is None else f"<= {few_above(bound, 3)}, {verdict}"

    say(
        f"  the mix in a number format{uncapped(limits)}: {_text(limits)}bound of the logit error in units of β, to be below half of the gap, {float(half):.4g}"
    )
    say(f"    {'':<9} {'':<34} {'frequencies, positions, phases':<34} these and finished logits")
    say(f"    {'':<9} {'every step in it':<34} {'in float32':<34} in float32 (fused attention)")

    def row(name: str, form: str, errors: MixErrors) -> None:
        verdicts = mix_verdicts(limits.layer, limits.mix, limits.positions, form, errors)
        cells = [f"{cell(bound, verdict):<34}" for bound, verdict in zip(errors, verdicts, strict=True)]
        say(f"    {name:<9} {' '.join(cells)}".rstrip())

    for name, errors in limits.mix_errors.items():
        row(name, name, errors)
    say(f"    {limits.dtype}, and rotated keys in a KV cache in")
    for name, errors in limits.cached_errors.items():
        row(name, limits.dtype, errors)
    say(f"    {_other_steps(limits)}")


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


def _kernel(say, limits: LayerLimits) -> None:
    found, n = limits.kernel, limits.length
    say()
    say("Kernel B(m) = Σ cos(m·g_k), certified at every m")
    if found.m is None:
        say(f"  never negative for 1 <= m <= {found.limit}")
    else:
        verdict = "so it changes sign within n" if found.m < n else "so it keeps its sign within n"
        say(f"  first negative at m = {found.m}, {verdict}")
    for each in limits.variants:
        when = (
            f"first negative at m = {each.kernel.m}"
            if each.kernel.m
            else f"never negative up to m = {each.kernel.limit}"
        )
        gap = f"best mix {float(each.mix.gap_lower):.4g}" if each.mix else "no moving plane"
        say(
            f"  p-RoPE, {each.kept} of {counted(len(limits.planes), 'plane')} turn{'s' * (each.kept == 1)}: {when}; {gap}"
        )
    if limits.good_bases or limits.bad_bases:
        say(
            f"  plain rule at rotary dimension {limits.layer.rotary_dim}: of {len(BASES)} bases from {_number(BASES[0])} to {_number(BASES[-1])} no sign change within n at "
            f"{_base_ranges(limits.good_bases) or 'none'} (others, and smaller ones between: rope-theory base --length {limits.length} --dim {limits.layer.rotary_dim})"
        )
        flips = [base for base in limits.bad_bases if limits.good_bases and base > limits.good_bases[0]]
        if flips:
            say(
                f"    but again a sign change at {', '.join(map(_number, flips))}: a larger base is not always better (new.base-bound-monotone)"
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
