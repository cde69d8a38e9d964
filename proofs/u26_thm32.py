"""Theorem 3.2 as one statement: both halves fail for the maximum over inputs, and both hold for the minimum.

Idea: the theorem is about the maximum over inputs (Definition 3.1), and each half has an input with too large a gap. For
T_Index the query 1 of A A A 1 has rivals on both sides of its target, at the distances 1 and 2 only; for T_Retrieval
the letter before a on the circle, everywhere but at the query (a, 1), never comes closer than ω - (n-1)θ. With the
minimum over inputs both bounds are met by dull inputs: n letters for T_Index, n copies of one token for T_Retrieval.

Traps: at θ = 2π/3, where the printed 2π²/n² fails exactly, T_Index does not compute Index at length 4 (distance 3 is a
whole turn), so that the angle is none of Theorem 3.1's. A nearby angle that no multiple takes to a whole turn, and that
is irrational as well, fails too. Nor does it help to read "second-largest logit" in another way: on the input for
T_Retrieval all three kinds of others leave the same gap.

What survives: Δ_Index(n) <= 1 - cos θ as it stands, and the rate 1/n² of the bound by the length. The bound for T_Retrieval is a
bound from below, with other multiples of θ, on every input's gap to another letter.
"""

import itertools
from fractions import Fraction

import z3

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import h_pos, spacing
from rope_theory.core.heads import logits
from rope_theory.core.tasks import invalid_letter
from rope_theory.core.truth import at_most, every, less
from rope_theory.evidence.by_hand import compared, listed, number, spelled
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Weight, ours, st, theorem, trusted, verbatim
from rope_theory.evidence.instances import retrieval
from rope_theory.evidence.instances.index import index_queries, logit_line, query_line
from rope_theory.evidence.instances.letter_circle import logit_formula
from rope_theory.laws.discrepancy.pigeonhole import square_law
from rope_theory.laws.gaps import Others, input_gap, printed_bound
from rope_theory.laws.gaps import _least_gap as least_gap  # with what its controls change

TWO_LETTERS = Hypothesis("|ALPH| >= 2", lambda count, **_: count >= 2)
SERVES = Hypothesis(
    "θ and θ/2π are irrational", lambda theta, **_: theta.turns != 0 and theta.radians != 0
)  # π is irrational: aπ + b with rational a, b ≠ 0 is, and so is (aπ + b)/2π
RANGE = Hypothesis("0 < θ' < ω/(2 n0), n0 = n", lambda count, n, turn, **_: Angle() < turn < spacing(count) / (2 * n))
NEAR_THIRD = Angle(Fraction(1, 3), Fraction(-1, 10))
ONE = Angle(Fraction(1, 2), Fraction(-2))  # π - 2
FOUR = {"n": 4, "theta": NEAR_THIRD, "count": 2, "turn": spacing(2) / 9}
TWO = {"n": 2, "theta": ONE, "count": 2, "turn": spacing(2) / 5}


def index_delta(n, theta, extreme=max):
    """Δ_Index(n) over all inputs of length n > m: T_Index's logits see the query and the length only."""
    return extreme(input_gap(h_pos(theta), tokens) for tokens in index_queries(n))


def index_half(n, theta, extreme=max, angle=True, length=True):
    """Δ_Index(n) <= min{1 - cos θ, 2π²/n²}, or one of the two bounds alone."""
    found = index_delta(n, theta, extreme)
    bounds = [at_most(found, 1 - theta.cos())] * angle + [at_most(ball(found), square_law(n))] * length
    return every(bounds)


def retrieval_half(n, count, turn, extreme=max, others=Others.ANY, back=1):
    """Δ_Retrieval(n) <= 1 - cos(ω - nθ')."""
    return every([at_most(retrieval.delta(count, n, turn, others, extreme), printed_bound(count, n, back * turn))])


