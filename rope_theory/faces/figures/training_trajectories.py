"""Trajectories of heads on the positional–symbolic plane while small models learn, from committed runs."""

from __future__ import annotations

from rope_theory.core.showing.style import BLACK, PALE, canvas
from rope_theory.faces.figures.figure import Figure
from rope_theory.faces.figures.training_curves import TASKS, runs
from rope_theory.machines.training.compare import learnt_at, pure_layers
from rope_theory.machines.training.receipts import Receipt

COLOURS = "cividis"
MARKS = "osD^vP"


def path(run: Receipt, layer: int) -> list[tuple[float, float]]:
    """(s_POS, s_SYM) of a layer's head at each checkpoint."""
    return [(row["positional"], row["symbolic"]) for row in run.heads if row["layer"] == layer]


def draw():
    import matplotlib
    from matplotlib.lines import Line2D

    figure, axes = canvas(2.65, 1, len(TASKS), sharey=True)
    for panel, run, task in zip(axes, runs(), TASKS, strict=True):
        panel.fill([0, 1, 0], [0, 0, 1], color=PALE, linewidth=0, zorder=0)
        panel.text(0.3, 0.3, "s_POS + s_SYM ≤ 1:\nno head", ha="center", va="center", fontsize=5.5)
        count = run.recipe.layers
        for layer in range(1, count + 1):
            colour = matplotlib.colormaps[COLOURS]((layer - 1) / (count - 1))
            points = path(run, layer)
            panel.plot(*zip(*points, strict=True), color=colour, linewidth=0.8, zorder=2, clip_on=False)
            panel.plot(*points[0], "o", color="white", markeredgecolor=colour, markersize=3, zorder=3, clip_on=False)
            panel.plot(*points[-1], MARKS[(layer - 1) % len(MARKS)], color=colour, markeredgecolor=BLACK, markeredgewidth=0.5, markersize=5, zorder=4,
                       clip_on=False, label=f"layer {layer}")  # fmt: skip
        panel.set(xlim=(0, 1.02), ylim=(0, 1.02), aspect="equal", xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
        panel.set_xticklabels(["0", "0.5", "1"])
        panel.set_yticklabels(["0", "0.5", "1"])
        panel.set(xlabel="s_POS (1: positional)", title=f"{task} task")
    axes[0].set_ylabel("s_SYM (1: symbolic)")
    handles, _ = axes[0].get_legend_handles_labels()
    start = Line2D([], [], linestyle="", marker="o", color="white", markeredgecolor=BLACK, markersize=3, label="start")
    figure.legend(handles=[*handles, start], loc="outside lower center", ncols=4, title="filled: the head’s end, by layer",
                  title_fontsize=7, columnspacing=1, handletextpad=0.1)  # fmt: skip
    return figure


def shows() -> str:
    parts = []
    for task, run in zip(TASKS, runs(), strict=True):
        positional, symbolic = pure_layers(run)
        last = max(step for step in learnt_at(run).values() if step is not None)
        parts.append(
            f"{task.capitalize()} task: all hop classes reach accuracy 0.9 by step {last}; at the end {len(positional)} heads are purely positional and "
            f"{len(symbolic)} purely symbolic (γ = 0.1)"
        )
    return (
        "One head in each of six layers. A score is 1 where a head is pure (an energy, in other figures, 0). Each path is the head's mean positional and symbolic score at the last query, from the first weights "
        "(small circles, white) to step 3000 (filled marks), a point every 50 steps. Heads start near (1, 1), where attention is uniform, and part. "
        f"No head enters the grey triangle. {'. '.join(parts)}."
    )


FIGURE = Figure(
    name="training-trajectories",
    title="Trajectories on the positional–symbolic plane while small models learn",
    shows=shows,
    see=lambda: tuple(
        f"{task.capitalize()} task: each of six heads on its way from the start (white circle) to step 3000 (filled mark). At the end "
        f"{len(pure_layers(run)[0])} are purely positional and {len(pure_layers(run)[1])} purely symbolic (γ = 0.1); none entered the triangle."
        for task, run in zip(TASKS, runs(), strict=True)
    ),
    decided=(
        ("new.swap-scores.exclusion", "no head is in the grey triangle"),
        ("new.swap-scores", "the closed form in which the heads are scored"),
    ),
    evaluated=(
        "one run of each task, small preset (6 layers of width 64, one head each), seed 0, CPU; settings and versions in "
        "rope_theory/machines/training/runs. Another seed gives other paths."
    ),
    draw=draw,
)
