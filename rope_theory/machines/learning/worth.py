"""What heads and planes are worth, from the rows of a receipt: read without torch, every number recomputed from them.

A receipt is of one study (a task and a depth), with one entry for each model: its seed, its accuracy, the nats by which
it misses the answer (cross-entropy), and rows as `rope_theory.machines.learning.removal.records` makes them:

* heads: which one (layer and head, from 0), s_POS, s_SYM and the variance of its logits, then accuracy and nats without
  it: with its output at zero, and at its mean;
* planes: which one, the same scores of the plane alone, then accuracy and nats with the plane removed, and frozen;
* halves: the numbers of the heads that are removed together, accuracy and nats as for heads;
* groups: of planes, named by what they are (positional, symbolic, alike, random), as for planes.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rope_theory.core.errors import require
from rope_theory.core.json_files import read_json
from rope_theory.core.ranks import ranks as ranked
from rope_theory.core.ranks import spearman
from rope_theory.laws.scores import SwapScores, purity
from rope_theory.machines.profiles.result import half_width

FOLDER = Path(__file__).resolve().parent / "receipts"
#: Ways of removing heads and planes, in the order of the columns.
WAYS = {"heads": ("zero", "mean"), "planes": ("removed", "frozen")}
#: Shuffled rankings of a null model.
SHUFFLED = 400


@dataclass(frozen=True)
class Worth:
    """What the rows of one model say.

    Args:
        record: its entry in a receipt.
    """

    record: dict[str, Any]

    @property
    def accuracy(self) -> float:
        """Share of right answers with everything in place."""
        return self.record["accuracy"]

    def _rows(self, of: str) -> np.ndarray:
        return np.array(self.record[of], dtype=float)

    def scores(self, of: str) -> np.ndarray:
        """(3, count): s_POS, s_SYM and the variance of the logits of each of the heads or planes."""
        first = {"heads": 2, "planes": 3}[of]
        return self._rows(of)[:, first : first + 3].T

    def order(self, of: str, by: str) -> np.ndarray:
        """(count,) by what heads or planes are ranked, the most of it first.

        Args:
            of: "heads" or "planes".
            by: "purity" (|s_POS - s_SYM|), "variance", "positional" (s_POS - s_SYM), "symbolic" or "early" (layers).
        """
        positional, symbolic, variance = self.scores(of)
        side, early = positional - symbolic, -self._rows(of)[:, 0]
        return {"purity": abs(side), "variance": variance, "positional": side, "symbolic": -side, "early": early}[by]

    def lost(self, of: str, how: str, nats: bool = True) -> np.ndarray:
        """(count,) what is lost without each head or plane: nats, or accuracy."""
        at = WAYS[of].index(how) * 2 + {"heads": 5, "planes": 6}[of]
        rows = self._rows(of)
        return rows[:, at + 1] - self.record["nats"] if nats else self.accuracy - rows[:, at]

    def like(self, of: str) -> np.ndarray:
        """(count,) numbers that are equal for heads of one layer (for all, with one head a layer), or for planes of one
        frequency: those of equal heads.
        """
        rows = self._rows(of)
        layers = rows[:, 0] * (rows[:, 1].max() > 0)
        return layers if of == "heads" else layers * (1 + rows[:, 2].max()) + rows[:, 2]

    def half(self, by: str, least: bool = False) -> tuple[int, ...]:
        """The heads that have most of it (or least), half of those that are alike."""
        order, layers = self.order("heads", by) * (-1 if least else 1), self.like("heads")
        chosen: list[int] = []
        for layer in np.unique(layers):
            its = np.flatnonzero(layers == layer)
            chosen += its[np.argsort(-order[its], kind="stable")[: len(its) // 2]].tolist()
        return tuple(sorted(chosen))

    def without_half(self, by: str, least: bool = False, how: str = "zero") -> float:
        """Accuracy without that half."""
        wanted, at = list(self.half(by, least)), 1 + 2 * WAYS["heads"].index(how)
        return next(row[at] for row in self.record["halves"] if row[0] == wanted)

    def halves(self, how: str = "zero") -> np.ndarray:
        """(halves,) accuracy without each half that was asked."""
        return np.array([row[1 + 2 * WAYS["heads"].index(how)] for row in self.record["halves"]])

    def without_planes(self, name: str, how: str = "removed") -> float:
        """Accuracy without a group of planes, mean over its draws."""
        at = 2 + 2 * WAYS["planes"].index(how)
        return float(np.mean([row[at] for row in self.record["groups"] if row[0] == name]))

    def pure(self, gamma: float = 0.1) -> tuple[int, int]:
        """How many heads are purely positional, and purely symbolic."""
        kinds = purity(SwapScores(*self.scores("heads")[:2]), gamma)
        return int((kinds == 1).sum()), int((kinds == -1).sum())


def rank(model: Worth, of: str, by: str, how: str, like: bool = False) -> float:
    """Rank correlation, over the heads or planes of a model, of what they are with the nats that are lost without them.

    Args:
        model: one.
        of, by: as for `Worth.order`.
        how: one of `WAYS`.
        like: only those that are alike are compared with one another (`Worth.like`): the mean over such groups.
    """
    order, lost = model.order(of, by), model.lost(of, how)
    groups = model.like(of) if like else np.zeros(len(order))
    return float(np.mean([_spearman(order[groups == group], lost[groups == group]) for group in np.unique(groups)]))


def _spearman(first: np.ndarray, second: np.ndarray) -> float:
    """0 where one of them does not vary."""
    return spearman(first, second) if min(np.ptp(first), np.ptp(second)) > 0 else 0.0


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean, Student's t over seeds.

    Example:
        >>> [round(end, 2) for end in interval([0.0, 1.0])]
        [-5.85, 6.85]
    """
    found = np.array(values)
    half = float(half_width(found))
    return float(found.mean()) - half, float(found.mean()) + half


