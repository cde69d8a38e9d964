"""Which lengths the constructions reach through an ordinary attention kernel, by format.

Idea: after a rotation in float64 the only rounding that counts is the one of the rotated query and key to the dtype; a
bound of its size, or an emulation of it, leaves a lead λ of the target's logit. Softmax at β turns λ into a share of at
most n·e^{-βλ} for all rivals together, and values that are codes of ±1 show which key got the weight. The mix keeps λ
near 0.26 in bfloat16 at 131072 and at 2^20; one frequency loses its lead like 1/n².

Traps: a float64 rotation does not keep T_Index at 2π/n in bfloat16 from failing at n = 75, as the rotated vectors are still
rounded. Emulation of the last position's queries says nothing about queries elsewhere, which are rounded otherwise: one
angle in float16 decodes from position 54 at its angle for 54, and fails from position 47. A rotation in float32 is
enough at 131072 and beyond; at 2^23 its phases are off by up to 1/4 (the fastest are not: g = 1), and the bound no longer vouches.
"""

from dataclasses import replace
from fractions import Fraction

import z3

from rope_theory.core.angles import ball
from rope_theory.core.errors import InvalidInput
from rope_theory.evidence.by_hand import compared, number
from rope_theory.evidence.claims import Hypothesis, combinations, domain, ours, st, theorem
from rope_theory.evidence.claims.trusted import EXPONENTIAL, IEEE, LIBRARY, NO_OVERFLOW
from rope_theory.evidence.instances.formats import both_ends, closest_rival, row_of
from rope_theory.machines.long_context.limits import (
    BOUNDS,
    INDEX,
    LIMITS,
    LONG,
    LONGER,
    balanced_mix,
    limit,
    vouched_for,
)
from rope_theory.machines.long_context.prediction import (
    READ,
    attention_recipe,
    certainly_decodes,
    coordinate,
    hard_beta,
    lead,
)
from rope_theory.models.precision import IndexHead, Recipe

BETA = 128
ROUNDED = "are rounded once to the dtype, values and outputs have it, and logits, softmax and its sums are float32. Before the rotation a vector is the exact one to 2^-49 of its length, rounded to the format of the rotation."
EITHER = f"Frequencies, phases, cos, sin, vectors and the rotation are float64 (or all float32); rotated queries and keys {ROUNDED}"
DOUBLE = f"Frequencies, phases, cos, sin, vectors and the rotation are float64; rotated queries and keys {ROUNDED}"
THREE = "At n = 2 the one angle is ω/6, as at n = 3; H_MIX has the amplitude 3."


RIVALS, RELATIVE, FLUSHED = z3.Reals("S ε underflow")
HALF, OFF, LOST = "0 <= S <= 1/2", "0 <= relative errors <= 3/32", "0 <= underflow <= 1/32"
WORST = {"rivals": Fraction(1, 2), "relative": Fraction(3, 32), "flushed": Fraction(1, 32)}


@theorem(
    "new.long-context.readout",
    ours(),
    "Values are codes of ±1, rivals weigh S <= 1/2 of the target, each weight together with its part of the softmax's two sums is off by a relative 3/32 at most, and rivals lost to underflow weigh 1/32 at most: every coordinate of the output has the "
    "sign of the target's code and a size of at least 1/8.",
    domain(
        (HALF, z3.And(0 <= RIVALS, RIVALS <= z3.Q(1, 2))),
        (OFF, z3.And(0 <= RELATIVE, RELATIVE <= z3.Q(3, 32))),
        (LOST, z3.And(0 <= FLUSHED, FLUSHED <= z3.Q(1, 32))),
        of=lambda rivals, relative, flushed: {RIVALS: rivals, RELATIVE: relative, FLUSHED: flushed},
    ),
    example=WORST,
    small=combinations(
        rivals=[Fraction(k, 8) for k in range(5)],
        relative=[Fraction(k, 32) for k in range(4)],
        flushed=[Fraction(0), Fraction(1, 32)],
    ),
    readings=(
        "3/32: sums of n <= 2^20 terms in float32 are off by n·2^-24 <= 1/16, weights rounded to bfloat16 by 2^-8, "
        "the exponential and the quotient by far less than what is left. 1/32: 2^20 weights below float16's spacing, "
        "2^-25 each.",
        "S <= n·e^{-βλ} where every rival's logit is lower by λ.",
    ),
)
def readout(rivals, relative, flushed, size=READ):
    return coordinate(rivals, relative, flushed) >= size


