"""The previous-token head with an ALiBi bias: one angle, one slope and one temperature for every length.

Idea: a bias that falls with the distance puts the query itself first, and nothing before it can tell one position from the
next. A plane that turns by half a turn per position takes 2 from the query's own key and from every second position. What
is left as rivals are the positions at even t - 1, and these the bias pushes down, the further the more. So the lead does
not shrink with the length, as it must without a bias (new.previous-token.gap), and the rivals' terms in the softmax are a
geometric series: one β serves for every length.

Traps: neither part does it alone. Without the rotation the query leads; without the bias position n-3 ties. Too steep a
slope, above 2, puts the query first again; at 2 it ties.
"""

from fractions import Fraction

import z3

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import STILL, previous_token
from rope_theory.core.heads import logits, maximisers, softmax
from rope_theory.evidence.claims import less, ours, st, theorem, trusted
from rope_theory.laws import gaps
from rope_theory.proofs.new_previous_token import TOKENS, TWO

SOURCE = ours("", "the bias is that of Press et al. 2022, Train Short, Test Long; the construction is ours")
HALF = Angle.parse("pi")
SLOPE = Fraction(2, 3)
SLOPES = st.fractions(-1, 3, max_denominator=30)


def lead(tokens, slope, theta=HALF):
    return gaps.lead(logits(previous_token(theta, slope), tokens), -2)


def inputs(thorough: bool):
    """Lengths up to 10 (24) and slopes k/6 from -1 to 3."""
    for n in range(2, 25 if thorough else 11):
        for k in range(-6, 19):
            yield {"tokens": ("A",) * n, "slope": Fraction(k, 6)}


@theorem(
    "new.previous-token-alibi",
    SOURCE,
    "At θ = π and 0 < slope < 2 the head with the logit cos((t-1)π) - slope·t at distance t has its only maximum at the position "
    "n-1, for every n >= 2 and every input; from n = 4 on no other slope has.",
    TWO,
    example={"tokens": ("A",) * 4, "slope": SLOPE},
    small=inputs,
)
def right(tokens, slope, steepest=2, theta=HALF, needed_from=4):
    alone = maximisers(logits(previous_token(theta, slope), tokens)) == [len(tokens) - 2]
    return alone if 0 < slope < steepest else len(tokens) < needed_from or not alone


right.false("without the rotation", {"tokens": ("A",) * 4, "slope": SLOPE}, theta=STILL)
right.false("slope 2 is not too steep", {"tokens": ("A",) * 4, "slope": Fraction(2)}, steepest=3)
right.false("from n = 3 on no other slope has", {"tokens": ("A",) * 3, "slope": Fraction(0)}, needed_from=3)
right.attack(tokens=TOKENS, slope=SLOPES)


@right.proof
def right_proof(proof):
    slope, t, c = z3.Reals("slope t cos((t-1)π)")
    proof.implies(
        "the query's own key, t = 0, has -1, and the position before has 1 - slope: ahead exactly below slope 2",
        [slope > 0],
        (1 - slope > -1) == (slope < 2),
    )
    proof.implies(
        "from t = 2 on a logit is at most 1 - 2·slope where the cosine is 1, and lower elsewhere",
        [0 < slope, slope < 2, t >= 2, z3.Or(z3.And(c == 1, t >= 3), c == -1)],
        c - slope * t < 1 - slope,
    )
    proof.implies("without a positive slope t = 3 is not behind", [slope <= 0], 1 - 3 * slope >= 1 - slope)
    proof.qed("every n >= 2, every real slope, every input")


@theorem(
    "new.previous-token-alibi.gap",
    SOURCE,
    "At θ = π and slope 2/3 the position n-1 leads every other by at least 4/3 at every length n >= 2, by exactly 4/3 from n "
    "= 4 on, and there no slope leads by more.",
    TWO,
    example={"tokens": ("A",) * 4, "slope": SLOPE},
    small=inputs,
    readings=(
        "Best among slopes at θ = π, not among all angles: θ = 0.3894 turns and slope 0.316 lead by 1.4520… at n = 60 (seen in floating point).",
    ),
)
def gap(tokens, slope, chosen=SLOPE, least=Fraction(4, 3)):
    ours_ = lead(tokens, chosen)
    return ours_ >= least and (len(tokens) < 4 or (ours_ == least and lead(tokens, slope) <= least))


gap.false("slope 1 leads by as much", {"tokens": ("A",) * 4, "slope": SLOPE}, chosen=Fraction(1))
gap.false("a lead of 3/2", {"tokens": ("A",) * 4, "slope": SLOPE}, least=Fraction(3, 2))
gap.attack(tokens=TOKENS, slope=SLOPES)


@gap.proof
def gap_proof(proof):
    slope, low = z3.Reals("slope lead")
    proof.implies(
        "the lead is at most 2 - slope (the query's own key) and 2·slope (t = 3)",
        [low <= 2 - slope, low <= 2 * slope],
        3 * low <= 4,
    )
    proof.implies("slope 2/3 makes both 4/3", [slope * 3 == 2], z3.And(3 * (2 - slope) == 4, 3 * 2 * slope == 4))
    proof.use("new.previous-token-alibi")
    proof.qed("every n >= 2; the best slope: every n >= 4, every real slope")


@theorem(
    "new.previous-token-alibi.beta",
    SOURCE,
    "At θ = π, slope 2/3 and inverse temperature 1, softmax gives the position n-1 more than half of the weight at every "
    "length n >= 2.",
    TWO,
    example={"tokens": ("A",) * 4},
    small=lambda thorough: ({"tokens": ("A",) * n} for n in (*range(2, 60 if thorough else 24), 200)),
    readings="The same β at every length; without a bias β must grow with n (new.previous-token.beta).",
)
def majority(tokens, beta=Fraction(1), slope=SLOPE):
    return less(ball(Fraction(1, 2)), softmax(logits(previous_token(HALF, slope), tokens), beta)[-2])


majority.false("β = 1/4", {"tokens": ("A",) * 4}, beta=Fraction(1, 4))
majority.false("slope 1/20: the series falls too slowly", {"tokens": ("A",) * 40}, slope=Fraction(1, 20))
majority.attack(tokens=TOKENS)


@majority.proof
def majority_proof(proof):
    own, q, odd = z3.Reals("e^{-4/3} q e^{-8/3}")
    proof.trust(trusted.EXPONENTIAL)
    proof.implies(
        "with q = e^{-4/3} < 0.264 the rivals' terms are q and, in pairs, (e^{-8/3} + q)·(1 + q + q² + …): less than 1 together",
        [own == q, 0 < q, q < z3.Q(264, 1000), odd == q * q],
        own * (1 - q) + (odd + q) < (1 - q),
    )
    proof.qed("every n >= 2, every input")
