"""The results of a sweep as tables and pictures."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from rope_theory.core.files import inside, write_bytes
from rope_theory.core.showing.style import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILION, canvas, settings
from rope_theory.machines.learning.sweep import Learnt

COLOURS = (BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY, BLACK, GREY)
LINES = ("-", "--", "-.", ":")
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")


TABLES = ("accuracy.csv", "positions.csv")
PICTURES = ("accuracy.png", "positions.png", "vectors.png")


def label(row: Sequence[float]) -> str:
    """The frequencies of a row, each once.

    Example:
        >>> label((0.0, 0.0, 0.3, 0.3)), label((0.5,))
        ('0 and 0.3', '0.5')
    """
    return " and ".join(f"{angle:g}" for angle in dict.fromkeys(row))


def tables(learnt: Learnt) -> dict[str, str]:
    """accuracy.csv (frequencies, seed, accuracy) and positions.csv (with position, accuracy and attention weight)."""
    accuracy, positions = [], []
    for row, angles in enumerate(learnt.angles):
        for column, seed in enumerate(learnt.seeds):
            head = {"task": learnt.task.name, "frequencies": label(angles), "seed": seed}
            accuracy.append(head | {"accuracy": round(learnt.right[row, column].item(), 4)})
            both = zip(learnt.by_position[row, column].tolist(), learnt.weight[row, column].tolist(), strict=True)
            positions += [head | {"position": position, "accuracy": round(right, 4), "weight": round(weight, 4)}
                       for position, (right, weight) in enumerate(both, 1)]  # fmt: skip
    return dict(zip(TABLES, (_csv(accuracy), _csv(positions)), strict=True))


def _csv(rows: list[dict]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def pictures(learnt: Learnt, folder: Path) -> list[Path]:
    """Draw accuracy.png, positions.png and vectors.png into a folder.

    Raises:
        InvalidInput: no matplotlib.
    """
    drawn = dict(zip(PICTURES, (_accuracy, _positions, _vectors), strict=True))
    with settings():
        for name, draw in drawn.items():
            content = io.BytesIO()
            draw(learnt).savefig(content, format="png", metadata={"Software": None})
            write_bytes(inside(folder, name), content.getvalue())
    return [folder / name for name in drawn]


def _accuracy(learnt: Learnt):
    figure, axes = canvas(2.4)
    for row, values in enumerate(learnt.right.tolist()):
        axes.plot([row] * len(values), values, "o", color=SKY, markersize=3, zorder=2)
        axes.plot([row - 0.25, row + 0.25], 2 * [sum(values) / len(values)], color=BLACK, linewidth=1.4, zorder=3)
    axes.set_xticks(range(len(learnt.angles)), [label(row).replace(" and ", "\n") for row in learnt.angles],
                    fontsize=6)  # fmt: skip
    axes.set(ylim=(0, 1.05), xlabel="frequencies, radians per position", ylabel="accuracy",
             title=f"{learnt.task.name}, n = {learnt.task.length}: each seed, and the mean")  # fmt: skip
    return figure


def _positions(learnt: Learnt):
    figure, axes = canvas(2.9)
    for row, angles in enumerate(learnt.angles):
        axes.plot(range(1, learnt.task.positions + 1), learnt.over_positions(*angles).tolist(), label=label(angles),
                  color=COLOURS[row % len(COLOURS)], linestyle=LINES[(row + row // len(COLOURS)) % len(LINES)],
                  marker=MARKS[row % len(MARKS)], markersize=3, linewidth=1,
                  fillstyle="none" if row // len(COLOURS) % 2 else "full")  # fmt: skip
    axes.set(
        ylim=(0, 1.05), xlabel="position of the answer", ylabel="accuracy", title=f"{learnt.task.name}, by frequency"
    )
    figure.legend(loc="outside lower center", ncols=4, fontsize=6.5)
    return figure


def _vectors(learnt: Learnt):
    """W_Q E and W_K E of the first seed in the last plane, before RoPE: the best frequency and the worst."""
    accuracy = learnt.right.mean(1)
    best, worst = int(accuracy.argmax()), int(accuracy.argmin())
    figure, axes = canvas(2.2, 1, 2)
    for panel, row in zip(axes, (best, worst), strict=True):
        model = row * len(learnt.seeds)
        for side, name, colour, mark, tokens in (
            ("key", "keys of earlier tokens", SKY, "o", slice(0, learnt.task.earlier)),
            ("query", "queries", VERMILION, "^", slice(learnt.task.earlier, None)),
        ):
            points = learnt.models.vectors(side)[model, tokens, 0, -1].detach()
            points = points / points.norm(dim=-1).max()
            panel.plot(points[:, 0].tolist(), points[:, 1].tolist(), mark, color=colour, markersize=3,
                       label=name, alpha=0.8)  # fmt: skip
        panel.set(aspect="equal", xlim=(-1.1, 1.1), ylim=(-1.1, 1.1), xticks=[-1, 0, 1], yticks=[-1, 0, 1])
        panel.set_title(f"{label(learnt.angles[row])}: accuracy {accuracy[row]:.2f}")
    handles, names = axes[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=2)
    return figure
