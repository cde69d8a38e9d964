"""The precision cliff: up to which length a construction decodes for certain, and where it fails for certain.

Two laws give the ends. From below: the exact gap at n against twice the error bound of the recipe; where
that is not enough, an emulation of every query and key. From above: a length at which the emulation shows
some target that loses or ties, or a position that overflows. The observed cliff lies between, on every
machine that follows the model.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import flint
from flint import arb

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.truth import Truth, less
from rope_theory.models.precision.constructions import TargetContest, neighbours_collide
from rope_theory.models.precision.emulation import Emulation
from rope_theory.models.precision.errors import BITS, ONE, exact_ball, logit_error_bound, phase_errors, read_frequency
from rope_theory.models.precision.formats import Format, read_format
from rope_theory.models.precision.recipe import STEPS, Recipe

MOST = 2**40
"""Largest length looked at."""
BY_BOUND = "the gap exceeds twice the error bound"
"""Why a length is safe where the bound of errors says so."""
BUDGET = 3_000_000
"""Products of pairs and planes emulated to raise the lower end; lengths up to about 200 for one plane."""


@dataclass(frozen=True)
class Cliff:
    """Where a construction stops decoding in a recipe.

    Attributes:
        construction, recipe: what and how.
        safe_up_to: decodes at every length 1..safe_up_to (>= 1: one position has no rival).
        fails_at: a length at which some input is not decoded; None if none was found up to `searched`.
        searched: the longest length looked at.
        safe_because, fails_because: in words.
        does, note: what "decodes" stands for, and what it leaves out ("" if nothing).
    """

    construction: str
    recipe: Recipe
    safe_up_to: int
    fails_at: int | None
    searched: int
    safe_because: str
    fails_because: str
    does: str = "decodes"
    note: str = ""

    def contains(self, observed: int) -> bool:
        """Whether an observed cliff (the last length before the first failure) is possible."""
        return self.safe_up_to <= observed and (self.fails_at is None or observed < self.fails_at)

    def to_json(self) -> dict:
        """Plain data."""
        return {
            "construction": self.construction,
            "recipe": self.recipe.to_json(),
            "safe_up_to": self.safe_up_to,
            "fails_at": self.fails_at,
            "searched": self.searched,
            "safe_because": self.safe_because,
            "fails_because": self.fails_because,
            "does": self.does,
            "note": self.note,
        }


def rounded_logit_threshold(form: Format) -> Fraction:
    """2^{-(p+1)}: a target of logit 1 stays ahead of 1 - Δ after one rounding exactly if Δ is larger.

    Below 1 the spacing is 2^-p, and 1 - 2^{-(p+1)} lies halfway to 1, which is even.

    Example:
        >>> from rope_theory.models.precision.formats import BFLOAT16
        >>> line = rounded_logit_threshold(BFLOAT16)
        >>> BFLOAT16.round(1 - line), BFLOAT16.round(1 - line - Fraction(1, 10**9)) < 1
        (Fraction(1, 1), True)
    """
    return form.unit_roundoff / 2


def scaled_logit_threshold(form: Format) -> Fraction:
    """2/(2^p + 3): a target of logit β stays ahead of β(1 - Δ) after one rounding at every β exactly if Δ is no smaller.

    For p >= 3, and every β from the second smallest normal binade (2·2^{e_min}) to the largest number.

    x > y round to one number f = m·s, s its spacing, 2^{p-1} <= m < 2^p, exactly if both lie within half a spacing of it
    (a quarter below a power of two), ends included where m is even. So (x - y)/x is less than what the ends give, or that if m is even:

    * m = 2^{p-1}, a power of two: (3/4)/(m + 1/2) = 3/(2^{p+1} + 2), attained;
    * m > 2^{p-1}: 1/(m + 1/2), which falls with m, so at most 2/(2^p + 3), of the next number; that m is odd: not attained.

    The second is the larger for p >= 3. For each smaller Δ there are x and y near the ends of that f: β = x loses the order.
    A rival of less than 0, or far below, rounds to less still.

    Example:
        >>> from rope_theory.models.precision.formats import BFLOAT16
        >>> line, β = scaled_logit_threshold(BFLOAT16), Fraction(259, 256) - Fraction(1, 10**6)
        >>> line, BFLOAT16.round(β), BFLOAT16.round(β * (1 - line)), BFLOAT16.round(β * (1 - line * Fraction(999, 1000)))
        (Fraction(2, 259), Fraction(129, 128), Fraction(1, 1), Fraction(129, 128))
    """
    return Fraction(2, form.largest_exact_integer + 3)


@cache
def rounded_logit_cliff(form: Format) -> int:
    """The largest n at which 1 - cos(2π/n) > 2^{-(p+1)}: T_Index at its best angle, logits exact but for one
    rounding.

    Example:
        >>> from rope_theory.models.precision.formats import BFLOAT16, FLOAT32
        >>> rounded_logit_cliff(BFLOAT16), rounded_logit_cliff(FLOAT32)
        (100, 25735)
    """
    low, high = 2, 4
    while survives_rounding(form, high) is Truth.TRUE:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if survives_rounding(form, middle) is Truth.TRUE else (low, middle)
    return low


def survives_rounding(form: Format, n: int) -> Truth:
    """Whether 1 - cos(2π/n) > 2^{-(p+1)}, by balls of 256 bits."""
    with flint.ctx.workprec(BITS):
        half = arb.sin_pi_fmpq(flint.fmpq(1, n))
        return less(exact_ball(rounded_logit_threshold(form)), 2 * half * half)


def resolves_single_steps(frequency: object, dtype: str | Format) -> Truth:
    """Whether a plane of this frequency tells neighbours apart after one rounding, the target's logit 1: 1 - cos g > 2^{-(p+1)}.

    About g > 2^{-p/2}: 0.0625 in bfloat16, 0.0221 in float16, 0.000244 in float32.

    Args:
        frequency: g, radians per position, as for `read_frequency`.
        dtype: format of the finished logit.

    Example:
        >>> resolves_single_steps("0.063", "bfloat16"), resolves_single_steps("0.062", "bfloat16")
        (<Truth.TRUE: 'true'>, <Truth.FALSE: 'false'>)
    """
    form = read_format("dtype", dtype)
    with flint.ctx.workprec(BITS):
        half = (read_frequency(frequency) / 2).sin()
        return less(exact_ball(rounded_logit_threshold(form)), 2 * half * half)


def is_safe(contest: TargetContest, recipe: Recipe, n: int) -> bool:
    """Whether the exact gap at n exceeds twice the error bound of the recipe.

    If the finished logit alone is rounded and the target's is 1: whether it exceeds 2^{-(p+1)}, which is
    exact.
    """
    if contest.top_is_one and contest.factor == ONE and recipe.logit and recipe == Recipe.only("logit", recipe.logit):
        return contest.gap(n) > rounded_logit_threshold(recipe.logit)
    try:
        return contest.gap(n) > 2 * contest.error(recipe, n)
    except InvalidInput:  # overflow
        return False


def cliff(contest: TargetContest, recipe: Recipe, most: int | None = None, first: int = 1) -> Cliff:
    """The rigorous interval around the cliff.

    How positions are counted matters to the last length or two, as rounded phases of m and of m - 1 are not off alike. The bound of errors is
    that of positions 1..n in both countings: position 0 is not turned, and nothing of it is rounded but vectors.

    Args:
        contest: a construction of `rope_theory.models.precision.constructions`.
        recipe: the format of each step.
        most: longest length to look at (default: the construction's reach, or 2^40).
        first: positions are 1..n, or 0..n-1 as in transformers.

    Example:
        >>> from rope_theory.models.precision.constructions import IndexHead
        >>> found = cliff(IndexHead(), Recipe.only("logit", "bfloat16"))
        >>> found.safe_up_to, found.fails_at
        (100, 101)
        >>> [cliff(IndexHead(), Recipe.uniform("bfloat16"), first=first).safe_up_to for first in (1, 0)]
        [49, 48]
    """
    require(first in (0, 1), "first", "must be 0 or 1", first)
    most = min(most or MOST, contest.reach or MOST)
    most = require_int("most", most, least=2)
    safe, reason = _last_safe(contest, recipe, most), BY_BOUND
    if not contest.emulates:
        upper = _first_collision(contest, recipe, most, first)
        words = "" if upper is None else _why(contest, recipe, upper, first)
        return Cliff(contest.name, recipe, safe, upper, upper or most, reason, words, contest.does, contest.note)
    upper = None
    raised, upper = _emulate_on(contest, recipe, safe, most, first)
    if raised > safe:
        safe, reason = raised, "every query and key emulated"
    if upper is None and safe < most:
        upper = _first_failure(contest, recipe, max(safe + 1, 2), most, first)
    words = "" if upper is None else _why(contest, recipe, upper, first)
    return Cliff(contest.name, recipe, safe, upper, upper or most, reason, words, contest.does, contest.note)


def _first_collision(contest: TargetContest, recipe: Recipe, most: int, first: int) -> int | None:
    """The first length at which the format of positions makes neighbours one: then so are their keys, whatever multiplies them."""
    for n in [] if recipe.position is None else (n + 1 - first for n in first_one_positions(recipe.position)):
        alike = n <= most and contest.sees(n - 1, n)
        if alike and neighbours_collide(Emulation(contest.head(n), recipe, first), [n - 1], n):
            return n
    return None


def first_one_positions(form: Format) -> tuple[int, int]:
    """The first two n that a format makes one with n - 1: 2^p + 1 and 2^p + 4, as 2^p + 3 is rounded up, to even.

    Example:
        >>> from rope_theory.models.precision.formats import BFLOAT16
        >>> [(n, int(BFLOAT16.round(n - 1)), int(BFLOAT16.round(n))) for n in first_one_positions(BFLOAT16)]
        [(257, 256, 256), (260, 260, 260)]
    """
    held = form.largest_exact_integer
    return held + 1, held + 4


def _last_safe(contest: TargetContest, recipe: Recipe, most: int) -> int:
    """The largest n <= most that is safe, as all below are (the gap shrinks, the bound grows with n)."""
    if most >= 2 and is_safe(contest, recipe, most):
        return most
    low, high = 1, 2
    while high < most and is_safe(contest, recipe, high):
        low, high = high, 2 * high
    high = min(high, most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_safe(contest, recipe, middle) else (low, middle)
    return low


def _emulate_on(contest: TargetContest, recipe: Recipe, safe: int, most: int, first: int) -> tuple[int, int | None]:
    """(last length up to which every emulation decodes, first certain failure if it was met)."""
    run, unbroken, spent = None, True, 0
    for n in range(safe + 1, most + 1):
        spent += n * n * len(contest.planes(n))
        if spent > BUDGET:
            break
        run = _emulation(contest, recipe, n, run, first)
        answer = _run_at(contest, run, n)
        if answer is Truth.FALSE:
            return safe, n
        unbroken = unbroken and answer is Truth.TRUE
        safe = n if unbroken else safe
    return safe, None


def _emulation(contest: TargetContest, recipe: Recipe, n: int, before: Emulation | None, first: int) -> Emulation:
    """The emulation at n; tables are kept where the frequencies do not depend on n."""
    if before is None or contest.own_angles:
        return Emulation(contest.head(n), recipe, first)
    return before


def _run_at(contest: TargetContest, run: Emulation, n: int) -> Truth:
    try:
        return contest.decodes(run, n)
    except InvalidInput:  # a position or phase overflows to infinity, whose cosine is no number
        return Truth.FALSE


def _verdict(contest: TargetContest, recipe: Recipe, n: int, first: int) -> Truth:
    return _run_at(contest, Emulation(contest.head(n), recipe, first), n)


def _first_failure(contest: TargetContest, recipe: Recipe, start: int, most: int, first: int) -> int | None:
    """A length at which the construction fails for certain: found on a coarse grid, then brought down by
    halving.
    """
    below = start
    for n in _grid(start, most, recipe, first):
        if _verdict(contest, recipe, n, first) is Truth.FALSE:
            while n - below > max(1, below // 50):
                middle = (below + n) // 2
                below, n = (below, middle) if _verdict(contest, recipe, middle, first) is Truth.FALSE else (middle, n)
            return n
        below = n
    return None


def _grid(start: int, most: int, recipe: Recipe, first: int) -> list[int]:
    """Lengths to look for a failure: doubling, and those where integers stop being exact or overflow."""
    lengths, least = {most}, start
    if recipe.position:
        lengths.add(recipe.position.largest_exact_integer + 2 - first)
        for form in (recipe.position, recipe.phase):
            if form is None:
                continue
            lengths.add(int(form.largest + form.spacing(form.largest) / 2) + 1 - first)
    while start <= most:
        lengths.add(start)
        start = 2 * start
    return sorted(n for n in lengths if least <= n <= most)


def _why(contest: TargetContest, recipe: Recipe, n: int, first: int) -> str:
    try:
        phase_errors(recipe, contest.planes(n)[-1][0], n - 1 + first)
    except InvalidInput:
        return "a position or phase overflows"
    if recipe.position and n - 1 + first > recipe.position.largest_exact_integer:
        return f"{recipe.position} does not hold every position: neighbours become one"
    if contest.gap(n) <= 0:
        return "the construction itself: no gap is left at this length"
    return "a rival's computed logit reaches the target's"


def step_errors(contest: TargetContest, recipe: Recipe, n: int) -> dict[str, Fraction | None]:
    """The logit error bound of each step alone at length n, all other steps exact (None: it overflows).

    A step must be wider where its own share exceeds half the gap.

    Example:
        >>> from rope_theory.models.precision.constructions import IndexHead
        >>> shares = step_errors(IndexHead(), Recipe.uniform("bfloat16"), 64)
        >>> [step for step in ("frequency", "position", "phase", "cache") if shares[step] == 0]
        ['position']
    """
    shares: dict[str, Fraction | None] = {}
    for step in STEPS:
        form = getattr(recipe, step)
        try:
            alone = Recipe.only(step, form) if form else Recipe()
            shares[step] = logit_error_bound(alone, contest.planes(n), n, contest.factor)
        except InvalidInput:
            shares[step] = None
    return shares


def step_limits(contest: TargetContest, recipe: Recipe, most: int | None = None) -> dict[str, int]:
    """For each step alone, all others exact: the length up to which its error bound stays below half the gap.

    A step with a small limit must be wider for longer inputs; one at `most` never matters.

    Example:
        >>> from rope_theory.models.precision.constructions import IndexHead
        >>> limits = step_limits(IndexHead(), Recipe.uniform("bfloat16"), 1000)
        >>> limits["position"], limits["logit"]
        (256, 100)
    """
    most = min(most or MOST, contest.reach or MOST)
    alone = {step: Recipe().but(**{step: getattr(recipe, step)}) for step in STEPS}
    return {step: _last_safe(contest, only, most) for step, only in alone.items()}
