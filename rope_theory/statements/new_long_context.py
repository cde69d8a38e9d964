"""New: which lengths the constructions reach through an ordinary attention kernel, by format."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from fractions import Fraction

from rope_theory.claims import Claim, FalseNeighbour, Form, Hypothesis, Tier
from rope_theory.long_context.contests import BalancedMix, OneAngleInduction, TwoAngleInduction
from rope_theory.long_context.prediction import READ, attention_recipe, hard_beta, predict, vouches
from rope_theory.precision import Contest, IndexHead, Recipe, RetrievalHead
from rope_theory.statements.new_gap import certificate

BASE, DIM = 500_000, 128
LONG, LONGER = 131_072, 2**20
BETA = 128.0
STEPS = (
    "Frequencies, phases, cos, sin, vectors and the rotation are float64 (or all float32); rotated queries and keys are "
    "rounded once to the dtype, values and outputs have it, and logits, softmax and its sums are float32."
)

#: (length the mix is made for, dtype, rotation)
MIX_ROWS = (
    *((LONG, dtype, rotation) for dtype in ("bfloat16", "float16", "float32") for rotation in ("float64", "float32")),
    *((LONGER, dtype, "float64") for dtype in ("bfloat16", "float16", "float32")),
)


@functools.cache
def balanced_mix(length: int) -> BalancedMix:
    """The certified best mix for base 5e5, d = 128 and a length, √a_k on queries and on keys."""
    return BalancedMix(certificate(BASE, DIM, length))


def mix_is_read(made_for: int, length: int, dtype: str, rotation: str, beta: float = BETA) -> bool:
    """Whether the bound vouches for every query of every input at a length."""
    return vouches(balanced_mix(made_for), attention_recipe(dtype, rotation), length, beta)


def _mix_cases(thorough: bool) -> Iterator[dict]:
    for made_for, dtype, rotation in MIX_ROWS:
        for length in (2, 3, 4096, LONG, LONGER) if thorough else (3, LONG, LONGER):
            yield {"made_for": made_for, "length": length, "dtype": dtype, "rotation": rotation}


_FULL = {"made_for": LONG, "length": LONG, "dtype": "bfloat16", "rotation": "float64"}

MIX = Claim(
    id="new.long-context",
    source="new; after U26, Appendix F.2.1",
    form=Form.NEW,
    statement="Index with the best mix of base 5e5, d = 128, with √a_k on queries and on keys, at β = 128: the error bounds "
    "vouch that at every length up to 131072 every query reads its target, for every offset, in bfloat16, float16 and "
    "float32, the rotation in float64 or float32; and with the mix made for 2^20 at every length up to 2^20, the rotation in "
    "float64.",
    hypotheses=(
        Hypothesis("2 <= n <= the length that the mix is made for", lambda made_for, length, **_: 2 <= length <= made_for),
        Hypothesis(
            "a row of the table", lambda made_for, dtype, rotation, **_: (made_for, dtype, rotation) in MIX_ROWS
        ),
    ),
    holds=mix_is_read,
    verdict=Tier.CERTIFIED,
    example=_FULL,
    small=_mix_cases,
    controls=(
        FalseNeighbour("β = 32 will do", _FULL, lambda **at: mix_is_read(**at, beta=32.0), prove={"beta": 32.0}),
        FalseNeighbour(
            "a rotation in float32 reaches 2^20 by the same bound",
            {"made_for": LONGER, "length": LONGER, "dtype": "float32", "rotation": "float32"},
            drops=("a row of the table",),
            prove={"rotation": "float32"},
        ),
        FalseNeighbour(
            "one frequency will do, at its best angle and whatever β",
            _FULL,
            lambda length, dtype, rotation, **_: vouches(IndexHead(), attention_recipe(dtype, rotation), length, 2.0**99),
        ),
        FalseNeighbour(
            "with every step in bfloat16, too",
            _FULL,
            lambda made_for, length, **_: vouches(balanced_mix(made_for), Recipe.uniform("bfloat16"), length, BETA),
        ),
    ),
    readings=(
        STEPS,
        "Reads: every coordinate of the output, whose values are codes of ±1, has the sign of the target's code and a size of "
        "at least 1/8; see new.long-context.readout. The head attends to the key that lies the offset back; the letters of "
        "U26's values play no part.",
        "The kernel is granted any order of its sums and any way to fuse or to tile them; its exponential and the scaling by β "
        "may add 6 units of roundoff of the logits' size. A kernel that rounds its factors further (TF32) or the products of 16-bit numbers is outside.",
        "What torch does is no claim: the checks run it at a stated size on a stated device, and receipts keep runs.",
    ),
)


def coordinate(rivals: Fraction, relative: Fraction, flushed: Fraction) -> Fraction:
    """The least size of an output coordinate: the target's weight 1, rivals' total, errors of both sums, one rounding."""
    return ((1 - relative) - rivals * (1 + relative) - flushed) / ((1 + rivals) * (1 + relative)) * (1 - relative)


_WORST = {"rivals": Fraction(1, 2), "relative": Fraction(3, 32), "flushed": Fraction(1, 32)}

READOUT = Claim(
    id="new.long-context.readout",
    source="new",
    form=Form.NEW,
    statement="Values are codes of ±1, rivals weigh S <= 1/2 of the target, weights and both sums of the softmax are off by a "
    "relative 3/32 at most, and rivals lost to underflow weigh 1/32 at most: every coordinate of the output has the sign of "
    "the target's code and a size of at least 1/8.",
    hypotheses=(
        Hypothesis("0 <= S <= 1/2", lambda rivals, **_: 0 <= rivals <= Fraction(1, 2)),
        Hypothesis("0 <= relative errors <= 3/32", lambda relative, **_: 0 <= relative <= Fraction(3, 32)),
        Hypothesis("0 <= underflow <= 1/32", lambda flushed, **_: 0 <= flushed <= Fraction(1, 32)),
    ),
    holds=lambda rivals, relative, flushed: coordinate(rivals, relative, flushed) >= READ,
    verdict=Tier.PROVED,
    example=_WORST,
    small=lambda thorough: (
        {"rivals": Fraction(s, 8), "relative": Fraction(r, 32), "flushed": Fraction(f, 32)}
        for s in range(5)
        for r in range(4)
        for f in range(2)
    ),
    controls=(
        FalseNeighbour(
            "S <= 3/4 will do", {**_WORST, "rivals": Fraction(3, 4)}, drops=("0 <= S <= 1/2",), prove={"most": Fraction(3, 4)}
        ),
        FalseNeighbour(
            "a size of 1/4", _WORST, lambda **at: coordinate(**at) >= Fraction(1, 4), prove={"size": Fraction(1, 4)}
        ),
        FalseNeighbour(
            "relative errors up to 1/4",
            {**_WORST, "relative": Fraction(1, 4)},
            drops=("0 <= relative errors <= 3/32",),
            prove={"off": Fraction(1, 4)},
        ),
    ),
    readings=(
        "3/32: sums of n <= 2^20 terms in float32 are off by n·2^-24 <= 1/16, weights rounded to bfloat16 by 2^-8, "
        "the exponential and the quotient by far less than what is left. 1/32: 2^20 weights below float16's spacing, 2^-25 each.",
        "S <= n·e^{-βλ} where every rival's logit is lower by λ.",
    ),
)

#: name -> (construction, dtype, decodes up to, fails at)
LIMITS = {
    "T_Index at 2π/n, bfloat16": (IndexHead(), "bfloat16", 74, 75),
    "T_Index at 2π/n, float16": (IndexHead(), "float16", 192, 193),
    "H_MIX with 3 letters at 19π/(20n), bfloat16": (TwoAngleInduction(), "bfloat16", 58, 59),
    "one angle ω/(2n) with 3 letters, bfloat16": (OneAngleInduction(), "bfloat16", 16, 17),
    "one angle ω/(2n) with 3 letters, float16": (OneAngleInduction(), "float16", 56, 57),
}
MOST = 250


@functools.cache
def limits(name: str) -> tuple[int, int | None]:
    """(decodes up to, fails at) of a row, computed once."""
    contest, dtype, *_ = LIMITS[name]
    found = predict(contest, attention_recipe(dtype), MOST, everywhere=False)
    return found.safe_up_to, found.fails_at


def limited(name: str, shift: int = 0) -> bool:
    """Whether the certain limits are those of the row (shifted)."""
    _, _, safe, fails = LIMITS[name]
    return limits(name) == (safe + shift, fails + shift)


_FIRST = {"name": "T_Index at 2π/n, bfloat16"}

LAST_QUERY = Claim(
    id="new.long-context.limits",
    source="new",
    form=Form.NEW,
    statement="Asked from the last position, with the rotated queries and keys rounded once, hard attention over float32 logits: "
    "T_Index at 2π/n decodes up to n = 74 and fails at 75 in bfloat16, 192 and 193 in float16; Partial Induction with 3 letters "
    "by two angles (θ₂ = 19π/(20n)) 58 and 59 in bfloat16, by one angle ω/(2n) 16 and 17 in bfloat16, 56 and 57 in float16.",
    hypotheses=(Hypothesis("a row of the table", lambda name, **_: name in LIMITS),),
    holds=limited,
    verdict=Tier.CERTIFIED,
    example=_FIRST,
    small=lambda thorough: ({"name": name} for name in LIMITS),
    controls=(
        FalseNeighbour("one position more", _FIRST, lambda name: limited(name, 1), prove={"shift": 1}),
        FalseNeighbour(
            "rounding queries and keys once is no better than a bfloat16 cache and rotation",
            _FIRST,
            lambda name: limits(name)[0] <= 56,
        ),
        FalseNeighbour(
            "one angle reaches as far as two",
            {"name": "one angle ω/(2n) with 3 letters, bfloat16"},
            lambda name: limits(name)[0] >= 58,
        ),
    ),
    readings=(
        STEPS,
        "Decodes up to N: at every length n <= N every input's target has the strictly largest computed logit; at a β of 2^28 "
        "softmax then gives it nearly all weight, and ties are shared. Fails at n: some input's has not.",
        "Queries at other positions of a longer sequence are rounded otherwise: for them only the error bounds vouch "
        "(new.long-context.bounds).",
        "Products of two 16-bit numbers are exact in float32, so it does not matter whether a kernel fuses them into its sum.",
        "T_Index at 56 and 57 with cos, sin and the rotation in bfloat16: new.precision-cliff.brackets.",
    ),
)

#: name -> (construction, dtype, the bounds vouch up to); float32 sums are looked at up to 2^20.
BOUNDS: dict[str, tuple[Contest, str, int]] = {
    "T_Index at 2π/n, bfloat16": (IndexHead(), "bfloat16", 35),
    "T_Index at 2π/n, float32": (IndexHead(), "float32", 3831),
    "H_MIX with 3 letters at 19π/(20n), float32": (TwoAngleInduction(), "float32", 1464),
    "one angle ω/(2n) with 3 letters, float32": (OneAngleInduction(), "float32", 831),
    **{
        f"T_Retrieval with 8 letters at ω/(4n), {dtype}": (RetrievalHead(), dtype, LONGER)
        for dtype in ("bfloat16", "float16", "float32")
    },
}


def bounded(name: str, shift: int = 0) -> bool:
    """Whether the bounds vouch up to the row's length (shifted), and not beyond unless that is the longest looked at."""
    contest, dtype, most = BOUNDS[name]
    vouched = [vouches(contest, attention_recipe(dtype), most + shift + more, hard_beta(dtype)) for more in (0, 1)]
    return vouched == [True, False]


