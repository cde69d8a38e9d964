"""Constructed heads through `torch.nn.functional.scaled_dot_product_attention`: memory linear in the length.

Queries, keys and values are (length, head_dim) tensors of the run's dtype; the values are codes of ±1, so that the
output says which key got the weight. `eager_outputs` is the same in float64, from the definition, block by block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flint
import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from rope_theory.core.angles import ball
from rope_theory.core.errors import require, require_int
from rope_theory.core.heads import PhaseHead, Plane, Polar
from rope_theory.core.rope import pairs
from rope_theory.machines.long_context.inputs import Column, Questions
from rope_theory.machines.long_context.prediction import READ
from rope_theory.models.precision import Recipe
from rope_theory.models.precision.errors import BITS
from rope_theory.models.precision.formats import FLOAT64, must_round
from rope_theory.models.precision.torch_run import rotated, rounded, tensor_of

Tick = Callable[[], None]
STEP = 64
"""Offsets are written to this base, in at most four digits: each has a table of exact phases."""
BLOCK_PAIRS = 2**24
"""(query, key) pairs that are masked or looked at eagerly at a time."""
ROWS = 2**12
"""Tokens that are rotated, codes that are written, at a time."""
FEW = 2
"""So many first positions may be left out of a causal call's questions."""


@dataclass(frozen=True)
class Tensors:
    """What the attention call is given: queries (asked, head_dim), keys and values (length, head_dim)."""

    queries: Tensor
    keys: Tensor
    values: Tensor


def tensors(
    head: PhaseHead,
    found: Questions,
    recipe: Recipe,
    *,
    head_dim: int = 128,
    slots: list[int] | None = None,
    device: str = "cpu",
    tick: Tick = lambda: None,
) -> Tensors:
    """Queries and keys after RoPE and the values, in the formats of the recipe.

    Args:
        head: in the ball reading.
        found: the sequence and its questions.
        recipe: of `attention_recipe`.
        head_dim: even; plane k lies in dimensions (k, k + head_dim/2), the half-split layout; other dimensions are 0.
        slots: the plane of each of the head's planes (default: the first ones).
        tick: called after every `ROWS` tokens.

    Raises:
        InvalidInput: a head_dim that is odd, too small for the planes or for the code.
    """
    slots = list(range(len(head.planes))) if slots is None else slots
    require_int("head_dim", head_dim, least=2)
    layout = pairs(head_dim, "half")
    require(max(slots) < len(layout), "head_dim", f"must be at least {2 * max(slots) + 2} for these planes", head_dim)
    dtype = getattr(torch, must_round("rotated", recipe.rotated).name)
    dimensions = [[layout[slot][side] for slot in slots] for side in (0, 1)]
    frequencies = tensor_of([plane.frequency for plane in head.planes], recipe.frequency, device)

    def turned(side: str, column: Column, positions: np.ndarray) -> Tensor:
        into = torch.zeros(len(positions), head_dim, dtype=dtype, device=device)
        vectors = Vectors(head.planes, side, column, device)
        for start in range(0, len(into), ROWS):
            block = slice(start, start + ROWS)
            standing = torch.as_tensor(positions[block], device=device)
            parts = rotated(vectors.at(column.ids[block], recipe), standing, frequencies, recipe)
            for part, columns in zip(parts, dimensions, strict=True):
                into[block, columns] = part.T
            tick()
        return into

    queries = turned("query", found.queries, found.positions)
    keys = turned("key", found.keys, found.key_positions)
    return Tensors(queries, keys, code_of(torch.as_tensor(found.codes, device=device), head_dim, dtype=dtype))


