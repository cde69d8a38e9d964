"""Duplicate token: what stood with the last token's letter where that letter occurred first."""

from __future__ import annotations

from collections.abc import Sequence

from rope_theory.core.errors import require
from rope_theory.core.tasks.tokens import Pair, pair_tokens


def first_occurrence(tokens: Sequence[Pair]) -> str | int:
    """The attribute of the first pair with the last pair's letter; its own if the letter occurs once.

    Args:
        tokens: (letter, attribute), at least one.

    Raises:
        InvalidInput: no token, or one that is no pair.

    Example:
        >>> first_occurrence([("A", 1), ("B", 2), ("A", 3), ("A", 4)])
        1
    """
    pairs = pair_tokens(tokens, "tokens")
    require(len(pairs) > 0, "tokens", "must not be empty", tokens)
    return next(pair.right for pair in pairs if pair.left == pairs[-1].left)
