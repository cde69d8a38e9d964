"""What claims are about, for lists that are too long for one table: `topics.toml`."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from rope_theory.evidence.toml_files import read_toml


@functools.cache
def topics() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """First part of an id → topic → beginnings of the ids, two parts each; papers with few claims have no topics.

    Example:
        >>> list(topics())
        ['u26', 'new']
    """
    return read_toml("topics")


def topic(claim_id: str) -> str:
    """The topic of a claim, or "" where its paper has none, or none of them is its.

    Example:
        >>> topic("new.mrope.codes"), topic("u25.thm1")
        ('Caches, layouts, several axes and attention scale', '')
    """
    origin, _, rest = claim_id.partition(".")
    stem = f"{origin}.{rest.partition('.')[0]}"
    return next((name for name, stems in topics().get(origin, {}).items() if stem in stems), "")
