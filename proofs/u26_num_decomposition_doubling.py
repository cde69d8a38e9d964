"""The number task with fewer positional heads than hops: where an integer points at an integer, add the two.

Idea: Index leaves an integer that points at an integer as it is. Let it take the sum instead, which is where the other one points, and
after r passes it points 2^r hops ahead; every path of fewer than 2^r hops has arrived. Each pass is one head of T_Index with an F that
is bilinear in query and attention output, which Definition C.1 allows.

Traps: the F of T_Index, x + a, cannot add integers, and the vocabulary must hold the sums, which off the path may exceed the length. What trained models do, and
what makes them learn it, is another question.
"""

from collections.abc import Callable

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.core.heads import hard_attention, logits
from rope_theory.core.tasks import generate_number, index_function, solve_number
from rope_theory.evidence.by_hand import compared, sequence
from rope_theory.evidence.claims import Hypothesis, ours, st, theorem
from rope_theory.evidence.instances.number import FIGURE, VALID_NUMBER, number_inputs

ONE = Angle.parse("1")
ENOUGH = Hypothesis("fewer than 2^r hops", lambda tokens, passes: solve_number(tokens).hops < 2**passes)
FIGURE_1 = {"tokens": FIGURE, "passes": 3}
THREE_HOPS = {"tokens": ("A", 1, 1, 1), "passes": 2}


def combine(x, y):
    """What the token x makes of the token y that it points at."""
    return x if isinstance(x, str) else y if isinstance(y, str) else x + y


def doubled(tokens):
    """One pass by definition; an integer that points before the start stays."""
    return tuple(
        combine(token, tokens[j - token - 1]) if isinstance(token, int) and token < j else token
        for j, token in enumerate(tokens, 1)
    )


def layer(tokens):
    """One pass by T_Index's head: at each position all weight is on one other, which the query is combined with."""

    def at(position):
        weights = hard_attention(logits(h_pos(ONE), tokens, position))
        scores: dict = {}
        for token, weight in zip(tokens, weights, strict=False):
            made = combine(tokens[position - 1], token)
            scores[made] = scores.get(made, 0) + weight
        return max(scores, key=scores.__getitem__)

    return tuple(map(at, range(1, len(tokens) + 1)))


def small(thorough: bool):
    for at in number_inputs(thorough):
        least = solve_number(at["tokens"]).hops.bit_length()
        yield from ({**at, "passes": passes} for passes in (least, least + 1))


@theorem(
    "u26.num-decomposition.doubling",
    ours("U26", "p. 6, Section 3.3, on how many positional heads n hops take"),
    "If an integer that points at an integer takes the sum of the two, r passes answer every number-task input of fewer than 2^r hops; each "
    "pass is one layer with T_Index's head, hard attention on a unique maximum, and an F that is bilinear in query and attention output.",
    VALID_NUMBER,
    ENOUGH,
    example=FIGURE_1,
    small=small,
    readings=(
        "So three hops take two positional heads at most, and the four hops of Figure 1 three. That at least one is needed is u26.rem31c, "
        "for one layer.",
        "Layers are run at θ = 1, where no position ties with the one pointed at; what they make of integers that point before the start "
        "does not matter. F(x, a) is the sum over tokens y of a_y times the one-hot vector of what x makes of y.",
    ),
)
def answered(tokens, passes, one_pass: Callable | None = None, fewer=0):
    for step in (one_pass,) if one_pass else (doubled, layer):
        current = tokens
        for _ in range(passes - fewer):
            current = step(current)
        if current[-1] != solve_number(tokens).answer:
            return False
    return True


@answered.by_hand
def sums_of_hops(tokens, passes):
    rows = [tokens]
    for _ in range(passes):
        rows.append(doubled(rows[-1]))
    solution = solve_number(tokens)
    return [
        f"Input {sequence(tokens)}: {compared('hops', solution.hops, f'2^{passes}', 2**passes)}",
        *(f"After pass {k}: {sequence(row)}" for k, row in enumerate(rows[1:], 1)),
        f"The last position holds {rows[-1][-1]} {'=' if rows[-1][-1] == solution.answer else '≠'} {solution.answer}",
    ]


answered.false("2^r hops", {**THREE_HOPS, "tokens": ("A", 1, 1, 1, 1)}, ENOUGH)
answered.false("one pass fewer", THREE_HOPS, fewer=1)
answered.false("Index does it, too", THREE_HOPS, one_pass=index_function)
answered.false(
    "the integer found replaces the one that points at it",
    {"tokens": ("A", "B", 2, 2, 1), "passes": 2},
    one_pass=lambda tokens: tuple(
        tokens[j - token - 1] if isinstance(token, int) and token < j else token for j, token in enumerate(tokens, 1)
    ),
)


@st.composite
def drawn(draw):
    tokens, solution = next(
        generate_number(
            draw(st.integers(0, 10**6)), 1, length_letters=4, length_integers=draw(st.integers(4, 8)), integers=9
        )
    )
    return {"tokens": tokens, "passes": solution.hops.bit_length() + draw(st.integers(0, 1))}


answered.attack(at=drawn())
answered.edge("Figure 1: four hops, three passes", FIGURE_1, assumed=True, holds=True)
answered.edge("an integer before the start on no path", {"tokens": ("A", 99, 2), "passes": 1}, assumed=True, holds=True)


@answered.proof
def proof(proof):
    proof.exact(
        "A 1 1 1 becomes A A 2 2, and then A A A A",
        doubled(("A", 1, 1, 1)) == ("A", "A", 2, 2) and layer(("A", "A", 2, 2)) == ("A",) * 4,
    )
    proof.qed("every number-task input, every r")
