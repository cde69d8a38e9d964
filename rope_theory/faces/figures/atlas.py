"""The map of other texts on rotary encodings: their statements, how each stands, and what is proved with what."""

from __future__ import annotations

import functools
import re

from rope_theory.core.showing.style import BLACK, VERMILION, canvas
from rope_theory.evidence.atlas import Kind, Standing, arrows, pages, standing, texts
from rope_theory.faces.figures.figure import Figure

COLUMNS, HEAD, WIDTH, HEIGHT = 4, 1.75, 1.25, 0.56
LANE, BETWEEN = 0.28, 0.44  # free width between two columns, free height between two rows: arrows run there
LOOKS = {
    Standing.HOLDS: "#abd9f4",
    Standing.PARTLY: "#f2cf80",
    Standing.FALSE: "#eeaa80",
    Standing.ACCOUNT: "#f4f4f4",
}
SAYS = {
    Standing.HOLDS: "holds",
    Standing.PARTLY: "in part, or mended",
    Standing.FALSE: "does not follow",
    Standing.ACCOUNT: "of an account: false as read",
}
HATCH = {Standing.ACCOUNT: "//////"}
OURS = "ours, on these"


@functools.cache
def blocks() -> dict[str, tuple[str, ...]]:
    """Heading -> pages, text by text in the order of the map, ours last."""
    found: dict[str, tuple[str, ...]] = {}
    for each in texts():
        own = [name for name in pages() if name.startswith(f"{each.paper.name.lower()}.")]
        listed = (*each.paper.statements, *each.paper.shown)
        found[each.paper.name.lower()] = tuple(sorted(own, key=lambda name: listed.index(name)))
    found["new"] = tuple(name for name in pages() if name.startswith("new."))
    return found


