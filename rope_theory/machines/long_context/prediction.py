"""Up to which length a construction decodes for certain when torch's attention runs it, and where it fails for certain.

The steps and their formats are `attention_recipe`; bounds and emulation are those of `rope_theory.models.precision`.
Softmax at inverse temperature β: if every rival's computed logit is lower by at least λ, the rivals' total is
S <= n·e^{-βλ} of the target's weight, and a value code of ±1 per coordinate comes out with the target's sign
and an absolute value of at least (1 - S)/(1 + S). S <= 1/2 leaves at least 1/3, and `READ` is what is asked for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import flint

from rope_theory.core.errors import InvalidInput, require
from rope_theory.laws.discrepancy.precision import as_ball
from rope_theory.models.precision import FORMATS, Recipe, TargetContest, cliff, read_format
from rope_theory.models.precision.errors import BITS
from rope_theory.models.precision.formats import FLOAT32, FLOAT64, Format, must_round

READ = Fraction(1, 8)
"""A code coordinate counts as read if it has the right sign and at least this size."""
TABLE = Fraction(1, 2**49)
"""Relative error of a query vector: four rounded table entries turned into one another (4 + 3·√5 roundings) and an amplitude."""
EXPONENT = 6
"""Roundings, in units of the sums' format, that β·(logit - largest logit) and its exponential may add to a logit."""
ROOM = 4
"""β·(logit - largest logit)·log₂e is below β·size times this, errors included."""
LONGEST = {FLOAT32: 2**20, FLOAT64: 2**40}
"""By the format of the sums: up to here n sums change a weight by at most 1/16."""


def sums_format(dtype: str | Format) -> Format:
    """The format of logits, softmax and sums: float32, or float64 in a float64 run."""
    return FLOAT64 if read_format("dtype", dtype) is FLOAT64 else FLOAT32


def attention_recipe(dtype: str | Format, rotation: str | Format = "float64") -> Recipe:
    """Rotation in float64 (or float32), queries and keys rounded once to the dtype, logits in float32 or float64.

    Args:
        dtype: of queries, keys and values.
        rotation: "float64" or "float32", from the frequencies up to the rotated vectors.

    Raises:
        InvalidInput: a rotation in another format, or narrower than the dtype.

    Example:
        >>> recipe = attention_recipe("bfloat16")
        >>> recipe.phase.name, recipe.rotated.name, recipe.product.name
        ('float64', 'bfloat16', 'float32')
    """
    form, wide = read_format("dtype", dtype), read_format("rotation", rotation)
    require(wide in (FLOAT32, FLOAT64), "rotation", "must be float64 or float32", wide.name)
    require(wide.bits >= form.bits, "rotation", f"must not be narrower than {form}", wide.name)
    steps = {step: wide for step in ("frequency", "position", "phase", "trig", "cache", "vector", "rotation")}
    return Recipe(**steps, rotated=form, product=sums_format(form), logit=sums_format(form))


def hard_beta(dtype: str | Format) -> float:
    """2^28 (2^57 in a float64 run): any two different logits of a target near 1 are told apart, ties are shared.

    Neighbours just below 1 lie 2^-p apart, so a rival below a target of at least 1/2 has e^{-16} of its weight at most.
    """
    return float(2 ** (sums_format(dtype).bits + 4))


SMALLEST_GAP = Fraction(1, 1 << 96)
"""β times a logit then stays in the range of float32."""


def beta_sparing_half(gap: Fraction, n: int) -> float:
    """The least power of two >= 2·ln(2n)/gap: half of the gap is left for errors. A power of two scales exactly.

    Example:
        >>> beta_sparing_half(Fraction(28, 100), 131072)
        128.0
    """
    require(gap > 0, "gap", "must be positive for a β to suffice", str(gap))
    rule = "must exceed 2^-96, so that no β overflows (θ and the length set it)"
    require(gap > SMALLEST_GAP, "gap", rule, float(gap))
    return 2.0 ** math.ceil(math.log2(2 * math.log(2 * n) / float(gap)))


def lead(contest: TargetContest, recipe: Recipe, n: int) -> Fraction:
    """A lower bound of target minus rival, as the softmax sees them: gap - 2·error, for every input of length n.

    Raises:
        InvalidInput: overflow.
    """
    return contest.gap(n) - 2 * logit_error(contest, recipe, n)


def logit_error(contest: TargetContest, recipe: Recipe, n: int) -> Fraction:
    """A bound of the error of any logit as the softmax sees it, at positions up to n.

    Raises:
        InvalidInput: overflow.
    """
    size = sum(q * k for _, q, k in contest.planes(n))
    return contest.error(recipe, n) + (2 * TABLE + EXPONENT * must_round("logit", recipe.logit).unit_roundoff) * size


