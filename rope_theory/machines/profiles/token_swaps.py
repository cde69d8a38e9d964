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

from rope_theory.core.progress import callback
from rope_theory.laws.scores import arrays
from rope_theory.machines.profiles.attention import heard


def token_scores(
    model: Any,
    modules: dict[str, Any],
    sample: list[int],
    positions: Sequence[int],
    seen: Sequence[Sequence[Sequence[int]]],
    tau: float,
    eps: float | None,
    batch_size: int = 8,
    **options: Any,
) -> np.ndarray:
    """(layers, heads, queries, 2): s_POS and s_SYM of every head, with the swaps made in the prompt.

    Args:
        model: its body, in evaluation mode, with eager attention.
        modules: its attention layers.
        sample: token ids.
        positions: of the queries, 1-based.
        seen: (layers, queries): indices (from 0) of the keys that each query sees and that are not left out, its own last.
        tau, eps: as for `swap_scores`.
        batch_size: prompts in one pass.
        options: what else the model is called with.

    Note:
        α is that of the unswapped prompt. A pair of weights that are both 0 in the model's format gets the cosine 0.
    """
    pairs = list(itertools.combinations(sorted({j for its in seen for keys in its for j in keys[:-1]}), 2))
    before = [weights[0] for weights in _weights(model, modules, [sample], options)]
    taken = [
        [_taken(rows[:, p - 1], keys) for p, keys in zip(positions, its, strict=True)]
        for rows, its in zip(before, seen, strict=True)
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
            for layer, after in enumerate(_weights(model, modules, prompts, options)):
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


def _taken(row: Tensor, keys: Sequence[int]) -> tuple[Tensor, Tensor]:
    """(heads, n): the weights of the keys that are swapped, NaN elsewhere; and the largest difference of two.

    They are shares of what the query does not give to keys that are left out.
    """
    swapped, D = list(keys[:-1]), row.double()
    left = [j for j in range(row.shape[-1]) if j not in keys]
    kept = D[:, swapped] / (1 - D[:, left].sum(-1))[:, None]
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


def _weights(model: Any, modules: dict[str, Any], prompts: list[list[int]], options: dict[str, Any]) -> list[Tensor]:
    """(prompts, heads, n, n) of each layer."""
    found: dict[str, Tensor] = {}

    def hook(name):
        def take(module, args, kwargs, output):
            given = output[1] if isinstance(output, tuple) and len(output) > 1 else None
            good = isinstance(given, Tensor) and given.ndim == 4
            found[name] = given if good else heard(module, args, kwargs, whole=True).weights

        return take

    handles = [module.register_forward_hook(hook(name), with_kwargs=True) for name, module in modules.items()]
    try:
        model(input_ids=torch.tensor(prompts, device=next(model.parameters()).device), **options)
    finally:
        for handle in handles:
            handle.remove()
    return [found[name].cpu() for name in modules]
