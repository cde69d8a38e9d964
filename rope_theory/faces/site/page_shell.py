"""What all pages share: head, navigation, landmarks; names of files; badges."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from rope_theory.evidence.claims import SHORT, Tier, Weight, Wording
from rope_theory.evidence.papers import papers
from rope_theory.faces.report.words import named
from rope_theory.faces.site.html import Html, el, join
from rope_theory.faces.site.notation import math

TITLE = "rope_theory"
#: The menu: what its parts are called, and their pages.
MENU = {
    "Papers": {"u26.html": "Paper U26", "u25.html": "Paper U25", "errata.html": "Errata", "atlas.html": "Other texts"},
    "Verdicts": {"index.html": "Claims", "graph.html": "Graph", "trust.html": "On trust"},
    "Look": {"figures.html": "Figures", "interactive.html": "Interactive", "inside.html": "One input"},
    "Learn": {"learn.html": "Course", "words.html": "Words", "questions.html": "Questions"},
    "Use": {"commands.html": "Commands", "api.html": "API", "environment.html": "Environment"},
}
PAGES = {path: name for part in MENU.values() for path, name in part.items()}
#: Pages that the front page lists and the menu has no room for.
MORE = {"slides.html": "Slides"}
#: What pages are, in the list on the front page and in its search.
TOLD = {
    "u26.html": "the paper U26, sentence by sentence, with what decides each",
    "u25.html": "the paper U25 as far as its text is at hand, and the questions of its public reviews",
    "questions.html": "questions that people ask in public, each with one answer and the claims it rests on",
    "errata.html": "what stands, and what needs a change: each with a check by hand and the least change",
    "trust.html": "what is taken on trust, and how much rests on it",
    "graph.html": "which claim leans on which",
    "figures.html": "the theory's figures with their captions",
    "interactive.html": "length, angles, β and number format under your hands",
    "inside.html": "one input going through a head and a compiled model, step by step",
    "learn.html": "lessons that run",
    "slides.html": "the course as slides for a lecture",
    "words.html": "what the words mean, and what a verdict says",
    "commands.html": "the commands of rope-theory, each with an example",
    "api.html": "the library's functions",
    "environment.html": "versions the verdicts were reached with",
}


def listed(taught: bool) -> dict[str, tuple[str, str]]:
    """Path -> name and what it is, of the pages in that list; of slides only where there are lessons."""
    return {path: ((PAGES | MORE)[path], text) for path, text in TOLD.items() if taught or path != "slides.html"}


#: What the wordings are called beside a claim; the border of a card says the same.
WORDINGS = {one.name: word for one, word in SHORT.items()}
TIERS = {tier.name: tier.value for tier in Tier}


def _about(target: str) -> str | None:
    """Which paper is behind a short name, for whoever rests on its link."""
    found = next((one for one in papers() if target == f"{one.name.lower()}.html"), None)
    return f"{found.authors.partition(',')[0]} et al., {found.title}" if found else None


@functools.cache
def _navigation(up: str, current: str) -> Html:
    """The links to `PAGES`: made once for each folder, and for each of themselves."""

    def link(target: str, name: str) -> Html:
        at = "page" if target == current else None
        return el("li", el("a", name, href=up + target, title=_about(target), aria_current=at))

    parts = [
        el("li", el("span", name), el("ul", *(link(*each) for each in part.items()), aria_label=name))
        for name, part in MENU.items()
    ]
    return el("nav", el("ul", *parts), aria_label="Pages")


def page(path: str, title: str, *content, scripts: tuple[str, ...] = ()) -> str:
    """A whole document.

    Args:
        path: of the page within the report, for the relative links.
        title: of the document.
        content: what stands in `<main>`, its `<h1>` first.
        scripts: classic scripts within static/, run after the page is read.
    """
    up = "../" * path.count("/")
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", title if title == TITLE else f"{title} · {TITLE}"),
        el("link", rel="icon", href="data:,"),
        el("link", rel="stylesheet", href=f"{up}static/style.css"),
        *(el("script", src=f"{up}static/{script}", defer=True) for script in scripts),
    )
    body = el(
        "body",
        el("a", "Skip to the content", href="#content", class_="skip"),
        el(
            "header",
            el("a", TITLE, href=f"{up}index.html", class_="brand"),
            el("input", type="checkbox", id="menu", class_="menu", aria_label="Show the menu"),  # on a phone
            el("label", "Menu", for_="menu"),
            _navigation(up, path if path in PAGES else ""),
        ),
        el("main", *content, id="content", tabindex="-1"),
        el(
            "footer",
            el(
                "p",
                "Written by ",
                el("code", "rope-theory report"),
                " from the verdicts it reached. Formulas copy as plain text.",
            ),
        ),
    )
    return f"<!DOCTYPE html>\n{el('html', head, body, lang='en')}\n"


def badge(verdict: str, erratum: Mapping[str, Any] | None = None) -> Html:
    """The verdict as a word on its colour; in an outline alone where the erratum of a refuted statement is a reading or a slip."""
    look, told = badge_words(verdict, erratum)
    return el("span", verdict, class_=look, title=told)


def badge_words(verdict: str, erratum: Mapping[str, Any] | None) -> tuple[str, str]:
    """Class and title of a badge.

    Example:
        >>> badge_words("REFUTED", {"weight": "SLIP"})[0]
        'badge refuted lesser'
    """
    lesser = erratum["weight"].lower() if erratum and erratum["weight"] != Weight.SUBSTANTIVE.name else ""
    told = f"{TIERS[verdict]} ({lesser})" if lesser else TIERS[verdict]
    return f"badge {verdict.lower()}{' lesser' if lesser else ''}", told


def wording_badge(wording: str) -> Html:
    """Whose words the statement is in."""
    return el("span", WORDINGS[wording], class_=f"wording {WORDINGS[wording]}", title=Wording[wording].value)


def instance(values: Mapping[str, str] | None) -> Html | None:
    """name = value, with the names that formulas have, each value to be copied; nothing for no values."""
    if not values:
        return None
    return join((join([math(named(name)), " = ", el("code", value)]) for name, value in values.items()), ", ")


def paragraphs(text: str, setter, heading: str = "") -> Html:
    """Prose with blank lines between paragraphs; tables in text stay as they are.

    Args:
        text: as in a docstring.
        setter: text -> Html.
        heading: words that the first paragraph begins with, in bold.
    """
    bold = el("strong", f"{heading}: ") if heading else None
    made = []
    for part in text.split("\n\n"):
        if part.startswith("|"):
            made.append(el("pre", part, tabindex="0"))
        elif part.strip():
            made.append(el("p", bold, setter(part)))
            bold = None
    return join(made)


def anchor(text: str) -> str:
    """An id for a text: its letters and digits, joined by hyphens.

    Example:
        >>> anchor("z3 (unsatisfiable answers)")
        'z3-unsatisfiable-answers'
    """
    words = "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()
    return "-".join(words)