def certainly_decodes(contest: TargetContest, recipe: Recipe, n: int, beta: float) -> bool:
    """Whether n·e^{-β·lead} <= 1/2 for certain: then every query's target is read at length n.

    False, too, where β times a logit might overflow the format of the logits.

    Raises:
        InvalidInput: β not positive and finite.

    Example:
        >>> from rope_theory.models.precision import IndexHead
        >>> [certainly_decodes(IndexHead(), attention_recipe("bfloat16"), n, 2.0**20) for n in (10, 100)]
        [True, False]
    """
    require(0 < beta < math.inf, "beta", "must be positive and finite", beta)
    if n > _reach(contest, recipe):
        return False
    size = sum(q * k for _, q, k in contest.planes(n))
    if ROOM * Fraction(beta) * size > must_round("logit", recipe.logit).largest:
        return False
    try:
        least = lead(contest, recipe, n)
    except InvalidInput:
        return False
    if least <= 0:
        return False
    with flint.ctx.workprec(BITS):
        return bool(as_ball(Fraction(beta)) * as_ball(least) >= as_ball(2 * n).log())


def coordinate(rivals, relative=Fraction(3, 32), flushed=Fraction(1, 32)):
    """The least size of an output coordinate whose sign is that of the target's code: value codes of ±1 (new.long-context.readout).

    The target weighs 1. At rivals = 1/2 it is more than `READ`.

    Args:
        rivals: S, the rivals' weights together.
        relative: error of the weights and of both sums.
        flushed: weight that underflow may take.
    """
    return ((1 - relative) - rivals * (1 + relative) - flushed) / ((1 + rivals) * (1 + relative)) * (1 - relative)


@dataclass(frozen=True)
class Prediction:
    """What the number formats allow.

    Attributes:
        beta: the inverse temperature; None: hard attention (`hard_beta`).
        safe_up_to: every query of every input is decoded at each length up to it, for certain.
        fails_at: a length at which some input's target ties or loses for certain (None: none is shown).
        because: in words.
    """

    beta: float | None
    safe_up_to: int
    fails_at: int | None
    because: str

    def contains(self, observed: int) -> bool:
        """Whether an observed limit (the last length before the first failure) is possible."""
        return self.safe_up_to <= observed and (self.fails_at is None or observed < self.fails_at)

    def to_json(self) -> dict:
        """Plain data."""
        return {"beta": self.beta, "safe_up_to": self.safe_up_to, "fails_at": self.fails_at, "because": self.because}


def predict(
    contest: TargetContest, recipe: Recipe, most: int, beta: float | None = None, everywhere: bool = True
) -> Prediction:
    """The certain limits, looking at lengths up to `most`.

    Args:
        contest, recipe: what is run, and the format of each step.
        most: longest length; beyond 2^20 (2^40 with float64 sums) nothing is vouched for.
        beta: None asks for hard attention: then there is an upper end, too, by emulation of the last position's queries,
            where queries and keys have 16 bits and there are few planes (products of two such numbers are exact in
            float32, so that fusing them into the sum changes nothing).
        everywhere: whether queries stand at all positions; else at the last one, for which emulation also raises the
            lower end.

    Example:
        >>> from rope_theory.models.precision import IndexHead
        >>> found = predict(IndexHead(), attention_recipe("bfloat16"), 100, everywhere=False)
        >>> found.safe_up_to, found.fails_at
        (74, 75)
    """
    most = min(most, _reach(contest, recipe))
    fails, rotated = None, must_round("rotated", recipe.rotated)
    if beta is None and rotated.bits <= 11 and contest.reach is None:
        found = cliff(contest, recipe, most)
        fails = found.fails_at
        if not everywhere:
            return Prediction(None, found.safe_up_to, fails, found.safe_because)
    chosen = hard_beta(rotated) if beta is None else beta
    safe = _last(lambda n: certainly_decodes(contest, recipe, n, chosen), most)
    return Prediction(beta, safe, fails, "the gap exceeds twice the error bound by what softmax needs")


def _reach(contest: TargetContest, recipe: Recipe) -> int:
    longest = LONGEST[must_round("product", recipe.product)]
    return min(longest, contest.reach or longest)


def _last(holds, most: int) -> int:
    """The largest n <= most at which it holds, as it does at all below (the gap shrinks, the errors grow)."""
    if holds(most):
        return most
    low, high = 1, 2
    while high < most and holds(high):
        low, high = high, 2 * high
    high = min(high, most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


DTYPES = tuple(FORMATS)
