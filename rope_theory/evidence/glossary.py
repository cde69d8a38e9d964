"""The words of this package and what they mean: `glossary.toml`."""

from __future__ import annotations

import functools
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
