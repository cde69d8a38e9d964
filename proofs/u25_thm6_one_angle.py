"""One RoPE angle solves Partial Induction up to a bounded length, and no angle solves it by the largest logit at every length.

Idea: on a circle with spacing ω let every key turn by θ per position. A match at distance t is tθ away from the query's
direction; another letter at distance s is at least ω - sθ away. The two never stand at the same position, so t + s <=
2n - 3, and (2n - 3)θ < ω keeps every match nearer than every other key. Among matches the nearest position is nearest
in angle. Symbol and recency share one plane: the angle has room for both as long as the length is bounded.

Unbounded: with contents y, y' of one symbol, f_y(t) > f_y'(t+1) > f_y(t+2): the logit of one content would fall along
every second distance. But its falls are a sine wave of step δ, and no step of at most π leaps over the half-turn on
which a sine is not positive.

Traps: of the largest logit the summary is true for unbounded length, and it is false for bounded length, the only kind in which U25's own
constructions are stated. θ = 0 fails for a different reason: it cannot see the order.

What survives of the printed claim: a fixed angle fails once n is large, see u25.thm6.one-angle.unbounded.
"""

from fractions import Fraction

import z3
from sympy import cos, sin, symbols

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.core.constructions import LetterCircle, OneLayer, SymbolicCircle, attribute_value, h_sym, nope_head
from rope_theory.core.decoding import beta_enough, beta_suffices
from rope_theory.core.heads import VectorHead, VectorPlane
from rope_theory.core.tasks import Pair, all_bindings, partial_induction
from rope_theory.evidence.by_hand import compared, listed, number, sequence, sign, spelled
from rope_theory.evidence.claims import Hypothesis, Tier, ours, secondary, st, theorem, trusted
from rope_theory.evidence.instances import last_binding
from rope_theory.evidence.instances.last_binding import BOUNDED, binding_inputs, decodes_the_last_binding, just_inside
from rope_theory.evidence.instances.letter_circle import recency_step
from rope_theory.evidence.instances.shares import outweighs
from rope_theory.laws.angle_floor import fold
from rope_theory.laws.gaps import single_gap_formula

#: 5θ < ω: 5/18 of a turn against 1/3.
WITNESS = {"letters": "AB", "attributes": (1, 2), "n0": 4, "theta": Angle.parse("2pi/18"), "beta": Fraction(24)}
SIZES = Hypothesis(
    "at least two symbols, two attributes, length up to n0 >= 3",
    lambda letters, attributes, n0, **_: len(letters) >= 2 and len(attributes) >= 2 and n0 >= 3,
)


@theorem(
    "u25.thm6.one-angle",
    secondary("Paper Notes (papernotes.org) on U25", "table of main results, row on the Partial Induction task"),
    "Partial Induction is unsolvable with 1 RoPE angle.",
    SIZES,
    example=WITNESS,
    verdict=Tier.REFUTED,
    readings=(
        "An instance is a single 2-dimensional head with one angle (H_SYM on a circle with a spare point, no query "
        "phase: U26's T_Retrieval head), and the statement says that it fails on some input of length at most n0.",
        "Length is bounded, as in all of U25's constructions. For unbounded length the summary is right about the "
        "attention maximum: u25.thm6.one-angle.unbounded.",
        "Solving is decoding the right attribute, with hard attention and with softmax at the given β.",
    ),
)
def one_angle(letters, attributes, n0, theta, beta):
    model = OneLayer(nope_head(letters, theta), attribute_value)
    return any(
        model.run((*pairs, query), beta=temperature).answer != partial_induction(pairs, query)
        for length in range(1, n0)
        for pairs in all_bindings(letters, attributes, length)
        for query in {pair.left for pair in pairs}
        for temperature in (None, beta)
    )


