"""The dependency graph as a picture whose boxes are links, and as lists."""

from __future__ import annotations

import textwrap

from rope_theory.evidence.claims import Tier
from rope_theory.faces.site.graph import Drawing, dependencies, lay_out
from rope_theory.faces.site.html import Html, bullets, el, join
from rope_theory.faces.site.page_shell import WORDINGS, page
from rope_theory.faces.site.report_data import Content

BOX, HIGH = 244, 58  # pixels
INSIDE, WORDS, ID, TAGS = BOX - 18, (14, 26), 39, 51  # width of the text; baselines: title, id, verdict
#: Characters of a title in one line, and of an id that is not squeezed: fonts differ between readers.
LINE, ID_FITS = 34, 42
COLUMN, ROW, MARGIN, LONE = BOX + 44, HIGH + 12, 14, 4
FILL = {
    "PROVED": "#cde7f5",
    "CERTIFIED": "#d3efe4",
    "EXHAUSTIVE": "#f3f0c9",
    "DERIVED": "#dfe3f7",
    "TESTED": "#fbe3b5",
    "REFUTED": "#f6cfc0",
    "UNDECIDED": "#e3d3e8",
}
#: The same in a dark room; print stays light.
DARK = {
    "PROVED": "#163c52",
    "CERTIFIED": "#12402f",
    "EXHAUSTIVE": "#3d3a12",
    "DERIVED": "#2a2c55",
    "TESTED": "#4a3410",
    "REFUTED": "#5a2614",
    "UNDECIDED": "#432a4a",
}
STYLE = (
    "@media screen and (prefers-color-scheme: dark) { .claims-graph .back { fill: #17181a } .claims-graph text { fill: #f1efea }"
    " .claims-graph .lines { stroke: #b0aea8 } .claims-graph marker path { fill: #b0aea8 } .claims-graph .box { stroke: #d9d7d0 }"
    + "".join(f" .claims-graph .{tier} {{ fill: {colour} }}" for tier, colour in DARK.items())
    + " }"
)
#: Border of a box by its wording: width, dashes.
BORDER = {"quoted": ("2.6", None), "paraphrased": ("1.8", "7 3"), "second-hand": ("1.4", "2 2.5"), "ours": ("1", None)}
LEAD = (
    "An arrow leads from a claim to one that leans on it: in its proof or, where a kernel's theorem is the proof, in its "
    "explanation, which need not be how that theorem is proved; a dashed arrow from a refuted statement to its "
    "correction. The fill tells the evidence, the border whose words the statement is in; both stand in the box as "
    "words. Every box is a link."
)


def graph_pages(content: Content) -> dict[str, str]:
    """graph.html, and graph.svg to open by itself."""
    edges = dependencies(content.pages)
    drawing = lay_out(list(content.pages), edges)
    picture = svg(drawing, content)
    lists = [
        el("h2", "The same as lists"),
        el("section", el("h3", "Leaning on other claims"), _uses(content)),
        el("section", el("h3", "Corrections"), _corrections(content)),
        el("section", el("h3", "Without an arrow"), bullets(content.reference(i, "claims/") for i in drawing.alone)),
    ]
    found = page(
        "graph.html",
        "Graph of the claims",
        el("h1", "Which claim leans on which"),
        el("p", LEAD, class_="lead"),
        el(
            "p",
            "The picture moves in a box of its own. ",
            el("a", "The picture alone", href="graph.svg"),
            " · ",
            el("a", "as lists", href="#lists"),
        ),
        el(
            "div",
            el("div", picture, class_="scroll graph", tabindex="0", role="region", aria_label="Graph of the claims"),
            el("section", *lists, id="lists"),
            class_="both",
        ),
    )
    return {"graph.html": found, "graph.svg": f'<?xml version="1.0" encoding="UTF-8"?>\n{picture}\n'}


def _uses(content: Content) -> Html | None:
    return bullets(
        join(
            [
                content.reference(claim_id, "claims/"),
                " leans on ",
                join((content.link(other, "claims/") for other in data["uses"]), ", "),
            ]
        )
        for claim_id, data in content.pages.items()
        if data["uses"]
    )


def _corrections(content: Content) -> Html | None:
    return bullets(
        join([content.reference(claim_id, "claims/"), " corrects ", content.link(data["corrects"], "claims/")])
        for claim_id, data in content.pages.items()
        if data["corrects"]
    )