readout.false("S <= 3/4 will do", {**WORST, "rivals": Fraction(3, 4)}, HALF)
readout.false("a size of 1/4", WORST, size=Fraction(1, 4))
readout.false("relative errors up to 1/4", {**WORST, "relative": Fraction(1, 4)}, OFF)
readout.attack(
    rivals=st.fractions(0, WORST["rivals"]),
    relative=st.fractions(0, WORST["relative"]),
    flushed=st.fractions(0, WORST["flushed"]),
)


@readout.proof
def readout_proof(proof):
    output, bottom = z3.Reals("coordinate denominator")
    relative, flushed = Fraction(LONGER, 2**24) + Fraction(3, 512), Fraction(LONGER, 2**25)
    within = relative <= WORST["relative"] and flushed <= WORST["flushed"]
    proof.exact("n·2^-24 + 2^-8 + 2^-9 <= 3/32 and n·2^-25 <= 1/32 up to n = 2^20", within)
    least, most = (1 - RELATIVE) - RIVALS * (1 + RELATIVE) - FLUSHED, (1 + RIVALS) * (1 + RELATIVE)
    proof.implies(
        "a numerator of at least (1 - ε) - S(1 + ε) - 1/32 over at most (1 + S)(1 + ε), rounded once more, is at least 1/8",
        [0 < bottom, bottom <= most, output * bottom >= least * (1 - RELATIVE)],
        output >= z3.RealVal(READ),
    )
    proof.trust(IEEE)
    proof.qed("every S, every number of keys, every error within the bounds")


#: (length the mix is made for, dtype, rotation)
MIX_ROWS = (
    *((LONG, dtype, rotation) for dtype in ("bfloat16", "float16", "float32") for rotation in ("float64", "float32")),
    *((LONGER, dtype, "float64") for dtype in ("bfloat16", "float16", "float32")),
)
N, MADE_FOR = z3.Ints("n made_for")
TABLE = Hypothesis("a row of the table", lambda made_for, dtype, rotation, **_: (made_for, dtype, rotation) in MIX_ROWS)
TABLE = replace(
    TABLE,
    table=tuple(f"made for {made_for}: {dtype}, rotation in {rotation}" for made_for, dtype, rotation in MIX_ROWS),
)


def mix_lengths(thorough: bool):
    for made_for, dtype, rotation in MIX_ROWS:
        for length in (2, 3, 4096, LONG, LONGER) if thorough else (3, LONG, LONGER):
            yield {"made_for": made_for, "length": length, "dtype": dtype, "rotation": rotation}


FULL = {"made_for": LONG, "length": LONG, "dtype": "bfloat16", "rotation": "float64"}


@theorem(
    "new.long-context",
    ours("U26", "on the reach of p. 21, Appendix F.2.1"),
    "Index with the best mix of base 5e5, d = 128, with √a_k on queries and on keys, at β = 128: at every length up to "
    "131072 every query reads its target, for every offset, in bfloat16, float16 and float32, the rotation in float64 "
    "or float32; and with the mix made for 2^20 at every length up to 2^20, the rotation in float64.",
    domain(
        ("2 <= n <= the length that the mix is made for", z3.And(2 <= N, N <= MADE_FOR)),
        of=lambda made_for, length, **_: {N: length, MADE_FOR: made_for},
    ),
    TABLE,
    example=FULL,
    small=mix_lengths,
    readings=(
        EITHER,
        "Reads: every coordinate of the output, whose values are codes of ±1, has the sign of the target's code and a "
        "size of at least 1/8; see new.long-context.readout. The head attends to the key that lies the offset back; "
        "the letters of U26's values play no part.",
        "The kernel is granted any order of its sums and any way to fuse or to tile them, weights relative to the largest logit "
        "and tiles rescaled exactly; its exponential and the "
        "scaling by β may add 6 units of roundoff of the logits' size. A kernel that rounds its factors further "
        "(TF32) or the products of 16-bit numbers is outside.",
        "What torch does is no claim: the checks run it at a stated size on a stated device, and receipts keep runs.",
        "The formal statement is about any convex mix whose leads come within 0.0005 of the best gap, so about the best one "
        "and the certified one; about any cos and sin within 2^-21; and about additions off by half a unit of float32, a "
        "cast of weights to 16 bits and a quotient off by 2^-8 at most. It knows underflow; that nothing overflows is "
        "computed here.",
    ),
)
def mix_is_read(made_for, length, dtype, rotation, beta=BETA, recipe=attention_recipe):
    """The bound vouches for every query of every input at a length."""
    return certainly_decodes(balanced_mix(made_for), recipe(dtype, rotation), length, beta)


