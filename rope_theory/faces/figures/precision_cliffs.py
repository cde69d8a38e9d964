"""Up to which length each construction works, by number format: what is certain, and what torch showed."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

from rope_theory.core.showing.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, VERMILION, canvas, mathematical
from rope_theory.faces.figures.figure import Figure
from rope_theory.machines.long_context.limits import BOUNDS, LIMITS, LONGER
from rope_theory.models.precision.brackets import BRACKETS, POSITIONS, TURN, WIDE, mix
from rope_theory.models.precision.cliff import cliff
from rope_theory.models.precision.constructions import TargetContest
from rope_theory.models.precision.recipe import Recipe

#: Observed in torch on a CPU, asked from the last position; each number is that of a receipt in receipts/.
OBSERVED = {
    "T_Index at 2π/n, bfloat16": 74,
    "T_Index at 2π/n, float16": 192,
    "H_MIX with 3 letters at 19π/(20n), bfloat16": 58,
    "one angle ω/(2n) with 3 letters, bfloat16": 16,
    "one angle ω/(2n) with 3 letters, float16": 56,
}
#: Rows of the tables whose ends the words name, too.
PHASED, MIX = "T_Index at 2π/n, bfloat16 with float32 phases", "best mix, all bfloat16"
EDGE = 4e6
#: Matplotlib's triangle to the right of its point.
TIP: Final = 9


@dataclass(frozen=True)
class Bar:
    """One row: certain up to `safe`, certain failure at `fails` (None: none is shown), observed up to `observed`."""

    label: str
    colour: str
    safe: int
    fails: int | None = None
    observed: int | None = None
    longest: bool = False


def _wide(row: str) -> tuple[int, int]:
    return WIDE[row][2:]


def groups() -> list[tuple[str, list[Bar]]]:
    """The rows, by where the rounding happens."""
    index, induction = "T_Index at 2π/n", "H_MIX with 3 letters at 19π/(20n)"
    angle, retrieval = "one angle ω/(2n) with 3 letters", "T_Retrieval with 8 letters at ω/(4n)"
    every = [
        Bar("T_Index, bfloat16", BLUE, *BRACKETS["T_Index at 2π/n, all bfloat16"][2:]),
        Bar("T_Index, float16", BLUE, *BRACKETS["T_Index at 2π/n, all float16"][2:]),
        Bar("T_Index, float32", BLUE, *_wide("T_Index at 2π/n, all float32")),
        Bar(f"mix for {POSITIONS}, bfloat16", VERMILION, *mix_in_bfloat16()),
        Bar(f"mix for {POSITIONS}, float16", VERMILION, *_wide("best mix, all float16")),
    ]
    once = [
        *(Bar(f"T_Index, {dtype}", BLUE, *_limit(f"{index}, {dtype}")) for dtype in ("bfloat16", "float16")),
        Bar("T_Index, float32", BLUE, BOUNDS[f"{index}, float32"][2]),
        Bar("2-angle induction, bfloat16", GREEN, *_limit(f"{induction}, bfloat16")),
        Bar("2-angle induction, float32", GREEN, BOUNDS[f"{induction}, float32"][2]),
        *(
            Bar(f"1-angle induction, {dtype}", ORANGE, *_limit(f"{angle}, {dtype}"))
            for dtype in ("bfloat16", "float16")
        ),
        Bar("1-angle induction, float32", ORANGE, BOUNDS[f"{angle}, float32"][2]),
        Bar("T_Retrieval, bfloat16", PURPLE, BOUNDS[f"{retrieval}, bfloat16"][2], longest=True),
        Bar(f"mix for {LONGER}, bfloat16", VERMILION, LONGER, longest=True),
    ]
    phases = [
        Bar("T_Index", BLUE, *BRACKETS[PHASED][2:]),
        Bar("T_Index, E4M3 keys", BLUE, *in_fp8(TURN)),
        Bar(f"mix for {POSITIONS}", VERMILION, POSITIONS, longest=True),
        Bar(f"mix for {POSITIONS}, E4M3 keys", VERMILION, *in_fp8(mix(), POSITIONS), longest=True),
    ]
    return [
        ("every step in the format", every),
        ("phases in float32, else bfloat16", phases),
        ("rotated in float64, rounded once", once),
    ]


@functools.cache
def in_fp8(contest: TargetContest, most: int | None = None) -> tuple[int, int | None]:
    """(certain up to, fails at) where the rotated keys are stored in e4m3, phases are in float32 and other steps in bfloat16."""
    found = cliff(contest, contest.fitted(Recipe.float32_phases("bfloat16").but(stored="fp8_e4m3")), most)
    return found.safe_up_to, found.fails_at


@functools.cache
def fused() -> tuple[int, int, int, int]:
    """Certain ends with the finished logit in float32, else bfloat16: T_Index; with float32 phases; and fp8 keys; the best mix, every other step in bfloat16."""
    every, phased = Recipe.uniform("bfloat16").but(logit="float32"), Recipe.fused("bfloat16")
    stored = TURN.fitted(phased.but(stored="fp8_e4m3"))
    first, second, third, fourth = (
        cliff(contest, recipe).safe_up_to
        for contest, recipe in ((TURN, every), (TURN, phased), (TURN, stored), (mix(), every))
    )
    return first, second, third, fourth


@functools.cache
def mix_in_bfloat16() -> tuple[int, int]:
    """(certain up to, fails at) of the best mix, every step in bfloat16; emulation goes on where the claim's bound ends."""
    _, recipe, _, fails = WIDE[MIX]
    return cliff(mix(), recipe).safe_up_to, fails


