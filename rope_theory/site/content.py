"""What the pages of a report are made from, gathered once."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rope_theory.claims import Claim, registry
from rope_theory.claims.registry import pages as proof_pages
from rope_theory.site.frame import badge, form_badge
from rope_theory.site.html import Html, el, escape, join
from rope_theory.site.notation import math


@dataclass(frozen=True)
class Picture:
    """A figure of the report.

    Args:
        name, title, shows, decided, evaluated: as in `rope_theory.figures.figure.Figure`, `shows` as text.
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
        pages: `page_json` of each claim, by id, in the order of the registry.
        environment: `rope_theory.report.rows.environment`.
        figures: drawn figures; none if they were left out.
        lessons: file name → text of the lessons; empty where there are none.
    """

    pages: Mapping[str, Mapping[str, Any]]
    environment: Mapping[str, Any]
    figures: Sequence[Picture] = ()
    lessons: Mapping[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> list[Mapping[str, Any]]:
        """The claims in order."""
        return list(self.pages.values())

    def math(self, text: str, folder: str = "") -> Html:
        """The text set, claim ids linked from a page in the folder of the claims."""
        return math(text, self.pages, folder)

    def plain_math(self, text: str) -> Html:
        """The text set, without links."""
        return math(text)

    def link(self, claim_id: str, folder: str = "") -> Html:
        """A link to the claim's page."""
        if claim_id not in self.pages:
            return escape(claim_id)
        return el("a", claim_id, href=f"{folder}{claim_id}.html", class_="id")

    def reference(self, claim_id: str, folder: str = "") -> Html:
        """A link with verdict and form."""
        if claim_id not in self.pages:
            return escape(claim_id)
        data = self.pages[claim_id]
        return join([self.link(claim_id, folder), badge(data["verdict"]), form_badge(data["form"])], " ")

    def used_by(self, claim_id: str) -> list[str]:
        """Claims whose proofs lean on this one."""
        return [other for other, data in self.pages.items() if claim_id in data["uses"]]

    @cached_property
    def stated(self) -> dict[str, tuple[str, str, int]]:
        """claim id → (file, source page, line) of its statement."""
        found = {}
        for module in registry.modules("rope_theory.statements"):
            name = module.__name__.rpartition(".")[2]
            lines = inspect.getsource(module).splitlines()
            for value in vars(module).values():
                if isinstance(value, Claim) and value.id in self.pages:
                    line = next((i for i, text in enumerate(lines, 1) if f'id="{value.id}"' in text), None)
                    if line:  # else the module has it from another one
                        found[value.id] = (f"rope_theory/statements/{name}.py", f"statements-{name}", line)
        return found

    @cached_property
    def sources(self) -> dict[str, tuple[str, str]]:
        """source page → (file, text): the proof pages and the statements."""
        found = {name: (f"proofs/{name}.py", inspect.getsource(module)) for name, module in proof_pages().items()}
        for module in registry.modules("rope_theory.statements"):
            name = module.__name__.rpartition(".")[2]
            found[f"statements-{name}"] = (f"rope_theory/statements/{name}.py", inspect.getsource(module))
        return found
