"""Heads and planes removed from small GPT-J models of the number and the letter task, two and four layers deep.

The ways of removing and what is kept are those of `rope_theory.machines.learning.removal`. A head is removed at every
position, not at the query alone; its mean is taken over the inputs, position by position. A plane is removed or frozen
in one head, at every position. Scores are those for the last query, as U26 has them.
"""

from __future__ import annotations

import contextlib
import platform
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from rope_theory.core.rope import pairs
from rope_theory.core.versions import versions
from rope_theory.machines.learning.experiments import EXPERIMENTS, head_records
from rope_theory.machines.learning.removal import SCORED, Scored, layer_scores, records
from rope_theory.machines.learning.sweep import one_thread
from rope_theory.machines.profiles.attention import agreed_layout, layer_table, read_layer
from rope_theory.machines.profiles.hearing import attention_modules, watched
from rope_theory.machines.profiles.model import ready
from rope_theory.machines.training.data import Part
from rope_theory.machines.training.loop import Trainer
from rope_theory.machines.training.measure import answers
from rope_theory.machines.training.recipe import TrainingRecipe, preset

#: Test inputs that are answered; those that heads are scored on come after them.
ASKED = 256


#: Studies of several layers: task, layers, heads in each, hops, steps.
DEEP = {
    f"{task}-{layers}": (task, layers, heads, hops, steps)
    for layers, heads, hops, steps in ((2, 4, (1, 2), 300), (4, 1, (1, 2, 3), 600))
    for task in ("number", "letter")
}
#: Of one layer, then of several: seeds that were looked at before thresholds were set, and those that were not; "again":
#: those of a claim whose first version failed on the tested ones.
SEEDS: tuple[dict[str, tuple[int, ...]], ...] = (
    {"explored": tuple(range(400, 410)), "tested": tuple(range(700, 710)), "again": tuple(range(800, 810))},
    {"explored": tuple(range(4)), "tested": tuple(range(700, 706))},
)
STUDIES = (*EXPERIMENTS, *DEEP)


def recipe(name: str, seed: int) -> TrainingRecipe:
    """The settings of one model: shorter inputs, fewer symbols than the published set, so that it is learnt in a minute.

    Args:
        name: a key of `DEEP`.
        seed: of data and first weights.
    """
    task, layers, heads, hops, steps = DEEP[name]
    sizes: dict[str, Any] = {
        "first": 5,
        "second": 4 if layers == 2 else 5,
        "letters": 12 if task == "number" else 6,
        "integers": 6,
    }
    return preset(
        task, seed=seed, layers=layers, heads=heads, width=64, hops=hops, steps=steps, sequences=20_000, batch=128, rate=1e-3,
        warmup=50, every=steps, dropout=0.0, **sizes,
    )  # fmt: skip


def again(name: str, seeds: tuple[int, ...], shuffle: bool = False) -> list[dict[str, Any]]:
    """Train the models of a study anew, and what a receipt keeps of them.

    Args:
        name: one of `STUDIES`.
        seeds: one for each model.
        shuffle: with answers that are shuffled in training, the first seed only (models of one layer).
    """
    if name in DEEP:
        return [record for seed in seeds for record in records(trained_model(name, seed), [seed])]
    return head_records(name, seeds, shuffle)


def measured(name: str) -> dict[str, Any]:
    """The receipt of a study: all its models trained anew."""
    started, seeds = time.process_time(), SEEDS[name in DEEP]
    models = [record for each in seeds.values() for record in again(name, each)]
    return {
        "study": name,
        "seeds": {kind: list(each) for kind, each in seeds.items()},
        "with": versions(("torch", "transformers", "numpy", "scipy")),
        "python": platform.python_version(),
        "minutes": round((time.process_time() - started) / 60, 1),
        "models": models,
    }


