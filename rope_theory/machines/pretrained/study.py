"""What the papers say of real-world models, measured on one pretrained model, each number beside its null models.

Of each head: s_POS and s_SYM on some texts and queries; its use of frequencies, |q|·|k| by plane as in
`machines.training.measure.frequency_use`; both again for two null models of the same geometry,

* planes permuted within the head: each plane's contents turn at another plane's frequency, everything else stays;
* random weights: each row of W_q and W_k gets a random direction and keeps its norm; the hidden states stay.

What training adds is the difference to these. All of it is sampled in floating point: on this model, these texts, these
seeds.
"""

from __future__ import annotations

import platform
import time
from collections import defaultdict
from collections.abc import Collection
from typing import Any

import numpy as np
import torch
from scipy.stats import spearmanr
from torch import Tensor

from rope_theory.core.progress import progress
from rope_theory.core.rope import pairs
from rope_theory.core.versions import versions
from rope_theory.laws.scores import (
    attention_weights,
    content_logits,
    effective_swaps,
    plane_logits,
    swap_scores,
)
from rope_theory.machines.pretrained.measured import of_sides, quartiles, rounded
from rope_theory.machines.pretrained.sources import SOURCES, located
from rope_theory.machines.pretrained.texts import samples
from rope_theory.machines.profiles.attention import LayerInputs, agreed_layout, layer_table, read_layer
from rope_theory.machines.profiles.gating import Gate, effect, gated
from rope_theory.machines.profiles.hearing import attention_modules, body_of, watched
from rope_theory.machines.profiles.load import load_model, load_tokenizer
from rope_theory.machines.profiles.model import ready

#: Temperatures of the weights of swaps; the first is the authors'.
TAUS = (1e-4, 1e-5, 1e-3, 1e-2, 1.0)
#: Queries: the last token, and those at these shares of the text.
SHARES = (1.0, 0.75, 0.5)
#: Draws of each null model.
NULLS = 2


def study(name: str, seed: int = 0, short: bool = False) -> dict[str, Any]:
    """The measures of one fetched model, as plain data: rows, of which `measured` counts.

    Args:
        name: a key of `SOURCES`, fetched.
        seed: of random tokens, permutations, random weights and random gates.
        short: four gates only, for a model with a large vocabulary.
    """
    started, used = time.time(), time.process_time()
    folder = located(name)
    model, tokenizer = load_model(folder), load_tokenizer(folder)
    texts = samples(tokenizer, model.config.vocab_size, seed)
    found = measured_heads(model, texts, seed)
    result = {
        "model": name,
        "sha256": SOURCES[name].sha256 if name in SOURCES else "",
        "with": versions(("torch", "transformers", "numpy", "scipy")),
        "python": platform.python_version(),
        "seed": seed,
        "texts": {key: len(ids) for key, ids in texts.items()},
        "queries": list(SHARES),
        "taus": list(TAUS),
        "nulls": NULLS,
        "short": short,
        **rows(found),
    }
    result["gates"] = _gates(model, texts, list(tokenizer("")["input_ids"]), result["planes"]["count"], seed, short)
    result["minutes"] = round((time.time() - started) / 60, 1)
    result["processor_minutes"] = round((time.process_time() - used) / 60, 1)
    return result


def measured_heads(
    model: Any, texts: dict[str, list[int]], seed: int, layers: Collection[int] | None = None
) -> dict[str, np.ndarray]:
    """Arrays (layers·heads, texts, queries, …) by name, of all layers or those with these numbers."""
    modules, table, body = attention_modules(model), layer_table(model), body_of(model)
    numbers = {name: number for number, name in enumerate(modules) if layers is None or number in layers}
    modules = {name: modules[name] for name in numbers}
    parts: dict[str, list[list[np.ndarray]]] = defaultdict(list)
    for ids in progress(texts.values(), "texts", len(texts), lines=True):
        rows: dict[str, list[np.ndarray]] = defaultdict(list)

        def take(name, module, args, kwargs, output, ids=ids, rows=rows) -> None:
            number = numbers[name]
            layer = read_layer(name, module, args, kwargs, output, table)
            random = [random_layer(layer, module, args, kwargs, output, table, (seed, number, k)) for k in range(NULLS)]
            for key, value in _layer(layer, random, len(ids), (seed, number)).items():
                rows[key].append(value)

        with watched(modules, take), ready(model, eager=True):
            body(input_ids=torch.tensor([ids]), use_cache=False)
        for key, values in rows.items():
            parts[key].append([np.concatenate(values)])  # layers·heads first
    return {key: np.stack([text[0] for text in values], 1) for key, values in parts.items()}


