"""Definitions of the Coq development held against Python's, by computation on seeded inputs.

Each twin asks one definition the same questions on both sides: Python answers with the library's function, Coq evaluates
the definition, or a computable one that Twins.v proves equal to it, and names the questions on which the answers differ.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

from rope_theory.core.angles import FULL_TURN, Angle, TrigSum
from rope_theory.core.constructions import LetterCircle, h_mix, h_pos, h_sym
from rope_theory.core.errors import InvalidInput
from rope_theory.core.heads import Head, logits
from rope_theory.core.rope import half_from_adjacent
from rope_theory.core.tasks.index import index_function, listing1_index
from rope_theory.core.tasks.letter import invalid_letter, solve_letter
from rope_theory.core.tasks.number import solve_number
from rope_theory.core.tasks.retrieval import improper, listing1_retrieval, retrieval_function
from rope_theory.core.tasks.tokens import Pair
from rope_theory.laws.axes import in_sections, interleaved
from rope_theory.laws.gaps import Others, gap

#: Modules that a question names, for one session.
REQUIRED = (
    "Rope",
    "Heads",
    "Tasks",
    "u26_listing1",
    "u26_num_decomposition_doubling",
    "u26_swaps",
    "Axes",
    "new_layouts",
    "Twins",
)
LETTERS = "ABCD"
Draw = Callable[[Random], Any]
Asked = tuple[Head, Sequence[Any], str, int]
SEED, EACH = 16, 150


@dataclass(frozen=True)
class Twin:
    """One definition and its questions.

    Args:
        name: what is compared.
        agrees: Coq function from a pair (question, answer) to bool.
        cases: the questions with Python's answers, as Coq writes them.
    """

    name: str
    agrees: str
    cases: tuple[tuple[str, str], ...]

    @property
    def command(self) -> str:
        """What Coq is asked: the numbers of the questions on which the answers differ."""
        listed = "; ".join(f"({question}, {answer})" for question, answer in self.cases)
        return f'Redirect "twin_{self.label}" Eval vm_compute in (differing ({self.agrees}) [{listed}]).'

    @property
    def label(self) -> str:
        """The name as a file's."""
        return re.sub(r"\W+", "_", self.name)

    def fault(self, answer: str) -> str | None:
        """What is wrong by Coq's answer, in a line; None if both sides agree on every question."""
        found = re.fullmatch(r"\s*=\s*\[([\d;\s]*)\](?:%\w+)?\s*:\s*list nat\s*", answer)
        if not found:
            return f"twin {self.name}: Coq gives no answer"
        if not found[1].strip():
            return None
        question, wanted = self.cases[int(found[1].split(";")[0])]
        return f"twin {self.name}: Coq and Python differ on {len(found[1].split(';'))} of {len(self.cases)} inputs, first on {question}, where Python says {wanted}"


def start() -> list[str]:
    """The commands at the start of a session that is asked about twins."""
    return [
        "From Coq Require Import List ZArith.",
        *(f"From RopeTheory Require Import {name}." for name in REQUIRED),
        "Import ListNotations.",
        "Open Scope nat_scope.",
    ]


def listed(items: Sequence[str]) -> str:
    return f"[{'; '.join(items)}]"


def optional(item: str | None) -> str:
    return "None" if item is None else f"(Some {item})"


def truth(value: bool) -> str:
    return "true" if value else "false"


def token(one: str | int | Pair) -> str:
    """A token as Coq writes it.

    Example:
        >>> token("B"), token(3), token(Pair("A", "C")), token(Pair("A", 2))
        ('Letter 1', 'Int 3', 'LetterPair 0 2', 'LetterInt 0 2')
    """
    if isinstance(one, Pair):
        left = LETTERS.index(one.left)
        right = LETTERS.index(one.right) if isinstance(one.right, str) else one.right
        return f"Letter{'Pair' if isinstance(one.right, str) else 'Int'} {left} {right}"
    return f"Letter {LETTERS.index(one)}" if isinstance(one, str) else f"Int {one}"


def tokens(sequence: Sequence[Any]) -> str:
    return listed([token(one) for one in sequence])


def terms(value: Any, turn: int) -> str:
    """The exact value as Coq's terms (c, z), c cos(2 pi z/turn)."""
    found = TrigSum.of(value).terms
    return listed([f"({c}, {angle.turns * turn})%Z" for angle, c in found.items()])


def numbers(rng: Random) -> tuple[str | int, ...]:
    """Letters and integers, in any order or letters first."""
    mixed = [rng.choice(LETTERS) if rng.random() < 0.5 else rng.randint(1, 6) for _ in range(rng.randint(1, 7))]
    return tuple(sorted(mixed, key=lambda one: isinstance(one, int)) if rng.random() < 0.5 else mixed)