def share(contest, recipe, n, beta):
    """The least lead λ of a target, and whether βλ is enough for the rivals to weigh half of it at most, n·e^(-βλ) <= 1/2."""
    try:
        least = lead(contest, recipe, n)
    except InvalidInput:
        return f"n = {n}: a step may overflow"
    enough = compared("βλ", ball(Fraction(beta) * least), "ln 2n", ball(2 * n).log())
    return f"n = {n}, β = {int(beta)}: every lead λ is at least {number(least, 10)}; {enough}"


@mix_is_read.by_hand
def read_at(made_for, length, dtype, rotation):
    return [
        f"The mix made for {made_for} in {dtype}, rotation in {rotation}; its weights a_k: `rope-theory gap --base 500000 --dim 128 --length {made_for} --json`",
        share(balanced_mix(made_for), attention_recipe(dtype, rotation), length, BETA),
    ]


NARROW = {"made_for": 8 * LONGER, "length": 8 * LONGER, "dtype": "float32", "rotation": "float32"}
mix_is_read.false("β = 32 will do", FULL, beta=32)
mix_is_read.false(
    "a rotation in float32 reaches 2^23 by the same bound", NARROW, TABLE, rows=[(8 * LONGER, "float32", "float32")]
)
mix_is_read.false(
    "one frequency will do, at its best angle and whatever β",
    FULL,
    holds=lambda length, dtype, rotation, **_: certainly_decodes(
        IndexHead(), attention_recipe(dtype, rotation), length, 2**99
    ),
)
mix_is_read.false("with every step in bfloat16, too", FULL, recipe=lambda dtype, rotation: Recipe.uniform(dtype))
for length in (2, 57, 1000, 100_003, LONG):
    between = {**FULL, "length": length, "rotation": "float32"}
    mix_is_read.edge(f"a length between: {length}", between, assumed=True, holds=True)
mix_is_read.edge(
    "beyond the mix's own length", {**FULL, "length": LONG + 1, "dtype": "float32"}, assumed=False, holds=False
)


@mix_is_read.proof
def mix_proof(proof, beta=BETA, rows=MIX_ROWS):
    names = "lead_at_distance_t computed_lead gap error e^{-β(gap-2·error)} S"
    lead, computed, gap, error, weight, rivals = z3.Reals(names)
    t, read = z3.Int("t"), z3.Bool("every_coordinate_is_read")
    proof.use("new.index-gap-multifrequency", says=z3.Implies(z3.And(1 <= t, t < MADE_FOR), lead >= gap))
    proof.certify(
        "n·e^{-β(gap - 2·error)} <= 1/2 at the longest length, with the error of positions up to it",
        rows,
        lambda row: mix_is_read(row[0], *row, beta),
        says=z3.ToReal(MADE_FOR) * weight <= z3.Q(1, 2),
    )
    proof.trust(IEEE, says=z3.Implies(N <= MADE_FOR, computed >= lead - 2 * error))
    proof.trust(LIBRARY, NO_OVERFLOW, remark=True)
    few = z3.And(0 <= rivals, rivals <= z3.ToReal(N) * weight)
    proof.trust(EXPONENTIAL, says=z3.And(weight > 0, z3.Implies(computed >= gap - 2 * error, few)))
    proof.use("new.long-context.readout", says=z3.Implies(z3.And(0 <= rivals, rivals <= z3.Q(1, 2)), read))
    proof.qed(
        f"base 5e5, d = 128, β = 128, every length 2..{LONG} and 2..{LONGER}, every query position and offset",
        z3.Implies(z3.And(1 <= t, t < N), read),
        method="error bounds",
    )


FIRST = {"name": "T_Index at 2π/n, bfloat16"}
ONE_ANGLE = {"name": "one angle ω/(2n) with 3 letters, bfloat16"}


