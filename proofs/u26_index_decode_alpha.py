"""Any α > 1 in place of 2: T_Index decodes Index, ahead by min(α - 1, 1), and more than max(1/α, 1 - 1/α) of softmax's weight is enough.

Idea: a letter scores 1 + α; an integer that points at a letter α against 1; one that points at an integer 1 against 0. With
softmax it is enough that the target's weight w gives the letter more than the query has, αw > 1, and leaves less than that to a
wrong letter, α(1 - w) < 1.

Traps: 2 is the α for which the least weight, 1/2, is enough. A larger α gives wrong letters more, a smaller one the right one less.
At α = 1 an integer ties with its letter.

What survives of the printed text: "α > 1".
"""

from fractions import Fraction

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import OneLayer, h_pos, offset
from rope_theory.core.heads import logits, maximisers, softmax
from rope_theory.core.tasks import index_function
from rope_theory.evidence.claims import Hypothesis, Truth, every, less, paraphrase, st, theorem
from rope_theory.evidence.instances.index import AB1, TARGET_INSIDE, index_inputs

ABOVE_ONE = Hypothesis("α > 1", lambda alpha, **_: alpha > 1)
UNIQUE = Hypothesis(
    "the maximum is unique", lambda tokens, theta, **_: len(maximisers(logits(h_pos(theta), tokens))) == 1
)


def model(alpha, theta) -> OneLayer:
    return OneLayer(
        h_pos(theta), lambda token: {token: alpha} if isinstance(token, str) else {}, lambda token: {token: 1}
    )


def needed(alpha):
    return max(1 / Fraction(alpha), 1 - 1 / Fraction(alpha))


def small(thorough: bool):
    for at in index_inputs(thorough):
        for alpha, beta in ((Fraction(11, 10), 9), (2, 2), (5, 4)):
            yield {**at, "alpha": alpha, "beta": beta}


@theorem(
    "u26.index-decode.alpha",
    paraphrase("U26", "p. 21, Appendix F.2.1, where W_V is some α > 1 on letters, set to 2 from then on"),
    "With W_V = α on letters, α > 1, and 0 elsewhere, residual F = x + a, and a query that does not point before the start: if "
    "the maximum is unique hard attention decodes Index, ahead by at least min(α - 1, 1); and softmax decodes it at any β at "
    "which the target's weight is above max(1/α, 1 - 1/α).",
    ABOVE_ONE,
    TARGET_INSIDE,
    UNIQUE,
    example={**AB1, "alpha": Fraction(3, 2), "beta": 9},
    small=small,
    readings="The printed gap of at least 1 (p. 22) is that of α = 2.",
)
def any_alpha(tokens, theta, alpha, beta, gap=lambda alpha: min(alpha - 1, 1), share=needed):
    right, found = index_function(tokens)[-1], model(alpha, theta).run(tokens)
    hard = found.answer == right and found.gap >= gap(alpha)
    weight = softmax(found.logits, beta)[len(tokens) - offset(tokens[-1]) - 1]
    if less(ball(share(alpha)), weight) is not Truth.TRUE:
        return hard
    soft = model(ball(alpha), theta).run(tokens, None, beta).answer
    return every([hard, Truth.UNKNOWN if soft is None else soft == right])


A1 = {"tokens": ("A", 1), "theta": Angle.parse("pi"), "alpha": Fraction(3, 2), "beta": Fraction(1, 10)}
BBA1 = {"tokens": ("B", "B", "A", 1), "theta": Angle.parse("2pi/3"), "alpha": 4, "beta": Fraction(1, 100)}
any_alpha.false("α = 1", {**AB1, "alpha": 1, "beta": 1}, ABOVE_ONE)
any_alpha.false("ahead by 1 for every α > 1", A1, gap=lambda alpha: 1)
any_alpha.false("half of the weight for every α", {**A1, "tokens": ("A", 1)}, share=lambda alpha: Fraction(1, 2))
any_alpha.false("1/α of the weight", BBA1, share=lambda alpha: 1 / Fraction(alpha))
any_alpha.false("ties do no harm", {**AB1, "theta": Angle.parse("2pi"), "alpha": 2, "beta": 1}, UNIQUE)
any_alpha.false(
    "an integer may point before the start",
    {"tokens": ("A", 2), "theta": Angle.parse("1"), "alpha": 2, "beta": 1},
    TARGET_INSIDE,
)
any_alpha.attack(
    at=st.builds(
        lambda tokens, alpha, beta: {"tokens": tuple(tokens), "theta": Angle.parse("1"), "alpha": alpha, "beta": beta},
        st.lists(st.sampled_from(["A", "B", 1, 2, 3]), min_size=4, max_size=7),
        st.fractions(Fraction(11, 10), 6, max_denominator=10),
        st.integers(1, 30),
    )
)


@any_alpha.proof
def proof(proof):
    for text, tokens in (
        ("a letter and itself: 1 + α against 0", ("A", "B")),
        ("an integer and a letter: α against 1", ("A", 1)),
        ("an integer and another integer: 1 against 0", ("A", 2, 1)),
    ):
        proof.exact(
            text,
            all(
                (run := model(alpha, Angle.parse("1")).run(tokens)).answer == index_function(tokens)[-1]
                and run.gap == {("A", "B"): 1 + alpha, ("A", 1): alpha - 1, ("A", 2, 1): 1}[tokens]
                for alpha in (Fraction(3, 2), 2, 7)
            ),
        )
    proof.qed("every α > 1, every real θ, every input whose query does not point before the start")
