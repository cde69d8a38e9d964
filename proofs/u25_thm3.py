"""H_POS finds the queried position: one rotation turns "position p" into "the key where the angle is 0".

Idea: the query for p is v turned back by (n-p)θ, RoPE turns it forward by (n-j)θ, and it meets the key v at the angle
(p-j)θ. The cosine is 1 at j = p and less than 1 elsewhere, unless some distance t = |p-j| makes tθ a multiple of 2π.
With softmax, each of the n-1 rivals holds at most e^{-βΔ} times the target's weight, so β > ln(n-1)/Δ leaves the target
more than half.

Why n fixed or p counted from the query: the head only sees distances. The query "position 2" wants distance 1 when n =
3 and distance 2 when n = 4, so its logits would have to rise and fall between the two at once.

Traps: the query's own key is v as well and competes, at distance n-p; so θ = 2π/(n-1) is excluded and θ = 2π/n is not.
Nothing is said for unbounded n: Δ tends to 0 along n for every θ, and β has to grow.
"""

import itertools
from fractions import Fraction

import z3
from flint import arb
from sympy import cos, sin, symbols

from rope_theory.core.angles import FULL_TURN, Angle, ball
from rope_theory.core.constructions import OneLayer, h_pos, letter_value
from rope_theory.core.decoding import beta_enough, beta_suffices
from rope_theory.core.heads import PhaseHead, Plane, Polar, hard_attention, logits, strict_maximum
from rope_theory.core.tasks import index_query
from rope_theory.evidence.by_hand import compared, listed, number, spelled
from rope_theory.evidence.claims import Hypothesis, every, less, ours, paraphrase, st, theorem, trusted
from rope_theory.evidence.instances.shares import majority

ANGLES = tuple(
    map(Angle.parse, ("pi", "2pi/3", "pi/2", "2pi/5", "4pi/5", "pi/3", "2pi/7", "0.8", "1", "-3", "7", "2pi"))
)
TURNS = st.fractions(0, 1, max_denominator=9).map(Angle)
RADIANS = st.fractions(-4, 4, max_denominator=9).map(lambda r: Angle(0, r))


def index_gap(n: int, theta: Angle):
    """Δ = min over 1 <= t <= n-1 of 1 - cos(tθ)."""
    return min(1 - (t * theta).cos() for t in range(1, n))


def turns_within(last: int, theta: Angle) -> bool:
    """Whether tθ is a multiple of 2π for some 1 <= t <= last."""
    return any((t * theta).is_whole_turns() for t in range(1, last + 1))


INSIDE = Hypothesis("1 <= p <= n-1", lambda symbols, p, **_: 1 <= p <= len(symbols))
NO_WHOLE_TURN = Hypothesis(
    "tθ is no multiple of 2π for 1 <= t <= n-1", lambda symbols, theta, **_: not turns_within(len(symbols), theta)
)
BETA = Hypothesis(
    "β > ln(n-1)/Δ with Δ = min over 1 <= t <= n-1 of 1 - cos(tθ)",
    lambda symbols, theta, beta, **_: beta_suffices(beta, len(symbols), index_gap(len(symbols) + 1, theta)),
)


def just_enough(symbols, p: int, theta: Angle) -> dict:
    """The instance with β just above what is stated."""
    n = len(symbols) + 1
    return {"symbols": tuple(symbols), "p": p, "theta": theta, "beta": beta_enough(n - 1, index_gap(n, theta))}


def instances(thorough: bool):
    for length in range(1, 6 if thorough else 5):
        for p in range(1, length + 1):
            for contents in itertools.product("AB", repeat=length):
                yield just_enough(contents, p, Angle(Fraction(1, length + 1)))
            contents = (*"A" * (p - 1), "B", *"A" * (length - p))
            for theta, beta in itertools.product(ANGLES, (Fraction(1), Fraction(5, 2), Fraction(25))):
                yield {"symbols": contents, "p": p, "theta": theta, "beta": beta}


