"""One plane finds the symbol, a second one that turns slowly prefers its last occurrence.

Idea: the logit is A·cos((k-q)ω) + B·cos(tθ₂) at distance t. Among matches only the second term counts, and cos tθ₂ -
cos (t+1)θ₂ = 2 sin((t+1/2)θ₂) sin(θ₂/2) is positive for all t = 1..n-2 if (n - 3/2)θ₂ < π. A match leads any other key
by at least A(1 - cos ω) in the first term and loses at most B(1 - cos((n-1)θ₂)) in the second.

Traps: the query's own key stands at distance 0, where no earlier token can stand: its recency is B, not B·cos θ₂.
Recency at distance 0 need not exceed that at distance 1 among matches, so the condition is (n - 3/2)θ₂ < π and not (n -
1)θ₂ <= π; the last cosine may lie beyond the minimum at π.
"""

from fractions import Fraction

import z3
from flint import arb

from rope_theory.core.angles import FULL_TURN, Angle, ball
from rope_theory.core.constructions import LetterCircle, OneLayer, attribute_value, h_mix
from rope_theory.core.decoding import beta_enough, beta_suffices
from rope_theory.evidence.by_hand import compared, listed, number, spelled
from rope_theory.evidence.claims import Hypothesis, every, less, paraphrase, st, theorem, trusted
from rope_theory.evidence.instances import last_binding
from rope_theory.evidence.instances.last_binding import BOUNDED, OCCURS, asked, binding_inputs, decodes_the_last_binding
from rope_theory.evidence.instances.letter_circle import mix_logit, recency_step
from rope_theory.evidence.instances.shares import outweighs
from rope_theory.laws.gaps import mix_gap, symbol_lead

TURNING = Hypothesis("θ₂ > 0", lambda theta, **_: theta > Angle())
SLOW = Hypothesis("(n0 - 3/2)θ₂ < π", lambda theta, n0, **_: (2 * n0 - 3) * theta < FULL_TURN)
AMPLITUDES = Hypothesis(
    "B > 0 and A(1 - cos ω) > B(1 - cos((n0-1)θ₂))",
    lambda letters, n0, theta, A, B, **_: every([B > 0, less(0, symbol_lead(len(letters), n0, theta, A, B))]),
)
BETA = Hypothesis(
    "β > ln(n0-1)/Δ, β > 0, Δ = min(A(1 - cos ω) - B(1 - cos((n0-1)θ₂)), B(cos θ₂ - cos 2θ₂), B(cos((n0-2)θ₂) - "
    "cos((n0-1)θ₂))), the last two for n0 >= 3",
    lambda letters, n0, theta, A, B, beta, **_: beta_suffices(beta, n0 - 1, mix_gap(len(letters), n0, theta, A, B)),
)


def just_enough(letters, n0, share, B=Fraction(1)) -> dict:
    """A share of the largest angle, an A up to a hundredth above what it needs, and a β just above what both need."""
    theta = FULL_TURN / (2 * n0 - 3) * share
    ratio = -ball(symbol_lead(len(letters), n0, theta, 0, B)) / ball(symbol_lead(len(letters), n0, theta, 1, 0))
    A = Fraction(int((100 * ratio.upper()).floor().unique_fmpz()) + 1, 100)
    return {"theta": theta, "A": A, "B": B, "beta": beta_enough(n0 - 1, mix_gap(len(letters), n0, theta, A, B))}


def _instances(thorough):
    for length in (1, 2, 3):
        yield from ({**at, "n0": 4, **just_enough("AB", 4, Fraction(5, 6))} for at in binding_inputs("AB", length))
    for letters, longest in (("A", 3), ("AB", 4 if thorough else 3)):
        for length in range(1, longest + 1):
            for at in binding_inputs(letters, length, 1 if thorough or length < 2 else 7):
                for theta in map(Angle.parse, ("1/5", "2pi/5", "6/5")):
                    for A in (Fraction(1), Fraction(3)):
                        yield {**at, "theta": theta, "A": A, "B": Fraction(1), "beta": Fraction(20)}


AB = {"theta": Angle.parse("2pi/6"), "B": Fraction(1), "beta": Fraction(3)}
AAB = {**asked("A1 A2 B1 A", "AB", 4), **AB, "A": Fraction(2)}


@theorem(
    "u25.thm6",
    paraphrase("U25", "Theorem 6"),
    "A two-angle head, θ₁ = 0 for the symbol and θ₂ > 0 not too large for recency, solves Partial Induction (the "
    "query's own key does not match): for length <= n0 it suffices (our constants) that (n0 - 3/2)θ₂ < π, A(1 - cos ω) > B(1 - "
    "cos((n0-1)θ₂)) and β > ln(n0-1)/Δ; the last occurrence then holds more than half of the weight.",
    OCCURS,
    BOUNDED,
    TURNING,
    SLOW,
    AMPLITUDES,
    BETA,
    example=AAB,
    small=_instances,
    readings=(
        "n counts the query, whose own key stands on a spare point of the circle: ω = 2π/(number of letters + 1). It "
        "matches nothing, but it competes, at distance 0 with full recency.",
        "The value of a pair is its attribute, the query has none, F = a.",
        "How large θ₂, A and β may or must be is asked, not printed. That the conditions are sharp is a claim of its "
        "own (new.two-angle-threshold).",
    ),
)
def thm6(pairs, query, letters, n0, theta, A, B, beta):
    return decodes_the_last_binding(h_mix(LetterCircle(tuple(letters), spare=True), theta, A, B), pairs, query, beta)


