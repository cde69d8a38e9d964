"""T_Retrieval's matching token wins, and exactly how much rotation it bears.

Idea: a match at distance s stands at the angle sθ, a rival k letters further along the circle at kω + tθ. Its distance
to the nearest whole turn is min(y, 2π - y) for y = kω + tθ. Behind it there is at least ω, in front at least ω - tθ. So
the match wins against all rivals when sθ < ω - tθ; two different distances below n add up to at most 2n - 3.

Conversely, put the match at distance n - 1 and the letter before it on the circle at distance n - 2: the rival's angle
is ω - (n-2)θ before the whole turn, and cosines compare as the product of sines that the identity names.

Traps: the circle has no first and last letter, so k counts modulo |ALPH|, and the rival that threatens is the one that
the rotation pulls towards the query's letter. With one letter there is no rival at all. For large θ the circle is
wound round more than once and some angles work again (θ = 2π).
"""

import functools
import itertools
from fractions import Fraction

import z3
from sympy import cos, sin, symbols

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_sym, held, matches, sought, spacing
from rope_theory.core.heads import PhaseHead, Plane, Polar, logits, maximisers
from rope_theory.core.tasks import Pair, pair_vocabulary, single_letters
from rope_theory.evidence.claims import Hypothesis, ours, st, theorem, trusted, verbatim
from rope_theory.evidence.instances import retrieval
from rope_theory.evidence.instances.letter_circle import FURTHER_OFF, RIVAL, circle_facts, distances, logit_formula
from rope_theory.evidence.instances.retrieval import ANGLE_RANGE, MATCHED, SHORT, TWO_LETTERS, instance


def small_inputs(thorough: bool):
    """All sequences over small pair vocabularies, at angles from the middle and the end of the range."""
    for count, integers, longest in ((1, 2, 2), (2, 1, 4 if thorough else 3), (3, 1, 3 if thorough else 2)):
        pairs = sum(pair_vocabulary(count, integers), ())
        for n in range(1, longest + 1):
            for theta in (spacing(count) * n / (2 * n * n + 1), spacing(count) / (5 * n)):
                for tokens in itertools.product(pairs, repeat=n):
                    yield instance(tokens, theta, count, n0=n)


@functools.cache
def both_logits(build, letters, theta, query: Pair, distance: int, key: Pair, sign: int = 1) -> tuple:
    """The logit as built, from vectors, and as printed, from the letters' numbers."""
    head = build(LetterCircle(letters), theta)
    angle = (letters.index(held(key)) - letters.index(sought(query))) * spacing(len(letters)) + sign * distance * theta
    return head.rotated_logit(query, distance + 1, key, 1), angle.cos()


EXAMPLE = instance("A1 B1 BA", "pi/8", n0=3)


@theorem(
    "u26.retrieval-max",
    verbatim(
        "U26",
        "p. 24, Appendix F.2.2, Logit computation",
        "if exists σⱼ with left-letter equal to the query letter … at certain position j = j(σ̄), "
        "then µL(σ̄) = max Lθ(E(σₙ, n, E(σⱼ), j) = cos((n − j(σ̄))θ).",
    ),
    "T_Retrieval: letters enumerated by φ, ω = 2π/|ALPH|; W_K E(σ) = ρ(ω)^{-φ(σ^L)} v; W_Q E(σ) = ρ(ω)^{-φ(σ^R)} v for "
    "letter pairs and ρ(ω)^{-φ(σ^L)} v otherwise; F = a, W_V = identity. Logit cos((φ(key) - φ(query))ω + (n-j)θ). For "
    "0 < θ < ω/(2 n0) and n <= n0 the matching token, if there is one, has the largest logit.",
    ANGLE_RANGE,
    SHORT,
    MATCHED,
    example=EXAMPLE,
    small=small_inputs,
    readings=(
        "'Has the largest logit' is decided in its strongest form: the largest logit is taken once, at the nearest "
        "position whose left letter is the letter asked for. So no other letter ties, and a letter-integer query "
        "attends to itself.",
        "The input need not be proper. On a proper input all matches of a letter pair hold one token.",
    ),
)
def retrieval_max(letters, theta, tokens, build=h_sym, sign=1, **_):
    asked = enumerate(reversed(tokens))
    pairs = [both_logits(build, letters, theta, tokens[-1], distance, key, sign) for distance, key in asked][::-1]
    return (
        all(built == printed for built, printed in pairs) and maximisers([p for _, p in pairs]) == matches(tokens)[-1:]
    )


