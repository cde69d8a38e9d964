"""The printed upper bound on Retrieval's discrepancy is false, and the smallest gap has a closed form.

Idea: a match at distance s has logit cos(sθ). A rival at distance t is, in the worst case, one letter behind and pulled
forward by tθ: its logit is at most cos(ω - tθ). The gap is at least f(s, t) = cos(sθ) - cos(ω - tθ), which falls in s
and in t. Two different distances below n: f(n-2, n-1) is the smallest value, and an input attains it.

Traps: f(n-1, n-2) is close and larger. At n = 2 a query that matches itself is among the worst. The
bound with nθ compares two copies of the same distance, which cannot be: match and rival stand at different positions.

What survives of the printed proof: the rival at ω - tθ is the right one, but as a bound from below on every gap, with
the match's own angle taken into account; an upper bound on the maximum over inputs it cannot be, since inputs with
letters far apart on the circle have gaps of nearly 2.
"""

import functools
import itertools
from fractions import Fraction

import z3
from sympy import cos, sin, symbols

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_sym, spacing
from rope_theory.core.heads import logits
from rope_theory.core.tasks import single_letters
from rope_theory.evidence.by_hand import compared, listed, number, spelled
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Weight, ours, st, theorem, trusted, verbatim
from rope_theory.evidence.instances.letter_circle import RIVAL, circle_facts, distances, logit_formula
from rope_theory.evidence.instances.retrieval import (
    LEAD,
    LONGER,
    ONE_POSITION,
    ONE_SIGN,
    RANGE,
    TWO_LETTERS,
    delta,
    gaps,
    ranged_sizes,
)
from rope_theory.laws.gaps import Others, printed_bound
from rope_theory.laws.gaps import _least_gap as least_gap  # at any angle, with what its controls change

TWO = {"count": 2, "n": 2, "theta": Angle.parse("pi/8")}
GIVEN = (LONGER, TWO_LETTERS, RANGE)
ALONE, ONE_LETTER = {**TWO, "n": 1}, {**TWO, "count": 1}
FIVE, SIX = ({"count": 2, "n": n, "theta": spacing(2) / (2 * n + 1)} for n in (5, 6))


@theorem(
    "u26.retrieval-bound",
    verbatim(
        "U26",
        "p. 8, Theorem 3.2",
        "Now let ω = 2π/|ALPH| and θ < ω/2n₀. Then, for TRetrieval we have that ∆Retrieval(n) ≤ 1 − cos (ω − nθ).",
    ),
    "For n > 1 and θ < ω/(2 n0), Δ_Retrieval(n) <= 1 - cos(ω - nθ).",
    *GIVEN,
    example=TWO,
    verdict=Tier.REFUTED,
    readings=(
        "P. 24 displays the maximum over all other letters at all positions, whether they occur or not: by that the printed "
        "bound is off by one position only, n for n - 1 (u26.retrieval-display).",
        "Read here of an input's own tokens, so that it is a gap of logits that occur: Δ is Definition 3.1's maximum over the "
        "proper inputs of length n, the others are tokens with another left letter. n <= n0, taken at n0 = n, where the range of θ is largest; θ > 0 as the "
        "construction asks.",
        "With the minimum over inputs the bound is false too (u26.retrieval-bound.minimum); with the minimum and any "
        "other position as the other it is true, for a reason of its own (u26.retrieval-bound.minimum-any).",
        "With one letter there is no token with another left letter, and no such discrepancy.",
        "There is no angle 0 < θ < ω/(2n) and no length at which it holds: u26.retrieval-bound.never.",
    ),
    in_fairness="By p. 24's own gap, over the whole alphabet, the printed bound is true with n − 1 for n (u26.retrieval-display: n > 1, |ALPH| ≥ 2, 0 < θ < ω/(2n)); by Definition 3.1's maximum it points the other way. "
    "The proof looks at the right rival, the neighbouring letter on the circle, and what it yields is a "
    "guarantee from below on every input. The separation from Index (Remark 3.2) stands: for Definition 3.1's Δ at every θ admitted (u26.thm32.never), and for every input's lead over "
    "other left letters if θ ≤ ω/(4n) (new.retrieval-separation, PROVED). The inequality turns round and 1 becomes cos((n−2)θ), which tells near the end of the range: the smallest gap is exactly cos((n−2)θ) − cos(ω−(n−1)θ).",
    erratum=Erratum(
        Weight.SUBSTANTIVE,
        "an inequality of a numbered theorem, which fails with two letters or more at every angle 0 < θ < ω/2n₀ and every length 1 < n <= n₀ (at θ = 0 it holds for two and three letters, not for four or more; beyond n₀ it may hold)",
        mend=f"for “∆Retrieval(n) ≤ 1 − cos (ω − nθ)” read “for θ ≥ 0, {LEAD}”",
        follows=("pp. 8, 9 and 24: what else changes is listed with the whole theorem (u26.thm32)",),
        also=(
            ONE_SIGN.format("u26.retrieval-bound.never"),
            f"{ONE_POSITION}, the least change if Δ of TRetrieval is that gap, whether its letters occur or not, and not Definition 3.1's",
        ),
        part_of="u26.thm32",
    ),
)
def bound(count, n, theta, turned=1):
    return delta(count, n, theta) <= printed_bound(count, n, turned * theta)


