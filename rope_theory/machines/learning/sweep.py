"""Training the models of a sweep over frequencies and seeds, and what they have learnt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import torch
from torch import Tensor
from torch.nn.utils import parameters_to_vector, vector_to_parameters
from torch.optim.adam import adam

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.progress import progress
from rope_theory.machines.learning.model import Models
from rope_theory.machines.learning.tasks import ToyTask


@dataclass(frozen=True)
class LearningSettings:
    """How the models are trained.

    Args:
        steps: Adam steps, at least 1.
        batch: fresh inputs in each, for each seed.
        rate: learning rate, > 0; it falls linearly to a tenth.
        width: of the embedding.
        tested: inputs on which accuracy is measured, for each seed; the same for all frequencies.
        shuffle: train on answers that are permuted within each batch (a control: nothing can be learnt).
    """

    steps: int = 1000
    batch: int = 64
    rate: float = 0.02
    width: int = 32
    tested: int = 2048
    shuffle: bool = False

    def __post_init__(self) -> None:
        for name in ("steps", "batch", "width", "tested"):
            require_int(name, getattr(self, name), least=1)
        require(0 < self.rate < float("inf"), "rate", "must be positive and finite", self.rate)


@dataclass(frozen=True)
class Learnt:
    """What the models of a sweep do after training.

    Args:
        task, settings: as trained.
        angles: one tuple of angles (those of the planes) for each row of models.
        seeds: one for each column.
        right: (angles, seeds) share of right answers.
        by_position: (angles, seeds, positions) the same for each position of the answer.
        weight: (angles, seeds, positions) mean attention weight of the answer's position.
        models: the trained models, in rows of seeds.
    """

    task: ToyTask
    settings: LearningSettings
    angles: tuple[tuple[float, ...], ...]
    seeds: tuple[int, ...]
    right: Tensor
    by_position: Tensor
    weight: Tensor
    models: Models

    def accuracy(self, *angles: float) -> Tensor:
        """Share of right answers at these angles, for each seed."""
        return self.right[self.angles.index(tuple(angles))]

    def over_positions(self, *angles: float) -> Tensor:
        """The same for each position of the answer, mean over the seeds."""
        return self.by_position[self.angles.index(tuple(angles))].mean(0)

    def ends_over_middle(self, *angles: float, ends: int) -> float:
        """Mean accuracy over the first and last `ends` positions less that over the middle third.

        Positive for a U, negative for an inverted U.
        """
        over = self.over_positions(*angles)
        third = len(over) // 3
        outer = torch.cat([over[:ends], over[-ends:]])
        return (outer.mean() - over[third : len(over) - third].mean()).item()


def sweep(
    task: ToyTask,
    angles: Sequence[Sequence[float]],
    seeds: Sequence[int] = (0, 1, 2),
    settings: LearningSettings | None = None,
    moved: Callable[[int, int], None] | None = None,
) -> Learnt:
    """Train one model for each frequency choice and each seed.

    Args:
        task: what to learn.
        angles: for each row of models the angles of its planes, radians per position; all of one length. An angle
            may repeat: two planes of one frequency.
        seeds: of first weights and data, at least one, distinct. One seed's models see the same data.
        settings: default `LearningSettings()`.
        moved: called with (steps done, steps) instead of drawing a progress bar.

    Returns:
        a `Learnt`. Float32 on the CPU, one thread; another machine may round differently.

    Raises:
        InvalidInput: no angle or seed, or rows of different lengths.

    Example:
        >>> learnt = sweep(ToyTask("index", 4, 3), [[1.0], [0.0]], [0], LearningSettings(steps=2, batch=4, tested=64))
        >>> learnt.right.shape, learnt.by_position.shape
        (torch.Size([2, 1]), torch.Size([2, 1, 4]))
    """
    [found] = sweeps(task, angles, seeds, [settings or LearningSettings()], moved)
    return found


def sweeps(
    task: ToyTask,
    angles: Sequence[Sequence[float]],
    seeds: Sequence[int],
    settings: Sequence[LearningSettings],
    moved: Callable[[int, int], None] | None = None,
) -> list[Learnt]:
    """One sweep for each settings, which differ in `shuffle` alone: the models are trained side by side, each as if alone.

    Args: as of `sweep`.

    Raises:
        InvalidInput: as `sweep`, or settings that differ in more.
    """
    first = settings[0]
    same = all(replace(each, shuffle=first.shuffle) == first for each in settings)
    require(same, "settings", "must differ in shuffle alone", list(settings))
    rows = tuple(tuple(float(angle) for angle in row) for row in angles)
    require(len(rows) > 0 and len({len(row) for row in rows}) == 1 and len(rows[0]) > 0, "angles",
            "must be rows of one length, at least one", angles)  # fmt: skip
    require(len(set(rows)) == len(rows), "angles", "must not repeat a row", angles)
    require(len(seeds) > 0 and len(set(seeds)) == len(seeds), "seeds", "must be distinct, at least one", tuple(seeds))
    for seed in seeds:
        require_int("seed", seed, least=0, most=2**31 - 1)
    with one_thread():
        laid_out = torch.tensor(rows, dtype=torch.float64).repeat_interleave(len(seeds), 0)[:, None]
        counted = len(settings)
        models = Models(task, laid_out.repeat(counted, 1, 1), first.width, list(seeds) * len(rows) * counted)
        train(models, task, len(rows), seeds, settings, moved)
        found = []
        for number, each in enumerate(settings):
            alone = Models(task, laid_out, first.width, list(seeds) * len(rows))
            alone.load_state_dict({name: held.chunk(counted)[number] for name, held in models.state_dict().items()})
            found.append(_measure(alone, task, rows, tuple(seeds), each))
        return found


def draw(task: ToyTask, count: int, rows: int, sources: Sequence[torch.Generator]):
    """Inputs for all models: each seed's own, repeated for the rows of angles."""
    drawn = [task.draw((count,), source) for source in sources]
    return [torch.stack([getattr(each, name) for each in drawn]).repeat(rows, *[1] * (2 if name == "tokens" else 1))
            for name in ("tokens", "answers", "positions")]  # fmt: skip