def shuffled(models: Sequence[Worth], of: str, by: str, how: str, like: bool = False) -> float:
    """The null model of `rank`: the 97.5 % point, over `SHUFFLED` random rankings, of its mean over the models.

    Args:
        models: of a study.
        of, by, how, like: as for `rank`.
    """
    generator, draws = np.random.default_rng(0), []
    for model in models:
        order, lost = model.order(of, by), model.lost(of, how)
        groups = model.like(of) if like else np.zeros(len(order))
        each = []
        for group in np.unique(groups):
            ranks, its = (_standard(values[groups == group]) for values in (order, lost))
            each.append(generator.permuted(np.tile(ranks, (SHUFFLED, 1)), axis=1) @ its)
        draws.append(np.mean(each, 0))
    return float(np.quantile(np.mean(draws, 0), 0.975))


def _standard(values: np.ndarray) -> np.ndarray:
    """Ranks with mean 0 and length 1; zeros where nothing varies."""
    centred = ranked(values) - (len(values) + 1) / 2
    length = np.linalg.norm(centred)
    return centred / length if length > 0 else centred


def summary(models: Sequence[Worth]) -> dict[str, list[float]]:
    """One number for each model, by name: what the page shows of the models of one layer."""

    def of(value: Callable[[Worth], float]) -> list[float]:
        return [round(float(value(model)), 4) for model in models]

    def drawn(name: str) -> Callable[[Worth], float]:
        return lambda model: model.without_planes(name)

    return {
        "accuracy": of(lambda m: m.accuracy),
        "purely positional": of(lambda m: m.pure()[0]),
        "purely symbolic": of(lambda m: m.pure()[1]),
        "correlation of purity and variance": of(
            lambda m: spearman(m.order("heads", "purity"), m.order("heads", "variance"))
        ),
        "without the purest half": of(lambda m: m.without_half("purity")),
        "without the other half": of(lambda m: m.without_half("purity", least=True)),
        "without the half of largest variance": of(lambda m: m.without_half("variance")),
        "without the half of least variance": of(lambda m: m.without_half("variance", least=True)),
        "without a half, mean of all": of(lambda m: m.halves().mean()),
        "share of halves that cost as much as the purest": of(
            lambda m: (m.halves() <= m.without_half("purity") + 1e-9).mean()
        ),
        "without the most positional planes": of(drawn("positional")),
        "without the most symbolic planes": of(drawn("symbolic")),
        "without planes of the same frequencies": of(drawn("alike")),
        "without planes at random": of(drawn("random")),
    }


@functools.cache
def receipt(name: str) -> dict[str, Any]:
    """The committed receipt of a study.

    Args:
        name: e.g. "index" (one layer) or "number-2" (two).

    Raises:
        InvalidInput: there is none of that name.
    """
    path = FOLDER / f"{name}.json"
    require(path.is_file(), "study", f"must be one of {', '.join(studies())}", name)
    return read_json("receipt", path)


def studies() -> tuple[str, ...]:
    """The names of the committed receipts.

    Example:
        >>> studies()[:2]
        ('index', 'induction')
    """
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def models(name: str, seeds: str = "tested") -> tuple[Worth, ...]:
    """The models of a study's receipt.

    Args:
        name: of the study.
        seeds: "tested": those that no threshold was set on; "explored": those that were looked at before; "again" (one layer):
            those of a claim whose first version failed on the tested ones.
    """
    found = receipt(name)
    require(seeds in found["seeds"], "seeds", f"must be one of {', '.join(found['seeds'])}", seeds)
    return tuple(Worth(record) for record in found["models"] if record["seed"] in found["seeds"][seeds])
