"""The whole report as files in memory: path → bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from typing import Any

from rope_theory.evidence.papers import papers
from rope_theory.faces.figures import figures
from rope_theory.faces.site.api import FOLDER, api_pages
from rope_theory.faces.site.atlas_page import atlas_page
from rope_theory.faces.site.claim_page import claim_page
from rope_theory.faces.site.commands_page import commands_page
from rope_theory.faces.site.desk_page import questions_page, words_page
from rope_theory.faces.site.graph_page import graph_pages
from rope_theory.faces.site.inside import inside_page
from rope_theory.faces.site.interactive import interactive_page
from rope_theory.faces.site.lessons import learn_pages
from rope_theory.faces.site.lists import environment_page, errata_page, figures_page, trust_page
from rope_theory.faces.site.overview import overview
from rope_theory.faces.site.paper_page import paper_page
from rope_theory.faces.site.report_data import Content, Picture
from rope_theory.faces.site.search import search_data
from rope_theory.faces.site.sources import source_pages

STATIC = ("style.css", "state.js", "lookup.js", "search.js", "table.js", "numbers.js", "drawing.js", "interactive.js")


def draw_figures(fresh: bool = True) -> list[Picture]:
    """Every figure as SVG; none if matplotlib is not installed. Drawings of earlier runs count unless `fresh`."""
    from rope_theory.core.errors import InvalidInput
    from rope_theory.core.progress import progress
    from rope_theory.core.showing.style import require_matplotlib
    from rope_theory.faces.figures.write import drawn, told

    try:
        require_matplotlib()
    except InvalidInput:
        return []
    return [
        Picture(one.name, one.title, told(one, fresh=fresh), one.decided, one.evaluated, drawn(one, fresh=fresh)["svg"])
        for one in progress(list(figures().values()), "drawing figures")
    ]


def build(content: Content) -> dict[str, bytes]:
    """Every file of the report by its path; the same content gives the same bytes."""
    texts = {
        "index.html": overview(content),
        **{f"{one.name.lower()}.html": paper_page(content, one.name) for one in papers()},
        "atlas.html": atlas_page(content),
        "errata.html": errata_page(content),
        "trust.html": trust_page(content),
        "environment.html": environment_page(content),
        "figures.html": figures_page(content),
        "questions.html": questions_page(content),
        "words.html": words_page(content),
        "static/search-data.js": search_data(content.lessons, content.pages),
        "interactive.html": interactive_page(),
        "commands.html": commands_page(),
        "inside.html": inside_page(),
        **graph_pages(content),
        **learn_pages(content),
        **api_pages(content.api),
        **source_pages(content),
        **{f"claims/{claim_id}.html": claim_page(content, data) for claim_id, data in content.pages.items()},
        **{f"claims/{claim_id}.json": _as_json(data) for claim_id, data in content.pages.items()},
        **{f"sources/{name}": text for name, text in content.formal.items()},
        **{f"static/{name}": static(name) for name in STATIC},
    }
    files = {path: text.encode() for path, text in texts.items()}
    files.update({f"figures/{figure.name}.svg": figure.svg for figure in content.figures})
    files.update({f"{FOLDER}/{path}": data for path, data in content.api.items()})
    return files


def _as_json(data: Mapping[str, Any]) -> str:
    """A claim as data, without what differs from run to run."""
    return (
        json.dumps({key: value for key, value in data.items() if key != "seconds"}, ensure_ascii=False, indent=1) + "\n"
    )


def static(name: str) -> str:
    """A file of the package's static folder."""
    return resources.files("rope_theory.faces.site").joinpath("static", name).read_text(encoding="utf-8")
