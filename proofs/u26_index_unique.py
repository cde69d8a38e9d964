"""T_Index's largest logit is unique if θ/2π is irrational; "θ irrational" is not enough, 2π being irrational.

Idea: the logits are cos(dθ), where d = n - j - i runs over an interval of integers, one for each position. Two are
equal exactly when the sum or the difference of their d's, times θ, is a multiple of 2π. If θ/2π is irrational this
leaves d' = -d; then 0 lies between them and is the position of the largest logit, 1, which they do not reach.

Steps: cos aθ = cos bθ only if (a - b)θ or (a + b)θ is in 2πZ. Irrational case: no two positions share the largest
value, even where no position has the value 1. Exact case, with d = 0 in the interval: d ties with 0 exactly when |d|θ
is in 2πZ, and |d| takes the values 1..T.

What survives of the printed proof: all of it, read for θ/2π; "irrational" was said of the wrong number.

Traps: without a position of value 1 (an integer that points before the start) more ties can occur, cos θ = cos 2θ at θ
= 2π/3: for the exact condition the query must point into the sequence.
"""

import itertools
from collections.abc import Iterator
from fractions import Fraction

import z3
from sympy import cos, sin, symbols

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos, reach
from rope_theory.core.heads import PhaseHead, Plane, Polar, logits, maximisers
from rope_theory.evidence.by_hand import number, sign
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Weight, ours, st, theorem, trusted, verbatim
from rope_theory.evidence.instances import index
from rope_theory.evidence.instances.index import (
    AB1,
    LONGER,
    TARGET_INSIDE,
    TWO_POSITIONS,
    distances_occur,
    index_inputs,
    index_queries,
    logit_line,
    query_line,
)
from rope_theory.laws.gaps import input_gap

AB_WHOLE_TURN = {"tokens": ("A", "B"), "theta": Angle.parse("2pi")}
IRRATIONAL = Hypothesis("θ is irrational", lambda theta, **_: theta.turns != 0)
IRRATIONAL_TURN = Hypothesis("θ/2π is irrational", lambda theta, **_: theta.radians != 0)


def one_maximiser(tokens, theta, head=h_pos) -> bool:
    return len(maximisers(logits(head(theta), tokens))) == 1


@theorem(
    "u26.index-unique",
    verbatim(
        "U26",
        "p. 21, Appendix F.2.1",
        "From now we consider θ be irrational. In this way, for input of length at least n > 1, the logit function has "
        "an unique maximum.",
    ),
    "If θ is irrational then, for every n > 1 and every input, the maximum is unique, i.e. its discrepancy is "
    "positive.",
    IRRATIONAL,
    TWO_POSITIONS,
    LONGER,
    verdict=Tier.REFUTED,
    example=AB_WHOLE_TURN,
    readings=(
        "θ is an angle in radians, and 2π is an irrational number. The printed proof needs kθ not in 2πZ for k ≠ 0, "
        "which is irrationality of θ/2π. A rational θ ≠ 0, not covered by the printed words, has this property.",
        "Discrepancy: to any other position (F.2.1), for each input.",
    ),
    in_fairness="An irrational rotation is usually one by no rational multiple of a full turn, and that is what the proof's "
    "own step asks for, that cos(tθ) is largest at whole multiples of 2π/θ. With θ/2π in place of θ every word of the proof stands, and rational angles other than 0 serve as well.",
    erratum=Erratum(
        Weight.READING,
        "true of an angle called irrational if its share of a turn is, which the proof uses; the words say it of θ",
        mend="for “θ be irrational” read “θ/2π be irrational”, as for “θ ∉ Q” and p. 22's “irrational angle θ”",
        fault="“irrational” said of θ, not of θ/2π",
        seen="A B at 2π: a tie",
    ),
)
def printed(tokens, theta):
    return ahead(tokens, theta)


