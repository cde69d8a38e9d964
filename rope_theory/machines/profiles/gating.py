"""Frequency gating: chosen planes of a loaded model stop turning, and what that does to its loss and to induction.

A frozen plane keeps its contents: its queries and keys meet as if all stood at one position. The weights stay as they
are. So this asks whether the model uses the turning of those planes, on the inputs at hand; nothing is learnt anew.
"""

from __future__ import annotations

import contextlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.machines.profiles.hearing import attention_modules

#: Random tokens of one copy, and how many sequences, for induction.
COPY, SEQUENCES = 50, 8


@dataclass(frozen=True)
class Gate:
    """Which planes stop turning, in every layer.

    Args:
        kind: "fastest", "slowest": so many planes by their frequency in that layer; "planes": those numbers.
        numbers: one number of planes; or the planes' own numbers, from 0, in the order of the rotary table.
    """

    kind: str
    numbers: tuple[int, ...]

    def planes(self, frequencies: np.ndarray) -> list[int]:
        """The numbers of the planes that it freezes.

        Args:
            frequencies: (planes,) radians per position.

        Raises:
            InvalidInput: there are not so many.

        Example:
            >>> Gate("fastest", (2,)).planes(np.array([1.0, 0.1, 0.5]))
            [0, 2]
        """
        count = len(frequencies)
        if self.kind == "planes":
            require(max(self.numbers) < count, "gate", f"must name planes 0..{count - 1}", max(self.numbers))
            return sorted(self.numbers)
        require(
            self.numbers[0] <= count, "gate", f"must freeze at most the {count} planes that there are", self.numbers[0]
        )
        order = np.argsort(-abs(frequencies), kind="stable")
        order = order if self.kind == "fastest" else order[::-1]
        return sorted(int(plane) for plane in order[: self.numbers[0]])


def read_gate(text: str) -> Gate:
    """A gate as the command line has it.

    Raises:
        InvalidInput: it is not of one of the three forms.

    Example:
        >>> read_gate("fastest:4"), read_gate("planes:0,5")
        (Gate(kind='fastest', numbers=(4,)), Gate(kind='planes', numbers=(0, 5)))
    """
    rule = "must be fastest:N, slowest:N or planes:K,K,… (N from 1, K from 0)"
    found = re.fullmatch(r"(fastest|slowest):([1-9]\d{0,4})|(planes):(\d{1,4}(?:,\d{1,4})*)", text)
    if found is None:
        raise InvalidInput("gate", rule, text)
    if found[1]:
        return Gate(found[1], (int(found[2]),))
    return Gate("planes", tuple(sorted({int(each) for each in found[4].split(",")})))


@contextlib.contextmanager
def gated(model: Any, gate: Gate | None) -> Iterator[None]:
    """While open, the gate's planes do not turn: their cosine is the table's own radius (1, or a factor), their sine 0.

    Args:
        model: as for `head_profile`: each attention layer is given a table of cosines and sines, or holds one (GPT-J).
        gate: None: every plane turns.

    Raises:
        InvalidInput: a layer with neither, when it runs; more planes than there are.
    """
    if gate is None:
        yield
        return
    modules: dict[str, Any] = dict(attention_modules(model))
    held = {module: module.embed_positions for module in modules.values() if _holds(module)}
    handles = []
    try:
        for module in modules.values():
            if module in held:
                sines, cosines = held[module].chunk(2, -1)
                cosines, sines = _frozen(cosines, sines, gate, 1)
                module.embed_positions = torch.cat((sines, cosines), -1)
            else:
                handles.append(module.register_forward_pre_hook(_freezing(gate), with_kwargs=True))
        yield
    finally:
        for handle in handles:
            handle.remove()
        for module, table in held.items():
            module.embed_positions = table


def _holds(module: Any) -> bool:
    return isinstance(getattr(module, "embed_positions", None), Tensor)


def _freezing(gate: Gate):
    def hook(module, args, kwargs):
        names = list(inspect.signature(type(module).forward).parameters)[1:]
        place = names.index("position_embeddings") if "position_embeddings" in names else None
        by_position = place is not None and place < len(args)
        tables = args[place] if by_position else kwargs.get("position_embeddings")
        good = isinstance(tables, tuple) and len(tables) == 2 and all(isinstance(each, Tensor) for each in tables)
        require(good, "model", "must give its attention layers cosines and sines to be gated", type(module).__name__)
        frozen = _frozen(*tables, gate, None)
        if by_position:
            return (*args[:place], frozen, *args[place + 1 :]), kwargs
        return args, {**kwargs, "position_embeddings": frozen}

    return hook


