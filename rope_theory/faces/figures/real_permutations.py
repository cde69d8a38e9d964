"""Attention as a function of permutations: one positional and one symbolic head of two models, contents permuted."""

from __future__ import annotations

import math

from rope_theory.core.showing.style import canvas
from rope_theory.faces.figures.figure import Figure
from rope_theory.faces.figures.real_models import NAMES, SAMPLE, found

#: From white: what is not attended to stays light on a projector.
COLOURS = "Blues"


def by_content(one: dict) -> list[list[float]]:
    """The weights of an example's permutations, each entry moved to the position where its content stood at first."""
    rows = []
    for order, weights in zip(one["orders"], one["weights"], strict=True):
        row = [0.0] * len(order)
        for content, weight in zip(order, weights, strict=True):
            row[content] = weight
        rows.append(row)
    return rows


def draw():
    figure, axes = canvas(4.4, 2 * len(found()), 2, squeeze=False, sharex="row")
    rows = iter(axes)
    for name, shown in found().items():
        for kind, one in shown["examples"].items():
            row = next(rows)
            for panel, weights, words in zip(
                row, (one["weights"], by_content(one)), ("position", "content"), strict=True
            ):
                panel.set_label(f"{NAMES[name]}, {kind} head: weight by {words}")  # the title of a panel alone
                panel.yaxis.label.set_label("permutation of the contents")  # there, too
                image = panel.imshow([[value**0.5 for value in line] for line in weights], cmap=COLOURS, aspect="auto",
                                     interpolation="nearest", vmin=0, vmax=1)  # fmt: skip
                panel.set(yticks=[0, len(weights) - 1], xticks=[0, 40, 80])
                panel.set_yticklabels(["as it is", f"shuffle {len(weights) - 1}"], fontsize=6)
            row[1].set_yticklabels([])
            row[0].set_ylabel(f"{NAMES[name].split()[0]}\n{kind} head", fontsize=6.5)
    axes[0][0].set_title("weight by position", fontsize=7)
    axes[0][1].set_title("weight by content", fontsize=7)
    axes[-1][0].set_xlabel("position")
    axes[-1][1].set_xlabel("position of its content\nin the text as it is")
    bar = figure.colorbar(image, ax=axes, ticks=[0, 0.1**0.5, 0.5**0.5, 1], shrink=0.5)
    bar.ax.set_yticklabels(["0", "0.1", "0.5", "1"])
    bar.set_label("attention weight", fontsize=7)
    return figure


def agreement(lines: list[list[float]]) -> float:
    """The mean cosine of the later lines with the first."""
    first, *others = lines
    return sum(_cosine(first, line) for line in others) / len(others)


def _cosine(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True)) / math.hypot(*a) / math.hypot(*b)


def _scores(shown: dict) -> str:
    return "; ".join(
        f"{kind} head: by swaps {one['scores'][0]:.2f} and {one['scores'][1]:.2f}, by these permutations "
        f"{agreement(one['weights']):.2f} and {agreement(by_content(one)):.2f}"
        for kind, one in shown["examples"].items()
    )


FIGURE = Figure(
    name="real-permutations",
    title="Attention as a function of permutations: what stays in place, and what moves with the contents",
    shows=lambda: (
        "Attention weights of the last token of one text at the most positional head and at the most symbolic one of each model, by their mean "
        "scores over texts. Top line of each panel: as the text is; each line below it: the contents of all earlier "
        "positions permuted at this head, another random permutation. Left: by position; what stays in one column is positional. "
        "Right: the same weights, each at the position where its content first stood; what stays in one column there is symbolic. "
        "By swaps: positional and symbolic score on this text. By these permutations: mean cosine of the other lines with the first, by position "
        "and by content. From the top: "
        + "; ".join(f"{NAMES[name]}, {_scores(shown)}" for name, shown in found().items())
        + ". A score of 1 by swaps, which weighs the few swaps that move most, need not show under permutations of all. Colours go with the square root of the weight."
    ),
    see=lambda: tuple(
        f"{NAMES[name]}, its most {kind} head: the last token's weights, a line for each permutation of the contents, {words} "
        f"Mean cosine of the others with the first line: {agreement(lines):.2f}."
        for name, shown in found().items()
        for kind, one in shown["examples"].items()
        for words, lines in (
            ("by position. What stays in one column is positional.", one["weights"]),
            ("each where its content first stood. What stays in one column is symbolic.", by_content(one)),
        )
    ),
    decided=(
        ("u26.swaps", "for the definitions, swaps are as good as all permutations"),
        ("new.weights-or-logits", "when weights stay or move exactly if logits do"),
    ),
    evaluated=SAMPLE.replace(
        "means over seven short texts, two queries each, one draw of each null model", "one text, seeded permutations"
    )
    + " The heads are the extreme ones of the model, not typical.",
    draw=draw,
)