printed.true_at("θ = 1 + 2π/7", {"tokens": ("A", "B"), "theta": Angle(Fraction(1, 7), 1)})
printed.true_at("θ = 2π/3 at n = 2: the tie needs distance 3", {"tokens": ("A", "B"), "theta": Angle.parse("2pi/3")})
printed.outside("θ = 0 is rational", {"tokens": ("A", "B"), "theta": Angle()}, IRRATIONAL)
printed.outside("one position has no discrepancy", {**AB_WHOLE_TURN, "tokens": ("A",)}, TWO_POSITIONS)
printed.outside("cos θ = cos 2θ", {"tokens": ("A", 2), "theta": Angle.parse("2pi/3")}, LONGER)
for k in range(1, 6):
    at = {"tokens": ("A",) * (k + 1), "theta": Angle(Fraction(1, k))}
    printed.edge(f"θ = 2π/{k} is irrational and ties at T = {k}", at, assumed=True, holds=False)
for k in range(2, 12):
    at = {"tokens": ("A", "B"), "theta": Angle(Fraction(1, k))}
    printed.edge(f"n = 2 is least, and θ = 2π/{k} does not tie there", at, assumed=True, holds=True)
printed.edge("the printed words leave out rational angles", AB1, assumed=False, holds=True)


@printed.proof
def refutation(proof):
    proof.trust(trusted.PI_IRRATIONAL)
    proof.refute(AB_WHOLE_TURN)


@printed.by_hand
def tie(tokens, theta):
    best, second = sorted(logits(h_pos(theta), tokens), reverse=True)[:2]
    return [
        f"{query_line(tokens, theta)}; θ is an irrational number, as π is",
        logit_line(tokens, theta),
        f"The largest is {number(best)} {sign(best, second)} {number(second)}, the next one: the maximum is not unique, and the "
        f"discrepancy is {number(best - second)}",
    ]


def any_integers(thorough: bool = False) -> Iterator[dict]:
    """All sequences over {A, 1, 2, 5} of length 2 and 3 (4): the integer 5 points before the start."""
    for n in range(2, 5 if thorough else 4):
        for tokens in itertools.product(("A", 1, 2, 5), repeat=n):
            for theta in (Angle.parse("-3"), Angle(Fraction(1, 7), 1)):
                yield {"tokens": tokens, "theta": theta}


@theorem(
    "u26.index-unique.corrected",
    ours("U26", "corrects p. 21, Appendix F.2.1"),
    "If θ/2π is irrational then, for every n > 1 and every input, integers that point before the start included, the "
    "maximum is unique, i.e. the discrepancy to any other position is positive.",
    IRRATIONAL_TURN,
    TWO_POSITIONS,
    example=AB1,
    small=any_integers,
)
def ahead(tokens, theta, head=h_pos):
    """One maximiser, ahead of any other position; a single position has no other and no gap."""
    gap = input_gap(head(theta), tokens)
    return one_maximiser(tokens, theta, head) and gap is not None and gap > 0


def half_a_position_off(theta) -> PhaseHead:
    plane = h_pos(theta).planes[0]
    query = Plane(theta, lambda token: Polar(plane.query(token).phase - theta / 2), plane.key)
    return PhaseHead("half a position", (query,))


ahead.false("any irrational θ", AB_WHOLE_TURN, IRRATIONAL_TURN)
AB = {"tokens": ("A", "B"), "theta": Angle.parse("1")}
ahead.false("queries half a position off", AB, head=half_a_position_off)
ahead.attack(
    tokens=st.builds(
        lambda n, query: ("A",) * (n - 1) + (query,), st.integers(2, 8), st.one_of(st.just("A"), st.integers(1, 14))
    ),
    theta=st.builds(
        Angle, st.fractions(-3, 3, max_denominator=50), st.fractions(-3, 3, max_denominator=50).filter(bool)
    ),
)


