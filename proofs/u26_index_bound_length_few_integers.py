"""With the integers fixed and the length growing, the printed constant of Index's length law is right in the limit.

Idea: an integer of at most m points at most m places back, so one side of the target has n - 1 - m rivals or more, and
one of the two sides has ⌊n/2⌋ or more. With T rivals on one side two of T + 1 points on the circle are neighbours within
2π/(T+1).

Steps: u26.index-bound-length.corrected bounds the gap of a query i places back by 1 - cos(2π/(T+1)) with T = max(i,
n-1-i). For i <= m and i <= ⌊(n-1)/2⌋, T is n - 1 - i, least at the largest such i; beyond the middle T grows again. So
T + 1 is at least N = max(⌊n/2⌋+1, n-m), and at i = min(m, ⌊(n-1)/2⌋) it is N. At θ = 2π/N the law is attained
(u26.index-bound-length.sharp).

Traps: n - m alone is too small where m > n/2; ⌊n/2⌋ + 1 alone, which the maximum over all queries needs, is too large
a gap where n - m exceeds it, and never attained there.
"""

import z3

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.core.truth import Truth, at_most, every
from rope_theory.evidence.by_hand import compared, listed, spelled
from rope_theory.evidence.claims import Hypothesis, ours, st, theorem
from rope_theory.evidence.engines.arithmetic import div
from rope_theory.evidence.instances.index import ANGLES, index_queries
from rope_theory.laws.discrepancy.pigeonhole import square_law
from rope_theory.laws.gaps import input_gap
from rope_theory.proofs.u26_index_bound_length import versine

INTEGERS = Hypothesis("1 <= m < n", lambda n, m, **_: 1 <= m < n)


def parts(n: int, m: int) -> int:
    """N = max(⌊n/2⌋+1, n-m)."""
    return max(n // 2 + 1, n - m)


@theorem(
    "u26.index-bound-length.few-integers",
    ours("U26", "sharpens the correction of p. 21, Appendix F.2.1, for the m of Definition F.1 (p. 20)"),
    "Over the inputs of length n whose integers are at most m, 1 <= m < n, T_Index's gap to any other position is at most "
    "1 - cos(2π/N) at every θ, with N = max(⌊n/2⌋+1, n-m); at θ = 2π/N some integer query attains it. So with m fixed it "
    "is at most 2π²/(n-m)², the printed constant in the limit.",
    INTEGERS,
    example={"n": 10, "m": 2, "theta": Angle.parse("pi/4")},
    small=lambda thorough: (
        {"n": n, "m": m, "theta": theta}
        for n in range(2, 12 if thorough else 8)
        for m in range(1, n)
        for theta in (*ANGLES, *(Angle.parse(f"2pi/{k}") for k in range(1, n + 1)))
    ),
    readings=(
        "m is the largest integer of the task, fixed while the length grows, as in Definition F.1. A letter asks for "
        "itself and is among the inputs; without letters nothing changes, since an integer attains the bound.",
        "At θ = 2π/N a distance of N is a whole turn, so that from n = 3 on T_Index has two largest logits for some queries of that length. The angles at which it has one for each query come as near to the value as one likes.",
    ),
)
def law(n, m, theta, counted=parts, reached=parts) -> Truth:
    queries, count = index_queries(n), counted(n, m)
    most = every(at_most(input_gap(h_pos(theta), tokens), versine(count)) for tokens in queries[: m + 1])
    turn = Angle.parse(f"2pi/{reached(n, m)}")
    met = any(input_gap(h_pos(turn), tokens) == versine(reached(n, m)) for tokens in queries[1 : m + 1])
    return most & (Truth.TRUE if met else Truth.FALSE)


NEAR = {"n": 10, "m": 2, "theta": Angle.parse("pi/4")}
FAR = {"n": 4, "m": 3, "theta": Angle.parse("2pi/3")}
law.false("n in place of N", NEAR, counted=lambda n, m: n)
law.false("n - m alone", FAR, counted=lambda n, m: n - m)
law.false("⌊n/2⌋ + 1 is attained by few integers as well", NEAR, reached=lambda n, m: n // 2 + 1)
law.edge("n = 2: the one query there is", {"n": 2, "m": 1, "theta": Angle.parse("pi")}, holds=True)
law.edge("2m = n: both are n/2 + 1 or less", {"n": 8, "m": 4, "theta": Angle.parse("2pi/5")}, holds=True)
law.attack(
    n=st.integers(2, 14),
    m=st.integers(1, 13),
    theta=st.builds(Angle, st.fractions(-1, 1, max_denominator=40)),
)


@law.by_hand
def two_of_ten(n, m, theta):
    found = [input_gap(h_pos(theta), tokens) for tokens in index_queries(n)[1 : m + 1]]
    return [
        f"n = {n}, integers up to m = {m}: N = {parts(n, m)}, the larger of ⌊n/2⌋ + 1 = {n // 2 + 1} and n - m = {n - m}; θ = {spelled(theta)}",
        f"Gaps for the queries 1, …, {m}: {listed(found)}",
        compared("The largest gap", max(found), f"1 - cos(2π/{parts(n, m)})", versine(parts(n, m))),
        compared("As printed", max(found), f"2π²/{n * n}", square_law(n)),
    ]


@law.proof
def proof(proof):
    proof.use("u26.index-bound-length.corrected", "u26.index-bound-length.sharp")
    n, m, i = z3.Ints("n m i")
    most = z3.If(i > n - 1 - i, i, n - 1 - i)
    large = z3.If(div(n, 2) + 1 > n - m, div(n, 2) + 1, n - m)
    best = z3.If(m < div(n - 1, 2), m, div(n - 1, 2))
    proof.implies("T + 1 is at least N for each query of at most m", [1 <= m, m < n, 0 <= i, i <= m], most + 1 >= large)
    proof.implies(
        "and is N at i = min(m, ⌊(n-1)/2⌋), or at i = 1 where that is 0",
        [1 <= m, m < n, i == z3.If(best > 1, best, 1)],
        z3.And(i <= m, most + 1 == large),
    )
    proof.qed("every n > m >= 1, every input with integers at most m, every real θ")
