"""Index in both papers' senses: U25's symbol at a queried position, and U26's function on sequences.

U26's definition is silent about an integer that points before the first position. The argument `out_of_range`
holds the three readings, and `listing1_index` the paper's pseudocode, where such an integer wraps round the
end. On U26's own domain (length n > m, integers 1..m) the wrapped position always exists.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.tasks.tokens import Number, number_tokens

READINGS = ("keep", "wrap", "error")


def index_function(sequence: Iterable[Number], out_of_range: str = "keep") -> tuple[Number, ...]:
    """Index: out_j = s_{j−i} where s_j = i is an integer and s_{j−i} is a letter, otherwise out_j = s_j.

    Args:
        sequence: letters and integers of at least 1, in any order.
        out_of_range: what an integer i ≥ j at position j does. "keep": there is no letter s_{j−i}, so it
            stays. "wrap": position j−i+n is meant, as in 0-based Python. "error": the input is refused.

    Raises:
        InvalidInput: a bad token; an unknown reading; "error" and an integer i ≥ j; "wrap" and i ≥ j + n.

    Source: U26, F.1.

    Example:
        >>> index_function(("C", "B", "A", 1, 4, 1))
        ('C', 'B', 'A', 'A', 'C', 1)
        >>> index_function((1, "A")), index_function((1, "A"), "wrap")
        ((1, 'A'), ('A', 'A'))
    """
    require(out_of_range in READINGS, "out_of_range", f"must be one of {', '.join(READINGS)}", out_of_range)
    tokens = number_tokens(sequence)
    length = len(tokens)
    out = []
    for position, token in enumerate(tokens, 1):
        source = position
        if isinstance(token, int):
            source = position - token
            if source < 1:
                source = _outside(position, token, length, out_of_range)
        out.append(tokens[source - 1] if isinstance(tokens[source - 1], str) else token)
    return tuple(out)


def _outside(position: int, integer: int, length: int, out_of_range: str) -> int:
    if out_of_range == "keep":
        return position
    if out_of_range == "error":
        rule = f"must hold an integer of at most {position - 1} at position {position}"
        raise InvalidInput("sequence", rule, integer)
    source = position - integer + length
    rule = f"must hold an integer of at most {position + length - 1} at position {position}, to wrap once"
    require(source >= 1, "sequence", rule, integer)
    return source


def index_query(symbols: Sequence[str], p: int) -> str:
    """Index as U25 has it: the symbol standing at position p.

    Args:
        symbols: the earlier tokens, letters.
        p: 1 to the number of symbols.

    Raises:
        InvalidInput: a bad token, or p outside the sequence.

    Source: after U25, §Index; wording ours.

    Example:
        >>> index_query(("C", "B", "A"), 2)
        'B'
    """
    found: list[str] = []
    for position, token in enumerate(number_tokens(symbols, "symbols"), 1):
        if not isinstance(token, str):
            raise InvalidInput("symbols", f"must hold a letter at position {position}", token)
        found.append(token)
    return found[require_int("p", p, least=1, most=len(found)) - 1]


def listing1_index(seq: Sequence[Number]) -> list[Number]:
    """Listing 1's index: for each position n holding a number i, if seq[n−i] is a letter then out[n] = seq[n−i].

    A transcription, nothing more: positions count from 0 and a negative one counts from the end, as in Python.

    Raises:
        IndexError: n − i lies before −len(seq).

    Source: U26, Listing 1.

    Example:
        >>> listing1_index([1, "A"])
        ['A', 'A']
    """
    out = list(seq)
    for n in range(len(seq)):
        if isinstance(seq[n], int):
            i: int = seq[n]  # type: ignore[assignment]  # the line above says so
            if isinstance(seq[n - i], str):
                out[n] = seq[n - i]
    return out