def sizes(thorough: bool):
    """Lengths and alphabets, with angles of both models."""
    for count, longest in ((2, 5 if thorough else 4), (3, 4 if thorough else 3), (4, 3 if thorough else 2)):
        for n in range(2, longest + 1):
            for theta, share in (
                (NEAR_THIRD, 2 * n + 1),
                (ONE, 5 * n),
                (Angle(Fraction(1, n), Fraction(1, 50)), 40 * n),
            ):
                yield {"n": n, "theta": theta, "count": count, "turn": spacing(count) / share}


@theorem(
    "u26.thm32",
    verbatim(
        "U26",
        "p. 8, Theorem 3.2",
        "∆Index(n) ≤ min … Now let ω = 2π/|ALPH| and θ < ω/2n₀. Then, for TRetrieval we have that ∆Retrieval(n) ≤ 1 − cos (ω − nθ).",
        left_out="{1 − cos(θ), 2 π²/n²}.",
    ),
    "For n > 1, Δ_Index(n) <= min{1 - cos θ, 2π²/n²}; with ω = 2π/|ALPH| and θ' < ω/(2 n0), Δ_Retrieval(n) <= 1 - "
    "cos(ω - nθ').",
    LONGER_HERE := Hypothesis("n > 1", lambda n, **_: n > 1),
    TWO_LETTERS,
    SERVES,
    RANGE,
    example=FOUR,
    verdict=Tier.REFUTED,
    readings=(
        "Δ is Definition 3.1's maximum over the inputs of length n, and the second-largest logit that of any other "
        "position. Both constructed models have one largest logit at their angles, so that 'positions that are not "
        "maximisers' says the same; for 'another left letter' see u26.thm32.never.",
        "'The Transformers constructed in Theorem 3.1': T_Index at an angle that serves it at every length, irrational "
        "as p. 21 asks, T_Retrieval at 0 < θ' < ω/(2 n0) with n <= n0, here n = n0, where the range is largest. The two "
        "heads have angles of their own; with one angle for both the half on T_Retrieval fails all the same.",
        "Where the quotation has '…' the page sets a minimum of two terms, and the second, 2π²/n², as a fraction.",
        "Either half is enough for a refutation: u26.thm32.index and u26.thm32.never; the second fails at every size.",
        "One letter has no circle to be told apart on: |ALPH| >= 2.",
    ),
    in_fairness="Its point, that Index loses its lead with the length and Retrieval need not, stands for Definition 3.1's Δ, at every θ that the theorem admits: "
    "Δ_Index ≤ 2π²/(⌊n/2⌋+1)²; Δ_Retrieval ≥ 1 - cos(ω - nθ), ≥ for ≤ (u26.thm32.never).\n\n"
    "If Δ is p. 24's, over the whole alphabet, Retrieval's bound holds with n - 1 for n, and is attained (u26.retrieval-display): Δ > 1 - cos(ω/2), so the point stands.\n\n"
    "If Δ is the smallest gap to any position, with letter queries, both bounds hold as printed (u26.thm32.minimum), but Remark 3.2 is lost (u26.rem32.minimum-any-other).\n\n"
    "In Figure 5A mended, Index's bound is below Retrieval's least lead over other letters from n = 16 to 145, its range's end. "
    "At n = 100 they are 0.0076 and 0.0964, a factor of 12.7 (34.5 with integers up to 16). Retrieval's largest gap is ≥ 1.96.\n\n"
    "Of Index: 1 - cos θ is right, so is 1/n²: with a larger constant, and with the printed one for letters as queries and, with integers up to a fixed m, in the limit.\n\n"
    "Of Retrieval (θ its own angle): for every input's lead over other left letters the point stands if θ <= ω/(4n) (new.retrieval-separation).",
    erratum=Erratum(
        Weight.SUBSTANTIVE,
        "both upper bounds by the length fail for the maximum over inputs; so at A A A 1 for Index (2π²/n²) and at B1 B1 A1 BA for Retrieval. "
        "Definition 3.1 (p. 8: “the maximal difference between the largest and second-largest logit produced "
        "by the model on inputs of a certain length”) and p. 21 (“∆θ(n) := max ∆θ(σ̄)”, σ̄ below max) take the maximum",
        mend="we suggest “For n > m, ∆Index(n) ≤ min{1 − cos θ, 2π²/(⌊n/2⌋ + 1)²}. Let |ALPH| ≥ 2, ω = 2π/|ALPH| and 0 ≤ θ < ω/2n₀. Then, for TRetrieval, "
        f"{retrieval.LEAD}”",
        by_reading=(
            (
                "if Δ is",
                "Index: 2π²/n²",
                "Retrieval: 1 - cos(ω - nθ)",
                "its point: Index loses its lead with the length, Retrieval need not",
            ),
            (
                "Definition 3.1's, the largest gap",
                "fails; Δ ≤ 2π²/(⌊n/2⌋+1)² holds",
                "fails; with ≥ for ≤ it holds (θ > 0), so Δ > 1 - cos(ω/2)",
                "stands at every θ admitted (u26.thm32.never)",
            ),
            (
                "p. 24's, over the whole alphabet",
                "– (it is Retrieval's)",
                "holds with n - 1 for n, and is attained (u26.retrieval-display); Δ > 1 - cos(ω/2) holds",
                "stands at every θ admitted, beside Index's largest gap",
            ),
            (
                "the smallest gap to any position, with letter queries",
                "holds as printed (u26.thm32.minimum)",
                "holds as printed (the same claim)",
                "does not follow: Δ_Retrieval may be the smaller (u26.thm32.order); and Remark 3.2 is lost (u26.rem32.minimum-any-other)",
            ),
        ),
        seen="gap 1.4110… > 1.2337… = 2π²/16 at A A A 1, θ = 2π/3 - 1/10; 1.4396… > 1.1736… = 1 - cos(π - 4π/9) at B1 B1 A1 BA, θ' = π/9",
        follows=(
            "p. 8, “upper bounds for”: “an upper (TIndex) and a lower (TRetrieval) bound for”",
            "p. 8, Remark 3.2: “hard limitations on the ability of TIndex” for “hard limitations on the ability of the model”",
            "p. 8, caption of Figure 5: “bounds of the discrepancy (from above for Index, from below for Retrieval)” for “upper bound of discrepancy”, “bounds” for "
            "“upper-bound discrepancy”; both curves anew: figures/figure-5a-mended.svg",
            "p. 9, “theoretical upper bounds”: “theoretical bounds”",
            "p. 21, the display and its pigeonhole step: ⌊n/2⌋ + 1 for n, and “Let σ be the integer of the query, 0 for a letter, and T = max{σ, n − 1 − σ}. The points 0, θ, …, Tθ "
            "cut the circle into T + 1 arcs, so two of them are at most 2π/(T + 1) apart: some tθ with 1 ≤ t ≤ T, the distance of a rival, is that near to a multiple of 2π; "
            "and T + 1 ≥ ⌊n/2⌋ + 1, and ≥ n − m, as σ ≤ m.”",
            "p. 24, both displays: on inputs with another left letter (A1 A2 has none) “∆θ(σ̄) = cos((n − j(σ̄))θ) − max cos((ϕ(σ_j^L) − ϕ(σ_{j(σ̄)}^L))ω + (n − j)θ) ≥ "
            "cos((n−2)θ) − cos(ω − (n−1)θ)”, below max: 1 ≤ j ≤ n, σ_j^L ≠ σ_{j(σ̄)}^L; “bounded from below by” for “upper-bounded by”; "
            "“∆θ(n) ≥ cos((n−2)θ) − cos(ω − (n−1)θ)”",
        ),
        also=(
            "for Index with integers up to m, max{⌊n/2⌋ + 1, n − m} for ⌊n/2⌋ + 1: the second bound is 2π²/max{⌊n/2⌋ + 1, n − m}²",
            retrieval.ONE_SIGN.format("u26.thm32.never"),
            f"{retrieval.ONE_POSITION}, here and below",
            "and say which gap Δ is: those of p. 21 and p. 23 (equal for TRetrieval; u26.discrepancy.corrected), and p. 24's, which has more rivals, are at most the one to other left letters that occur",
        ),
    ),
)
def printed(n, theta, count, turn, index=True, back=1):
    half = retrieval_half(n, count, turn, back=back)
    return index_half(n, theta) & half if index else half


