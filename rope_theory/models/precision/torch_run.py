"""The same contests, run in torch in the formats of a recipe: what is observed, beside what is predicted.

Frequencies and vectors enter rounded once from their exact values. Steps that the recipe leaves exact run
in float64.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import flint
import numpy as np

from rope_theory.core.angles import ball as as_ball
from rope_theory.core.errors import require_int
from rope_theory.core.heads import PhaseHead
from rope_theory.core.truth import Truth
from rope_theory.models.precision.constructions import TargetContest
from rope_theory.models.precision.emulation import Placed, Run, Span
from rope_theory.models.precision.errors import BITS
from rope_theory.models.precision.formats import FLOAT64, STORED, Format
from rope_theory.models.precision.recipe import Recipe


class TorchRun(Run):
    """A head computed by torch; answers like an `Emulation`, with lo = hi. Positions count from 1.

    Args:
        head: in the ball reading.
        recipe: the format of each step.
        device: where torch runs.

    Example:
        >>> from rope_theory.core.angles import Angle
        >>> from rope_theory.core.constructions import h_pos
        >>> with flint.ctx.workprec(BITS):
        ...     head = h_pos(Angle.parse("1").ball())
        >>> logits = TorchRun(head, Recipe.uniform("float64")).logits([(2, 9)], [("A", 7)])
        >>> abs(float(logits.lo[0, 0]) - 1) < 1e-15
        True
    """

    first = 1

    def __init__(self, head: PhaseHead, recipe: Recipe, device: str = "cpu"):
        self.head, self.recipe, self.device = head, recipe, device
        self._tables: dict = {}
        self._vectors: dict = {}

    def same_turn(self, one: int, other: int) -> bool:
        """Never claimed: an observation looks at logits only."""
        return False

    def _logits(self, queries: Placed, keys: Placed, beside: Any) -> Span:
        recipe, terms = self.recipe, None
        for plane in range(len(self.head.planes)):
            q, k = self._rotated("query", plane, queries), self._rotated("key", plane, keys)
            for a, b in zip(q, k, strict=True):
                term = _product(a[beside], b, recipe.product)
                terms = term if terms is None else terms + term
        values = rounded(terms, recipe.logit).double().cpu().numpy()
        return Span(values, values)

    def _rotated(self, side: str, plane: int, pairs: Placed):
        import torch

        positions = torch.tensor([position for _, position in pairs], device=self.device)
        tokens = list(dict.fromkeys(token for token, _ in pairs))
        held = torch.stack([self._vector(side, plane, token) for token in tokens])
        numbers = {token: number for number, token in enumerate(tokens)}
        x, y = held[[numbers[token] for token, _ in pairs]].unbind(-1)
        frequencies = tensor_of([self.head.planes[plane].frequency], self.recipe.frequency, self.device)
        parts = rotated((x[None], y[None]), positions, frequencies, self.recipe)
        if side == "key" and self.recipe.stored is not None:
            parts = tuple(stored(part, self.recipe.stored) for part in parts)
        return parts[0][0], parts[1][0]

    def _vector(self, side: str, plane: int, token: Hashable):
        if (side, plane, token) not in self._vectors:
            with flint.ctx.workprec(BITS):
                parts = [as_ball(part) for part in getattr(self.head.planes[plane], side)(token).vector()]
            self._vectors[side, plane, token] = self._tensor(parts, self.recipe.vector)
        return self._vectors[side, plane, token]

    def _tensor(self, balls, form: Format | None):
        return tensor_of(balls, form, self.device)


def tensor_of(balls, form: Format | None, device: str = "cpu"):
    """The middles of narrow balls, rounded once to the format (None: to float64)."""
    import torch

    low = (form or FLOAT64).round_array(np.array([float(each.mid()) for each in balls]))
    return rounded(torch.tensor(low, dtype=torch.float64, device=device), form)


def rotated(vectors, positions, frequencies, recipe: Recipe):
    """The two coordinates of plane vectors after RoPE, each (planes, positions), each step in the format of the recipe.

    Args:
        vectors: (x, y), tensors (planes, positions).
        positions: integer tensor (positions,).
        frequencies: tensor (planes,) in the format of the recipe, radians per position.
    """
    form, (x, y) = recipe.rotation, vectors
    phases = _product(rounded(positions, recipe.position), frequencies[:, None], recipe.phase)
    cosine = rounded(rounded(phases, recipe.trig).cos(), recipe.cache)
    sine = rounded(rounded(phases, recipe.trig).sin(), recipe.cache)
    turned = (
        _product(cosine, x, form) - _product(sine, y, form),
        _product(sine, x, form) + _product(cosine, y, form),
    )
    return turned if recipe.rotated is None else tuple(rounded(part, recipe.rotated) for part in turned)


def stored(tensor, form: Format):
    """What is read back from a cache of keys: rounded to the format, beside its scale.

    Example:
        >>> import torch
        >>> from rope_theory.models.precision.formats import STORED
        >>> stored(torch.tensor([0.3, 1.1]), STORED["fp8_e4m3"]).tolist()
        [0.3125, 1.125]
    """
    import torch

    if form.name not in STORED:
        return rounded(tensor, form)
    dtype = {"fp8_e4m3": torch.float8_e4m3fn, "fp8_e5m2": torch.float8_e5m2}[form.name]
    kept = to_odd(tensor * 2.0**-form.scale) if tensor.dtype == torch.float64 else tensor.float() * 2.0**-form.scale
    return kept.to(dtype).float() * 2.0**form.scale


def to_odd(tensor):
    """A float64 tensor in float32, rounded to odd: a further rounding to at most 22 bits is then as if it were the only one."""
    import torch

    near = tensor.float()
    wide = near.double()
    bits = near.view(torch.int32) - (wide.abs() > tensor.abs()).int()  # one less is one step towards 0
    return torch.where(wide == tensor, near, (bits | 1).view(torch.float32))


def rounded(tensor, form: Format | None):
    """The tensor in a format (None: float64), rounded once, to nearest with ties to even.

    torch itself goes from float64 to 16 bits by way of float32 and rounds twice. Here the step to float32 is
    rounded to odd, which leaves the second rounding as if it were the only one (24 >= p + 2 bits).

    Example:
        >>> import torch
        >>> from rope_theory.models.precision.formats import BFLOAT16
        >>> above_a_tie = torch.tensor([1 + 2.0**-8 + 2.0**-40], dtype=torch.float64)
        >>> rounded(above_a_tie, BFLOAT16).item(), above_a_tie.to(torch.bfloat16).item()
        (1.0078125, 1.0)
    """
    import torch

    form = form or FLOAT64
    if tensor.dtype == torch.float64 and form.bits < 24:
        tensor = to_odd(tensor)
    return tensor.to(getattr(torch, form.name))


def _product(a, b, form: Format | None):
    """a·b rounded once to the format, which may be narrower than the factors."""
    form = form or FLOAT64
    if a.dtype == b.dtype == rounded(a[:0], form).dtype:
        return a * b
    return rounded(a.double() * b.double(), form)


def observe(contest: TargetContest, recipe: Recipe, n: int, device: str = "cpu") -> Truth:
    """Whether the construction decodes at length n when torch runs it.

    Returns:
        TRUE (every target beat every rival), FALSE, or UNKNOWN (too long to try all; a sample showed no
        failure).
    """
    n = require_int("n", n, least=1)
    return contest.decodes(TorchRun(contest.head(n), recipe, device), n)


def observed_cliff(contest: TargetContest, recipe: Recipe, most: int, device: str = "cpu") -> int | None:
    """The last length before the first failure, looking at every length up to `most`; None if there was
    none.
    """
    from rope_theory.core.progress import progress

    for n in progress(range(2, most + 1), "running every length"):
        if observe(contest, recipe, n, device) is Truth.FALSE:
            return n - 1
    return None
