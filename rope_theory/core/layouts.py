"""Weights of query and key moved between the two rotary layouts (new.layouts: the same model class)."""

from __future__ import annotations

from rope_theory.core.errors import require, require_int
from rope_theory.core.numbers import Value
from rope_theory.core.rope import LAYOUTS, half_from_adjacent


def row_order(heads: int, head_dim: int, rotary_dim: int | None = None, to: str = "half") -> list[int]:
    """Rows r such that weight[r] is in layout `to` if weight is in the other one, head by head.

    Args:
        heads: number of heads stacked in the weight (key-value heads for W_k under grouped-query attention).
        head_dim: rows of one head.
        rotary_dim: even, at most head_dim; the rows beyond it stay. Default: head_dim.
        to: "half" (NeoX, Llama in transformers) or "adjacent" (GPT-J, Llama as published).

    Example:
        >>> row_order(2, 4)
        [0, 2, 1, 3, 4, 6, 5, 7]
        >>> half = row_order(1, 8, 6)
        >>> [half[row] for row in row_order(1, 8, 6, to="adjacent")] == list(range(8))
        True
    """
    heads, head_dim = require_int("heads", heads, least=1), require_int("head_dim", head_dim, least=2)
    require(to in LAYOUTS, "to", f"must be one of {LAYOUTS}", to)
    rotary_dim = head_dim if rotary_dim is None else require_int("rotary_dim", rotary_dim, least=2, most=head_dim)
    order = half_from_adjacent(rotary_dim, head_dim)
    if to == "adjacent":
        order = sorted(range(head_dim), key=order.__getitem__)
    return [head * head_dim + row for head in range(heads) for row in order]


def convert_projection(weight: Value, heads: int, rotary_dim: int | None = None, to: str = "half") -> Value:
    """W_q or W_k (or its bias) for the other rotary layout; scores stay the same once both are converted.

    Args:
        weight: (heads·head_dim, width) or (heads·head_dim,): rows are outputs, as in torch's Linear. NumPy
            array or torch tensor. (GPT-2's Conv1D holds the transpose: pass its transpose.)
        heads: number of heads in this weight.
        rotary_dim: rotary part of each head; default: the whole head.
        to: the layout wanted, "half" or "adjacent"; the weight is in the other one.

    Returns:
        a new array or tensor of the same shape.

    Raises:
        InvalidInput: rows not divisible by heads, odd or too large rotary dimension.

    Source: new.layouts.

    Example:
        >>> import numpy as np
        >>> weight = np.arange(8).reshape(4, 2)
        >>> half = convert_projection(weight, 1)
        >>> half.tolist(), bool((convert_projection(half, 1, to="adjacent") == weight).all())
        ([[0, 1], [4, 5], [2, 3], [6, 7]], True)
    """
    heads = require_int("heads", heads, least=1)
    require(
        len(getattr(weight, "shape", ())) in (1, 2),
        "weight",
        "must have one or two dimensions",
        getattr(weight, "shape", None),
    )
    rows = int(weight.shape[0])
    require(rows > 0 and rows % heads == 0, "weight", f"must have a multiple of {heads} rows", rows)
    return weight[row_order(heads, rows // heads, rotary_dim, to)]
