"""Appendix B.1's chain starts from the value j_{n2}: read so, it may start at an earlier copy and end on another letter.

Idea: item 1 equates two integers of the sequence, j_{k_1} = j_{n2}, not two indices. Where the last integer has a copy
earlier on, the chain may start there. So it may in Figure 1: from the first integer, 1, which goes to A and not to C.

Traps: copies often lead to the same letter, for instance where the last integer's own chain meets the copy. In the letter task
(Appendix B.2, item 1) the same words do no harm on inputs with one path: a copy of the last pair asks for the same letter.

What survives: the task. The text goes on to say that the first element is the last integer of the sequence, so that k_1 = n2.
"""

from rope_theory.core.tasks import solve_number
from rope_theory.evidence.by_hand import sequence
from rope_theory.evidence.claims import Tier, ours, theorem
from rope_theory.evidence.instances.number import FIGURE, VALID_NUMBER


def chains(tokens, start_anywhere=True) -> list[list[int]]:
    """The chains k_{i+1} = k_i - j_{k_i} that meet a letter, by positions: from every k_1 with j_{k_1} = j_{n2}, or from n2 only."""
    n1 = sum(isinstance(token, str) for token in tokens)
    found = []
    for start in range(n1 + 1, len(tokens) + 1) if start_anywhere else [len(tokens)]:
        chain = [start]
        while chain[-1] >= 1 and isinstance(tokens[chain[-1] - 1], int):
            chain.append(chain[-1] - tokens[chain[-1] - 1])
        if tokens[start - 1] == tokens[-1] and chain[-1] >= 1:
            found.append(chain)
    return found


def ends(tokens, start_anywhere=True) -> set[str]:
    """The letters on which `chains` end."""
    return {tokens[chain[-1] - 1] for chain in chains(tokens, start_anywhere)}


PRINTED = {"tokens": FIGURE}


@theorem(
    "u26.number-solution.start",
    ours("U26", "p. 14, Appendix B.1, item 1, read as the equation of integers that it is: j_{k_1} = j_{n2}"),
    "On every number-task input, all chains that start at an integer equal to the last one, go on by k_{i+1} = k_i - j_{k_i} and "
    "meet a letter end on the same letter.",
    VALID_NUMBER,
    example=PRINTED,
    verdict=Tier.REFUTED,
    readings="The third sentence after the list (p. 15) says what is meant: the first element is the last integer of the input, k_1 = n2. "
    "With it the chain is unique (u26.number-solution.corrected).",
)
def one_end(tokens, start_anywhere=True):
    return ends(tokens, start_anywhere) == {solve_number(tokens).answer}


@one_end.by_hand
def two_ends(tokens):
    own = [chain for chain in chains(tokens) if chain[0] == len(tokens)][0]
    other = next(chain for chain in chains(tokens) if tokens[chain[-1] - 1] != tokens[own[-1] - 1])
    right, wrong = (tokens[chain[-1] - 1] for chain in (own, other))
    return [
        f"Input {sequence(tokens)}: the last integer, at position {len(tokens)}, is {tokens[-1]}; so is the one at position {other[0]}",
        f"From the last, each integer taking as many positions back as it says: {' → '.join(map(str, own))}, the letter {right}",
        f"From position {other[0]}: {' → '.join(map(str, other))}, the letter {wrong} ≠ {right}",
    ]


one_end.true_at("a copy on the last integer's own path", {"tokens": ("A", "B", 1, 1)})
one_end.true_at("no copy", {"tokens": ("A", "B", 2, 3, 1)})
one_end.outside("no letter is met", {"tokens": ("A", 3)}, VALID_NUMBER, says_nothing=True)
one_end.edge("five tokens: 1, 3 to A, and the other 1 to B", {"tokens": ("A", "B", 1, 3, 1)}, assumed=True, holds=False)


@one_end.proof
def refutation(proof):
    proof.exact(
        "Figure 1: from the last integer to C, from the first to A",
        ends(FIGURE, False) == {"C"} and "A" in ends(FIGURE),
    )
    proof.refute(PRINTED)
