"""Logit norms for each frequency: the size |q|·|k| of each rotary plane, layer by layer, in two pretrained models."""

from __future__ import annotations

import math

from rope_theory.core.showing.style import canvas
from rope_theory.faces.figures.figure import Figure
from rope_theory.faces.figures.real_models import NAMES, SAMPLE, TWO_BASES, found, plane_ticks, two_bases

#: Even in lightness and readable without red or green.
COLOURS = "cividis"


def draw():
    figure, axes = canvas(3.6, len(found()), 1, squeeze=False)
    for panel, (name, shown) in zip(axes[:, 0], found().items(), strict=True):
        norms = [[math.log10(max(value, 1e-3)) for value in row] for row in shown["norms"]]
        edges = (0.5, len(norms[0]) + 0.5, len(norms) - 0.5, -0.5)
        image = panel.imshow(
            norms, cmap=COLOURS, aspect="auto", interpolation="nearest", vmin=-2, vmax=1.5, extent=edges
        )
        panel.set_label(f"Logit norms of {NAMES[name]}")  # the title of a panel alone
        panel.set(
            title=NAMES[name],
            ylabel="layer (from 0)",
            xlabel="plane (from 1), fastest first",
            xticks=plane_ticks(len(norms[0])),
        )
        bar = figure.colorbar(image, ax=panel, ticks=[-2, -1, 0, 1], extend="both", shrink=0.9)
        bar.ax.set_yticklabels(["0.01", "0.1", "1", "10"])
        bar.set_label("largest logit, $|q|·|k|/\\sqrt{d}$", fontsize=7)
    return figure


def _slowest(name: str) -> str:
    """The share of the sum that the slower half of the planes holds."""
    rows = found()[name]["norms"]
    slow = sum(sum(row[len(row) // 2 :]) for row in rows) / sum(map(sum, rows))
    return f"{NAMES[name]} {100 * slow:.0f} %"


FIGURE = Figure(
    name="real-logit-norms",
    title="Logit norms of each frequency in two pretrained models",
    shows=lambda: (
        "For each layer and rotary plane the scale of logits times |q|, the query's norm in the plane at the last token, times the mean "
        "|k| of the earlier keys, mean over heads: the largest logit that the plane can give, on average. Colours are logarithmic. The "
        f"slower half of the planes holds of the sum: {', '.join(map(_slowest, found()))}. {TWO_BASES}"
    ),
    see=lambda: tuple(
        f"{NAMES[name]}: |q|·|k|/√d of each layer and plane, mean over heads, colours logarithmic. The slower half of the planes holds "
        f"{_slowest(name).removeprefix(NAMES[name]).strip()} of the sum.{two_bases(name)}"
        for name in found()
    ),
    decided=(
        ("u25.nope", "a plane that does not turn is symbolic; the slowest hardly turn within a text"),
        ("new.weights-or-logits", "with one key that stays, weights move exactly if logits do"),
    ),
    evaluated=SAMPLE.replace(
        "means over seven short texts, two queries each, one draw of each null model", "one text, its last token"
    ),
    draw=draw,
)
