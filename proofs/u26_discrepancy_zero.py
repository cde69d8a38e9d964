"""What a discrepancy of zero means: T_Index cannot tell which of the tied positions holds the answer.

Idea: T_Index's logits do not see the keys' tokens. If the position asked for and another one tie at the top, their weights are
equal, and exchanging two letters between them changes no score; but it changes the answer.

Traps: zero does not mean wrong. If all tied positions hold the same token, or all hold integers, the answer is right all the
same. And the discrepancy is a maximum over inputs (Definition 3.1): that it is positive says nothing
about the input one has.

What survives of the printed sentence: all of it, for two different letters at the tied positions.
"""

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos, offset, t_index
from rope_theory.core.heads import logits, maximisers
from rope_theory.core.tasks import index_function
from rope_theory.evidence.by_hand import listed, number, sequence
from rope_theory.evidence.claims import Hypothesis, Tier, ours, st, theorem, verbatim
from rope_theory.evidence.instances.index import ANGLES, TARGET_INSIDE, logit_line, query_line


def target(tokens) -> int:
    return len(tokens) - offset(tokens[-1])


QUERY = Hypothesis(
    "the query is an integer that does not point before the start",
    lambda tokens, **_: isinstance(tokens[-1], int) and target(tokens) >= 1,
)
LETTERS = Hypothesis(
    "the position asked for and another one before the query hold different letters",
    lambda tokens, other, **_: (
        1 <= other < len(tokens)
        and {type(tokens[other - 1]), type(tokens[target(tokens) - 1])} == {str}
        and tokens[other - 1] != tokens[target(tokens) - 1]
    ),
)
TIED = Hypothesis(
    "they tie",
    lambda tokens, theta, other: (
        logits(h_pos(theta), tokens)[other - 1] == logits(h_pos(theta), tokens)[target(tokens) - 1]
    ),
)
ABC1 = {"tokens": ("A", "B", "C", 1), "theta": Angle.parse("pi"), "other": 1}


def exchanged(tokens, p, q):
    """The tokens at positions p and q exchanged."""
    now = list(tokens)
    now[p - 1], now[q - 1] = now[q - 1], now[p - 1]
    return tuple(now)


def small(thorough: bool):
    """Letters and integers before each query, at each angle and for each other position; thorough: longer."""
    for before in ("AB", "ABA", "ABC", *(("ABCA", "ABCD") if thorough else ())):
        for query in range(1, len(before) + 1):
            for theta in ANGLES:
                for other in range(1, len(before) + 1):
                    yield {"tokens": (*before, query), "theta": theta, "other": other}


@theorem(
    "u26.discrepancy.zero",
    verbatim(
        "U26",
        "p. 8, after Definition 3.1",
        "Intuitively, a discrepancy of zero means that the model will not be able to distinguish the correct token, potentially "
        "leading to incorrect responses.",
    ),
    "T_Index: if the position asked for and another position before the query tie at the top and hold different letters, then "
    "exchanging the two letters changes no score, under hard attention and under softmax of any β, but it changes Index's "
    "answer; so at least one of the two inputs is answered wrongly.",
    QUERY,
    LETTERS,
    TIED,
    example=ABC1,
    small=small,
    readings=(
        "'A discrepancy of zero' on an input: two positions share the largest logit (any other position as the other); 'not "
        "able to distinguish': the scores are those of an input with another answer. Here scores are compared under hard "
        "attention, and the logits, which settle softmax; the formal proof is about every β.",
        "That such an input is answered wrongly is another sentence, u26.discrepancy.zero.wrong, and false.",
    ),
)
def cannot_tell(tokens, theta, other):
    other_way = exchanged(tokens, target(tokens), other)
    here, there = t_index(theta).run(tokens), t_index(theta).run(other_way)
    return (
        here.logits == there.logits
        and here.scores == there.scores
        and index_function(tokens)[-1] != index_function(other_way)[-1]
    )


@cannot_tell.by_hand
def two_inputs_and_two_answers(tokens, theta, other):
    pair = (tokens, exchanged(tokens, target(tokens), other))
    return [
        f"{query_line(tokens, theta)}",
        *(
            f"Input {sequence(each)}: logits {listed(logits(h_pos(theta), each))}; Index answers {index_function(each)[-1]}"
            for each in pair
        ),
        "The same logits, and another answer",
    ]


cannot_tell.false("without the tie", {**ABC1, "other": 2}, TIED)
cannot_tell.false("equal letters", {**ABC1, "tokens": ("A", "B", "A", 1)}, LETTERS)
cannot_tell.false("a letter as the query", {**ABC1, "tokens": ("A", "B", "C", "A"), "other": 2}, QUERY)
cannot_tell.attack(
    at=st.builds(
        lambda before, query, theta, other: {"tokens": (*before, query), "theta": theta, "other": other},
        st.lists(st.sampled_from("ABC"), min_size=3, max_size=6),
        st.integers(1, 3),
        st.sampled_from(ANGLES[:3]),
        st.integers(1, 3),
    )
)


@cannot_tell.proof
def proof(proof):
    proof.use("u26.index-logits")  # the logits do not see the keys' tokens
    here, there = (t_index(ABC1["theta"]).run(tokens) for tokens in (ABC1["tokens"], ("C", "B", "A", 1)))
    proof.exact("for example A B C 1 and C B A 1 at half a turn", here.scores == there.scores and here.answer is None)
    proof.qed("every n, every integer query i < n, every real θ, hard attention and every β")


TIE = Hypothesis(
    "two positions tie at the top", lambda tokens, theta: len(maximisers(logits(h_pos(theta), tokens))) > 1
)
COPIES = {"tokens": ("A", "A"), "theta": Angle.parse("2pi")}


@theorem(
    "u26.discrepancy.zero.wrong",
    ours("U26", "p. 8, after Definition 3.1, read as a statement about each input"),
    "T_Index: if two positions share the largest logit, hard attention does not decode Index.",
    TARGET_INSIDE,
    TIE,
    example=COPIES,
    verdict=Tier.REFUTED,
)
def wrong(tokens, theta):
    return t_index(theta).run(tokens).answer != index_function(tokens)[-1]


@wrong.by_hand
def right_in_spite_of_a_tie(tokens, theta):
    run, asked = t_index(theta).run(tokens), index_function(tokens)[-1]
    scores = ", ".join(f"{token}: {number(value)}" for token, value in run.scores.items())
    return [
        query_line(tokens, theta),
        f"{logit_line(tokens, theta)}: a tie",
        f"Average hard attention gives the weights {listed(run.weights)}; the scores F = x + a, a letter's value being 2, are {scores}",
        f"Decoded {run.answer} {'=' if run.answer == asked else '≠'} {asked}, which Index asks for",
    ]


wrong.true_at("two letters tie", {"tokens": ("A", "B", "C", 1), "theta": Angle.parse("pi")})
wrong.true_at("an integer ties with its letter's position", {"tokens": ("A", "B", 2), "theta": Angle.parse("pi")})
wrong.outside("no tie", {"tokens": ("A", "A"), "theta": Angle.parse("pi")}, TIE)
wrong.outside("the query points before the start", {"tokens": (1, 2, 3), "theta": Angle.parse("2pi")}, TARGET_INSIDE)
wrong.edge(
    "copies of the answer", {"tokens": ("A", "B", "A", 1), "theta": Angle.parse("pi")}, assumed=True, holds=False
)
wrong.proof(lambda proof: proof.refute(COPIES))