@one_angle.by_hand
def every_input_answered(letters, attributes, n0, theta, beta):
    model, omega = OneLayer(nope_head(letters, theta), attribute_value), FULL_TURN / (len(letters) + 1)
    inputs = [
        (*pairs, query)
        for length in range(1, n0)
        for pairs in all_bindings(letters, attributes, length)
        for query in sorted({pair.left for pair in pairs})
    ]
    soft = {tokens: model.run(tokens, beta=beta) for tokens in inputs}
    asked = {tokens: max(j for j, pair in enumerate(tokens[:-1]) if pair.left == tokens[-1]) for tokens in inputs}
    mixed = [tokens for tokens in inputs if len({pair.right for pair in tokens[:-1]}) > 1]
    hardest = min(mixed, key=lambda tokens: float(soft[tokens].weights[asked[tokens]]))
    span, last, told = (2 * n0 - 3) * theta, asked[hardest], soft[hardest]
    return [
        f"Symbols stand on a circle at steps of ω = {spelled(omega)}, one step left free; a key k steps from the queried symbol "
        f"and t positions back has the logit cos(kω + tθ), θ = {spelled(theta)}",
        f"A match t back and another symbol s back have t + s <= 2 n0 - 3 = {2 * n0 - 3}, and {2 * n0 - 3}θ = {spelled(span)} "
        f"{sign(span, omega)} {spelled(omega)} = ω: every match is nearer, tθ < ω - sθ, and of two matches the later one is",
        f"Of the {len(inputs)} inputs {len(mixed)} have two attributes; the hardest of them, {sequence(hardest)}: logits {listed(told.logits)}, the last on the free step",
        f"At β = {number(beta)}, {compared(f'the weight of {hardest[last]}', told.weights[last], 'one half', Fraction(1, 2))}: "
        f"decoded {told.answer}, which is right",
    ]


one_angle.true_at("θ = 0 solves it up to length 4", {**WITNESS, "theta": Angle()})
one_angle.true_at(
    "a rotation by one letter per position solves it up to length 4", {**WITNESS, "theta": Angle.parse("2pi/3")}
)
one_angle.true_at("5θ = ω solves it up to length 4", {**WITNESS, "theta": Angle.parse("2pi/15")})
one_angle.true_at("β = 2 solves it up to length 4", {**WITNESS, "beta": Fraction(2)})
one_angle.outside("with n0 = 2 there is one pair only, and nothing to be recent about", {**WITNESS, "n0": 2}, SIZES)
one_angle.edge("it is refuted at the smallest length, too", {**WITNESS, "n0": 3}, assumed=True, holds=False)
one_angle.edge("4θ = ω is beyond the boundary", {**WITNESS, "theta": Angle.parse("2pi/14")}, holds=True)
one_angle.edge("θ = π is far beyond it", {**WITNESS, "theta": Angle.parse("pi")}, holds=True)
one_angle.proof(
    lambda proof: proof.refute(
        WITNESS, "H_SYM answers all 140 inputs of length at most 4: exact logits, softmax in balls"
    )
)


POSITIVE = Hypothesis("θ > 0", lambda theta, **_: theta > Angle())
SLOW = Hypothesis(
    "(2 n0 - 3)θ < ω, ω = 2π/(number of letters + 1)",
    lambda letters, n0, theta, **_: (2 * n0 - 3) * theta < FULL_TURN / (len(letters) + 1),
)
BETA = Hypothesis(
    "β > ln(n0-1)/Δ, β > 0, Δ = min(cos θ - cos 2θ, 2 sin((ω-θ)/2) sin((ω-(2 n0-3)θ)/2)), the first for n0 >= 3",
    lambda letters, n0, theta, beta, **_: beta_suffices(beta, n0 - 1, single_gap_formula(len(letters), n0, theta)),
)
AT = {**last_binding.asked("B1 A1 A2 B", "AB", 4), "theta": Angle.parse("2pi/18"), "beta": Fraction(24)}


def _instances(thorough):
    for letters in ("A", "AB"):
        for length in (1, 2, 3):
            limit = Fraction(1, (2 * length - 1) * (len(letters) + 1))  # of a turn
            for at in binding_inputs(letters, length, 1 if thorough or length < 3 else 5):
                for theta in (Angle(limit / 2), Angle(limit * Fraction(19, 20)), Angle(0, Fraction(1, 8))):
                    yield {**at, "theta": theta, "beta": Fraction(200)}


@theorem(
    "u25.thm6.one-angle.corrected",
    ours("U25", "corrects a third party's account of Theorem 6"),
    "One 2-dimensional RoPE head solves Partial Induction up to length n0: H_SYM with 0 < (2 n0 - 3)θ < ω has its "
    "strict maximum at the last occurrence of the queried symbol, and β > ln(n0-1)/Δ gives it more than half of the "
    "weight.",
    last_binding.OCCURS,
    BOUNDED,
    POSITIVE,
    SLOW,
    BETA,
    example=AT,
    small=_instances,
    readings=(
        "n counts the query, whose own key stands on a spare point of the circle: ω = 2π/(number of letters + 1).",
        "Sharpness of (2 n0 - 3)θ < ω is a claim of its own (new.single-angle-induction).",
    ),
)
def corrected(pairs, query, letters, n0, theta, beta, delay=0):
    head = h_sym(LetterCircle(tuple(letters), spare=True), theta, theta * delay)
    return decodes_the_last_binding(head, pairs, query, beta)


