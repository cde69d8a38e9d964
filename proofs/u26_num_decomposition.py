"""Index, applied once per hop, answers the number task; what off-path integers do does not matter.

Idea: write the path as k_1 = n, k_2, …, k_{H+1}, the last a letter. A pass turns an integer that points at a letter
into this letter and leaves an integer that points at an integer. So after r passes the letter has moved r positions
along the path: k_{H+1-r}, …, k_{H+1} hold the answer, k_1, …, k_{H-r} still hold their integers. After H passes k_1 = n
holds it.

Steps: induction on r with this invariant, for every position k_i of the path. A step looks at k_i and k_{i+1} only,
which are positions of the sequence; hence no assumption on any other position, whatever a pass does there.

Traps: the pass tests that the position pointed at holds a letter. Without the test an integer would move to a position
from which it points elsewhere. Once the answer has arrived it stays, so fewer hops than h do no harm.
"""

from collections.abc import Callable, Iterator

import z3

from rope_theory.core.tasks import generate_number, index_function, solve_number
from rope_theory.evidence.by_hand import sequence
from rope_theory.evidence.claims import Hypothesis, st, theorem, verbatim
from rope_theory.evidence.instances.index import LONGER
from rope_theory.evidence.instances.number import FIGURE, VALID_NUMBER, number_inputs

TWO_HOPS = {"tokens": ("A", "B", 2, 1), "h": 2, "l": 3, "out_of_range": "keep"}
AT_MOST_H = Hypothesis("at most h hops", lambda tokens, h, **_: solve_number(tokens).hops <= h)
L_AT_LEAST_H = Hypothesis("ℓ >= h", lambda h, l, **_: l >= h)


def small_instances(thorough: bool = False) -> Iterator[dict]:
    for instance in number_inputs(thorough):
        hops = solve_number(instance["tokens"]).hops
        for out_of_range in ("keep", "wrap"):
            for h in (hops, hops + 1):
                yield {**instance, "h": h, "l": h + 1, "out_of_range": out_of_range}


@theorem(
    "u26.num-decomposition",
    verbatim(
        "U26",
        "p. 6, Section 3.2",
        "with at most h hops and a model with ℓ ≥ h layers … fNUM(σNUM) = … Reflexiveˡ⁻ʰ … Indexʰ(σNUM) … n",
    ),
    "f_NUM(σ) = [Reflexive^{ℓ-h}(Index^h(σ))]_n for inputs with at most h hops, ℓ >= h.",
    VALID_NUMBER,
    LONGER,
    AT_MOST_H,
    L_AT_LEAST_H,
    example={"tokens": FIGURE, "h": 4, "l": 4, "out_of_range": "keep"},
    small=small_instances,
    readings=(
        "Holds in every reading of an integer that points before the start (kept, wrapped round as in Listing 1, or "
        "anything else): such integers are off the path, and what stands at a position of the path depends on the next "
        "one alone.",
        "Reflexive is the identity, so ℓ does not matter beyond ℓ >= h.",
    ),
)
def answered(tokens, h, l, out_of_range, one_pass: Callable = index_function):
    current = tokens
    for _ in range(min(h, l)):
        current = one_pass(current, out_of_range)
    return current[-1] == solve_number(tokens).answer


@answered.by_hand
def pass_by_pass(tokens, h, l, out_of_range):
    rows = [tokens]
    for _ in range(min(h, l)):
        rows.append(index_function(rows[-1], out_of_range))
    path = solve_number(tokens).path
    return [
        f"The path: positions {' → '.join(map(str, path))}, the letter {tokens[path[-1] - 1]}",
        *(f"Index^{k}: {sequence(row)}" for k, row in enumerate(rows)),
    ]


def copies_integers(tokens, out_of_range) -> tuple:
    """A pass that copies whatever stands at the position asked for."""
    return tuple(
        tokens[position - token - 1] if isinstance(token, int) and token < position else token
        for position, token in enumerate(tokens, 1)
    )


def one_further(tokens, out_of_range) -> tuple:
    """Integer i looks i + 1 positions back."""
    return index_function([t + 1 if isinstance(t, int) else t for t in tokens], out_of_range)


answered.false("one hop more than passes", {**TWO_HOPS, "h": 1}, AT_MOST_H)
answered.false("fewer layers than hops", {**TWO_HOPS, "l": 1}, L_AT_LEAST_H)
answered.false("a pass that copies integers, too", TWO_HOPS, one_pass=copies_integers)
answered.false(
    "a pass that looks one position further back", {**TWO_HOPS, "tokens": ("A", "B", 1), "h": 1}, one_pass=one_further
)


@st.composite
def instances(draw) -> dict:
    n2, spare = draw(st.integers(4, 9)), draw(st.integers(0, 2))
    seed = draw(st.integers(0, 10**6))
    tokens, solution = next(generate_number(seed, 1, length_letters=6, length_integers=n2, integers=n2 + 5))
    passes = solution.hops + spare
    return {"tokens": tokens, "h": passes, "l": passes, "out_of_range": draw(st.sampled_from(["keep", "wrap"]))}


answered.attack(at=instances())
before_the_start = {"tokens": ("A", 99, 2), "h": 1, "l": 1, "out_of_range": "keep"}
answered.edge("kept, an integer may be larger than the length", before_the_start, assumed=False, holds=True)


@answered.proof
def proof(proof):
    position = z3.Function("k", z3.IntSort(), z3.IntSort())  # the i-th position of the path
    letter, later = (z3.Function(name, z3.IntSort(), z3.BoolSort()) for name in ("letter", "letter'"))  # after r, r + 1
    token, after = (z3.Function(name, z3.IntSort(), z3.IntSort()) for name in ("token", "token'"))
    h, r, i, answer, length = z3.Ints("H r i answer n")

    def invariant(is_letter, held, passes, at):  # with no pass it says what the path is
        on_the_way = z3.And(z3.Not(is_letter(position(at))), held(position(at)) == position(at) - position(at + 1))
        arrived = z3.And(is_letter(position(at)), held(position(at)) == answer)
        return z3.If(at >= h + 1 - passes, arrived, on_the_way)

    def same(p, q):  # afterwards p holds what q held before
        return z3.And(later(p) == letter(q), after(p) == token(q))

    here = position(i)
    target = here - token(here)
    moves = z3.If(letter(target), same(here, target), same(here, here))
    one_pass = z3.If(
        letter(here), same(here, here), z3.Implies(z3.And(1 <= target, target <= length), moves)
    )  # before the start anything may happen
    path = [h >= 1, r >= 0, 1 <= i, i <= h + 1, invariant(letter, token, r, i), one_pass]
    path += [z3.And(1 <= position(at), position(at) <= length) for at in (i, i + 1)]
    proof.implies("step at the letter: it stays", [*path, i == h + 1], invariant(later, after, r + 1, i))
    proof.implies(
        "step at an earlier position: it takes the letter of the next one, if that has one by now",
        [*path, i <= h, invariant(letter, token, r, i + 1)],
        invariant(later, after, r + 1, i),
    )
    proof.qed(
        "every input whose path meets a letter, every length, every h >= its hops and ℓ >= h, every treatment of "
        "integers that point before the start"
    )
