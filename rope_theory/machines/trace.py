"""One input going through a compiled model, layer by layer: where each position looks, and which answer it holds.

Computed in float64 from the stored weights, without torch; the model itself rounds, which a certificate's bounds count. A
position's content after layer l, v, is told by the code that comes out of an answer's embedding after l layers, c_l(a):
v = share·c_l(a) + stray, a the answer with the largest share (`rope_theory.machines.certificates.proof`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.heads import Token
from rope_theory.core.rope import frequencies, rotate
from rope_theory.machines.catalogue import tasks
from rope_theory.machines.certificates import paths
from rope_theory.machines.certificates.folder import Compiled
from rope_theory.machines.certificates.proof import Blocks

#: A share below this, beside the largest of any position, is called nothing.
NOTHING = 0.01


@dataclass(frozen=True)
class Held:
    """What a position holds.

    Args:
        answer: the token whose code it is nearest to, or None: next to nothing.
        share: of that code, ρ in the certificate's words: 1 in an embedding; later a norm's 1/N is in it, too.
        stray: how far the content is from that share of the code.
    """

    answer: Token | None
    share: float
    stray: float


@dataclass(frozen=True)
class Walked:
    """What a layer did.

    Args:
        weights: (length, length), row: the position that looks.
        held: of each position, after the layer.
        rows: positions on the path.
        lead: by how much the attention logit of any target leads that of any rival, in a row on the path: the least; None if
            no row has a rival.
        miss: the most that rivals get of a row on the path.
        kept: the least share of the answer on the path, where so many hops suffice; None where at no position they do.
        stray: the most stray there.
    """

    weights: np.ndarray
    held: tuple[Held, ...]
    rows: tuple[int, ...]
    lead: float | None
    miss: float
    kept: float | None
    stray: float


@dataclass(frozen=True)
class Trace:
    """An input's way through a model.

    Args:
        tokens: the input.
        path: positions from 0, from the last one to where the answer stands (task previous: so many steps as layers).
        answer: by the task's own words.
        held: of each position, in the embedding.
        layers: what each did.
        logits: (vocabulary,) at the last position.
        said: the token with the largest.
        margin: by how much the answer's logit leads all others (negative where another leads).
    """

    tokens: tuple[Token, ...]
    path: tuple[int, ...]
    answer: Token
    held: tuple[Held, ...]
    layers: tuple[Walked, ...]
    logits: np.ndarray
    said: Token
    margin: float


def trace(model: Compiled, text: str | Sequence[Token]) -> Trace:
    """Follow one valid input.

    Args:
        model: as `read_folder` or `rope_theory.machines.certificates.kept.model_of` gives it.
        text: tokens, or their text; valid, and with no more hops than the model has layers.

    Raises:
        InvalidInput: a token outside the vocabulary, too many of them, no valid input, too many hops.

    Example:
        >>> from rope_theory.machines.certificates.kept import model_of
        >>> found = trace(model_of("llama-number-2-float32"), "B A 1 2")
        >>> found.path, found.answer, [str(held.answer) for held in found.layers[-1].held]
        ((3, 1), 'A', ['B', 'A', 'A', 'A'])
    """
    task = tasks()[model.task]
    tokens = tuple(task.parse(text) if isinstance(text, str) else text)
    require(0 < len(tokens) <= model.length, "input", f"must hold 1..{model.length} tokens", len(tokens))
    numbers = {token: number for number, token in enumerate(model.vocabulary)}
    for token in tokens:
        if token not in numbers:
            raise InvalidInput("input", "must hold tokens of the vocabulary only", str(token))
    path, answer = _path(model, tokens)
    codes = _codes(model)
    x = model.embedding[[numbers[token] for token in tokens]]
    held = _held(x[:, codes.columns[0]], codes, 0)
    layers = []
    for number in range(model.layers):
        x, weights, logits = _layer(model, number, x)
        after = _held(x[:, codes.columns[number + 1]], codes, number + 1)
        layers.append(_walked(model, tokens, path, answer, number, weights, logits, after))
    final = _normed(model, x[-1:], model.last_norm) @ model.readout[: len(model.vocabulary)].T
    values = final[0]
    own = numbers[answer]
    margin = float(values[own] - np.delete(values, own).max())
    return Trace(tokens, path, answer, held, tuple(layers), values, model.vocabulary[int(values.argmax())], margin)


def _path(model: Compiled, tokens: tuple[Token, ...]) -> tuple[tuple[int, ...], Token]:
    """The path, from what its tokens ask for, and the answer, from the task's own oracle: both must name one token."""
    last, steps = len(tokens) - 1, model.layers
    if model.task == "previous":
        return tuple(max(last - step, 0) for step in range(steps + 1)), tokens[max(last - steps, 0)]
    answer = tasks()[model.task].answer(tokens)
    path = [last]
    while not paths.is_answer(model.task, tokens[path[-1]]):
        path.append(_targets(model, tokens, path[-1])[0])
    require(len(path) - 1 <= steps, "input", f"must have a path of at most {steps} hops, the layers", len(path) - 1)
    assert tokens[path[-1]] == answer
    return tuple(path), answer


