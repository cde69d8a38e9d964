"""The words of this package and what they mean: `glossary.toml`."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

from rope_theory.core.lookup import stem
from rope_theory.evidence.toml_files import read_toml


@functools.cache
def glossary() -> Mapping[str, str]:
    """Meanings by word, in the order of the file.

    Example:
        >>> glossary()["control"]
        'of a claim that holds a false neighbour, of a refuted one an input that is no witness: each must be rejected'
    """
    return read_toml("glossary")


def meanings(words: str) -> Mapping[str, str]:
    """Those entries that one of the words names, in any case of letters and with any ending.

    Example:
        >>> list(meanings("discrepancy NOPE")), list(meanings("of"))
        (['NoPE', 'discrepancy Δ(n)'], [])
        >>> list(meanings("u-shape")), list(meanings("theta"))
        (['U-shape, inverted U'], ['θ (theta), rope_theta'])
        >>> list(meanings("hpos")), list(meanings("symbol"))[:1]
        (['H_POS, T_Index'], ['symbolic'])
    """
    asked = set(map(stem, words.split()))
    return {name: told for name, told in glossary().items() if asked & _names(name)}


def _names(entry: str) -> set[str]:
    """The stems of an entry's words, those with a hyphen as a whole, too, and without their underscore: u-shape, u, shape; h_pos, hpos."""
    found = {*re.findall(r"\w+", entry), *re.findall(r"[\w-]+", entry)}
    return set(map(stem, found | {word.replace("_", "") for word in found}))
