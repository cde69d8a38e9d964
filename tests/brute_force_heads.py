"""Scores by swapping keys and running the model's own attention again: what `head_profile` is compared with."""

from __future__ import annotations

import itertools
import sys
from contextlib import contextmanager

import torch

from rope_theory.machines.profiles.model import no_cache


class _WithWideFloats:
    """torch, but float32 is float64: GPT-J and CodeGen compute their logits in float32 whatever the weights are."""

    float32 = torch.float64

    def __getattr__(self, name):
        return getattr(torch, name)


@contextmanager
def float64_attention(model):
    """The model's own attention with its softmax (and GPT-J's logits) in the precision of its weights."""
    softmax = torch.nn.functional.softmax
    module = sys.modules[type(getattr(model, "base_model", model)).__module__]
    kept = module.torch
    torch.nn.functional.softmax = lambda x, dim=-1, dtype=None, **_: softmax(x, dim=dim)
    if "gptj" in module.__name__ or "codegen" in module.__name__:
        module.torch = _WithWideFloats()
    try:
        yield
    finally:
        torch.nn.functional.softmax = softmax
        module.torch = kept


def calls_of(model, modules, ids):
    """(args, kwargs) with which each attention module runs on the input."""
    calls = {}
    handles = [
        module.register_forward_pre_hook(
            lambda m, args, kwargs, name=name: calls.__setitem__(name, (args, kwargs)), with_kwargs=True
        )
        for name, module in modules.items()
    ]
    with torch.no_grad():
        model(input_ids=ids, **no_cache(model))
    for handle in handles:
        handle.remove()
    return calls


def _swapped(module, projected, i, j):
    """The output of a projection with the keys of two positions exchanged, queries and values in place."""
    out = projected.clone()
    if hasattr(module, "k_proj"):
        out[:, [i, j]] = projected[:, [j, i]]
    elif hasattr(module, "query_key_value"):
        heads = projected.shape[-1] // (3 * module.head_size)
        parts = out.view(*out.shape[:2], heads, 3, module.head_size)
        parts[:, [i, j], :, 1] = projected.view_as(parts)[:, [j, i], :, 1]
    elif not hasattr(module, "config"):  # CodeGen: query, value, key in each of four parts
        parts = out.view(*out.shape[:2], 4, 3, -1)
        parts[:, [i, j], :, 2] = projected.view_as(parts)[:, [j, i], :, 2]
    else:
        start = module.config.num_attention_heads * module.head_dim
        keys = slice(start, start + module.config.num_key_value_heads * module.head_dim)
        out[:, [i, j], keys] = projected[:, [j, i], keys]
    return out


def _weights(module, call, swap=None):
    """(batch, heads, n, n): the module's attention weights, with the keys of two positions exchanged."""
    projection = next(getattr(module, n) for n in ("k_proj", "query_key_value", "qkv_proj") if hasattr(module, n))
    handle = None
    if swap is not None:
        handle = projection.register_forward_hook(lambda m, args, out: _swapped(module, out, *swap))
    with torch.no_grad():
        weights = module(*call[0], **call[1])[1]
    if handle is not None:
        handle.remove()
    return weights


def brute_force(module, call, position: int, tau: float, first: int = 0):
    """(2, batch, heads): both scores of the query at `position` (from 1), over swaps of positions first..position-2 (from 0)."""
    row = position - 1
    before = _weights(module, call)[:, :, row]
    apart, values = [], []
    for i, j in itertools.combinations(range(first, row), 2):
        after = _weights(module, call, (i, j))[:, :, row]
        cosine = torch.nn.functional.cosine_similarity
        values.append([cosine(after[..., [i, j]], before[..., order], dim=-1, eps=0) for order in ([i, j], [j, i])])
        apart.append((before[..., i] - before[..., j]).abs())
    alpha = (torch.stack(apart) / tau).softmax(0)
    return torch.stack([(alpha * torch.stack(side)).sum(0) for side in zip(*values, strict=True)])
