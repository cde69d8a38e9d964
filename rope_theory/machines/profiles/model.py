"""`head_profile`: positional and symbolic scores of every head of a Hugging Face decoder with RoPE."""

from __future__ import annotations

import contextlib
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.progress import callback
from rope_theory.machines.profiles.attention import LayerInputs, layer_table, read_layer
from rope_theory.machines.profiles.handing import handed_over
from rope_theory.machines.profiles.hearing import attention_modules, body_of, watched
from rope_theory.machines.profiles.result import HeadProfile
from rope_theory.machines.profiles.score_layer import Job, first_key, score_layer
from rope_theory.machines.profiles.token_swaps import token_scores

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
    tokenizer: Any = None,
    layers: Sequence[int] | None = None,
    heads: Sequence[int] | None = None,
) -> HeadProfile:
    """s_POS and s_SYM of every head on every input, each head in isolation: hidden states and query stay fixed.

    One forward pass for each batch. Queries and keys of every layer are those that it gives its attention function,
    turned back by its own rotary table; all contents are placed at all positions with that table, and the scores follow
    in closed form (`rope_theory.laws.scores.swap_scores`, float64). That a key is one token's content turned by its
    position is checked at every layer, see `rope_theory.machines.profiles.attention`.

    Args:
        model: a Hugging Face model with RoPE whose layers call transformers' attention interface, or GPT-J: see
            docs/profiled.md for the types and what is refused. Of a model of several parts, its language model.
        inputs: token ids: tensor or array (samples, length), or a list of lists, which may differ in length; what a
            tokenizer returns (`BatchEncoding`), whose padding is left out; or a text or a list of texts.
        queries: positions of the queries, 1-based; negative ones count from the end, -1 is the last. Each needs at
            least two earlier positions. In an encoder a query also sees the keys after it, and they are swapped, too.
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
        tokenizer: of transformers, for texts.
        layers: numbers of the attention layers to score, from 0 in the order of the model. None: all.
        heads: numbers of the heads to score in each of them, from 0. None: all.

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
        >>> head_profile(GPTJModel(config), {"input_ids": [[1, 2, 3, 4]]}, layers=[1], heads=[0]).numbers
        [1]
    """
    plan = _plan(model, inputs, queries, tau, eps, blocks, frequencies, window, check, batch_size, tolerance, leave_out,
                 swap_method, tokenizer, layers, heads)  # fmt: skip
    profile = plan.profile(list(plan.modules), list(range(len(plan.samples))))

    def put(layer: LayerInputs, group: list[int], arrays: dict[str, np.ndarray]) -> None:
        profile.put(layer.name, group, arrays)
        profile.put_tables(layer)

    plan.run(put, lambda name, sample, scores: profile.put(name, [sample], {"scores": scores[None]}))
    return profile


def stream_profile(
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
    tokenizer: Any = None,
    layers: Sequence[int] | None = None,
    heads: Sequence[int] | None = None,
) -> Iterator[HeadProfile]:
    """`head_profile` layer by layer: a profile of one layer on the samples of one batch, as soon as the pass is there.

    The pass waits in another thread while a layer is looked at, and nothing of a layer is kept once it was given.

    Args:
        model, inputs, queries, tau, eps, blocks, frequencies, window, check, batch_size, tolerance, leave_out, tokenizer,
            layers, heads: as for `head_profile`.

    Yields:
        `HeadProfile`s: `numbers` has the layer's number, `samples` those of the samples (of one length).

    Raises:
        InvalidInput: as `head_profile`; what concerns arguments, before the first layer.

    Example:
        >>> from transformers import GPTJConfig, GPTJModel
        >>> config = GPTJConfig(vocab_size=9, n_embd=8, n_layer=2, n_head=2, rotary_dim=4, n_positions=16)
        >>> [each.numbers for each in stream_profile(GPTJModel(config), [[1, 2, 3, 4], [5, 6, 7, 8]])]
        [[0], [1]]
    """
    plan = _plan(model, inputs, queries, tau, eps, blocks, frequencies, window, check, batch_size, tolerance, leave_out,
                 "contents", tokenizer, layers, heads)  # fmt: skip

    def work(give: Callable[[HeadProfile], None]) -> None:
        def put(layer: LayerInputs, group: list[int], arrays: dict[str, np.ndarray]) -> None:
            part = plan.profile([layer.name], group)
            part.put(layer.name, list(range(len(group))), arrays)
            part.put_tables(layer)
            give(part)

        plan.run(put)

    return handed_over(work)