@bound.by_hand
def far_apart(count, n, theta, extreme=max):
    omega, least = spacing(count), extreme is min
    value, tokens = extreme(gaps(count, n, theta), key=lambda found: found[0])
    found = logits(h_sym(LetterCircle(single_letters(count)), theta), tokens)
    return [
        f"{count} letters: ω = 2π/{count} = {spelled(omega)}; n = n0 = {n}, θ = {spelled(theta)} < ω/(2 n0) = "
        f"{spelled(omega / (2 * n))}",
        f"Input {' '.join(map(str, tokens))}: logits {listed(found)}, so the gap to the other left letter is {number(value)}"
        f"{', the smallest over the inputs' if least else ''}",
        compared("The smallest gap" if least else f"Δ_Retrieval({n}) ≥ this gap", value,
                 f"1 - cos(ω - nθ) = 1 - cos({spelled(omega - n * theta)})", printed_bound(count, n, theta)),
    ]  # fmt: skip


for count, holds in ((2, True), (3, True), (4, False), (5, False)):
    still = {"count": count, "n": 2, "theta": Angle(0)}
    bound.edge(f"at θ = 0 with {count} letters, where Δ is 1 - cos ω or 2", still, assumed=False, holds=holds)
bound.false("turning the other way repairs it: Δ(n) <= 1 - cos(ω + nθ)", TWO, turned=-1)
bound.false("dropping θ from the bound repairs it: Δ(n) <= 1 - cos ω", {**TWO, "count": 3}, turned=0)


@theorem(
    "u26.retrieval-bound.minimum",
    ours("U26", "p. 8, Theorem 3.2, read for the smallest gap to another left letter"),
    "For 1 < n <= n0 and 0 < θ < ω/(2 n0), the smallest gap to a token with another left letter, over the proper "
    "inputs of length n, is at most 1 - cos(ω - nθ).",
    *GIVEN,
    example=TWO,
    verdict=Tier.REFUTED,
    readings=(
        "An instance has n0 = n, where the range of θ is largest.",
        "At n = 2 it fails for every θ in the range: the least gap is 1 - cos(ω - θ). It holds where 1 - cos((n-2)θ) "
        ">= cos(ω-nθ) - cos(ω-(n-1)θ).",
    ),
)
def minimum(count, n, theta):
    return delta(count, n, theta, extreme=min) <= printed_bound(count, n, theta)


minimum.by_hand(functools.partial(far_apart, extreme=min))
minimum.true_at("two letters, n = 6, θ = ω/13: the bound holds there", SIX)
minimum.true_at("two letters, n = 5, θ = ω/11: the bound holds there", FIVE)
minimum.edge("four letters, n = 2", {"count": 4, "n": 2, "theta": spacing(4) / 5}, assumed=True, holds=False)

for claim in (bound, minimum):
    claim.outside("one token has no other", ALONE, LONGER, says_nothing=True)
    claim.outside("one letter: no token has another", ONE_LETTER, TWO_LETTERS, says_nothing=True)
    claim.outside("θ = ω/(2n)", {**TWO, "theta": Angle.parse("pi/4")}, RANGE)
    claim.proof(lambda proof: proof.refute(TWO))

PI, OMEGA, THETA, M, LENGTH, S, T, Y = z3.Reals("π ω θ m n s t y")
n, theta, omega = symbols("n theta omega", real=True)


@theorem(
    "u26.retrieval-bound.never",
    ours("U26", "against p. 8, Theorem 3.2 and p. 24, Appendix F.2.2"),
    "For n > 1, |ALPH| >= 2 and 0 < θ < ω/(2n), every input that ends in a letter-integer token and holds a token with "
    "another left letter has a gap to the other left letters of at least 1 - cos(ω - (n-1)θ), more than the printed "
    "bound.",
    *GIVEN,
    example=TWO,
    small=ranged_sizes,
)
def never(count, n, theta, lost=0):
    found = [value for value, tokens in gaps(count, n, theta) if isinstance(tokens[-1].right, int)]
    return all(printed_bound(count, n - 1, theta) <= value > printed_bound(count, n - lost, theta) for value in found)


