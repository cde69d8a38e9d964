"""Attention heads: logits, the content-by-position matrix, positional and symbolic behaviour, weights.

A head is anything with a method `logit(x, i, y, j)`: the logit of query content x at position i against key
content y at position j <= i. Positions are 1..n, attention is causal and includes the query itself.

A `PhaseHead` is a head whose query and key vectors are, in each RoPE plane, amplitude·ρ(phase)·v with
v = (0, 1). Then

    L(x, i, y, j) = Σ_planes |q_x|·|k_y|·cos((i - j)·g + phase(q_x) - phase(k_y)),

in whatever reading the phases are given (see `rope_theory.core.reading`), plus a bias that depends on the distance
i - j alone, if the head has one (ALiBi). Ask a head for its logit; whoever walks its planes misses the bias, and says so
with `PhaseHead.without_bias`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Real
from typing import TYPE_CHECKING, Any, Protocol

import flint
from flint import arb

from rope_theory.core.angles import TrigSum, ball
from rope_theory.core.errors import require, require_int
from rope_theory.core.numbers import Value
from rope_theory.core.reading import cos, exp, is_number, require_number, scale
from rope_theory.core.rope import apply_rope, rotate
from rope_theory.core.truth import Truth, every, less, truth

if TYPE_CHECKING:
    import numpy as np

Token = Any


class Head(Protocol):
    """Anything that answers a logit."""

    def logit(self, x: Token, i: int, y: Token, j: int) -> Value: ...


@dataclass(frozen=True)
class Polar:
    """The plane vector amplitude·ρ(phase)·v, v = (0, 1).

    Args:
        phase: radians, in any reading.
        amplitude: number; 0 gives the zero vector.

    Example: see `PhaseHead`.
    """

    phase: Value
    amplitude: Value = 1

    def vector(self) -> tuple[Value, Value]:
        """The two coordinates, in the reading of the phase."""
        x, y = rotate(self.phase, (0, 1))
        return scale(self.amplitude, x), scale(self.amplitude, y)


@dataclass(frozen=True)
class Plane:
    """One RoPE plane of a phase-defined head.

    Args:
        frequency: radians per position.
        query: token -> Polar.
        key: token -> Polar.

    Example: see `PhaseHead`.
    """

    frequency: Value
    query: Callable[[Token], Polar]
    key: Callable[[Token], Polar]


@dataclass(frozen=True)
class PhaseHead:
    """A head given by its planes; every reading comes from the same phases.

    Args:
        name: how figures and errors call it.
        planes: one `Plane` per frequency.
        bias: distance i - j -> what is added to the logit, in the reading of the phases; None is no bias.

    Example:
        >>> from fractions import Fraction
        >>> from rope_theory import Angle, Plane, Polar
        >>> plane = Plane(Angle(Fraction(1, 6)), lambda token: Polar(Angle()), lambda token: Polar(Angle()))
        >>> PhaseHead("one plane", (plane,)).logit("A", 3, "B", 1) == -Fraction(1, 2)  # cos(2·2π/6)
        True
    """

    name: str
    planes: tuple[Plane, ...]
    bias: Callable[[int], Value] | None = None

    def without_bias(self, user: str) -> PhaseHead:
        """The head itself, for those who can carry its planes only.

        Args:
            user: who that is, as the error names it.

        Raises:
            InvalidInput: the head has a bias.
        """
        require(self.bias is None, "head", f"must have no bias: {user} cannot carry one", self.name)
        return self

    def logit(self, x: Token, i: int, y: Token, j: int) -> Value:
        """Σ over planes of |q|·|k|·cos((i-j)·g + phase(q) - phase(k)), plus bias(i - j)."""
        total = None if self.bias is None else self.bias(i - j)
        for plane in self.planes:
            q, k = plane.query(x), plane.key(y)
            term = scale(q.amplitude, scale(k.amplitude, cos((i - j) * plane.frequency + q.phase - k.phase)))
            total = term if total is None else total + term
        return total

    def rotated_logit(self, x: Token, i: int, y: Token, j: int) -> Value:
        """(W_K y)ᵀ R^{i-j} (W_Q x) as it is defined: turn the query by the distance, take the dot product; plus bias."""
        total = 0 if self.bias is None else self.bias(i - j)
        for plane in self.planes:
            turned = rotate((i - j) * plane.frequency, plane.query(x).vector())
            total = total + sum(a * b for a, b in zip(plane.key(y).vector(), turned, strict=True))
        return total

    def matrices(self, vocabulary: Sequence[Token]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The weights as matrices on one-hot embeddings of `vocabulary`, in float64.

        Returns:
            W_Q and W_K, each (2·planes, vocabulary), adjacent layout, and the frequencies (planes,).

        Raises:
            InvalidInput: the head has a bias.
        """
        self.without_bias("W_Q and W_K")

        import numpy as np

        def columns(side: str) -> np.ndarray:
            return np.array(
                [[c for plane in self.planes for c in getattr(plane, side)(token).vector()] for token in vocabulary],
                dtype=float,
            ).T

        return columns("query"), columns("key"), np.array([float(p.frequency) for p in self.planes])


