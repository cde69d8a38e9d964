"""Every setting of a training run, as data."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.meant import require_one_of
from rope_theory.machines.catalogue import trained_tasks

TASKS = trained_tasks()
PRESETS = ("small", "full")
GAMMAS = ("0.1", "0.05")
"""Tolerances of pure heads that are counted."""
MOST = {"layers": 1 << 12, "heads": 1 << 12, "width": 1 << 16}
"""Largest sizes of a model."""


@dataclass(frozen=True)
class TrainingRecipe:
    """One run: task, data, model, optimiser, measurements.

    Args:
        task: "number" or "letter".
        preset: the name it goes by, "small" or "full".
        seed: of the data, the first weights, the order of the sequences and the dropout.
        steps: optimiser steps.
        first, second: sequence lengths: letters and integers with the query (number task), or
            letter-integer pairs and letter pairs without the query (letter task).
        hops: hop counts, in equal parts.
        letters, integers: sizes of the vocabulary.
        sequences: how many are drawn, split 90 / 0.5 / 9.5 into training, validation and test.
        layers, heads, width: of the GPT-J; the head dimension, width / heads, is rotary as a whole.
        dropout: of embeddings, attention and residuals.
        batch, rate, decay, warmup: AdamW: sequences in a batch, learning rate after `warmup` steps of linear
            rise (constant from then on), weight decay.
        every: steps between checkpoints.
        scored: inputs on which heads are scored at each checkpoint.
        extra: how many symbols are put in front of the window when longer inputs are tried.

    Source: U26, C.2 for the published settings (see `preset`).

    Example:
        >>> preset("number", "full").layers, preset("letter", "small").layers
        (12, 6)
    """

    task: str
    preset: str
    seed: int
    steps: int
    first: int
    second: int
    hops: tuple[int, ...]
    letters: int
    integers: int
    sequences: int
    layers: int
    heads: int
    width: int
    dropout: float
    batch: int
    rate: float
    decay: float
    warmup: int
    every: int
    scored: int
    extra: tuple[int, ...]

    def __post_init__(self) -> None:
        require(self.task in TASKS, "task", f"must be one of {', '.join(TASKS)}", self.task)
        require(isinstance(self.preset, str), "preset", "must be text", self.preset)
        for name in ("steps", "layers", "heads", "width", "batch", "every", "scored", "sequences"):
            require_int(name, getattr(self, name), least=1, most=MOST.get(name, 1 << 40))
        for name in ("first", "second", "letters", "integers", "warmup"):
            require_int(name, getattr(self, name), least=0, most=1 << 40)
        for name in ("hops", "extra"):
            value = getattr(self, name)
            require(isinstance(value, tuple) and 0 < len(value) <= 1000, name, "must be a list of whole numbers", value)
            for one in value:
                require_int(name, one, least=int(name == "hops"), most=1 << 40)
        require_int("seed", self.seed, least=0, most=2**31 - 1)
        require(self.width % (2 * self.heads) == 0, "width", "must be an even multiple of the heads", self.width)
        for name in ("dropout", "rate", "decay"):
            value = getattr(self, name)
            require(isinstance(value, int | float) and not isinstance(value, bool), name, "must be a number", value)
        require(0 <= self.dropout < 1, "dropout", "must be at least 0 and below 1", self.dropout)
        require(0 < self.rate < float("inf"), "rate", "must be positive and finite", self.rate)
        require(0 <= self.decay < float("inf"), "decay", "must be at least 0 and finite", self.decay)

    @property
    def length(self) -> int:
        """Length of the sequences, with the query."""
        return self.first + self.second + (self.task == "letter")

    def as_json(self) -> dict:
        """The settings as plain data."""
        return {name: list(v) if isinstance(v, tuple) else v for name, v in dataclasses.asdict(self).items()}

    @staticmethod
    def from_json(data: dict) -> TrainingRecipe:
        """The inverse of `as_json`.

        Raises:
            InvalidInput: a setting is missing, unknown or out of range.
        """
        names = {field.name for field in dataclasses.fields(TrainingRecipe)}
        require(isinstance(data, dict) and set(data) == names, "recipe", f"must hold {', '.join(sorted(names))}", data)
        settings: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in data.items()}
        return TrainingRecipe(**settings)


#: The model and the size of the set as published (U26, C.2); sequences are our draws, after p. 15. Batch, rate, weight decay and warm-up are not known to us: ours.
_FULL = {
    "preset": "full", "steps": 6000, "hops": (1, 2, 3, 4), "sequences": 480_000, "layers": 12, "heads": 1, "width": 128,
    "dropout": 0.1, "batch": 512, "rate": 3e-4, "decay": 0.01, "warmup": 200, "every": 100, "scored": 256,
    "extra": (0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 833),
}  # fmt: skip
#: The same sequences, a smaller model, fewer steps.
_SMALL = _FULL | {
    "preset": "small", "steps": 3000, "layers": 6, "width": 64, "batch": 128, "rate": 1e-3, "warmup": 100, "every": 50,
    "scored": 128,
}  # fmt: skip
_SIZES = {
    "number": {"first": 8, "second": 9, "letters": 120, "integers": 16},
    "letter": {"first": 8, "second": 8, "letters": 8, "integers": 8},
}


def preset(task: str, name: str = "small", *, seed: int = 0, **changed) -> TrainingRecipe:
    """The settings of a preset, some of them changed.

    Args:
        task: "number" or "letter".
        name: "full": the published model, on sequences drawn after U26's p. 15; "small": the same sequences, 6 layers of width 64, 3000 steps: minutes
            on a CPU.
        seed: at least 0.
        changed: fields of `TrainingRecipe`.

    Raises:
        InvalidInput: an unknown task or preset, or a setting out of range.
    """
    require(task in TASKS, "task", f"must be one of {', '.join(TASKS)}", task)
    require_one_of("preset", name, PRESETS)
    settings = {**(_FULL if name == "full" else _SMALL), **_SIZES[task], "seed": seed, **changed}
    try:
        return TrainingRecipe(task=task, **settings)
    except TypeError as problem:
        raise InvalidInput("recipe", f"must not hold other settings ({problem})", sorted(changed)) from None
