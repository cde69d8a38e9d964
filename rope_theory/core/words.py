"""Numbers with their nouns, as people write them."""

from __future__ import annotations

from collections.abc import Sequence


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


def spans(numbers: Sequence[int], most: int | None = None) -> str:
    """Numbers by their runs, of more runs than `most` the first ones.

    Example:
        >>> spans([0, 1, 2, 4, 6]), spans([1, 3, 5], most=2)
        ('0–2, 4, 6', '1, 3, …')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    parts = [f"{low}" if low == high else f"{low}–{high}" for low, high in runs]
    return ", ".join([*parts[:most], *["…"] * (most is not None and len(parts) > most)])
