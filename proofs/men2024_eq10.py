"""Every base comes to an end: B(m) = Σ_i cos(mθ_i) is negative at some whole m, so that the supremum of lengths is a last length.

Idea: as Fejér did, weigh B(m) by 1 - cos(mθ_0) >= 0 and add up over m = 1, …, N. The sums of cos(mx) stay bounded for every x that is no
whole turn; what is left, -cos²(mθ_0), adds up to about -N/2. So some B(m) is negative.

Traps: a plane that does not turn (p-RoPE) spoils it; if half of the planes stand still, B(m) is never negative (su2024.partial). After
its first negative B(m) comes back above 0.
"""

from fractions import Fraction

import z3
from sympy import cos, symbols

from rope_theory.core.angles import Angle, TrigSum
from rope_theory.evidence.by_hand import beside_zero, between
from rope_theory.evidence.claims import Hypothesis, Truth, ours, paraphrase, theorem, truth
from rope_theory.laws.discrepancy.kernel import kernel_at, kernel_first_negative

EVEN = Hypothesis("d is even and positive, b >= 1", lambda base, dim: dim > 0 and dim % 2 == 0 and base >= 1)
FAR = 10**5


def at(base, dim):
    return {"base": Fraction(base), "dim": dim}


def small(thorough: bool):
    for dim in (2, 4, 6, 32, 128):
        for base in (1, Fraction(3, 2), 10, 500, *((10_000,) if thorough else ())):
            yield at(base, dim)


@theorem(
    "men2024.eq10",
    paraphrase("Men2024", "p. 6, eq. (10)"),
    "For every base b >= 1 and every even d there is a last length: an L with B(m) >= 0 for m = 0, …, L and B(L+1) < 0. So the supremum L_θ = "
    "sup{L : B(m) >= 0 for all m in [0, 1, …, L]} is a number, and is attained.",
    EVEN,
    example=at(500, 128),
    small=small,
    readings="That the supremum is finite is not said there in words; eq. (10) uses it. Lengths are whole numbers.",
)
def ends(base, dim, for_good=False):
    """`for_good`: and stays below 0 for the next 20 distances. Whether there is an m beyond FAR is not told."""
    first = kernel_first_negative(base, dim, limit=FAR).m
    if first is None:
        return Truth.UNKNOWN
    return truth(not for_good or all(kernel_at(base, dim, m)[1] < 0 for m in range(first, first + 20)))


@ends.by_hand
def the_first_below_zero(base, dim):
    first = kernel_first_negative(base, dim, limit=FAR).m
    near = range(max(1, first - 1), first + 1)
    return [f"base {base}, d = {dim}", *(beside_zero(f"B({m})", between(kernel_at(base, dim, m))) for m in near)]


ends.false("from L + 1 on B(m) stays below 0", at(500, 128), for_good=True)
ends.false(
    "L is at least the base", at(500, 128), holds=lambda base, dim: kernel_first_negative(base, dim, limit=FAR).m > base
)


@ends.proof
def ends_proof(proof):
    x, y = symbols("x y", real=True)
    proof.identity("2 cos x cos y = cos(x + y) + cos(x - y)", 2 * cos(x) * cos(y), cos(x + y) + cos(x - y))
    total, bound, n = z3.Reals("Σ C N")
    proof.implies(
        "so the weighted sum over m = 1, …, N is at most C - N/2", [total <= bound - n / 2, n > 2 * bound], total < 0
    )
    proof.qed("every base b >= 1, every d")


def angles(*texts):
    return {"angles": tuple(map(Angle.parse, texts))}


TURNS = Hypothesis(
    "no angle is a whole turn", lambda angles: bool(angles) and not any(a.is_whole_turns() for a in angles)
)


def some_angles(thorough: bool):
    for texts in (
        ("pi",),
        ("1",),
        ("1", "0.1"),
        ("2pi/3", "pi/2"),
        ("1", "1", "pi"),
        ("0.01", "0.02"),
        ("-1", "2", "4pi/7"),
    ):
        yield angles(*texts)


@theorem(
    "men2024.eq10.any-angles",
    ours("Men2024", "what p. 6, eq. (10) rests on"),
    "For any angles g_1, …, g_K, K >= 1, none of them a whole number of turns, Σ_k cos(m g_k) < 0 for some whole m >= 1.",
    TURNS,
    example=angles("1", "0.1"),
    small=some_angles,
)
def negative_somewhere(angles, up_to=2000):
    return any(sum(((m * a).cos() for a in angles), TrigSum({})) < 0 for m in range(1, up_to))


negative_somewhere.false("angles that may be whole turns", angles("0", "1"), TURNS)
negative_somewhere.false("m = 1 will do", angles("0.1", "0.2"), up_to=2)


@negative_somewhere.proof
def somewhere_proof(proof):
    total, bound, n = z3.Reals("Σ C N")
    proof.implies("as for men2024.eq10", [total <= bound - n / 2, n > 2 * bound], total < 0)
    proof.qed("every K >= 1, all real angles that are no whole turns")
