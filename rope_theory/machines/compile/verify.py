"""A compiled model against the oracles, on inputs drawn by the published recipe."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from rope_theory.core.errors import require, require_int
from rope_theory.core.progress import progress
from rope_theory.core.tasks import split
from rope_theory.machines.catalogue import stack
from rope_theory.machines.compile.norms import MARGIN
from rope_theory.machines.compile.tokens import ENTRY, Tokens, format_of

#: The published test part: 9.5 % of 480 000.
RECIPE = split()[2]
#: The logits are scaled so that the answer leads by `MARGIN`; what rounding may take away.
ROUNDING = 0.99


@dataclass(frozen=True)
class HopClass:
    """The inputs of one hop count.

    Args:
        hops, inputs, right: how many hops, how many inputs, how many answered right.
        margin: the smallest lead of the right answer's logit (negative where another token leads).
    """

    hops: int
    inputs: int
    right: int
    margin: float

    def with_lead(self, lead: float) -> HopClass:
        """The class with one input more, by the lead of its right answer."""
        lead = float("-inf") if lead != lead else lead  # not a number: no lead at all
        return HopClass(self.hops, self.inputs + 1, self.right + (lead > 0), min(self.margin, lead))


@dataclass(frozen=True)
class Verified:
    """What a model did on the inputs.

    Args:
        task, length, seed: what was drawn.
        classes: one for each hop count.
        seconds: of the model, without the drawing of inputs.
        model, dtype, device: what ran, and where.
    """

    task: str
    length: int
    seed: int
    classes: tuple[HopClass, ...]
    seconds: float
    model: str
    dtype: str
    device: str

    @property
    def inputs(self) -> int:
        return sum(part.inputs for part in self.classes)

    @property
    def right(self) -> int:
        return sum(part.right for part in self.classes)

    @property
    def margin(self) -> float:
        return min(part.margin for part in self.classes)

    @property
    def holds(self) -> bool:
        """Whether every answer is right and leads by as much as the weights are made for."""
        return self.right == self.inputs and self.margin >= ROUNDING * MARGIN


def verify(
    model: Any,
    count: int = RECIPE,
    *,
    length: int | None = None,
    hops: Iterable[int] | None = None,
    seed: int = 2026,
    batch: int = 1024,
) -> Verified:
    """Run the model on `count` inputs drawn by the recipe, in batches; its answer is the next token's argmax.

    Args:
        model: compiled; runs where it is.
        count: at least 1; default 45 600, the published test part.
        length: of the inputs, at most the model's n0 (the default).
        hops: default 1..4, or 1..layers if these are fewer (previous: the layers).
        seed: of the inputs.
        batch: inputs at once, at least 1.

    Raises:
        InvalidInput: an argument out of range, or a hop count that no input of this length has.

    Example:
        >>> from rope_theory.machines.compile import to_llama
        >>> verify(to_llama("number", layers=2), 40).holds
        True
    """
    import torch

    require_int("count", count, least=1)
    require_int("batch", batch, least=1)
    tokens = Tokens.of(model)
    length = require_int("length", tokens.length if length is None else length, least=2, most=tokens.length)
    layers = getattr(model.config, ENTRY)["layers"]
    kind = stack(tokens.task)
    hops = kind.hops(layers) if hops is None else tuple(hops)
    sizes = kind.sizes(tokens.vocabulary)
    drawn_from = kind.build(2, 1, **sizes).vocabulary
    require(set(drawn_from) == set(tokens.vocabulary), "model", "must have the recipe's vocabulary", sizes)
    device = next(model.parameters()).device
    stream = kind.draw(seed, count, length, hops, **sizes)
    tally = {h: HopClass(h, 0, 0, float("inf")) for h in hops}
    seconds = 0.0
    for _ in progress(range(0, count, batch), "sequences"):
        drawn = list(islice(stream, batch))
        ids = torch.tensor([[tokens.numbers[token] for token in sequence] for sequence, _, _ in drawn], device=device)
        right = torch.tensor([tokens.numbers[answer] for _, answer, _ in drawn], device=device)
        start = time.perf_counter()
        with torch.inference_mode():
            logits = model(input_ids=ids, use_cache=False, logits_to_keep=1).logits[:, -1].double()
        leads = lead(logits, right).tolist()
        seconds += time.perf_counter() - start
        for (_, _, found), value in zip(drawn, leads, strict=True):
            tally[found] = tally[found].with_lead(value)
    classes = tuple(tally[h] for h in sorted(tally) if tally[h].inputs)
    name, dtype = type(model).__name__, format_of(model)
    return Verified(tokens.task, length, seed, classes, seconds, name, dtype, str(device))


def lead(logits, right):
    """By how much the right token's logit leads all others: logits (inputs, vocabulary), right (inputs,)."""
    own = logits.gather(1, right[:, None])
    others = logits.scatter(1, right[:, None], float("-inf"))
    return own[:, 0] - others.max(-1).values