@dataclass(frozen=True)
class VectorPlane:
    """One RoPE plane with arbitrary vectors, not only phases.

    Args:
        frequency: radians per position, in any reading.
        query, key: token -> pair of coordinates (W_Q x, W_K y in this plane).
    """

    frequency: Value
    query: Mapping[Token, tuple[Value, Value]]
    key: Mapping[Token, tuple[Value, Value]]


@dataclass(frozen=True)
class VectorHead:
    """Any RoPE head on finitely many tokens: L(x, i, y, j) = Σ over planes of (W_K y)ᵀ ρ((i-j)·g) (W_Q x)."""

    planes: tuple[VectorPlane, ...]

    def logit(self, x: Token, i: int, y: Token, j: int) -> Value:
        total = 0
        for plane in self.planes:
            turned = rotate((i - j) * plane.frequency, plane.query[x])
            total = total + sum(a * b for a, b in zip(plane.key[y], turned, strict=True))
        return total


def matrix_logits(w_q: Value, w_k: Value, plane_frequencies: Value, embeddings: Value, positions: Value) -> Value:
    """Logits (length, length) of weights as a transformer computes them: project, turn by RoPE, take dot products.

    Args:
        w_q, w_k: (head_dim, width).
        plane_frequencies: (head_dim/2,).
        embeddings: (length, width).
        positions: (length,).
        All NumPy, or all torch of one dtype and device.

    Returns:
        entry [i, j] is the logit of query i against key j (not masked).
    """
    q = apply_rope(embeddings @ w_q.T, positions, plane_frequencies)
    k = apply_rope(embeddings @ w_k.T, positions, plane_frequencies)
    return q @ k.T


def logits(head: Head, tokens: Sequence[Token], position: int | None = None) -> list[Value]:
    """The logits of the query at `position` (default: the last) against keys 1..position.

    Args:
        head: anything with `logit(x, i, y, j)`.
        tokens: the input.
        position: of the query, counted from 1.

    Raises:
        InvalidInput: `head` has no method `logit`, empty sequence, or position no integer or outside 1..length.

    Example:
        >>> from fractions import Fraction
        >>> from rope_theory import Angle, h_pos
        >>> logits(h_pos(Angle.parse("pi/3")), ["A", "B", 1]) == [Fraction(1, 2), 1, Fraction(1, 2)]
        True
    """
    _require_head(head)
    _require_tokens(tokens)
    i = len(tokens) if position is None else require_int("position", position)
    require(1 <= i <= len(tokens), "position", f"must be within 1..{len(tokens)}", position)
    return [head.logit(tokens[i - 1], i, tokens[j - 1], j) for j in range(1, i + 1)]


