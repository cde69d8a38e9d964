"""The previous-token head by rotation alone: right at every length for most angles, with a lead that shrinks.

Idea: a query turned back by one step meets the key one position back head-on. Every other position stands t steps
further off, t = -1, 1, 2, …, n-2, and its logit is cos(tθ): the head is right as long as no tθ is a whole turn, and how
far it leads is the question of new.index-gap-sharp over n - 2 distances instead of n - 1.

Traps: the query's own key is a rival too, at t = -1; it ties with t = 1. For n = 2 it is the only one, so that the span is
1 and not 0. The best angle depends on the length: 2π/(n-1) is right for n >= 3 positions and wrong from n + 1 on, while an
angle whose θ/2π is irrational is right at every length, by less and less.
"""

from fractions import Fraction

import z3
from sympy import cos, symbols

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import previous_token
from rope_theory.core.heads import logits, maximisers, softmax
from rope_theory.evidence.claims import Hypothesis, less, ours, st, theorem, trusted
from rope_theory.evidence.instances.shapes import drawn_angles
from rope_theory.laws import gaps

SOURCE = ours("", "a head that interpretability reports as previous-token head; the construction is ours")
TWO = Hypothesis("n >= 2", lambda tokens, **_: len(tokens) >= 2)
THREE = Hypothesis("n >= 3", lambda tokens, **_: len(tokens) >= 3)
ANGLES = drawn_angles(2, 40)
TOKENS = st.lists(st.sampled_from("ABC"), min_size=2, max_size=12).map(tuple)


def span(tokens) -> int:
    return max(1, len(tokens) - 2)


def nearest(theta, steps):
    """max cos(tθ), 1 <= t <= steps."""
    return max((t * theta).cos() for t in range(1, steps + 1))


def lead(tokens, theta, head=previous_token):
    """By how much the position before the last leads every other."""
    return gaps.lead(logits(head(theta), tokens), -2)


def inputs(thorough: bool):
    """Every length up to 8 (14), all angles of a/q turns with q <= 9 (14), and a few others."""
    most = 14 if thorough else 8
    angles = [Angle(Fraction(a, q)) for q in range(1, most + 2) for a in range(1, q + 1)]
    for n in range(2, most + 1):
        for theta in (*angles, *map(Angle.parse, ("1", "-2.4", "22/7"))):
            yield {"tokens": tuple("AB" * n)[:n], "theta": theta}


EXAMPLE = {"tokens": ("A", "B", "A", "C"), "theta": Angle.parse("1")}
TIE = {"tokens": ("A",) * 4, "theta": Angle.parse("pi")}


@theorem(
    "new.previous-token",
    SOURCE,
    "For every n >= 2, every input and every θ, the head with the logit cos((t-1)θ) at distance t gives the position n-1 "
    "the logit 1, which leads every other position by 1 - max cos(tθ), 1 <= t <= max(1, n-2); it is the only maximiser "
    "exactly if no such tθ is a whole turn.",
    TWO,
    example=EXAMPLE,
    small=inputs,
    readings="The query stands at the last position and is a rival of its own.",
)
def previous(tokens, theta, less_far=0, right=lambda theta, steps: nearest(theta, steps) != 1):
    steps = max(1, span(tokens) - less_far)
    values = logits(previous_token(theta), tokens)
    alone = maximisers(values) == [len(tokens) - 2]
    return (
        values[-2] == 1
        and lead(tokens, theta) == 1 - nearest(theta, steps)
        and alone is bool(right(theta, span(tokens)))
    )


previous.false("one distance fewer", TIE, less_far=1)
previous.false(
    "every θ that is no whole turn will do", TIE, right=lambda theta, steps: not theta.is_whole_turns(), whole=False
)
previous.attack(tokens=TOKENS, theta=ANGLES)
for k in range(2, 9):
    for n, words in ((k + 1, "the longest input that θ = 2π/{} is right for"), (k + 2, "θ = 2π/{} ties from here on")):
        at = {"tokens": ("A",) * n, "theta": Angle(Fraction(1, k))}
        previous.edge(words.format(k), at, assumed=True, holds=True)