def backwards(circle, theta):
    plane = h_sym(circle, theta).planes[0]
    return PhaseHead("backwards", (Plane(theta, plane.query, lambda token: Polar(-plane.key(token).phase)),))


def asks_left(circle, theta):
    plane = h_sym(circle, theta).planes[0]
    return PhaseHead("asks left", (Plane(theta, plane.key, plane.key),))


THREE, TOO_FAR = instance("B1 C1 AB", "pi/12", 3, n0=3), instance("B1 A1 A1 AB", "pi/5", n0=4)
retrieval_max.false("θ < ω/n0 is enough", TOO_FAR, ANGLE_RANGE)
retrieval_max.false(
    "θ = 0 is allowed: the nearest match still wins alone", instance("A1 A1 BA", "0", n0=3), ANGLE_RANGE
)
retrieval_max.false("lengths beyond n0 are covered", {**TOO_FAR, "n0": 2}, SHORT)
retrieval_max.false("the keys are enumerated the other way round", THREE, build=backwards)
retrieval_max.false("the logit is cos((φ(key) - φ(query))ω - (n-j)θ)", THREE, sign=-1)
retrieval_max.false("a letter pair asks for its left letter", EXAMPLE, build=asks_left)


@st.composite
def any_inputs(draw):
    count = draw(st.integers(1, 6))
    side = st.sampled_from(single_letters(count))
    tokens = draw(st.lists(st.builds(Pair, side, side | st.integers(1, 3)), min_size=1, max_size=8))
    n0 = len(tokens) + draw(st.integers(0, 2))
    share = draw(st.fractions(min_value=0, max_value=1, max_denominator=50))
    return instance(tokens, share * spacing(count) / (2 * n0), count, n0=n0)


retrieval_max.attack(at=any_inputs())
for count, length in itertools.product((2, 3, 8), (2, 3, 5)):
    worst = (Pair("B", 1), *(Pair("A", 1),) * (length - 2), Pair("A", "B"))
    retrieval_max.edge(
        f"θ = ω/(2n), {count} letters, n = {length}: outside the printed range, which is not sharp",
        instance(worst, spacing(count) / (2 * length), count, n0=length),
        assumed=False,
        holds=True,
    )

PI, OMEGA, THETA, M, S, T, LENGTH = z3.Reals("π ω θ m s t n")


@retrieval_max.proof
def proof(proof, build=h_sym, sign=1):
    logit_formula(proof, build, sign)
    circle_facts(proof)
    bound = z3.Real("n0")
    setting = [PI > 3, 0 < OMEGA, OMEGA <= 2 * PI, THETA > 0, 2 * bound * THETA < OMEGA, bound >= 1, LENGTH <= bound]
    setting += distances(LENGTH, S, T)
    nearer = z3.And(S * THETA < T * THETA, T * THETA <= PI)
    proof.implies("of two matches the nearer one has the smaller angle, within [0, π]", [*setting, S < T], nearer)
    further = "a rival's angle y = kω + tθ is further from every whole turn than the match's sθ is from 0"
    proof.implies(further, [*setting, OMEGA <= PI, *RIVAL], FURTHER_OFF)
    proof.trust(trusted.COSINE)
    proof.qed("every alphabet, every input with a match, every n0 >= 1, every 0 < θ < ω/(2 n0)")


def always_won(count: int, n: int, theta: Angle) -> bool:
    """Whether on every proper input of length n that ends in a letter pair all maximisers hold its letter."""
    head = h_sym(LetterCircle(single_letters(count)), theta)
    inputs = retrieval.letter_pair_inputs(count, n)
    return all(set(maximisers(logits(head, tokens))) <= set(matches(tokens)) for tokens in inputs)