corrected.false(
    "(2 n0 - 3)θ = ω will do: the first pair and the next key tie", {**AT, "theta": Angle.parse("2pi/15")}, SLOW, BETA
)
corrected.false("(2 n0 - 4)θ < ω will do", {**AT, "theta": Angle.parse("2pi/14")}, SLOW, BETA)
corrected.false("θ = 0 will do: two occurrences tie", {**AT, "query": "A", "theta": Angle()}, POSITIVE, BETA)
corrected.false(
    "no bound on the length", {**AT, "n0": 3, "theta": Angle.parse("2pi/10"), "beta": Fraction(99)}, BOUNDED
)
corrected.false(
    "half of that β is enough",
    {**last_binding.asked("A1 A2 A", "A", 3), "theta": Angle.parse("2pi/8"), "beta": Fraction(12, 25)},
    BETA,
)
corrected.false("a query phase of 3θ/2 does no harm", {**AT, "query": "A"}, delay=Fraction(3, 2))


def _just_enough(letters, n0, share) -> dict:
    theta = FULL_TURN / (len(letters) + 1) / (2 * n0 - 3) * share
    return {"theta": theta, "beta": beta_enough(n0 - 1, single_gap_formula(len(letters), n0, theta))}


corrected.attack(at=just_inside(_just_enough))
corrected.attack(at=last_binding.generated("ABCD", _just_enough))

n, t, theta, omega, P, Q = symbols("n t theta omega P Q", real=True)


@corrected.proof
def corrected_proof(proof):
    j, key, query = symbols("j key query", real=True)
    proof.identity(
        "the logit of a key at j is cos((key - query)ω + (n-j)θ)",
        h_sym(SymbolicCircle(omega), theta, 0).rotated_logit(query, n, Pair(key, 1), j),
        cos((key - query) * omega + (n - j) * theta),
    )
    pi, w, x, y, folded, step, total, t1, t2, s = z3.Reals("π ω x y folded θ 2n0-3 t t' s")
    proof.implies(
        "another letter is x in [ω, 2π - ω] round the circle; turned by y < ω and taken to [0, π] it is ω - y away or "
        "more",
        [0 < w, w <= x, x <= 2 * pi - w, 0 <= y, y < w, folded == z3.If(x + y <= pi, x + y, 2 * pi - x - y)],
        z3.And(w - y <= folded, folded <= pi),
    )
    proof.implies(
        "a match is nearer in angle than another key, and of two matches the later one is: tθ < ω - sθ, tθ < t'θ < π",
        [0 < step, total * step < w, w <= pi, 1 <= t1, 0 <= s, t1 + s <= total, t1 + 1 <= t2, 2 * t2 - 1 <= total],
        z3.And(t1 * step < w - s * step, t1 * step < t2 * step, t2 * step < pi),
    )
    proof.trust(trusted.COSINE)
    recency_step(proof)  # the lead among matches, with (t+1/2)θ < π/2: least at t = 1
    for near, far, way in ((n - 2, n - 1, -1), (n - 1, n - 2, 1)):
        proof.identity(
            f"over another key it is least at t = {near}, s = {far} or the other way round: 2 sin((ω {'+' if way > 0 else '-'} θ)/2)·…",
            cos(near * theta) - cos(omega - far * theta),
            2 * sin((omega + way * theta) / 2) * sin((omega - (2 * n - 3) * theta) / 2),
        )
    outweighs(proof)
    proof.qed("every number of letters, n0 >= 2, 0 < (2 n0 - 3)θ < ω, β > ln(n0-1)/Δ, every input of length n <= n0")


