"""Code as pages: the proof pages and the statements, with a line number to point at."""

from __future__ import annotations

from rope_theory.faces.site.html import Html, bullets, el, escape
from rope_theory.faces.site.page_shell import page
from rope_theory.faces.site.report_data import Content


def source_pages(content: Content) -> dict[str, str]:
    """path → document of every source that a claim's page links to."""
    return {
        f"sources/{name}.html": _source_page(name, file, text, content)
        for name, (file, text) in content.sources.items()
    }


def _source_page(name: str, file: str, text: str, content: Content) -> str:
    decided = [claim_id for claim_id, data in content.pages.items() if data["page"] and data["page"]["file"] == file]
    stated = [claim_id for claim_id, (_, source, _) in content.stated.items() if source == name]
    ids = decided or stated
    return page(
        f"sources/{name}.html",
        file,
        el("h1", file, class_="id"),
        el("p", "Decides:" if decided else "States:") if ids else None,
        bullets(content.reference(claim_id, "../claims/") for claim_id in ids),
        code(text),
    )


def code(text: str) -> Html:
    """Python with numbered lines, each with its id."""
    lines = escape(text).splitlines()
    made = Html("\n".join(f'<span id="L{number}">{line or " "}</span>' for number, line in enumerate(lines, 1)))
    return el("pre", el("code", made), class_="source", tabindex="0")
