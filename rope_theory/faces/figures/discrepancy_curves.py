"""U26's Figure 5A redrawn: printed bounds, true values and corrected bounds of the two discrepancies."""

from __future__ import annotations

import functools
import itertools
from fractions import Fraction

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_sym, reach, spacing
from rope_theory.core.heads import Token
from rope_theory.core.showing.style import BLACK, BLUE, GREEN, GREY, VERMILION, canvas
from rope_theory.core.tasks import Pair, single_letters
from rope_theory.faces.figures.figure import Figure, number
from rope_theory.laws.discrepancy import best_single_gap, rope_frequencies, single_gap
from rope_theory.laws.discrepancy.pigeonhole import square_law
from rope_theory.laws.discrepancy.precision import as_ball
from rope_theory.laws.gaps import Others, input_gap, least_gap, printed_bound, worst_pair_input

LETTERS = 8
PLOTTED = 100  # the printed figure's range
INTEGERS = 16  # m of the paper's data, p. 15
INDEX_LENGTHS = range(2, PLOTTED + 1)
#: T_Index's angle in the printed figure, and the frequency it is called there.
INDEX_ANGLES = {"0.8": "0.8", "θ_2": rope_frequencies(10000, 128)[1]}
THETA = Angle.parse("0.0027")
CIRCLE = LetterCircle(single_letters(LETTERS))
#: As long as the theorem's hypothesis θ < ω/(2n) holds.
RETRIEVAL_LENGTHS = tuple(itertools.takewhile(lambda n: 2 * n * THETA < spacing(LETTERS), itertools.count(2)))


@functools.cache
def index_gaps(name: str, n: int, most: int = PLOTTED) -> tuple:
    """(smallest, largest) enclosed gap of T_Index to any other position, over queries that have a target: a letter, integers up to `most`."""
    spans = {reach(("A",) * (n - 1) + (query,)) for query in ("A", *range(1, min(n, most + 1)))}
    found = [_gap(name, span) for span in spans]
    return min(found), max(found)


@functools.cache
def _gap(name: str, span: int) -> tuple[Fraction, Fraction]:
    """1 - cos(tθ) at the t in 1..span that makes it smallest."""
    found = single_gap(INDEX_ANGLES[name], span)
    return found.gap_lower, found.gap_upper


def corrected_bound(n: int) -> tuple[Fraction, Fraction]:
    """The best that any angle can do on the queries whose targets are in the middle."""
    best = best_single_gap(min(reach(("A",) * (n - 1) + (query,)) for query in range(1, n)))
    return best.gap_lower, best.gap_upper