@functools.cache
def positions() -> dict[str, tuple[float, float]]:
    """Page, or text -> the left end of its box, rows counted downwards."""
    found, row = {}, 0.0
    for block, names in blocks().items():
        found[block] = (0.0, -row)
        for k, name in enumerate(names):
            found[name] = (HEAD + (k % COLUMNS) * (WIDTH + LANE), -row - k // COLUMNS)
        row += -(-len(names) // COLUMNS) + 0.25
    return found


def headings() -> dict[str, str]:
    """Block -> the words at its left."""
    named = {
        each.paper.name.lower(): f"{each.paper.authors.partition(',')[0]}\n{each.paper.name[-4:]}" for each in texts()
    }
    return {**named, "new": OURS.replace(", ", ",\n")}


def label(name: str) -> str:
    """A page's name without its text, in lines of at most thirteen letters or one word."""
    lines = [""]
    for word in re.split(r"(?<=-)", name.partition(".")[2]):
        if len(lines[-1]) + len(word) > 13 and lines[-1]:
            lines.append("")
        lines[-1] += word
    return "\n".join(lines)


def path(start: tuple[float, float], end: tuple[float, float], shift: float = 0.0) -> list[tuple[float, float]]:
    """Corners of an arrow between two boxes (left lower corners) that runs between rows and columns; shift keeps two apart.

    It leaves a box below and enters the other from above, or the other way round; from box to box of a row it passes over them.
    """
    (x0, y0), (x1, y1) = start, end
    downwards, from_above = y1 < y0, y1 <= y0
    leave, reach = (y0 if downwards else y0 + HEIGHT), (y1 + HEIGHT if from_above else y1)
    out = leave + (-BETWEEN if downwards else BETWEEN) / 2 + shift
    back = reach + (BETWEEN if from_above else -BETWEEN) / 2 + shift
    lane = x1 + (WIDTH + LANE / 2 if x1 < x0 else -LANE / 2) + shift
    middle0, middle1 = x0 + WIDTH / 2 + shift, x1 + WIDTH / 2 + shift
    if abs(out - back) < BETWEEN:
        return [(middle0, leave), (middle0, out), (middle1, out), (middle1, reach)]
    return [(middle0, leave), (middle0, out), (lane, out), (lane, back), (middle1, back), (middle1, reach)]


def paths() -> list[tuple[Kind, list[tuple[float, float]]]]:
    """The arrows that are drawn, each with its corners; no two share a line."""
    at, drawn = positions(), [each for each in arrows() if each.kind is not Kind.ABOUT]
    step = 0.8 * min(LANE, BETWEEN) / max(len(drawn), 1)
    return [
        (each.kind, path(at[each.start], at[each.end], step * (k - (len(drawn) - 1) / 2)))
        for k, each in enumerate(drawn)
    ]


def draw():
    from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Patch
    from matplotlib.path import Path

    figure, axes = canvas(5.2)
    at = positions()
    for block, words in headings().items():
        axes.text(0, at[block][1] + HEIGHT / 2, words, fontsize=5.5, va="center", ha="left", fontweight="bold")
    for names in blocks().values():
        for name in names:
            x, y = at[name]
            axes.add_patch(
                FancyBboxPatch(
                    (x, y), WIDTH, HEIGHT, boxstyle="round,pad=0,rounding_size=0.08", linewidth=0.4,
                    facecolor=LOOKS[standing(name)], edgecolor=BLACK, zorder=2, hatch=HATCH.get(standing(name)),
                )
            )  # fmt: skip
            plain = (
                {"facecolor": LOOKS[standing(name)], "edgecolor": "none", "pad": 0.6}
                if standing(name) in HATCH
                else None
            )
            axes.text(
                x + WIDTH / 2, y + HEIGHT / 2, label(name), fontsize=4.5, ha="center", va="center", zorder=4, bbox=plain
            )  # fmt: skip
    for kind, corners in paths():
        dashed = kind is Kind.NOT
        axes.add_patch(
            FancyArrowPatch(
                path=Path(corners), arrowstyle="-|>", mutation_scale=5, linewidth=0.7, zorder=1,
                color=VERMILION if dashed else BLACK, linestyle="--" if dashed else "-",
            )
        )  # fmt: skip
    handles = [
        Patch(facecolor=LOOKS[each], edgecolor=BLACK, linewidth=0.4, hatch=HATCH.get(each), label=SAYS[each])
        for each in Standing
    ]
    axes.plot([], [], color=BLACK, linewidth=0.8, label="used in its proof")
    axes.plot([], [], color=VERMILION, linewidth=0.8, linestyle="--", label="does not imply it")
    lines, _ = axes.get_legend_handles_labels()
    lowest = min(y for _, y in at.values())
    axes.legend(
        handles=[*handles, *lines],
        loc="upper center",
        bbox_to_anchor=(0.5, 0.02),
        ncols=3,
        fontsize=5.5,
        handlelength=1.6,
    )
    axes.set(xlim=(-0.05, HEAD + COLUMNS * (WIDTH + LANE)), ylim=(lowest - 0.25, HEIGHT + BETWEEN))
    axes.set_axis_off()
    return figure


def _shows() -> str:
    found = list(pages())
    count = {each: sum(standing(name) is each for name in found) for each in Standing}
    return (
        f"Pages of {len(texts())} other texts on rotary encodings and of ours about them, {len(found)} in all: {count[Standing.HOLDS]} hold, "
        f"{count[Standing.PARTLY]} are false as printed or in a part and have a correction that holds, {count[Standing.FALSE]} is an inference that does not "
        f"follow, {count[Standing.ACCOUNT]} is of a text known from another's account, and false as read there (hatched). "
        "A solid arrow: the formal proof of the second page uses a lemma or theorem of the first's. A dashed one: the second is refuted, and was drawn from the first. "
        "Arrows are computed from the formal proofs and from the claims' sources; none is set by hand. docs/atlas.md says it in words."
    )


FIGURE = Figure(
    name="atlas",
    title="Other texts on rotary encodings: what holds, what it is used for, what does not follow",
    shows=_shows,
    decided=(
        ("men2024.thm1", "B(m) is the mean lead of similar content"),
        ("men2024.headline", "that B(m) < 0 ends every head at distance m"),
        ("barbero2024.prop31", "for every distance a key that scores best there"),
        ("liu2026.aliasing", "that positions coincide from 2π times the base on"),
        ("su2021.decay", "that scores fall with the distance"),
        ("new.recurrence", "they come back near their start"),
    ),
    evaluated="nothing: colours are verdicts on record, arrows are read from the formal proofs and the sources.",
    draw=draw,
)
