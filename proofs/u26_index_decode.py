"""Once its largest logit is unique, T_Index decodes Index by hard attention, ahead by at least 1.

Idea: all weight sits on one position, the target, so the score of an output token is the residual's 1 for the query
plus 2 for the target if that is a letter. A letter asks for itself: 1 + 2 against 0. An integer that points at a
letter: 2 against 1. An integer that points at an integer: 1 against 0. Residual and value see of a token its kind and
its name only, so the cases below stand for all names.

Traps: with value 1 on letters the second case ties. A value on integers makes the third case wrong. The gap is exactly
1 in the last two cases, so softmax must bring more than half of the weight to the target (1 - w of the weight can at
most add 2(1 - w) to a wrong letter).
"""

from fractions import Fraction

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import OneLayer, h_pos, letter_value, t_index
from rope_theory.core.heads import logits, maximisers
from rope_theory.core.tasks import index_function
from rope_theory.evidence.claims import Hypothesis, st, theorem, verbatim
from rope_theory.evidence.instances.index import AB1, LONGER, index_inputs

ONE = Angle.parse("1")
UNIQUE = Hypothesis("the maximum is unique", lambda tokens, theta: len(maximisers(logits(h_pos(theta), tokens))) == 1)


@theorem(
    "u26.index-decode",
    verbatim(
        "U26",
        "p. 22, Appendix F.2.1, Conclusion",
        "In all cases, the output logit LOut(σ) is maximized at the correct symbol σ, and the minimum decoding gap δ "
        "between coordinates is at least 1.",
    ),
    "With residual F = x + a and W_V diagonal (2 on letters, 0 elsewhere), hard attention decodes right with gap >= 1 "
    "in all three cases.",
    LONGER,
    UNIQUE,
    example=AB1,
    small=index_inputs,
    readings=(
        "The three cases: a letter, an integer that points at a letter, an integer that points at an integer. Their scores are "
        "3 against 0, 2 against 1 and 1 against 0 on the inputs that the page runs; the formal statement has the gap.",
        "Uniqueness of the maximum is the standing assumption there (u26.index-unique); the input is longer than its "
        "integers.",
    ),
)
def decodes(tokens, theta, model=t_index, least=1):
    run = model(theta).run(tokens)
    return run.answer == index_function(tokens)[-1] and run.gap >= least


def letters_worth_one(theta) -> OneLayer:
    return OneLayer(h_pos(theta), letter_value, lambda token: {token: 1})


def integers_worth_two(theta) -> OneLayer:
    return OneLayer(h_pos(theta), lambda token: {token: 2}, lambda token: {token: 1})


def no_residual(theta) -> OneLayer:
    return OneLayer(h_pos(theta), t_index(theta).value)


A21 = {"tokens": ("A", 2, 1), "theta": ONE}
decodes.false("W_V = 1 on letters: the letter and the integer tie", AB1, model=letters_worth_one)
decodes.false("W_V = 2 on integers, too", A21, model=integers_worth_two)
decodes.false("no residual: nothing to answer where an integer meets an integer", A21, model=no_residual)
decodes.false("gap > 1", AB1, least=Fraction(3, 2))
decodes.false("ties do no harm", {**AB1, "theta": Angle.parse("2pi")}, UNIQUE)
decodes.false("an integer may point before the start", {"tokens": ("A", 2), "theta": ONE}, LONGER)
decodes.attack(
    tokens=st.lists(st.sampled_from(["A", "B", "CC", 1, 2, 3, 4]), min_size=5, max_size=9).map(tuple),
    theta=st.builds(Angle, st.just(0), st.fractions(-3, 3, max_denominator=20).filter(bool)),
)
third = {"tokens": ("A", "B", "A", "B", "A", 3), "theta": Angle.parse("2pi/3")}
decodes.edge("θ = 2π/3 ties, and the integer 3 sees A and B", third, assumed=False, holds=False)
decodes.edge("θ = 2π/3 ties, whoever stands there", {**third, "tokens": ("A", "B", "B", "B", "B", 3)}, assumed=False)
fifth = {"tokens": ("A", "B", 1, "B", 2), "theta": Angle.parse("2pi/5")}
decodes.edge("a rational turn without ties: distances 1..4 are no multiples of 5", fifth, assumed=True, holds=True)


@decodes.proof
def proof(proof, model=t_index):
    proof.use("u26.index-logits")
    for text, tokens, lead in (
        ("a letter and itself: 3 against 0", ("A", "B"), 3),
        ("an integer and a letter: 2 against 1", ("A", 1), 1),
        ("an integer and another integer: 1 against 0", ("A", 2, 1), 1),
        ("an integer and the same integer: 1 against 0", ("A", 1, 1), 1),
    ):
        run = model(ONE).run(tokens)
        proof.exact(text, run.answer == index_function(tokens)[-1] and run.gap == lead)
    proof.qed("every input with n > m, every θ at which its maximum is unique")
