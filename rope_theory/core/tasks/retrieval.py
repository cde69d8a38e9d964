"""Retrieval in both papers' senses: U25's attribute of a queried symbol, and U26's function on pairs.

U26 defines Retrieval on *proper* sequences only: wherever a letter y stands on the right, at position j, some
position k ≤ j has y on the left, and all such positions hold the same token. Position j itself counts, so a
pair such as (B, B) may name itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.tasks.tokens import Pair, pair_tokens, symbol


def improper(sequence: Iterable[Pair]) -> str | None:
    """What keeps `sequence` from being proper, or None if it is proper.

    Proper: for every j with a letter y on the right, exactly one token (any number of copies, at least one)
    with left letter y stands at the positions 1..j.

    Args:
        sequence: pairs. A bad token is reported as the reason, not raised.

    Source: U26, F.1.

    Example:
        >>> improper([("A", 1), ("B", "A"), ("A", 1), ("C", "A")]) is None
        True
        >>> improper([("A", 1), ("B", "C")])
        'position 2 holds BC, but positions 1..2 hold no token with left letter C'
        >>> improper([("A", 1), ("A", 2), ("B", "A")])
        'position 3 holds BA, but positions 1..3 hold two tokens with left letter A: A1 and A2'
    """
    try:
        tokens = pair_tokens(sequence)
    except InvalidInput as error:
        return str(error)
    seen: dict[str, list[Pair]] = {}
    for position, token in enumerate(tokens, 1):
        same_left = seen.setdefault(token.left, [])
        if token not in same_left:
            same_left.append(token)
        if isinstance(token.right, str):
            found = seen.get(token.right, [])
            here, left = f"position {position} holds {token}, but positions 1..{position} hold", token.right
            if not found:
                return f"{here} no token with left letter {left}"
            if len(found) > 1:
                return f"{here} two tokens with left letter {left}: {found[0]} and {found[1]}"
    return None


def consistent(pairs: Sequence[Pair]) -> bool:
    """Whether every symbol is bound once, or always to the same attribute.

    Example:
        >>> consistent((Pair("A", 1), Pair("A", 1), Pair("B", 1))), consistent((Pair("A", 1), Pair("A", 2)))
        (True, False)
    """
    return len({pair.left for pair in pairs}) == len(set(pairs))


def retrieval_function(sequence: Iterable[Pair], strict: bool = True, ties: str = "first") -> tuple[Pair, ...]:
    """Retrieval: out_j = the token (y, ·) among s_1..s_j where s_j = (x, y) is a letter pair, else s_j.

    Args:
        sequence: pairs; proper, if `strict`.
        strict: True refuses improper sequences, on which U26 defines nothing. False goes on: a letter pair
            without a match among the positions up to its own stays, and among several matches `ties` chooses.
        ties: "first" (as Listing 1 does) or "last" (as a head that prefers the nearest does). On proper
            sequences the choice makes no difference.

    Raises:
        InvalidInput: a bad token; an unknown `ties`; an improper sequence, with the position and the letter.

    Source: U26, F.1.

    Example:
        >>> from rope_theory.core.tasks import format_tokens, parse_letter
        >>> format_tokens(retrieval_function(parse_letter("A1 BA CB")))
        'A1 A1 BA'
    """
    require(ties in ("first", "last"), "ties", "must be one of first, last", ties)
    tokens = pair_tokens(sequence)
    if strict:
        reason = improper(tokens)
        require(reason is None, "sequence", f"must be proper ({reason})", " ".join(map(str, tokens)))
    match: dict[str, Pair] = {}
    out = []
    for token in tokens:
        if ties == "last" or token.left not in match:
            match[token.left] = token
        out.append(match.get(token.right, token) if isinstance(token.right, str) else token)
    return tuple(out)


def attribute_retrieval(pairs: Iterable[Pair], query: str) -> str | int:
    """Retrieval as U25 has it: the attribute bound to the queried symbol.

    Args:
        pairs: (symbol, attribute); every symbol is bound once, or always to the same attribute. Two symbols
            may share an attribute.
        query: a symbol among them.

    Raises:
        InvalidInput: a bad token, a symbol bound to two attributes, or an unbound query.

    Source: after U25, §Retrieval; wording ours.

    Example:
        >>> attribute_retrieval([("A", 1), ("B", 2), ("C", 1)], "B")
        2
    """
    bound: dict[str, str | int] = {}
    for position, token in enumerate(pair_tokens(pairs, "pairs"), 1):
        before = bound.setdefault(token.left, token.right)
        rule = f"must bind {token.left} at position {position} to {before}, as before"
        require(before == token.right, "pairs", rule, str(token))
    query = symbol(query)
    require(query in bound, "query", "must be one of the bound symbols " + ", ".join(bound), query)
    return bound[query]


def listing1_retrieval(seq: Sequence[Pair]) -> list[Pair]:
    """Listing 1's retrieval: the first i < n with seq[i][0] == seq[n][1] gives out[n] = seq[i].

    A transcription, nothing more: positions count from 0, the search runs over range(n), so position n itself is
    left out, and a letter token without a match stays.

    Source: U26, Listing 1.

    Example:
        >>> listing1_retrieval([("A", 1), ("B", "A"), ("C", "B")])
        [('A', 1), ('A', 1), ('B', 'A')]
    """
    out = list(seq)
    for n in range(len(seq)):
        if isinstance(seq[n][1], str):
            for i in range(n):
                if seq[i][0] == seq[n][1]:
                    out[n] = seq[i]
                    break
    return out
