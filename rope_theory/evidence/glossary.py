"""The words of this package and what they mean: `glossary.toml`."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from importlib import resources

from rope_theory.core.lookup import Lookup


@functools.cache
def glossary() -> Mapping[str, str]:
    """Meanings by word, in the order of the file.

    Example:
        >>> glossary()["control"]
        'a false neighbour of a claim, which the same machinery must refuse'
    """
    return tomllib.loads(resources.files("rope_theory.evidence").joinpath("glossary.toml").read_text(encoding="utf-8"))


@functools.cache
def glossary_by_words() -> Lookup:
    """The words, to be found by themselves and by their meanings.

    Example:
        >>> glossary_by_words().find("false neighbours")[0].name
        'control'
    """
    return Lookup({word: (word, meaning) for word, meaning in glossary().items()}, (6, 2))
