"""The training itself: a plain torch loop with the loss on the last token only, which can be interrupted."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from rope_theory.core.errors import InvalidInput, require
from rope_theory.machines.training import checkpoint
from rope_theory.machines.training.data import batch_at, dataset
from rope_theory.machines.training.measure import accuracy
from rope_theory.machines.training.model import build, last_logits
from rope_theory.machines.training.recipe import TrainingRecipe


class Trainer:
    """One run: model, optimiser, data and what was measured.

    Args:
        recipe: every setting. Two trainers of one recipe do the same, bit for bit on one machine's CPU
            (one after the other: dropout draws from torch's generator, which a trainer seeds when it is made).
        device: "cpu", "cuda", …
        measures: functions (trainer) -> dict, asked at every checkpoint beside loss and accuracy.

    Raises:
        InvalidInput: settings that fit no data set or model, or a device that is not there.

    Example:
        >>> from rope_theory.machines.training.recipe import preset
        >>> trainer = Trainer(preset("letter", steps=1, sequences=400, batch=8, layers=1, width=8))
        >>> trainer.run(); trainer.step, trainer.history[-1]["step"]
        (1, 1)
    """

    def __init__(self, recipe: TrainingRecipe, device: str = "cpu", measures: tuple[Callable, ...] = ()):
        self.recipe, self.device, self.measures = recipe, usable_device(device), measures
        self.train, self.validation, self.test = (part.to(self.device) for part in dataset(recipe))
        torch.manual_seed(recipe.seed)
        self.model = build(recipe).to(self.device)
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=recipe.rate, weight_decay=recipe.decay, foreach=False
        )
        self.step, self.seconds = 0, 0.0
        self.history: list[dict[str, Any]] = []
        self._running: list[float] = []

    def resume(self, path: Path) -> None:
        """Go on where a checkpoint of the same recipe was written.

        Raises:
            InvalidInput: a damaged file, other settings, or more steps taken than the recipe has.
        """
        self.step, self.history, self.seconds = checkpoint.restore(path, self.model, self.optimizer, self.recipe)
        require(self.step <= self.recipe.steps, "steps", f"must be at least the {self.step} taken", self.recipe.steps)

    def run(
        self,
        path: Path | None = None,
        report: Callable[[Trainer], None] | None = None,
        moved: Callable[[int, int], None] | None = None,
    ) -> None:
        """Train to the recipe's last step.

        Args:
            path: where to write checkpoints: every `recipe.every` steps and at the end. None: nowhere.
            report: called after each checkpoint.
            moved: called with (steps done, steps) after each step.
        """
        self._since = time.perf_counter()
        if not self.history:
            self._checkpoint(path, report)
        while self.step < self.recipe.steps:
            self._step()
            if moved is not None:
                moved(self.step, self.recipe.steps)
            if self.step % self.recipe.every == 0 or self.step == self.recipe.steps:
                self._checkpoint(path, report)

    def _step(self) -> None:
        batch = batch_at(self.train, self.recipe, self.step)
        for group in self.optimizer.param_groups:
            group["lr"] = self.recipe.rate * min(1.0, (self.step + 1) / max(1, self.recipe.warmup))
        self.model.train()
        loss = torch.nn.functional.cross_entropy(last_logits(self.model, batch.tokens), batch.answers)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self._running.append(loss.item())
        self.step += 1

    def _checkpoint(self, path: Path | None, report: Callable[[Trainer], None] | None) -> None:
        entry: dict[str, Any] = {
            "step": self.step,
            "train_loss": sum(self._running) / len(self._running) if self._running else None,
        }
        entry |= accuracy(self.model, self.validation)
        entry["hops"] = {str(h): share for h, share in entry["hops"].items()}
        for measure in self.measures:
            entry |= measure(self)
        self.history.append(entry)
        self._running = []
        now = time.perf_counter()
        self.seconds, self._since = self.seconds + now - self._since, now
        if path is not None:
            checkpoint.save(path, self.model, self.optimizer, self.recipe, self.step, self.history, self.seconds)
        if report is not None:
            report(self)


def usable_device(name: str) -> str:
    """The device's name, if torch can put a tensor there.

    Raises:
        InvalidInput: it cannot.
    """
    try:
        torch.empty(0, device=name)
    except (RuntimeError, AssertionError) as problem:
        raise InvalidInput("device", f"must be one that torch has ({str(problem).splitlines()[0]})", name) from None
    return name
