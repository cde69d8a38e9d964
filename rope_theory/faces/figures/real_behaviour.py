"""Behaviour against frequency use, one point for each head of two pretrained models, beside their null models."""

from __future__ import annotations

from rope_theory.core.showing.style import BLACK
from rope_theory.faces.figures.figure import Figure
from rope_theory.faces.figures.real_models import (
    KINDS,
    NAMES,
    NULLS,
    SAMPLE,
    TWO_BASES,
    by_three_queries,
    found,
    legend,
    panels,
)
from rope_theory.machines.pretrained.measured import ROBUSTNESS, receipts


def draw():
    from matplotlib.lines import Line2D

    figure, placed = panels(
        3.1, "s_POS − s_SYM", "mean plane used: 0 the fastest, 1 the slowest", sharex=True, sharey=True
    )
    for (name, kind), panel in placed.items():
        shown = found()[name][kind]
        side = [p - s for p, s in zip(shown["positional"], shown["symbolic"], strict=True)]
        panel.axhline(0, color=BLACK, linewidth=0.5)
        panel.plot(shown["use"], side, ".", color=KINDS[kind][1], markersize=2.8, alpha=0.8, markeredgewidth=0)
        panel.text(
            0.98,
            0.93,
            f"ρ = {_rho(name, kind):.2f}".replace("-", "−"),
            fontsize=6.5,
            ha="right",
            transform=panel.transAxes,
        )
        panel.set(xlim=(0.15, 0.95), ylim=(-1.1, 1.4), xticks=[0.2, 0.5, 0.8], yticks=[-1, 0, 1])
    legend(figure, Line2D([], [], linestyle="", label="ρ: rank correlation over heads"))
    return figure


def _rho(name: str, kind: str) -> float:
    return receipts(ROBUSTNESS)[name]["settings"][0][kind]["spearman"]


FIGURE = Figure(
    name="real-behaviour",
    title="Two pretrained models: heads on faster planes tend to be more positional, and so they do in both null models",
    shows=lambda: (
        "One point for each head. Across: the mean number of the plane, each plane weighted by its share of |q|·|k|, scaled so that "
        "0 is the fastest plane and 1 the slowest. Up: positional less symbolic score (τ = 1e-4). ρ is the rank correlation "
        f"over heads. Left: the model. {NULLS} ρ is negative everywhere; the level is what permuting changes. "
        + by_three_queries(lambda heads: f"{heads['spearman']:.2f}")
        + f" {TWO_BASES}"
    ),
    see=lambda: tuple(
        f"{NAMES[name]}, {KINDS[kind][0]}, one dot a head: the mean plane that it uses across, s_POS - s_SYM up. Heads on faster planes tend to be "
        f"more positional: rank correlation {_rho(name, kind):.2f}."
        for name in found()
        for kind in KINDS
    ),
    decided=(
        ("new.swap-scores", "the closed form in which heads are scored"),
        ("new.swap-scores.exclusion", "both scores together are above 1"),
    ),
    evaluated=SAMPLE,
    draw=draw,
)
