"""Where each construction stops decoding when steps are rounded, and what they cost a cosine: the rows of tables, each
decided once.
"""

from __future__ import annotations

import functools
from fractions import Fraction

import flint

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.core.heads import PhaseHead
from rope_theory.core.rope import frequencies
from rope_theory.core.truth import Truth
from rope_theory.laws.discrepancy import certified_mix
from rope_theory.models.precision.cliff import Cliff, cliff
from rope_theory.models.precision.constructions import IndexHead, InductionHead, MixHead, RetrievalHead, TargetContest
from rope_theory.models.precision.cosines import CosineError, cosine_error_at, largest_cosine_error
from rope_theory.models.precision.emulation import Emulation
from rope_theory.models.precision.errors import BITS
from rope_theory.models.precision.recipe import Recipe

#: The schedule of the mix, and the length that it is made for.
BASE, DIM, POSITIONS = 500_000, 128, 131_072

TURN, ONE, INDUCTION = IndexHead(), IndexHead(Angle.parse("1")), InductionHead()
BFLOAT16, FLOAT16, FLOAT32, FLOAT64 = map(Recipe.uniform, ("bfloat16", "float16", "float32", "float64"))

#: The last length at which T_Index at its best angle survives one rounding of its logits.
LAST = {"bfloat16": 100, "float16": 284, "float32": 25735, "float64": 596313653}
#: name -> (recipe, largest cosine error as printed)
COSINES = {
    "frequencies in bfloat16": (Recipe.only("frequency", "bfloat16"), "2.0"),
    "all in float32": (Recipe.uniform("float32"), "6.2e-3"),
    "exact cosine cast to bfloat16": (Recipe.only("cache", "bfloat16"), "1.95e-3"),
}
#: name -> (construction, recipe, decodes up to, fails at)
BRACKETS = {
    "T_Index at 2π/n, all bfloat16": (TURN, BFLOAT16, 49, 50),
    "T_Index at 2π/n, bfloat16 with float32 phases": (TURN, Recipe.float32_phases("bfloat16"), 56, 57),
    "T_Index at 2π/n, all float16": (TURN, FLOAT16, 144, 145),
    "T_Index at θ = 1, all bfloat16": (ONE, BFLOAT16, 44, 45),
    "T_Index at θ = 1, all float16": (ONE, FLOAT16, 44, 45),
    "H_MIX with 3 letters at π/n, all bfloat16": (INDUCTION, BFLOAT16, 42, 43),
    "T_Retrieval with 8 letters at ω/(4n), letter pairs, all float16": (RetrievalHead(), FLOAT16, 65519, 65520),
}
#: name -> (construction, recipe, the bound vouches up to, fails at); between the ends nothing is decided. None: the mix.
WIDE: dict[str, tuple[TargetContest | None, Recipe, int, int]] = {
    "T_Index at 2π/n, all float32": (TURN, FLOAT32, 1847, 13483008),
    "T_Index at 2π/n, float32 with float64 cos and sin": (TURN, FLOAT32.but(trig="float64"), 2109, 11341),
    "T_Index at 2π/n, all float64": (TURN, FLOAT64, 42804681, 2**53 + 1),
    "T_Index at θ = 1, all float32": (ONE, FLOAT32, 710, 2**24 + 1),
    "T_Index at θ = 1, all float64": (ONE, FLOAT64, 10838702, 2**53 + 1),
    "H_MIX with 3 letters at π/n, all float16": (INDUCTION, FLOAT16, 16, 119),
    "H_MIX with 3 letters at π/n, all float32": (INDUCTION, FLOAT32, 1043, 13949952),
    "H_MIX with 3 letters at π/n, all float64": (INDUCTION, FLOAT64, 24172134, 2**53 + 2),
    "best mix, all bfloat16": (None, BFLOAT16, 79, 257),
    "best mix, all float16": (None, FLOAT16, 1171, 2049),
}


@functools.cache
def bracket(name: str) -> Cliff:
    """The prediction of one row of `BRACKETS`, computed once."""
    contest, recipe, *_ = BRACKETS[name]
    return cliff(contest, recipe)


@functools.cache
def mix() -> MixHead:
    """The best mix for base 5e5, d = 128, n = 131072."""
    return MixHead(certified_mix(BASE, DIM, POSITIONS))


def wide_row(name: str) -> tuple[TargetContest, Recipe, int, int]:
    """A row of `WIDE`; the mix is made on demand."""
    contest, recipe, safe_up_to, fails_at = WIDE[name]
    return mix() if contest is None else contest, recipe, safe_up_to, fails_at


def certainly(contest: TargetContest, recipe: Recipe, n: int) -> Truth:
    """Whether the construction decodes at length n as emulated."""
    return contest.decodes(Emulation(contest.head(n), recipe), n)


@functools.cache
def cosine_error(name: str) -> CosineError:
    """The certified enclosure of one row of `COSINES`, computed once."""
    return largest_cosine_error(COSINES[name][0], BASE, DIM, POSITIONS)


@functools.cache
def rounded_run(recipe: Recipe) -> Emulation:
    """RoPE's planes of the schedule, in a recipe; computed positions are kept."""
    with flint.ctx.workprec(BITS):
        return Emulation(PhaseHead("RoPE", tuple(h_pos(g).planes[0] for g in frequencies(BASE, DIM, "ball"))), recipe)


def cost(step: str, plane: int, position: int, form: str = "bfloat16") -> tuple[Fraction, Fraction]:
    """(lower, upper) of the cosine error when one step alone is rounded; planes from 1."""
    return cosine_error_at(rounded_run(Recipe.only(step, form)), plane - 1, position)