def too_long(theta, n, span=Fraction(1)) -> bool:
    """n >= 4 and δ = 0 or (K - 1)δ >= span·π, with δ the distance of 2θ from 2πZ and K = ⌊(n-2)/2⌋."""
    step, _, _ = fold(2 * theta)
    return n >= 4 and (step == Angle() or 2 * ((n - 2) // 2 - 1) * step >= FULL_TURN * span)


LONG = Hypothesis(
    "n >= 4, and 2θ is a multiple of 2π or (⌊(n-2)/2⌋ - 1)·δ >= π, δ the distance of 2θ from 2πZ",
    lambda theta, n, **_: too_long(theta, n),
)
_EIGHTH = {"theta": Angle.parse("pi/8"), "first": (Fraction(1), Fraction(0)), "second": (Fraction(1), Fraction(0))}
#: About cos(tθ - π/8): decreasing over nine distances at θ = π/8.
_TILTED = (Fraction(5), Fraction(2))


def _profiles(thorough):
    values = tuple(map(Fraction, (-2, 0, 1, 3)))
    for theta in map(Angle.parse, ("pi/2", "pi", "2pi/3", "2pi/5", "1", "pi/8", "0.3")):
        for code in range(0, 256, 5 if thorough else 29):
            P, Q, R, S = (values[code // 4**k % 4] for k in range(4))
            for length in {4 if theta.turns else 26, 26}:
                yield {"theta": theta, "first": (P, Q), "second": (R, S), "n": length}


@theorem(
    "u25.thm6.one-angle.unbounded",
    ours("U25", "a third party's account of Theorem 6, read for unbounded length"),
    "With one RoPE angle θ, at least two symbols and length not bounded, Partial Induction is unsolvable by the largest logit: of two "
    "bindings of the queried symbol standing next to each other the later one cannot always have the larger logit, "
    "once 2θ is a multiple of 2π or (⌊(n-2)/2⌋ - 1)·δ >= π, δ the distance of 2θ from 2πZ.",
    LONG,
    example={**_EIGHTH, "n": 12},
    small=_profiles,
    readings=(
        "All planes turn by the same θ, in any number of dimensions, any query and key vectors: the logit of a "
        "content at distance t is then P cos tθ + Q sin tθ, and an instance gives (P, Q) for two contents. A plane "
        "without rotation would be a second angle, 0.",
        "It is about the largest logit, not about what an output function might still read off the weights.",
    ),
)
def unbounded(theta, first, second, n):
    def logit(profile, t):
        return (t * theta).cos() * profile[0] + (t * theta).sin() * profile[1]

    rivals = ((first, second), (second, first))
    return not all(logit(near, t) > logit(far, t + 1) for t in range(1, n - 1) for near, far in rivals)


unbounded.false("it is unsolvable at every length", {**_EIGHTH, "n": 9}, LONG)
unbounded.false(
    "(⌊(n-2)/2⌋ - 1)·δ >= 3π/4 is enough",
    {**_EIGHTH, "first": _TILTED, "second": _TILTED, "n": 10},
    LONG,
    holds=lambda **at: not too_long(at["theta"], at["n"], Fraction(3, 4)) or unbounded(**at),
)
_PROFILE = st.tuples(*[st.fractions(-3, 3, max_denominator=5)] * 2)
unbounded.attack(
    theta=st.fractions(0, 1, max_denominator=12).map(Angle), first=_PROFILE, second=_PROFILE, n=st.integers(4, 20)
)
unbounded.edge("the slow profile alternates no longer at length 10", {**_EIGHTH, "n": 10}, assumed=False, holds=True)


@unbounded.proof
def unbounded_proof(proof):
    q, h, a, b, p, d = symbols("q1 q2", real=True), symbols("k1 k2", real=True), *symbols("a b p δ", real=True)
    proof.identity(
        "in each plane the logit at distance t is P cos tθ + Q sin tθ; with one θ the planes add up to the same form",
        VectorHead((VectorPlane(theta, {"x": q}, {"y": h}),)).logit("x", n, "y", n - t),
        (h[0] * q[0] + h[1] * q[1]) * cos(t * theta) + (h[1] * q[0] - h[0] * q[1]) * sin(t * theta),
    )
    proof.identity(
        "y falls from distance t - 1 to t + 1 by 2 sin θ (P sin tθ - Q cos tθ), a wave of step 2θ over every second t",
        P * cos((t - 1) * theta) + Q * sin((t - 1) * theta) - P * cos((t + 1) * theta) - Q * sin((t + 1) * theta),
        2 * sin(theta) * (P * sin(t * theta) - Q * cos(t * theta)),
    )
    proof.identity(
        "a wave at 0, p and p + δ with p < π <= p + δ: it cannot be positive at all three, as sin(p + δ) <= 0",
        a * sin(d) + (a * cos(p + d) + b * sin(p + d)) * sin(p),
        (a * cos(p) + b * sin(p)) * sin(p + d),
    )
    proof.trust(trusted.SINE_SIGN)
    proof.qed("every real θ, any number of planes turning by θ, any query and key vectors, every n as large as stated")
