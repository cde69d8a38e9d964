"""The words of this package and what they mean: `glossary.toml`."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

from rope_theory.evidence.toml_files import read_toml


@functools.cache
def glossary() -> Mapping[str, str]:
    """Meanings by word, in the order of the file.

    Example:
        >>> glossary()["control"]
        'a false neighbour of a claim, which the same machinery must refuse'
    """
    return read_toml("glossary")


def meanings(words: str) -> Mapping[str, str]:
    """Those entries that one of the words names, in any case of letters.

    Example:
        >>> list(meanings("discrepancy NOPE")), list(meanings("of"))
        (['NoPE', 'discrepancy Δ(n)'], [])
        >>> list(meanings("u-shape")), list(meanings("theta"))
        (['U-shape, inverted U'], ['θ (theta), rope_theta'])
    """
    asked = set(words.casefold().split())
    return {name: told for name, told in glossary().items() if asked & _names(name.casefold())}


def _names(entry: str) -> set[str]:
    """The words of an entry, and those with a hyphen as a whole, too: u-shape, u, shape."""
    return {*re.findall(r"\w+", entry), *re.findall(r"[\w-]+", entry)}
