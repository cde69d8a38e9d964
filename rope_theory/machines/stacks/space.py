"""The residual stream of a stack: named subspaces, and the weights that read and write them.

| subspace | holds | written by |
|---|---|---|
| query | which query vector the token has, one-hot | the embedding |
| key | which key vector the token has, one-hot | the embedding |
| ballast | one constant (0 unless a normalisation follows) | the embedding |
| answer 0 | the code of the token, if it is an answer | the embedding |
| answer l | Σ_j A_ij (answer l-1 of position j) | layer l |

Queries and keys read "query" and "key", which no layer writes. So every layer has the same attention matrix A.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rope_theory.core.memory import require_memory
from rope_theory.machines.stacks.plan import StackPlan


@dataclass(frozen=True)
class Weights:
    """A stack as matrices in float64, adjacent layout; x is the residual stream, rows as in torch's Linear.

    Args:
        subspaces: name -> slice of the residual stream.
        embedding: (vocabulary, width).
        query, key: (2·planes, width).
        values: for layer l, (dimensions, width): reads answer l - 1.
        outputs: for layer l, (width, dimensions): writes answer l.
        readout: (vocabulary, width): the answers' codes, read from the last answer subspace; 0 for other tokens.
        frequencies: (planes,) radians per position.
    """

    subspaces: dict[str, slice]
    embedding: np.ndarray
    query: np.ndarray
    key: np.ndarray
    values: tuple[np.ndarray, ...]
    outputs: tuple[np.ndarray, ...]
    readout: np.ndarray
    frequencies: np.ndarray

    @cached_property
    def width(self) -> int:
        return self.embedding.shape[1]


def subspaces(plan: StackPlan, queries: int, keys: int) -> dict[str, slice]:
    """Name -> slice, side by side in the order of this module's table.

    Args:
        queries, keys: how many different query and key vectors the tokens have.
    """
    size = plan.codes.shape[1]
    sizes = {"query": queries, "key": keys, "ballast": 1} | {f"answer {l}": size for l in range(plan.layers + 1)}
    ends = np.cumsum(list(sizes.values())).tolist()
    return {name: slice(end - size, end) for (name, size), end in zip(sizes.items(), ends, strict=True)}


def weights(plan: StackPlan, ballast: float = 0.0) -> Weights:
    """The plan as matrices.

    Args:
        ballast: the constant in the subspace of that name.

    Example:
        >>> from rope_theory.machines.stacks import number_stack
        >>> found = weights(number_stack(9, 2, letters=3, integers=4))
        >>> {name: (part.start, part.stop) for name, part in found.subspaces.items()}
        {'query': (0, 5), 'key': (5, 6), 'ballast': (6, 7), 'answer 0': (7, 9), 'answer 1': (9, 11), 'answer 2': (11, 13)}
    """
    w_q, w_k, frequencies = plan.head.matrices(plan.vocabulary)
    query_vectors, query_class = np.unique(w_q.T, axis=0, return_inverse=True)
    key_vectors, key_class = np.unique(w_k.T, axis=0, return_inverse=True)
    parts = subspaces(plan, len(query_vectors), len(key_vectors))
    width = parts[f"answer {plan.layers}"].stop
    tokens = range(len(plan.vocabulary))
    # embedding and readout, here and in the model, in float64 and float32
    require_memory("length", plan.length, 24 * len(tokens) * width)
    # what each layer reads and writes, its query and key beside them, here and in the model
    require_memory("layers", plan.layers, 48 * plan.layers * plan.codes.shape[1] * width)

    embedding = np.zeros((len(tokens), width))
    embedding[tokens, query_class.ravel() + parts["query"].start] = 1
    embedding[tokens, key_class.ravel() + parts["key"].start] = 1
    embedding[:, parts["ballast"]] = ballast
    embedding[:, parts["answer 0"]] = [plan.code_of(token) for token in plan.vocabulary]

    def reads(name: str, matrix: np.ndarray) -> np.ndarray:
        full = np.zeros((len(matrix), width))
        full[:, parts[name]] = matrix
        return full

    identity = np.eye(plan.codes.shape[1])
    readout = np.zeros((len(tokens), plan.codes.shape[1]))
    readout[[plan.vocabulary.index(answer) for answer in plan.answers]] = plan.codes
    return Weights(
        subspaces=parts,
        embedding=embedding,
        query=reads("query", query_vectors.T),
        key=reads("key", key_vectors.T),
        values=tuple(reads(f"answer {l}", identity) for l in range(plan.layers)),
        outputs=tuple(reads(f"answer {l}", identity).T for l in range(1, plan.layers + 1)),
        readout=reads(f"answer {plan.layers}", readout),
        frequencies=frequencies,
    )
