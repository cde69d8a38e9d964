"""What to do with a configuration, in short sentences on four things: the head of the page of `rope-theory limits`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from rope_theory.core.truth import Truth
from rope_theory.core.words import capital, counted, spans
from rope_theory.faces.report.rounded import above, below, few_above, few_below
from rope_theory.models.config.keys import shown as as_written
from rope_theory.models.limits import MIX_SWEEPS, SURVEY_PLANES, LayerLimits
from rope_theory.models.precision.formats import FLOAT32, read_format
from rope_theory.models.sweep_time import MOST_SECONDS, seconds
from rope_theory.models.symbol_limits import SymbolPlane
from rope_theory.models.windowed import positions_that_are_one


def in_short(limits: LayerLimits) -> list[str]:
    """What to do with it: positions, number format, symbols, single planes. The page below has the numbers that they rest on."""
    n, mix, form, count = limits.length, limits.mix, limits.dtype, len(limits.planes)
    alone = [each.plane for each in limits.planes if each.cliff[form] >= n]
    by_one = f"{'each of ' * (len(alone) > 1)}{_planes(alone)}" if alone else "none"
    if mix.gap_lower > 0:
        positions = (
            f"a mix of {used(mix)} of {counted(count, 'plane')} picks out any of {n} positions. Its lead is "
            f"{below(mix.gap_lower)}{uncapped(limits)}, and {_half(limits)}{_equal_keys(limits)}"
        )
    else:
        positions = f"no mix of the planes can pick out each of {n} positions"
    return [
        f"Positions: {positions}.",
        f"Number format{', before the cap' * (limits.layer.logits.cap is not None)}: {_survives(limits)}.",
        f"Symbols: {_symbols(limits)}.",
        f"Single planes: {by_one} picks out any of {n} positions alone for certain, at every |q|·|k|, in {form}{_alone_in_float32(limits, alone)}.",
    ]


def narrow(limits: LayerLimits) -> bool:
    """Whether finished logits lose digits in the format that were summed: fused attention then differs."""
    return read_format("dtype", limits.dtype).bits < FLOAT32.bits


def _alone_in_float32(limits: LayerLimits, before: list[int]) -> str:
    """Which single planes do with logits that stay in float32, where the format is narrower."""
    if not narrow(limits):
        return ""
    alone = [each.plane for each in limits.planes if each.cliff["float32"] >= limits.length]
    if not alone:
        return ", nor in float32"
    same = "the same" if alone == before else _planes(alone)
    several = f"{len(alone)} of {len(limits.planes)} planes" if spans(alone).count(",") > 4 else same
    return f"; {several} in float32"


def _symbols(limits: LayerLimits) -> str:
    """Which planes tell symbols apart, which of them in the format, what the best asks for, and dimensions that never turn."""
    found, count, (unturned, never) = limits.symbols, len(limits.planes), limits.unturned
    best = limits.best_symbol_plane
    if best is not None:
        said = f"to tell {limits.letters} symbols apart at every distance use {_planes(list(found))}, which turn{'s' * (len(found) == 1)} little enough within n"
        others = "the other one turns" if count - len(found) == 1 else f"the other {count - len(found)} turn"
        said += f". Without a query phase {others} too far" * (len(found) < count)
        asks = _asks(limits, found[best])
        said += f". {_in_format(limits)}. {f'Best is plane {best}: {asks}' if len(found) > 1 else capital(asks)}"
    else:
        said = f"without a query phase {'the one plane' if count == 1 else f'each of the {count} planes'} turns too far within n to tell {limits.letters} symbols apart at every distance"
    if never is not None:
        said += f". {unturned} of {limits.layer.query_dim} dimensions never turn and do it at any length (u25.thm5)"
        said += "" if found else f". Two of them as a plane: {_asks(limits, never)}"
    return said


def _in_format(limits: LayerLimits) -> str:
    """On which planes the order of symbols outlasts a rounding of the logits, and on which not."""
    form = read_format("dtype", limits.dtype)
    by: dict[Truth, list[int]] = {each: [] for each in Truth}
    for plane, found in limits.symbols.items():
        by[found.outlasts(form)].append(plane)
    kept, lost, open_ = by[Truth.TRUE], by[Truth.FALSE], by[Truth.UNKNOWN]
    said = [f"Logits in {form} keep the order at every |q|·|k| on {_planes(kept) if kept else 'none of them'}"]
    said += [f"a rounding may lose it on {_planes(lost)}"] * bool(lost and kept)
    said += [f"not decided on {_planes(open_)}"] * bool(open_)
    if lost and narrow(limits):
        wide = [plane for plane, found in limits.symbols.items() if found.outlasts(FLOAT32) is Truth.TRUE]
        said += [f"in float32 they keep it on {_planes(wide) if wide else 'none of them'}"]
    return ", ".join(said)


def _asks(limits: LayerLimits, found: SymbolPlane) -> str:
    """The lead over the nearest other symbol, and which |q|·|k| gives the match more than half of the weight."""
    leads = f"a match leads the nearest other symbol at the worst distance by {below(found.lead[0])}, in units of the logit at distance 0{uncapped(limits)}"
    beta = limits.beta_symbols(found)
    return f"{leads}, and {_weight(limits, beta, f'of about {norms_shown(limits, beta)}')}"


def uncapped(limits: LayerLimits) -> str:
    return " before the cap" if limits.layer.logits.cap is not None else ""


def _half(limits: LayerLimits) -> str:
    """Which |q|·|k| gives the best mix more than half of the weight, as far as cap, sink and norms let it."""
    return _weight(limits, limits.beta_mix, _amount(limits), _at_best(limits))


def _weight(limits: LayerLimits, beta: float | None, amount: str, at_best: str = "") -> str:
    """That a |q|·|k| gives a head more than half of the weight, or why none does.

    Args:
        beta: that suffices.
        amount: the |q|·|k| for it, in words.
        at_best: what the head is given at most, where that is known.
    """
    logits, norms = limits.layer.logits, limits.norms(beta)
    weight = "more than half of the weight" + " that the sink leaves" * logits.sinks
    if norms is None:
        return f"under the cap no |q|·|k| is shown to give it {weight}{at_best}"
    if logits.most is not None and norms > logits.most:
        return f"|q|·|k| {amount} would give it {weight}, and in these layers it is at most {as_written(logits.most)}{at_best}"
    allowed = ", if the weights of the norms of queries and keys allow it" * (logits.normed and logits.most is None)
    return f"|q|·|k| {amount} gives it {weight}{allowed}"


def _equal_keys(limits: LayerLimits) -> str:
    """What keys of equally long planes, which the bounds in fp8 suppose, take of |q|·|k| for the same logits."""
    times = few_above(limits.equal_keys, 3)
    return f". If all planes of a key are equally long (supposed for fp8) it takes at most {times} times that" * (
        limits.norms(limits.beta_mix) is not None
    )


def _amount(limits: LayerLimits) -> str:
    """Which |q|·|k| does: of about so much; under a cap, where more is not always better, between two ends."""
    low, high = norms_shown(limits, limits.beta_mix), norms_shown(limits, limits.beta_mix_up_to, few_below)
    return f"between about {low} and {high}" if high else f"of about {low}"


def norms_shown(limits: LayerLimits, beta: float | None, shown: Callable[[float, int], str] | None = None) -> str:
    """|q|·|k| for a β in four digits, rounded up, or as `shown` has it; empty where there is no β."""
    found = limits.norms(beta)
    return "" if found is None else (shown or few_above)(found, 4)


def _at_best(limits: LayerLimits) -> str:
    """What the best mix is given at most: at the largest |q|·|k|, or at the best that was found under the cap."""
    if limits.in_reach is None:
        return ""
    norms, share = limits.in_reach
    if limits.layer.logits.cap is not None:
        return f" (the most that was found is {between(share)}, at {norms:.4g})"
    return f", where it has {between(share)} of it"


def between(share: tuple[Fraction, Fraction]) -> str:
    """A share in the most digits, up to four, that both of its ends have when rounded; else both ends."""
    for digits in (4, 3, 2):
        low, high = (f"{float(end):.{digits}g}" for end in share)
        if low == high:
            return low
    return f"{below(share[0])} to {above(share[1])}"


def _survives(limits: LayerLimits) -> str:
    """Whether the lead of the best mix outlasts rounding in the format, and what it takes."""
    half, form = limits.mix.gap_lower / 2, limits.dtype
    if half <= 0:
        return "there is no lead to keep"
    every, wide, fused = limits.mix_errors[form]
    phases = "frequencies, positions and phases"
    logits = ", fused or not" * narrow(limits)
    if every is not None and every < half:
        return f"every step may be in {form}: that keeps the lead for certain{logits}{_cached(limits, 'all_steps')}"
    one = positions_that_are_one(limits.layer, read_format("dtype", form), limits.positions)
    rounded = "may not" if one is None else f"fails: positions {one - 1} and {one} are one there"
    if wide is not None and wide < half:
        return (
            f"keep {phases} in float32 or wider; the other steps may be in {form}, which keeps the lead for certain{logits}. "
            f"With every step so, it {rounded}{_cached(limits, 'float32_phases')}"
        )
    if fused is not None and fused < half:
        return (
            f"keep {phases} in float32 or wider, and finished logits in float32, as fused attention does; the other steps may be in {form}, "
            f"which keeps the lead for certain. With logits rounded to {form}, too, it may not. With every step so, it {rounded}"
            f"{_cached(limits, 'fused')}"
        )
    others = [
        name
        for name, found in limits.mix_errors.items()
        if found.float32_phases is not None and found.float32_phases < half
    ]
    enough = (
        f"In {' or '.join(others)} the lead is kept for certain (with {phases} in float32 or wider)"
        if others
        else "It is shown to outlast no format of the table"
    )
    fails = f"`{cliff_command(limits, 'float32')}` looks for a length at which it is lost"
    even = "frequencies, positions, phases and logits" if narrow(limits) else phases
    return f"do not count on it: the lead may be lost in {form}, even with {even} in float32. {fails}. {enough}"


def _cached(limits: LayerLimits, column: str) -> str:
    """In which fp8 formats of cached keys the lead that outlasts the format of all else is kept for certain, and in which it may be lost.

    Args:
        column: of `MixErrors`, which keeps the lead.
    """
    half = limits.mix.gap_lower / 2
    bounds = {name: getattr(errors, column) for name, errors in limits.cached_errors.items()}
    lost = [name for name, bound in bounds.items() if bound is None or bound >= half]
    kept = [name for name in bounds if name not in lost]
    told = [f"{' and '.join(kept)} keep{'s' * (len(kept) == 1)} it"] * bool(kept)
    told += [f"{' or '.join(lost)} may not{' keep it' * (not kept)}"] * bool(lost)
    return f". Keys: {', '.join(told)}" * bool(told)


def cliff_command(limits: LayerLimits, phases: str | None = None) -> str:
    """The command that bounds each step of the mix, and looks for a length at which it fails.

    Args:
        phases: format of frequencies, positions and phases; default: that of the logits.
    """
    layer, planes = limits.layer, len(limits.planes)
    many = planes > SURVEY_PLANES or seconds(limits.positions, planes, MIX_SWEEPS) > MOST_SECONDS
    where = (
        f"--base {layer.base} --dim {layer.rotary_dim}"
        if layer.plain and limits.positions == limits.length
        else f"--config CONFIG --layer {layer.layer_type}"
    )
    form = limits.dtype + (f" --phases {phases}" if phases else "")
    return f"rope-theory cliff mix {where} --length {limits.positions} --dtype {form}{' --long' * many}"


def _planes(numbers: Sequence[int]) -> str:
    return f"plane{'s' * (len(numbers) > 1)} {spans(numbers)}"


def used(mix) -> int:
    return sum(1 for weight in mix.weights if weight)
