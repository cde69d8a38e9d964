"""The printed index of the number task's answer is wrong; the answer is the letter at n1 + k_HL - j_{k_HL}.

Idea: integer number k stands at position n1 + k, after the letters. Hopping back by j_k leads from k to k - j_k in both
counts, so the chain k_1, k_2, … and the path of positions stay n1 apart. The last hop starts at n1 + k_HL.

What survives of the printed text: the chain itself. Its formula for the answer has two errors. n2 stands where the
number of letters belongs; and the last hop is counted from the first integer instead of from integer k_HL. Repairing
only the first gives a formula that is right exactly for k_HL = 1 (or when two letters happen to be equal).

Traps: the assumption "n1 - j_{k_HL} + 1 ∈ {1..n1}" refuses the paper's own Figure 1: n1 = 3, k_HL = 2, j = 4, so it
asks for 0 ∈ {1, 2, 3}; and the formula would answer s_3 = A there, not C.
"""

import z3

from rope_theory.core.tasks import generate_number, solve_number
from rope_theory.evidence.claims import Erratum, Hypothesis, Tier, Weight, ours, st, theorem, verbatim
from rope_theory.evidence.instances.number import FIGURE, VALID_NUMBER, number_inputs

AB1, A1, AB11 = ({"tokens": tokens} for tokens in (("A", "B", 1), ("A", 1), ("A", "B", 1, 1)))


def last_hop(tokens: tuple) -> tuple[int, int, int, int]:
    """n1, n2, k_HL and j_{k_HL}, of the chain k_1 = n2, k_{i+1} = k_i - j_{k_i} while it is at least 1."""
    n1 = sum(isinstance(token, str) for token in tokens)
    n2 = k = len(tokens) - n1
    while k - tokens[n1 + k - 1] >= 1:
        k -= tokens[n1 + k - 1]
    return n1, n2, k, tokens[n1 + k - 1]


def assumed_at(tokens, **_) -> bool:
    n1, _, _, j = last_hop(tokens)
    return 1 <= n1 - j + 1 <= n1


def answered_at(tokens, position: int) -> bool:
    """Whether the answer is the letter at this position, which is one of the letters'."""
    return 1 <= position <= last_hop(tokens)[0] and tokens[position - 1] == solve_number(tokens).answer


ASSUMED = Hypothesis("n1 - j_{k_HL} + 1 ∈ {1..n1}", assumed_at)


@theorem(
    "u26.number-solution",
    verbatim(
        "U26",
        "p. 15, Appendix B.1 (its assumption: p. 14, item 2)",
        "The solution of the number task is a function fNUM such that for every σNUM then fNUM(σNUM) = s_{n₂−j_{k_{HL}}+1} (see "
        "Figure 1 left).",
    ),
    "With the hop chain k_1 = n2, k_{i+1} = k_i - j_{k_i}, …, k_HL, it is assumed that n1 - j_{k_HL} + 1 ∈ {1..n1}, "
    "and the answer is s_{n2 - j_{k_HL} + 1}.",
    VALID_NUMBER,
    verdict=Tier.REFUTED,
    example={"tokens": FIGURE},
    readings=(
        "k_HL is the last index of the chain that is still among 1..n2, so that the hop from it meets a letter.",
        "Read as two assertions about every number-task input whose path meets a letter: the assumption holds, and the "
        "answer is the letter with that index. With the assumption as a hypothesis: u26.number-solution.assumed.",
    ),
    in_fairness="The task itself is perfectly clear from Figure 1, the prose and the hop chain, and every later result "
    "uses the task and not this index. The last hop has to be counted from its own position and with the number of "
    "letters in front: with n₁ + k_HL − j (j the integer at k_HL) as the index, here and in item 2, the definition is "
    "right.",
    erratum=Erratum(
        Weight.SLIP,
        "an index that no later result uses: prose and Figure 1 have the task right",
        mend="for n2 - j + 1 (the answer) and n1 - j + 1 (item 2) read n1 + k_HL - j, j = j_{k_HL}",
        fault="an index",
        seen="Figure 1: s_3 = A for C, 0 ∉ {1..3}",
    ),
)
def printed(tokens):
    _, n2, _, j = last_hop(tokens)
    return assumed_at(tokens) and answered_at(tokens, n2 - j + 1)


printed.true_at("A 1, where n1 = n2 = k_HL", A1)
printed.true_at("A B 1 1, where n1 = n2 and both hops are single steps", AB11)
printed.outside("the path leaves the sequence", {"tokens": ("A", 3)}, VALID_NUMBER)
printed.edge("the shortest input: the assumption holds, the answer is wrong", AB1, assumed=True, holds=False)


@printed.proof
def refutation(proof):
    proof.exact("Figure 1: n1 = 3, n2 = 6, k_HL = 2, j_{k_HL} = 4", last_hop(FIGURE) == (3, 6, 2, 4))
    proof.exact("Figure 1 breaks the assumption: n1 - j + 1 = 0", not assumed_at(FIGURE))
    proof.refute({"tokens": FIGURE})


@printed.by_hand
def counted(tokens):
    n1, n2, last, j = last_hop(tokens)
    answer, path, _ = solve_number(tokens)
    stands = "holds" if assumed_at(tokens) else "fails"
    return [
        f"Input {' '.join(map(str, tokens))}{' (Figure 1)' * (tokens == FIGURE)}: n1 = {n1}, n2 = {n2}, k_HL = {last}, j = j_{{k_HL}} = {j}",
        f"By the task itself: positions {' → '.join(map(str, path))}, so the answer is {answer}",
        f"As printed: n1 - j + 1 = {n1 - j + 1} ∈ {{1..{n1}}} {stands}, and s_{{n2 - j + 1}} = s_{n2 - j + 1} = "
        f"{tokens[n2 - j]} ≠ {answer}",
        f"Mended: s_{{n1 + k_HL - j}} = s_{n1 + last - j} = {tokens[n1 + last - j - 1]}",
    ]


