"""The page of `rope-theory scale`, as text and as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from rope_theory.core.errors import InvalidInput
from rope_theory.core.showing.style import drawn
from rope_theory.faces.report.limits import CAVEAT
from rope_theory.faces.report.page import paragraph, side_by_side
from rope_theory.faces.report.rounded import below, few_above
from rope_theory.laws.discrepancy.precision import decimal_below
from rope_theory.models.config.rotary import LayerRope, RopeConfig
from rope_theory.models.config.table import lines, seen
from rope_theory.models.limits import kernel_limit
from rope_theory.models.precision.cliff import scaled_logit_threshold
from rope_theory.models.precision.formats import BFLOAT16, FLOAT32
from rope_theory.models.scaling import (
    Scaled,
    cached_at,
    defaults,
    factor_word,
    scored,
    seen_length,
    slowest_turns,
)
from rope_theory.models.shares import MOST_SUMMED

ROWS = 12


def print_scaled(
    config: RopeConfig,
    layer: LayerRope,
    lengths: tuple[int, int, int],
    results: list[Scaled],
    unasked: Sequence[str] = (),
    moved: dict[str, tuple[int, float]] | None = None,
) -> None:
    """Print the rules side by side: one row each, then wavelengths plane by plane.

    Args:
        moved: from `rope_theory.models.scaling.moved_phases`.
        unasked: what was supposed for options that were not given, in words.
    """
    (start, target, short), say, moved = lengths, print, moved or {}
    whole, target = target, seen_length(layer, target)
    say(f"{config.source}" + (f" ({config.model_type})" if config.model_type else ""))
    for note in config.notes:
        paragraph(f"note: {note}")
    for line in lines(config):
        paragraph(line)
    paragraph(
        f"{layer.layer_type}: base {layer.base}, rotary dimension {layer.rotary_dim}, from {start} to {whole} positions",
        "",
    )
    if target < whole:
        limit = kernel_limit(target, len(layer.frequencies.angles))
        paragraph(
            f"note: a query of these layers {seen(layer)}: no distance beyond {target - 1} comes up in them, however long the text; "
            f"gaps, β and turns are for n = {target}, frequencies for {whole}; B(m) < 0 is looked for at m up to {limit}"
        )
    say()
    paragraph(CAVEAT, "")
    for sentence in supposed(layer, unasked):
        paragraph(sentence, "")
    say()
    say("In short")
    position = cached_at(layer, start, whole)
    for sentence in in_short((start, target), results, moved, whole, position):
        paragraph(sentence)
    say()
    paragraph(f"gaps are of the best constructed head, and rank no rules for a trained model; n = {target}")
    side_by_side(_columns(results, short), left={"rule"})
    paragraph("parameters: " + "; ".join(f"{each.name}: {each.settings}" for each in results))
    say()
    for sentence in _meanings(layer, lengths, results):
        paragraph(sentence)
    say()
    say("  wavelengths, in positions")
    _print_wavelengths(results)


def _print_wavelengths(results: list[Scaled]) -> None:
    """Some planes' wavelengths under each rule, once for rules that have the same on every plane."""
    groups = one_line_each(results)
    last = len(groups[0][1]) - 1
    planes = sorted({0, last, *range(0, last + 1, max(1, last // ROWS))})
    waves = {names[0]: ["∞" if wave[k] is None else f"{wave[k]:.6g}" for k in planes] for names, wave in groups}
    side_by_side({"plane": [str(k + 1) for k in planes], **waves})
    for names, _ in groups:
        if names[1:]:
            paragraph(f"{', '.join(names[1:])}: as under {names[0]}, on every plane")


def _columns(results: list[Scaled], short: int) -> dict[str, list[str]]:
    """The figures of each rule: what stands above a column -> its cells."""
    rows = [
        {
            "rule": each.name,
            f"gap to {short}": below(each.short.gap_lower),
            "gap to n": below(each.long.gap_lower),
            "β at n": "—" if each.beta is None else few_above(each.beta),
            "|q|·|k|": "—" if (norms := each.lead.norms(each.beta)) is None else few_above(norms),
            "bf16 logit": _times(each.long.gap_lower),
            "B(m) < 0": str(each.kernel.m) if each.kernel.m else f"> {each.kernel.limit}",
            "attention": f"{each.rope.attention_float():.4f}",
            "kept": kept(each),
            "< 1 turn": str(each.slow),
        }
        for each in results
    ]
    return {head: [row[head] for row in rows] for head in rows[0]}


def _meanings(layer: LayerRope, lengths: tuple[int, int, int], results: list[Scaled]) -> list[str]:
    """What the columns say."""
    (start, whole, short), target = lengths, seen_length(layer, lengths[1])
    dynamic = any(each.name.startswith("dynamic") for each in results)
    finished = "finished logit" if layer.logits.cap is None else "logit before the cap"
    times = float(scaled_logit_threshold(BFLOAT16) / scaled_logit_threshold(FLOAT32))
    signs = [each.name for each in results if each.kernel.m is None or each.kernel.m >= target]
    others = f"; the dynamic rule has others at n = {min(short, target)}: up to {start} positions the plain ones"
    return [
        f"gap to N: of the best mix of planes over all distances below N, by the frequencies that the rule has at n = {whole}, certified (the lower end){others * dynamic}",
        *_enough(layer, target),
        "mix: planes added with weights of at least 0; its gap is in shares of its largest logit",
        f"bf16 logit: how many times the least gap whose order one rounding of the {finished} to bfloat16 keeps at every β, 2/(2^8 + 3); less than 1: not certain. "
        f"That is of the logit's rounding alone (eager attention), all before it exact; kept in float32 (fused: FlashAttention) it is {times:.6g} times as much. "
        "`limits` bounds every step of one rule: with positions in bfloat16, too, the head fails where a query sees positions 256 and 257, which are one there, "
        "whatever this column says",
        "B(m) < 0: from which distance on the kernel is negative first; "
        f"it keeps its sign within n under {', '.join(signs) or 'no rule'}. It is a mean over contents, no limit of a head",
        f"kept: planes as fast as under the plain rule; < 1 turn: planes, within n = {target}; attention: cosines are multiplied by it",
        *([slowest(start, target, results)] if target == whole else []),
    ]


def _enough(layer: LayerRope, target: int) -> list[str]:
    """What the columns β and |q|·|k| say, under a cap and beside a sink too."""
    said = "β: sufficient for half of the weight" + " that the sink leaves" * layer.logits.sinks
    capped = layer.logits.cap is not None
    plain, own = (f"{each.score_scale():.6g}" for each in (scored(layer, "plain"), layer))
    scale = (
        plain if plain == own else f"{plain} (as configured {own}, which the file's mscale_all_dim gives its own rule)"
    )
    return [
        f"{said}{', a logit before the cap' * capped}, summed over the distances of all rivals at the worst target, as in limits{'; —: none is shown to suffice' * capped}{_unsummed(target)}",
        f"|q|·|k|: what gives this β, with scores times {scale} and the square of the factor in the column attention",
    ]


def _unsummed(target: int) -> str:
    return f" (beyond {MOST_SUMMED} positions by the nearest rival alone)" if target > MOST_SUMMED else ""


def in_short(
    lengths: tuple[int, int],
    results: list[Scaled],
    moved: dict[str, tuple[int, float]],
    whole: int | None = None,
    position: int | None = None,
) -> list[str]:
    """What an engineer acts on: how far the slowest plane turns, which planes are kept, the gaps, cached keys.

    Args:
        lengths: L0, n (or the window where that is less).
        moved: from `rope_theory.models.scaling.moved_phases`.
        whole: n; default: there is no window below it.
        position: of the cached key that `moved` is of; default: L0.
    """
    start, target = lengths
    whole = target if whole is None else whole
    turned = [_turned(start, target, results)] if target == whole else []
    return [
        *turned,
        _kept(results),
        *_leads(results),
        *_cached(results, moved, start, whole, start if position is None else position),
    ]


def _turned(start: int, target: int, results: list[Scaled]) -> str:
    """Under which rules the slowest plane turns farther within n than it does within L0 under the plain rule, and the least factor that holds it."""
    by_turn: dict[str, list[str]] = {}
    for name, turn in slowest_turns(results, start, target).items():
        if turn > 1:
            by_turn.setdefault(f"{turn:.4g}×", []).append(name)
    farther = "; ".join(f"{turn} under {_named(names)}" for turn, names in by_turn.items())
    held = " and ".join(rule for rule in ("linear", "ntk") if any(each.name.startswith(rule) for each in results))
    least = f"the least factor that holds it under {held} is {factor_word(Fraction(target, start))}, {target}/{start}"
    said = f"Slowest plane, its turn within n = {target} against its plain turn within {start}: {farther or 'no farther under any rule'}"
    return f"{said}{', and no farther under the others' * bool(farther)}; {least}."


def _named(names: Sequence[str]) -> str:
    """linear, ntk ×8: rules in a row that have one factor are named with it once."""
    pairs = [name.partition(" ×") for name in names]
    parts = [
        rule + (mark + by if k + 1 == len(pairs) or pairs[k + 1][2] != by else "")
        for k, (rule, mark, by) in enumerate(pairs)
    ]
    return ", ".join(parts)


def kept(each: Scaled) -> str:
    """How many planes are as fast as under the plain rule; from and to, where that is not decided of some."""
    return f"{each.unchanged}–{each.unchanged + each.undecided}" if each.undecided else f"{each.unchanged}"


def _kept(results: list[Scaled]) -> str:
    """`kept` by number, most first; a rule that keeps as many by every factor is named once."""
    counts: dict[str, dict[str, str]] = {}
    for each in sorted(results, key=lambda each: -each.unchanged):
        if each.name != "plain":
            counts.setdefault(each.name.partition(" ×")[0], {})[each.name] = kept(each)
    by_count: dict[str, list[str]] = {}
    for rule, by_name in counts.items():
        one = set(by_name.values())
        for name, count in by_name.items() if len(one) > 1 else [(rule, *one)]:
            by_count.setdefault(count, []).append(name)
    planes = len(results[0].rope.frequencies.angles)
    parts = [f"{'none' if count == '0' else count} under {', '.join(names)}" for count, names in by_count.items()]
    return f"As fast as under the plain rule are, of {planes} planes, {'; '.join(parts)}."


def _leads(results: list[Scaled]) -> list[str]:
    """The gap to n under the plain rule, and its ends under the others."""
    gaps = {each.name: each.long.gap_lower for each in results}
    others = sorted((name for name in gaps if name != "plain"), key=lambda name: gaps[name])
    said = [f"{below(gaps['plain'])} under plain"] if "plain" in gaps else []
    ends = [f"{below(gaps[name])} under {name}" for name in dict.fromkeys((*others[:1], *others[-1:]))]
    said += [f"{'of the others ' * bool(said)}from {' to '.join(ends)}" if ends[1:] else ends[0]] if ends else []
    return [
        f"Certified lead of the best mix at n, in shares of its largest logit: {'; '.join(said)}; it ranks no rules."
    ]


def _cached(
    results: list[Scaled], moved: dict[str, tuple[int, float]], start: int, whole: int, position: int
) -> list[str]:
    """What becomes of cached keys under rules that follow the length: at one length (longrope), or at each (dynamic)."""
    each_step = {each.name for each in results if each.each_length}
    once, always = ({name: moved[name] for name in moved if (name in each_step) is step} for step in (False, True))
    anew = "are to be rotated anew, or cached before rotation: "
    seen_still = " that a query still sees" * (position > start)
    found = []
    if once:
        found.append(
            f"Under {', '.join(once)}, keys cached at {start} positions or fewer {anew}as they are, at n = {whole} their phase is off by up to {_off(once)}."
        )
    if always:
        found.append(
            f"Under {', '.join(always)}, all keys cached at lengths below n = {whole}{seen_still} {anew}each longer text has another base. The key at position {position} "
            f"with the frequencies of that length is off by {_off(always)}; others may be off by more."
        )
    return found


def _off(moved: dict[str, tuple[int, float]]) -> str:
    return ", ".join(f"{turns:.4g} turns (plane {plane}) under {name}" for name, (plane, turns) in moved.items())


def supposed(layer: LayerRope, unasked: Sequence[str] = ()) -> list[str]:
    """What the rules were given that neither an option nor the configuration says, as a sentence."""
    found = [*unasked, *(f"{rule} with {' and '.join(values)}" for rule, values in defaults(layer).items())]
    return [f"Supposed, as nothing says otherwise: {'; '.join(found)}."] if found else []


def slowest(start: int, target: int, results: list[Scaled]) -> str:
    """How far the slowest plane turns within the target length, in units of its plain turn within the original one."""
    turned = ", ".join(f"{name} {times:.4g}×" for name, times in slowest_turns(results, start, target).items())
    words = f"slowest plane: its turn within n = {target} against its plain turn within {start}"
    return f"{words}: {turned}"


def _times(gap: Fraction) -> str:
    """The gap in units of the least that bfloat16 keeps in order at every β, rounded down; digits enough to tell it from 1."""
    times, digits = gap / scaled_logit_threshold(BFLOAT16), 3
    while times != 1 and digits < 12 and Fraction(decimal_below(times, digits)) == 1:
        digits += 1
    return f"{float(decimal_below(times, digits)):.{digits}g}×"


def one_line_each(results: Sequence[Scaled]) -> list[tuple[list[str], list[float | None]]]:
    """(names, wavelengths) of the rules, those together whose wavelengths are the same on every plane, to nine digits."""
    found: list[tuple[list[str], list[float | None]]] = []
    for each in results:
        waves = each.wavelengths()
        for names, others in found:
            pairs = zip(waves, others, strict=True)
            if all(a == b or (a is not None and b is not None and math.isclose(a, b)) for a, b in pairs):
                names.append(each.name)
                break
        else:
            found.append(([each.name], waves))
    return found


def draw(results: list[Scaled], lengths: tuple[int, int], path: Path, source: str) -> None:
    """Wavelength against plane, one line for each rule, with the original length and the target."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.6, 5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    styles, lines = ("-", "--", ":", "-."), one_line_each(results)
    for count, (names, found) in enumerate(lines):
        waves = [(k, wave) for k, wave in enumerate(found, 1) if wave is not None]
        width = 1.2 + 4 * (len(lines) - 1 - count) / max(
            1, len(lines) - 1
        )  # where lines meet, those below show on both sides
        x, y = [k for k, _ in waves], [wave for _, wave in waves]
        axes.semilogy(x, y, styles[count % 4], linewidth=width, label=", ".join(names))
    start, target = lengths
    axes.axhline(target, color="#666666", linewidth=0.8, label=f"n = {target}")
    axes.axhline(start, color="#666666", linewidth=0.8, linestyle=(0, (1, 3)), label=f"original length {start}")
    axes.set(xlabel="plane", ylabel="wavelength (positions)", title=f"{drawn(source)}, from {start} to {target}")
    axes.set_xlim(left=1)
    figure.legend(
        fontsize=8,
        loc="outside right upper",
        title="one line: the same on every plane" * (len(lines) < len(results)),
        title_fontsize=7,
    )
    try:
        figure.savefig(path, dpi=150)
    except OSError as problem:
        raise InvalidInput("--plot", f"must be writable ({problem.strerror})", str(path)) from None
