"""Numbers with their nouns, as people write them."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """The number and the noun, with an s where it is not one.

    Example:
        >>> counted(1, "hop"), counted(2, "hop"), counted(0, "unit")
        ('1 hop', '2 hops', '0 units')
    """
    return f"{count} {noun}{'s' * (count != 1)}"
