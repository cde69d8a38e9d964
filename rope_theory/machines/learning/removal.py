"""What a trained model's heads and planes are worth: scored as positional or symbolic, removed, the task asked again.

A head is removed in two ways: its output is left out ("zero"), or is the mean of its outputs over the inputs ("mean").
So is a plane of a head: its part of the logits is left out ("removed"), or it no longer turns ("frozen"). Nothing is
trained anew. The models of one layer are here, with several heads of the same frequencies, so that which head becomes
what is up to training; `rope_theory.machines.training.removal` has deeper ones. What is kept of either are `records`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from rope_theory.core.errors import require
from rope_theory.laws.scores import SwapScores, content_logits, exclusion_terms, plane_logits, purity, swap_scores
from rope_theory.machines.learning.model import Models
from rope_theory.machines.learning.sweep import LearningSettings, draw, one_thread, train
from rope_theory.machines.learning.tasks import ToyTask

#: Inputs that heads are scored on; draws of random planes.
SCORED, DRAWS = 64, 10
#: Ways of removing a head, a plane.
OF_HEADS, OF_PLANES = ("zero", "mean"), ("removed", "frozen")


@dataclass(frozen=True)
class Scored:
    """Trained models with the scores of their heads and planes, heads numbered through all layers.

    Args:
        layers: each with as many heads.
        positional, symbolic: (models, heads), means over inputs, for the last query.
        variance: (models, heads): of a head's logits over keys, the mean over inputs.
        plane_positional, plane_symbolic, plane_variance: (models, heads, planes): of each plane alone.
    """

    layers: int
    positional: np.ndarray
    symbolic: np.ndarray
    variance: np.ndarray
    plane_positional: np.ndarray
    plane_symbolic: np.ndarray
    plane_variance: np.ndarray

    def asked(self, kept: np.ndarray | None = None, how: str = "zero") -> np.ndarray:
        """(2, models): share of right answers, and nats by which the answer is missed (cross-entropy).

        Args:
            kept: (models, heads) for a way of removing heads, (models, heads, planes) for one of removing planes: 1
                where it stays, 0 where it is removed; None: all stay.
            how: one of `OF_HEADS` or `OF_PLANES`.
        """
        raise NotImplementedError

    def cut(self, chosen: np.ndarray, how: str = "zero") -> np.ndarray:
        """(2, models) as `asked`, with some heads or planes removed.

        Args:
            chosen: (models, count): the numbers of the heads, from 0; or of the planes, head by head: plane k of head
                h is h·planes + k.
            how: one of `OF_HEADS` or `OF_PLANES`.
        """
        require(how in OF_HEADS + OF_PLANES, "how", f"must be one of {', '.join(OF_HEADS + OF_PLANES)}", how)
        shape = self.positional.shape if how in OF_HEADS else self.plane_positional.shape
        kept = np.ones((shape[0], math.prod(shape[1:])))
        np.put_along_axis(kept, chosen, 0, 1)
        return self.asked(kept.reshape(shape), how)

    def accuracy(self) -> np.ndarray:
        """(models,) share of right answers of the models as they are."""
        return self.asked()[0]

    def without(self, chosen: np.ndarray, how: str = "zero") -> np.ndarray:
        """(models,) accuracy with some heads or planes removed, see `cut`."""
        return self.cut(chosen, how)[0]

    @property
    def purity(self) -> np.ndarray:
        """(models, heads) |s_POS - s_SYM|: how far a head is to one side."""
        return abs(self.positional - self.symbolic)

    def pure(self, gamma: float = 0.1) -> np.ndarray:
        """(models,) how many heads are pure at tolerance γ."""
        return abs(purity(SwapScores(self.positional, self.symbolic), gamma)).sum(1)

    def most_positional_planes(self, sign: int = 1) -> np.ndarray:
        """(models, quarter of all planes): those most positional alone (sign -1: most symbolic), as `cut` numbers them."""
        side = (self.plane_positional - self.plane_symbolic).reshape(len(self.positional), -1)
        return np.argsort(-sign * side, 1, kind="stable")[:, : side.shape[1] // 4]

    def drawn_planes(self, alike: np.ndarray | None = None) -> np.ndarray:
        """(draws, models, quarter of all planes): planes drawn from all; or, with `alike`, as many of each frequency as those
        planes are. The draws of a model do not depend on the other models.
        """
        count, heads, planes = self.plane_positional.shape
        found = []
        for at in range(count):
            generator = np.random.default_rng(0)
            if alike is None:
                found.append([generator.permutation(heads * planes)[: heads * planes // 4] for _ in range(DRAWS)])
                continue
            of_each = np.bincount(alike[at] % planes, minlength=planes)
            found.append([np.concatenate([generator.permutation(heads)[:number] * planes + plane
                                          for plane, number in enumerate(of_each)]) for _ in range(DRAWS)])  # fmt: skip
        return np.stack(found, 1)

    @property
    def compared(self) -> int:
        """How many groups of heads are compared among themselves: the layers, or one where each layer has one head."""
        return 1 if self.layers == self.positional.shape[1] else self.layers

    def half(self, order: np.ndarray) -> np.ndarray:
        """(models, heads/2) the first half of each layer's heads in this order (of all heads, with one head a layer).

        Args:
            order: (models, heads): a key, the largest first.
        """
        by_group = order.reshape(len(order), self.compared, -1)
        chosen = np.argsort(-by_group, 2, kind="stable")[..., : by_group.shape[2] // 2]
        return (chosen + by_group.shape[2] * np.arange(self.compared)[:, None]).reshape(len(order), -1)

    def halves(self) -> np.ndarray:
        """(halves, models, heads/2): every half that `half` can choose, in the order of `itertools.combinations`."""
        of_one = self.positional.shape[1] // self.compared
        in_one = list(itertools.combinations(range(of_one), of_one // 2))
        offsets = of_one * np.arange(self.compared)[:, None]
        every = [(np.array(each) + offsets).ravel() for each in itertools.product(in_one, repeat=self.compared)]
        return np.repeat(np.array(every)[:, None], len(self.positional), 1)


@dataclass(frozen=True)
class Heads(Scored):
    """Models of one task with one layer of several heads, trained, on inputs that they have not seen.

    Args:
        models: one for each seed.
        angles: of the planes, the same in every head.
        tokens, answers: (models, inputs, length) and (models, inputs).
        parts: what each head and the direct path add to the scores of the answers.
    """

    models: Models
    angles: tuple[float, ...]
    tokens: Tensor
    answers: Tensor
    parts: tuple[Tensor, Tensor]

    def asked(self, kept: np.ndarray | None = None, how: str = "zero") -> np.ndarray:
        """See `Scored.asked`."""
        with torch.no_grad(), one_thread():
            attended, direct = self.parts
            factor = None if kept is None else torch.from_numpy(kept).float()
            if factor is not None and how in OF_PLANES:
                attended, _ = self.models.parts(self.tokens, **{"planes" if how == "removed" else "turning": factor})
            elif factor is not None:
                mean = attended.mean(1, keepdim=True) if how == "mean" else torch.zeros(1)
                attended = mean + (attended - mean) * factor[:, None, :, None]
            scores = attended.sum(2) + direct
            nats = [cross_entropy(its, answers).item() for its, answers in zip(scores, self.answers, strict=True)]
            right = scores.argmax(-1).eq(self.answers).double().mean(1).numpy()
        return np.stack([right, np.array(nats)])


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
        ((2, 4), (2, 4, 2), (6, 2, 2))
    """
    with one_thread():
        laid_out = torch.tensor(angles, dtype=torch.float64).expand(len(seeds), heads, -1).clone()
        models = Models(task, laid_out, settings.width, list(seeds))
        train(models, task, 1, seeds, [settings], lambda *_: None)
        sources = [torch.Generator().manual_seed(2_000_003 + seed) for seed in seeds]
        tokens, answers, _ = draw(task, settings.tested, 1, sources)
        with torch.no_grad():
            parts = models.parts(tokens)
        scores = _scores(models, angles, tokens[:, :SCORED])
        return Heads(layers=1, models=models, angles=angles, tokens=tokens, answers=answers, parts=parts, **scores)


