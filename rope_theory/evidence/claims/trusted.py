"""The facts that derivations take on trust, by name: each is worded once, so that the ledger counts it once.

Classical theorems and properties of elementary functions that no engine here checks. `Proof.trust` takes a `Trusted`
only; another theory words its own.
"""

from __future__ import annotations

from typing import ClassVar


class Trusted(str):
    """The name of a fact that is believed without being checked here."""

    __slots__ = ()


class BesideKernel(Trusted):
    """What a page computes of a claim that a kernel proved, since the formal statement leaves it open."""

    __slots__ = ()
    worded: ClassVar[set[str]] = set()

    def __new__(cls, text: str) -> BesideKernel:
        cls.worded.add(text)
        return super().__new__(cls, text)


COSINE = Trusted("cosine is even, 2π-periodic and strictly decreasing on [0, π]")
COSINE_ONE = Trusted("cos θ = 1 only for θ in 2πZ")
SINE_SIGN = Trusted("the sine is positive exactly on (0, π) modulo 2π, and 0 exactly on πZ")
SINE_BETWEEN = Trusted("sin y >= sin x for 0 <= x <= y <= π - x")
SINE_INCREASING = Trusted("the sine is strictly increasing on [0, π/2]")
SINE_CONCAVE = Trusted("the sine is concave on [0, π]")
SINE_SMALL = Trusted("|sin x| <= |x|")
SINC = Trusted("sin(x)/x is decreasing on (0, π), with limit 1 at 0")
WAVE = Trusted("a wave a cos kα + b sin kα is r sin(kδ + ψ) with r >= 0, δ the distance of α from 2πZ")
ORTHOGONAL_FORM = Trusted("an orthogonal matrix is, in an orthonormal basis, plane rotations beside entries 1 and -1")
COMMUTING_FORM = Trusted(
    "commuting orthogonal matrices are, in one orthonormal basis, plane rotations beside entries 1 and -1, all of them in the same planes"
)
EXPONENTIAL = Trusted("the exponential is positive and strictly increasing")
LOGARITHM = Trusted("the logarithm is strictly increasing and turns products into sums")
PI_IRRATIONAL = Trusted("π is irrational (Lambert)")
SUMS = Trusted("finite sums of reals do not depend on the order")
PERMUTATIONS = Trusted("composition with a fixed permutation is a bijection of S_N")
CAUCHY = Trusted("Cauchy–Schwarz inequality")
INDUCTION = Trusted("induction over the whole numbers")
CONTINUITY = Trusted("finitely many continuity conditions hold together for one δ > 0")
INTERMEDIATE_VALUE = Trusted("intermediate value theorem")
FEWER = Trusted("a minimum over fewer terms is no smaller")
DUALITY = Trusted("weak duality of linear programs")
MINKOWSKI = Trusted("Minkowski's linear forms theorem")
HURWITZ = Trusted("Hurwitz's theorem")
TANNERY = Trusted("Tannery's theorem")
IEEE = Trusted("IEEE 754: each operation is rounded once, to nearest, ties to even")
DOUBLE_ROUNDING = Trusted("rounding a sum of two p-bit numbers to at least 2p + 2 bits first does no harm (Figueroa)")
NO_OVERFLOW = BesideKernel("that no step overflows: computed by the page in Python, and not by the kernel")
NO_SUBNORMAL = BesideKernel(
    "that no step leaves the normal numbers: computed by the page in Python, and not by the kernel"
)
LIBRARY = Trusted(
    "computed cos and sin are within 4 units in the last place, right at 0, and the same for the same phase"
)