@dataclass(frozen=True)
class DeepHeads(Scored):
    """One trained model of several layers.

    Args:
        model: GPT-J.
        part: inputs that it was not trained on.
    """

    model: Any
    part: Part

    def asked(self, kept: np.ndarray | None = None, how: str = "zero") -> np.ndarray:
        """See `Scored.asked`."""
        with torch.no_grad(), one_thread(), self._changed(kept, how):
            scores, given = answers(self.model, self.part.tokens)
            nats = torch.nn.functional.cross_entropy(scores, self.part.answers).item()
        return np.array([[given.eq(self.part.answers).double().mean().item()], [nats]])

    @contextlib.contextmanager
    def _changed(self, kept: np.ndarray | None, how: str) -> Iterator[None]:
        if kept is None:
            yield
            return
        change = {"zero": _without, "mean": _without, "removed": _removed, "frozen": _frozen}[how]
        factor = torch.from_numpy(kept[0]).float().unflatten(0, (self.layers, -1))
        with contextlib.ExitStack() as open_now:
            for layer, its in zip(attention_modules(self.model).values(), factor, strict=True):
                if not bool(its.all()):
                    open_now.enter_context(change(layer, its, how))
            yield


@contextlib.contextmanager
def _without(layer: Any, kept: Tensor, how: str) -> Iterator[None]:
    """Heads of a layer (heads,) whose output is zero or its mean over the inputs."""
    columns = kept.repeat_interleave(layer.head_dim)

    def hook(module, args):
        mean = args[0].mean(0, keepdim=True) * (how == "mean")
        return (mean + (args[0] - mean) * columns,)

    handle = layer.out_proj.register_forward_pre_hook(hook)
    try:
        yield
    finally:
        handle.remove()


@contextlib.contextmanager
def _removed(layer: Any, kept: Tensor, how: str) -> Iterator[None]:
    """Planes of a layer's heads (heads, planes) whose queries are zero."""
    columns = _columns(kept).flatten()
    handle = layer.q_proj.register_forward_hook(lambda module, args, output: output * columns)
    try:
        yield
    finally:
        handle.remove()


@contextlib.contextmanager
def _frozen(layer: Any, kept: Tensor, how: str) -> Iterator[None]:
    """Planes of a layer's heads (heads, planes) that do not turn: queries and keys there are those before the rotation."""
    stays, held, attend = _columns(kept)[:, None].bool(), {}, layer._attn
    heads = len(kept)

    def keep(name):
        def hook(module, args, output):
            held[name] = output.unflatten(-1, (heads, -1)).transpose(1, 2)

        return hook

    def attended(query, key, *rest, **more):
        turned = (torch.where(stays, now, held[name]) for name, now in (("q", query), ("k", key)))
        return attend(*turned, *rest, **more)

    handles = [layer.q_proj.register_forward_hook(keep("q")), layer.k_proj.register_forward_hook(keep("k"))]
    layer._attn = attended
    try:
        yield
    finally:
        del layer._attn
        for handle in handles:
            handle.remove()


def _columns(kept: Tensor) -> Tensor:
    """(heads, head_dim) of (heads, planes): GPT-J turns adjacent dimensions together."""
    columns = torch.ones(len(kept), 2 * kept.shape[1])
    for plane, pair in enumerate(pairs(2 * kept.shape[1], "adjacent")):
        columns[:, list(pair)] = kept[:, plane, None]
    return columns


def trained_model(name: str, seed: int) -> DeepHeads:
    """Train one model of a study of several layers and score its heads and planes."""
    with one_thread():
        trainer = Trainer(recipe(name, seed))
        trainer.run()
        return scored(trainer.model.eval(), trainer.test)


def scored(model: Any, part: Part) -> DeepHeads:
    """A model with the scores of its heads and planes for the last query.

    Args:
        model: GPT-J.
        part: inputs: `ASKED` that are answered, then `SCORED` for the scores.
    """
    modules, table, layers = attention_modules(model), layer_table(model), []

    def take(name, module, args, kwargs, output) -> None:
        layer = read_layer(name, module, args, kwargs, output, table)
        layout = agreed_layout(layer, part.tokens.shape[1])
        each = layer.keys_of(torch.arange(layer.queries.shape[1]))
        tables = (side.double() for side in layer.tables(layout))
        query, keys = layer.queries[:, :, -1].double(), layer.keys[:, each].double()
        layers.append(layer_scores(query, keys, *tables, scale=layer.scale, layout=layout))

    with torch.no_grad(), watched(modules, take), ready(model, eager=True):
        model(input_ids=part.tokens[ASKED : ASKED + SCORED])
    sides: dict[str, Any] = {name: np.concatenate([its[name] for its in layers])[None] for name in layers[0]}
    return DeepHeads(layers=len(modules), model=model, part=part[:ASKED], **sides)