@dataclass(frozen=True)
class _Plan:
    """What `head_profile` is about to do, its arguments checked.

    Args:
        numbers: of the layers by their names.
        swap_method: see `METHODS`.
    """

    model: Any
    samples: list[list[int]]
    asked: np.ndarray
    modules: dict[str, nn.Module]
    numbers: dict[str, int]
    job: Job
    groups: list[list[int]]
    swap_method: str
    batch_size: int

    def profile(self, names: list[str], samples: list[int]) -> HeadProfile:
        """An empty profile of some layers and samples."""
        job = self.job
        return HeadProfile(
            names, self.asked[samples], job.tau, job.eps, job.blocks, type(self.model).__name__, layer_table(self.model),
            job.leave_out, self.swap_method, [self.numbers[name] for name in names], list(job.heads or ()), samples,
        )  # fmt: skip

    def run(self, put: Callable, put_tokens: Callable | None = None) -> None:
        """Call `put(layer, samples, arrays)` for each layer of each batch, `put_tokens(name, sample, scores)` where
        tokens are swapped.
        """
        modules, job, total = self.modules, self.job, len(self.groups) * len(self.modules)
        table, body = layer_table(self.model), body_of(self.model)
        device = next(self.model.parameters()).device
        with callback("head scores") as report, ready(self.model, job.check):
            for number, group in enumerate(self.groups):
                done: list[str] = []
                firsts: list[list[int]] = []

                def take(
                    name, module, args, kwargs, output, number=number, group=group, done=done, firsts=firsts
                ) -> None:
                    layer = read_layer(name, module, args, kwargs, output, table)
                    require(layer.name not in done, "model", "must run each attention layer once", layer.name)
                    done.append(layer.name)
                    asked = self.asked[group[0]]
                    put(layer, group, score_layer(layer, asked, job))
                    if self.swap_method == "tokens":
                        firsts.append([first_key(layer, int(p), job) for p in asked])
                    report(number * len(modules) + len(done), total)

                with watched(modules, take):
                    ids = torch.tensor([self.samples[i] for i in group], device=device)
                    body(input_ids=ids, **no_cache(body))
                idle = sorted(set(modules) - set(done))
                require(not idle, "model", "must run every attention layer on the inputs", idle)
                if put_tokens is None or self.swap_method != "tokens":
                    continue
                for i in group:
                    ran = {name: modules[name] for name in done}
                    scores = token_scores(body, ran, self.samples[i], self.asked[i].tolist(), firsts, job.leave_out,
                                          job.tau, job.eps, self.batch_size)  # fmt: skip
                    for name, of_layer in zip(ran, scores, strict=True):
                        put_tokens(name, i, of_layer if job.heads is None else of_layer[list(job.heads)])