def _frozen(cosines: Tensor, sines: Tensor, gate: Gate, columns: int | None) -> tuple[Tensor, Tensor]:
    """The tables with the gate's planes at angle 0.

    Args:
        cosines, sines: (…, n, columns).
        columns: of one plane: 1; or None: two, in halves or side by side.
    """
    width, table = cosines.shape[-1], cosines.reshape(-1, *cosines.shape[-2:])[0]
    if columns == 1:
        owner = list(range(width))
    elif torch.equal(table[:, : width // 2], table[:, width // 2 :]):
        owner = [*range(width // 2)] * 2
    else:
        rule = "must have rotary tables that hold each plane twice"
        require(torch.equal(table[:, ::2], table[:, 1::2]), "model", rule, tuple(cosines.shape))
        owner = [k // 2 for k in range(width)]
    first = [owner.index(plane) for plane in range(max(owner) + 1)]
    sine = sines.reshape(-1, *sines.shape[-2:])[0]
    angles = np.unwrap(
        np.arctan2(sine[:, first].double().cpu().numpy(), table[:, first].double().cpu().numpy()), axis=0
    )
    chosen = gate.planes((angles[-1] - angles[0]) / max(1, len(angles) - 1))
    at = [column for column, plane in enumerate(owner) if plane in chosen]
    cosines, sines = cosines.clone(), sines.clone()
    cosines[..., at] = torch.hypot(cosines[..., at].float(), sines[..., at].float()).to(cosines.dtype)
    sines[..., at] = 0
    return cosines, sines


@dataclass(frozen=True)
class Effect:
    """What a model does: a loss on texts, and induction.

    Args:
        loss: nats per predicted token of the inputs, mean over all.
        induction: accuracy on the second copy of random tokens, its first token left out.
        first_copy, second_copy: nats per token on the two copies.
    """

    loss: float
    induction: float
    first_copy: float
    second_copy: float


def effect(model: Any, inputs: list[list[int]], start: list[int] | None = None, seed: int = 0) -> Effect:
    """Loss on the inputs, and induction on random tokens that are repeated.

    Args:
        model: a causal language model.
        inputs: token ids, at least two in each.
        start: tokens that the model expects first, e.g. that of the beginning of a text.
        seed: of the random tokens: `SEQUENCES` times `COPY` tokens of the vocabulary, special ones of the
            configuration left out, each sequence twice in a row.
    """
    losses = [_losses(model, [each])[0].flatten() for each in inputs]
    copies = _repeated(model, start or [], require_int("seed", seed, least=0))
    nats, right = (torch.cat(side) for side in zip(*(_losses(model, [each]) for each in copies), strict=True))
    skip = max(0, len(start or []) - 1)
    first, second = slice(skip, len(copies[0]) - 1 - COPY), slice(-COPY + 1, None)
    return Effect(
        float(torch.cat(losses).mean()),
        float(right[:, second].double().mean()),
        float(nats[:, first].mean()),
        float(nats[:, second].mean()),
    )


def _repeated(model: Any, start: list[int], seed: int) -> list[list[int]]:
    config = model.config
    special = {getattr(config, f"{name}_token_id", None) for name in ("bos", "eos", "pad")}
    allowed = np.array([k for k in range(config.vocab_size) if k not in special])
    drawn = np.random.default_rng(seed).choice(allowed, (SEQUENCES, COPY))
    return [[*start, *row, *row] for row in drawn.tolist()]


def _losses(model: Any, samples: list[list[int]]) -> tuple[Tensor, Tensor]:
    """(samples, n - 1): nats of each token given those before, and whether it was the likeliest."""
    ids = torch.tensor(samples, device=next(model.parameters()).device)
    require(ids.shape[-1] >= 2, "inputs", "must have at least two tokens each", ids.shape[-1])
    with torch.no_grad():
        logits = model(input_ids=ids, use_cache=False).logits[:, :-1].float()
    wanted = ids[:, 1:]
    nats = -logits.log_softmax(-1).gather(-1, wanted[..., None])[..., 0]
    return nats.double(), logits.argmax(-1) == wanted
