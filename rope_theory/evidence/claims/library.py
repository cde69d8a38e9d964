"""Where theorems are found: on the pages of a package, or on pages that are handed over. No hand-kept lists."""

from __future__ import annotations

import difflib
import functools
import importlib
import importlib.util
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from rope_theory.core.errors import Absent, InvalidInput
from rope_theory.core.meant import nearest, slip
from rope_theory.evidence.claims.claim import Claim
from rope_theory.evidence.claims.page import Theorem
from rope_theory.evidence.engines.guard import guarded

#: What is said of what is no id.
NO_ID = "{} is not the id of a claim"
#: Least likeness (of `difflib`) of what stands after an id's first part to that of another id with this first part, and with another one.
WITHIN, ACROSS = 0.6, 0.8


def page_names(claim_id: str) -> list[str]:
    """Names that a claim's page may have, from prefixes of its id: a claim shares its page with its readings.

    Example:
        >>> page_names("u25.thm6.one-angle")
        ['u25_thm6', 'u25_thm6_one_angle']
    """
    parts = claim_id.replace("-", "_").split(".")
    return ["_".join(parts[:length]) for length in range(2, len(parts) + 1)]


class Library:
    """The theorems of some pages.

    Args:
        package: name of a package whose modules are pages, each named for its claim (`page_names`); "" for none.
        pages: pages that are handed over, by name.
        papers: first parts of ids in the order in which claims are listed; others follow in alphabetical order.

    Example:
        >>> Library().claims
        {}
    """

    def __init__(self, package: str = "", pages: Iterable[ModuleType] = (), papers: Sequence[str] = ()):
        self.package, self._papers = package, tuple(papers)
        self._pages = {page.__name__.rpartition(".")[2]: page for page in pages}

    @functools.cached_property
    def names(self) -> list[str]:
        """The names of all pages, in alphabetical order."""
        found = importlib.import_module(self.package).__path__ if self.package else ()
        return sorted({*self._pages, *(info.name for info in pkgutil.iter_modules(found))})

    def page(self, name: str) -> ModuleType:
        """The page, imported if it was not yet.

        Raises:
            InvalidInput: a `@theorem` on it lacks an argument, or has one too many.
        """
        if name not in self._pages:
            try:
                with guarded():
                    self._pages[name] = importlib.import_module(f"{self.package}.{name}")
            except TypeError as problem:
                _refuse_call(name, str(problem))
                raise
        return self._pages[name]

    @functools.cached_property
    def pages(self) -> dict[str, ModuleType]:
        """All pages by name."""
        return {name: self.page(name) for name in self.names}

    @functools.cached_property
    def theorems(self) -> dict[str, Theorem]:
        """All theorems by id, in the order of their papers."""
        found: dict[str, Theorem] = {}
        for page in self.pages.values():
            for id, theorem in _on(page).items():
                if id in found and found[id] is not theorem:
                    raise ValueError(f"{id} is stated twice")
                found[id] = theorem
        return dict(sorted(found.items(), key=lambda item: self._order(item[0])))

    @property
    def claims(self) -> dict[str, Claim]:
        """All claims by id, in the order of their papers."""
        return {id: theorem.claim for id, theorem in self.theorems.items()}

    def naming(self, words: str) -> dict[str, Claim]:
        """Every claim on a page whose text holds these words, in the order of their papers; no other page is imported for it."""
        found: dict[str, Theorem] = {}
        for name in self.names:
            if name in self._pages or words in self._text(name):
                found |= _on(self.page(name))
        return {id: found[id].claim for id in sorted(found, key=self._order)}

    def _text(self, name: str) -> str:
        """The text of a page, which need not be imported."""
        found = importlib.util.find_spec(f"{self.package}.{name}")
        return Path(found.origin).read_text(encoding="utf-8") if found and found.origin else ""

    def theorem(self, claim_id: str) -> Theorem:
        """The theorem with this id; only pages of its name are imported where they have it.

        Raises:
            InvalidInput: there is none; close ids are named.
        """
        for name in reversed(page_names(claim_id)):
            if name in self.names and claim_id in (found := _on(self.page(name))):
                return found[claim_id]
        if claim_id not in self.theorems:
            raise Absent("claim", NO_ID, claim_id, self._meant(claim_id))
        return self.theorems[claim_id]

    def _meant(self, claim_id: str) -> str:
        """Ids that a misspelt one is like: that begin so, of the same first part, else of any whose rest is all but the same."""
        first, _, rest = claim_id.partition(".")
        if not rest:
            return nearest(claim_id, self.theorems)
        rests = {id: id.partition(".")[2] for id in self.theorems}

        def like(own: bool, least: float) -> list[str]:
            ids = {other: id for id, other in rests.items() if id.startswith(f"{first}.") is own}
            return [ids[each] for each in difflib.get_close_matches(rest[:100], ids, n=3, cutoff=least)]

        begin = [id for id in rests if id.startswith(claim_id)][:3]
        equal = [id for id, other in rests.items() if other == rest]
        near = begin or equal or like(True, WITHIN) or self._begun(first, rest) or like(False, ACROSS)
        return f"did you mean {', '.join(near)}?" if near else ""

    def _begun(self, first: str, rest: str) -> list[str]:
        """Up to three ids of the same first part that begin with what the rest misspells: idnex, of index-logits."""
        own = [id for id in self.theorems if id.startswith(f"{first}.")]
        parts = {id: re.split(r"([-.])", id.removeprefix(f"{first}.")) for id in own}
        begins = {"".join(each[:k]) for each in parts.values() for k in range(1, len(each), 2)}
        found = slip(rest, sorted(begins))
        return [id for id in own if found and re.match(rf"{re.escape(f'{first}.{found}')}[-.]", id)][:3]

    def claim(self, claim_id: str) -> Claim:
        """The claim with this id; see `theorem`."""
        return self.theorem(claim_id).claim

    def decision(self, claim_id: str) -> Callable[..., Any] | None:
        """The derivation of the claim, or None if its page has none (a declared gap)."""
        return self.theorem(claim_id).decide

    def page_of(self, claim_id: str) -> ModuleType:
        """The page that the claim stands on."""
        return sys.modules[self.theorem(claim_id).claim.holds.__module__]

    def beside(self, claim_id: str) -> list[str]:
        """The other claims on the page that the claim stands on, in order; no other page is imported for it."""
        page = self.page_of(claim_id)
        own = {id for id, one in _on(page).items() if one.claim.holds.__module__ == page.__name__}
        return sorted(own - {claim_id}, key=self._order)

    def _order(self, claim_id: str) -> tuple[Any, ...]:
        paper = claim_id.partition(".")[0]
        known = paper in self._papers
        return (not known, self._papers.index(paper) if known else paper, claim_id)


def _refuse_call(page: str, problem: str) -> None:
    """One line where what went wrong is how a page calls `@theorem`.

    Raises:
        InvalidInput: naming the page and the arguments that are missing or unknown.
    """
    call, names = re.match(r"theorem\(\) (missing|got an unexpected)", problem), re.findall(r"'(\w+)'", problem)
    if call and call[1] == "missing":
        raise InvalidInput(f"{', '.join(names)} of @theorem on page {page}", "must be given", None) from None
    if call:
        raise InvalidInput(f"arguments of @theorem on page {page}", "must be known ones", names[0]) from None


def _on(page: ModuleType) -> dict[str, Theorem]:
    return {value.id: value for value in vars(page).values() if isinstance(value, Theorem)}