@theorem(
    "new.long-context.limits",
    ours(),
    "Asked from the last position, with the rotated queries and keys rounded once, hard attention over float32 "
    "logits: T_Index at 2π/n decodes up to n = 74 and fails at 75 in bfloat16, 192 and 193 in float16; Partial "
    "Induction with 3 letters by two angles (θ₂ = 19π/(20n), symbol amplitude 3) 58 and 59 in bfloat16, by one angle ω/(2n) 16 and 17 in "
    "bfloat16, 56 and 57 in float16.",
    row_of(LIMITS, told=lambda name: "decodes up to {}, fails at {}".format(*LIMITS[name][2:])),
    example=FIRST,
    readings=(
        DOUBLE,
        THREE,
        "Decodes up to N: at every length n <= N every input's target has the strictly largest computed logit; at a β "
        "of 2^28 softmax then gives it nearly all weight, and ties are shared. Fails at n: some input's has not.",
        "Queries at other positions of a longer sequence are rounded otherwise: for them only the error bounds vouch "
        "(new.long-context.bounds).",
        "Products of two 16-bit numbers are exact in float32, so it does not matter whether a kernel fuses them into "
        "its sum.",
        "The formal statement takes for cos and sin of the library any functions within 2^-50. It knows underflow; what a step "
        "gives that overflows is left open. Induction: the query's own key competes, and four products are added in any order.",
        "T_Index at 56 and 57 with cos, sin and the rotation in bfloat16: new.precision-cliff.brackets.",
    ),
)
def limits(name, shift=0):
    _, _, safe, fails = LIMITS[name]
    return limit(name) == (safe + shift, fails + shift)


@limits.by_hand
def computed_anew(name):
    contest, dtype, safe, fails = LIMITS[name]
    if contest is INDEX:
        return [closest_rival(contest, attention_recipe(dtype), n) for n in (safe, fails)]
    found = limit(name)
    return [
        f"{name}, computed anew: up to n = {found[0]} every target has the strictly largest logit; at {found[1]} some has not"
    ]


limits.false("one position more", FIRST, shift=1)
limits.false(
    "rounding queries and keys once is no better than a bfloat16 cache and rotation",
    FIRST,
    holds=lambda name: limit(name)[0] <= 56,
)
limits.false("one angle reaches as far as two", ONE_ANGLE, holds=lambda name: limit(name)[0] >= 58)


@limits.proof
def limits_proof(proof):
    both_ends(proof, "the five rows, every input of the lengths named, asked from the last position")


SINGLE = {"name": "T_Index at 2π/n, float32"}


@theorem(
    "new.long-context.bounds",
    ours(),
    "For queries at every position, hard attention (β = 2^28): T_Index at 2π/n reads its target up to n = 35 in bfloat16 "
    "and 3831 in float32; Partial Induction with 3 letters in float32 up to 1464 by two angles (θ₂ = 19π/(20n), symbol amplitude 3) and 831 "
    "by one angle ω/(2n); T_Retrieval with 8 letters at ω/(4n) reads letter pairs against other letters up to 2^20 in "
    "bfloat16, float16 and float32.",
    row_of(BOUNDS, told=lambda name: f"up to {BOUNDS[name][2]}"),
    example=SINGLE,
    readings=(
        DOUBLE,
        THREE,
        "These are the lengths that the error bounds vouch for: lower ends, and what lies beyond is not decided here. 2^20 "
        "is the longest length for which sums in float32 are bounded.",
        "Up to N: at every length n <= N, as the gap falls and the bound grows with n.",
        "Reads: as in new.long-context. Induction: a lone symbol asks, at any position i <= n, all before it are pairs, and its "
        "own key competes.",
        "T_Retrieval as in new.precision-cliff.retrieval: letter-integer tokens that share their left letter are not asked. What "
        "is read is the code that all matches have.",
        "The formal statement takes for cos and sin any functions within 2^-50, and for the kernel any that fits that of "
        "new.long-context at β = 128, on 2^21 times numbers within 6 units of roundoff of the logits' size, and that takes "
        "weights relative to the largest. It knows underflow; that nothing overflows is computed here.",
    ),
)
def bounds(name, shift=0):
    """The bounds vouch up to the row's length (shifted)."""
    _, dtype, most = BOUNDS[name]
    return certainly_decodes(*vouched_for(name), most + shift, hard_beta(dtype))


@bounds.by_hand
def enough_and_one_more(name):
    dtype = BOUNDS[name][1]
    return [share(*vouched_for(name), n, hard_beta(dtype)) for n in (BOUNDS[name][2], BOUNDS[name][2] + 1)]


bounds.false("one length more", SINGLE, shift=1)
bounds.false(
    "T_Index in bfloat16 reaches 131072",
    FIRST,
    holds=lambda name: certainly_decodes(*vouched_for(name), LONG, hard_beta("bfloat16")),
)
for name in BOUNDS:
    bounds.edge(f"{name}: the bound ends there", {"name": name, "shift": 1}, holds=False)


@bounds.proof
def bounds_proof(proof):
    proof.use("new.long-context.readout", remark=True)
    proof.rows("the bound vouches at the row's length", certified=True)
    proof.trust(EXPONENTIAL, IEEE, LIBRARY, NO_OVERFLOW)
    proof.qed("the seven rows, every input up to the lengths named, every query position", method="error bounds")