printed.false("the half on T_Retrieval alone", TWO, index=False)
printed.false("1 - cos(ω + nθ') for T_Retrieval", TWO, back=-1)
printed.false("1 - cos ω for T_Retrieval", {**TWO, "count": 3, "turn": spacing(3) / 5}, back=0)
printed.outside("one position has no gap", {**TWO, "n": 1}, LONGER_HERE, says_nothing=True)
printed.outside("one letter", {**FOUR, "count": 1}, TWO_LETTERS)
printed.outside("θ = 2π/3, which serves no length above 3", {**FOUR, "theta": Angle(Fraction(1, 3))}, SERVES)
printed.outside("θ' = ω/(2n)", {**TWO, "turn": spacing(2) / 4}, RANGE)
printed.edge("n = 2 with θ' in place of 2θ': n - 1 for n", {**TWO, "back": Fraction(1, 2)}, holds=True)
for n, count in itertools.product((2, 3, 4), (2, 3)):
    at = {"n": n, "theta": NEAR_THIRD, "count": count, "turn": spacing(count) / (2 * n + 1)}
    printed.edge(f"n = {n}, {count} letters", at, assumed=True, holds=False)
printed.proof(lambda proof: proof.refute(FOUR))


@printed.by_hand
def both_halves(n, theta, count, turn):
    asked = max(index_queries(n), key=lambda tokens: input_gap(h_pos(theta), tokens))
    task = [found for found in retrieval.gaps(count, n, turn, Others.ANY) if invalid_letter(found[1]) is None]
    value, tokens = max(task, key=lambda pair: pair[0])
    told = logits(retrieval.h_sym(retrieval.LetterCircle(retrieval.single_letters(count)), turn), tokens)
    omega = spacing(count)
    return [
        f"{query_line(asked, theta)}. {logit_line(asked, theta)}",
        compared(f"T_Index: Δ({n}) ≥ gap", input_gap(h_pos(theta), asked), f"2π²/{n * n}", square_law(n)),
        f"{count} letters: ω = {spelled(omega)}, θ' = {spelled(turn)} < ω/(2 n0) = {spelled(omega / (2 * n))}. Input "
        f"{' '.join(map(str, tokens))} of the letter task: logits {listed(told)}",
        compared(f"T_Retrieval: Δ({n}) ≥ gap", value, f"1 - cos(ω - {n}θ')", printed_bound(count, n, turn)),
    ]