@theorem(
    "u26.number-solution.assumed",
    ours("U26", "pp. 14–15, Appendix B.1, with item 2 as a hypothesis"),
    "On the inputs for which the printed assumption n1 - j_{k_HL} + 1 ∈ {1..n1} holds, the answer is s_{n2 - j_{k_HL} "
    "+ 1}.",
    VALID_NUMBER,
    ASSUMED,
    verdict=Tier.REFUTED,
    example=AB1,
)
def assumed(tokens):
    _, n2, _, j = last_hop(tokens)
    return answered_at(tokens, n2 - j + 1)


assumed.by_hand(counted)
assumed.true_at("A 1, where n1 = n2 = k_HL", A1)
assumed.true_at("A B 1 1, where n1 = n2 and both hops are single steps", AB11)
assumed.outside("the letter stands after integers", {"tokens": (1, 1, "A", 2)}, VALID_NUMBER)
assumed.outside("Figure 1", {"tokens": FIGURE}, ASSUMED)
assumed.proof(lambda proof: proof.refute(AB1))


@theorem(
    "u26.number-solution.n1-for-n2",
    ours("U26", "the smallest repair of p. 15, Appendix B.1"),
    "With n2 read as n1: on the inputs for which the printed assumption n1 - j_{k_HL} + 1 ∈ {1..n1} holds, the answer "
    "is s_{n1 - j_{k_HL} + 1}.",
    VALID_NUMBER,
    ASSUMED,
    verdict=Tier.REFUTED,
    example={"tokens": ("A", "B", 1, 2)},
    readings="The smallest repair of the printed formula: the assumption and the answer then name one position. It "
    "counts the last hop from the first integer, wherever it starts.",
)
def one_index(tokens):
    n1, _, _, j = last_hop(tokens)
    return answered_at(tokens, n1 - j + 1)


@one_index.by_hand
def counted_from_the_first(tokens):
    n1, n2, last, j = last_hop(tokens)
    answer, path, _ = solve_number(tokens)
    found = tokens[n1 - j]
    return [
        f"Input {' '.join(map(str, tokens))}: n1 = {n1}, n2 = {n2}, k_HL = {last}, j = j_{{k_HL}} = {j}",
        f"By the task itself: positions {' → '.join(map(str, path))}, so the answer is {answer}",
        f"With n1 for n2: n1 - j + 1 = {n1 - j + 1} ∈ {{1..{n1}}}, and s_{{n1 - j + 1}} = s_{n1 - j + 1} = {found} "
        f"{'=' if found == answer else '≠'} {answer}; the hop starts at integer {last}, not at the first",
    ]


one_index.true_at("A B 1: right whenever the last integer of the path is the first of all (k_HL = 1)", AB1)
one_index.true_at("A B 2: the same with a longer hop", {"tokens": ("A", "B", 2)})
one_index.outside("there is no answer", {"tokens": (1, 1, "A", 2)}, VALID_NUMBER, says_nothing=True)
one_index.outside("Figure 1", {"tokens": FIGURE}, ASSUMED)
one_index.proof(lambda proof: proof.refute({"tokens": ("A", "B", 1, 2)}))


@theorem(
    "u26.number-solution.corrected",
    ours("U26", "corrects pp. 14–15, Appendix B.1"),
    "On every number-task input whose path meets a letter, n1 + k_HL - j_{k_HL} ∈ {1..n1}, and the answer is s_{n1 + "
    "k_HL - j_{k_HL}}.",
    VALID_NUMBER,
    example={"tokens": FIGURE},
    small=number_inputs,
)
def corrected(tokens, further=0, block="n1"):
    n1, n2, k, j = last_hop(tokens)
    return answered_at(tokens, {"n1": n1, "n2": n2}[block] + k - j + further)


@corrected.by_hand
def counted_from_its_own_position(tokens):
    first, path, *_ = counted(tokens)
    n1, _, last, j = last_hop(tokens)
    at = n1 + last - j
    return [first, path, f"n1 + k_HL - j = {at} ∈ {{1..{n1}}}, and s_{at} = {tokens[at - 1]}"]


corrected.false("one position further", AB1, further=1)
corrected.false("n2 in place of n1", AB1, block="n2")
corrected.false("the path may leave the sequence", {"tokens": ("A", 3)}, VALID_NUMBER)


def drawn(seed, **recipe):
    return next(generate_number(seed, 1, **recipe))[0]


SEEDS, SIZES = st.integers(0, 10**6), st.integers(1, 12)
SHORT = {"length_letters": SIZES, "length_integers": SIZES, "hops": st.just((1,)), "integers": st.just(24)}
corrected.attack(tokens=st.builds(drawn, SEEDS))  # the published recipe
corrected.attack(tokens=st.builds(drawn, SEEDS, **SHORT))


@corrected.proof
def proof(proof):
    n1, n2, k, j, position = z3.Ints("n1 n2 k j position")
    proof.implies(
        "from integer k_1 = n2 at position n1 + n2 on, one hop among the integers keeps the path n1 ahead of the chain; the "
        "hop from k_HL leaves them, and where it lands stands the letter number n1 + k_HL - j",
        [n1 >= 1, n2 >= 1, position == n1 + k, 1 <= k, k <= n2, j >= 1, position - j >= 1],
        z3.And(position - j == n1 + (k - j), z3.Or(k - j >= 1, z3.And(1 <= n1 + k - j, n1 + k - j <= n1))),
    )
    proof.qed("every number-task input whose path meets a letter, of any length")