def train(
    models: Models, task: ToyTask, rows: int, seeds: Sequence[int], asked: Sequence[LearningSettings], moved
) -> None:
    """Train all models, in rows of seeds for each settings asked; one seed's models see the same data."""
    settings = asked[0]
    sources = [torch.Generator().manual_seed(1_000_003 + seed) for seed in seeds]
    # Adam as a function: the class `torch.optim.Adam` imports torch's compiler, which takes as long as torch itself.
    # All weights are views of one vector, so that a step is one call of each operation.
    weights: list[Tensor] = list(models.parameters())
    vector = parameters_to_vector(weights).detach()
    vector_to_parameters(vector, weights)
    mean, square, taken = torch.zeros_like(vector), torch.zeros_like(vector), torch.zeros(())
    steps = range(settings.steps)
    for step in steps if moved else progress(steps, f"learning {task.name}"):
        tokens, answers, _ = draw(task, settings.batch, rows, sources)
        tokens = tokens.repeat(len(asked), 1, 1)
        answers = torch.cat([answers.roll(1, dims=1) if each.shuffle else answers for each in asked])
        scores = models(tokens)
        # a sum over models: each one's gradient is that of its own mean loss
        loss = torch.nn.functional.cross_entropy(scores.flatten(0, 1), answers.flatten(), reduction="sum")
        slope = parameters_to_vector(torch.autograd.grad(loss / settings.batch, weights))
        rate = settings.rate * (1 - 0.9 * step / settings.steps)
        with torch.no_grad():
            adam([vector], [slope], [mean], [square], [], [taken], amsgrad=False, beta1=0.9, beta2=0.999, lr=rate,
                 weight_decay=0.0, eps=1e-8, maximize=False)  # fmt: skip
        if moved:
            moved(step + 1, settings.steps)


def _measure(models: Models, task: ToyTask, rows, seeds: tuple[int, ...], settings: LearningSettings) -> Learnt:
    sources = [torch.Generator().manual_seed(2_000_003 + seed) for seed in seeds]
    rights, weights, asked = [], [], []
    left = settings.tested
    with torch.no_grad():
        while left > 0:
            tokens, answers, positions = draw(task, min(left, 256), len(rows), sources)
            left -= 256
            attention = models.attention(tokens)
            rights.append((models.scores(tokens, attention).argmax(-1) == answers).float())
            at = (positions - 1)[:, :, None, None].expand(-1, -1, models.heads, 1)
            weights.append(attention.gather(-1, at)[..., 0].amax(-1))
            asked.append(positions)
    right, weight, standing = (torch.cat(each, 1) for each in (rights, weights, asked))
    at_position = torch.nn.functional.one_hot(standing - 1, task.positions).float()
    counts = at_position.sum(1)
    if not bool((counts > 0).all()):
        raise InvalidInput(
            "tested", f"must be enough to ask for each of the {task.positions} positions", settings.tested
        )
    shape = (len(rows), len(seeds))

    def over(values: Tensor) -> Tensor:
        return ((values[:, :, None] * at_position).sum(1) / counts).unflatten(0, shape)

    return Learnt(task, settings, rows, seeds, right.mean(1).unflatten(0, shape), over(right), over(weight), models)


@contextmanager
def one_thread():
    """While open, torch computes in one thread: its sums then come in one order."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