def around_the_boundary(thorough: bool):
    """Angles at, just below and just above ω/(2n-3), and far above."""
    for count, longest in ((2, 6 if thorough else 4), (3, 4 if thorough else 3)):
        for n in range(2, longest + 1):
            for share in (2 * n - 2, 2 * n - 3, 2 * n - 4, 1, 40):
                yield {"count": count, "n": n, "theta": spacing(count) / max(share, 1)}
            yield {"count": count, "n": n, "theta": spacing(count) / (2 * n - 3) - Angle.parse("1/1000")}


UP_TO_OMEGA = Hypothesis("0 < θ <= ω", lambda count, theta, **_: Angle() < theta <= spacing(count))
THIRD = {"count": 3, "n": 3, "theta": Angle.parse("2pi/9")}


@theorem(
    "u26.retrieval-max.sharp",
    ours("U26", "sharpens p. 24, Appendix F.2.2"),
    "Let |ALPH| >= 2, n >= 2 and 0 < θ <= ω. The matching token has the largest logit, alone, on every proper input of "
    "length n that ends in a letter pair, if and only if (2n-3)θ < ω.",
    TWO_LETTERS,
    Hypothesis("n >= 2", lambda n, **_: n >= 2),
    UP_TO_OMEGA,
    example={**THIRD, "theta": Angle.parse("2pi/10")},
    small=around_the_boundary,
    readings=(
        "'The matching token … alone': every maximiser holds the sought letter.",
        "Other queries match themselves, at distance 0; the statement leaves them out.",
    ),
)
def sharp(count, n, theta, lost=3):
    return always_won(count, n, theta) is ((2 * n - lost) * theta < spacing(count))


sharp.false("(2n-4)θ < ω is enough", THIRD, lost=4)
sharp.false("(2n-2)θ < ω is needed", {**THIRD, "theta": Angle.parse("2pi/10")}, lost=2)
sharp.false("one letter is enough", {"count": 1, "n": 4, "theta": Angle.parse("pi/2")}, TWO_LETTERS)
sharp.false("the condition is needed for every θ", {**THIRD, "theta": Angle.parse("2pi")}, UP_TO_OMEGA)
sharp.attack(
    at=st.builds(
        lambda count, n, share: {"count": count, "n": n, "theta": share * spacing(count)},
        st.integers(2, 3),
        st.integers(2, 4),
        st.fractions(min_value=Fraction(1, 30), max_value=1, max_denominator=30),
    )
)
for count, length, share in itertools.product((2, 3), (2, 3, 4), (Fraction(999, 1000), 1)):
    at = {"count": count, "n": length, "theta": spacing(count) / (2 * length - 3) * share}
    why = f"{share}·ω/(2n-3), {count} letters, n = {length}: won just below the boundary and lost at it"
    sharp.edge(why, at, assumed=True, holds=True)


@sharp.proof
def sharp_proof(proof):
    logit_formula(proof)
    setting = [PI > 3, M >= 2, M * OMEGA == 2 * PI, 0 < THETA, THETA <= OMEGA, LENGTH >= 2]
    reach = (2 * LENGTH - 3) * THETA
    proof.implies(
        "enough: different distances s, t < n have sθ + tθ < ω, so every rival is further off than the match",
        [*setting, reach < OMEGA, *distances(LENGTH, S, T), z3.Or(S <= T - 1, T <= S - 1), *RIVAL],
        FURTHER_OFF,
    )
    proof.trust(trusted.COSINE)
    n, omega, theta = symbols("n omega theta", real=True)
    proof.identity(
        "match at distance n-1, rival one letter before it at distance n-2: the rival's lead",
        cos((n - 2) * theta - omega) - cos((n - 1) * theta),
        2 * sin((omega + theta) / 2) * sin(((2 * n - 3) * theta - omega) / 2),
    )
    proof.implies(
        "at the smallest n with (2n-3)θ >= ω both sines have angles in [0, π], so the lead is not negative; more "
        "copies of the rival in front make longer inputs, and no logit sees that",
        [*setting, reach >= OMEGA, z3.Or(LENGTH == 2, reach - 2 * THETA < OMEGA)],
        z3.And(0 <= OMEGA + THETA, OMEGA + THETA <= 2 * PI, reach - OMEGA <= 2 * PI),
    )
    proof.trust(trusted.SINE_SIGN)
    proof.qed("every alphabet of two letters or more, every n >= 2, every 0 < θ <= ω")