def content_by_position(head: Head, tokens: Sequence[Token]) -> list[list[Value]]:
    """M[a][b] = L(x_n, n, x_a, b): the logit of content a placed at position b, for a, b < n (0-based lists).

    Args:
        head: anything with `logit(x, i, y, j)`.
        tokens: the input; the last one is the query.

    Raises:
        InvalidInput: `head` has no method `logit`, or empty sequence.

    Source: the matrix behind the definitions of positional (rows agree) and symbolic (columns agree).

    Example:
        >>> from fractions import Fraction
        >>> from rope_theory import Angle, h_pos
        >>> content_by_position(h_pos(Angle.parse("pi/3")), ["A", "B", 1]) == [[Fraction(1, 2), 1], [Fraction(1, 2), 1]]
        True
    """
    _require_head(head)
    _require_tokens(tokens)
    n = len(tokens)
    return [[head.logit(tokens[-1], n, content, b) for b in range(1, n)] for content in tokens[:-1]]


def _require_head(head: Head) -> None:
    require(callable(getattr(head, "logit", None)), "head", "must have a method logit(x, i, y, j)", head)


def _require_tokens(tokens: Sequence[Token]) -> None:
    listed = hasattr(tokens, "__len__") and hasattr(tokens, "__getitem__") and not isinstance(tokens, Mapping)
    require(listed, "tokens", "must be a list of tokens", tokens)
    require(len(tokens) > 0, "tokens", "must not be empty", tokens)


@dataclass(frozen=True)
class Behaviour:
    """Whether all entries that should agree do: an exact answer, or UNKNOWN with the largest deviation found.

    Args:
        answer: TRUE or FALSE for exact numbers; for balls FALSE if two are apart, else UNKNOWN; UNKNOWN for floats.
        deviation: largest difference between entries that should agree (a float, for orientation).
    """

    answer: Truth
    deviation: float = field(compare=False)


def is_positional(head: Head, tokens: Sequence[Token]) -> Behaviour:
    """Whether the logits of the last query depend on the position alone: the rows of M agree.

    Args:
        head: anything with `logit(x, i, y, j)`.
        tokens: the input; the last one is the query.

    Raises:
        InvalidInput: `head` has no method `logit`, or empty sequence.

    Source: U25's definition, on one input.

    Example:
        >>> from rope_theory import Angle, h_pos
        >>> is_positional(h_pos(Angle.parse("0.8")), ["A", "B", "A", 2]).answer
        <Truth.TRUE: 'true'>
    """
    return _columns_constant(content_by_position(head, tokens))


def is_symbolic(head: Head, tokens: Sequence[Token]) -> Behaviour:
    """Whether the logits of the last query depend on the content alone: the columns of M agree.

    Args:
        head: anything with `logit(x, i, y, j)`.
        tokens: the input; the last one is the query.

    Raises:
        InvalidInput: `head` has no method `logit`, or empty sequence.

    Source: U25's definition, on one input.

    Example:
        >>> from rope_theory import Angle, h_pos
        >>> is_symbolic(h_pos(Angle.parse("0.8")), ["A", "B", "A", 2]).answer
        <Truth.FALSE: 'false'>
    """
    return _columns_constant([list(column) for column in zip(*content_by_position(head, tokens), strict=True)])


def _columns_constant(matrix: list[list[Value]]) -> Behaviour:
    """Compare every row with the first, entry by entry."""
    differences = [entry - top for row in matrix[1:] for entry, top in zip(row, matrix[0], strict=True)]
    deviation = max((abs(float(d)) for d in differences), default=0.0)
    return Behaviour(every(map(_vanishes, differences)), deviation)


def _vanishes(difference: Value) -> Truth:
    if isinstance(difference, int | Fraction | TrigSum):
        return truth(difference == 0)
    if hasattr(difference, "is_zero") and not hasattr(difference, "contains"):  # SymPy: three-valued by itself
        zero = difference.is_zero
        return Truth.UNKNOWN if zero is None else truth(bool(zero))
    if hasattr(difference, "contains") and not difference.contains(0):
        return Truth.FALSE
    return Truth.UNKNOWN


def _require_values(values: Sequence[Value]) -> None:
    """Refuse what are no logits: none at all, text, NaN."""
    require(hasattr(values, "__len__") and not isinstance(values, str), "values", "must be a list of numbers", values)
    require(len(values) > 0, "values", "must not be empty", values)
    for value in values:
        number = is_number(value) and not (isinstance(value, Real) and value != value)
        require(number, "values", "must be numbers, not NaN", values)


