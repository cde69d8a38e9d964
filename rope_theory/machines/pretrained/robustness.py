"""What the scores of a pretrained model do when the ways of scoring vary, at tasks, and what figures show of its heads.

Varied are τ, the first token (seen or left out), blocks in place of positions, and what changes places in a swap. Each
setting is measured on the model and on its two null models (see `study`): planes permuted, random weights.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import torch

from rope_theory.core.progress import progress
from rope_theory.core.prompts import tokenized
from rope_theory.core.rope import pairs
from rope_theory.core.versions import versions
from rope_theory.laws.scores import attention_weights, block_scores, content_logits, exclusion_terms, swap_scores
from rope_theory.machines.pretrained.measured import of_sides, quartiles, rank_correlation, rounded
from rope_theory.machines.pretrained.sources import SOURCES, located
from rope_theory.machines.pretrained.study import (
    TAUS,
    at_query,
    plane_sizes,
    plane_use,
    random_layer,
    reordered,
)
from rope_theory.machines.pretrained.texts import TEXTS, samples
from rope_theory.machines.profiles import head_profile, load_model, load_tokenizer
from rope_theory.machines.profiles.attention import LayerInputs, agreed_layout, layer_table, read_layer
from rope_theory.machines.profiles.hearing import attention_modules, body_of, watched
from rope_theory.machines.profiles.model import ready
from rope_theory.machines.profiles.result import half_width
from rope_theory.machines.profiles.score_layer import Job
from rope_theory.machines.prompts import prompted, prompts

#: Queries: the last token, and the one in the middle of the text.
SHARES = (1.0, 0.5)
BLOCKS = (8, 16, 32)
KINDS = ("trained", "permuted", "random")
#: Prompts of each task; tokens of the text whose tokens are swapped; permutations and their text, for figures.
COUNT, SWAPPED, PERMUTATIONS, SHOWN = 3, 28, 9, "bridge"


@dataclass(frozen=True)
class Setting:
    """One way to score.

    Args:
        left: how many tokens at the start are left out of the swaps and not seen.
        tau: τ of the weights of swaps.
        blocks: so many in place of positions, or None.
    """

    left: int
    tau: float
    blocks: int | None = None


#: The first is how heads are scored elsewhere.
SETTINGS = tuple(
    [Setting(left, tau) for left in (0, 1) for tau in TAUS]
    + [Setting(left, TAUS[0], blocks) for left in (0, 1) for blocks in BLOCKS]
)


def measure(name: str, seed: int = 0) -> dict[str, Any]:
    """The rows of one fetched model: settings, tasks, swapped tokens, and what figures show; `measured` counts in them.

    Args:
        name: a key of `SOURCES`, fetched.
        seed: of random tokens, prompts, permutations and random weights.
    """
    started, used = time.time(), time.process_time()
    folder = located(name)
    model, tokenizer = load_model(folder), load_tokenizer(folder)
    texts = samples(tokenizer, model.config.vocab_size, seed)
    found = [scored(model, ids, seed, SETTINGS) for ids in progress(texts.values(), "texts", len(texts), lines=True)]
    result: dict[str, Any] = {
        "model": name,
        "sha256": SOURCES[name].sha256 if name in SOURCES else "",
        "with": versions(("torch", "transformers", "numpy", "scipy")),
        "python": platform.python_version(),
        "seed": seed,
        "texts": {key: len(ids) for key, ids in texts.items()},
        "queries": list(SHARES),
        "settings": setting_rows(found),
        "figures": _figures(model, texts[SHOWN], found, seed),
        "tasks": {},
    }
    for task in progress(prompted(), "tasks", len(prompted()), lines=True):
        inputs = tokenized(prompts(task, COUNT, seed, 8), tokenizer)
        its = [scored(model, ids, seed, SETTINGS[:1], (1.0,)) for ids in inputs]
        result["tasks"][task] = task_rows(its) | {"tokens": [len(ids) for ids in inputs]}
    short = list(tokenizer(TEXTS["keys"])["input_ids"])[:SWAPPED]
    result["swapped"] = [_swapped(model, short, left) for left in (0, 1)]
    result["minutes"] = round((time.time() - started) / 60, 1)
    result["processor_minutes"] = round((time.process_time() - used) / 60, 1)
    return result


#: A layer's module, its arguments, and what it returned.
Call: TypeAlias = tuple[Any, tuple, dict, Any]
#: A layer on one input, and how it was called.
Read: TypeAlias = tuple[LayerInputs, Any]


def _read(model: Any, ids: list[int], layers: Collection[int] | None = None) -> dict[int, Read]:
    """By number each layer on one input, and how it was called; all layers or those with these numbers."""
    table = layer_table(model)
    modules = attention_modules(model)
    numbers = {name: number for number, name in enumerate(modules) if layers is None or number in layers}
    calls: list[tuple[str, Call]] = []
    with ready(model, eager=True):
        with watched({name: modules[name] for name in numbers}, lambda name, *call: calls.append((name, call))):
            body_of(model)(input_ids=torch.tensor([ids]), use_cache=False)
        return {numbers[name]: (read_layer(name, *call, table=table), (*call, table)) for name, call in calls}


def scored(
    model: Any,
    ids: list[int],
    seed: int,
    settings: tuple[Setting, ...],
    shares: tuple[float, ...] = SHARES,
    layers: Collection[int] | None = None,
) -> dict[str, np.ndarray]:
    """By kind of model: "scores" (settings, layers·heads, queries, 2), "effective" (settings, …), "use", "energies"; of
    all layers or those with these numbers.
    """
    parts: dict[str, list[np.ndarray]] = {}
    for number, (layer, call) in _read(model, ids, layers).items():
        with torch.no_grad():
            module, args, kwargs, output, table = call
            random = random_layer(layer, module, args, kwargs, output, table, (seed, number, 0))
            layout = agreed_layout(layer, len(ids))
            heads, planes = layer.queries.shape[1], layer.cosines.shape[1]
            generator = np.random.default_rng((seed, number))
            order = np.stack([generator.permutation(planes) for _ in range(heads)])
            of_layer: dict[str, list[np.ndarray]] = {}
            for share in shares:
                at = round(share * len(ids))
                own = at_query(layer, at)
                for kind, pair in zip(KINDS, (own, reordered(*own, order, layout), at_query(random, at)), strict=True):
                    for key, value in _of_query(layer, layout, pair, settings).items():
                        of_layer.setdefault(f"{kind} {key}", []).append(value)
        for key, values in of_layer.items():
            parts.setdefault(key, []).append(np.stack(values, -2 if "scores" in key or "energies" in key else -1))
    return {key: np.concatenate(values, 1 if "scores" in key or "effective" in key else 0)
            for key, values in parts.items()}  # fmt: skip


def _of_query(layer: LayerInputs, layout: str, pair: tuple, settings: tuple[Setting, ...]) -> dict[str, np.ndarray]:
    """(settings, heads, 2) scores, (settings, heads) effective swaps, (heads,) use, (heads, 2) energies of one query."""
    query, keys = pair
    at, planes = keys.shape[1], layer.cosines.shape[1]
    cosines, sines = (side[:at].double() for side in layer.tables(layout))
    C, own = (layer.cap(each) for each in content_logits(query, keys, cosines, sines, scale=layer.scale, layout=layout))
    scores, effective = [], []
    for setting in settings:
        seen = C[:, setting.left :, setting.left :]
        if setting.blocks is None:
            side = swap_scores(seen, own, setting.tau)
        else:
            side = block_scores(seen, own, setting.tau, blocks=setting.blocks)
        scores.append(torch.stack(tuple(side), -1).numpy())
        job = Job(setting.tau, None, setting.blocks, False, True, False)
        effective.append(job.effective(attention_weights(seen, own)).numpy())
    terms = exclusion_terms(C)
    energies = torch.stack((terms.positional / terms.variance, terms.symbolic / terms.variance), -1).numpy()
    use = plane_use(query, keys, layout, planes) @ (np.arange(planes) / (planes - 1))
    return {"scores": np.stack(scores), "effective": np.stack(effective), "use": use, "energies": energies}


def setting_rows(found: list[dict[str, np.ndarray]]) -> list[dict[str, Any]]:
    """One entry for each setting, with rows of the model and of its null models; "spearman" is of each text."""
    entries: list[dict[str, Any]] = []
    for number, setting in enumerate(SETTINGS):
        entry: dict[str, Any] = {"left": setting.left, "tau": setting.tau, "blocks": setting.blocks}
        for kind in KINDS:
            scores = np.stack([text[f"{kind} scores"][number] for text in found], 1)  # (heads, texts, queries, 2)
            use = np.stack([text[f"{kind} use"] for text in found], 1).mean(2)
            side = (scores[..., 0] - scores[..., 1]).mean(2)  # (heads, texts)
            entry[kind] = {
                **of_sides(scores.mean((1, 2))),
                "half_width": rounded(half_width(side)),
                "spearman": [rank_correlation(side[:, k], use[:, k]) for k in range(len(found))],
                "effective": quartiles(np.stack([text[f"{kind} effective"][number] for text in found])),
            }
        entries.append(entry)
    return entries


def task_rows(its: list[dict[str, np.ndarray]]) -> dict[str, Any]:
    """At the prompts of one task: rows of the model and of its null models."""
    return {
        kind: {
            **of_sides(np.stack([one[f"{kind} scores"][0] for one in its], 1).mean((1, 2))),
            "use": rounded(np.stack([one[f"{kind} use"] for one in its], 1).mean((1, 2))),
        }
        for kind in KINDS
    }


def _swapped(model: Any, ids: list[int], left: int) -> dict[str, Any]:
    """The same heads on one short text, contents swapped and tokens swapped, the first `left` tokens left out."""
    how: dict[str, Any] = {"leave_out": range(1, left + 1)}
    both = {method: head_profile(model, [ids], swap_method=method, **how) for method in ("contents", "tokens")}
    count = len(ids) - 1 - left
    means = {method: np.stack([side.ravel() for side in profile.means()], -1) for method, profile in both.items()}
    of_first = both["contents"].positional.shape[1]
    first = [(each @ (1, -1))[:of_first] for each in means.values()]
    return {
        "left": left,
        "length": len(ids),
        "swaps": count * (count - 1) // 2,
        **{method: of_sides(each) for method, each in means.items()},
        "first_layer": float(f"{abs(first[0] - first[1]).max():.2g}"),
    }


def _figures(model: Any, ids: list[int], found: list[dict[str, np.ndarray]], seed: int) -> dict[str, Any]:
    """Of each head the means over texts and queries; of the most positional and the most symbolic head, vectors and
    attention under permutations of the earlier contents, on one text.
    """
    shown: dict[str, Any] = {}
    for kind in KINDS:
        energies = np.stack([text[f"{kind} energies"] for text in found], 1)  # (heads, texts, queries, 2)
        use = np.stack([text[f"{kind} use"] for text in found], 1).mean((1, 2))
        over = np.median(energies, (1, 2))  # a head whose logits hardly vary has a large quotient
        shown[kind] = {
            "use": rounded(use),
            "energies": [rounded(over[:, k], 4) for k in (0, 1)],
        }
    layers = list(_read(model, ids).values())
    heads, planes = layers[0][0].queries.shape[1], layers[0][0].cosines.shape[1]
    shown["heads"], shown["planes"] = heads, planes
    norms = [_norms(layer, layout=agreed_layout(layer, len(ids)), at=len(ids)) for layer, _ in layers]
    shown["norms"] = [[float(f"{value:.3g}") for value in row] for row in norms]
    scores = np.stack([text["trained scores"][0] for text in found], 1).mean((1, 2))
    side = (scores @ (1, -1)).round(4)  # of heads that are equal by then the first
    shown["examples"] = {
        name: _example(layers[number // heads][0], number // heads, number % heads, len(ids), seed)
        for name, number in (("positional", int(side.argmax())), ("symbolic", int(side.argmin())))
    }
    return shown


def _frequencies(layer: LayerInputs) -> np.ndarray:
    angles = np.unwrap(np.arctan2(layer.sines.double().numpy(), layer.cosines.double().numpy()), axis=0)
    return (angles[-1] - angles[0]) / (len(angles) - 1)


def _norms(layer: LayerInputs, layout: str, at: int) -> np.ndarray:
    """(planes,) scale·|q|·mean|k| of each plane, mean over heads: the largest logit that the plane can give, on average."""
    query, keys = at_query(layer, at)
    return layer.scale * plane_sizes(query, keys, layout, layer.cosines.shape[1]).mean(0).numpy()


def _example(layer: LayerInputs, number: int, head: int, at: int, seed: int) -> dict[str, Any]:
    """One head on one text: its queries and keys before RoPE on the plane that it uses most, its attention from the last
    token as it is and with the earlier contents permuted.
    """
    layout = agreed_layout(layer, at)
    query, keys = (each[head : head + 1] for each in at_query(layer, at))
    plane = int(plane_use(query, keys, layout, layer.cosines.shape[1])[0].argmax())
    columns = list(pairs(2 * layer.cosines.shape[1], layout)[plane])
    cosines, sines = (side[:at].double() for side in layer.tables(layout))
    C, own = (
        layer.cap(each)[0] for each in content_logits(query, keys, cosines, sines, scale=layer.scale, layout=layout)
    )
    scores = [round(float(side), 3) for side in swap_scores(C, own)]
    generator = np.random.default_rng(seed)
    orders = [np.arange(at - 1), *(generator.permutation(at - 1) for _ in range(PERMUTATIONS))]
    weights = []
    for order in orders:  # content order[b] stands at position b
        logits = torch.cat((C[order, np.arange(at - 1)], own[None]))
        weights.append([round(float(value), 4) for value in logits.softmax(-1)[:-1]])
    return {
        "layer": number,
        "head": head,
        "plane": plane,
        "frequency": float(f"{_frequencies(layer)[plane]:.4g}"),  # in radians per position; layers may have two bases
        "scores": scores,
        "queries": rounded(layer.queries[0, head][:, columns].double().numpy(), 4),
        "keys": rounded(keys[0][:, columns].numpy(), 4),
        "orders": [order.tolist() for order in orders],
        "weights": weights,
    }
