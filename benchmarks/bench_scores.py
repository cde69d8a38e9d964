"""Scores of all heads of a 12-layer, one-head, width-128 GPT-J beside swapping keys and attending again.

The other side swaps the keys' contents before RoPE for every pair of earlier positions, turns them, and computes the
last query's attention anew, all swaps of a layer in large batches: the published measure as it is defined, without
Python loops over swaps. Both sides start with the same float32 forward pass.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator

import numpy as np
import torch
from transformers import GPTJConfig, GPTJModel

from rope_theory.core.rope import turn
from rope_theory.laws.scores import content_logits, exclusion_terms_of_product, pruned_scores, swap_scores
from rope_theory.laws.scores.swaps import PRECISIONS
from rope_theory.machines.profiles import head_profile
from rope_theory.machines.profiles.attention import read_layer
from rope_theory.machines.profiles.hearing import attention_modules

LAYERS, WIDTH, TAU = 12, 128, 1e-4
ROPE = 10000.0 ** (-np.arange(0, WIDTH, 2) / WIDTH)
#: Pairs (checkpoint, sample) of one model: 6000 steps, scored every 100 (our assumption), on the validation part of the
#: published set, 0.5 % of 480 000 (known; that all of it is scored is our assumption), 17 tokens each.
CHECKPOINTS, SAMPLES, TOKENS = 60, 2400, 17
PUBLISHED_HOURS = 5 + 8.5


def model() -> GPTJModel:
    torch.manual_seed(0)
    config = GPTJConfig(vocab_size=128, n_embd=WIDTH, n_layer=LAYERS, n_head=1, rotary_dim=WIDTH, n_positions=256,
                        bos_token_id=0, eos_token_id=0)  # fmt: skip
    made = GPTJModel(config).eval()
    with torch.no_grad():
        for name, weight in made.named_parameters():
            if "q_proj" in name or "k_proj" in name:  # as made, attention is all but uniform
                weight.mul_(6)
    return made


def by_swapping(net: GPTJModel, ids: torch.Tensor, dtype: torch.dtype, together: int = 64) -> torch.Tensor:
    """(2, layers): scores of one sample, by the definition; logits and weights in `dtype`, weights of swaps in float64."""
    layers, found = [], []
    handles = [
        module.register_forward_hook(
            lambda m, args, kwargs, out, name=name: layers.append(read_layer(name, m, args, kwargs, out)),
            with_kwargs=True,
        )
        for name, module in attention_modules(net).items()
    ]
    with torch.no_grad():
        net(input_ids=ids, use_cache=False)
        for layer in layers:
            found.append(_swap_layer(layer, dtype, together))
    for handle in handles:
        handle.remove()
    return torch.stack(found, 1)


def _swap_layer(layer, dtype: torch.dtype, together: int) -> torch.Tensor:
    keys, cosines, sines = layer.keys[0, 0].to(dtype), layer.cosines.to(dtype), layer.sines.to(dtype)
    n = len(keys)
    query = turn(layer.queries[0, 0, -1:].to(dtype), cosines[-1:], sines[-1:])[0]

    def weights(contents):  # (swaps, n) indices of contents -> (swaps, n) attention weights
        return (layer.scale * (turn(keys[contents], cosines, sines) @ query)).softmax(-1)

    before = weights(torch.arange(n)[None])[0].double()
    swaps = torch.tensor(list(itertools.combinations(range(n - 1), 2)))
    values = []
    for part in swaps.split(together):
        contents = torch.arange(n).repeat(len(part), 1)
        rows = torch.arange(len(part))[:, None]
        contents[rows, part] = part.flip(1)
        after = weights(contents)[rows, part].double()
        values.append(
            torch.stack(
                [torch.cosine_similarity(after, before[order], dim=-1, eps=0) for order in (part, part.flip(1))]
            )
        )
    alpha = ((before[swaps[:, 0]] - before[swaps[:, 1]]).abs() / TAU).softmax(0)
    return torch.cat(values, 1) @ alpha


def _seconds(work, repeat: int) -> float:
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def at_length(lengths: tuple[int, ...] = (2048, 4096, 8192)) -> Iterator[tuple[str, float, str]]:
    """Processor time of one head, for each length; see `_one_head`."""
    for n in lengths:
        for what, value, unit in _one_head(n):
            yield f"length {n}: {what}", value, unit


def _one_head(n: int) -> Iterator[tuple[str, float, str]]:
    """All swaps in both precisions, and the same without the swaps that carry next to nothing."""
    generator = np.random.default_rng(0)
    keys, query, angles = generator.normal(size=(n, WIDTH)), generator.normal(size=WIDTH), np.arange(n)[:, None] * ROPE
    tables, scale = (np.cos(angles), np.sin(angles)), WIDTH**-0.5
    C, own = content_logits(query, keys, *tables, scale=scale)
    for precision in PRECISIONS:
        given = np.ascontiguousarray(C.astype(precision))
        each = processor_seconds(lambda given=given, p=precision: swap_scores(given, own, precision=p))
        yield f"all swaps, {precision}", 1e3 * each, "ms of processor time"
    for spread in (1.0, 0.1):
        given = spread * query, keys, *tables
        missing = float(pruned_scores(*given, scale=scale).missing)
        each = processor_seconds(lambda given=given: pruned_scores(*given, scale=scale))
        yield f"pruned, logits of spread {spread:g}", 1e3 * each, "ms of processor time"
        yield f"pruned, logits of spread {spread:g}: share left out", 1e9 * missing, "e-9"
    terms = processor_seconds(lambda: exclusion_terms_of_product(keys, keys))
    yield "terms of the exclusion identity", 1e3 * terms, "ms of processor time"


def processor_seconds(work, repeat: int = 3) -> float:
    """Median processor time."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return sorted(times)[repeat // 2]