def softmax(values: Sequence[Value], beta: Value = 1) -> list[Value]:
    """w_j = e^{β·L_j} / Σ e^{β·L_k}: exact logits are read as balls, floats stay floats.

    Args:
        values: logits, at least one; floats finite or -inf (masked), not all of them masked.
        beta: inverse temperature, >= 0, in a reading that multiplies the logits; positive where a logit is -inf.

    Raises:
        InvalidInput: no logits, or one that is no number, NaN or infinity; β is no number, a float where logits are
            exact, or not positive where a logit is -inf.

    Example:
        >>> [float(weight) for weight in softmax([0.0, 0.0])]
        [0.5, 0.5]
    """
    require_number("beta", beta)
    _require_values(values)
    if masked := [v for v in values if isinstance(v, Real) and v in (math.inf, -math.inf)]:
        require(max(masked) < 0 and len(masked) < len(values), "values", "must be finite or -inf, one finite", values)
        require(
            not isinstance(beta, int | float | Fraction) or beta > 0,
            "beta",
            "must be positive where a value is -inf",
            beta,
        )
    if all(isinstance(v, int | Fraction | TrigSum) for v in values):
        mixed = isinstance(beta, float) and any(isinstance(v, TrigSum) for v in values)
        require(not mixed, "beta", "must be exact (an int or a Fraction), as the logits are", beta)
        top = max(values)
        powers = [exp((v - top) * beta) for v in values]
    elif all(isinstance(v, float) for v in values):
        powers = [exp(beta * (v - max(values))) for v in values]
    else:
        powers = [exp(scale(beta, v)) for v in values]
    total = sum(powers[1:], powers[0])
    return [p / total for p in powers]


def largest_weight_order(here: Sequence[TrigSum], there: Sequence[TrigSum], beta: Fraction) -> int | None:
    """Sign of (largest softmax weight of `there`) - (that of `here`); None if 1024 bits do not tell.

    The largest weight is 1/Σ e^{-β(max - L)}. Equal terms of the two sums are struck out; the rest is told by balls.

    Args:
        here, there: exact logits.
        beta: inverse temperature.
    """
    mine, theirs = ([max(side) - value for value in side] for side in (here, there))
    for value in list(mine):
        twin = next((i for i, other in enumerate(theirs) if other == value), None)
        if twin is not None:
            mine.remove(value)
            theirs.pop(twin)
    if not beta or not (mine or theirs):
        return 0
    for bits in (64 << k for k in range(5)):
        with flint.ctx.workprec(bits):
            sums = [sum(((ball(v) * ball(-beta)).exp() for v in side), arb(0)) for side in (mine, theirs)]
            if sums[0] > sums[1] or sums[0] < sums[1]:
                return 1 if sums[0] > sums[1] else -1
    return None


def maximisers(values: Sequence[Value]) -> list[int]:
    """The indices (from 0) of the largest value, of at least one; exact numbers only (ties are exact)."""
    indices: Sequence[int] = range(len(values))
    if len(values) > 2 and all(isinstance(value, TrigSum) for value in values):  # balls rule most out, cheaply
        enclosures = [value.ball() for value in values]
        floor = max(enclosure.lower() for enclosure in enclosures)
        indices = [index for index in indices if not enclosures[index] < floor]
    best = max(values[index] for index in indices)
    return [index for index in indices if values[index] == best]


def strict_maximum(values: Sequence[Value], index: int) -> Truth:
    """Whether the value at the 0-based index is larger than every other, three-valued."""
    return every(less(value, values[index]) for k, value in enumerate(values) if k != index)


def hard_attention(values: Sequence[Value]) -> list[Fraction]:
    """Average hard attention: the maximisers share the weight equally.

    Args:
        values: logits, at least one, exact or in one reading that can be compared.

    Raises:
        InvalidInput: no logits, or one that is no number or NaN.

    Example:
        >>> [str(weight) for weight in hard_attention([1, 3, 3])]
        ['0', '1/2', '1/2']
    """
    _require_values(values)
    winners = maximisers(values)
    return [Fraction(int(index in winners), len(winners)) for index in range(len(values))]
