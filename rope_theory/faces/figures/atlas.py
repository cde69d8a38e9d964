"""The map of other texts on rotary encodings: their statements, how each stands, and what is proved with what."""

from __future__ import annotations

import functools
import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from rope_theory.core.showing.style import BLACK, VERMILION, canvas
from rope_theory.evidence.atlas import Kind, Standing, arrows, pages, standing, texts
from rope_theory.evidence.claims import Wording
from rope_theory.evidence.theory import claims
from rope_theory.evidence.titles import title
from rope_theory.faces.figures.figure import Figure

#: Boxes a row, and in inches: their size, the free width between columns and the free height between rows, where arrows run.
COLUMNS, WIDTH, HEIGHT, LANE, BETWEEN = 3, 0.96, 0.37, 0.13, 0.17
#: Letters in a line of a box.
LETTERS = 23
LOOKS = {
    Standing.HOLDS: "#d9effb",
    Standing.PARTLY: "#f0c866",
    Standing.FALSE: "#e5845a",
    Standing.ACCOUNT: "#f4f4f4",
    Standing.ASKED: "#d8c3e8",
}
SAYS = {
    Standing.HOLDS: "holds",
    Standing.PARTLY: "holds once mended",
    Standing.FALSE: "does not follow",
    Standing.ACCOUNT: "false as read in an account",
    Standing.ASKED: "asked by us, and false",
}
HATCH = {Standing.ACCOUNT: "//////"}
#: Line style and width of a box's border, where it is no thin line.
BORDER = {Standing.ASKED: ("--", 1.0)}
OURS = "ours"


