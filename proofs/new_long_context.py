"""Which lengths the constructions reach through an ordinary attention kernel, by format.

Idea: after a rotation in float64 the only rounding that counts is the one of the rotated query and key to the dtype; a
bound of its size, or an emulation of it, leaves a lead λ of the target's logit. Softmax at β turns λ into a share of
at most n·e^{-βλ} for all rivals together, and values that are codes of ±1 show which key got the weight. The mix
keeps λ near 0.26 in bfloat16 at 131072 and at 2^20; one frequency loses its lead like 1/n².

Steps: the readout; the mix; the exact ends for queries at the last position, emulated; the bounds for all positions.

Traps: a float64 rotation does not help one frequency in bfloat16 beyond n = 74, as the rotated vectors are still
rounded. Emulation of the last position's queries says nothing about queries elsewhere, which are rounded otherwise:
one angle in float16 decodes from position 54 at its angle for 54, and fails from position 47. A rotation in float32 is enough at 131072,
but its phases are off by up to 1/16 at 2^20, and the bound no longer vouches.
"""

from fractions import Fraction

import z3

from rope_theory.claims import Proof, proves
from rope_theory.claims.trusted import DOUBLE_ROUNDING, EXPONENTIAL, IEEE, LIBRARY
from rope_theory.long_context.prediction import READ
from rope_theory.statements.new_long_context import (
    BETA,
    BOUNDS,
    EVERY_POSITION,
    LAST_QUERY,
    LIMITS,
    LONG,
    LONGER,
    MIX,
    MIX_ROWS,
    READOUT,
    bounded,
    coordinate,
    limited,
    mix_is_read,
)


@proves(READOUT)
def readout(proof: Proof, most=Fraction(1, 2), size=READ, off=Fraction(3, 32)):
    rivals, relative, flushed, top, bottom = z3.Reals("S ε underflow numerator denominator")

    def number(value: Fraction):
        return z3.Q(value.numerator, value.denominator)

    proof.implies(
        "numerator and denominator at their worst, and one rounding of the quotient",
        [
            rivals >= 0, rivals <= number(most), relative >= 0, relative <= number(off), flushed >= 0, flushed <= z3.Q(1, 32),
            top >= (1 - relative) - rivals * (1 + relative) - flushed,
            bottom > 0, bottom <= (1 + rivals) * (1 + relative),
        ],
        top * (1 - relative) >= number(size) * bottom,
        covers=[{rivals: most, relative: off}, {rivals: 0, relative: 0}],
    )  # fmt: skip
    proof.implies(
        "so is the least coordinate of the statement",
        [
            rivals >= 0, rivals <= number(most), relative >= 0, relative <= number(off), flushed >= 0, flushed <= z3.Q(1, 32),
        ],
        coordinate(rivals, relative, flushed) >= number(size),
        covers=[{rivals: most, relative: off, flushed: Fraction(1, 32)}],
    )  # fmt: skip
    proof.exact("n·2^-24 + 2^-8 + 2^-9 <= 3/32 up to n = 2^20", Fraction(LONGER, 2**24) + Fraction(3, 512) <= Fraction(3, 32))
    proof.exact("2^20 weights of 2^-25 each weigh 1/32", Fraction(LONGER, 2**25) <= Fraction(1, 32))
    return proof.qed("every S, every error within the bounds")


@proves(MIX)
def many_planes(proof: Proof, beta=BETA, rotation=None):
    proof.use("new.index-gap-multifrequency")
    proof.use("new.long-context.readout")
    proof.certify(
        "n·e^{-β(gap - 2·error)} <= 1/2 at the longest length; shorter ones have more gap, less error and fewer rivals",
        MIX_ROWS,
        lambda row: mix_is_read(row[0], row[0], row[1], rotation or row[2], beta),
    )
    proof.trust(EXPONENTIAL)
    proof.trust(IEEE)
    proof.trust(LIBRARY)
    return proof.qed(
        f"base 5e5, d = 128, β = 128, every length 2..{LONG} and 2..{LONGER}, every query position and offset", "error bounds"
    )


@proves(LAST_QUERY)
def last_position(proof: Proof, shift=0):
    proof.certify("both ends of each row: bounds and emulation", LIMITS, lambda name: limited(name, shift))
    for fact in (IEEE, DOUBLE_ROUNDING, LIBRARY):
        proof.trust(fact)
    return proof.qed(
        "the five rows, every input of the lengths named, asked from the last position",
        "error bounds in fractions; emulation between rounded ends",
    )


@proves(EVERY_POSITION)
def all_positions(proof: Proof, shift=0):
    proof.use("new.long-context.readout")
    proof.certify("the bound vouches at the row's length and not at the next", BOUNDS, lambda name: bounded(name, shift))
    proof.trust(EXPONENTIAL)
    proof.trust(IEEE)
    proof.trust(LIBRARY)
    return proof.qed("the seven rows, every input up to the lengths named, every query position", "error bounds")
