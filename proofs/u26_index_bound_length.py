"""T_Index's gap is at most 1 - cos(2π/(T+1)), T = max(i, n-1-i); 2π²/n² is right for some queries only.

Idea: a query i positions back sees rivals at the distances 1..T on either side of its target, and T + 1 points on a
circle have two neighbours within 2π/(T+1).

Steps: put the T + 1 points 0, θ, …, Tθ on the circle. If all arcs between neighbours were longer than one (T+1)-th of
the circle, they would not fit. So two points, kθ and lθ, are that close, t = |k - l| is one of 1..T, and a rival at
distance t has the logit cos tθ >= cos(2π/(T+1)). At θ = 2πa/(T+1) with a coprime to T + 1 the points are the corners of
a regular polygon and no tθ comes closer to 0 than a side.

What survives of the printed proof: for letter queries its conclusion. It puts n + 1 points 0, θ, …, nθ into n arcs and
may so find the distance n, which no rival has; the n points 0, …, (n-1)θ have two neighbours within 2π/n all the same.
An integer query near the middle has rivals on both sides, which share distances: only about n/2 distances occur, and
the gap may be about four times as large. The smallest case is n = 4, query 1, θ = 2π/3: gap 3/2 > 2π²/16. In the number
task all queries are integers.

Traps: for positions that are not maximisers (Lemma F.1) no such law holds: at θ = π all logits are 1 or -1 and the gap
is 2 for every n.
"""

import math
from fractions import Fraction

import z3
from sympy import cos, sin, symbols

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import h_pos, reach
from rope_theory.core.heads import logits
from rope_theory.core.truth import Truth, at_most, every
from rope_theory.evidence.by_hand import compared, listed, number, sequence, spelled
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Weight, ours, st, theorem, trusted, verbatim
from rope_theory.evidence.instances.index import (
    LONGER,
    TARGET_INSIDE,
    TWO_POSITIONS,
    distances_occur,
    index_queries,
    length_instances,
    logit_line,
    query_line,
)
from rope_theory.laws.discrepancy.pigeonhole import square_law
from rope_theory.laws.gaps import Others, input_gap

HALF_TURN = Angle.parse("pi")
QUERY_ONE = {"tokens": ("A", "A", "A", 1), "theta": Angle.parse("2pi/3")}


def within_square(tokens, theta, kind=Others.ANY) -> Truth:
    found = input_gap(h_pos(theta), tokens, kind)
    return Truth.FALSE if found is None else at_most(ball(found), square_law(len(tokens)))


@theorem(
    "u26.index-bound-length",
    verbatim(
        "U26",
        "p. 21, Appendix F.2.1 (and p. 8, Theorem 3.2)",
        "the discrepancy (for any input σ̄) is also affected by the length n of the input sequence. Indeed, we have",
        display="∆θ(n) ≤ 2 π²/n².",
    ),
    "Δ_Index(n) <= 2π²/n² for every θ.",
    TWO_POSITIONS,
    LONGER,
    verdict=Tier.REFUTED,
    example=QUERY_ONE,
    readings="Δ is the maximum over inputs (Definition 3.1), integer queries included: in the number task the query "
    "is always an integer. Others: any other position, as in F.2.1, where the bound stands.",
    in_fairness="The law 1/n² stands: the discrepancy of Index falls at least as fast as 1/n² at every angle, and "
    "for letter queries, and so for the smallest discrepancy over inputs that may end in one, with exactly the printed "
    "constant. Only the maximum over inputs needs more room, because a query near the middle has rivals on both sides "
    "that share their distances: with integers up to n-1 read n as ⌊n/2⌋ + 1 and the bound is proved, about four times as "
    "large. With m fixed, max{⌊n/2⌋+1, n-m} takes its place, and the printed constant is right in the limit.",
    erratum=Erratum(
        Weight.SUBSTANTIVE,
        "the constant of Index's bound by the length in Theorem 3.2; the order 1/n² stands",
        mend="for n in 2π²/n² read ⌊n/2⌋ + 1 (integers up to n-1; with m fixed, max{⌊n/2⌋+1, n-m}); or take the maximum over inputs that end in a letter",
        follows=("p. 21: the mended pigeonhole step is listed with the whole theorem (u26.thm32)",),
        part_of="u26.thm32",
    ),
)
def printed(tokens, theta):
    return within_square(tokens, theta)


