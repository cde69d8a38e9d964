"""The search of the front page: claims, questions, words, pages and papers, found in the browser as `rope_theory.core.lookup` finds them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from rope_theory.core.errors import InvalidInput
from rope_theory.core.lookup import BEGINNING, ENDINGS, GREEK, SLIPPED, STOP, Lookup
from rope_theory.evidence.answers import questions, questions_by_words
from rope_theory.evidence.asked import WordsAsked, asked
from rope_theory.evidence.glossary import glossary
from rope_theory.evidence.papers import paper, papers
from rope_theory.evidence.placed_claims import heading_parts
from rope_theory.evidence.register import register
from rope_theory.evidence.theory import claims
from rope_theory.evidence.titles import claims_by_words, title
from rope_theory.faces.site.html import Html, el, escape
from rope_theory.faces.site.lessons import lesson_goals, lesson_title
from rope_theory.faces.site.notation import math
from rope_theory.faces.site.page_shell import TIERS, anchor, badge_words, listed
from rope_theory.faces.site.paper_page import section_anchor


def search_form() -> Html:
    """The field and the place for what is found; the script shows both, since without it they could do nothing."""
    return el(
        "form",
        el("label", "Look up claims, questions, words, lessons and papers ", el("input", type="search", id="find", autocomplete="off", spellcheck="false")),
        el("p", id="looked", role="status"),
        el("div", id="found"),
        id="lookup",
        hidden=True,
        role="search",
        aria_label="Claims, questions, words, lessons and papers",
    )  # fmt: skip


def search_data(lessons: Mapping[str, str], records: Mapping[str, Mapping[str, Any]]) -> str:
    """search-data.js: the texts, and what `rope_theory.core.lookup` knows of words; a script, so that it loads from a folder, too.

    Args:
        lessons: file name -> text.
        records: id -> `page_json`; a claim that has none is shown without a verdict.
    """
    pages = pages_by_words(lessons)
    decided = _kind(claims_by_words(), title, lambda name: f"claims/{name}.html")
    for entry in decided["entries"]:
        if one := records.get(entry["name"]):
            entry["verdict"] = [one["verdict"], *badge_words(one["verdict"], one["erratum"])]
    kinds = {
        "claims": decided,
        "questions": _kind(questions_by_words(), questions().__getitem__, lambda name: f"questions.html#{name}"),
        "pages": _kind(pages, lambda path: pages.texts[path][0], str),
        "words": _kind(meanings_by_words(), _meanings().__getitem__, lambda name: f"words.html#{anchor(name)}"),
        "papers": _kind(papers_by_words(), _about_paper, lambda name: f"{name.lower()}.html"),
    }
    data = {
        "stop": sorted(STOP),
        "endings": ENDINGS,
        "greek": GREEK,
        "beginning": BEGINNING,
        "slipped": SLIPPED,
        "kinds": kinds,
        "sections": _sections(),
        "statements": _statements(),
    }
    return f"window.searchData = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n"


def _sections() -> dict[str, list[list[str]]]:
    """Number of a section, in small letters -> what each text has there, and its address: their digits say nothing as words."""
    found: dict[str, list[list[str]]] = {}
    for one in sorted((each.name for each in papers()), key=lambda name: name != "U26"):
        for section in register(one).sections:
            if number := heading_parts(section.title)[0]:
                place = [f"{one}, {section.title}", f"{one.lower()}.html#{section_anchor(section)}"]
                found.setdefault(number.lower(), []).append(place)
    return found


#: A numbered statement, picture or page, as locators and registers write it.
_NUMBERED = re.compile(
    r"\b(?:(?:Theorem|Lemma|Remark|Definition|Corollary|Figure|Table|Listing) (?:[A-Z]\.)?\d+(?:\.\d+)*|p\. \d+)(?![\w.]*\d)"
)


def _statements() -> dict[str, list[str]]:
    """Theorem 3.1, Figure 5, p. 8 in small letters -> the claims that `explain` lists for it."""
    named = {name for one in claims().values() for name in _NUMBERED.findall(one.source.locator)}
    named |= {name for one in papers() for row in register(one.name).rows for name in _NUMBERED.findall(row.item)}
    found = {}
    for name in sorted(named):
        try:
            asked([name])
        except WordsAsked as listed_:
            found[name.lower()] = list(listed_.found)
        except InvalidInput:
            continue  # no claim is on it
    return found


def meanings_by_words() -> Lookup:
    """The glossary and the verdicts, to be found by themselves and by their meanings."""
    return Lookup({word: (word, meaning) for word, meaning in _meanings().items()}, (6, 2))


def pages_by_words(lessons: Mapping[str, str]) -> Lookup:
    """The lessons, by title and goals, and the pages that the front page lists, by name and by what they are."""
    taught = {
        f"lessons/{name.removesuffix('.py')}.html": (
            lesson_title(name, text),
            f"{lesson_goals(text)} Exercises, solutions, a sheet or handout, slides.",
        )
        for name, text in lessons.items()
    }
    return Lookup({**taught, **listed(bool(lessons))}, (6, 2))


def papers_by_words() -> Lookup:
    """The texts, by short name, authors (with and without accents), title and number."""
    found = {}
    for one in sorted(papers(), key=lambda each: each.name != "U26"):
        plain = "".join(sign for sign in unicodedata.normalize("NFKD", one.authors) if not unicodedata.combining(sign))
        found[one.name] = (f"{one.name} {one.authors} {plain}", f"{one.title} {one.cited}")
    return Lookup(found, (6, 2))


def _about_paper(name: str) -> str:
    one = paper(name)
    return f"{one.name}: {one.authors}, {one.title}"


def _meanings() -> dict[str, str]:
    return {**glossary(), **TIERS}


def _kind(lookup: Lookup, text: Callable[[str], str], address: Callable[[str], str]) -> dict[str, Any]:
    entries = [
        {"name": name, "text": text(name), "href": address(name), "fields": list(fields)}
        | ({"shown": shown} if (shown := math(text(name))) != escape(text(name)) else {})
        for name, fields in lookup.texts.items()
    ]
    return {"weights": lookup.weights, "general": sorted(lookup.general), "entries": entries}