def _limit(row: str) -> tuple[int, int, int]:
    return (*LIMITS[row][2:], OBSERVED[row])


def draw():
    found = groups()
    figure, panels = canvas(4.9, 3, 1, sharex=True, height_ratios=[len(bars) + 1 for _, bars in found])
    for panel, (title, bars) in zip(panels, found, strict=True):
        for row, bar in enumerate(bars):
            _row(panel, row, bar)
        panel.set_yticks(range(len(bars)), [mathematical(bar.label) for bar in bars])
        panel.set(ylim=(len(bars) - 0.4, -0.6), xlim=(2, EDGE), xscale="log", title=title)
        panel.set_label(f"Safe lengths: {title}")
        panel.tick_params(axis="y", length=0)
        panel.minorticks_off()
    panels[-1].set_xticks([10.0**k for k in range(1, 7)], [f"$10^{k}$" for k in range(1, 7)])
    panels[-1].set_xlabel("length n (constructed heads)")
    _legend(figure)
    return figure


def _row(panel, row: int, bar: Bar) -> None:
    panel.barh(row, bar.safe - 2, left=2, height=0.78, color=bar.colour)
    room = (-2 if bar.observed is None else -6, -0.5)  # points, for the diamond
    panel.annotate(
        str(bar.safe),
        (bar.safe, row),
        room,
        textcoords="offset points",
        ha="right",
        va="center",
        color="white" if bar.colour != ORANGE else BLACK,
        fontsize=5.5,
    )
    end = bar.fails if bar.fails is not None and bar.fails < EDGE else None
    if bar.longest:
        panel.plot([bar.safe], [row], marker=TIP, color=BLACK, markersize=5, linestyle="none")  # a tip to the right
        return
    if end is None or end > bar.safe + 1:  # nothing is decided between the two ends
        panel.barh(
            row,
            (end or EDGE) - bar.safe,
            left=bar.safe,
            height=0.78,
            fill=False,
            edgecolor=bar.colour,
            linewidth=0.5,
            hatch="////",
        )
    if end is not None:
        panel.plot([end], [row], marker="|", color=BLACK, markersize=9, linestyle="none")
    if bar.observed is not None:
        panel.plot(
            [bar.observed], [row], marker="D", color=BLACK, markerfacecolor="white", markersize=4, linestyle="none"
        )