ABB = {"symbols": ("A", "B", "B"), "p": 1, "theta": Angle.parse("pi/2"), "beta": Fraction(2)}
THREE = {"symbols": ("A", "B"), "p": 1, "theta": Angle.parse("2pi/3")}


@theorem(
    "u25.thm3",
    paraphrase("U25", "Theorem 3"),
    'H_POS solves Index with one RoPE angle: all keys one vector v, the query for "position p" is v turned so that '
    "after RoPE it meets the key at p; logits cos((p-j)θ). For n fixed, or p counted from the query, it suffices that "
    "tθ is no multiple of 2π for 1 <= t <= n-1 and β > ln(n-1)/Δ, Δ = min over these t of 1 - cos(tθ): the key at p "
    "then holds more than half of the weight.",
    INSIDE,
    NO_WHOLE_TURN,
    BETA,
    example=ABB,
    small=instances,
    readings=(
        "The query token, at n, names p by the offset n-p. Where n is fixed this is the same as naming p; where it is "
        "not, p is counted from the query. That one of the two is needed is u25.thm3.one-needed.",
        "Positions of the sequence to be indexed are 1..n-1. The query's own key is v too and competes (t up to n-1).",
        "The value of a letter is itself, the query has none, F = a. More than half of the weight on p decodes the "
        "right symbol whatever the other symbols are.",
        "Which θ and β suffice is asked, not printed: the angle condition is also necessary for the largest logit to stand at p alone (u25.thm3.angles); β is "
        "not claimed to be the least.",
    ),
)
def thm3(symbols, p, theta, beta, head=h_pos):
    n = len(symbols) + 1
    model, tokens = OneLayer(head(theta), letter_value), (*symbols, n - p)
    soft, hard = model.run(tokens, beta=beta), model.run(tokens)
    printed = soft.logits == [((p - j) * theta).cos() for j in range(1, n + 1)]
    decoded = soft.answer == hard.answer == index_query(symbols, p)
    half = less(ball(Fraction(1, 2)), soft.weights[p - 1])
    return every([printed, decoded, strict_maximum(soft.logits, p - 1), half])


@thm3.by_hand
def found(symbols, p, theta, beta):
    n = len(symbols) + 1
    soft = OneLayer(h_pos(theta), letter_value).run((*symbols, n - p), beta=beta)
    gap = index_gap(n, theta)
    return [
        f"n = {n}: contents {' '.join(symbols)}, asked for position {p}; θ = {spelled(theta)}, β = {number(beta)}",
        f"Logits cos((p - j)θ) for j = 1, …, {n}: {listed(soft.logits)}; the query's own key is the last",
        f"Δ = {number(gap)}, and {compared('β', beta, 'ln(n-1)/Δ', arb(n - 1).log() / ball(gap))}",
        f"Weights e^(βL) over their sum: {listed(soft.weights)}",
        f"{compared(f'the weight of position {p}', soft.weights[p - 1], 'one half', Fraction(1, 2))}: decoded {soft.answer}",
    ]


def turned_the_wrong_way(theta) -> PhaseHead:
    """The query turned forward, not back, by its distance."""
    right = h_pos(theta).planes[0]
    return PhaseHead("wrong way", (Plane(theta, lambda token: Polar(-right.query(token).phase), right.key),))


thm3.false("half of that β is enough", {**THREE, "beta": Fraction(1, 4)}, BETA)
thm3.false("the query itself is no rival: β > ln(n-2)/Δ", {**THREE, "beta": Fraction(1, 10)}, BETA)
TIED, HALF_TURN = ({**ABB, "theta": Angle.parse(theta)} for theta in ("2pi/3", "pi"))
thm3.false("θ = 2π/(n-1) will do: the first key and the query tie", TIED, NO_WHOLE_TURN, BETA)
thm3.false("any θ that is no multiple of 2π will do", HALF_TURN, NO_WHOLE_TURN, BETA)
thm3.false("the query turned the other way", ABB, head=turned_the_wrong_way)


