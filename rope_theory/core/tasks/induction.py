"""Partial Induction (U25): symbols may recur, and the last binding counts."""

from __future__ import annotations

from collections.abc import Iterable

from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks.tokens import Pair, pair_tokens, symbol


def partial_induction(pairs: Iterable[Pair], query: str) -> str | int:
    """The attribute bound at the last occurrence of the queried symbol.

    Args:
        pairs: (symbol, attribute), at least one; symbols may recur with other attributes.
        query: a symbol that occurs.

    Raises:
        InvalidInput: a bad token, or a query that does not occur.

    Source: after U25, §Partial Induction; wording ours.

    Example:
        >>> partial_induction([("A", 1), ("B", 2), ("A", 3)], "A")
        3
    """
    tokens, query = pair_tokens(pairs, "pairs"), symbol(query)
    for token in reversed(tokens):
        if token.left == query:
            return token.right
    symbols = ", ".join(dict.fromkeys(token.left for token in tokens))
    raise InvalidInput("query", f"must occur among the symbols {symbols}", query)
