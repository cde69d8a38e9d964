"""U26's Figure 5A with both curves mended, beside the printed ones: the same axes, orange for its red."""

from __future__ import annotations

import operator
from typing import NamedTuple

from flint import arb

from rope_theory.core.angles import Angle, ball
from rope_theory.core.rope import frequencies
from rope_theory.core.showing.style import GREEN, GREY, VERMILION, canvas
from rope_theory.faces.figures.discrepancy_curves import (
    INDEX_LENGTHS,
    INTEGERS,
    LETTERS,
    PLOTTED,
    RETRIEVAL_LENGTHS,
    THETA,
)
from rope_theory.faces.figures.figure import Figure, number
from rope_theory.laws.discrepancy.pigeonhole import square_law
from rope_theory.laws.gaps import least_gap, printed_bound

#: θ₂ as the printed figure has it, and as Table 1 has it.
PRINTED_ANGLE, ANGLE = ball(Angle.parse("0.8")), frequencies(10000, 128, "ball")[1]


class Curves(NamedTuple):
    """The values of the two curves at a length, in balls."""

    of_index: arb
    of_retrieval: arb


def curves(n: int, mended: bool, theta: arb | None = None) -> Curves:
    """The printed figure's curves at a length, as printed or mended as u26.thm32 and u26.fig5a say.

    Args:
        n: length, 2 or more.
        mended: else as printed.
        theta: Index's angle in radians; default: 0.8 as printed, θ₂ of Table 1 if mended.
    """
    theta = theta if theta is not None else (ANGLE if mended else PRINTED_ANGLE)
    index = min(1 - theta.cos(), square_law(n // 2 + 1 if mended else n))
    return Curves(index, ball(least_gap(LETTERS, n, THETA) if mended else printed_bound(LETTERS, n, THETA)))


def few_integers(n: int) -> arb:
    """Index's mended curve with integers up to 16, as in the paper's data; n is more than that."""
    return min(1 - ANGLE.cos(), square_law(max(n // 2 + 1, n - INTEGERS)))


def below(mended: bool) -> tuple[int, int]:
    """The first and the last length of those up to the end of Retrieval's range on which Index's curve is below Retrieval's for certain."""
    above = [n for n in RETRIEVAL_LENGTHS if not operator.lt(*curves(n, mended))]
    return max(above) + 1, RETRIEVAL_LENGTHS[-1]


#: Of each panel: title, name of Index's curve, name of Retrieval's, style of the lines.
PANELS = {
    False: (
        "as printed, two upper bounds (refuted)",
        "Index ≤ min{1 – cos θ, 2π²/n²}, θ = 0.8",
        "Retrieval ≤ 1 – cos(ω – nθ)",
        "--",
    ),
    True: (
        "mended (proved): Index ≤, Retrieval ≥",
        "Index ≤ min{1 – cos θ, 2π²/(⌊n/2⌋+1)²}, θ = 0.866",
        "Retrieval ≥ cos((n–2)θ) – cos(ω – (n–1)θ)",
        "-",
    ),
}


#: What the axis measures: mended, Retrieval's curve is no discrepancy but the lead over tokens with another left letter.
MEASURED = {False: "discrepancy", True: "Index: discrepancy\nRetrieval: lead over other left letters"}


def draw():
    figure, panels = canvas(4.6, 2, 1, sharex=True, sharey=True)
    for axes, (mended, (title, index, retrieval, style)) in zip(panels, PANELS.items(), strict=True):
        found = [curves(n, mended) for n in INDEX_LENGTHS]
        looks = ({"color": VERMILION}, {"color": GREEN, "marker": "s", "markevery": (6, 14)})
        for name, values, look in zip((index, retrieval), zip(*found, strict=True), looks, strict=True):
            axes.plot(INDEX_LENGTHS, [*map(number, values)], linestyle=style, label=name, **look)
        if mended:
            some = [n for n in INDEX_LENGTHS if n > INTEGERS]
            name = f"integers ≤ {INTEGERS}: max{{⌊n/2⌋+1, n–{INTEGERS}}} for ⌊n/2⌋+1"
            axes.plot(some, [number(few_integers(n)) for n in some], color=VERMILION, linestyle=":", label=name)
        cross, last = below(mended)
        axes.axvline(cross, ymax=0.76, color=GREY, linewidth=0.6)
        axes.text(cross + 1, 0.3, f"Index below Retrieval\nfrom n = {cross} to {last}", color=GREY, fontsize=6)
        axes.set(xlim=(0, PLOTTED), ylim=(0, 0.5), title=title)
        axes.set_ylabel(MEASURED[mended], fontsize=7 if mended else None)
        axes.set_label(f"U26's Figure 5A {title}")
        axes.legend(loc="upper right", fontsize=6.3, labelspacing=0.25)
    panels[1].set(xlabel=f"sequence length n\nRetrieval: |ALPH| = {LETTERS}, ω = 2π/{LETTERS}, θ = 0.0027")
    return figure


def _shows() -> str:
    (cross, end), (index, retrieval) = below(True), curves(PLOTTED, mended=True)
    few, largest = few_integers(PLOTTED), 1 + ((PLOTTED - 1) * THETA).cos()  # the query's own pair, all others opposite
    last = max(
        n for n in INDEX_LENGTHS if not curves(n, True).of_index.overlaps(curves(n, True, PRINTED_ANGLE).of_index)
    )
    return (
        f"U26's Figure 5A, orange (red there) for Index and green for Retrieval, {LETTERS} letters and θ = 0.0027 for Retrieval. Top: as "
        "printed, both as upper bounds of the discrepancy. Bottom: with the changes of the errata that keep the theorem's purpose. Orange is an upper bound of the largest "
        "gap of Index to any other position over inputs with integers up to n-1, ⌊n/2⌋+1 in place of n, at θ₂ = 0.8660; with 0.8 it differs up to "
        f"n = {last} only, and with integers up to {INTEGERS}, as in the paper's data, it is dotted, lower from n = {2 * INTEGERS + 3} on: it ends at {number(few):.4f} and not at {number(index):.4f}. Green is "
        "a lower bound: on every proper input the most attended token leads each token with another left letter by at least that. "
        f"With both curves mended Index is below Retrieval from n = {cross} to {end}, the last length in Retrieval's range (as printed, from {below(False)[0]}), at n = {PLOTTED} by a factor of "
        f"{float(retrieval / index):.1f}. With integers up to {INTEGERS}, as in the paper's data, that factor is {float(retrieval / few):.1f}. Retrieval's largest gap, the "
        f"discrepancy as orange bounds it for Index, is higher: at least {number(largest):.2f} at n = {PLOTTED}, where all other tokens hold the opposite letter."
    )


FIGURE = Figure(
    name="figure-5a-mended",
    title="U26's Figure 5A as printed and mended",
    shows=_shows,
    see=lambda: (
        "As printed, upper bounds of the discrepancy by length: Index at θ = 0.8, Retrieval with 8 letters at θ = 0.0027. Neither is one "
        f"(REFUTED); Index is drawn below Retrieval from n = {below(False)[0]} to {below(False)[1]}, the last length in Retrieval's range.",
        "Mended: an upper bound of Index's largest gap at θ₂ = 0.8660, a lower bound of Retrieval's lead over tokens with another left letter at "
        f"θ = 0.0027. Index is below Retrieval from n = {below(True)[0]} to {below(True)[1]}, the last length in Retrieval's range.",
    ),
    decided=(
        ("u26.thm32", "that both printed curves are upper bounds of the discrepancy"),
        ("u26.thm32.corrected", "the mended curves: an upper bound for Index, the smallest gap for Retrieval"),
        ("u26.index-bound-length.corrected", "with ⌊n/2⌋+1 in place of n the bound in the length holds at every angle"),
        ("u26.index-bound-length.few-integers", "with integers up to m it holds with max{⌊n/2⌋+1, n-m}"),
        ("u26.retrieval-bound.corrected", "the green curve is the smallest gap to another left letter, exactly"),
        ("u26.thm32.never", "an input of Retrieval with the gap 1 - cos(ω - (n-1)θ) to any other position"),
        ("u26.fig5a", "that θ₂ is 0.8 to one decimal"),
        ("u26.fig5a.corrected", "θ₂ is 0.8660, and the green curve's range reaches beyond n = 100"),
    ),
    evaluated=(
        f"the curves at each length from 2 to {RETRIEVAL_LENGTHS[-1]}, drawn to {PLOTTED}, in balls, and where one is below the other. Of other positions than tokens with another "
        "left letter the green curve says nothing."
    ),
    draw=draw,
)
