"""Learning the number and the letter task: accuracy, pure heads, scores by layer, longer inputs, from committed runs."""

from __future__ import annotations

import functools

from rope_theory.faces.figures.figure import Figure
from rope_theory.machines.training.compare import RUNS, learnt_at, pure_layers, reach
from rope_theory.machines.training.receipts import Receipt, read

TASKS = ("number", "letter")


@functools.cache
def runs() -> tuple[Receipt, ...]:
    """The runs that come with the package: small preset, CPU, one seed."""
    return tuple(read(RUNS / f"{task}-small") for task in TASKS)


def draw():
    from rope_theory.machines.training.curves import draw as columns

    return columns(runs())


def _layers(layers: list[int]) -> str:
    if not layers:
        return "no layer"
    return f"layer{'s' * (len(layers) > 1)} {', '.join(map(str, layers))}"


def shows() -> str:
    parts = []
    for task, run in zip(TASKS, runs(), strict=True):
        positional, symbolic = map(_layers, pure_layers(run))
        hops = ", ".join(f"{h} hop{'s' * (h > 1)} at step {step}" for h, step in learnt_at(run).items())
        parts.append(
            f"{task.capitalize()} task: accuracy 0.9 is first measured for {hops}; at the end heads are purely positional "
            f"in {positional} and purely symbolic in {symbolic} (γ = 0.1); longer inputs are answered with accuracy "
            f"above 0.9 on the mean over hops up to length {reach(run)}."
        )
    return (
        "A small GPT-J on sequences drawn here after U26's p. 15, not the authors' files. From the top: accuracy by hops on the validation part; number of pure "
        "heads; scores of each layer's head for the last query; accuracy when symbols are put in front of the window of 17 "
        "(the grey line). " + " ".join(parts)
    )


def _told(task: str, run: Receipt) -> tuple[str, ...]:
    """A caption of each panel of a task's column."""
    positional, symbolic = pure_layers(run)
    learnt = max(step for step in learnt_at(run).values() if step is not None)
    name = f"{task.capitalize()} task, one run of a small GPT-J"
    return (
        f"{name}: accuracy by hops over training. All hops are at 0.9 by step {learnt}.",
        f"{name}: how many heads score high on one side alone, over training. At the end {len(positional)} are purely positional and "
        f"{len(symbolic)} purely symbolic (γ = 0.1).",
        f"{name}: the scores of each layer's head at the end. Purely positional in {_layers(positional)}, purely symbolic in {_layers(symbolic)}.",
        f"{name}: accuracy on inputs longer than in training. Above 0.9 on the mean over hops up to length {reach(run)}.",
    )


FIGURE = Figure(
    name="training-curves",
    title="Learning the number and the letter task, and what the heads become",
    shows=shows,
    see=lambda: tuple(sentence for row in zip(*map(_told, TASKS, runs()), strict=True) for sentence in row),
    decided=(
        ("new.swap-scores", "the closed form in which the heads are scored"),
        ("u26.num-decomposition", "the number task is Index, once for each hop"),
        ("u26.let-decomposition", "on proper inputs the letter task is Retrieval, once for each hop"),
        ("u26.rem31a", "the construction for Index is purely positional"),
    ),
    evaluated=(
        "one run of each task, small preset (6 layers of width 64, 3000 steps), seed 0, CPU; settings and versions in "
        "rope_theory/machines/training/runs. An observation on two models; another seed gives other curves."
    ),
    draw=draw,
)
