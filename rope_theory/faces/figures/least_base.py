"""The least base whose kernel keeps its sign, over the context length, and the margin of the best head there."""

from __future__ import annotations

import functools
from fractions import Fraction

from rope_theory.core.showing.style import BLACK, BLUE, GREEN, PURPLE, VERMILION, canvas
from rope_theory.faces.figures.figure import Figure, number
from rope_theory.laws.discrepancy import FrequencyList, best_mix_of, kernel_first_negative
from rope_theory.laws.discrepancy.least_base import safe_base
from rope_theory.laws.discrepancy.least_base_table import PRINTED, lengths, tabulated

LOOKS = {64: (GREEN, ":", "^"), 128: (BLUE, "-", "o"), 256: (VERMILION, "--", "s")}
MARKS = ("x", "+")
PLAIN = 10_000


def shown(dim: int) -> list[int]:
    """The tabulated lengths that are powers of two, in units of 1024 (125 of them are a length, too)."""
    return [length for length in lengths(dim) if length % 1024 == 0 and length.bit_count() == 1]


@functools.cache
def margin(base: Fraction, dim: int, length: int) -> tuple[Fraction, Fraction]:
    """The best mix's gap, enclosed."""
    found = best_mix_of(FrequencyList.rope(base, dim), length)
    return found.gap_lower, found.gap_upper


@functools.cache
def margins(dim: int) -> tuple[tuple[int, float], ...]:
    """(length, margin at the least base)."""
    return tuple((n, number(margin(tabulated(dim, n).high, dim, n))) for n in shown(dim))


@functools.cache
def plain_margins() -> tuple[tuple[int, float], ...]:
    """(length, margin at base 10^4), d = 128."""
    return tuple((n, number(margin(Fraction(PLAIN), 128, n))) for n in shown(128))


@functools.cache
def negative_at(base: Fraction, length: int) -> int | None:
    """The least m < n with B(m) < 0 at this base, d = 128; None if there is none."""
    return kernel_first_negative(base, 128, limit=length - 1).m


def printed_and_bad(length: int) -> tuple[int, int | None]:
    """(a base that Men et al. print for this length, the least m with B(m) < 0 there): above the line, and not good."""
    base = Fraction(PRINTED["Men et al. 2024, Table 2"][length // 1024])
    return int(base), negative_at(base, length)


def beyond(length: int) -> Fraction:
    """A base 0.2 % above the least one, d = 128."""
    return tabulated(128, length).high * Fraction(1002, 1000)


@functools.cache
def margin_beyond(length: int) -> float:
    """The margin there: so jagged is it in the base."""
    return number(margin(beyond(length), 128, length))


def draw():
    figure, (top, bottom) = canvas(4.6, 2, 1, sharex=True, height_ratios=(3, 2))
    for dim, (colour, style, marker) in LOOKS.items():
        look = {"color": colour, "linestyle": style, "marker": marker, "markersize": 3, "label": f"d = {dim}"}
        top.plot(shown(dim), [float(tabulated(dim, n).high) for n in shown(dim)], **look)
        found = margins(dim)
        bottom.plot([n for n, _ in found], [value for _, value in found], **look)
    longest = max(shown(128))
    for mark, (text, rows) in zip(MARKS, PRINTED.items(), strict=True):
        printed = {1024 * k: float(value) for k, value in rows.items() if 1024 * k <= longest}
        top.plot(
            list(printed), list(printed.values()), color=BLACK, linestyle="", marker=mark, markersize=5,
            label=f"{text.split(',')[0]}, d = 128",
        )  # fmt: skip
    plain = plain_margins()
    bottom.plot(
        [n for n, _ in plain], [value for _, value in plain], color=PURPLE, linestyle="-.", marker="d", markersize=3,
        label="d = 128 at base 10000",
    )  # fmt: skip
    top.set(yscale="log", ylabel="least base", title="least base with B(m) = Σ cos(mθ) ≥ 0 at m < n")
    top.legend(loc="lower right", fontsize=6.5, labelspacing=0.3, handlelength=1.8)
    bottom.set(
        ylim=(0.2, 0.4),
        xlabel="context length n (1k: 1024)",
        ylabel="lead over rivals\n(target’s logit: 1)",
        title="the best mix’s lead at these bases",
    )
    bottom.set_label("Lead of the best mix at the least bases")
    bottom.legend(loc="lower left", fontsize=6.5, labelspacing=0.3, ncols=2)
    bottom.set_xscale("log", base=2)
    ticks = [n for n in shown(128) if n <= longest]
    bottom.set_xticks(ticks, [f"{n // 1024}k" for n in ticks])
    bottom.minorticks_off()
    return figure


def _shows() -> str:
    plain, least = dict(plain_margins()), dict(margins(128))
    longest = max(least)
    printed, first = printed_and_bad(longest)
    return (
        "Above: the least base for which B(m) >= 0 at 1 <= m < n, enclosed from both sides for d = 64, 128 and 256, with the tables "
        f"that two texts print for d = 128. Lines end where the package's table of certificates does, d = 64 at "
        f"{max(shown(64)) // 1024}k and d = 256 at {max(shown(256)) // 1024}k, and at no limit (`rope-theory base --long` finds more). Not every base above a line is good: at n = {longest} the printed {printed} has B({first}) < 0; all are good from "
        f"{safe_base(128, longest)} on, and `rope-theory base --check` decides a single one. Below: by how much the best convex mix of planes leads every rival at distances 1..n-1, the target's logit being 1 (in units of the sum of |q|·|k| over planes), at these "
        f"bases, and at base {PLAIN} throughout (the axis starts at 0.2). The base has to grow for the kernel; at d = 128 and n = 2048, 4096, …, 65536 the best head's margin is smaller at the least base than at base {PLAIN}. At n = {longest} it "
        f"is {least[longest]:.4f} at the least base and {plain[longest]:.4f} at base {PLAIN}, whose kernel is first negative at m = 1707. The margin is jagged in the base: 0.2 % above "
        f"that least base, where B(m) < 0 again at an m, it is {margin_beyond(longest):.4f}. So the kernel's sign "
        "bounds a mean over contents, not what a head can do at a length."
    )


FIGURE = Figure(
    name="least-base",
    title="The base that the kernel asks for, and what it costs the best head",
    shows=_shows,
    see=lambda: (
        "The least base for which B(m) >= 0 at 1 <= m < n, by context length n, for d = 64, 128 and 256; crosses are what two texts print for "
        "d = 128. Not every base above a line is good: check yours with `rope-theory base --check`.",
        "By how much the best mix of planes leads every rival at these bases (the target's logit is 1), and at base 10000 (d = 128): at n = 131072 the least base gives "
        f"{margins(128)[-1][1]:.4f} and base 10000 {plain_margins()[-1][1]:.4f}, though its kernel turns negative.",
    ),
    decided=(
        ("new.least-base", "the bounds for d = 128 at n = 1024 and 4096"),
        ("men2024.table2", "that Men et al.'s printed bases are the least ones, to two digits"),
        ("new.base-bound-monotone", "that a base above a good one is good"),
        ("su2024.table", "Su's printed bases are, up to 64k"),
        ("new.margin-least-base", "at n = 2048, 4096, …, 65536 the margin at base 10000 is the larger one"),
        ("men2024.headline", "that B(m) < 0 ends every head at distance m"),
    ),
    evaluated=(
        "each base is the upper end of an enclosure of relative width 1e-4 or less, whose certificates come with the package; each margin "
        "is enclosed from both sides, the ends less than 1e-8 apart in relative terms. Lines only join the points."
    ),
    draw=draw,
)