def wide_input(n: int) -> tuple[Token, ...]:
    """A proper input with a large gap: one letter everywhere, and its opposite just before the query."""
    own, opposite = CIRCLE.letters[0], CIRCLE.letters[LETTERS // 2]
    return (*(Pair(own, 1),) * (n - 2), Pair(opposite, 1), Pair(own, 1))


@functools.cache
def retrieval_gap(tokens: tuple[Token, ...]):
    """T_Retrieval's exact gap to tokens with another left letter on one input."""
    return input_gap(h_sym(CIRCLE, THETA), tokens, Others.OTHER_LETTER)


@functools.cache
def violated(name: str, most: int | None = None) -> tuple[int, ...]:
    """The lengths at which T_Index's largest gap exceeds the printed bound in the length, for certain.

    Args:
        name: of the angle.
        most: the largest integer; lengths are larger (Definition F.1). None: n-1 at length n.
    """
    lengths = INDEX_LENGTHS if most is None else longer(most)
    return tuple(n for n in lengths if square_law(n) < as_ball(index_gaps(name, n, most or PLOTTED)[1][0]))


def longer(most: int) -> list[int]:
    """The plotted lengths that Definition F.1 admits with integers up to `most`: n > m."""
    return [n for n in INDEX_LENGTHS if n > most]


def draw():
    figure, (top, bottom) = canvas(5.4, 2, 1, height_ratios=(3, 2.4))
    lengths = list(INDEX_LENGTHS)

    def curve(values):
        return [number(value) for value in values]

    largest = curve(index_gaps("0.8", n)[1] for n in lengths)
    top.plot(
        lengths,
        curve(map(square_law, lengths)),
        color=VERMILION,
        linestyle="--",
        label="printed: Δ ≤ 2π²/n² (refuted)",
    )
    top.plot(
        lengths,
        curve(1 - Angle.parse("0.8").cos() for n in lengths),
        color=VERMILION,
        linestyle=":",
        label="printed: Δ ≤ 1 – cos θ (proved)",
    )
    top.plot(lengths, curve(map(corrected_bound, lengths)), color=VERMILION, label="corrected: Δ ≤ this (proved)")
    top.plot(lengths, largest, color=BLACK, drawstyle="steps-mid", label="largest gap = Δ, θ = 0.8")
    top.plot(
        lengths,
        curve(index_gaps("θ_2", n)[1] for n in lengths),
        color=GREY,
        linewidth=0.8,
        drawstyle="steps-mid",
        label="the same, θ_2 = 0.8660",
    )
    top.plot(
        lengths,
        curve(index_gaps("0.8", n)[0] for n in lengths),
        color=BLUE,
        linestyle="-.",
        drawstyle="steps-mid",
        label="smallest gap, θ = 0.8",
    )
    top.fill_between(
        lengths,
        curve(map(square_law, lengths)),
        largest,
        where=[n in violated("0.8") for n in lengths],
        step="mid",
        facecolor="#f5c9b0",
        edgecolor=VERMILION,
        hatch="xxx",
        linewidth=0,
        label="Δ above 2π²/n²",
    )
    top.set(
        xscale="log",
        yscale="log",
        xlim=(2, PLOTTED),
        ylim=(1e-5, 9),
        xlabel="length n",
        ylabel="gap to any other position",
        title="T_Index, integers below n",
    )
    top.set_xticks([2, 5, 10, 20, 50, 100], ["2", "5", "10", "20", "50", "100"])
    top.minorticks_off()
    top.text(8, 1.2, "1 – cos(2π/(⌊n/2⌋+1))", color=VERMILION, fontsize=6.3)
    top.legend(loc="lower left", fontsize=6.3, labelspacing=0.25)

    lengths = list(RETRIEVAL_LENGTHS)
    some = [3, 20, 40, 60, 80, 100, 120, 140]
    bottom.plot(
        lengths,
        curve(printed_bound(LETTERS, n, THETA) for n in lengths),
        color=GREEN,
        linestyle="--",
        label="printed: Δ ≤ 1 – cos(ω – nθ) (refuted)",
    )
    bottom.plot(
        some,
        curve(retrieval_gap(wide_input(n)) for n in some),
        color=BLACK,
        marker="s",
        linestyle=":",
        linewidth=0.8,
        label="gap of one input: Δ is at least this",
    )
    bottom.plot(
        lengths,
        curve(least_gap(LETTERS, n, THETA) for n in lengths),
        color=GREEN,
        label="smallest gap, corrected (proved, exact)",
    )
    bottom.plot(
        some,
        curve(retrieval_gap(worst_pair_input(n)) for n in some),
        color=BLUE,
        marker="o",
        linestyle="",
        label="gap of the worst input",
    )
    bottom.axvline(PLOTTED, ymin=0.36, color=GREY, linewidth=0.6)
    bottom.text(PLOTTED + 1.5, 0.6, "printed figure\nends", color=GREY, fontsize=6)
    bottom.set(
        yscale="log",
        xlim=(0, lengths[-1] + 1),
        ylim=(2e-3, 4),
        xlabel="length n",
        ylabel="gap to another left letter",
        title=f"T_Retrieval, {LETTERS} letters (ω = 2π/{LETTERS}), θ = 0.0027",
    )
    bottom.minorticks_off()
    bottom.legend(loc="lower left", fontsize=6.3, labelspacing=0.25)
    return figure


def _shows() -> str:
    count, few = len(violated("0.8")), violated("0.8", INTEGERS)
    return (
        "Orange (red there) bounds are Index's and green ones Retrieval's, as in the printed figure, dashed or dotted as printed and solid as corrected; gaps "
        "are black or grey where they are large, blue where they are smallest. "
        "Top: T_Index at θ = 0.8, the printed figure's angle. The printed bound in the length (dashed) is "
        f"exceeded by the largest gap, which is what Δ(n) means, at {count} of the {len(INDEX_LENGTHS)} "
        f"lengths (hatched), first at n = {violated('0.8')[0]}; it does hold for the smallest gap. Queries are letters "
        f"and integers up to n-1. With m = {INTEGERS} integers, as in the paper's data, lengths are above {INTEGERS} (Definition F.1), and {len(few)} of the "
        f"{len(longer(INTEGERS))}, n = {few[0]} to {few[-1]}, exceed the bound. "
        "With m fixed max{⌊n/2⌋+1, n-m} takes the place of ⌊n/2⌋+1 in the corrected bound, 1 - cos(2π/(⌊n/2⌋+1)), so that the printed "
        "constant is right in the limit. The corrected bound on the largest gap holds for every angle. The angle is called θ_2, which is 0.8660 "
        f"(grey: {len(violated('θ_2'))} lengths exceed the bound there). Bottom: T_Retrieval with {LETTERS} "
        "letters and θ = 0.0027, up to the last length within the theorem's range, n = "
        f"{RETRIEVAL_LENGTHS[-1]} (the printed figure ends at {PLOTTED}). The printed bound (dashed) is far "
        "below Δ(n), the largest gap; the smallest gap starts above it and ends far below. Against any "
        f"other position instead of another letter, some gaps are {number(1 - THETA.cos()):.1e} at every "
        "length."
    )


FIGURE = Figure(
    name="discrepancy-curves",
    title="U26's Figure 5A redrawn: printed bounds, true values, corrected bounds",
    shows=_shows,
    see=lambda: (
        "T_Index at θ = 0.8 (grey: 0.8660), every query of every length: its gaps by length. The largest gap (black), which is what Δ(n) "
        f"means, is above the printed bound 2π²/n² where it is hatched, first at n = {violated('0.8')[0]}, and below the corrected one.",
        f"T_Retrieval, {LETTERS} letters, θ = 0.0027: its gap to another left letter by length. One input's gap (squares) is far above the "
        "printed bound (dashed), so Δ(n) is; the smallest gap (blue) ends far below it.",
    ),
    decided=(
        ("u26.fig5a", "that the plotted angles are the frequencies they are called"),
        ("u26.fig5a.corrected", "θ_2 is 0.8660; the theorem's range ends at n = 145 for θ = 0.0027"),
        ("u26.index-bound-angle", "Δ_Index(n) <= 1 - cos θ"),
        ("u26.index-bound-length", "that Δ_Index(n) <= 2π²/n² for every θ"),
        ("u26.index-bound-length.corrected", "the corrected bound, and that letter queries obey 2π²/n²"),
        (
            "u26.index-bound-length.sharp",
            "the corrected bound is attained, by other angles for other lengths",
        ),
        ("u26.retrieval-bound", "that Δ_Retrieval(n) <= 1 - cos(ω - nθ)"),
        (
            "u26.retrieval-bound.never",
            "for 0 < θ < ω/(2n), two letters or more, that bound holds at no angle and no length",
        ),
        ("u26.retrieval-bound.minimum", "that it holds for the smallest gap"),
        ("u26.retrieval-bound.corrected", "the smallest gap, exactly"),
        (
            "new.retrieval-separation.shared-letter",
            "the gap 1 - cos θ against a token that shares the letter",
        ),
    ),
    evaluated=(
        "T_Index: enclosures from the continued fraction of θ/2π (new.index-gap-sharp.continued-fraction), "
        "every query of every length. T_Retrieval: exact gaps of the inputs marked; that no input exceeds "
        "the squares is not claimed."
    ),
    draw=draw,
)