def beside_the_forward_pass(net: GPTJModel, ids: torch.Tensor, repeat: int = 9) -> float:
    """How many times the processor time of a forward pass a profile takes, the pass included; alternating, medians."""
    with torch.no_grad():
        ratios = [
            processor_seconds(lambda: head_profile(net, ids), 1)
            / processor_seconds(lambda: net(input_ids=ids, use_cache=False), 1)
            for _ in range(repeat)
        ]
    return sorted(ratios)[repeat // 2]


def measure() -> Iterator[tuple[str, float, str]]:
    """(what, value, unit) for `python -m benchmarks scores`."""
    yield from at_length()
    net = model()
    for length in (65, 129):
        ids = torch.randint(0, 128, (1, length), generator=torch.Generator().manual_seed(length))
        head_profile(net, ids)  # imports and caches out of the way
        ours = _seconds(lambda ids=ids: head_profile(net, ids), 10)
        theirs = _seconds(lambda ids=ids: by_swapping(net, ids, torch.float32), 1)
        yield f"length {length}: a profile beside the forward pass", beside_the_forward_pass(net, ids), "x"
        profile, exact = head_profile(net, ids), by_swapping(net, ids, torch.float64)
        ours_scores = torch.stack([torch.from_numpy(side.ravel()) for side in profile.means()])
        swaps = math.comb(length - 1, 2)
        yield f"length {length}: ours, forward pass included", 1e3 * ours, "ms"
        yield f"length {length}: swapping, {swaps} swaps a head", 1e3 * theirs, "ms"
        yield f"length {length}: ratio", theirs / ours, "x"
        yield f"length {length}: largest difference in float64", 1e12 * float((ours_scores - exact).abs().max()), "e-12"
        yield (
            f"length {length}: spread of the positional scores",
            float(ours_scores[0].max() - ours_scores[0].min()),
            "",
        )
    ids = torch.randint(0, 128, (256, TOKENS), generator=torch.Generator().manual_seed(1))
    each = _seconds(lambda: head_profile(net, ids, batch_size=64), 3) / len(ids)
    yield f"one sample of {TOKENS} tokens, all {LAYERS} heads", 1e3 * each, "ms"
    hours = each * CHECKPOINTS * SAMPLES / 3600
    yield f"{CHECKPOINTS} checkpoints x {SAMPLES} samples (counts assumed)", hours, "h on this CPU"
    yield "the published pipeline, per model", PUBLISHED_HOURS, "h (5 GPU + 8.5 CPU)"
    yield "samples that those hours buy here, a checkpoint", PUBLISHED_HOURS * 3600 / each / CHECKPOINTS, "samples"