def _legend(figure) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles = [
        Patch(facecolor=BLUE, label="works, for certain"),
        Patch(fill=False, edgecolor=BLUE, hatch="////", label="not decided"),
        Line2D([], [], marker="|", color=BLACK, markersize=9, linestyle="none", label="fails, for certain"),
        Line2D(
            [],
            [],
            marker="D",
            color=BLACK,
            markerfacecolor="white",
            markersize=4,
            linestyle="none",
            label="last length seen to work",
        ),
        Line2D([], [], marker=TIP, color=BLACK, markersize=5, linestyle="none", label="longest length looked at"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=2, fontsize=6.5)


def _shows() -> str:
    every, index, fp8 = BRACKETS["T_Index at 2π/n, all bfloat16"], LIMITS["T_Index at 2π/n, bfloat16"], in_fp8(TURN)
    safe, fails = mix_in_bfloat16()
    phased, unrounded = BRACKETS[PHASED], fused()
    return (
        "The lengths at which a construction works, by number format; positions count 1 to n. Above, every step of rotary attention is rounded to the "
        "format; in the middle, frequencies, positions and phases are in float32 and the other steps in bfloat16, and with E4M3 keys the rotated keys once more in that fp8 format (e5m2 is not drawn), beside one scale, the least power of two that fits them (supposed; with another scale it is not decided here); "
        f"below, the rotation is in float64, and queries and keys are rounded once before the dot product. Above and in the middle the finished logit is rounded, too (eager attention); kept in float32 (fused attention) it lets T_Index in bfloat16 reach {unrounded[0]} in place of {every[2]} above, {unrounded[1]} in place of {phased[2]} in the middle, and the best mix {unrounded[3]} in place of {safe} above; with E4M3 keys it is {unrounded[2]} both ways. Full bars, which end at the length that is written: "
        "every input is decoded at every length up to there, for certain. Tips: no longer length was looked at. Upright strokes: some input is not at that length, for certain. Hatched: "
        f"neither is shown within the drawing. T_Index at 2π/n in bfloat16 first fails at n = {every[3]} above, {phased[3]} in the middle and {index[3]} below, with E4M3 keys at {fp8[1]}; the best mix of "
        f"base 500000, d = 128 in bfloat16 ends at {safe} to {fails - 1} with bfloat16 positions (made for n = 131072; the claim's bound vouches up to {_wide('best mix, all bfloat16')[0]}, `rope-theory cliff` emulates further), and reaches {LONGER}, the longest "
        f"length looked at, with float64 ones (made for that length). With float32 phases the mix made for n = {POSITIONS} reaches it, with E4M3 keys too. The one-angle and two-angle heads solve Partial Induction with 3 letters; "
        "T_Retrieval, with 8 letters, keeps matches of a letter pair ahead of other letters; the two-angle head in float16 is left out."
    )


FIGURE = Figure(
    name="precision-cliffs",
    title="Where number formats stop a construction: certain ends, and what was observed",
    shows=_shows,
    see=lambda: (
        "Every step of rotary attention in the format, the logit too: the lengths at which T_Index and the best mix for n = 131072 (base 500000, d = 128) decode every input. "
        "The mix ends in bfloat16 as well, at "
        f"{mix_in_bfloat16()[0]} to {mix_in_bfloat16()[1] - 1}.",
        f"Phases in float32, other steps, the logit too, in bfloat16: the best mix for n = {POSITIONS} (base 500000, d = 128) decodes at every length up to there, also with "
        f"E4M3 keys (one power-of-two scale that fits). T_Index ends at n = {BRACKETS[PHASED][2]}, with E4M3 keys at {in_fp8(TURN)[0]}.",
        "The rotation in float64, queries and keys rounded once: T_Index at 2π/n in bfloat16 still ends, at "
        f"n = {LIMITS['T_Index at 2π/n, bfloat16'][2]}; the best mix for n = {LONGER} (base 500000, d = 128) reaches it, the longest length looked at.",
    ),
    decided=(
        (
            "new.precision-cliff.brackets",
            "the upper panel's ends for T_Index in 16-bit formats, the middle one's without fp8",
        ),
        (
            "new.precision-cliff.wide",
            f"the upper panel's other ends, but that of the mix in bfloat16 only up to {_wide(MIX)[0]}",
        ),
        ("new.precision-cliff.mix", "the middle panel's mix, without fp8"),
        ("new.long-context.limits", "the lower panel's ends of T_Index and of both inductions in 16-bit formats"),
        ("new.long-context.bounds", "the lower panel's float32 rows and T_Retrieval, up to where the bounds vouch"),
        ("new.long-context", "the mix, up to 2^20"),
    ),
    evaluated=(
        "the observed lengths are runs of torch on a CPU, every length from 3 on, every target asked from the last position; "
        "receipts/ keeps them with device and versions. They lie where the certain ends leave room: at the last length before "
        "the certain failure. The rows with fp8 keys are computed as `rope-theory cliff` does, T_Index by emulating every query and key, the mix by "
        f"a bound of its error, and so is the mix in bfloat16 beyond {_wide(MIX)[0]}, by emulation; no claim decides them."
    ),
    draw=draw,
)