@theorem(
    "u26.thm32.index",
    ours("U26", "p. 8, Theorem 3.2, its half on T_Index, at an angle that serves Theorem 3.1 at every length"),
    "For n > 1 and irrational θ and θ/2π, Δ_Index(n) <= min{1 - cos θ, 2π²/n²}.",
    LONGER_HERE,
    SERVES,
    example={"n": 4, "theta": NEAR_THIRD},
    verdict=Tier.REFUTED,
    readings="The angle of u26.index-bound-length's witness, 2π/3, is not one at which T_Index computes Index at length 4; "
    "this one, 2π/3 - 1/10, is. By continuity such angles are near every angle at which the bound fails.",
)
def index_printed(n, theta, angle=True):
    return index_half(n, theta, angle=angle)


@index_printed.by_hand
def wide_index_gap(n, theta):
    asked = max(index_queries(n), key=lambda tokens: input_gap(h_pos(theta), tokens))
    found, bounds = input_gap(h_pos(theta), asked), {"1 - cos θ": 1 - theta.cos(), f"2π²/{n * n}": square_law(n)}
    return [
        query_line(asked, theta),
        logit_line(asked, theta),
        "; ".join(compared(f"Δ({n}) ≥ gap", found, name, bound) for name, bound in bounds.items()),
        "θ = aπ + b with a and b rational and not 0: so θ and θ/2π are irrational, and θ serves Theorem 3.1 at every length",
    ]


