"""Files that somebody else wrote, for tests: JSON trees with edits, numbers and texts that readers fall over.

`edited(tree)` is a Hypothesis strategy for the text of a JSON file that was once `tree`; `one_line` says that an error is
one line that a terminal can show.
"""

from __future__ import annotations

import copy
import functools
import json
import re

from hypothesis import settings
from hypothesis import strategies as st

from rope_theory.core.errors import InvalidInput

#: Inputs of each kind of file: thorough, and else.
SIZE = 20_000 if settings.get_current_profile_name() == "thorough" else 300
sized = settings(max_examples=SIZE, deadline=None, derandomize=True, database=None)
LONGEST = 2000


class Raw(str):
    """Text that goes into the file as it stands."""


NUMBERS = st.one_of(
    st.integers(-2, 5),
    st.sampled_from([7, 8, 16, 64, 97, 100, 128, 1000, 4096, 2**31, 2**53 + 1, 10**15, 10**30, -(10**9)]),
    st.sampled_from([0.0, -0.0, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 8.0, 10000.0, 5e5, 1e-9, 1e300, 1e-300]),
    st.sampled_from(
        [
            Raw(text)
            for text in (
                "NaN",
                "Infinity",
                "-Infinity",
                "1e99999999999999999999",
                "-1e-99999999999999999999",
                "1e400",
                "1E+2",
                "0.1234567891234567891234567891234567891234567891234567891",
                "9" * 61,
                "9" * 5000,
                "1.0000000000000000000000000000001",
            )
        ]
    ),
)
TEXTS = st.sampled_from(
    [
        "", " ", "llama", "gemma3_text", "olmo3", "phi3", "deepseek_v3", "nemotron_h", "neomme", "no-such-type", "default",
        "linear", "dynamic", "yarn", "longrope", "llama3", "proportional", "mrope", "su", "full_attention",
        "sliding_attention", "chunked_attention", "mamba", "half", "cpu", "cuda", "float32", "number", "letter", "1", "nan",
        "true", "2026-11-22", "x\x1b[31m", "two\nlines", "\u202e", "\ud800", "\x00", "$\\frac$", "%s{0}", "ä" * 3, "y" * 5000,
        "../../etc/passwd", "__class__", "A B C 1 2", "\x9b31m",
    ]
)  # fmt: skip
ATOMS = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS)


@functools.cache
def trees(keys: tuple[str, ...]):
    """Small JSON values with these keys."""
    names = st.one_of(st.sampled_from(keys), TEXTS)
    return st.recursive(
        ATOMS,
        lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(names, inner, max_size=4)),
        max_leaves=6,
    )


def _places(tree, path=()) -> list[tuple]:
    found = [path]
    for key, inner in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ():
        found += _places(inner, (*path, key))
    return found


def _set(tree, path: tuple, change):
    """The tree with what stands at the path replaced by change(it); None there: left out."""
    if not path:
        return change(tree)
    holder = tree
    for key in path[:-1]:
        holder = holder[key]
    changed = change(holder[path[-1]])
    if changed is _GONE:
        del holder[path[-1]]
    else:
        holder[path[-1]] = changed
    return tree


_GONE = object()


@st.composite
def edited(draw, tree, keys: list[str] = (), least: int = 0, most: int = 3) -> str:
    """The text of a JSON file that was `tree` before so many edits, now and then with a broken byte."""
    keys = tuple(keys) or tuple(sorted({str(path[-1]) for path in _places(tree) if path}))
    tree = copy.deepcopy(tree)
    for _ in range(draw(st.integers(least, most))):
        path = draw(st.sampled_from(_places(tree)))
        what = draw(st.sampled_from(("replace", "replace", "number", "drop", "add", "wrap", "rename", "deep")))
        new = draw(trees(keys) if what == "replace" else NUMBERS if what == "number" else st.just(None))
        name = draw(st.sampled_from(keys))

        def change(old, what=what, new=new, name=name, top=not path):
            if what in ("replace", "number"):
                return new
            if what == "drop":
                return {} if top else _GONE
            if what == "wrap":
                return {name: old} if draw(st.booleans()) else [old]
            if what == "deep":
                count = draw(st.sampled_from((15, 25, 900, 5000)))
                return Raw("[" * count + "]" * count)
            if isinstance(old, dict):
                old[name] = draw(ATOMS)
            elif isinstance(old, list):
                old.append(draw(ATOMS))
            else:
                return draw(ATOMS)
            return old

        tree = _set(tree, path, change)
    text = _text(tree)
    if draw(st.integers(0, 49)) == 0:
        at = draw(st.integers(0, len(text)))
        text = (
            text[:at]
            + draw(st.sampled_from(["", "{", '"', ",", "\x00", "\ufeff", "]", "é", '{"a":1,"a":2}']))
            + text[at:]
        )
        text = text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text
    return text


def _text(tree) -> str:
    raw: list[str] = []

    def hidden(value):
        if isinstance(value, Raw):
            raw.append(str(value))
            return f"@@{len(raw) - 1}@@"
        if isinstance(value, dict):
            return {key: hidden(inner) for key, inner in value.items()}
        return [hidden(inner) for inner in value] if isinstance(value, list) else value

    return re.sub(r'"@@(\d+)@@"', lambda match: raw[int(match[1])], json.dumps(hidden(tree)))


def one_line(problem: InvalidInput) -> None:
    """An error is one line that a terminal can show, and names its argument."""
    text = str(problem)
    assert text.isprintable() and 0 < len(text) < LONGEST and " must " in text, text[:300]