@never.by_hand
def least_above_the_bound(count, n, theta):
    value, tokens = min(
        (found for found in gaps(count, n, theta) if isinstance(found[1][-1].right, int)), key=lambda found: found[0]
    )
    return [
        f"{count} letters, n = {n}, θ = {spelled(theta)}; the least of these gaps is that of {' '.join(map(str, tokens))}",
        compared("Gap", value, f"1 - cos(ω - {n - 1}θ)", printed_bound(count, n - 1, theta)),
        compared("Gap", value, f"1 - cos(ω - {n}θ), the printed bound", printed_bound(count, n, theta)),
    ]


never.false("the gap is larger than 1 - cos(ω - (n-1)θ)", TWO, lost=1)
never.false("θ = 0 is allowed", {**TWO, "theta": Angle()}, RANGE)
for (count, length), share in itertools.product(((2, 2), (2, 3), (3, 2), (3, 3), (8, 2)), ("9/20", "1/4", "1/100")):
    at = {"count": count, "n": length, "theta": spacing(count) * Fraction(share) / length}
    why = f"{count} letters, n = {length}, θ = {share}·ω/n: the printed bound fails wherever one looks"
    bound.edge(why, at, assumed=True, holds=False)
    never.edge(why, at, holds=True)


@never.proof
def never_proof(proof, lost=0):
    logit_formula(proof)
    circle_facts(proof)
    near, nearer = OMEGA - (LENGTH - lost) * THETA, OMEGA - (LENGTH - 1) * THETA
    proof.implies(
        "the query matches itself with logit 1; a rival's angle is at least ω - (n-1)θ > ω - nθ >= 0 from every turn",
        [PI > 3, 0 < OMEGA, OMEGA <= PI, THETA > 0, 2 * LENGTH * THETA < OMEGA, LENGTH >= 2]
        + [*distances(LENGTH, T), *RIVAL],
        z3.And(near < Y, near < 2 * PI - Y, nearer <= Y, nearer <= 2 * PI - Y, 0 <= OMEGA - LENGTH * THETA),
    )
    proof.trust(trusted.COSINE)
    proof.qed("every alphabet of two letters or more, every n >= 2, every 0 < θ < ω/(2n)")


@theorem(
    "u26.retrieval-bound.minimum-any",
    ours("U26", "p. 8, Theorem 3.2, read for the smallest gap to any other position"),
    "For 1 < n <= n0 and 0 < θ < ω/(2 n0), the smallest gap to any other position, over the proper inputs of length n, "
    "is at most 1 - cos(ω - nθ).",
    LONGER,
    RANGE,
    example=TWO,
    small=ranged_sizes,
    readings=(
        "Two copies of one letter-integer token at the end have the gap 1 - cos θ; the printed proof does not speak of "
        "it.",
        "An instance has n0 = n: for n <= n0 the range of θ is only smaller. Without n <= n0 it is false.",
    ),
)
def minimum_any(count, n, theta, extreme=min):
    return delta(count, n, theta, Others.ANY, extreme) <= printed_bound(count, n, theta)


minimum_any.false("the largest gap to any other position", TWO, extreme=max)
minimum_any.false("θ may be larger", {"count": 2, "n": 3, "theta": Angle(Fraction(3, 20))}, RANGE)
minimum_any.edge(
    "θ < ω/(2 n0) with n0 = 1 and n = 3: n <= n0 cannot be left out",
    {"count": 2, "n": 3, "theta": spacing(2) * Fraction(3, 10)},
    assumed=False,
    holds=False,
)


@minimum_any.proof
def minimum_any_proof(proof):
    logit_formula(proof)
    copies = "two copies of (r, a) at the end: the gap is 1 - cos θ = 2 sin²(θ/2)"
    proof.identity(copies, 1 - cos(theta), 2 * sin(theta / 2) ** 2)
    proof.implies(
        "two letters or more: θ is at most ω - nθ <= π; one letter: the bound is 1 - cos nθ, nθ <= π",
        [PI > 3, THETA > 0, 2 * LENGTH * THETA < OMEGA, LENGTH >= 2, OMEGA <= 2 * PI],
        z3.And(THETA <= OMEGA - LENGTH * THETA, z3.If(OMEGA <= PI, OMEGA - LENGTH * THETA, LENGTH * THETA) <= PI),
    )
    proof.trust(trusted.COSINE)
    proof.qed("every alphabet, every n >= 2, every 0 < θ < ω/(2n)")