@st.composite
def drawn_instances(draw):
    symbols = draw(st.text("ABC", min_size=1, max_size=5))
    theta = draw((TURNS | RADIANS).filter(lambda angle: not turns_within(len(symbols), angle)))
    return just_enough(symbols, draw(st.integers(1, len(symbols))), theta)


thm3.attack(at=drawn_instances())
for n in range(3, 9):
    first = {"symbols": ("A",) + ("B",) * (n - 2), "p": 1, "beta": Fraction(25)}
    tie, free = ({**first, "theta": Angle(Fraction(1, steps))} for steps in (n - 1, n))
    thm3.edge(f"n = {n}, θ = 2π/(n-1): the first key and the query's own tie", tie, assumed=False, holds=False)
    thm3.edge(f"n = {n}, θ = 2π/n: no two keys are a full turn apart", free, assumed=True, holds=True)
# At θ = 2π/3 both rivals sit at the gap 3/2: β = ln(2)/(3/2) = 0.46209 gives the target exactly one half.
below, above = ({**THREE, "beta": Fraction(thousandths, 1000)} for thousandths in (462, 463))
thm3.edge("just below the stated β the target has less than half", below, assumed=False, holds=False)
thm3.edge("just above the stated β the target has more than half", above, assumed=True, holds=True)


@thm3.proof
def solves(proof, head=h_pos):
    n, p, j, theta = symbols("n p j theta", real=True)
    for key in ("A", n - p):
        logit = head(theta).rotated_logit(n - p, n, key, j)
        proof.identity(f"query for p at n, key {key} at j: the logit is cos((p-j)θ)", logit, cos((p - j) * theta))
    proof.use("u25.thm3.angles")  # so Δ > 0
    proof.trust(trusted.EXPONENTIAL)
    majority(proof)  # one match, n0 = n
    proof.qed("every n >= 2, every p, every θ with tθ outside 2πZ for 1 <= t <= n-1, every β > ln(n-1)/Δ, all contents")


@theorem(
    "u25.thm3.angles",
    ours("U25", "sharpens Theorem 3"),
    "The largest logit of H_POS over the keys 1..n is taken at p alone, for every p = 1..n-1, if and only if tθ is no "
    "multiple of 2π for 1 <= t <= n-1.",
    Hypothesis("n >= 2", lambda n, **_: n >= 2),
    example={"n": 5, "theta": Angle.parse("2pi/5")},
    small=lambda thorough: ({"n": n, "theta": theta} for n in range(2, 12 if thorough else 8) for theta in ANGLES),
)
def angles(n, theta, last=1):
    def alone(p: int) -> bool:
        return hard_attention(logits(h_pos(theta), ("A",) * (n - 1) + (n - p,)))[p - 1] == 1

    return all(map(alone, range(1, n))) is not turns_within(n - last, theta)


@angles.by_hand
def each_target(n, theta):
    rows = [(p, logits(h_pos(theta), ("A",) * (n - 1) + (n - p,))) for p in range(1, n)]
    return [
        f"n = {n}, θ = {spelled(theta)}",
        *(
            f"Position {p} asked for, logits: {listed(row)}; as large as the target's: {row.count(row[p - 1])}"
            for p, row in rows
        ),
        *(f"{compared(f'{t}θ', t * theta, '2π', FULL_TURN)}" for t in range(1, n)),
    ]


angles.false("t <= n-2 is enough (the query's own key forgotten)", {"n": 4, "theta": Angle.parse("2pi/3")}, last=2)
angles.false("t = n has to be excluded too", {"n": 3, "theta": Angle.parse("2pi/3")}, last=0)
angles.attack(n=st.integers(2, 9), theta=TURNS | RADIANS)