def _scores(models: Models, angles: tuple[float, ...], tokens: Tensor) -> dict[str, Any]:
    """What `layer_scores` says of the heads of each model, by name."""
    phases = (torch.arange(1, tokens.shape[-1] + 1)[:, None] * torch.tensor(angles)).double()
    sides = {side: models.vectors(side).detach().double() for side in ("key", "query")}
    found = []
    for number, its in enumerate(tokens):
        keys = sides["key"][number][its].flatten(-2).transpose(1, 2)  # (inputs, heads, length, head_dim)
        query = sides["query"][number][its[:, -1]].flatten(-2)
        how: dict[str, Any] = {"scale": 1 / math.sqrt(2 * len(angles)), "layout": "adjacent"}
        found.append(layer_scores(query, keys, phases.cos(), phases.sin(), **how))
    return {name: np.stack([its[name] for its in found]) for name in found[0]}


def layer_scores(
    query: Tensor, keys: Tensor, cosines: Tensor, sines: Tensor, *, scale: float, layout: str
) -> dict[str, np.ndarray]:
    """The scores of `Scored`, by name, of one layer: (heads,), and of planes alone (heads, planes). Means over inputs.

    Args:
        query: (inputs, heads, head_dim), before RoPE, at the last position.
        keys: (inputs, heads, length, head_dim), before RoPE.
        cosines, sines: (length, planes).
        scale, layout: as for `content_logits`.
    """
    how: dict[str, Any] = {"scale": scale, "layout": layout}

    def scored(C: Tensor, own: Tensor) -> Tensor:
        return torch.stack([side.mean(0) for side in (*swap_scores(C, own), exclusion_terms(C).variance)])

    whole = scored(*content_logits(query, keys, cosines, sines, **how))
    planes = torch.stack([scored(*each) for each in plane_logits(query, keys, cosines, sines, **how)], -1)
    names = ("positional", "symbolic", "variance")
    found = [(name, side) for name, side in zip(names, whole, strict=True)]
    found += [(f"plane_{name}", side) for name, side in zip(names, planes, strict=True)]
    return {name: side.numpy() for name, side in found}


