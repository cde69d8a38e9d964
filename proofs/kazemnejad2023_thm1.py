"""A causal head without encodings can write down where it stands: with a mark on the first token it gives out 1/t.

Idea: where all logits agree, position t spreads its weight evenly over t tokens; the marked one gets 1/t.

Traps: the first token must be marked; values that all agree give nothing away. 1/t and 1/(t+1) are 1/t(t+1) apart, which a number format does not tell
at length. It is the first step of the construction; what later layers make of 1/t is not decided here.
"""

from fractions import Fraction

import z3

from rope_theory.evidence.claims import Hypothesis, secondary, st, theorem, truth

POSITION = Hypothesis("1 <= t, t'", lambda t, other, **_: t >= 1 and other >= 1)
MARKED = Hypothesis("the first token is marked, and no other", lambda mark, **_: mark == 1)


def output(t, mark):
    """Equal logits: weights 1/t; values: `mark` at the first token, 0 elsewhere."""
    return sum(Fraction(1, t) * (mark if j == 1 else 0) for j in range(1, t + 1))


@theorem(
    "kazemnejad2023.thm1",
    secondary("a public account of Kazemnejad et al. 2023", "on the first step of the construction for Theorem 1"),
    "A causal head whose logits all agree gives the first token the weight 1/t at position t; with the value 1 there and 0 elsewhere its output is 1/t, different at all positions.",
    POSITION,
    MARKED,
    example={"t": 3, "other": 5, "mark": 1},
    small=lambda thorough: ({"t": t, "other": other, "mark": 1} for t in range(1, 12) for other in range(1, 12)),
    readings="At any β and any common logit.",
)
def tells(t, other, mark, add=0):
    return truth(output(t, mark) == Fraction(1, t + add) and (output(t, mark) == output(other, mark)) is (t == other))


tells.false("1/(t + 1)", {"t": 3, "other": 5, "mark": 1}, add=1)
tells.false("no mark", {"t": 1, "other": 2, "mark": 0}, MARKED)
tells.attack(t=st.integers(1, 200), other=st.integers(1, 200), mark=st.just(1))


@tells.proof
def proof(proof):
    t, other = z3.Reals("t t'")
    proof.implies("1/t tells t", [t > 0, other > 0, 1 / t == 1 / other], t == other)
    proof.qed("every position, every β, every common logit")