printed.true_at("a letter query", {"tokens": ("A", "A", "A", "A"), "theta": Angle.parse("2pi/3")})
printed.true_at("an integer query at n = 3", {"tokens": ("A", "A", 1), "theta": HALF_TURN})
printed.outside("one position has no gap", {"tokens": ("A",), "theta": HALF_TURN}, TWO_POSITIONS)
printed.outside("the query points before the start", {**QUERY_ONE, "tokens": ("A", "A", "A", 5)}, LONGER)
for n in range(4, 13):
    middle = {"tokens": ("A",) * (n - 1) + ((n - 1) // 2,), "theta": Angle(Fraction(1, n // 2 + 1))}
    printed.edge(f"n = {n}: the query in the middle at θ = 2π/(⌊n/2⌋+1)", middle, assumed=True, holds=False)
printed.proof(lambda proof: proof.refute(QUERY_ONE))


FIGURE_5A = Angle(radians=Fraction(4, 5))
#: An angle of which no multiple is a whole turn.
SERVES = Angle(Fraction(1, 3), Fraction(-1, 10))


@printed.by_hand
def wide_gap(tokens, theta):
    best, second = sorted(logits(h_pos(theta), tokens), reverse=True)[:2]
    law = f"2π²/{len(tokens) ** 2}", square_law(len(tokens))
    gap = f"Gap {number(best)} - ({number(second)}): {compared('Δ ≥ gap', best - second, *law)}"
    lines = [query_line(tokens, theta), logit_line(tokens, theta), gap]
    if {"tokens": tokens, "theta": theta} == QUERY_ONE:
        other = f"θ = 2π/3 serves Theorem 3.1 up to length 3 only; {spelled(SERVES)}, which serves at this length, fails, too: "
        lines.append(other + compared("Δ ≥ gap", input_gap(h_pos(SERVES), tokens), *law))
        nine = input_gap(h_pos(FIGURE_5A), ("A",) * 8 + (4,))
        drawn = "Figure 5A's θ = 0.8 (rational, so none that p. 21 asks for), input A A A A A A A A 4: "
        lines.append(drawn + compared("Δ ≥ gap 1 - cos 0.8", nine, "2π²/81", square_law(9)))
    return lines


@theorem(
    "u26.index-bound-length.not-maximisers",
    ours("U26", "p. 21, Appendix F.2.1, read with the gap of Lemma F.1 (p. 23)"),
    "Δ_Index(n) <= 2π²/n² for every θ, with the largest logit among positions that are not maximisers (Lemma F.1), "
    "even for the smallest Δ over inputs.",
    at_least_two := Hypothesis("n >= 2", lambda n, **_: n >= 2),
    verdict=Tier.REFUTED,
    example={"n": 4, "theta": HALF_TURN},
    readings="False when every query has a larger gap. T_Index's logits depend on the query and the length only.",
)
def not_maximisers(n, theta):
    return ~every(~within_square(tokens, theta, Others.NOT_MAXIMAL) for tokens in index_queries(n))


@not_maximisers.by_hand
def wide_for_every_query(n, theta):
    head, inputs = h_pos(theta), index_queries(n)
    found = [input_gap(head, tokens, Others.NOT_MAXIMAL) for tokens in inputs]
    told = (f"{sequence(tokens)}: {listed(logits(head, tokens))}" for tokens in inputs)
    return [
        f"n = {n}, θ = {spelled(theta)}. Logits cos((n - j - i)θ), j = 1, …, {n}, for each query i: {'; '.join(told)}",
        f"From the largest down to the largest that is smaller: gaps {listed(found)}",
        compared("The smallest gap", min(found), f"2π²/{n * n}", square_law(n)),
    ]


not_maximisers.true_at("n = 3", {"n": 3, "theta": HALF_TURN})
not_maximisers.true_at("θ = 2π/4", {"n": 4, "theta": Angle.parse("pi/2")})
not_maximisers.outside("one position has no gap", {"n": 1, "theta": HALF_TURN}, at_least_two)
for n in (6, 9):
    not_maximisers.edge(f"n = {n}: the gap stays 2 at half a turn", {"n": n, "theta": HALF_TURN}, holds=False)
not_maximisers.proof(lambda proof: proof.refute({"n": 4, "theta": HALF_TURN}))


@theorem(
    "u26.index-bound-length.corrected",
    ours("U26", "corrects p. 21, Appendix F.2.1"),
    "For every θ, every n >= 2 and a query i positions back, 0 <= i < n (a letter: i = 0), with T = max(i, n-1-i): the "
    "gap to any other position is at most 1 - cos(2π/(T+1)) <= 2π²/(T+1)². So letter queries, the integer n-1, and the "
    "minimum over inputs with either, obey the printed 2π²/n²; the maximum over inputs is at most 1 - "
    "cos(2π/(⌊n/2⌋+1)).",
    TWO_POSITIONS,
    TARGET_INSIDE,
    example=QUERY_ONE,
    small=length_instances,
)
def bounded(tokens, theta, points=lambda tokens: reach(tokens) + 1, kind=Others.ANY):
    n, count = len(tokens), points(tokens)
    found, bound, largest = input_gap(h_pos(theta), tokens, kind), versine(count), versine(n // 2 + 1)
    if found is None:
        return Truth.FALSE
    law = every([at_most(found, bound), at_most(bound.ball(), square_law(count)), at_most(bound, largest)])
    return law & within_square(tokens, theta) if count == n else law  # n: letter queries, and the integer n - 1


def versine(parts: int):
    """1 - cos(2π/parts)."""
    return 1 - Angle(Fraction(1, parts)).cos()


PAIR = {"tokens": ("A", "A"), "theta": HALF_TURN}
bounded.false("T + 2 in place of T + 1", PAIR, points=lambda tokens: reach(tokens) + 2)
bounded.false("n in place of T + 1 for every query", QUERY_ONE, points=len)
bounded.false("positions that are not maximisers", {**PAIR, "tokens": ("A", "A", "A")}, kind=Others.NOT_MAXIMAL)
bounded.false("the query may point before the start", {**PAIR, "tokens": ("A", 2)}, TARGET_INSIDE)
bounded.attack(
    tokens=st.integers(2, 14).flatmap(lambda n: st.sampled_from(index_queries(n))),
    theta=st.builds(Angle, st.fractions(-1, 1, max_denominator=40), st.sampled_from([0, 0, 1, Fraction(1, 3)])),
)


@bounded.proof
def proof(proof):
    proof.use("u26.index-logits")
    n, i = z3.Ints("n i")
    distances_occur(proof)
    points, k, laid, arc = z3.Reals("T+1 k laid arc")
    proof.implies(
        "k arcs longer than 1/(T+1) of a turn are more than k/(T+1), so T + 1 of them would be more than one turn",
        [points >= 2, arc > 1 / points, laid > k / points],
        laid + arc > (k + 1) / points,
    )
    proof.trust(trusted.COSINE, trusted.SINE_SMALL)
    x = symbols("x", real=True)
    proof.identity("1 - cos x = 2 sin²(x/2) <= x²/2, 2π²/(T+1)² at x = 2π/(T+1)", 1 - cos(x), 2 * sin(x / 2) ** 2)
    most = z3.If(i > n - 1 - i, i, n - 1 - i)
    proof.implies(
        "a letter and the integer n - 1 have T + 1 = n, and T >= ⌊n/2⌋ always",
        [n >= 2, 0 <= i, i < n],
        z3.And(z3.Implies(z3.Or(i == 0, i == n - 1), most + 1 == n), 2 * most + 1 >= n),
    )
    proof.qed("every n >= 2, every query i positions back with 0 <= i < n, every real θ")


COPRIME = Hypothesis("gcd(a, T+1) = 1", lambda tokens, a: math.gcd(a, reach(tokens) + 1) == 1)


@theorem(
    "u26.index-bound-length.sharp",
    ours("U26", "sharpens the correction of p. 21, Appendix F.2.1"),
    "The bound 1 - cos(2π/(T+1)) is attained: at θ = 2πa/(T+1) with gcd(a, T+1) = 1 the gap to any other position "
    "equals it. For i = ⌊(n-1)/2⌋ this is 1 - cos(2π/(⌊n/2⌋+1)).",
    TWO_POSITIONS,
    TARGET_INSIDE,
    COPRIME,
    example={"tokens": ("A", "A", "A", 1), "a": 1},
    readings="There a distance of T+1 is a whole number of turns: where T+1 < n, T_Index has two largest logits for some queries of that length. The angles at which it has one for each query come as near to the value as one likes.",
    small=lambda thorough: (
        {"tokens": tokens, "a": a}
        for n in range(2, 11 if thorough else 7)
        for tokens in index_queries(n)
        for a in range(1, n + 1)
    ),
)
def attained(tokens, a, points=1):
    return input_gap(h_pos(Angle(Fraction(a, reach(tokens) + 1))), tokens) == versine(reach(tokens) + points)


attained.false("any a", {"tokens": ("A", "A", "A", "A"), "a": 2}, COPRIME)
attained.false("the bound for T", {"tokens": ("A", "A"), "a": 1}, points=0)
attained.false("the query may point before the start", {"tokens": ("A", 2), "a": 1}, TARGET_INSIDE)


@attained.proof
def sharpness(proof):
    proof.use("u26.index-bound-length.corrected")  # the gap is at most the bound; now at least
    t, a, u, v, big = symbols("t a u v N")
    proof.identity(
        "t(ua + vN) = u·ta + vt·N: if ua + vN = 1 and N = T+1 divides ta, then N divides t",
        t * (u * a + v * big),
        u * (t * a) + (v * t) * big,
    )
    points, t, q = z3.Ints("T+1 t q")
    divides = "but t is one of 1..T, so ta is at least 1 from each multiple of T + 1, and tθ 2π/(T+1) from 2πZ"
    proof.implies(divides, [1 <= t, t < points], t != q * points)
    proof.trust(trusted.COSINE)
    proof.qed("every n >= 2, every query i positions back with 0 <= i < n, every a coprime to T + 1")