def records(found: Scored, seeds: Sequence[int]) -> list[dict[str, Any]]:
    """What a receipt keeps of each model, as plain data: `rope_theory.machines.learning.worth` says what is in it."""
    whole, heads, planes = found.asked(), _heads(found), _planes(found)
    halves = [(chosen, [found.cut(chosen, how) for how in OF_HEADS]) for chosen in found.halves()]
    groups = [(name, chosen, [found.cut(chosen, how) for how in OF_PLANES]) for name, chosen in _groups(found)]
    return [
        {
            "seed": seed,
            "accuracy": _number(whole[0, at]),
            "nats": _number(whole[1, at]),
            "heads": [[*which, *map(_number, values[:, at])] for which, values in heads],
            "planes": [[*which, *map(_number, values[:, at])] for which, values in planes],
            "halves": [[sorted(chosen[at].tolist()), *_of(values, at)] for chosen, values in halves],
            "groups": [[name, sorted(chosen[at].tolist()), *_of(values, at)] for name, chosen, values in groups],
        }
        for at, seed in enumerate(seeds)
    ]


def _heads(found: Scored) -> list[tuple[list[int], np.ndarray]]:
    count, heads = found.positional.shape
    rows = []
    for head in range(heads):
        scores = [side[:, head] for side in (found.positional, found.symbolic, found.variance)]
        cuts = [found.cut(np.full((count, 1), head), how) for how in OF_HEADS]
        rows.append((list(divmod(head, heads // found.layers)), np.concatenate([scores, *cuts])))
    return rows


def _planes(found: Scored) -> list[tuple[list[int], np.ndarray]]:
    count, heads, planes = found.plane_positional.shape
    rows = []
    for head, plane in itertools.product(range(heads), range(planes)):
        its = (found.plane_positional, found.plane_symbolic, found.plane_variance)
        cuts = [found.cut(np.full((count, 1), head * planes + plane), how) for how in OF_PLANES]
        which = [*divmod(head, heads // found.layers), plane]
        rows.append((which, np.concatenate([[side[:, head, plane] for side in its], *cuts])))
    return rows


def _groups(found: Scored) -> list[tuple[str, np.ndarray]]:
    """Quarters of the planes: by what they are, and drawn."""
    positional = found.most_positional_planes()
    drawn = [("positional", positional), ("symbolic", found.most_positional_planes(-1))]
    drawn += [("alike", each) for each in found.drawn_planes(positional)]
    return [*drawn, *(("random", each) for each in found.drawn_planes())]


def _of(values: list[np.ndarray], at: int) -> list[float]:
    return [_number(each) for side in values for each in side[:, at]]


def _number(value: float) -> float:
    """Four decimals, or four digits of what is larger than 1 or smaller than 1e-3."""
    return float(f"{value:.4g}") if abs(value) < 1e-3 or abs(value) > 1 else round(float(value), 4)
