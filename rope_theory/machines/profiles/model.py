"""`head_profile`: positional and symbolic scores of every head of a Hugging Face decoder with RoPE."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.progress import callback
from rope_theory.machines.profiles.attention import LayerInputs, attention_modules, body_of, layer_table, read_layer
from rope_theory.machines.profiles.result import HeadProfile
from rope_theory.machines.profiles.score_layer import Job, score_layer, seen_keys
from rope_theory.machines.profiles.token_swaps import token_scores
from rope_theory.models.config import RopeConfig

#: What changes places in a swap.
METHODS = ("contents", "tokens")


def head_profile(
    model: nn.Module,
    inputs,
    queries: int | Sequence[int] = -1,
    *,
    tau: float = 1e-4,
    eps: float | None = None,
    blocks: int | None = None,
    frequencies: bool = False,
    window: str = "refuse",
    check: bool = True,
    batch_size: int = 8,
    tolerance: float | None = None,
    leave_out: Sequence[int] = (),
    swap_method: str = "contents",
) -> HeadProfile:
    """s_POS and s_SYM of every head on every input, each head in isolation: hidden states and query stay fixed.

    One forward pass for each batch. In every layer the queries and keys before RoPE come from the layer's own
    projections and norms, window and layout from the layer table of its configuration, all contents are placed at all
    positions with the model's own rotary tables, and the scores follow in closed form (`rope_theory.laws.scores.swap_scores`, float64).

    Args:
        model: a Hugging Face decoder with RoPE: GPT-J, GPT-NeoX, Llama, Mistral, Gemma 2, Qwen2, Qwen3, Phi, or one
            whose layers use the same attribute names.
        inputs: token ids: tensor or array (samples, length), or a list of lists, which may differ in length. No padding.
        queries: positions of the queries, 1-based; negative ones count from the end, -1 is the last. Each needs at
            least two earlier positions.
        tau, eps: as for `swap_scores`, τ a number.
        blocks: score this many contiguous blocks in place of positions (U25), see `block_scores`.
        frequencies: score each RoPE plane alone too (costs about as many times more as there are planes; the logits of
            one plane are taken before a soft cap).
        window: what to do with a query beyond a layer's sliding window: "refuse", or "restrict" to the earlier positions
            that it sees.
        check: compare what was read with the attention weights that each layer returns (needs eager attention, which
            is switched on for the time). False: only classes known by name are taken, in any attention implementation.
        batch_size: samples in one forward pass.
        tolerance: None: all swaps are scored. A number, 0 <= tolerance < 1: swaps whose shares α sum to so much at most
            are left out of each score, and `HeadProfile.missing` says how much (`pruned_scores`: for long inputs).
            Without `eps`, `blocks` and `frequencies`.
        leave_out: positions, 1-based, that are not swapped, as if no query saw them: their weight is shared out over the
            rest (where they competed still, that would be a larger τ: new.sinks). For a prompt's first token, often
            a sink, (1,). They stay in the prompt.
        swap_method: "contents": two keys of the head change places, all else fixed (U25, U26). "tokens": two tokens of
            the prompt do, and the model runs again, once for each of n²/2 swaps; then later layers see other hidden
            states, and so does the query. The terms of the exclusion identity and the planes stay those of contents.
            Without `blocks` and `tolerance`, and with eager attention.

    Returns:
        a `HeadProfile` with arrays (layers, heads, samples, queries).

    Raises:
        InvalidInput: a query with fewer than two earlier positions, NaN logits, no RoPE, an attention class that is
            not understood, inputs that are no token ids.

    Note:
        In flight are the model's activations for one batch, and float64 logits of one layer: n² of one head, or about
        2^22 of several; with `tolerance` no n² of them.

    Source: U25, Section 3; U26, Section 4.

    Example:
        >>> from transformers import GPTJConfig, GPTJModel
        >>> config = GPTJConfig(vocab_size=9, n_embd=8, n_layer=2, n_head=2, rotary_dim=4, n_positions=16)
        >>> profile = head_profile(GPTJModel(config), [[1, 2, 3, 4], [5, 6, 7, 8]], queries=(3, -1))
        >>> profile.positional.shape
        (2, 2, 2, 2)
    """
    require(window in ("refuse", "restrict"), "window", 'must be "refuse" or "restrict"', window)
    require(not hasattr(tau, "__len__"), "tau", "must be a number", tau)
    alone = eps is None and blocks is None and not frequencies
    require(tolerance is None or alone, "tolerance", "must be None with eps, blocks or frequencies", tolerance)
    require(swap_method in METHODS, "swap_method", f"must be one of {', '.join(METHODS)}", swap_method)
    tokens = swap_method == "tokens"
    plain = blocks is None and tolerance is None and check
    require(
        not tokens or plain, "swap_method", "must be contents with blocks or tolerance, or without check", swap_method
    )
    left = tuple(sorted({require_int("leave_out", position, least=1, most=1 << 30) for position in leave_out}))
    samples = token_ids(inputs, _vocabulary(model))
    asked = np.array([positions(queries, len(sample)) for sample in samples])
    modules = attention_modules(model)
    _check_lengths(samples, modules)
    job = Job(tau, eps, blocks, frequencies, check, window == "restrict", tolerance, left)
    groups = list(_batches(samples, require_int("batch_size", batch_size, least=1)))
    table = layer_table(model)
    profile = HeadProfile(list(modules), asked, tau, eps, blocks, type(model).__name__, table,
                          leave_out=left, swap_method=swap_method)  # fmt: skip
    device, body = next(model.parameters()).device, body_of(model)
    with callback("head scores") as report, ready(model, check):
        for number, group in enumerate(groups):
            done: list[str] = []
            seen: list[list[list[int]]] = []

            def take(layer: LayerInputs, number=number, group=group, done=done, seen=seen) -> None:
                require(layer.name not in done, "model", "must run each attention layer once", layer.name)
                done.append(layer.name)
                profile.put(layer.name, group, score_layer(layer, asked[group[0]], job))
                profile.put_tables(layer)
                seen.append([seen_keys(layer, int(p), job).tolist() for p in asked[group[0]]])
                report(number * len(modules) + len(done), len(groups) * len(modules))

            with _reading(modules, take, table):
                body(input_ids=torch.tensor([samples[i] for i in group], device=device), **no_cache(body))
            idle = sorted(set(modules) - set(done))
            require(not idle, "model", "must run every attention layer on the inputs", idle)
            for i in group if tokens else ():
                ran = {name: modules[name] for name in done}
                scores = token_scores(
                    body, ran, samples[i], asked[i].tolist(), seen, tau, eps, batch_size, **no_cache(body)
                )
                for name, of_layer in zip(ran, scores, strict=True):
                    profile.put(name, [i], {"scores": of_layer[None]})
    return profile


def no_cache(body: Any) -> dict[str, bool]:
    """Arguments of a forward pass that keeps no keys; encoders take none."""
    return (
        {"use_cache": False} if {"use_cache", "past_key_values"} & {*inspect.signature(body.forward).parameters} else {}
    )


def token_ids(inputs, vocabulary: int | None = None) -> list[list[int]]:
    """Token ids as lists, one for each sample.

    Args:
        inputs: see `head_profile`.
        vocabulary: number of tokens; ids must be smaller. None: not checked.

    Raises:
        InvalidInput: anything else.
    """
    rule = "must be token ids: (samples, length), or a list of lists of integers"
    try:
        samples = [list(s.tolist() if hasattr(s, "tolist") else s) for s in inputs]
    except TypeError:
        raise InvalidInput("inputs", rule, type(inputs).__name__) from None
    require(len(samples) > 0, "inputs", "must not be empty", samples)
    for sample in samples:
        for i in sample:
            require(isinstance(i, int) and not isinstance(i, bool), "inputs", rule, i)
            require(
                0 <= i and (vocabulary is None or i < vocabulary),
                "inputs",
                f"must be ids 0..{(vocabulary or 0) - 1}",
                i,
            )
    return samples


def _check_lengths(samples: list[list[int]], modules: dict[str, nn.Module]) -> None:
    """Layers with a table of positions (GPT-J) end where it ends; others compute any position."""
    longest = max(map(len, samples))
    for module in modules.values():
        table = getattr(module, "embed_positions", None)
        if isinstance(table, torch.Tensor):
            require(
                longest <= len(table), "inputs", f"must be at most {len(table)} tokens long for this model", longest
            )


def _vocabulary(model: Any) -> int | None:
    try:
        return getattr(model.get_input_embeddings(), "num_embeddings", None)
    except (AttributeError, NotImplementedError):
        return None


def positions(queries, length: int) -> list[int]:
    """1-based positions of the queries in an input of this length.

    Example:
        >>> positions((3, -1), 9)
        [3, 9]
    """
    try:
        wanted = [queries] if hasattr(queries, "__index__") else list(queries)
    except TypeError:
        raise InvalidInput("queries", "must be a position or a sequence of positions", queries) from None
    require(len(wanted) > 0, "queries", "must not be empty", queries)
    found = []
    for query in wanted:
        given = require_int("queries", query)
        position = length + 1 + given if given < 0 else given
        require(1 <= position <= length, "queries", f"must be within 1..{length}, or -{length}..-1 from the end", given)
        require(position >= 3, "queries", "must have at least two earlier positions", given)
        found.append(position)
    return found


def _batches(samples, size: int) -> Iterator[list[int]]:
    """Indices of samples of one length, at most `size` together."""
    alike: dict[int, list[int]] = {}
    for index, sample in enumerate(samples):
        alike.setdefault(len(sample), []).append(index)
    for group in alike.values():
        for first in range(0, len(group), size):
            yield group[first : first + size]


@contextlib.contextmanager
def _reading(modules: dict[str, nn.Module], take, table: RopeConfig | None):
    """While open, `take` gets the inputs of each attention layer that runs."""

    def hook(name):
        return lambda module, args, kwargs, output: take(read_layer(name, module, args, kwargs, output, table))

    handles = [module.register_forward_hook(hook(name), with_kwargs=True) for name, module in modules.items()]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


@contextlib.contextmanager
def ready(model: Any, eager: bool):
    """Evaluation mode, no gradients, eager attention if asked for; everything as it was afterwards."""
    training = [module for module in model.modules() if module.training]
    before = getattr(getattr(model, "config", None), "_attn_implementation", None)
    switch = eager and before not in (None, "eager") and hasattr(model, "set_attn_implementation")
    if training:
        model.eval()
    if switch:
        model.set_attn_implementation("eager")
    try:
        with torch.no_grad():
            yield
    finally:
        if switch:
            model.set_attn_implementation(before)
        for module in training:
            module.training = True
