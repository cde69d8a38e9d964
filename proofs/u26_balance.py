"""Value and position of the solution can be balanced within each hop class, as the published recipe says they were.

Idea: 480 000 sequences in four classes are 120 000 each. Every pair of a solution and its position can be reached with 1, 2, 3 and 4
hops, so it is a question of counting: 120 letters at 8 positions are 960 pairs, 125 sequences each; 64 letter-integer pairs at 8
positions are 512, which does not divide 120 000, but 64 and 8 do.

Traps: to balance value and position each on its own is less than to balance the pairs; in the letter task only the first can be
done exactly. A query reaches the first position from the last with the integer 16, which the vocabulary just has.
"""

from collections import Counter
from itertools import product
from string import ascii_lowercase

from rope_theory.core.tasks import (
    Pair,
    improper,
    invalid_letter,
    invalid_number,
    single_letters,
    solve_letter,
    solve_number,
)
from rope_theory.evidence.claims import Among, Tier, ours, theorem

TARGET, PRETARGET = 8, 8
TOTAL, CLASSES = 480_000, 4
LETTERS = (*ascii_lowercase, *(a + b for a in "abcd" for b in ascii_lowercase))[:120]
BOUND = tuple(Pair(letter, integer) for letter in single_letters(8) for integer in range(1, 9))

CLASS = Among.of(
    "a task and one of its hop classes",
    [{"task": task, "hops": hops} for task in ("number", "letter") for hops in range(1, CLASSES + 1)],
)
NUMBER, LETTER = {"task": "number", "hops": 1}, {"task": "letter", "hops": 4}


def number_input(hops: int, letter: str, position: int) -> tuple:
    """One step back at a time from the last position, the last hop to the solution."""
    before = [LETTERS[0]] * (position - 1) + [letter] + [LETTERS[0]] * (TARGET - position)
    last_hop = TARGET + PRETARGET + 1 - (hops - 1)
    return (
        *before,
        *[last_hop - position if at == last_hop else 1 for at in range(TARGET + 1, TARGET + PRETARGET + 2)],
    )


def letter_input(hops: int, solution: Pair, position: int) -> tuple:
    """Letters of their own on the way back from the last position; nobody asks for the letter of the other tokens."""
    idle, *free = (letter for letter in single_letters(8) if letter != solution.left)
    way = [idle, *free[: hops - 1], solution.left]
    path = [Pair(x, y) for x, y in zip(way, way[1:], strict=False)]
    bound = [Pair(idle, 1)] * TARGET
    bound[position - 1] = solution
    return (*bound, *[Pair(idle, solution.left)] * (PRETARGET + 1 - hops), *reversed(path))


def reached(task, hops, value, position, integers=16) -> bool:
    """Some input over the published vocabulary has this solution at this position, after so many hops."""
    if task == "number":
        tokens = number_input(hops, value, position)
        invalid, solve = invalid_number(tokens, letters=LETTERS, integers=integers), solve_number
    else:
        tokens = letter_input(hops, value, position)
        invalid = invalid_letter(tokens, letters=8, integers=8) or improper(tokens)
        solve = solve_letter
    if (
        invalid
        or len(tokens) != TARGET + PRETARGET + 1
        or tokens.count(value) != (1 if value != LETTERS[0] else TARGET)
    ):
        return False
    found = solve(tokens)
    return (found.answer, found.hops, found.path[-1]) == (value, hops, position)


@theorem(
    "u26.balance",
    ours("U26", "p. 15, Appendix B: the sizes of the data and what is balanced in them"),
    "In each hop class of each task every solution can stand at every position of the target window, and 120 000 sequences can be "
    "dealt out so that each value occurs equally often, each position 15 000 times, and each pair of both equally often up to one: "
    "125 times in the number task, 234 or 235 times in the letter task.",
    CLASS,
    verdict=Tier.EXHAUSTIVE,
    example=NUMBER,
    readings=(
        "A value is one of the 120 letters, or one of the 64 letter-integer pairs; the target window has 8 positions.",
        "Shown is that it can be done. That it was done is a report of the authors, and their set was not at hand.",
    ),
)
def balanced(task, hops, total=TOTAL, spread=1, integers=16):
    values = LETTERS if task == "number" else BOUND
    size, rest = divmod(total, CLASSES)
    shift = [(k % len(values), (k + k // len(values)) % TARGET) for k in range(size)]
    by_value, by_position, by_pair = Counter(v for v, _ in shift), Counter(p for _, p in shift), Counter(shift)
    even = [len(set(by_value.values())), len(set(by_position.values()))] == [1, 1] and (len(by_value), rest) == (
        len(values),
        0,
    )
    pairs = max(by_pair.values()) - min(by_pair.values()) <= spread and len(by_pair) == len(values) * TARGET
    return (
        even
        and pairs
        and all(reached(task, hops, value, p, integers) for value, p in product(values, range(1, TARGET + 1)))
    )


balanced.false("in the letter task each pair equally often", LETTER, spread=0)
balanced.false("one sequence more", NUMBER, total=TOTAL + 1)
balanced.false("the integers 1 to 15 would do", NUMBER, integers=15)
balanced.false("eight hops, one more than eight letters allow", {"task": "letter", "hops": 8}, CLASS)
balanced.edge(
    "16 integers are just enough, one more changes nothing", {**NUMBER, "integers": 17}, assumed=False, holds=True
)


@balanced.proof
def proof(proof):
    proof.rows("each task and hop class: an input for each value at each position, and the counts of one way to deal")
    proof.qed("both tasks, 1 to 4 hops")