def random_layer(layer: LayerInputs, module: Any, args, kwargs, output, table, seed) -> LayerInputs:
    """The layer as it reads with random directions in the rows of W_q and W_k, the norms kept."""
    generator = torch.Generator().manual_seed(int(np.random.SeedSequence(seed).generate_state(1)[0]))
    kept = {side: side.weight.data for side in (module.q_proj, module.k_proj)}
    try:
        for side, weight in kept.items():
            drawn = torch.randn(weight.shape, generator=generator)
            side.weight.data = drawn / drawn.norm(dim=1, keepdim=True) * weight.norm(dim=1, keepdim=True)
        return read_layer(layer.name, module, args, kwargs, output, table)
    finally:
        for side, weight in kept.items():
            side.weight.data = weight


def _layer(layer: LayerInputs, random: list[LayerInputs], length: int, seed: tuple[int, int]) -> dict[str, np.ndarray]:
    """(heads, queries, …) of one layer on one text."""
    layout = agreed_layout(layer, length)
    heads, planes = layer.queries.shape[1], layer.cosines.shape[1]
    generator = np.random.default_rng(seed)
    orders = [np.stack([generator.permutation(planes) for _ in range(heads)]) for _ in range(NULLS)]
    found: dict[str, list[np.ndarray]] = defaultdict(list)
    for share in SHARES:
        at = round(share * length)
        query, keys = at_query(layer, at)
        cosines, sines = (side[:at].double() for side in layer.tables(layout))
        how: dict[str, Any] = {"scale": layer.scale, "layout": layout}

        def scored(query, keys, tau: Any = TAUS[0], cosines=cosines, sines=sines, how=how):
            C, own = content_logits(query, keys, cosines, sines, **how)
            return C, own, torch.stack(tuple(swap_scores(C, own, tau)), -1).numpy()

        C, own, several = scored(query, keys, TAUS)
        found["scores"].append(np.moveaxis(several, 0, 1))  # (heads, taus, 2)
        D = attention_weights(C, own)
        found["effective"].append(np.stack([effective_swaps(D, tau).numpy() for tau in TAUS], 1))
        found["sink"].append(D[:, 0].numpy())
        # Without the first token: as if the query did not see it.
        found["no_first"].append(torch.stack(tuple(swap_scores(C[:, 1:, 1:], own, TAUS[0])), -1).numpy())
        use = plane_use(query, keys, layout, planes)
        found["use"].append(use)
        permuted = [reordered(query, keys, order, layout) for order in orders]
        found["permuted"].append(np.stack([scored(*each)[2] for each in permuted], 1))
        found["permuted_use"].append(np.stack([plane_use(*each, layout, planes) for each in permuted], 1))
        drawn = [at_query(each, at) for each in random]
        found["random"].append(np.stack([scored(*each)[2] for each in drawn], 1))
        found["random_use"].append(np.stack([plane_use(*each, layout, planes) for each in drawn], 1))
        if share == SHARES[-1]:  # there are many planes, and the cost grows with the square of the length
            for key, pair in (("planes", (query, keys)), ("permuted_planes", permuted[0])):
                each = [
                    torch.stack(tuple(swap_scores(*one, TAUS[0])), -1)
                    for one in plane_logits(*pair, cosines, sines, **how)
                ]
                found[key].append(torch.stack(each, 1).numpy()[:, :planes])
    return {key: np.stack(values, 1) for key, values in found.items()}


def at_query(layer: LayerInputs, at: int) -> tuple[Tensor, Tensor]:
    """(heads, head_dim) query at the position, (heads, at, head_dim) keys up to it."""
    each = torch.arange(layer.queries.shape[1])
    return layer.queries[0, :, at - 1].double(), layer.keys[0, layer.keys_of(each), :at].double()


def reordered(query: Tensor, keys: Tensor, order: np.ndarray, layout: str) -> tuple[Tensor, Tensor]:
    """Query and keys of each head with the contents of plane k in plane order[head, k]."""
    rotary = torch.tensor(pairs(2 * order.shape[1], layout))  # (planes, 2)
    query, keys = query.clone(), keys.clone()
    for head, row in enumerate(order):
        to = rotary[torch.from_numpy(row)].flatten()
        query[head, to] = query[head, rotary.flatten()].clone()
        keys[head][:, to] = keys[head][:, rotary.flatten()].clone()
    return query, keys