def _targets(model: Compiled, tokens: tuple[Token, ...], row: int) -> list[int]:
    """The keys that a row asks for; for the task previous the first row asks itself."""
    asked = 0 if model.task == "previous" and row == 0 else paths.asks(model.task, tokens[row])
    return [key for key in range(row + 1) if paths.is_target(asked, row - key, paths.offers(model.task, tokens[key]))]


@dataclass(frozen=True)
class _Codes:
    """By layer, from 0: where the content stands, and the answers' codes there, a row each."""

    columns: list[np.ndarray]
    codes: list[np.ndarray]
    answers: list[Token]


def _codes(model: Compiled) -> _Codes:
    columns = Blocks(model).content
    answers = [k for k, token in enumerate(model.vocabulary) if paths.is_answer(model.task, token)]
    codes = [model.embedding[answers][:, columns[0]]]
    for number in range(model.layers):
        layer, reads, writes = model.layer(number), columns[number], columns[number + 1]
        through = layer.output[writes] @ (layer.value[:, reads] * layer.norm[reads])
        codes.append(codes[-1] @ through.T)
    return _Codes(columns, codes, [model.vocabulary[k] for k in answers])


def _held(content: np.ndarray, known: _Codes, number: int) -> tuple[Held, ...]:
    codes = known.codes[number]
    sizes = np.linalg.norm(codes, axis=1)
    shares = content @ codes.T / sizes**2
    found = []
    for row, mine in zip(content, shares, strict=True):
        best = int(mine.argmax())
        stray = float(np.linalg.norm(row - mine[best] * codes[best]))
        answer = known.answers[best] if mine[best] > NOTHING * shares.max() else None
        found.append(Held(answer, float(mine[best]), stray))
    return tuple(found)


def _normed(model: Compiled, x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    centred = x - x.mean(-1, keepdims=True) if model.norm == "layer" else x
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + model.eps) * weight


def _layer(model: Compiled, number: int, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(x after the layer, attention weights, attention logits with -inf for keys to come)."""
    layer = model.layer(number)
    inside = _normed(model, x, layer.norm)
    query, key = (_turned(model, inside @ matrix.T) for matrix in (layer.query, layer.key))
    logits = np.where(np.tri(len(x), dtype=bool), query @ key.T / np.sqrt(model.head_dim), -np.inf)
    weights = np.exp(logits - logits.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return x + weights @ (inside @ layer.value.T) @ layer.output.T, weights, logits


def _turned(model: Compiled, vectors: np.ndarray) -> np.ndarray:
    """Vectors (length, head_dim), each plane turned by position times base^(-k/planes)."""
    turned = vectors.copy()
    for frequency, (a, b) in zip(frequencies(Fraction(model.base), 2 * len(model.planes)), model.planes, strict=True):
        pair = vectors[:, a], vectors[:, b]
        turned[:, a], turned[:, b] = rotate(np.arange(len(vectors)) * frequency, pair)
    return turned


def _walked(model, tokens, path, answer, number, weights, logits, held) -> Walked:
    leads, misses = [], []
    rows = tuple(dict.fromkeys(path))
    for row in rows:
        targets = _targets(model, tokens, row)
        rivals = [key for key in range(row + 1) if key not in targets]
        if rivals:
            leads.append(float(logits[row, targets].min() - logits[row, rivals].max()))
            misses.append(float(weights[row, rivals].sum()))
    done = [held[row] for hops, row in enumerate(reversed(path)) if hops <= number + 1]
    if model.task == "previous":  # a position holds what stands so many steps before it
        done = [held[row] for row in rows if len(path) - 1 == number + 1 and row == path[0]]
    return Walked(
        weights,
        held,
        rows,
        min(leads) if leads else None,
        max(misses, default=0.0),
        min((one.share if one.answer == answer else 0.0 for one in done), default=None),
        max((one.stray for one in done), default=0.0),
    )


def facts(found: Trace, certificate: dict[str, Any] | None) -> dict[str, Any]:
    """A trace as plain data, each computed number beside the bound that the certificate names, if there is one."""
    bounds = certificate["layers"] if certificate else [None] * len(found.layers)

    def said(held: Held) -> dict[str, Any]:
        answer = None if held.answer is None else str(held.answer)
        return {"answer": answer, "share": held.share, "stray": held.stray}

    def beside(computed: float | None, bound: dict | None, name: str) -> dict[str, Any]:
        return {"computed": computed, "certified": None if bound is None else bound[name]}

    return {
        "tokens": [str(token) for token in found.tokens],
        "path": list(found.path),
        "answer": str(found.answer),
        "said": str(found.said),
        "margin": {"computed": found.margin, "certified": certificate["margin"] if certificate else None},
        "embedding": [said(one) for one in found.held],
        "layers": [
            {
                "weights": layer.weights.tolist(),
                "held": [said(one) for one in layer.held],
                **{name: beside(getattr(layer, name), bound, name) for name in ("lead", "miss", "kept", "stray")},
            }
            for layer, bound in zip(found.layers, bounds, strict=True)
        ],
    }
