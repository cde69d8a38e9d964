"""T_Retrieval solves the letter task hop by hop where every hop goes back; properness off the path is not needed.

Idea: a pass only copies tokens, so every token in the sequence is always one of the first sequence, and a letter y of
the path names one token, T, there. Follow the positions k_0 = n > k_1 > … of the path: after r passes, k_i holds the
token r hops further on the path. For the next pass, k_i asks for the left letter of the following token; k_{i+1}, which
k_i can see, holds that token by now, so there is a match, every match is that token, and a match wins
(u26.retrieval-max). A letter-integer pair asks for its own letter and is its own nearest match, so it stays.

Traps: uniqueness must hold in the whole sequence. If a hop is only unique among the positions before it, a later pair
with the same left letter can move into view: A1 BA AA AB. And a hop to a later position may fail under a causal
mask: A1 BC CA DB, the path DB → BC → CA → A1, where BC stands before CA.

What survives: the induction needs neither propriety nor a unique answer off the path.
"""

import itertools
from fractions import Fraction

import z3

from rope_theory.core.constructions import spacing, t_retrieval
from rope_theory.core.run_tasks import alphabet
from rope_theory.core.tasks import Pair, invalid_letter, solve_letter
from rope_theory.evidence.by_hand import sequence
from rope_theory.evidence.claims import Hypothesis, Tier, ours, st, theorem, trusted
from rope_theory.evidence.instances.retrieval import case, goes_back


def answered(tokens, visible="all", part=Fraction(1, 2), passes=0) -> bool:
    """Whether T_Retrieval, applied as many times as the path has hops, ends on the oracle's answer.

    Args:
        tokens: letter-task input, valid in the reading `visible`.
        visible: "all" or "earlier", see `rope_theory.core.tasks.letter`.
        part: θ as a part of the allowed ω/(2n).
        passes: passes more than the path has hops.
    """
    solution, letters = solve_letter(tokens, visible), alphabet(tokens)
    model = t_retrieval(letters, spacing(len(letters)) * part / (2 * len(tokens)))
    for _ in range(solution.hops + passes):
        tokens = model.apply(tokens)
        if None in tokens:
            return False
    return tokens[-1] == solution.answer


def hop_by_hop(tokens, visible="all") -> list[str]:
    """The path and its answer, the sequence after each pass of T_Retrieval, and what its last position holds."""
    solution, letters = solve_letter(tokens, visible), alphabet(tokens)
    model = t_retrieval(letters, spacing(len(letters)) / (4 * len(tokens)))
    now, told = tokens, []
    while len(told) < solution.hops and None not in now:
        now = model.apply(now)
        told.append(f"pass {len(told) + 1}: {sequence(now)}")
    return [
        f"Input {sequence(tokens)}. Its path: {' → '.join(str(tokens[k - 1]) for k in solution.path)}, positions "
        f"{' → '.join(map(str, solution.path))}; so the answer is {solution.answer}",
        "Each pass, every letter pair takes the nearest token up to its own position that has the letter it asks for, or where there is none the nearest letter on "
        f"the circle: {'; '.join(told)}",
        f"After {solution.hops} passes the last position holds {sequence(now[-1:])} {'=' if now[-1] == solution.answer else '≠'} {solution.answer}",
    ]


VALID = Hypothesis(
    "the path is well defined and unique (each letter on it names one token of the sequence)",
    lambda tokens, **_: invalid_letter(tokens) is None,
)
VALID_EARLIER = Hypothesis(
    "the path, each hop seeing the positions up to its start, is well defined and unique",
    lambda tokens: invalid_letter(tokens, "earlier") is None,
)
BACK = Hypothesis("every hop goes to an earlier position", goes_back)


FIGURE = case("C2 B1 A3 FA EC DE HF GD IG")


@theorem(
    "new.letter-path",
    ours("U26", "our question on p. 6, Section 3.2 and the valid inputs of p. 15, Appendix B.2"),
    "T_Retrieval applied hop by hop answers the letter task at the last position for every input whose path is well "
    "defined and unique, proper or not.",
    VALID,
    example=FIGURE,
    verdict=Tier.REFUTED,
    readings=(
        "Unique: each letter on the path names one token of the whole sequence (copies allowed). Appendix B.2 takes the path from "
        "(x_n2, y_n2) … (x_1, y_1): read as a subsequence, as in u26.let-decomposition.path-unique, hops go to earlier positions; here it is read as a "
        "set, and a causal head may fail at a hop to a later position (A1 BC CA DB).",
        "If a hop sees only the positions up to its start, see new.letter-path.earlier.",
    ),
)
def letter_path(tokens):
    return answered(tokens)


@letter_path.by_hand
def forward_hop(tokens):
    path = solve_letter(tokens).path
    told, *rest = hop_by_hop(tokens)
    forward = next(((k, to) for k, to in itertools.pairwise(path) if to > k), None)
    late = f"{tokens[forward[0] - 1]} at {forward[0]} asks for {tokens[forward[1] - 1]} at {forward[1]} > {forward[0]}, which it does not see"
    return [told, *([late] if forward else []), *rest]


