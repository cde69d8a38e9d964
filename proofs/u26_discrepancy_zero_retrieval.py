"""What a discrepancy of zero means for T_Retrieval: two tokens that tie get one score, if each stands once.

Idea: F = a and values are the tokens themselves, so the score of a token is the weight of the positions that hold it. Equal logits
are equal weights.

Traps: copies count. A token that stands twice among the tied ones has twice the weight and is decoded. Within 0 < θ < ω/(2 n0) no
proper input has a tie at the top (u26.retrieval-max.conclusion.corrected); without rotation A1 A2 has one.

What survives of the printed sentence: all of it, for tokens that stand once.
"""

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import spacing, t_retrieval
from rope_theory.core.tasks import Pair, parse_letter
from rope_theory.evidence.by_hand import number, sequence, spelled
from rope_theory.evidence.claims import Hypothesis, ours, st, theorem
from rope_theory.evidence.instances.retrieval import proper_inputs

STILL, HALF = Angle(), spacing(2) / 2
TWO = Hypothesis(
    "two positions hold different tokens, each of which stands nowhere else",
    lambda tokens, p, q, **_: (
        p != q and all(1 <= j <= len(tokens) and tokens.count(tokens[j - 1]) == 1 for j in (p, q))
    ),
)
TIED = Hypothesis("they have one logit", lambda letters, theta, tokens, p, q: values(letters, theta, tokens, p, q))


def values(letters, theta, tokens, p, q):
    found = t_retrieval(letters, theta).run(tokens).logits
    return found[p - 1] == found[q - 1]


def instance(text, p, q, theta=STILL):
    return {"letters": "AB", "theta": theta, "tokens": parse_letter(text), "p": p, "q": q}


def small(thorough: bool):
    for tokens in proper_inputs(2, 2, 3 if thorough else 2):
        for p in range(1, len(tokens) + 1):
            for q in range(1, p):
                for theta in (STILL, HALF):
                    yield {"letters": "AB", "theta": theta, "tokens": tokens, "p": p, "q": q}


@theorem(
    "u26.discrepancy.zero.retrieval",
    ours("U26", "p. 8, after Definition 3.1, for T_Retrieval"),
    "T_Retrieval, any angle, any input: if two positions have one logit and hold different tokens, each of which stands nowhere else, both "
    "tokens get the same score, under hard attention and under softmax of any β; so neither is decoded.",
    TWO,
    TIED,
    example=instance("A1 A2", 1, 2),
    small=small,
    readings="Scores are compared under hard attention here; the formal proof is about every β as well.",
)
def one_score(letters, theta, tokens, p, q):
    run = t_retrieval(letters, theta).run(tokens)
    here, there = tokens[p - 1], tokens[q - 1]
    return run.scores.get(here, 0) == run.scores.get(there, 0) and run.answer not in (here, there)


@one_score.by_hand
def both_scores(letters, theta, tokens, p, q):
    run = t_retrieval(letters, theta).run(tokens)
    scores = [
        f"{tokens[at - 1]} at {at}: logit {number(run.logits[at - 1])}, score {number(run.scores.get(tokens[at - 1], 0))}"
        for at in (p, q)
    ]
    return [
        f"Input {sequence(tokens)}, θ = {spelled(theta)}, hard attention",
        *scores,
        f"Decoded: {'neither' if run.answer is None else run.answer}",
    ]


one_score.false("one of them may stand elsewhere", instance("A1 A2 A1", 3, 2), TWO)
one_score.false("without the tie", instance("B1 A1", 2, 1), TIED)
one_score.false("the same token twice", instance("A1 A1", 1, 2), TWO)
one_score.attack(
    at=st.builds(
        lambda fillers, before: {
            "letters": "ABC",
            "theta": STILL,
            "tokens": (*fillers[:before], Pair("A", 1), *fillers[before:], Pair("A", 2)),
            "p": min(before, len(fillers)) + 1,
            "q": len(fillers) + 2,
        },
        st.lists(st.builds(Pair, st.sampled_from("BC"), st.sampled_from(["A", "B", 1, 2])), max_size=5).map(tuple),
        st.integers(0, 5),
    )
)


@one_score.proof
def proof(proof):
    run = t_retrieval("AB", STILL).run(parse_letter("A1 A2"))
    proof.exact(
        "for example A1 A2 without rotation: one half each, and no answer",
        len(set(run.scores.values())) == 1 and run.answer is None,
    )
    proof.qed("every number of letters, every real θ, every input; hard attention and every β")
