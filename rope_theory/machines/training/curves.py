"""Pictures of runs, drawn from their receipts: accuracy, pure heads, scores by layer, longer inputs."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from rope_theory.core.files import inside, write_bytes
from rope_theory.core.showing.style import BLUE, GREEN, GREY, PURPLE, VERMILION, canvas, settings
from rope_theory.machines.training.receipts import Receipt, read

PICTURE = "curves.png"
HOP_STYLES = ((BLUE, "-"), (VERMILION, "--"), (GREEN, "-."), (PURPLE, ":"))


def draw(runs: Sequence[Receipt]):
    """One column for each run; call within `rope_theory.core.showing.style.settings`."""
    figure, axes = canvas(6.2, 4, len(runs), squeeze=False, sharey="row")
    for column, one in enumerate(runs):
        panels = axes[:, column]
        panels[0].set_title(f"{one.recipe.task} task")
        _accuracy(panels[0], one)
        _pure(panels[1], one)
        _scores(panels[2], one)
        _length(panels[3], one)
        told = (
            "accuracy",
            "pure heads",
            "scores of the heads",
            f"longer inputs (grey: {one.recipe.length}, as in training)",
        )
        for panel, words in zip(panels, told, strict=True):
            panel.set_label(f"{one.recipe.task} task: {words}")  # the title of a panel alone
    first = axes[:, 0]
    for panel, label in zip(first, ("accuracy", "pure heads", "head scores", "accuracy"), strict=True):
        panel.set_ylabel(label)
    for panel, corner in ((first[0], "lower right"), (first[3], "upper right")):
        panel.legend(loc=corner, title="hops", title_fontsize=6, fontsize=6, handlelength=1.8, labelspacing=0.3)
    for panel, room in ((first[1], " \n "), (first[2], " ")):
        panel.set_title(room)  # for the legend, which then covers no data
        legend = panel.legend(loc="lower left", bbox_to_anchor=(-0.05, 0.97), ncols=2, fontsize=6, handlelength=1.6,
                              borderpad=0.1, columnspacing=1)  # fmt: skip
        legend.set_in_layout(False)
    return figure


def _accuracy(panel, one: Receipt) -> None:
    steps = [row["step"] for row in one.curves]
    for h, (colour, line) in zip(one.hops, HOP_STYLES, strict=False):
        panel.plot(
            steps, [row[f"hops_{h}"] for row in one.curves], color=colour, linestyle=line, label=str(h), linewidth=1
        )
    panel.set(ylim=(-0.03, 1.05), xlabel="step")
    panel.set_xlim(0, 1.02 * steps[-1])


def _pure(panel, one: Receipt) -> None:
    steps = [row["step"] for row in one.curves]
    for kind, score, colour, mark in (("positional", "s_POS", BLUE, "o"), ("symbolic", "s_SYM", VERMILION, "^")):
        for gamma, line in (("0.1", "-"), ("0.05", ":")):
            values = [row[f"{kind}_{gamma}"] for row in one.curves]
            panel.plot(
                steps, values, color=colour, linestyle=line, linewidth=1, label=f"only {score} ≥ {1 - float(gamma):g}",
                marker=mark, markersize=2.5, markevery=max(len(steps) // 8, 1),
            )  # fmt: skip
    count = one.recipe.layers * one.recipe.heads
    panel.set(ylim=(-0.3, count + 0.3), yticks=range(0, count + 1, 2), xlabel="step")
    panel.set_xlim(0, 1.02 * steps[-1])


def _scores(panel, one: Receipt) -> None:
    last = [row for row in one.heads if row["step"] == one.heads[-1]["step"]]
    for kind, colour, mark in (("positional", BLUE, "o"), ("symbolic", VERMILION, "^")):
        panel.plot([row["layer"] for row in last], [row[kind] for row in last], mark, color=colour, label=kind)
    panel.set(xlim=(0.5, one.recipe.layers + 0.5), ylim=(-0.07, 1.07), yticks=[0, 0.5, 1], xlabel="layer, at the end")
    panel.set_xticks(range(1, one.recipe.layers + 1, 1 if one.recipe.layers < 8 else 2))


def _length(panel, one: Receipt) -> None:
    for h, (colour, line) in zip(one.hops, HOP_STYLES, strict=False):
        panel.plot([row["length"] for row in one.length], [row[f"hops_{h}"] for row in one.length],
                   color=colour, linestyle=line, linewidth=1, label=str(h))  # fmt: skip
    panel.axvline(one.recipe.length, color=GREY, linewidth=0.6)
    panel.set_title(f"grey line: length in training, {one.recipe.length}", fontsize=6)
    panel.set_xscale("log")
    panel.set_xticks([20, 100, 500], labels=["20", "100", "500"])
    panel.set_xticks([], minor=True)
    panel.set(ylim=(-0.03, 1.05), xlabel="length")


def save(folder: Path) -> Path:
    """Draw the run of a folder into its curves.png.

    Raises:
        InvalidInput: no receipt there, or no matplotlib.
    """
    from rope_theory.core.showing.style import require_matplotlib, set_labels

    require_matplotlib()
    path = inside(folder, PICTURE)
    drawn = io.BytesIO()
    with settings():
        picture = draw([read(folder)])
        set_labels(picture)
        picture.savefig(drawn, format="png", metadata={"Software": None})
    write_bytes(path, drawn.getvalue())
    return path