def pairs(rng: Random) -> tuple[Pair, ...]:
    """Pairs in any order, or letter-integer pairs first; over few letters, so that matches are frequent."""
    letters = LETTERS[: rng.randint(1, 4)]
    mixed = [
        Pair(rng.choice(letters), rng.choice(letters) if rng.random() < 0.6 else rng.randint(1, 2))
        for _ in range(rng.randint(1, 6))
    ]
    return tuple(sorted(mixed, key=lambda one: isinstance(one.right, str)) if rng.random() < 0.7 else mixed)


def tried(function: Callable[[Any], Any], argument: Any, error: type[Exception] = InvalidInput) -> Any:
    """What the function answers; None where it refuses."""
    try:
        return function(argument)
    except error:
        return None


def _functions(rng: Random) -> Iterator[Twin]:
    doubled = import_module("rope_theory.proofs.u26_num_decomposition_doubling").doubled

    def of(name: str, agrees: str, draw: Draw, answer: Callable[[Any], str]) -> Twin:
        drawn = [draw(rng) for _ in range(EACH)]
        return Twin(name, agrees, tuple((tokens(sequence), answer(sequence)) for sequence in drawn))

    same, match = "all_same token_same", "all_same pair_same"
    found = "match {}, snd c with Some r, Some r' => {} r r' | None, None => true | _, _ => false end"
    yield of("Index", f"fun c => {same} (Index keep (fst c)) (snd c)", numbers, lambda s: tokens(index_function(s)))

    def such(draw: Draw, fits: Callable[[Any], Any], share: float = 1) -> Draw:
        """Draws again until Python accepts the input, in this share of all draws."""

        def drawn(rng: Random) -> Any:
            asked, one = rng.random() < share, draw(rng)
            while asked and tried(fits, one) is None:
                one = draw(rng)
            return one

        return drawn

    yield of(
        "Index, wrapping",
        f"fun c => {same} (Index wrap (fst c)) (snd c)",
        such(numbers, lambda s: index_function(s, "wrap")),
        lambda s: tokens(index_function(s, "wrap")),
    )
    yield of("Double", f"fun c => {same} (Double (fst c)) (snd c)", numbers, lambda s: tokens(doubled(s)))
    yield of(
        "Retrieval",
        f"fun c => {match} (Retrieval (fst c)) (snd c)",
        pairs,
        lambda s: tokens(retrieval_function(s, strict=False)),
    )
    yield of("proper", "fun c => Bool.eqb (proper_twin (fst c)) (snd c)", pairs, lambda s: truth(improper(s) is None))

    def first_listing(sequence: tuple[Any, ...]) -> str:
        out = tried(listing1_index, sequence, IndexError)
        return optional(None if out is None else tokens(out))

    yield of("Listing 1, index", f"fun c => {found.format('listing1_index (fst c)', same)}", numbers, first_listing)
    yield of(
        "Listing 1, retrieval",
        f"fun c => {match} (listing1_retrieval (fst c)) (snd c)",
        pairs,
        lambda s: tokens(listing1_retrieval(s)),
    )
    answer = "(fun r r' => ((fst r =? fst r') && {} (snd r) (snd r'))%bool)"

    def number(sequence: tuple[Any, ...]) -> str:
        solved = tried(solve_number, sequence)
        return optional(solved and f"({solved.hops}, {LETTERS.index(solved.answer)})")

    yield of(
        "number task",
        f"fun c => {found.format('number_twin (fst c)', answer.format('Nat.eqb'))}",
        such(numbers, solve_number, 0.7),
        number,
    )

    def valid(sequence: tuple[Any, ...], reading: str) -> bool | None:
        return True if invalid_letter(sequence, reading) is None else None

    def told_apart(sequence: tuple[Any, ...]) -> bool | None:
        """Whether one reading alone takes it: where both do, their answers agree."""
        return True if valid(sequence, "all") != valid(sequence, "earlier") else None

    for reading, sees in (("all", "sees_all"), ("earlier", "sees_earlier")):

        def letter(sequence: tuple[Any, ...], reading: str = reading) -> str:
            solved = tried(lambda s: solve_letter(s, reading), sequence)
            return optional(solved and f"({solved.hops}, {token(solved.answer)})")

        asked = found.format(f"letter_twin {sees} (fst c)", answer.format("pair_same"))
        drawn = such(such(pairs, partial(valid, reading=reading), 0.7), told_apart, 0.3)
        yield of(f"letter task, {reading}", f"fun c => {asked}", drawn, letter)

    def passes(one_pass: Callable[[Any], Any]) -> Callable[[Any], str]:
        def answers(sequence: tuple[Any, ...]) -> str:
            out = []
            for _ in range(4):
                out.append(token(sequence[-1]))
                sequence = one_pass(sequence)
            return listed(out)

        return answers

    last = "fun c => {} (flat_map (fun h => match last_tok (iterate h {} (fst c)) with Some t => [t] | None => [] end) (seq 0 4)) (snd c)"
    yield of(
        "number decomposition",
        last.format(same, "(Index keep)"),
        such(numbers, solve_number, 0.7),
        passes(index_function),
    )
    one_pass = passes(lambda s: retrieval_function(s, strict=False))
    yield of("letter decomposition", last.format(match, "Retrieval"), pairs, one_pass)


