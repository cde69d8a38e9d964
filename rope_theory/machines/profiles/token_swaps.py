"""Scores where the tokens of the prompt change places and the model runs again, one pass for each swap.

In the first layer that is a swap of the contents at the head. In later layers it is not: each head then sees the hidden
states that the layers below make of the other prompt, its query's too.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from rope_theory.core.errors import require
from rope_theory.core.progress import callback
from rope_theory.laws.scores import arrays
from rope_theory.machines.profiles.hearing import watched


def token_scores(
    model: Any,
    modules: dict[str, Any],
    sample: list[int],
    positions: Sequence[int],
    firsts: Sequence[Sequence[int]],
    leave_out: Sequence[int],
    tau: float,
    eps: float | None,
    batch_size: int = 8,
) -> np.ndarray:
    """(layers, heads, queries, 2): s_POS and s_SYM of every head, with the swaps made in the prompt.

    Args:
        model: its body, in evaluation mode, with eager attention.
        modules: its attention layers.
        sample: token ids.
        positions: of the queries, 1-based.
        firsts: (layers, queries): the index (from 0) of the first key that each query sees.
        leave_out: positions, 1-based, that are not swapped and not seen.
        tau, eps: as for `swap_scores`.
        batch_size: prompts in one pass.

    Note:
        α is that of the unswapped prompt. A pair of weights that are both 0 in the model's format gets the cosine 0.
    """
    last = max(positions) - 1
    free = [j for j in range(last) if j + 1 not in leave_out]
    pairs = list(itertools.combinations(free, 2))
    before = [weights[0] for weights in _weights(model, modules, [sample])]
    taken = [
        [_taken(rows[:, p - 1], first, p, free) for p, first in zip(positions, its, strict=True)]
        for rows, its in zip(before, firsts, strict=True)
    ]
    sums = torch.zeros(3, len(before), before[0].shape[0], len(positions), dtype=torch.float64)
    with callback("swapped prompts") as report:
        for start in range(0, len(pairs), batch_size):
            some = pairs[start : start + batch_size]
            prompts = []
            for i, j in some:
                prompt = list(sample)
                prompt[i], prompt[j] = prompt[j], prompt[i]
                prompts.append(prompt)
            i, j = torch.tensor(some).T
            for layer, after in enumerate(_weights(model, modules, prompts)):
                for number, p in enumerate(positions):
                    D, largest = taken[layer][number]
                    known = D[:, i].isfinite() & D[:, j].isfinite()  # (heads, swaps)
                    share = (((D[:, i] - D[:, j]).abs() - largest[:, None]) / tau).exp().where(known, 0.0)
                    rows = after[torch.arange(len(some)), :, p - 1].transpose(0, 1)  # (heads, swaps, n)
                    moved = torch.stack((_at(rows, i), _at(rows, j)))
                    stood = torch.stack((D[:, i], D[:, j])).where(known, 0.0)
                    sums[0, layer, :, number] += share.sum(-1)
                    sums[1, layer, :, number] += (share * _cosine(moved, stood, eps)).sum(-1)
                    sums[2, layer, :, number] += (share * _cosine(moved, stood.flip(0), eps)).sum(-1)
            report(min(start + batch_size, len(pairs)), len(pairs))
    return (sums[1:] / sums[0]).clamp(max=1).permute(1, 2, 3, 0).numpy()


def _taken(row: Tensor, first: int, position: int, free: Sequence[int]) -> tuple[Tensor, Tensor]:
    """(heads, last): the weights of the earlier keys that are swapped, NaN elsewhere; and the largest difference of two.

    They are shares of what the query gives to keys that are not left out, its own among them.
    """
    swapped = [j for j in free if first <= j < position - 1]
    require(len(swapped) >= 2, "leave_out", "must leave each query two earlier positions", position)
    D = row.double()
    kept = D[:, swapped] / (D[:, swapped].sum(-1) + D[:, position - 1])[:, None]
    found = torch.full(row.shape, torch.nan, dtype=torch.float64)
    found[:, swapped] = kept
    return found, kept.amax(-1) - kept.amin(-1)


def _at(rows: Tensor, columns: Tensor) -> Tensor:
    """(heads, swaps): of each swap's own row the entry at its column."""
    return rows.gather(-1, columns.expand(len(rows), -1)[..., None])[..., 0].double()


def _cosine(a: Tensor, b: Tensor, eps: float | None) -> Tensor:
    """Of pairs (2, …); 0 where one of them is 0."""
    least = arrays.like(a, 1e-150 if eps is None else eps)  # its square is no subnormal
    return (a * b).sum(0) / (torch.maximum(a.norm(dim=0), least) * torch.maximum(b.norm(dim=0), least))


def _weights(model: Any, modules: dict[str, Any], prompts: list[list[int]]) -> list[Tensor]:
    """(prompts, heads, n, n) of each layer."""
    found: dict[str, Tensor] = {}

    def take(name, module, args, kwargs, output) -> None:
        found[name] = output[1]

    with watched(modules, take):
        model(input_ids=torch.tensor(prompts, device=next(model.parameters()).device), use_cache=False)
    return [found[name].cpu() for name in modules]
