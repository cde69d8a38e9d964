"""One rotary plane attends to itself, or to the token before, as sharply as one likes, up to a length; not at every length at once.

Idea: with q = k = ψ the logit at distance t is |ψ|² cos(tg), largest at t = 0 alone, and softmax sharpens as |ψ|² grows: |ψ|² > ln((n-1)(1-ε)/ε)/Δ
is enough, Δ = min (1 - cos tg) over t < n. A key turned by one step moves all this to the position before.

Traps: the norm depends on the length. At a fixed |ψ| logits are bounded, and weights disperse (u26.dispersion): no norm serves every length. Any angle will do that has
no whole turn among its multiples up to n.
"""

from fractions import Fraction

import z3

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import h_pos, previous_token
from rope_theory.core.heads import logits, softmax
from rope_theory.evidence.by_hand import compared, listed, number, spelled
from rope_theory.evidence.claims import Hypothesis, Tier, Truth, every, less, ours, secondary, theorem

SHARE = Hypothesis("0 < ε < 1", lambda eps, **_: 0 < eps < 1)
NO_TURN = Hypothesis(
    "no tg is a whole turn, 1 <= t <= n", lambda n, g, **_: not any((t * g).is_whole_turns() for t in range(1, n + 1))
)
POSITIVE = Hypothesis("n >= 1", lambda n, **_: n >= 1)


def enough(n, g, eps):
    """A β above ln(n/ε)/Δ, Δ the least of 1 - cos(tg)."""
    least = min((1 - (t * g).cos() for t in range(1, n + 1)), default=1)
    wanted = ball(Fraction(n) / eps).log() / ball(least)
    return Fraction(int(wanted.upper().ceil().unique_fmpz()) + 1)


def sharp(head, i, target, beta, eps):
    weights = softmax(logits(head, ("A",) * i), beta)
    return less(ball(1 - eps), weights[target - 1])


def at(n, g, eps="1/10"):
    return {"n": n, "g": Angle.parse(g), "eps": Fraction(eps)}


def small(thorough: bool):
    for g in ("1", "2pi/9", "0.1", "-2.4"):
        yield from (at(n, g, eps) for n in range(1, 9 if thorough else 7) for eps in ("1/2", "1/100"))


@theorem(
    "barbero2024.thm53",
    secondary("a public account of Barbero et al. 2024", "on Theorem 5.3 and its construction"),
    "One plane of angle g with no whole turn among tg, 1 <= t <= n, and all queries and keys one vector of squared length β: for every ε > 0 there is a B such that for β >= B every "
    "position up to n gives more than 1 - ε to itself, and with keys turned by one step every position from 2 on to the position before.",
    POSITIVE,
    SHARE,
    NO_TURN,
    example=at(6, "1"),
    small=small,
    readings="Causal: position i sees 1, …, i. B = ln(n/ε)/Δ is taken, Δ = min (1 - cos tg); evaluated at one β above it.",
)
def patterns(n, g, eps, beta=None):
    beta = beta or enough(n, g, eps)
    own = [sharp(h_pos(g), i, i, beta, eps) for i in range(1, n + 1)]
    before = [sharp(previous_token(g), i, i - 1, beta, eps) for i in range(2, n + 1)]
    return every([*own, *before])


@patterns.by_hand
def leads(n, g, eps):
    beta, least = enough(n, g, eps), min(1 - (t * g).cos() for t in range(1, n + 1))
    wanted = compared("β·Δ", ball(beta) * ball(least), f"ln({n}/ε)", ball(Fraction(n) / eps).log())
    return [
        f"g = {spelled(g)}, n = {n}, ε = {number(eps)}, β = {number(beta)}; Δ = the least of 1 - cos(tg), t = 1, …, {n}: {number(least)}",
        f"The logit of the position itself, or with turned keys of the one before, leads every other by at least β·Δ: {wanted}",
        f"So each of the others, fewer than {n}, weighs less than ε/{n} of it, and all of them together less than ε",
    ]


patterns.false("β = 1", at(6, "1"), beta=Fraction(1))
patterns.false(
    "any angle", at(4, "2pi/3", "1/10"), NO_TURN, holds=lambda n, g, eps: sharp(h_pos(g), n, n, Fraction(1000), eps)
)


@patterns.proof
def proof(proof):
    rivals, term, eps, total = z3.Reals("n e^{-βΔ} ε rivals")
    proof.implies(
        "rivals add up to less than ε",
        [rivals >= 1, term > 0, rivals * term <= eps, total <= (rivals - 1) * term],
        total < eps,
    )
    proof.qed("every n, every angle without a whole turn up to n, every ε > 0")


@theorem(
    "barbero2024.thm53.every-length",
    ours("", "Barbero et al. 2024, Theorem 5.3: whether one norm will do"),
    "One β serves every length: a position i gives itself more than 1 - ε, at every i.",
    SHARE,
    POSITIVE,
    irrational := Hypothesis("g/2π is irrational", lambda g, **_: g.radians != 0),
    example=at(1000, "1", "1/2") | {"beta": Fraction(3)},
    verdict=Tier.REFUTED,
    readings="At an instance: at β, for the position n. Weights are at most e^{2β}/n, so for every β and ε there is such an n; the formal statement has one ε for every β.",
)
def one_norm(n, g, eps, beta):
    """1 - ε against e^{2β}/n first, where that decides it."""
    if less(ball(2 * beta).exp() / n, ball(1 - eps)) is Truth.TRUE:
        return False
    return sharp(h_pos(g), n, n, beta, eps)


@one_norm.by_hand
def dispersed(n, g, eps, beta):
    few = [beta * (t * g).cos() for t in range(4)]
    return [
        f"β = {number(beta)}, g = {spelled(g)}, n = {n} positions. The logit t positions back is β·cos(tg): {listed(few)}, …",
        f"All lie between -{number(beta)} and {number(beta)}: the own e^logit is at most e^{number(beta)}, and each of the {n} in the sum at least "
        f"e^-{number(beta)}",
        f"So the own weight is at most {compared(f'e^{number(2 * beta)}/{n}', ball(2 * beta).exp() / n, '1 - ε', 1 - eps)}",
    ]


one_norm.true_at(
    "ten positions at β = 300", {"n": 10, "g": Angle.parse("1"), "eps": Fraction(1, 2), "beta": Fraction(300)}
)
one_norm.outside("ε = 0", {"n": 2, "g": Angle.parse("1"), "eps": Fraction(0), "beta": Fraction(1)}, SHARE)
one_norm.outside(
    "no position",
    {"n": 0, "g": Angle.parse("1"), "eps": Fraction(1, 2), "beta": Fraction(1)},
    POSITIVE,
    says_nothing=True,
)
one_norm.outside("a whole turn", {"n": 2, "g": Angle(), "eps": Fraction(1, 4), "beta": Fraction(1)}, irrational)
one_norm.proof(
    lambda proof: proof.refute(
        {"n": 1000, "g": Angle.parse("1"), "eps": Fraction(1, 2), "beta": Fraction(3)}, "bounded logits disperse"
    )
)