@functools.cache
def positions() -> dict[str, tuple[float, float]]:
    """Page -> the left lower corner of its box, row by row: text by text in the order of the map, ours last."""
    ordered = []
    for each in texts():
        own = [name for name in pages() if name.startswith(f"{each.paper.name.lower()}.")]
        listed = (*each.paper.statements, *each.paper.shown)
        ordered += sorted(
            own, key=lambda name: next(k for k, one in enumerate(listed) if f"{name}.".startswith(f"{one}."))
        )
    ordered += [name for name in pages() if name.startswith("new.")]
    return {
        name: (LANE + k % COLUMNS * (WIDTH + LANE), -(k // COLUMNS + 1) * (HEIGHT + BETWEEN))
        for k, name in enumerate(ordered)
    }


def whose(name: str) -> str:
    """First author and year of a page's text; that the statement is ours on it, where its first claim is in no text's words.

    Example:
        >>> whose("men2024.eq6"), whose("men2024.headline"), whose("new.recurrence")
        ('Men 2024', 'ours on Men 2024', 'ours')
    """
    found = {each.paper.name.lower(): each.paper for each in texts()}
    one = found.get(name.partition(".")[0])
    if one is None:
        return OURS
    text = f"{one.authors.partition(',')[0]} {one.name[-4:]}"
    return f"{OURS} on {text}" if claims()[name].source.wording is Wording.OURS else text


def label(name: str) -> str:
    """The title of a page's first claim, in lines.

    Example:
        >>> label("men2024.eq7").replace("\\n", " ")
        "Abel's bound on the inner product"
    """
    return "\n".join(textwrap.wrap(title(name).replace(">=", "≥").replace("10^4", "10⁴"), LETTERS))


class Way(NamedTuple):
    """Where an arrow runs, before its lines are given tracks: (row, column) of its ends, channels and lane.

    Channel r is the free height above row r, lane c the free width at the left of column c.
    """

    kind: Kind
    start: tuple[int, int]
    end: tuple[int, int]
    lane: int

    @property
    def above(self) -> tuple[bool, bool]:
        """Whether it leaves its start, and reaches its end, above. Within a row both: it passes over the boxes."""
        return self.end[0] <= self.start[0], self.end[0] >= self.start[0]

    @property
    def channels(self) -> tuple[int, int]:
        """The channels at its start and at its end."""
        return self.start[0] + (not self.above[0]), self.end[0] + (not self.above[1])


def ways() -> list[Way]:
    """The arrows that are drawn, each in a near lane that is not yet full."""
    place = {name: divmod(k, COLUMNS) for k, name in enumerate(positions())}
    found: list[Way] = []
    for each in arrows():
        if each.kind is not Kind.ABOUT:
            start, end = place[each.start], place[each.end]
            full = Counter(way.lane for way in found)
            lane = min(
                range(COLUMNS + 1), key=lambda c: abs(c - start[1] - 0.5) + abs(c - end[1] - 0.5) + 0.3 * full[c]
            )
            found.append(Way(each.kind, start, end, lane))
    return found


def tracks(spans: Sequence[tuple[float, float]]) -> list[int]:
    """A track for each stretch, the first one on which it touches none before it.

    Example:
        >>> tracks([(0, 2), (1, 3), (4, 5)])
        [0, 1, 0]
    """
    given: list[int] = []
    for low, high in spans:
        taken = {on for on, (start, stop) in zip(given, spans, strict=False) if start <= high and low <= stop}
        given.append(next(track for track in range(len(spans)) if track not in taken))
    return given


def paths() -> list[tuple[Kind, list[tuple[float, float]]]]:
    """The arrows that are drawn, each with its corners; no two share a line."""
    chosen = ways()
    ends = [(k, end) for k in range(len(chosen)) for end in (0, 1)]
    places: dict[tuple[int, int], list[tuple[int, int]]] = {}  # (channel, column): the ends there
    for k, end in sorted(ends, key=lambda one: (chosen[one[0]].lane, one)):
        column = (chosen[k].start, chosen[k].end)[end][1]
        places.setdefault((chosen[k].channels[end], column), []).append((k, end))
    port = {
        one: LANE + column * (WIDTH + LANE) + WIDTH * number / (len(here) + 1)
        for (_, column), here in places.items()
        for number, one in enumerate(here, 1)
    }
    across: dict[int, float] = {}
    for lane in range(COLUMNS + 1):
        inside = [k for k, way in enumerate(chosen) if way.lane == lane and way.channels[0] != way.channels[1]]
        on = tracks([(min(chosen[k].channels), max(chosen[k].channels)) for k in inside])
        for k, track in zip(inside, on, strict=True):
            across[k] = lane * (WIDTH + LANE) + LANE * (track + 1) / (max(on) + 2)
    level: dict[tuple[int, int], float] = {}
    for channel in {chosen[k].channels[end] for k, end in ends}:
        there = [(k, end) for k, end in ends if chosen[k].channels[end] == channel and (k in across or not end)]
        pairs = [(port[k, end], across[k] if k in across else port[k, 1]) for k, end in there]
        on = tracks([(min(pair), max(pair)) for pair in pairs])
        for one, track in zip(there, on, strict=True):
            level[one] = -channel * (HEIGHT + BETWEEN) - BETWEEN * (track + 1) / (max(on) + 2)
    drawn = []
    for k, way in enumerate(chosen):
        leave, reach = (
            -channel * (HEIGHT + BETWEEN) - BETWEEN * above
            for channel, above in zip(way.channels, way.above, strict=True)
        )
        out, back = level[k, 0], level[k, 1] if k in across else level[k, 0]
        middle = [(across[k], out), (across[k], back)] if k in across else []
        drawn.append(
            (way.kind, [(port[k, 0], leave), (port[k, 0], out), *middle, (port[k, 1], back), (port[k, 1], reach)])
        )
    return drawn


def draw():
    from matplotlib.lines import Line2D
    from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Patch
    from matplotlib.path import Path

    rows = -(-len(positions()) // COLUMNS)
    high = rows * (HEIGHT + BETWEEN) + BETWEEN
    figure, axes = canvas(high + 0.62)
    for name, (x, y) in positions().items():
        colour, (line, thick) = LOOKS[standing(name)], BORDER.get(standing(name), ("-", 0.4))
        axes.add_patch(
            FancyBboxPatch(
                (x, y), WIDTH, HEIGHT, boxstyle="round,pad=0,rounding_size=0.04", linewidth=thick, linestyle=line,
                facecolor=colour, edgecolor=BLACK, zorder=2, hatch=HATCH.get(standing(name)),
            )
        )  # fmt: skip
        plain = {"facecolor": colour, "edgecolor": "none", "pad": 0.3} if standing(name) in HATCH else None
        at = {"ha": "center", "zorder": 4, "bbox": plain}
        axes.text(x + WIDTH / 2, y + HEIGHT - 0.025, whose(name), fontsize=5, va="top", fontweight="bold", **at)
        axes.text(
            x + WIDTH / 2, y + (HEIGHT - 0.09) / 2, label(name), fontsize=4.8, va="center", linespacing=1.05, **at
        )
    looks = {Kind.PROOF: (BLACK, "-"), Kind.NOT: (VERMILION, "--")}
    for kind, corners in paths():
        colour, line = looks[kind]
        axes.add_patch(
            FancyArrowPatch(
                path=Path(corners), arrowstyle="-|>", mutation_scale=4.5, linewidth=0.7, zorder=1, color=colour,
                linestyle=line, shrinkA=0, shrinkB=0,
            )
        )  # fmt: skip
    handles: list[Any] = [
        Patch(
            facecolor=LOOKS[each],
            edgecolor=BLACK,
            linestyle=BORDER.get(each, ("-", 0.4))[0],
            linewidth=BORDER.get(each, ("-", 0.4))[1],
            hatch=HATCH.get(each),
            label=SAYS[each],
        )
        for each in Standing
    ]
    for kind, words in ((Kind.PROOF, "lends a lemma to"), (Kind.NOT, "does not imply")):
        colour, line = looks[kind]
        handles.append(Line2D([], [], color=colour, linewidth=0.8, linestyle=line, label=words))
    figure.legend(handles=handles, loc="outside lower center", ncols=3, fontsize=5.5, handlelength=1.6, columnspacing=1,
                  title="B(m) = Σ cos(mθ), the sum over the frequencies θ of all planes; b: the base", title_fontsize=5.5)  # fmt: skip
    axes.set(xlim=(0, COLUMNS * (WIDTH + LANE) + LANE), ylim=(-high, 0))
    axes.set_axis_off()
    return figure


def _shows() -> str:
    found = list(pages())
    count = {each: sum(standing(name) is each for name in found) for each in Standing}
    return (
        "Each box: whose statement it is (“ours on Men 2024”: an inference from that text which it does not print), and its title; a question marks what was asked and found false. "
        f"Pages of {len(texts())} other texts on rotary encodings and of ours about them, {len(found)} in all (a page whose statement holds and a remark of which is false has two): {count[Standing.HOLDS]} hold, "
        f"{count[Standing.PARTLY]} are false as printed or in a part and have a correction that holds, {count[Standing.FALSE]} is an inference that does not "
        f"follow, {count[Standing.ACCOUNT]} is of a text known from another's account, and false as read there (hatched), {count[Standing.ASKED]} is a question of ours on no text that is "
        "false and has an answer that holds (dashed border). "
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
