"""The words of this package and what they mean: `glossary.toml`."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from importlib import resources


@functools.cache
def glossary() -> Mapping[str, str]:
    """Meanings by word, in the order of the file.

    Example:
        >>> glossary()["control"]
        'a false neighbour of a claim, which the same machinery must refuse'
    """
    return tomllib.loads(resources.files("rope_theory.evidence").joinpath("glossary.toml").read_text(encoding="utf-8"))
