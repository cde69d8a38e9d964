"""Numbers with their nouns, as people write them."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """The number and the noun, with an s where it is not one.

    Example:
        >>> counted(1, "hop"), counted(2, "hop"), counted(0, "unit")
        ('1 hop', '2 hops', '0 units')
    """
    return f"{count} {noun}{'s' * (count != 1)}"


def capital(text: str) -> str:
    """The text with a capital where it begins with a letter of a word; a symbol stays what it is.

    Example:
        >>> capital("for every n"), capital("λ is the diagonal"), capital("")
        ('For every n', 'λ is the diagonal', '')
    """
    return text[:1].upper() + text[1:] if text[:1].isascii() else text


def sentence(text: str) -> str:
    """The text with a full stop at its end, if it has none.

    Example:
        >>> sentence("It holds"), sentence("(It holds.)"), sentence("“It holds.”")
        ('It holds.', '(It holds.)', '“It holds.”')
    """
    return text if text.endswith((".", ".)", ".”")) else f"{text}."
