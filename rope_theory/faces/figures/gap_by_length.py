"""One frequency against the best mix of RoPE's frequencies, over the context length."""

from __future__ import annotations

import functools

from rope_theory.core.showing.style import BLACK, BLUE, GREEN, VERMILION, canvas
from rope_theory.faces.figures.figure import Figure, number
from rope_theory.laws.discrepancy import GapRow, gap_by_length

DIM = 128
#: Base, largest power of two as length.
SCHEDULES = ((500000, 17), (10000, 12))

#: What both panels have upwards.
LEAD = "lead over every rival\n(the target’s logit: 1)"


@functools.cache
def rows(base: int, most: int) -> tuple[GapRow, ...]:
    """The certified rows at n = 2, 4, 8, …, 2^most."""
    return tuple(gap_by_length(base, DIM, [2**k for k in range(1, most + 1)]))


def draw():
    figure, (top, bottom) = canvas(4.3, 2, 1, sharex=True, height_ratios=(2, 3))
    looks = {500000: (BLUE, "-", "o"), 10000: (GREEN, "--", "s")}
    for panel in (top, bottom):
        for base, most in SCHEDULES:
            colour, style, marker = looks[base]
            found = rows(base, most)
            panel.plot(
                [row.length for row in found],
                [number(row.mix) for row in found],
                color=colour,
                linestyle=style,
                marker=marker,
                markersize=3,
                label=f"best mix of {DIM // 2} planes, base {base}",
            )
    found = rows(*SCHEDULES[0])
    lengths = [row.length for row in found]
    bottom.plot(
        lengths,
        [number(row.any_angle) for row in found],
        color=BLACK,
        label="best single angle: 1 – cos(2π/n)",
    )
    bottom.plot(
        lengths,
        [number(row.best_plane_gap) for row in found],
        color=VERMILION,
        linestyle=":",
        marker="^",
        markersize=3,
        label=f"best single plane, base {SCHEDULES[0][0]}",
    )
    top.set(ylim=(0, 0.5), ylabel=LEAD, title="the mixes, linear scale")
    top.set_label("Gap of the best mixes, linear scale")
    top.legend(loc="lower left", fontsize=6.5, labelspacing=0.3)
    bottom.set(
        yscale="log",
        ylim=(1e-10, 5),
        xlabel="context length n",
        ylabel=LEAD,
        title="with one frequency, logarithmic scale",
    )
    bottom.set_label("Gap of the mixes and of one frequency, logarithmic scale")
    bottom.set_yticks([1, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10])
    bottom.set_xscale("log", base=2)
    bottom.set_xticks([2, 16, 128, 1024, 8192, 131072], ["2", "16", "128", "1024", "8192", "131072"])
    bottom.minorticks_off()
    handles, labels = bottom.get_legend_handles_labels()
    bottom.legend(handles[len(SCHEDULES) :], labels[len(SCHEDULES) :], loc="lower left", fontsize=6.5, labelspacing=0.3)
    return figure


def _shows() -> str:
    found = rows(*SCHEDULES[0])
    last, first = found[-1], next(row for row in found if row.mix[0] > row.any_angle)
    return (
        "The largest gap by which a target can lead every rival at distances 1..n-1, on both sides, phases "
        "aligned, where the target's logit is 1 (in units of the sum of |q|·|k| over planes): for the best single angle (the 1/n² law), for the best single one of RoPE's planes, and "
        "for the best convex mix of all planes. Of the lengths drawn, the mix is ahead of every single "
        f"angle from n = {first.length} on. At n = {last.length} and base {SCHEDULES[0][0]} the mix reaches "
        f"{number(last.mix):.4f} with {last.planes_used} planes, the best plane (plane {last.best_plane}, from 1) "
        f"{number(last.best_plane_gap):.1e}. The upper law for many frequencies, n^(-2/K), says nothing at "
        "these lengths and is not drawn. Base 10000 is drawn up to n = 4096, the longest in its claim; least-base has longer ones."
    )


FIGURE = Figure(
    name="gap-by-length",
    title="One frequency against the best mix: the 1/n² law is a law of one frequency",
    shows=_shows,
    see=lambda: (
        "The best mixes of the 64 planes of d = 128: by how much a target, whose logit is 1, can lead every rival at distances 1..n-1, on both sides, by length. At "
        f"base 500000 and n = 131072 that is still {number(rows(*SCHEDULES[0])[-1].mix):.2f}.",
        "The same on a logarithmic scale, beside one angle: the best single angle leads by 1 - cos(2π/n), about 20/n², while the mixes hardly fall.",
    ),
    decided=(
        ("new.index-gap-sharp", "no single angle without a phase has a larger gap than 1 - cos(2π/n)"),
        (
            "new.index-gap-multifrequency",
            "the mix's gap at n = 17, 2048, 4096 (base 10000), 8192 and 131072 (base 500000)",
        ),
        ("new.index-gap-multifrequency.single-plane", "the factor between mix and plane at n = 131072"),
        ("new.index-gap-multifrequency.upper-law", "the upper law, vacuous for n <= 2^K"),
    ),
    evaluated=(
        "every point is enclosed from both sides by rigorous arithmetic over all distances, the two ends "
        "less than 1e-8 apart in relative terms; lines only join the points. The linear-programming solver "
        "only finds the mixes."
    ),
    draw=draw,
)
