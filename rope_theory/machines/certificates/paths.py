"""What a row on the path has to attend to, task by task: the meaning of the tokens, apart from any weights.

| task | a token asks for | targets of a row |
|---|---|---|
| number | its integer; a letter for 0 | the key so many positions back |
| letter | the right letter of a letter pair; the left letter of a letter-integer pair | the keys with that left letter |
| previous | 1 | the key one position back; at the first position itself |

On the path of a valid input all targets of a row hold one token, the path's next, and the last token of the path is its
own next (new.stack-beta; letter task in the reading "earlier"). A path of h hops is so followed in any number of layers
>= h; the previous task takes exactly as many steps as there are layers.
"""

from __future__ import annotations

from rope_theory.core.heads import Token
from rope_theory.core.tasks import Pair

TASKS = ("number", "letter", "previous")


def asks(task: str, token: Token) -> int | str:
    """What a row on the path with this token asks for: a distance, or a left letter.

    Example:
        >>> asks("number", 3), asks("number", "A"), asks("letter", Pair("F", "A")), asks("letter", Pair("F", 1))
        (3, 0, 'A', 'F')
    """
    if task == "previous":
        return 1
    if isinstance(token, Pair):
        return token.right if isinstance(token.right, str) else token.left
    return token if isinstance(token, int) else 0


def offers(task: str, token: Token) -> str | None:
    """What a key with this token is asked by: its left letter, or nothing but its distance."""
    return token.left if task == "letter" and isinstance(token, Pair) else None


def is_target(asked: int | str, distance: int, offered: str | None) -> bool:
    """Whether a key at a distance is what a row asks for."""
    return distance == asked if isinstance(asked, int) else offered == asked


def is_answer(task: str, token: Token) -> bool:
    """Whether a path can end at the token."""
    return isinstance(token.right, int) if isinstance(token, Pair) else isinstance(token, str)