def _orders(rng: Random) -> Iterator[Twin]:
    page = import_module("rope_theory.proofs.u26_swaps")

    def swapped(count: int, a: int, b: int) -> list[int]:
        order = list(range(count))
        order[a], order[b] = b, a
        return order

    drawn = [(n, rng.randrange(n), rng.randrange(n)) for n in (rng.randint(1, 6) for _ in range(EACH))]
    yield Twin(
        "swap",
        "fun c => let '(n, a, b) := fst c in all_same Nat.eqb (map (swapped a b) (seq 0 n)) (snd c)",
        tuple((f"({n}, {a}, {b})", listed(list(map(str, swapped(n, a, b))))) for n, a, b in drawn),
    )
    rows = [_matrix(rng) for _ in range(EACH)]
    for name, symbolic in (("invariant", False), ("equivariant", True)):
        yield Twin(
            f"{name} under swaps",
            f"fun c => Bool.eqb ({name}_twin (length (fst c)) (fst c)) (snd c)",
            tuple(
                (
                    listed([f"{listed(list(map(str, row)))}%Z" for row in M]),
                    truth(all(page.rearranged(M, order, symbolic) for order in page.swaps(len(M)))),
                )
                for M in rows
            ),
        )


def _matrix(rng: Random) -> tuple[tuple[int, ...], ...]:
    """A square matrix, often with equal rows or columns, at times but for one entry."""
    n, kind = rng.randint(1, 4), rng.randrange(3)
    row = [rng.randint(0, 3) for _ in range(n)]
    M = [[row[b] if kind == 0 else row[a] if kind == 1 else rng.randint(0, 1) for b in range(n)] for a in range(n)]
    if rng.random() < 0.4:
        M[rng.randrange(n)][rng.randrange(n)] += 1
    return tuple(map(tuple, M))


def _gaps(rng: Random) -> Iterator[Twin]:
    drawn = [tuple(rng.randint(-3, 3) for _ in range(rng.randint(1, 6))) for _ in range(EACH)]
    held = [tuple(Pair(rng.choice("AB"), 1) for _ in values) for values in drawn]
    same = "match {}, snd c with Some z, Some z' => Z.eqb z z' | None, None => true | _, _ => false end"
    vs = "(fst (fst c))"
    kinds = {
        Others.ANY: f"forallb (fun j => {same.format(f'gap_to_twin (fun k => negb (k =? j)) {vs}')}) (maximisers_twin {vs})",
        Others.NOT_MAXIMAL: same.format(f"gap_not_maximal_twin {vs}"),
        Others.OTHER_LETTER: f"forallb (fun j => {same.format(f'gap_to_twin (fun k => negb (nth (k - 1) (snd (fst c)) 0 =? nth (j - 1) (snd (fst c)) 0)) {vs}')}) (filter (first_of_maximisers {vs}) (maximisers_twin {vs}))",
    }
    for kind, agrees in kinds.items():
        cases = []
        for values, keys in zip(drawn, held, strict=True):
            found = gap(values, kind, keys)
            question = f"({listed(list(map(str, values)))}%Z, {listed([str(LETTERS.index(key.left)) for key in keys])})"
            cases.append((question, optional(None if found is None else f"({found})%Z")))
        yield Twin(f"gap to {kind.value}", f"fun c => {agrees}", tuple(cases))


