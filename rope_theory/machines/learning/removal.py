"""What a trained model's heads and planes are worth: scored as positional or symbolic, removed, and accuracy asked again.

One-layer models with several heads of the same frequencies, so that which head becomes what is up to training. A head
is removed by leaving its output out; a plane by leaving its part out of its head's logits. Nothing is trained anew.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from scipy.stats import spearmanr
from torch import Tensor

from rope_theory.laws.scores import SwapScores, content_logits, exclusion_terms, plane_logits, purity, swap_scores
from rope_theory.machines.learning.model import Models
from rope_theory.machines.learning.sweep import LearningSettings, draw, one_thread, train
from rope_theory.machines.learning.tasks import ToyTask

#: Inputs that heads are scored on; draws of random planes.
SCORED, DRAWS = 64, 10


@dataclass(frozen=True)
class Heads:
    """Models of one task with several heads each, trained, on inputs that they have not seen.

    Args:
        models: one for each seed.
        angles: of the planes, the same in every head.
        tokens, answers: (models, inputs, length) and (models, inputs).
        parts: what each head and the direct path add to the scores of the answers.
        positional, symbolic: (models, heads), means over inputs.
        variance: (models, heads): of a head's logits, the mean over inputs.
        plane_positional, plane_symbolic: (models, heads, planes): of each plane alone.
    """

    models: Models
    angles: tuple[float, ...]
    tokens: Tensor
    answers: Tensor
    parts: tuple[Tensor, Tensor]
    positional: np.ndarray
    symbolic: np.ndarray
    variance: np.ndarray
    plane_positional: np.ndarray
    plane_symbolic: np.ndarray

    def accuracy(self, heads: Tensor | None = None, planes: Tensor | None = None) -> np.ndarray:
        """(models,) share of right answers with only these heads and planes.

        Args:
            heads: (models, heads) 1 where the head stays, 0 where it is removed; None: all stay.
            planes: (models, heads, planes), likewise.
        """
        with torch.no_grad(), one_thread():
            attended, direct = self.parts if planes is None else self.models.parts(self.tokens, planes)
            scores = attended.sum(2) if heads is None else torch.einsum("mbho,mh->mbo", attended, heads)
        return (scores + direct).argmax(-1).eq(self.answers).double().mean(1).numpy()

    def without(self, chosen: np.ndarray) -> np.ndarray:
        """(models,) accuracy with some heads removed.

        Args:
            chosen: (models, count): the numbers of the heads, from 0.
        """
        keep = torch.ones(self.positional.shape)
        keep.scatter_(1, torch.from_numpy(chosen), 0.0)
        return self.accuracy(heads=keep)

    def without_planes(self, chosen: np.ndarray) -> np.ndarray:
        """(models,) accuracy with some planes removed.

        Args:
            chosen: (models, count): their numbers, head by head: plane k of head h is h·planes + k.
        """
        keep = torch.ones(len(self.answers), self.plane_positional[0].size)
        keep.scatter_(1, torch.from_numpy(chosen), 0.0)
        return self.accuracy(planes=keep.reshape(self.plane_positional.shape))

    @property
    def purity(self) -> np.ndarray:
        """(models, heads) |s_POS - s_SYM|: how far a head is to one side."""
        return abs(self.positional - self.symbolic)

    def pure(self, gamma: float = 0.1) -> np.ndarray:
        """(models,) how many heads are pure at tolerance γ."""
        return abs(purity(SwapScores(self.positional, self.symbolic), gamma)).sum(1)

    def most_positional_planes(self, sign: int = 1) -> np.ndarray:
        """(models, quarter of all planes): those that are most positional alone (sign -1: most symbolic), as `without_planes`
        numbers them.
        """
        side = (self.plane_positional - self.plane_symbolic).reshape(len(self.answers), -1)
        return np.argsort(-sign * side, 1, kind="stable")[:, : side.shape[1] // 4]

    def drawn_planes(self, generator: np.random.Generator, alike: np.ndarray | None = None) -> np.ndarray:
        """As many planes drawn from all; or, with `alike`, as many of each frequency as those planes are."""
        count, heads, planes = self.plane_positional.shape
        if alike is None:
            return np.stack([generator.permutation(heads * planes)[: heads * planes // 4] for _ in range(count)])
        rows = []
        for chosen in alike:
            of_each = np.bincount(chosen % planes, minlength=planes)
            rows.append(np.concatenate([generator.permutation(heads)[:number] * planes + plane
                                        for plane, number in enumerate(of_each)]))  # fmt: skip
        return np.stack(rows)

    def without_drawn_planes(self, alike: bool = False) -> np.ndarray:
        """(models,) accuracy without planes that are drawn (`drawn_planes`), mean over `DRAWS` draws."""
        generator = np.random.default_rng(0)
        same = self.most_positional_planes() if alike else None
        return np.mean([self.without_planes(self.drawn_planes(generator, same)) for _ in range(DRAWS)], 0)

    def halves(self) -> np.ndarray:
        """(subsets, models) accuracy without each half of the heads, in the order of `itertools.combinations`."""
        count = self.positional.shape[1]
        subsets = itertools.combinations(range(count), count // 2)
        return np.stack([self.without(np.tile(subset, (len(self.answers), 1))) for subset in subsets])

    def half(self, order: np.ndarray) -> np.ndarray:
        """(models, heads/2) the first half of the heads in this order.

        Args:
            order: (models, heads): a key, the largest first.
        """
        return np.argsort(-order, 1, kind="stable")[:, : order.shape[1] // 2]


def trained_heads(
    task: ToyTask, angles: tuple[float, ...], heads: int, seeds: tuple[int, ...], settings: LearningSettings
) -> Heads:
    """Train one model for each seed, and score its heads and planes.

    Args:
        task: what to learn.
        angles: of the planes of every head, radians per position.
        heads: an even number of them.
        seeds: of first weights and data, distinct.
        settings: how they are trained; `tested` inputs are answered.

    Example:
        >>> settings = LearningSettings(steps=2, batch=4, tested=64)
        >>> found = trained_heads(ToyTask("index", 4, 3), (1.0, 0.1), 4, (0, 1), settings)
        >>> found.positional.shape, found.plane_symbolic.shape, found.halves().shape
        ((2, 4), (2, 4, 2), (6, 2))
    """
    with one_thread():
        laid_out = torch.tensor(angles, dtype=torch.float64).expand(len(seeds), heads, -1).clone()
        models = Models(task, laid_out, settings.width, list(seeds))
        train(models, task, 1, seeds, [settings], lambda *_: None)
        sources = [torch.Generator().manual_seed(2_000_003 + seed) for seed in seeds]
        tokens, answers, _ = draw(task, settings.tested, 1, sources)
        with torch.no_grad():
            parts = models.parts(tokens)
        return Heads(models, angles, tokens, answers, parts, *_scores(models, angles, tokens[:, :SCORED]))


def _scores(models: Models, angles: tuple[float, ...], tokens: Tensor) -> tuple[np.ndarray, ...]:
    """Of heads (models, heads) positional and symbolic scores and variance; of planes alone (models, heads, planes) scores."""
    phases = (torch.arange(1, tokens.shape[-1] + 1)[:, None] * torch.tensor(angles)).double()
    how: dict[str, Any] = {"scale": 1 / math.sqrt(2 * len(angles))}
    sides = {side: models.vectors(side).detach().double() for side in ("key", "query")}
    found, planes = [], []
    for number, its in enumerate(tokens):
        keys = sides["key"][number][its].flatten(-2).transpose(1, 2)  # (inputs, heads, length, head_dim)
        query = sides["query"][number][its[:, -1]].flatten(-2)
        C, own = content_logits(query, keys, phases.cos(), phases.sin(), **how)
        found.append([side.mean(0) for side in (*swap_scores(C, own), exclusion_terms(C).variance)])
        each = [swap_scores(*one) for one in plane_logits(query, keys, phases.cos(), phases.sin(), **how)]
        planes.append([torch.stack(side, -1).mean(0) for side in zip(*each, strict=True)])
    return tuple(torch.stack(side).numpy() for both in (found, planes) for side in zip(*both, strict=True))


def measured(found: Heads) -> dict[str, list[float]]:
    """What the receipt holds of models of one task: one number for each seed."""
    removed = {
        "without the purest half": found.without(found.half(found.purity)),
        "without the other half": found.without(found.half(-found.purity)),
        "without the half of largest variance": found.without(found.half(found.variance)),
        "without the half of least variance": found.without(found.half(-found.variance)),
    }
    halves, planes = found.halves(), found.most_positional_planes()
    removed |= {
        "without a half, mean of all": halves.mean(0),
        "share of halves that cost as much as the purest": (halves <= removed["without the purest half"] + 1e-9).mean(
            0
        ),
        "without the most positional planes": found.without_planes(planes),
        "without the most symbolic planes": found.without_planes(found.most_positional_planes(-1)),
        "without planes of the same frequencies": found.without_drawn_planes(alike=True),
        "without planes at random": found.without_drawn_planes(),
    }
    whole = {
        "accuracy": found.accuracy(),
        "purely positional": (purity(SwapScores(found.positional, found.symbolic)) == 1).sum(1),
        "purely symbolic": (purity(SwapScores(found.positional, found.symbolic)) == -1).sum(1),
        "correlation of purity and variance": np.array([
            spearmanr(*each).statistic for each in zip(found.purity, found.variance, strict=True)
        ]),
    }  # fmt: skip
    return {name: [round(float(value), 4) for value in values] for name, values in (whole | removed).items()}
