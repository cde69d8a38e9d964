"""What the pages of a report are made from, gathered once."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rope_theory.evidence.formal import sources as formal_sources
from rope_theory.evidence.theory import LIBRARY
from rope_theory.faces.course import Lesson
from rope_theory.faces.site.html import Html, el, escape, join
from rope_theory.faces.site.notation import linked, pieces
from rope_theory.faces.site.page_shell import badge, wording_badge

_DRAWN = re.compile(r"figures/([\w-]+)\.svg")
_pieces = functools.cache(pieces)
"""Each text is set once: several pages show it, and every report that is built."""


@dataclass(frozen=True)
class Picture:
    """A figure of the report.

    Args:
        name, title, shows, decided, evaluated: as in `rope_theory.faces.figures.figure.Figure`, `shows` as text.
        svg: the drawing.
    """

    name: str
    title: str
    shows: str
    decided: tuple[tuple[str, str], ...]
    evaluated: str
    svg: bytes

    @property
    def claims(self) -> list[str]:
        """Ids of the claims it rests on."""
        return [claim_id for claim_id, _ in self.decided]

    def element(self, up: str = "") -> Html:
        """The figure with its title, linked to its caption in the gallery."""
        return el(
            "figure",
            el("img", src=f"{up}figures/{self.name}.svg", alt=self.title, loading="lazy"),
            el("figcaption", el("a", self.title, href=f"{up}figures.html#{self.name}")),
        )


@dataclass(frozen=True)
class Content:
    """The report before it is set.

    Args:
        pages: `page_json` of each claim, by id, in the order of the library.
        environment: `rope_theory.faces.report.rows.environment`.
        figures: drawn figures; none if they were left out.
        lessons: file name → text of the lessons; empty where there are none.
        course: the same with their outputs, as notebooks too where jupytext is there; empty where they were not run.
        api: path → page of the reference of the Python API; empty where it was not written.
    """

    pages: Mapping[str, Mapping[str, Any]]
    environment: Mapping[str, Any]
    figures: Sequence[Picture] = ()
    lessons: Mapping[str, str] = field(default_factory=dict)
    course: Sequence[Lesson] = ()
    api: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def rows(self) -> list[Mapping[str, Any]]:
        """The claims in order."""
        return list(self.pages.values())

    def math(self, text: str, folder: str = "") -> Html:
        """The text set, claim ids linked from a page in the folder of the claims."""
        return self._with_pictures(linked(_pieces(text), self.pages, folder), folder)

    def _with_pictures(self, made: Html, folder: str) -> Html:
        """Paths of the report's figures as links, from a page in the folder of the claims."""
        if not _DRAWN.search(made):
            return made
        drawn, up = {figure.name for figure in self.figures}, folder.removesuffix("claims/") if folder else "../"
        return Html(
            _DRAWN.sub(lambda found: el("a", found[0], href=up + found[0]) if found[1] in drawn else found[0], made)
        )

    def plain_math(self, text: str) -> Html:
        """The text set, without links."""
        return linked(_pieces(text))

    def title(self, claim_id: str) -> str:
        """What the claim is about, in a few words."""
        return self.pages[claim_id]["title"]

    def link(self, claim_id: str, folder: str = "") -> Html:
        """A link to the claim's page."""
        if claim_id not in self.pages:
            return escape(claim_id)
        about = self.title(claim_id) or None
        return el("a", claim_id, href=f"{folder}{claim_id}.html", class_="id", title=about)

    def reference(self, claim_id: str, folder: str = "") -> Html:
        """A link with verdict and wording."""
        if claim_id not in self.pages:
            return escape(claim_id)
        data = self.pages[claim_id]
        return join(
            [self.link(claim_id, folder), badge(data["verdict"], data["erratum"]), wording_badge(data["wording"])], " "
        )

    def used_by(self, claim_id: str) -> list[str]:
        """Claims whose proofs lean on this one."""
        return self._used.get(claim_id, [])

    @functools.cached_property
    def _used(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for other, data in self.pages.items():
            for claim_id in dict.fromkeys(data["uses"]):
                found.setdefault(claim_id, []).append(other)
        return found

    @functools.cached_property
    def trusted(self) -> frozenset[str]:
        """Every fact that some verdict rests on."""
        return frozenset(fact for data in self.pages.values() for fact in data["trust"])

    @functools.cached_property
    def stated(self) -> dict[str, tuple[str, str, int]]:
        """claim id → (file, source page, line) of its statement."""
        found = {}
        for claim_id in self.pages:
            holds = inspect.unwrap(LIBRARY.claim(claim_id).holds)
            name = holds.__module__.rpartition(".")[2]
            found[claim_id] = (f"proofs/{name}.py", name, holds.__code__.co_firstlineno)
        return found

    @functools.cached_property
    def formal(self) -> dict[str, str]:
        """File name → text of the formal proofs; none where they are not installed."""
        folder = formal_sources.folder()
        found = sorted(folder.glob("*.v")) if folder is not None else []
        return {path.name: path.read_text(encoding="utf-8") for path in found}

    @functools.cached_property
    def sources(self) -> dict[str, tuple[str, str]]:
        """source page → (file, text) of the proof pages."""
        return {name: (f"proofs/{name}.py", inspect.getsource(module)) for name, module in LIBRARY.pages.items()}