def _heads(rng: Random) -> Iterator[Twin]:
    """Logits at rational turns: the terms that Coq computes from phases, against the exact sums of Python's heads."""

    def rows(name: str, asks: str, draw: Callable[[], Asked]) -> Twin:
        cases = []
        for _ in range(EACH):
            head, sequence, arguments, turn = draw()
            exact = listed([terms(value, turn) for value in logits(head, sequence)])
            written = listed([binding(one) for one in sequence]) if "binding" in asks else tokens(sequence)
            cases.append((f"({written}, ({arguments}))", f"({exact}, {turn}%Z)"))
        agrees = (
            f"fun c => let '(s, arguments) := fst c in let n := length s in let '(answers, q) := snd c in "
            f"all_same (same_value q) (map (fun j => {asks}) (seq 1 n)) answers"
        )
        return Twin(name, agrees, tuple(cases))

    def turns(points: int) -> tuple[Angle, int, int, int]:
        per_point, steps = rng.randint(1, 5), rng.randint(-3, 9)
        turn = points * per_point
        return FULL_TURN * Fraction(steps, turn), steps, per_point, turn

    def pos() -> Asked:
        theta, steps, _, turn = turns(rng.randint(1, 9))
        return h_pos(theta), numbers(rng), f"({steps})%Z", turn

    def retrieval() -> Asked:
        count = rng.randint(1, 4)
        theta, steps, per_point, turn = turns(count)
        letters = LETTERS[:count]
        drawn = [
            Pair(rng.choice(letters), rng.choice(letters) if rng.random() < 0.5 else rng.randint(1, 3))
            for _ in range(4)
        ]
        return h_sym(LetterCircle(tuple(letters)), theta), drawn, f"({steps})%Z, {per_point}%Z", turn

    def bound(mix: bool) -> Callable[[], Asked]:
        def draw() -> Asked:
            count = rng.randint(1, 4)
            circle = LetterCircle(tuple(LETTERS[:count]), spare=True)
            theta, steps, per_point, turn = turns(count + 1)
            drawn = [Pair(rng.choice(circle.letters), rng.randint(1, 3)) for _ in range(4)]
            sequence = [*drawn[: rng.randint(0, 4)], rng.choice(circle.letters)]
            arguments, A, B = f"{count}, ({steps})%Z, {per_point}%Z", rng.randint(1, 4), rng.randint(1, 4)
            if mix:
                return h_mix(circle, theta, A, B), sequence, f"{arguments}, {A}%Z, {B}%Z", turn
            return h_sym(circle, theta), sequence, arguments, turn

        return draw

    def binding(one: Pair | str) -> str:
        if isinstance(one, Pair):
            return f"Bound {LETTERS.index(one.left)} {one.right}"
        return f"Lone {LETTERS.index(one)}"

    def at(kind: str, default: str) -> str:
        position = f"nth ({{}} - 1) s ({default})"
        return f"{kind} ({position.format('n')}) n ({position.format('j')}) j"

    yield rows("H_POS", "h_pos_twin arguments (nth (n - 1) s (Letter 0)) n j", pos)
    yield rows(
        "T_Retrieval's head",
        f"let '(a, r) := arguments in {at('h_retrieval_twin a r', 'LetterInt 0 0')}",
        retrieval,
    )
    yield rows(
        "H_SYM with a spare point",
        f"let '(s0, a, r) := arguments in let binding := Lone 0 in {at('h_single_twin s0 a r', 'binding')}",
        bound(False),
    )
    yield rows(
        "H_MIX",
        f"let '(s0, a, r, A, B) := arguments in let binding := Lone 0 in {at('h_mix_twin s0 a r A B', 'binding')}",
        bound(True),
    )


def _planes(rng: Random) -> Iterator[Twin]:
    """Whole lists: the axis of every plane, the row that comes to every row."""

    def lists(name: str, asks: str, drawn: Sequence[tuple[int, ...]], answer: Callable[..., list[int]]) -> Twin:
        cases = tuple((f"({', '.join(map(str, one))})", listed(list(map(str, answer(*one))))) for one in drawn)
        return Twin(name, f"fun c => all_same Nat.eqb ({asks}) (snd c)", cases)

    split = [(rng.randint(0, 6), rng.randint(0, 6), rng.randint(0, 6)) for _ in range(EACH)]
    for name, asks, answer in (
        ("in sections", "in_sections t h", in_sections),
        ("interleaved", "interleaved h w", interleaved),
    ):
        found = f"let '(t, h, w) := fst c in map ({asks}) (seq 0 (t + h + w))"
        yield lists(name, found, split, lambda *sections, answer=answer: answer(sections))
    rotary = [(half, 2 * half + rng.randint(0, 5)) for half in (rng.randint(1, 8) for _ in range(EACH))]
    yield lists(
        "rows from adjacent to half-split",
        "map (from_half (fst (fst c))) (seq 0 (snd (fst c)))",
        rotary,
        lambda half, size: half_from_adjacent(2 * half, size),
    )


def twins(seed: int = SEED) -> list[Twin]:
    """All twins, their questions drawn from the seed.

    Example:
        >>> found = twins()
        >>> sum(len(twin.cases) for twin in found) >= 2000
        True
    """
    rng = Random(seed)
    return list(itertools.chain.from_iterable(make(rng) for make in (_functions, _orders, _gaps, _heads, _planes)))
