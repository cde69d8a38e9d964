"""Rotary position embedding: the conventions of this package, stated once.

* ρ(α) turns the plane counter-clockwise by α radians: ρ(α)(x, y) = (x cos α - y sin α, x sin α + y cos α).
* Positions are 1, 2, …, n. RoPE turns the vector at position j by j·g in each plane of frequency g.
* A logit is (R_j k)ᵀ(R_i q) = kᵀ R_{i-j} q: query at i, key at j, and only the distance i - j matters.
* g_k = b^{-2(k-1)/d}, k = 1..d/2, for base b and rotary dimension d, in radians per position.
* Dimensions beyond the rotary dimension are not turned (frequency 0).
* Layout "adjacent" (GPT-J, interleaved) pairs dimensions (2k, 2k+1); "half" (NeoX, Llama, half-split) pairs (k, k + d/2).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from rope_theory.core.angles import Rational, ball
from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.numbers import Value
from rope_theory.core.reading import cos, require_angle, require_number, sin

LAYOUTS = ("adjacent", "half")


def rotate(angle: Value, vector: tuple[Value, Value]) -> tuple[Value, Value]:
    """ρ(angle)·vector for a pair (x, y); works elementwise on arrays.

    Args:
        angle: radians, in any reading.
        vector: pair of numbers or arrays that broadcast with `angle`.

    Raises:
        InvalidInput: `vector` is no pair.

    Example:
        >>> import sympy
        >>> rotate(sympy.pi / 2, (1, 0))
        (0, 1)
    """
    pair = hasattr(vector, "__len__") and not isinstance(vector, str) and len(vector) == 2
    require(pair, "vector", "must be a pair of numbers or arrays", vector)
    x, y = vector
    c, s = cos(angle), sin(angle)
    return c * x - s * y, s * x + c * y


def exponents(rotary_dim: int) -> list[Fraction]:
    """-2(k-1)/d for k = 1..d/2: the exponents of the base in the frequency schedule.

    Raises:
        InvalidInput: `rotary_dim` is odd or not positive.
    """
    require_int("rotary_dim", rotary_dim, least=2)
    require(rotary_dim % 2 == 0, "rotary_dim", "must be even", rotary_dim)
    return [Fraction(-2 * k, rotary_dim) for k in range(rotary_dim // 2)]


def frequencies(base: Rational | str, rotary_dim: int, reading: str = "float") -> Value:
    """g_k = base^{-2(k-1)/d}, k = 1..d/2, in radians per position.

    Args:
        base: positive rational (int, Fraction or decimal string; exact).
        rotary_dim: d, even and positive.
        reading: "symbolic" (SymPy numbers), "ball" (arb at working precision) or "float" (NumPy float64 array).

    Raises:
        InvalidInput: base not positive or not a number, odd dimension, unknown reading.

    Source: U26, Table 1 (b = 10000, d = 128).

    Example:
        >>> frequencies(10000, 8, "symbolic")
        [1, 1/10, 1/100, 1/1000]
    """
    try:
        base = Fraction(base)
    except (ValueError, OverflowError, TypeError, ZeroDivisionError):
        raise InvalidInput("base", "must be a positive number", base) from None
    require(base > 0, "base", "must be positive", base)
    powers = exponents(rotary_dim)
    if reading == "symbolic":
        import sympy

        return [sympy.Rational(base) ** sympy.Rational(e) for e in powers]
    if reading == "ball":
        return [ball(base) ** ball(e) for e in powers]
    require(reading == "float", "reading", 'must be "symbolic", "ball" or "float"', reading)
    import numpy as np

    return float(base) ** np.array([float(e) for e in powers])


def rounds_to(value: Fraction, decimals: int, k: int, base: int = 10000, rotary_dim: int = 128) -> bool:
    """Whether frequency g_k = base^{-2(k-1)/d} rounds to `value` at that many decimals, by exact powers.

    Args:
        k: the frequency's id, from 1.

    Example:
        >>> rounds_to(Fraction("0.8660"), 4, 2), rounds_to(Fraction("0.8659"), 4, 2)
        (True, False)
    """
    power, half = Fraction(base) ** (-2 * (k - 1)), Fraction(1, 2 * 10**decimals)  # power = g_k^d
    return (value - half) ** rotary_dim <= power < (value + half) ** rotary_dim


def pairs(rotary_dim: int, layout: str = "adjacent") -> list[tuple[int, int]]:
    """The dimensions (0-based) that form each plane.

    Example:
        >>> pairs(4, "adjacent"), pairs(4, "half")
        ([(0, 1), (2, 3)], [(0, 2), (1, 3)])
    """
    half = len(exponents(rotary_dim))
    require(layout in LAYOUTS, "layout", f"must be one of {LAYOUTS}", layout)
    return [(2 * k, 2 * k + 1) if layout == "adjacent" else (k, k + half) for k in range(half)]


def half_from_adjacent(rotary_dim: int, head_dim: int | None = None) -> list[int]:
    """The permutation p with x_half = x_adjacent[p]: rows of W_q and W_k move by it from one layout to the other.

    Args:
        rotary_dim: even, at most `head_dim`.
        head_dim: dimensions beyond `rotary_dim` stay where they are.

    Raises:
        InvalidInput: odd `rotary_dim`, or one larger than `head_dim`.

    Example:
        >>> half_from_adjacent(4, 6)
        [0, 2, 1, 3, 4, 5]
    """
    require_int("rotary_dim", rotary_dim, least=2)
    head_dim = rotary_dim if head_dim is None else require_int("head_dim", head_dim, least=rotary_dim)
    permutation = list(range(head_dim))
    for old, new in zip(pairs(rotary_dim, "adjacent"), pairs(rotary_dim, "half"), strict=True):
        permutation[new[0]], permutation[new[1]] = old
    return permutation


def rope_matrix(
    position: Value, plane_frequencies: Sequence[Value], layout: str = "adjacent", head_dim: int | None = None
) -> list[list[Value]]:
    """R_position as rows of numbers: one rotation by position·g_k in each plane, identity beyond.

    Args:
        position: integer or symbol.
        plane_frequencies: g_1..g_{d/2}, all in one reading.
        layout: see `LAYOUTS`.
        head_dim: at least 2·len(plane_frequencies); the default is equality.

    Returns:
        head_dim × head_dim nested list in the reading of the frequencies.

    Raises:
        InvalidInput: `position` is no number, a frequency no angle, unknown layout, or `head_dim` too small.

    Example:
        >>> import sympy
        >>> rope_matrix(1, [sympy.pi / 2])
        [[0, -1], [1, 0]]
    """
    require_number("position", position)
    listed = hasattr(plane_frequencies, "__len__") and not isinstance(plane_frequencies, str)
    require(listed, "plane_frequencies", "must be a list of angles", plane_frequencies)
    for g in plane_frequencies:
        require_angle("plane_frequencies", g)
    rotary_dim = 2 * len(plane_frequencies)
    require_int("rotary_dim", rotary_dim, least=2)
    head_dim = rotary_dim if head_dim is None else require_int("head_dim", head_dim, least=rotary_dim)
    matrix: list[list[Value]] = [[int(row == column) for column in range(head_dim)] for row in range(head_dim)]
    for (first, second), g in zip(pairs(rotary_dim, layout), plane_frequencies, strict=True):
        for column, unit in ((first, (1, 0)), (second, (0, 1))):
            matrix[first][column], matrix[second][column] = rotate(position * g, unit)
    return matrix


def apply_rope(vectors: Value, positions: Value, plane_frequencies: Value, layout: str = "adjacent") -> Value:
    """Turn each vector by its position, plane by plane (NumPy arrays or torch tensors).

    Args:
        vectors: (..., length, head_dim); integers are read as floats.
        positions: (length,), in the vectors' library.
        plane_frequencies: (rotary_dim/2,) radians per position; rotary_dim <= head_dim.
        layout: see `LAYOUTS`.

    Returns:
        array or tensor of the same shape; dimensions beyond the rotary dimension unchanged.

    Raises:
        InvalidInput: no arrays of these shapes (lists are none), rotary dimension larger than the head dimension.

    Example:
        >>> import numpy as np
        >>> turned = apply_rope(np.array([[1.0, 0.0]]), np.array([1.0]), np.array([np.pi / 2]))
        >>> np.round(turned, 12).tolist()
        [[0.0, 1.0]]
    """
    for name, given, shape, least, most in (
        ("vectors", vectors, "(..., length, head_dim)", 2, math.inf),
        ("positions", positions, "(length,)", 1, 1),
        ("plane_frequencies", plane_frequencies, "(rotary_dim/2,)", 1, 1),
    ):
        require(hasattr(given, "ndim"), name, "must be a NumPy array or a torch tensor", given)
        require(least <= given.ndim <= most, name, f"must have the shape {shape}", tuple(given.shape))
    length = vectors.shape[-2]
    require(len(positions) == length, "positions", f"must number {length}, as vectors do", len(positions))
    if getattr(vectors.dtype, "kind", "") in ("i", "u", "b") or not getattr(vectors.dtype, "is_floating_point", True):
        vectors = vectors * 1.0
    rotary_dim = 2 * len(plane_frequencies)
    require(
        rotary_dim <= vectors.shape[-1],
        "plane_frequencies",
        f"must number at most head_dim/2 = {vectors.shape[-1] // 2}",
        len(plane_frequencies),
    )
    angles = positions[:, None] * plane_frequencies[None, :]
    return turn(vectors, cos(angles), sin(angles), layout)


def turn(vectors: Value, cosines: Value, sines: Value, layout: str = "adjacent") -> Value:
    """ρ applied to each plane, from tables of cosines and sines (NumPy arrays or torch tensors).

    Args:
        vectors: (..., length, head_dim).
        cosines, sines: (..., length, rotary_dim/2); rotary_dim <= head_dim. A factor in both scales the planes.
        layout: see `LAYOUTS`.
    """
    first, second = _slices(2 * cosines.shape[-1], layout)
    x, y = vectors[..., first], vectors[..., second]
    turned = vectors.clone() if hasattr(vectors, "clone") else vectors.copy()
    turned[..., first], turned[..., second] = cosines * x - sines * y, sines * x + cosines * y
    return turned


@cache
def _slices(rotary_dim: int, layout: str) -> tuple[slice, slice]:
    """The first and the second dimensions of all planes."""
    first, second = map(_as_slice, zip(*pairs(rotary_dim, layout), strict=True))
    return first, second


def _as_slice(indices: Sequence[int]) -> slice:
    """Evenly spaced indices as a slice: arrays are then cut, not gathered."""
    return slice(indices[0], indices[-1] + 1, indices[1] - indices[0] if len(indices) > 1 else 1)