def plane_sizes(query: Tensor, keys: Tensor, layout: str, planes: int) -> Tensor:
    """(heads, planes): |q|·mean|k| of each plane."""
    rotary = torch.tensor(pairs(2 * planes, layout))
    return query[..., rotary].norm(dim=-1) * keys[:, :-1][..., rotary].norm(dim=-1).mean(1)


def plane_use(query: Tensor, keys: Tensor, layout: str, planes: int) -> np.ndarray:
    """(heads, planes): |q|·mean|k| of each plane, as a share of the sum."""
    size = plane_sizes(query, keys, layout, planes)
    return (size / size.sum(-1, keepdim=True)).numpy()


def rows(found: dict[str, np.ndarray]) -> dict[str, Any]:
    """From arrays (heads, texts, queries, …) to the rows of the receipt, means over texts and queries of each head."""
    count = found["use"].shape[-1]
    ids = np.arange(count) / (count - 1)

    def null(kind: str) -> list[dict[str, Any]]:
        scores, use = found[kind].mean((1, 2)), (found[f"{kind}_use"] @ ids).mean((1, 2))
        return [{**of_sides(scores[:, k]), "use": rounded(use[:, k])} for k in range(NULLS)]

    alone = {"": found["planes"], "permuted_": found["permuted_planes"]}
    alone = {key: scores[:, :, 0].mean(1) for key, scores in alone.items()}  # (heads, planes, 2)
    return {
        "heads": {
            "trained": {  # by text: its spread is what intervals are made of
                **of_sides(found["scores"][..., 0, :].mean(2)),
                "use": rounded((found["use"] @ ids).mean((1, 2))),
            },
            "permuted": null("permuted"),
            "random": null("random"),
            "without_first": of_sides(found["no_first"].mean((1, 2))),
            "by_tau": [
                {
                    "tau": tau,
                    "effective": quartiles(found["effective"][..., k]),
                    **of_sides(found["scores"][..., k, :].mean((1, 2))),
                }
                for k, tau in enumerate(TAUS)
            ],
            "sink": quartiles(found["sink"]),
        },
        "planes": {
            "count": count,
            "use": rounded(found["use"].mean((0, 1, 2))),
            **{key + side: value for key, scores in alone.items() for side, value in of_sides(scores.mean(0)).items()},
            **{f"{key}spearman": rounded(_within(scores)) for key, scores in alone.items()},
        },
    }


def _within(planes: np.ndarray) -> np.ndarray:
    """(heads,): the rank correlation of (positional - symbolic) with the plane's number."""
    return np.array([spearmanr(row[:, 0] - row[:, 1], np.arange(len(row))).statistic for row in planes])


def _gates(
    model: Any, texts: dict[str, list[int]], start: list[int], planes: int, seed: int, short: bool
) -> list[dict[str, Any]]:
    """Loss on the texts and induction, with no gate, and with eighths of the planes and others frozen."""
    eighth, generator = planes // 8, np.random.default_rng(seed)
    gates: dict[str, Gate | None] = {"none": None, "fastest:1": Gate("fastest", (1,))}
    for k in range(1 if short else 8):
        gates[f"eighth {k + 1} of 8, from the fastest"] = Gate("planes", tuple(range(k * eighth, (k + 1) * eighth)))
    gates |= {f"slowest:{planes // 2}": Gate("slowest", (planes // 2,))}
    for k in range(1 if short else 2):
        drawn = tuple(sorted(generator.choice(planes, eighth, replace=False).tolist()))
        gates[f"random eighth, draw {k + 1}"] = Gate("planes", drawn)
    rows = []
    for name, gate in progress(gates.items(), "gates", len(gates), lines=True):
        numbers = [] if gate is None else list(gate.numbers) if gate.kind == "planes" else None
        rows.append({"gate": name, "planes": numbers, **of_gate(model, texts, start, gate, seed)})
    return rows


def of_gate(
    model: Any, texts: dict[str, list[int]], start: list[int], gate: Gate | None, seed: int
) -> dict[str, float]:
    """Loss on the texts but the repeated one, and induction, with a gate."""
    with gated(model, gate):
        found = effect(model, [ids for name, ids in texts.items() if name != "repeated"], start, seed)
    return {"loss": round(found.loss, 4), "induction": round(found.induction, 4)}