index_printed.true_at("n = 3", {"n": 3, "theta": NEAR_THIRD})
index_printed.true_at("a small angle", {"n": 4, "theta": Angle(Fraction(1, 60), Fraction(1, 100))})
index_printed.false("2π²/n² without 1 - cos θ", {"n": 4, "theta": NEAR_THIRD}, angle=False)
index_printed.outside("one position has no gap", {"n": 1, "theta": NEAR_THIRD}, LONGER_HERE, says_nothing=True)
index_printed.outside("θ = 2π/3", {"n": 4, "theta": Angle(Fraction(1, 3))}, SERVES)
for n in range(4, 10):
    at = {"n": n, "theta": Angle(Fraction(1, n // 2 + 1), Fraction(-1, 50 * n))}
    index_printed.edge(f"n = {n}, near 2π/(⌊n/2⌋+1)", at, assumed=True, holds=False)
index_printed.proof(lambda proof: proof.refute({"n": 4, "theta": NEAR_THIRD}))


def alone(count, n, turn):
    """The gaps of T_Retrieval, one of each kind, on the input b, …, b, a, where b stands before a on the circle."""
    letters = retrieval.single_letters(count)
    tokens = (*(retrieval.Pair(letters[0], 1),) * (n - 1), retrieval.Pair(letters[1], 1))
    head = retrieval.h_sym(retrieval.LetterCircle(letters), turn)
    return [input_gap(head, tokens, others) for others in Others]


RETRIEVAL_RANGE = (LONGER_HERE, TWO_LETTERS, RANGE)
SHORT = {"n": 2, "count": 2, "turn": spacing(2) / 5}


@theorem(
    "u26.thm32.never",
    ours("U26", "against p. 8, Theorem 3.2, its half on T_Retrieval"),
    "For |ALPH| >= 2, n > 1 and 0 < θ' < ω/(2n), the input b, …, b, a of letter-integer tokens, b the letter before a, has "
    "the gap 1 - cos(ω - (n-1)θ') > 1 - cos(ω - nθ') for all three kinds of others. So Theorem 3.2 holds at no such size.",
    *RETRIEVAL_RANGE,
    example=SHORT,
    small=lambda thorough: ({k: at[k] for k in SHORT} for at in sizes(thorough)),
    readings="u26.retrieval-bound.never has more inputs and one kind of others; this is one input for all kinds.",
    in_fairness="θ' is T_Retrieval's angle, which p. 8 calls θ: u26.thm32 has both heads' angles in one sentence.",
)
def never(n, count, turn, steps=1):
    gap = 1 - (spacing(count) - (n - steps) * turn).cos()
    return all(found == gap for found in alone(count, n, turn)) and less(printed_bound(count, n, turn), gap)


never.false("the gap is 1 - cos(ω - nθ')", SHORT, steps=0)
never.false("θ' = 0 is allowed", {**SHORT, "turn": Angle()}, RANGE)
DRAWN = st.builds(
    lambda n, count, share: {"n": n, "count": count, "turn": spacing(count) * share / (2 * n + 1)},
    st.integers(2, 30),
    st.integers(2, 9),
    st.fractions(Fraction(1, 40), 1, max_denominator=40),
)
never.attack(at=DRAWN)


@never.proof
def never_proof(proof, steps=1):
    logit_formula(proof)
    proof.trust(trusted.COSINE)
    n, t, theta, omega, pi = z3.Reals("n t θ ω π")
    least, rival = omega - (n - steps) * theta, omega - t * theta
    proof.implies(
        "the query matches itself with logit 1; a rival at distance 1 <= t <= n - 1 stands at ω - tθ', nearest to 0 for "
        "t = n - 1, and ω - nθ' is nearer still",
        [pi > 3, 0 < omega, omega <= pi, theta > 0, 2 * n * theta < omega, n >= 2, 1 <= t, t <= n - 1],
        z3.And(0 <= omega - n * theta, omega - n * theta < least, least <= rival, rival <= pi),
    )
    proof.qed("every alphabet of two letters or more, every n >= 2, every 0 < θ' < ω/(2n)")


@theorem(
    "u26.thm32.minimum",
    ours("U26", "p. 8, Theorem 3.2, read for the smallest gap over inputs"),
    "With the minimum over the inputs of length n in place of the maximum, and any other position as the other, Theorem "
    "3.2 holds: min Δ_Index <= min{1 - cos θ, 2π²/n²} for every θ, and min Δ_Retrieval <= 1 - cos(ω - nθ') for 0 < θ' < "
    "ω/(2 n0), n <= n0.",
    LONGER_HERE,
    RANGE,
    example=TWO,
    small=sizes,
    readings=(
        "The minimum is over all inputs of Index, letters as queries included. Over the number task's own queries, "
        "integers up to m, it can fail: with m = 1 and n = 4 the one query is that of A A A 1 (u26.thm32.index).",
        "What attains it for T_Retrieval are copies of one token, which give the same answer; against another left letter "
        "the minimum can be larger than printed (u26.retrieval-bound.minimum).",
    ),
)
def minimum(n, theta, count, turn, extreme=min, others=Others.ANY):
    return index_half(n, theta, extreme) & retrieval_half(n, count, turn, extreme, others)


@minimum.by_hand
def both_minima(n, theta, count, turn):
    index, retrieved = index_delta(n, theta, min), retrieval.delta(count, n, turn, Others.ANY, min)
    return [
        compared(f"Over the inputs of length {n} T_Index's smallest gap", index, "1 - cos θ", 1 - theta.cos()),
        compared("The same gap", index, f"2π²/{n * n}", square_law(n)),
        compared("T_Retrieval's smallest gap", retrieved, f"1 - cos(ω - {n}θ')", printed_bound(count, n, turn)),
    ]


minimum.false("the maximum over inputs", TWO, extreme=max)
minimum.false("tokens with another left letter for T_Retrieval", TWO, others=Others.OTHER_LETTER)
minimum.false("any θ' > 0", {"n": 3, "theta": ONE, "count": 2, "turn": Angle(Fraction(3, 20))}, RANGE)
minimum.edge("one letter", {**TWO, "count": 1, "turn": spacing(1) / 5}, assumed=True, holds=True)
minimum.edge("T_Index at half a turn", {**TWO, "n": 4, "theta": Angle.parse("pi"), "turn": spacing(2) / 9}, holds=True)


@minimum.proof
def minimum_proof(proof):
    proof.use("u26.index-bound-angle")
    proof.use("u26.index-bound-length.corrected")
    proof.use("u26.retrieval-bound.minimum-any")
    proof.qed("every alphabet, every n >= 2, every real θ, every 0 < θ' < ω/(2n)")


SHARP_RANGE = Hypothesis(
    "0 <= θ' and (2n-3)θ' < ω", lambda n, count, turn, **_: Angle() <= turn and (2 * n - 3) * turn < spacing(count)
)


@theorem(
    "u26.thm32.corrected",
    ours("U26", "corrects p. 8, Theorem 3.2"),
    "For n > 1, over the inputs of length n whose integers are any below n: Δ_Index(n), to any other position, <= min{1 - cos θ, 1 - cos(2π/(⌊n/2⌋+1))} for "
    "every θ, and some angle and input attain the second bound at each n. For |ALPH| >= 2, 0 <= θ' and (2n-3)θ' < ω, the smallest gap of T_Retrieval to another left letter, over "
    "the proper inputs of length n, is cos((n-2)θ') - cos(ω - (n-1)θ').",
    LONGER_HERE,
    TWO_LETTERS,
    SHARP_RANGE,
    example=FOUR,
    readings="The second bound is attained at θ = 2πa/(⌊n/2⌋+1), a and ⌊n/2⌋+1 without a common divisor, and at no other angle (new.index-gap-sharp). There a distance of ⌊n/2⌋+1 is a whole number of turns, so that from n = 3 on T_Index has two largest logits for some queries: Theorem 3.1's angles come as near to the value as one likes.",
    small=sizes,
)
def corrected(n, theta, count, turn, points=lambda n: n // 2 + 1, lost=3, extreme=min):
    bound = 1 - Angle(Fraction(1, points(n))).cos()
    found = index_delta(n, theta)
    index = every([at_most(found, 1 - theta.cos()), at_most(found, bound)])
    attained = index_delta(n, Angle(Fraction(1, n // 2 + 1))) == bound
    least = retrieval.delta(count, n, turn, extreme=extreme)
    return index & every([attained, least == least_gap(count, n, turn, lost)])


corrected.false("n in place of ⌊n/2⌋ + 1", FOUR, points=lambda n: n)
corrected.false("⌊n/2⌋ in place of ⌊n/2⌋ + 1", FOUR, points=lambda n: n // 2)
corrected.false("2n - 2 in place of 2n - 3", TWO, lost=2)
corrected.false("the largest gap of T_Retrieval", {**TWO, "count": 4, "turn": Angle.parse("0.1")}, extreme=max)
corrected.edge("T_Index at a whole turn: no gap", {**TWO, "theta": Angle(1)}, assumed=True, holds=True)
corrected.edge("T_Retrieval standing still", {**TWO, "turn": Angle()}, assumed=True, holds=True)


@corrected.by_hand
def corrected_halves(n, theta, count, turn):
    best, omega = Angle(Fraction(1, n // 2 + 1)), spacing(count)
    asked, most = (max(index_queries(n), key=lambda tokens: input_gap(h_pos(angle), tokens)) for angle in (theta, best))
    value, tokens = min(retrieval.gaps(count, n, turn), key=lambda pair: pair[0])
    told = logits(retrieval.h_sym(retrieval.LetterCircle(retrieval.single_letters(count)), turn), tokens)
    bounds = {"1 - cos θ": 1 - theta.cos(), f"1 - cos(2π/{n // 2 + 1})": 1 - best.cos()}
    return [
        f"{query_line(asked, theta)}. {logit_line(asked, theta)}",
        "; ".join(
            compared(f"T_Index: Δ({n})", input_gap(h_pos(theta), asked), name, bound) for name, bound in bounds.items()
        ),
        f"Attained at θ = {spelled(best)}, input {' '.join(map(str, most))}: gap {number(input_gap(h_pos(best), most))}",
        f"{count} letters: ω = {spelled(omega)}, θ' = {spelled(turn)}. Input {' '.join(map(str, tokens))}: logits {listed(told)}",
        compared(
            "T_Retrieval: smallest gap", value, f"cos({n - 2}θ') - cos(ω - {n - 1}θ')", least_gap(count, n, turn, 3)
        ),
    ]


@corrected.proof
def corrected_proof(proof):
    proof.use("u26.index-bound-angle")
    proof.use("u26.index-bound-length.corrected")
    proof.use("u26.index-bound-length.sharp")
    proof.use("u26.retrieval-bound.corrected")
    proof.qed(
        "every n >= 2, every real θ, all integers below n, every alphabet of two letters or more, every 0 <= θ' < ω/(2n-3)"
    )