@previous.proof
def previous_proof(proof, whole=True):
    theta, t = symbols("theta t", real=True)
    head = previous_token(theta)
    proof.identity("the logit at distance t", head.rotated_logit("A", t, "B", 0), cos((t - 1) * theta))
    proof.identity("the query's own key, t = 0, has the logit of t = 2", cos((0 - 1) * theta), cos((2 - 1) * theta))
    n, j, turn = z3.Ints("n j t")
    proof.implies(
        "the others stand at t - 1 = -1 or 1 <= t - 1 <= n - 2",
        [n >= 2, 1 <= j, j <= n, j != n - 1, turn == n - j],
        z3.Or(turn - 1 == -1, z3.And(1 <= turn - 1, turn - 1 <= n - 2)),
    )
    largest, x = z3.Reals("largest cos(tθ)")
    proof.implies(
        "so the lead is positive exactly if no cosine is 1",
        [x <= largest, largest <= 1, *([largest != 1] if whole else [])],
        1 - largest > 0,
    )
    proof.trust(trusted.COSINE)
    proof.qed("every n >= 2, every real θ, every input")


def best(n: int) -> Angle:
    return Angle(Fraction(1, n - 1))


@theorem(
    "new.previous-token.gap",
    SOURCE,
    "For n >= 3 positions the lead of the head with the logit cos((t-1)θ) is at most 1 - cos(2π/(n-1)), with equality exactly for θ = 2πa/(n-1), gcd(a, n-1) = 1.",
    THREE,
    example={"tokens": ("A",) * 5, "theta": best(5)},
    small=lambda thorough: (row for row in inputs(thorough) if len(row["tokens"]) >= 3),
    readings="θ up to whole turns: a is any integer coprime to n - 1. So a fixed θ is best for one length at most.",
)
def gap(tokens, theta, points=1, every=False):
    parts = len(tokens) - points
    bound = 1 - best(parts + 1).cos()
    equal = (parts * theta).is_whole_turns() if every else not theta.radians and theta.turns.denominator == parts
    found = lead(tokens, theta)
    return found <= bound and (found == bound) is equal


gap.false("n in place of n - 1, as for the head of T_Index", {"tokens": ("A",) * 5, "theta": best(5)}, points=0)
gap.false("equality for every a", {"tokens": ("A",) * 5, "theta": Angle.parse("pi")}, every=True)
gap.attack(tokens=TOKENS.filter(lambda tokens: len(tokens) > 2), theta=ANGLES)


@gap.proof
def gap_proof(proof):
    n, span_ = z3.Ints("n T")
    proof.use("new.previous-token")
    proof.implies(
        "n >= 3 positions have T = n - 2 distances, T + 1 = n - 1", [n >= 3, span_ == n - 2], span_ + 1 == n - 1
    )
    proof.use("new.index-gap-sharp")
    proof.qed("every n >= 3, every real θ")


def more_than_half(tokens, theta, beta):
    return less(ball(Fraction(1, 2)), softmax(logits(previous_token(theta), tokens), beta)[-2])


def enough(tokens, theta, beta):
    """β·Δ > ln(n-1)."""
    return less(ball(Fraction(len(tokens) - 1)).log(), ball(lead(tokens, theta)) * ball(beta))


ENOUGH = Hypothesis("β·Δ > ln(n-1), Δ > 0 the lead", lambda tokens, theta, beta: enough(tokens, theta, beta))
AT_EIGHT = {"tokens": ("A",) * 8, "theta": best(8), "beta": Fraction(6)}


@theorem(
    "new.previous-token.beta",
    SOURCE,
    "For n >= 2 and a lead Δ > 0, softmax at any inverse temperature β > ln(n-1)/Δ gives the position n-1 more than half "
    "of the weight.",
    TWO,
    ENOUGH,
    example=AT_EIGHT,
    readings="Enough, not least: at the best angle Δ is about 2π²/n², so that this β grows like n² ln n.",
)
def majority(tokens, theta, beta):
    return more_than_half(tokens, theta, beta)


majority.false("any β > 1/Δ", {**AT_EIGHT, "beta": Fraction(27, 10)}, ENOUGH)
majority.false(
    "two thirds of the weight",
    {"tokens": ("A", "B"), "theta": Angle.parse("pi"), "beta": Fraction(1, 100)},
    holds=lambda tokens, theta, beta: less(
        ball(Fraction(2, 3)), softmax(logits(previous_token(theta), tokens), beta)[-2]
    ),
)
majority.attack(
    tokens=TOKENS, theta=ANGLES, beta=st.fractions(Fraction(1, 10), 60, max_denominator=20)
)  # where the lead is too small the hypothesis says so


@majority.proof
def majority_proof(proof):
    rivals, weight, total = z3.Reals("n-1 e^{-βΔ} rivals")
    proof.implies(
        "each of n - 1 rivals has at most e^{-βΔ} < 1/(n-1) of the target's term, all together less than it",
        [rivals >= 1, weight >= 0, weight * rivals < 1, total <= rivals * weight],
        total < 1,
    )
    proof.qed("every n >= 2, every θ with a lead, every real β > ln(n-1)/Δ")
