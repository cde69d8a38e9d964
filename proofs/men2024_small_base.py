"""Base 500 bounds a much shorter context than base 10^4, where a bound is the last length before B(m) < 0.

Idea: both first negatives are found with no m left out (new.kernel-first-negative).

Traps: bounded is said in the sense of eq. (10), a mean over contents; a head may do more (men2024.headline.corrected). A smaller base
does not always have the earlier first negative (new.base-bound-monotone).
"""

from rope_theory.evidence.claims import Among, theorem, verbatim
from rope_theory.laws.discrepancy.kernel import first_negative_of

ROWS = ({"base": 500, "dim": 128, "m": 171}, {"base": 10_000, "dim": 128, "m": 1707})


@theorem(
    "men2024.small-base",
    verbatim(
        "Men2024", "p. 9, Section 5.4", "the context length bounded by 500 is much lower than that bound by 10,000"
    ),
    "At d = 128 the first m with B(m) < 0 is 171 at base 500 and 1707 at base 10^4.",
    Among.of("a row named in the statement", ROWS),
    example=ROWS[0],
    small=lambda thorough: ROWS,
    readings="The length of eq. (10) is one less: 170 and 1706. Much lower: by a factor of ten.",
)
def bound(base, dim, m):
    return first_negative_of(base, dim) == m


bound.false("172 at base 500", ROWS[0], m=172)
bound.false("the same at d = 64", ROWS[0], dim=64)
bound.edge("170 at base 500 is not it", {**ROWS[0], "m": 170}, assumed=False, holds=False)


@bound.proof
def proof(proof):
    proof.rows("every m up to the first negative, by integer sums with a proved error and by balls")
    proof.qed("d = 128, bases 500 and 10^4")
