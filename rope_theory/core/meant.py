"""What a misspelt name may have meant: the nearest of those that there are."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from rope_theory.core.errors import require


def meant(given: object, known: Iterable[str], most: int = 3, cutoff: float = 0.5) -> str:
    """`nearest` in brackets, as a rule can end with it, or nothing.

    Example:
        >>> meant("lama3", ["llama3", "linear"], most=1), meant("magic", ["llama3"])
        (' (did you mean llama3?)', '')
    """
    near = nearest(given, known, most, cutoff)
    return f" ({near})" if near else ""


def nearest(given: object, known: Iterable[str], most: int = 3, cutoff: float = 0.5) -> str:
    """The nearest names that are `alike`, in words, or nothing.

    Args:
        given: what was written.
        known: the names that there are.
        most: at most so many.
        cutoff: least similarity, of `difflib`.

    Example:
        >>> nearest("lama3", ["llama3", "linear"], most=1), nearest("magic", ["llama3"]), nearest("--section", ["--json"])
        ('did you mean llama3?', '', '')
    """
    text, names = str(given)[:100], [*known]
    parts = [each for each in re.split(r"[\s,]+", text) if each]
    if len(parts) > 1 and all(each.lower() in map(str.lower, names) for each in parts):
        return f"one at a time, as {parts[0]}"
    small = {each.lower(): each for each in reversed(names) if alike(text, each)}
    near = [small[each] for each in difflib.get_close_matches(text.lower(), small, n=most, cutoff=cutoff)]
    return f"did you mean {', '.join(near)}?" if near else ""


def require_one_of(argument: str, given: object, known: Iterable[str], more: str = "") -> None:
    """Raise one clear error unless a name is among those that there are.

    Args:
        argument: as the error names it.
        given: what was written.
        known: the names that there are.
        more: said behind them where none is near.

    Raises:
        InvalidInput: naming those that there are, and the nearest.

    Example:
        >>> from rope_theory.core.errors import InvalidInput
        >>> try: require_one_of("task", "numbr", ["number", "letter"])
        ... except InvalidInput as problem: print(problem)
        task must be one of number, letter (did you mean number?), got 'numbr'
    """
    names = list(known)
    which = f"one of {', '.join(names)}" if len(names) > 1 else f"{names[0]}, the only one"
    require(given in names, argument, f"must be {which}{meant(given, names, most=1) or more}", given)


def alike(given: str, name: str) -> bool:
    """Whether a name is near in letters: a third of them differ, one holds the other, they begin with the same five, or share a part of four letters; dashes before them do not count.

    Example:
        >>> [alike(*two) for two in (("--paper", "--date"), ("--lenght", "--length"), ("shape", "shape-map"), ("map-shapes", "shape-map"))]
        [False, True, True, False]
        >>> alike("theta-rope", "rope_theta")
        True
    """
    one, other = given.strip().lstrip("-").lower(), name.lstrip("-").lower()
    if min(len(one), len(other)) >= 3 and (one in other or other in one):
        return True
    if len(one) >= 5 and one[:5] == other[:5]:
        return True
    parts, own = ({part for part in re.split(r"[\W_]+", each) if len(part) >= 4} for each in (one, other))
    longest = max(len(one), len(other))
    return bool(parts & own) or (abs(len(one) - len(other)) <= 2 and edits(one, other) <= max(1, longest // 3))


def slip(given: str, known: Iterable[str]) -> str | None:
    """The name that `given` misspells: another case, or one letter too many, missing, changed or swapped.

    From 10 letters on two such slips count, where the first letter is right. `difflib` counts letters in common and so
    takes a longer name for a misspelt one (attention_in_multiplier); a cutoff that spares it misses one slip in four
    (tests/test_config_misread.py).

    Example:
        >>> names = ("rope_theta", "head_dim", "num_hidden_layers")
        >>> [slip(each, names) for each in ("rope_tetha", "v_head_dim", "Head_dim", "num_hiden_layer", "rope_theta")]
        ['rope_theta', None, 'head_dim', 'num_hidden_layers', None]
    """
    low, found = given.lower(), []
    for name in known:
        most = 2 if len(name) >= 10 and name[:1].lower() == low[:1] else 1
        if name != given and len(set(low) ^ set(name.lower())) <= 2 * most:
            found.append((edits(low, name.lower()), name))
            found = found if found[-1][0] <= most else found[:-1]
    return min(found, default=(0, None))[1]


def edits(one: str, other: str) -> int:
    """The least number of letters inserted, deleted, changed, or swapped with their neighbour, that turns one into the other.

    Where the lengths differ by more than two, or one is longer than 100, that is not worked out: 3, more than a slip.

    Example:
        >>> edits("tetha", "theta"), edits("hed", "head"), edits("head", "heads")
        (2, 1, 1)
    """
    if abs(len(one) - len(other)) > 2 or len(one) > 100:
        return 3
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, own in enumerate(other, 1):
            least = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != own))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == own:
                least = min(least, rows[-2][j - 2] + 1)
            row.append(least)
        rows.append(row)
    return rows[-1][-1]