letter_path.true_at("the same path with its pairs in causal order", case("D1 CD BC AB"))
letter_path.true_at("Figure 1", FIGURE)
letter_path.outside("no token holds the letter asked for", case("A1 BC"), VALID, says_nothing=True)

letter_path.proof(lambda proof: proof.refute(case("A1 BC CA DB")))


@theorem(
    "new.letter-path.earlier",
    ours("U26", "our question on p. 6, Section 3.2, a hop seeing earlier positions only"),
    "T_Retrieval applied hop by hop answers the letter task at the last position for every input whose path is well "
    "defined and unique when a hop sees only the positions up to the one it starts from, proper or not.",
    VALID_EARLIER,
    example=case("C1 BC AB"),
    verdict=Tier.REFUTED,
    readings="Corrected by new.letter-path.corrected: uniqueness is needed in the whole sequence.",
)
def earlier(tokens):
    return answered(tokens, "earlier")


earlier.by_hand(lambda tokens: hop_by_hop(tokens, "earlier"))
earlier.true_at("a later pair of the same letter that leads to the same token", case("A1 BA CA AB"))
earlier.true_at("no pair that names itself", case("C1 BC CB AB"))
earlier.outside("no earlier token holds the letter asked for", case("A1 BC"), VALID_EARLIER, says_nothing=True)

earlier.proof(lambda proof: proof.refute(case("A1 BA AA AB")))


def small_sequences(thorough: bool):
    """One or two letter-integer pairs, then letter pairs, over A, B, C with integers 1, 2."""
    numbered = [Pair(left, i) for left in "ABC" for i in (1, 2)]
    lettered = [Pair(a, b) for a, b in itertools.product("ABC", repeat=2)]
    for first, rest in ((1, 1), (1, 2), (1, 3), (2, 2)) if thorough else ((1, 1), (1, 2)):
        for tokens in itertools.product(*(numbered,) * first, *(lettered,) * rest):
            yield {"tokens": tokens}
    yield from map(case, ("D1 CD BC AB", "D1 CD CD BC BC AB"))


@theorem(
    "new.letter-path.corrected",
    ours("U26", "answers our question on p. 6, Section 3.2"),
    "If each letter on the path names one token of the sequence and every hop goes to an earlier position, then T_Retrieval with hard attention and 0 < θ < ω/(2n), applied as often as the path has hops or more often, leaves the answer at the last "
    "position. The rest of the sequence may be improper.",
    VALID,
    BACK,
    example=case("C1 BC DE AB"),  # DE asks for a letter that no token has
    small=small_sequences,
)
def corrected(tokens, part=Fraction(1, 2), passes=0):
    return answered(tokens, part=part, passes=passes)


corrected.by_hand(hop_by_hop)


corrected.false("a hop may go to a later position", case("D1 BC CD AB"), BACK)
corrected.false("one pass less is enough", case("C1 BC AB"), passes=-1)
corrected.false("θ = ω/n is small enough", case("A1 BA BA"), part=Fraction(2))

LETTERS = "ABCDE"
NUMBERED = st.builds(Pair, st.sampled_from(LETTERS), st.integers(1, 2))
LETTERED = st.builds(Pair, st.sampled_from(LETTERS), st.sampled_from(LETTERS))


@st.composite
def solvable(draw):
    """An input with a backward path of up to four hops, with arbitrary pairs in between."""
    chain = draw(st.permutations(LETTERS))[: draw(st.integers(2, 5))]
    tail = [Pair(a, b) for a, b in itertools.pairwise(chain[::-1])][::-1]
    for pair in draw(st.lists(LETTERED, max_size=4)):
        tail.insert(draw(st.integers(0, len(tail) - 1)), pair)
    return (*draw(st.lists(NUMBERED, max_size=2)), Pair(chain[0], 1), *tail)


corrected.attack(tokens=solvable())


@corrected.proof
def corrected_proof(proof):
    proof.use("u26.retrieval-max")
    token, letter = z3.DeclareSort("Token"), z3.DeclareSort("Letter")
    left, right = z3.Function("left", token, letter), z3.Function("right", token, letter)
    now, following, match = z3.Consts("T_i+r T_i+r+1 match", token)
    proof.implies(
        "after r passes k_i holds T_{i+r}, and k_{i+1} < k_i the next token of the path, so a match is in sight; the "
        "winner is a match (u26.retrieval-max), and no other token has the letter asked for: now k_i holds that token",
        [left(following) == right(now), left(match) == right(now)]
        + [z3.Implies(left(match) == left(following), match == following)],
        match == following,
    )
    n, s, t, theta, omega, pi = z3.Reals("n s t θ ω π")
    proof.implies(
        "off the path: two tokens at distances s < t, letters kω and k'ω off, never tie, since 0 < tθ ± sθ < ω; a "
        "letter-integer pair meets itself at phase 0, and any other match at a phase tθ < π",
        [omega <= 2 * pi, theta > 0, 2 * n * theta < omega, 0 <= s, s < t, t <= n - 1],
        z3.And(0 < t * theta - s * theta, t * theta + s * theta < omega, t * theta < pi),
    )
    proof.trust(trusted.COSINE)
    proof.qed(
        "every alphabet, every length n, every 0 < θ < ω/(2n)", method="induction on passes: z3, and u26.retrieval-max"
    )
