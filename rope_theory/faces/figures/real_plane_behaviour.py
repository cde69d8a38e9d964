"""Behaviour of each rotary plane alone against its frequency, in two pretrained models and with planes permuted."""

from __future__ import annotations

from rope_theory.core.showing.style import BLUE, VERMILION, canvas
from rope_theory.faces.figures.figure import Figure
from rope_theory.faces.figures.real_models import NAMES, SAMPLE, TWO_BASES, plane_ticks, two_bases
from rope_theory.machines.pretrained.measured import receipts


def draw():
    figure, axes = canvas(2.2, 1, len(receipts()), squeeze=False, sharey=True)
    for panel, (name, receipt) in zip(axes[0], receipts().items(), strict=True):
        planes = receipt["planes"]
        for side, colour, mark in (("positional", BLUE, "o"), ("symbolic", VERMILION, "^")):
            for prefix, line, words in (("", "-", "as trained"), ("permuted_", ":", "planes permuted")):
                values = planes[prefix + side]
                panel.plot(range(1, len(values) + 1), values, line, color=colour, linewidth=1.1, marker=mark, markersize=3, markevery=len(values) // 8,
                           label=f"{side}, {words}")  # fmt: skip
        panel.set_label(f"{NAMES[name]}: each plane alone")  # the title of a panel alone
        panel.set(
            xlabel="plane (fastest: 1)",
            ylim=(0, 1.03),
            xticks=plane_ticks(len(values)),
            yticks=[0, 0.5, 1],
            title=NAMES[name],
        )
    axes[0][0].set_ylabel("score of a plane alone")
    figure.legend(*axes[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=6.5)
    return figure


def _correlations() -> str:
    return "; ".join(
        f"{NAMES[name]} {receipt['planes']['spearman'][1]:.2f}, permuted {receipt['planes']['permuted_spearman'][1]:.2f}"
        for name, receipt in receipts().items()
    )


FIGURE = Figure(
    name="real-plane-behaviour",
    title="Two pretrained models: each plane alone, from the fastest to the slowest",
    shows=lambda: (
        "A rotary plane alone is a two-dimensional head with scores of its own. Means over all heads: fast planes alone are the more positional, "
        "slow ones the more symbolic (in Gemma both scores stay high), and nearly as much where each plane holds another plane's contents: for a plane alone this is geometry for the "
        f"most part. Median over heads of the rank correlation of s_POS - s_SYM with the plane's number: {_correlations()}. {TWO_BASES}"
    ),
    see=lambda: tuple(
        f"{NAMES[name]}: the scores of each plane alone, means over heads, from the fastest to the slowest. Faster planes tend to be more positional, "
        f"permuted ones nearly as much: median rank correlation {receipt['planes']['spearman'][1]:.2f}, {receipt['planes']['permuted_spearman'][1]:.2f}.{two_bases(name)}"
        for name, receipt in receipts().items()
    ),
    decided=(
        ("new.swap-scores", "the closed form in which planes are scored"),
        ("u25.nope", "a plane that does not turn is symbolic"),
    ),
    evaluated=SAMPLE.replace("two queries each", "the middle query"),
    draw=draw,
)
