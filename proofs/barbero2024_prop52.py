"""Without rotation a head cannot attend to itself on every input, nor to the token before: a repeated token has the same key twice.

Idea: on bos, x, x the keys at positions 2 and 3 agree, so their weights do; with a third weight above 0 each is less than 1/2.

Traps: it is about one head whose inputs carry no position, at ε <= 1/2. Deeper layers of a causal model without encodings may know positions.
"""

from fractions import Fraction

import z3

from rope_theory.core.angles import ball
from rope_theory.core.heads import softmax
from rope_theory.evidence.claims import Hypothesis, every, less, secondary, st, theorem

REPEATED = Hypothesis("the input is bos, x, x", lambda tokens, **_: len(tokens) == 3 and tokens[1] == tokens[2])


def at(of_bos, of_x, beta=1, tokens=("bos", "x", "x")):
    return {
        "tokens": tokens,
        "logit": {"bos": Fraction(of_bos), "x": Fraction(of_x), "y": Fraction(of_x) + 3},
        "beta": Fraction(beta),
    }


@theorem(
    "barbero2024.prop52",
    secondary("a public account of Barbero et al. 2024", "on Proposition 5.2 and its proof"),
    "On the input bos, x, x a head whose logits depend on the tokens alone gives positions 2 and 3 the same weight, less than 1/2. So for ε <= 1/2 it has "
    "neither weights above 1 - ε on the diagonal nor above 1 - ε on the position before, on every input.",
    REPEATED,
    example=at(0, 2),
    small=lambda thorough: (at(a, b, beta) for a in (-1, 0, 5) for b in (-3, 0, 4) for beta in (0, 1, -2)),
)
def undecided(tokens, logit, beta, most=Fraction(1, 2)):
    weights = softmax([logit[token] for token in tokens], beta)
    return every([tokens[1] == tokens[2], less(weights[2], ball(most)), less(weights[1], ball(most))])


undecided.false("less than 1/3", at(0, 2), most=Fraction(1, 3))
undecided.false("an input without a repetition", at(0, 0, 5, ("bos", "x", "y")), REPEATED)
undecided.attack(
    at=st.builds(
        at,
        st.fractions(-3, 3, max_denominator=5),
        st.fractions(-3, 3, max_denominator=5),
        st.fractions(-3, 3, max_denominator=4),
    )
)


@undecided.proof
def proof(proof):
    bos, x = z3.Reals("e^{βL(bos)} e^{βL(x)}")
    proof.implies("a third term above 0", [bos > 0, x > 0], 2 * x < bos + x + x)
    proof.qed("any function of two tokens as logit, every real β")