SHARP_RANGE = Hypothesis(
    "0 <= θ and (2n-3)θ < ω", lambda count, n, theta: Angle() <= theta and (2 * n - 3) * theta < spacing(count)
)


def up_to_the_sharp_edge(thorough: bool):
    for at in ranged_sizes(thorough):
        edge = spacing(at["count"]) / (2 * at["n"] - 3)
        yield from ({**at, "theta": theta} for theta in (Angle(), edge * Fraction(9, 10), at["theta"]))


@theorem(
    "u26.retrieval-bound.corrected",
    ours("U26", "corrects p. 8, Theorem 3.2 and p. 24, Appendix F.2.2"),
    "For n >= 2, |ALPH| >= 2 and 0 <= θ, (2n-3)θ < ω, the smallest gap to a token with another left letter, over the "
    "proper inputs of length n, is exactly 2 sin((ω-θ)/2) sin((ω-(2n-3)θ)/2) = cos((n-2)θ) - cos(ω-(n-1)θ).",
    LONGER,
    TWO_LETTERS,
    SHARP_RANGE,
    example=TWO,
    small=up_to_the_sharp_edge,
    readings="That some input attains the gap is in the formal statement, which one is not: a worst input has the match at position 2, "
    "the letter before it on the circle everywhere else, first position included, and the query (r, a) at the end; for n = 2 the match "
    "is the query itself.",
)
def corrected(count, n, theta, lost=3, extreme=min):
    return delta(count, n, theta, extreme=extreme) == least_gap(count, n, theta, lost)


corrected.false("2n - 2 in place of 2n - 3", TWO, lost=2)
corrected.false("2n - 4 in place of 2n - 3", TWO, lost=4)
corrected.false("it is the largest gap too", {"count": 4, "n": 2, "theta": Angle.parse("0.1")}, extreme=max)
corrected.false("θ may be as large as ω", {"count": 3, "n": 3, "theta": Angle.parse("pi/2")}, SHARP_RANGE)
corrected.attack(
    at=st.builds(
        lambda count, n, share: {
            "count": count,
            "n": n,
            "theta": spacing(count) * share * Fraction(99, 100) / (2 * n - 3),
        },
        st.integers(2, 5),
        st.integers(2, 3),
        st.fractions(min_value=0, max_value=1, max_denominator=40),
    )
)


@corrected.proof
def corrected_proof(proof):
    logit_formula(proof)
    setting = [PI > 3, M >= 2, M * OMEGA == 2 * PI, LENGTH >= 2, THETA >= 0, (2 * LENGTH - 3) * THETA < OMEGA]
    setting += distances(LENGTH, S, T)
    front = OMEGA - T * THETA
    proof.implies(
        "a rival's angle y = kω + tθ is at least ω - tθ, which is in [0, π], from every whole turn; sθ is in [0, π]",
        [*setting, *RIVAL],
        z3.And(front <= Y, front <= 2 * PI - Y, 0 <= front, front <= PI, 0 <= S * THETA, S * THETA <= PI),
    )
    proof.trust(trusted.COSINE)
    rest, worst = sin((omega - (2 * n - 3) * theta) / 2), cos((n - 2) * theta) - cos(omega - (n - 1) * theta)
    proof.identity(
        "f(s, t) = cos(sθ) - cos(ω - tθ) falls in s and t, which differ; f(n-2, n-1) as a product",
        worst,
        2 * sin((omega - theta) / 2) * rest,
    )
    proof.identity(
        "f(n-1, n-2) is larger by a product without a negative factor",
        cos((n - 1) * theta) - cos(omega - (n - 2) * theta) - worst,
        4 * cos(omega / 2) * sin(theta / 2) * rest,
    )
    last = (OMEGA - (2 * LENGTH - 3) * THETA) / 2
    proof.implies(
        "the angles: (ω-θ)/2 and (ω-(2n-3)θ)/2 in (0, π), ω/2 <= π/2, θ/2 <= π; so f(n-2, n-1) > 0, the match leads",
        setting,
        z3.And(0 < (OMEGA - THETA) / 2, OMEGA <= PI, THETA / 2 <= PI, 0 < last, last < PI),
    )
    proof.trust(trusted.SINE_SIGN)
    proof.qed("every alphabet of two letters or more, every n >= 2, every 0 <= θ < ω/(2n-3)")