@ahead.proof
def proof(proof):
    proof.use("u26.index-logits")
    theta, x, y = symbols("theta a b", real=True)
    proof.identity(
        "cos aθ - cos bθ = -2 sin((a+b)θ/2) sin((a-b)θ/2), where a factor vanishes only if cos((a±b)θ) = 1",
        cos(x * theta) - cos(y * theta),
        -2 * sin((x + y) * theta / 2) * sin((x - y) * theta / 2),
    )
    proof.trust(trusted.COSINE_ONE)
    a, b, low, high = z3.Ints("a b low high")
    whole = z3.Function("in 2πZ", z3.IntSort(), z3.BoolSort())  # of a factor f: fθ is a multiple of 2π
    proof.implies(
        "(a + b)θ in 2πZ: b = -a, so the distance 0 lies between them, whose logit 1 they do not reach: aθ not in 2πZ",
        [low <= a, a <= high, low <= b, b <= high, a != b, whole(a + b)]
        + [z3.Implies(factor != 0, z3.Not(whole(factor))) for factor in (a, a - b, a + b)],
        z3.And(b == -a, low <= 0, 0 <= high, z3.Not(whole(a)), z3.Not(whole(a - b))),
    )
    proof.qed("every n > 1, every input, every θ with θ/2π irrational")


def turns_and_queries(thorough: bool = False) -> Iterator[dict]:
    """Small inputs at a few angles; each query of length up to 6 at every turn with denominator up to 8."""
    for theta in map(Angle.parse, ("0", "2pi", "pi", "2pi/3", "pi/2", "4pi/5", "1")):
        yield from ({**at, "theta": theta} for at in index_inputs(thorough) if at["theta"] is index.ANGLES[0])
    for turns in sorted({Fraction(a, k) for k in range(1, 9) for a in range(k)}):
        yield from ({"tokens": tokens, "theta": Angle(turns)} for n in range(1, 7) for tokens in index_queries(n))


@theorem(
    "u26.index-unique.exact",
    ours("U26", "sharpens p. 21, Appendix F.2.1"),
    "For a query i positions back, 0 <= i < n (a letter: i = 0), the maximum is unique exactly when none of θ, 2θ, …, "
    "Tθ is a multiple of 2π, where T = max(i, n-1-i).",
    TARGET_INSIDE,
    example={"tokens": ("A", "B", "A", 1), "theta": Angle.parse("2pi/3")},
    small=turns_and_queries,
)
def exact(tokens, theta, span=0):
    multiples = range(1, reach(tokens) + span + 1)
    return one_maximiser(tokens, theta) == all(not (t * theta).is_whole_turns() for t in multiples)


@exact.by_hand
def multiples_and_maximisers(tokens, theta):
    span = reach(tokens)
    turns = [t for t in range(1, span + 1) if (t * theta).is_whole_turns()]
    largest = [at + 1 for at in maximisers(logits(h_pos(theta), tokens))]
    return [
        f"{index.query_line(tokens, theta)}; T = {span}",
        index.logit_line(tokens, theta),
        f"Of θ, …, Tθ a multiple of 2π: {', '.join(f'{t}θ' for t in turns) or 'none'}; largest logit at {', '.join(map(str, largest))}",
    ]


exact.false("T - 1 multiples are enough", AB_WHOLE_TURN, span=-1)
exact.false("T + 1 multiples are needed", {"tokens": ("A", "B"), "theta": Angle.parse("pi")}, span=1)
exact.false("the query may point before the start", {"tokens": ("A", 2), "theta": Angle.parse("2pi/3")}, TARGET_INSIDE)


@exact.proof
def exact_proof(proof):
    proof.use("u26.index-logits")
    proof.trust(trusted.COSINE_ONE)
    n, i, d = z3.Ints("n i d")
    most, size = z3.If(i > n - 1 - i, i, n - 1 - i), z3.If(d < 0, -d, d)
    proof.implies(
        "d = 0 occurs, with the largest logit; a position with d ≠ 0 is at a distance |d| of 1..T",
        [0 <= i, i < n, -i <= d, d <= n - 1 - i, d != 0],
        z3.And(-i <= 0, 0 <= n - 1 - i, 1 <= size, size <= most),
    )
    distances_occur(proof)  # as d = t or d = -t, which have the same logit
    proof.qed("every n >= 1, every query that does not point before the start, every real θ")
