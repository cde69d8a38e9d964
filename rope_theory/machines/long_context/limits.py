"""Which lengths the constructions reach through an ordinary attention kernel: the rows of two tables, and the mix."""

from __future__ import annotations

import functools

from rope_theory.laws.discrepancy import certified_mix
from rope_theory.machines.long_context.prediction import attention_recipe, predict
from rope_theory.models.precision import IndexHead, Recipe, RetrievalHead, TargetContest
from rope_theory.models.precision.at_length import BalancedMix, OneAngleInduction, TwoAngleInduction

LONG, LONGER = 131_072, 2**20
INDEX, TWO_ANGLES, ONE_ANGLE, RETRIEVAL = IndexHead(), TwoAngleInduction(), OneAngleInduction(), RetrievalHead()

#: Asked from the last position: name -> (construction, dtype, decodes up to, fails at)
LIMITS: dict[str, tuple[TargetContest, str, int, int]] = {
    "T_Index at 2π/n, bfloat16": (INDEX, "bfloat16", 74, 75),
    "T_Index at 2π/n, float16": (INDEX, "float16", 192, 193),
    "H_MIX with 3 letters at 19π/(20n), bfloat16": (TWO_ANGLES, "bfloat16", 58, 59),
    "one angle ω/(2n) with 3 letters, bfloat16": (ONE_ANGLE, "bfloat16", 16, 17),
    "one angle ω/(2n) with 3 letters, float16": (ONE_ANGLE, "float16", 56, 57),
}
#: From every position: name -> (construction, dtype, the bounds vouch up to); sums in float32 are looked at up to 2^20.
BOUNDS: dict[str, tuple[TargetContest, str, int]] = {
    "T_Index at 2π/n, bfloat16": (INDEX, "bfloat16", 35),
    "T_Index at 2π/n, float32": (INDEX, "float32", 3831),
    "H_MIX with 3 letters at 19π/(20n), float32": (TWO_ANGLES, "float32", 1464),
    "one angle ω/(2n) with 3 letters, float32": (ONE_ANGLE, "float32", 831),
    "T_Retrieval with 8 letters at ω/(4n), bfloat16": (RETRIEVAL, "bfloat16", LONGER),
    "T_Retrieval with 8 letters at ω/(4n), float16": (RETRIEVAL, "float16", LONGER),
    "T_Retrieval with 8 letters at ω/(4n), float32": (RETRIEVAL, "float32", LONGER),
}


@functools.cache
def balanced_mix(length: int) -> BalancedMix:
    """The certified best mix for base 5e5, d = 128 and a length, √a_k on queries and on keys."""
    return BalancedMix(certified_mix(500_000, 128, length))


@functools.cache
def limit(name: str) -> tuple[int, int | None]:
    """(decodes up to, fails at) of a row of `LIMITS`, computed once."""
    contest, dtype, *_ = LIMITS[name]
    prediction = predict(contest, attention_recipe(dtype), 250, everywhere=False)
    return prediction.safe_up_to, prediction.fails_at


def vouched_for(name: str) -> tuple[TargetContest, Recipe]:
    """Construction and recipe of a row of `BOUNDS`."""
    contest, dtype, _ = BOUNDS[name]
    return contest, attention_recipe(dtype)
