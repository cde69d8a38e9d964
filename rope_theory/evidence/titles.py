"""What each claim is about, in a few words, shown beside its id: `titles.toml`."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from rope_theory.core.lookup import Lookup
from rope_theory.evidence.toml_files import read_toml


@functools.cache
def titles() -> Mapping[str, str]:
    """Titles by claim id; that of a refuted statement is a question.

    Example:
        >>> titles()["u25.thm2"]
        'No symbolic head solves Index'
    """
    return read_toml("titles")


@functools.cache
def _folded() -> frozenset[str]:
    return frozenset(id.casefold() for id in titles())


def is_id(words: str) -> bool:
    """Whether these words are the id of a claim, in any case of letters.

    Example:
        >>> is_id("U26.thm32"), is_id("Theorem 3.2")
        (True, False)
    """
    return words.strip().casefold() in _folded()


def title(claim_id: str) -> str:
    """The title, or "" where none is written (claims of another library)."""
    return titles().get(claim_id, "")


@functools.cache
def claims_by_words() -> Lookup:
    """The claims, to be found by words of their titles and ids; no page of a claim is loaded for it.

    Example:
        >>> [one.name for one in claims_by_words().find("no symbolic head solves index")][0]
        'u25.thm2'
    """
    return Lookup({claim_id: (about, claim_id.removeprefix("new.")) for claim_id, about in titles().items()}, (6, 4))