class Vectors:
    """The vectors of a column's tokens on each plane, before RoPE, from exact phases rounded to float64.

    An offset is the exact vector of its last digit, turned by the exact phases of the others (the phase of an offset is a
    multiple of it): a few units of float64 off, see `TABLE`.

    Raises:
        InvalidInput: an offset of STEP⁴ or more.
    """

    def __init__(self, planes: Sequence[Plane], side: str, column: Column, device: str = "cpu"):
        self.device, self.offsets = device, column.vocabulary is None
        self._turns: list[tuple[int, tuple[Tensor, Tensor]]] = []
        if column.vocabulary is not None:
            self._vectors = _tabled(planes, side, column.vocabulary, _vector, device)
            return
        require(int(column.ids.max()) < STEP**4, "length", f"must be at most {STEP**4}", int(column.ids.max()))
        self._vectors = _tabled(planes, side, range(STEP), _vector, device, np.unique(column.ids % STEP))
        for power in (STEP, STEP**2, STEP**3):
            used = np.unique(column.ids // power % STEP)
            if used.tolist() != [0]:
                tokens = range(0, STEP * power, power)
                self._turns.append((power, _tabled(planes, side, tokens, _turn, device, used)))

    def at(self, ids: np.ndarray, recipe: Recipe) -> tuple[Tensor, Tensor]:
        """The two coordinates, each (planes, ids), in the format of the recipe."""
        columns = torch.as_tensor(ids, device=self.device)
        x, y = (part[:, columns % STEP if self.offsets else columns] for part in self._vectors)
        for power, table in self._turns:
            cosine, sine = (part[:, columns // power % STEP] for part in table)
            x, y = cosine * x - sine * y, sine * x + cosine * y
        return rounded(x, recipe.vector), rounded(y, recipe.vector)


def _tabled(planes, side: str, tokens: Sequence, read, device: str, used=None) -> tuple[Tensor, Tensor]:
    """Two tensors (planes, tokens) of what `read` gives for each polar vector; only the used ones are filled."""
    table = torch.zeros(2, len(planes), len(tokens), dtype=torch.float64, device=device)
    columns = list(range(len(tokens))) if used is None else used.tolist()
    with flint.ctx.workprec(BITS):
        for row, plane in enumerate(planes):
            pairs_of = [read(getattr(plane, side)(tokens[column])) for column in columns]
            for axis in (0, 1):
                table[axis, row, columns] = tensor_of([pair[axis] for pair in pairs_of], FLOAT64, device)
    return table[0], table[1]


def _vector(polar: Polar) -> list:
    return [ball(part) for part in polar.vector()]


def _turn(polar: Polar) -> tuple:
    sine, cosine = ball(polar.phase).sin_cos()
    return cosine, sine


def code_of(numbers: Tensor, width: int, largest: int | None = None, dtype: torch.dtype = torch.int8) -> Tensor:
    """The binary digits of each number as ±1, repeated up to the width: (count, width).

    Args:
        numbers: integers >= 0.
        width: columns.
        largest: whose digits are counted (default: the largest of the numbers).
        dtype: of the code.

    Raises:
        InvalidInput: the digits of `largest` do not fit.

    Example:
        >>> code_of(torch.tensor([0, 2]), 3).tolist()
        [[-1, -1, -1], [-1, 1, -1]]
    """
    digits = max(int(numbers.max() if largest is None else largest).bit_length(), 1)
    require(digits <= width, "head_dim", f"must be at least {digits}, the digits of a position", width)
    shifts = torch.arange(width, dtype=torch.int32, device=numbers.device) % digits
    code = torch.empty(len(numbers), width, dtype=dtype, device=numbers.device)
    for start in range(0, len(numbers), ROWS):
        block = slice(start, start + ROWS)
        code[block] = (numbers[block, None].to(torch.int32) >> shifts & 1) * 2 - 1
    return code


def attend(given: Tensors, found: Questions, beta: float, tick: Tick = lambda: None) -> Tensor:
    """Outputs (asked, head_dim) of softmax attention at inverse temperature β, each query over keys 1..its position.

    Questions at every position (but the first few) are one causal call; questions from the last position need no mask;
    others are masked in blocks. Memory is linear in the length in each case.
    """
    q, k, v = given.queries, given.keys, given.values
    first = found.first_asked()
    if first is not None and first <= 1 + FEW:
        q = torch.cat([q[:1].expand(first - 1, -1), q]) if first > 1 else q
        return _sdpa(q, k, v, beta, is_causal=True)[first - 1 :]
    parts = []
    for rows in _blocks(found, 16 if found.last else 1):
        seen = None if found.last else torch.as_tensor(found.seen(rows), device=k.device)
        parts.append(_sdpa(q[rows[0] : rows[-1] + 1], k, v, beta, attn_mask=seen))
        tick()
    return torch.cat(parts)


def _blocks(found: Questions, times: int = 1) -> list[np.ndarray]:
    """Query numbers in blocks of about `BLOCK_PAIRS` pairs (or so many times that)."""
    size = max(1, times * BLOCK_PAIRS // len(found.key_positions))
    return [np.arange(start, min(start + size, len(found.positions))) for start in range(0, len(found.positions), size)]


def _sdpa(q: Tensor, k: Tensor, v: Tensor, beta: float, **mask) -> Tensor:
    return scaled_dot_product_attention(q[None, None], k[None, None], v[None, None], scale=beta, **mask)[0, 0]


def eager_outputs(given: Tensors, found: Questions, beta: float) -> Tensor:
    """The same outputs from the definition, in float64: logits, causal mask, softmax, weighted sum of the values."""
    q, k, v = (each.double() for each in (given.queries, given.keys, given.values))
    parts = []
    for rows in _blocks(found):
        logits = beta * (q[rows[0] : rows[-1] + 1] @ k.T)
        hidden = ~torch.as_tensor(found.seen(rows), device=k.device)
        parts.append(logits.masked_fill(hidden, float("-inf")).softmax(-1) @ v)
    return torch.cat(parts)


def margins(outputs: Tensor, found: Questions) -> Tensor:
    """Per query the least coordinate of the output, signed by the target's code: above `READ` the target is read.

    Returns:
        (asked,) float32 (float64 for float64 outputs), each at most 1; not a number where the output is none.
    """
    width = outputs.shape[-1]
    codes = torch.as_tensor(found.codes[found.targets], device=outputs.device)
    wide = outputs if outputs.dtype == torch.float64 else outputs.float()
    return (wide * code_of(codes, width, int(found.codes.max()))).amin(-1)


def read(values: Tensor) -> Tensor:
    """Whether each margin is large enough (not a number is not)."""
    return values > float(READ)


def leads(given: Tensors, found: Questions) -> Tensor:
    """Per query the target's logit minus the best rival's, in float64 from the queries and keys as they are held.

    A rival is a key that the query sees and whose value stands for something else. For a few queries: a mask of
    (queries, keys) is held.
    """
    q, device = given.queries.double(), given.keys.device
    rows = np.arange(len(found.positions))
    rival = torch.as_tensor(found.seen(rows) & (found.codes != found.codes[found.targets][:, None]), device=device)
    best = torch.full((len(rows),), float("-inf"), dtype=torch.float64, device=device)
    for start in range(0, len(given.keys), ROWS):
        block = slice(start, start + ROWS)
        logits = q @ given.keys[block].double().T
        best = torch.maximum(best, logits.masked_fill(~rival[:, block], float("-inf")).amax(-1))
    targets = torch.as_tensor(found.targets, device=device)
    return (q * given.keys[targets].double()).sum(-1) - best


def largest_logit_error(given: Tensors, found: Questions, head: PhaseHead, keys: int = 8) -> float:
    """The largest |logit of the queries and keys as they are held - exact logit of the head|, on some keys per query.

    Args:
        given: few queries, and all keys; their dot products are taken in float64.
        found: the same questions.
        head: in the ball reading; its logits are exact.
        keys: so many of the seen keys, drawn, beside the target.
    """
    rng, largest = np.random.default_rng(0), 0.0
    for row in range(len(found.positions)):
        seen = np.flatnonzero(found.seen(np.array([row]))[0])
        chosen = np.union1d(rng.choice(seen, min(keys, len(seen)), replace=False), found.targets[row : row + 1])
        held = (
            given.keys[torch.as_tensor(chosen, device=given.keys.device)].double() @ given.queries[row].double()
        ).tolist()
        (asked,), position = found.queries[row : row + 1].tokens(), int(found.positions[row])
        with flint.ctx.workprec(BITS):
            for value, token, standing in zip(
                held, found.keys[chosen].tokens(), found.key_positions[chosen].tolist(), strict=True
            ):
                exact = ball(head.logit(asked, position, token, standing))
                largest = max(largest, abs(value - float(exact.mid())))
    return largest