_SINGLE = {"name": "T_Index at 2π/n, float32"}

EVERY_POSITION = Claim(
    id="new.long-context.bounds",
    source="new",
    form=Form.NEW,
    statement="For queries at every position, hard attention (β = 2^28): the error bounds vouch for T_Index at 2π/n up to n = 35 "
    "in bfloat16 and 3831 in float32; for Partial Induction with 3 letters in float32 up to 1464 by two angles and 831 by one; "
    "for T_Retrieval with 8 letters at ω/(4n), letter pairs against other letters, up to 2^20 in bfloat16, float16 and float32.",
    hypotheses=(Hypothesis("a row of the table", lambda name, **_: name in BOUNDS),),
    holds=bounded,
    verdict=Tier.CERTIFIED,
    example=_SINGLE,
    small=lambda thorough: ({"name": name} for name in BOUNDS),
    controls=(
        FalseNeighbour("one length more", _SINGLE, lambda name: bounded(name, 1), prove={"shift": 1}),
        FalseNeighbour(
            "T_Index in bfloat16 reaches 131072",
            {"name": "T_Index at 2π/n, bfloat16"},
            lambda name: vouches(IndexHead(), attention_recipe("bfloat16"), LONG, hard_beta("bfloat16")),
        ),
    ),
    readings=(
        STEPS,
        "These are lower ends: what lies beyond is not decided here. 2^20 is the longest length for which sums in float32 are "
        "bounded.",
        "Up to N: at every length n <= N, as the gap falls and the bound grows with n.",
        "T_Retrieval as in new.precision-cliff.retrieval: letter-integer tokens that share their left letter are not asked.",
    ),
)