def svg(drawing: Drawing, content: Content) -> Html:
    """The picture; the same data give the same bytes."""
    legend, top = _legend()
    width = 2 * MARGIN + max(drawing.columns * COLUMN - (COLUMN - BOX), LONE * (BOX + 12))
    lone_top = top + drawing.height * ROW + 24
    lone_rows = -(-len(drawing.alone) // LONE)
    height = lone_top + lone_rows * ROW + MARGIN
    boxes = [
        _box(name, MARGIN + column * COLUMN, top + row * ROW, content) for name, (column, row) in drawing.boxes.items()
    ]
    alone = [
        _box(name, MARGIN + (at // lone_rows) * (BOX + 12), lone_top + (at % lone_rows) * ROW, content)
        for at, name in enumerate(drawing.alone)
    ]
    label = _text(MARGIN, lone_top - 8, "Claims without an arrow:", weight="600") if alone else None
    lines = [_line(kind, points, top) for (_, _, kind), points in drawing.edges.items()]
    return el(
        "svg",
        el("title", "Dependencies of the claims"),
        el("desc", f"{len(content.pages)} boxes, {len(drawing.edges)} arrows; the lists on the page say the same."),
        _markers(),
        el("style", Html(STYLE)),
        el("rect", width=_n(width), height=_n(height), fill="#ffffff", class_="back"),
        legend,
        el("g", *lines, fill="none", stroke="#555555", stroke_width="1.3", class_="lines"),
        *boxes,
        label,
        *alone,
        xmlns="http://www.w3.org/2000/svg",
        class_="claims-graph",
        viewBox=f"0 0 {_n(width)} {_n(height)}",
        width=_n(width),
        height=_n(height),
        font_family="system-ui, 'DejaVu Sans', sans-serif",
        font_size="11",
    )


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _text(
    x: float,
    y: float,
    words: str,
    size: str | None = None,
    weight: str | None = None,
    fill: str = "#111111",
    spread: float | None = None,
) -> Html:
    squeezed = {"textLength": _n(spread), "lengthAdjust": "spacingAndGlyphs"} if spread else {}
    return el("text", words, x=_n(x), y=_n(y), font_size=size, font_weight=weight, fill=fill, **squeezed)


def _box(name: str, x: float, y: float, content: Content) -> Html:
    data = content.pages[name]
    words, title = WORDINGS[data["wording"]], content.title(name)
    told = textwrap.wrap(title, LINE, max_lines=len(WORDS), placeholder="…")
    wide = len(name) > ID_FITS
    return el(
        "a",
        _frame(x, y, BOX, data["verdict"], words),
        *(_text(x + 9, y + WORDS[at], line, size="10", weight="600") for at, line in enumerate(told)),
        _text(x + 9, y + ID, name, size="9", spread=INSIDE if wide else None),
        _text(x + 9, y + TAGS, f"{data['verdict']} · {words}", size="9", fill="#333333"),
        href=f"claims/{name}.html",
        aria_label=f"{name}, {title}: {data['verdict']}, {words}",
    )


def _frame(x: float, y: float, width: float, verdict: str, words: str, high: float = HIGH) -> Html:
    thick, dashes = BORDER[words]
    return el(
        "rect",
        x=_n(x), y=_n(y), width=_n(width), height=_n(high), rx="7",
        fill=FILL[verdict], stroke="#1a1a1a", stroke_width=thick, stroke_dasharray=dashes, class_=f"box {verdict}",
    )  # fmt: skip


def _line(kind: str, points: list[tuple[int, float]], top: float) -> Html:
    """A curve through the bends, horizontal at both ends."""
    spots = [(MARGIN + column * COLUMN, top + row * ROW + HIGH / 2) for column, row in points]
    x, y = spots[0][0] + BOX, spots[0][1]
    path = [f"M{_n(x)} {_n(y)}"]
    for number, (left, high) in enumerate(spots[1:], 1):
        last = number == len(spots) - 1
        half = (left - 3 * last - x) / 2
        path.append(f"C{_n(x + half)} {_n(y)} {_n(left - 3 * last - half)} {_n(high)} {_n(left - 3 * last)} {_n(high)}")
        if not last:
            path.append(f"H{_n(left + BOX)}")
        x, y = left + BOX, high
    return el("path", d="".join(path), stroke_dasharray="6 4" if kind == "corrects" else None, marker_end="url(#arrow)")


def _markers() -> Html:
    head = el("path", d="M0 0L7 3.5L0 7z", fill="#555555")
    return el(
        "defs",
        el(
            "marker",
            head,
            id="arrow",
            viewBox="0 0 7 7",
            refX="6",
            refY="3.5",
            markerWidth="6.5",
            markerHeight="6.5",
            orient="auto",
        ),
    )


def _legend() -> tuple[Html, float]:
    """The legend and the height it takes."""
    parts, x = [_text(MARGIN, 22, "evidence", weight="600")], MARGIN + 76.0
    for tier in Tier:
        parts += [_frame(x, 8, 20, tier.name, "ours", 20), _text(x + 26, 22, tier.name)]
        x += 122
    parts, x = [*parts, _text(MARGIN, 52, "statement", weight="600")], MARGIN + 76.0
    for words in BORDER:
        thick, dashes = BORDER[words]
        parts += [
            el(
                "rect",
                x=_n(x),
                y="38",
                width="20",
                height="20",
                rx="5",
                fill="none",
                stroke="#1a1a1a",
                stroke_width=thick,
                stroke_dasharray=dashes,
                class_="box",
            ),
            _text(x + 26, 52, words),
        ]
        x += 122
    return el("g", *parts), 78.0