@thm6.by_hand
def latest(pairs, query, letters, n0, theta, A, B, beta):
    head = h_mix(LetterCircle(tuple(letters), spare=True), theta, A, B)
    soft = OneLayer(head, attribute_value).run((*pairs, query), beta=beta)
    last = max(j for j, pair in enumerate(pairs) if pair.left == query)
    least = arb(n0 - 1).log() / ball(mix_gap(len(letters), n0, theta, A, B))
    return [
        f"{' '.join(map(str, pairs))}, query {query}; θ₂ = {spelled(theta)}, A = {number(A)}, B = {number(B)}, "
        f"β = {number(beta)}",
        f"Logits A·cos(symbols) + B·cos((n-j)θ₂): {listed(soft.logits)}; the query's own key is the last",
        compared("β", beta, "ln(n0-1)/Δ", least),
        f"{compared(f'the weight of {pairs[last]}', soft.weights[last], 'one half', Fraction(1, 2))}: decoded {soft.answer}",
    ]


thm6.false("(n0 - 2)θ₂ < π is slow enough", {**AAB, "theta": Angle.parse("9pi/20"), "A": Fraction(9)}, SLOW, BETA)
thm6.false("θ₂ = 0 will do: two occurrences tie", {**AAB, "theta": Angle()}, TURNING, BETA)
thm6.false("no bound on the length", {**AAB, **asked("A1 B1 B1 B1 B1 A2 A", "AB", 4)}, BOUNDED)
thm6.false(
    "A(1 - cos ω) > B(cos θ₂ - cos((n0-1)θ₂)): the query's own key forgotten",
    {**AB, **asked("A1 B1 B2 A", "AB", 4), "A": Fraction(6, 5)},
    AMPLITUDES,
    BETA,
)
thm6.false(
    "amplitude A counts in full: A > B(1 - cos((n0-1)θ₂))",
    {**AB, **asked("A1 B1 C2 A", "ABCDE", 4), "A": Fraction(5, 2), "beta": Fraction(40)},
    AMPLITUDES,
    BETA,
)
thm6.false(
    "half of that β is enough", {**AB, **asked("A1 A2 A", "A", 3), "A": Fraction(5, 4), "beta": Fraction(35, 100)}, BETA
)
thm6.false("B may be negative", {**AAB, "B": Fraction(-1)}, AMPLITUDES, BETA)


thm6.attack(
    at=st.sampled_from((Fraction(1, 3), Fraction(1), Fraction(4))).flatmap(
        lambda B: last_binding.just_inside(lambda letters, n0, share: just_enough(letters, n0, share, B))
    )
)
thm6.attack(at=last_binding.generated("ABCDEF", just_enough))
_ONE = {"A": Fraction(9), "B": Fraction(1), "beta": Fraction(1)}
thm6.edge(
    "with one pair there is nothing to be recent about: any angle below 2π serves",
    {**asked("A1 A", "A", 2), "theta": Angle.parse("19pi/10"), **_ONE},
    assumed=True,
    holds=True,
)
thm6.edge(
    "length 3 is the smallest at which the angle matters",
    {**asked("A1 A2 A", "A", 3), "theta": Angle.parse("5pi/6"), **_ONE},
    assumed=False,
    holds=False,
)


@thm6.proof
def proof(proof):
    mix_logit(proof)
    recency_step(proof)
    proof.trust(trusted.COSINE)
    half, angle, longest, dist = z3.Reals("π θ n0 t")
    middle = (dist + z3.Q(1, 2)) * angle
    proof.implies(
        "(t+1/2)θ and θ/2 are within (0, π) for 1 <= t <= n0-2, and (t+1/2)θ is no farther from π/2 than 3θ/2 or "
        "(n0-3/2)θ is: both sines are positive, and the first or the last step is the least",
        [angle > 0, (longest - z3.Q(3, 2)) * angle < half, dist >= 1, dist <= longest - 2],
        z3.And(0 < angle / 2, angle / 2 < half, 3 * angle / 2 <= middle, middle <= (longest - z3.Q(3, 2)) * angle),
    )
    A, B, cos_omega, cos_far, match, symbol, recency = z3.Reals("A B cosω cos_far c s r")
    proof.implies(
        "a match leads every other key by at least A(1 - cos ω) - B(1 - cos((n0-1)θ₂))",
        [A > 0, B > 0, cos_far <= match, symbol <= cos_omega, recency <= 1],
        (A + B * match) - (A * symbol + B * recency) >= A * (1 - cos_omega) - B * (1 - cos_far),
    )
    outweighs(proof)
    proof.qed("every number of letters, n0 >= 2, A, B, θ₂, β within the conditions, every input of length n <= n0")
