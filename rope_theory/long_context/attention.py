"""Constructed heads through `torch.nn.functional.scaled_dot_product_attention`: memory linear in the length.

Queries, keys and values are (length, head_dim) tensors of the run's dtype; the values are codes of ±1, so that the
output says which key got the weight. `eager_outputs` is the same in float64, from the definition, block by block.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flint
import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from rope_theory.angles import ball
from rope_theory.errors import require, require_int
from rope_theory.heads import PhaseHead, Plane
from rope_theory.long_context.inputs import Column, Inputs
from rope_theory.long_context.prediction import READ
from rope_theory.precision import Recipe
from rope_theory.precision.errors import BITS
from rope_theory.precision.formats import FLOAT64
from rope_theory.precision.torch_run import rotated, rounded, tensor_of
from rope_theory.rope import pairs

Tick = Callable[[], None]
STEP = 1024
"""Offsets are written as STEP·a + b: two tables of exact phases, turned into one another."""
BLOCK_PAIRS = 2**24
"""(query, key) pairs that are masked or looked at eagerly at a time."""
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
    found: Inputs,
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
        tick: called after each plane.

    Raises:
        InvalidInput: a head_dim that is odd, too small for the planes or for the code.
    """
    slots = list(range(len(head.planes))) if slots is None else slots
    require_int("head_dim", head_dim, least=2)
    layout = pairs(head_dim, "half")
    require(max(slots) < len(layout), "head_dim", f"must be at least {2 * max(slots) + 2} for these planes", head_dim)
    dtype = getattr(torch, recipe.rotated.name)
    queries = torch.zeros(len(found.positions), head_dim, dtype=dtype, device=device)
    keys = torch.zeros(len(found.places), head_dim, dtype=dtype, device=device)
    asked = torch.as_tensor(found.positions, device=device)
    places = torch.as_tensor(found.places, device=device)
    for plane, slot in zip(head.planes, slots, strict=True):
        for side, column, positions, into in (("query", found.queries, asked, queries), ("key", found.keys, places, keys)):
            vectors = plane_vectors(plane, side, column, recipe, device)
            for part, dimension in zip(rotated(vectors, positions, plane.frequency, recipe), layout[slot], strict=True):
                into[:, dimension] = part
        tick()
    return Tensors(queries, keys, code_of(torch.as_tensor(found.codes, device=device), head_dim).to(dtype))


def plane_vectors(plane: Plane, side: str, column: Column, recipe: Recipe, device: str = "cpu") -> tuple[Tensor, Tensor]:
    """The two coordinates of each token's vector on one plane, before RoPE.

    Tokens of a vocabulary are rounded once from exact phases. An offset STEP·a + b is the exact vector of b turned by
    the exact phase of STEP·a (the phase of an offset is a multiple of it): a few units of float64 off, see `TABLE`.
    """
    ids = torch.as_tensor(column.ids, device=device)
    if column.vocabulary is not None:
        x, y = _table(plane, side, column.vocabulary, device)
        return rounded(x[ids], recipe.vector), rounded(y[ids], recipe.vector)
    most = int(column.ids.max(initial=0))
    x, y = _table(plane, side, range(min(most, STEP - 1) + 1), device)
    cosine, sine = _turns(plane, side, range(0, most + 1, STEP), device)
    low, high = ids % STEP, ids // STEP
    first = cosine[high] * x[low] - sine[high] * y[low]
    second = sine[high] * x[low] + cosine[high] * y[low]
    return rounded(first, recipe.vector), rounded(second, recipe.vector)


def _table(plane: Plane, side: str, tokens, device: str) -> tuple[Tensor, Tensor]:
    with flint.ctx.workprec(BITS):
        vectors = [[ball(part) for part in getattr(plane, side)(token).vector()] for token in tokens]
    return tuple(tensor_of([vector[axis] for vector in vectors], FLOAT64, device) for axis in (0, 1))


def _turns(plane: Plane, side: str, tokens, device: str) -> tuple[Tensor, Tensor]:
    with flint.ctx.workprec(BITS):
        phases = [ball(getattr(plane, side)(token).phase) for token in tokens]
        waves = [phase.sin_cos() for phase in phases]
    return tuple(tensor_of([wave[axis] for wave in waves], FLOAT64, device) for axis in (1, 0))


def code_of(numbers: Tensor, width: int, largest: int | None = None) -> Tensor:
    """The binary digits of each number as ±1, repeated up to the width: (count, width), int8.

    Args:
        numbers: integers >= 0.
        width: columns.
        largest: whose digits are counted (default: the largest of the numbers).

    Raises:
        InvalidInput: the digits of `largest` do not fit.

    Example:
        >>> code_of(torch.tensor([0, 2]), 3).tolist()
        [[-1, -1, -1], [-1, 1, -1]]
    """
    digits = max(int(numbers.max() if largest is None else largest).bit_length(), 1)
    require(digits <= width, "head_dim", f"must be at least {digits}, the digits of a position", width)
    shifts = torch.arange(width, device=numbers.device) % digits
    code = torch.empty(len(numbers), width, dtype=torch.int8, device=numbers.device)
    for column, shift in enumerate(shifts.tolist()):
        code[:, column] = ((numbers >> shift) & 1) * 2 - 1
    return code


def attend(given: Tensors, found: Inputs, beta: float, tick: Tick = lambda: None) -> Tensor:
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


def _blocks(found: Inputs, times: int = 1) -> list[np.ndarray]:
    """Query numbers in blocks of about `BLOCK_PAIRS` pairs (or so many times that)."""
    size = max(1, times * BLOCK_PAIRS // len(found.places))
    return [np.arange(start, min(start + size, len(found.positions))) for start in range(0, len(found.positions), size)]


def _sdpa(q: Tensor, k: Tensor, v: Tensor, beta: float, **mask) -> Tensor:
    return scaled_dot_product_attention(q[None, None], k[None, None], v[None, None], scale=beta, **mask)[0, 0]


def eager_outputs(given: Tensors, found: Inputs, beta: float) -> Tensor:
    """The same outputs from the definition, in float64: logits, causal mask, softmax, weighted sum of the values."""
    q, k, v = (each.double() for each in (given.queries, given.keys, given.values))
    parts = []
    for rows in _blocks(found):
        logits = beta * (q[rows[0] : rows[-1] + 1] @ k.T)
        hidden = ~torch.as_tensor(found.seen(rows), device=k.device)
        parts.append(logits.masked_fill(hidden, float("-inf")).softmax(-1) @ v)
    return torch.cat(parts)


def margins(outputs: Tensor, found: Inputs) -> Tensor:
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


def leads(given: Tensors, found: Inputs) -> Tensor:
    """Per query the target's logit minus the best rival's, in float64 from the queries and keys as they are held.

    A rival is a key that the query sees and whose value stands for something else.
    """
    q, k = given.queries.double(), given.keys.double()
    least = []
    for row, target in enumerate(found.targets.tolist()):
        logits = k @ q[row]
        rival = found.seen(np.array([row]))[0] & (found.codes != found.codes[target])
        best = logits[torch.as_tensor(rival, device=k.device)].max() if rival.any() else float("-inf")
        least.append(float(logits[target] - best))
    return torch.tensor(least, dtype=torch.float64)
