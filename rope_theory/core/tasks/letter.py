"""The letter task (U26): follow right letters from the last pair until a letter-integer pair is reached.

"Paths are well defined and unique" leaves open what a hop sees. Two readings, argument `visible`:

* "all": a hop for letter y sees the whole sequence, which must hold one token with left letter y (copies of
  it are allowed). A hop may go to a later position.
* "earlier": a hop sees only the positions up to the one it starts from, as under a causal mask. Where the
  current token has copies, each copy that the path can stand on must find the same token.

Neither reading implies the other. A path that comes back to a token never ends; such inputs are invalid.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.tasks.tokens import Pair, format_tokens, pair_tokens
from rope_theory.core.tasks.vocabulary import vocabulary

READINGS = ("all", "earlier")


class LetterSolution(NamedTuple):
    """An answered letter-task input.

    Args:
        answer: the letter-integer pair reached.
        path: the positions visited, counted from 1: the last position, then for every token hopped to its
            first occurrence.
        hops: the number of letter pairs on the path, len(path) − 1.
    """

    answer: Pair
    path: tuple[int, ...]
    hops: int


def _find(tokens: tuple[Pair, ...], letter: str, upto: int) -> Pair | str:
    """The one token with this left letter among positions 1..upto, or what is wrong."""
    found = list(dict.fromkeys(token for token in tokens[:upto] if token.left == letter))
    if len(found) == 1:
        return found[0]
    among = "" if upto == len(tokens) else f" up to position {upto}"
    have = f"two tokens{among} have: {found[0]} and {found[1]}" if found else f"no token{among} has"
    return f"the path asks for left letter {letter}, which {have}"


def _walk(tokens: tuple[Pair, ...], visible: str) -> tuple[list[Pair], str | None]:
    """The tokens of the path, and why it stops before a letter-integer pair (None if it does not)."""
    path = [tokens[-1]]
    copies = [len(tokens)]  # the positions on which the path may stand
    while isinstance(letter := path[-1].right, str):
        views = (len(tokens),) if visible == "all" else (copies[0], copies[-1])
        for upto in views:  # what the first copy finds and the last finds alone, all between find as well
            found = _find(tokens, letter, upto)
            if isinstance(found, str):
                return path, found
            token = found
        if token in path:
            return path, f"the path comes back to {token}"
        path.append(token)
        copies = [p for p, other in enumerate(tokens[: views[-1]], 1) if other == token]
    return path, None


def _reason(tokens: tuple[Pair, ...], visible: str) -> str | None:
    if isinstance(tokens[0].right, str):
        return "there is no letter-integer pair at position 1"
    if isinstance(tokens[-1].right, int):
        return f"the last token {tokens[-1]} is no letter pair"
    letter_pairs = False
    for position, token in enumerate(tokens, 1):
        if letter_pairs and isinstance(token.right, int):
            return f"the letter-integer pair {token} at position {position} stands after a letter pair"
        letter_pairs = isinstance(token.right, str)
    return _walk(tokens, visible)[1]


def invalid_letter(
    sequence: Iterable[Pair],
    visible: str = "all",
    *,
    letters: int | Collection[str] | None = None,
    integers: int | Collection[int] | None = None,
) -> str | None:
    """What keeps `sequence` from being a letter-task input, or None if it is one.

    Valid: letter-integer pairs, then letter pairs, at least one of each, and the path from the last pair,
    which for (x, y) goes to the token with left letter y, is well defined, unique and ends at a
    letter-integer pair. Properness is another matter: see `improper`. Valid inputs may be improper.

    Args:
        sequence: pairs. A bad token is reported as the reason, not raised.
        visible: "all" or "earlier", what a hop sees.
        letters: the vocabulary: letters, or their number (the first of A..Z, a..z); None allows all.
        integers: the vocabulary: integers, or the largest (then 1..largest); None allows all.

    Raises:
        InvalidInput: an unknown `visible`; a bad vocabulary (see `vocabulary`).

    Source: U26, the letter task.

    Example:
        >>> from rope_theory.core.tasks import parse_letter
        >>> invalid_letter(parse_letter("C2 B1 A3 FA EC DE HF GD IG")) is None
        True
        >>> invalid_letter(parse_letter("A1 BC CA DB"), "earlier")
        'the path asks for left letter C, which no token up to position 2 has'
        >>> invalid_letter(parse_letter("A1 BB"))
        'the path comes back to BB'
    """
    require(visible in READINGS, "visible", f"must be one of {', '.join(READINGS)}", visible)
    known_letters, known_integers = vocabulary(letters, integers, single=True)
    try:
        tokens = pair_tokens(sequence)
    except InvalidInput as error:
        return str(error)
    for position, token in enumerate(tokens, 1):
        for part in token:
            known, kind = (known_letters, "letter") if isinstance(part, str) else (known_integers, "integer")
            if known is not None and part not in known:
                return f"the {kind} {part} of {token} at position {position} is not in the vocabulary"
    return _reason(tokens, visible)


def solve_letter(sequence: Iterable[Pair], visible: str = "all") -> LetterSolution:
    """Answer a letter-task input: hop from (x, y) to the token with left letter y until y is an integer.

    Args:
        sequence: letter-integer pairs, then letter pairs.
        visible: "all" or "earlier", what a hop sees. Where both readings are valid the answers agree.

    Raises:
        InvalidInput: a bad token, or an input that `invalid_letter` finds fault with, with the fault.

    Source: U26, the letter task and Figure 1.

    Example:
        >>> from rope_theory.core.tasks import parse_letter
        >>> solution = solve_letter(parse_letter("C2 B1 A3 FA EC DE HF GD IG"))
        >>> str(solution.answer), solution.path, solution.hops
        ('C2', (9, 8, 6, 5, 1), 4)
    """
    require(visible in READINGS, "visible", f"must be one of {', '.join(READINGS)}", visible)
    tokens = pair_tokens(sequence)
    reason = _reason(tokens, visible)
    require(reason is None, "sequence", f"must be a letter-task input ({reason})", format_tokens(tokens))
    path, _ = _walk(tokens, visible)
    positions = (len(tokens), *(tokens.index(token) + 1 for token in path[1:]))
    return LetterSolution(path[-1], positions, len(path) - 1)