@angles.proof
def exactly_these(proof):
    n, p, j, theta, x = symbols("n p j theta x", real=True)
    logit = h_pos(theta).rotated_logit(n - p, n, "A", j)
    proof.identity("the logit is cos((p-j)θ)", logit, cos((p - j) * theta))
    proof.identity("1 - cos x = 2 sin²(x/2), so it is at most 1, its value at p", 1 - cos(x), 2 * sin(x / 2) ** 2)
    length, target, key = z3.Ints("n p j")
    distance = z3.If(target > key, target - key, key - target)
    proof.implies(
        "every rival j of p is at a distance t = |p-j| with 1 <= t <= n-1; each such t occurs, from p = n-t to the query",
        [1 <= target, target <= length - 1, 1 <= key, key <= length, key != target],
        z3.And(1 <= distance, distance <= length - 1, 1 <= length - distance, length - distance <= length - 1),
    )
    proof.trust(trusted.COSINE_ONE)
    proof.qed("every n >= 2, every real θ")


def profiles(thorough: bool):
    for values in itertools.product(map(Fraction, range(4 if thorough else 3)), repeat=4):
        yield {"profile": values}
    for theta, phase in itertools.product(ANGLES, repeat=2):
        yield {"profile": wave(theta, phase)}


def wave(theta: Angle, phase: Angle) -> tuple:
    return tuple((t * theta - phase).cos() for t in range(4))


@theorem(
    "u25.thm3.one-needed",
    ours("U25", "on the setting of Theorem 3"),
    "With p counted from the start and n not fixed, no logit that depends on the query token and on the distance alone "
    "(keys all one vector, no position in the embeddings) has its strict maximum at position 2 both for n = 3 and for "
    "n = 4.",
    Hypothesis(
        'f(0), f(1), f(2), f(3): the logits of the query "position 2" by distance',
        lambda profile, **_: len(profile) == 4,
    ),
    example={"profile": tuple(map(Fraction, (0, 1, 2, 0)))},
    small=profiles,
    readings=(
        "Any head with RoPE as its only source of position has such a profile on inputs whose earlier tokens are "
        "equal, so the claim is about the attention maximum of every such head, not of H_POS alone.",
        "It is about the strict maximum at p, not about what an output function might still read off the weights.",
    ),
)
def one_needed(profile, lengths=(3, 4), from_query=False):
    """Not: for each length n, the logit at the distance wanted, n-2, exceeds those at all other distances 0..n-1."""
    return ~every(strict_maximum(profile[:n], 1 if from_query else n - 2) for n in lengths)


RISING, PEAK = ({"profile": tuple(map(Fraction, values))} for values in ((0, 1, 2, 0), (0, 1, 0, 0)))
one_needed.false("length 3 alone is out of reach", PEAK, lengths=(3,))
one_needed.false("length 4 alone is out of reach", RISING, lengths=(4,))
one_needed.false("with p counted from the query it is out of reach too", PEAK, from_query=True)

NUMBERS = st.fractions(-3, 3, max_denominator=5)
one_needed.attack(profile=st.tuples(*[NUMBERS] * 4) | st.builds(wave, RADIANS, RADIANS))
# 3 and 4 are the smallest pair: at n = 2 there is no position 2 before the query.
THIRD = Angle.parse("2pi/3")
one_needed.edge(
    "H_POS at θ = 2π/3 serves length 3 alone", {"profile": wave(THIRD, THIRD), "lengths": (3,)}, holds=False
)


@one_needed.proof
def contradictory(proof, lengths=(3, 4), from_query=False):
    f = z3.Reals("f0 f1 f2 f3")
    wanted = {length: 1 if from_query else length - 2 for length in lengths}
    facts = [z3.And([f[best] > f[t] for t in range(length) if t != best]) for length, best in wanted.items()]
    proof.contradiction("n = 3 asks f(1) > f(2), n = 4 asks f(2) > f(1)", facts)
    proof.qed("every real-valued f of the distance")