def _plan(model, inputs, queries, tau, eps, blocks, frequencies, window, check, batch_size, tolerance, leave_out,
          swap_method, tokenizer, layers, heads) -> _Plan:  # fmt: skip
    require(window in ("refuse", "restrict"), "window", 'must be "refuse" or "restrict"', window)
    require(not hasattr(tau, "__len__"), "tau", "must be a number", tau)
    alone = eps is None and blocks is None and not frequencies
    require(tolerance is None or alone, "tolerance", "must be None with eps, blocks or frequencies", tolerance)
    require(swap_method in METHODS, "swap_method", f"must be one of {', '.join(METHODS)}", swap_method)
    plain = blocks is None and tolerance is None and check
    rule = "must be contents with blocks or tolerance, or without check"
    require(swap_method != "tokens" or plain, "swap_method", rule, swap_method)
    left = tuple(sorted({require_int("leave_out", position, least=1, most=1 << 30) for position in leave_out}))
    samples = token_ids(as_ids(inputs, tokenizer), _vocabulary(model))
    asked = np.array([positions(queries, len(sample)) for sample in samples])
    every = attention_modules(model)
    chosen = _chosen("layers", layers, len(every))
    names = [name for number, name in enumerate(every) if chosen is None or number in chosen]
    modules = {name: every[name] for name in names}
    _check_lengths(samples, every)
    job = Job(tau, eps, blocks, frequencies, check, window == "restrict", tolerance, left, _chosen("heads", heads))
    size = require_int("batch_size", batch_size, least=1)
    numbers = {name: number for number, name in enumerate(every)}
    return _Plan(model, samples, asked, modules, numbers, job, list(_batches(samples, size)), swap_method, size)


def _chosen(argument: str, given: Sequence[int] | None, count: int = 1 << 20) -> tuple[int, ...] | None:
    """Numbers of layers or heads, in order; None: all."""
    if given is None:
        return None
    rule = "must be None or numbers from 0, at least one"
    require(isinstance(given, Iterable) and not isinstance(given, str), argument, rule, given)
    found = tuple(sorted({require_int(argument, number, least=0, most=count - 1) for number in given}))
    require(len(found) > 0, argument, rule, given)
    return found


def no_cache(body: Any) -> dict[str, bool]:
    """Arguments of a forward pass that keeps no keys; encoders take none."""
    taken = inspect.signature(body.forward).parameters
    return {"use_cache": False} if "use_cache" in taken or "past_key_values" in taken else {}


def as_ids(inputs: Any, tokenizer: Any = None) -> Any:
    """Texts and tokenizers' answers as token ids; anything else as it is.

    Args:
        inputs: see `head_profile`.
        tokenizer: of transformers; needed for texts.

    Raises:
        InvalidInput: texts without a tokenizer, a mask that leaves out tokens between others.

    Example:
        >>> as_ids({"input_ids": [[0, 5, 6], [7, 8, 9]], "attention_mask": [[0, 1, 1], [1, 1, 1]]})
        [[5, 6], [7, 8, 9]]
    """
    texts = [inputs] if isinstance(inputs, str) else inputs
    if isinstance(texts, list | tuple) and texts and all(isinstance(each, str) for each in texts):
        require(tokenizer is not None, "inputs", "must be token ids, or text with its tokenizer", "text")
        return [list(tokenizer(each)["input_ids"]) for each in texts]
    if not isinstance(inputs, Mapping):
        return inputs
    require("input_ids" in inputs, "inputs", "must hold input_ids", ", ".join(map(str, inputs)))
    ids, mask = (_rows(inputs.get(key)) for key in ("input_ids", "attention_mask"))
    if mask is None:
        return ids
    rule = "must have an attention_mask of 0 and 1 like input_ids, its ones together"
    fits = len(ids) == len(mask) and [*map(len, ids)] == [*map(len, mask)]
    require(fits and all(re.fullmatch("0*1*0*", "".join(map(str, row))) for row in mask), "inputs", rule, "another")
    return [[i for i, kept in zip(row, its, strict=True) if kept] for row, its in zip(ids, mask, strict=True)]


def _rows(given: Any) -> Any:
    """Lists of a tensor, an array, one list or several."""
    if given is None:
        return None
    rows = given.tolist() if hasattr(given, "tolist") else list(given)
    return [rows] if rows and not isinstance(rows[0], list) else rows


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
        require(
            position >= 3,
            "queries",
            "must have at least two earlier positions, so an input three tokens or more",
            given,
        )
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
