"""The search of the front page: the browser finds what Python finds, and an answer that does not stand says so."""

from __future__ import annotations

import functools
import json
import re
from dataclasses import replace

import pytest

from rope_theory.core.lookup import misspelt, stem, words
from rope_theory.evidence.answers import answers, questions, questions_by_words
from rope_theory.evidence.claims import Tier
from rope_theory.evidence.papers import papers
from rope_theory.evidence.titles import claims_by_words, titles
from rope_theory.faces.course import find_lessons
from rope_theory.faces.site.build import static
from rope_theory.faces.site.desk_page import questions_page
from rope_theory.faces.site.html import el
from rope_theory.faces.site.page_shell import badge
from rope_theory.faces.site.search import meanings_by_words, pages_by_words, papers_by_words, search_data

SCRIPT = static("lookup.js")
LESSONS = find_lessons()
LOOKUPS = {"claims": claims_by_words(), "questions": questions_by_words(), "pages": pages_by_words(LESSONS), "words": meanings_by_words(), "papers": papers_by_words()}  # fmt: skip
#: Whole titles and questions, what people type, and odd ones.
ASKED = [
    *list(titles().values())[::3],
    *questions().values(),
    "why does long context fail", "SINK", "quantized yarrn", "exclu", "ex", "H_POS p-RoPE 2-D", "β θ", "", "the of", "10^4 ½ x²",
    "padding pads padded", "1/n", "LongRoPE's", "U26.thm32", "Über naïve", "exclusoin magic", "lesson rotation slides", "interactve retreival", "audio frequncy Frequenices", "headz ppaddinng", "speed seed", "-- _ __a", "classes", "zz", "1011", "Urrutia alegria", "2605.31558",
]  # fmt: skip


@functools.cache
def in_python() -> list:
    found = []
    for asked in ASKED:
        hits = {
            kind: [[one.name, list(one.words), one.score] for one in each.find(asked)] for kind, each in LOOKUPS.items()
        }
        found.append([words(asked), [stem(word) for word in words(asked)], hits, misspelt(asked, *LOOKUPS.values())])
    return found


def in_node(node, script: str) -> list:
    return json.loads(
        node(
            f"""const window = {{}}; {search_data(LESSONS, {})} {script}
            const tools = module.exports(window.searchData), kinds = Object.entries(window.searchData.kinds);
            const finders = kinds.map(([kind, data]) => [kind, tools.finder(data)]);
            console.log(JSON.stringify({json.dumps(ASKED)}.map((asked) => [tools.words(asked), tools.words(asked).map(tools.stem),
              Object.fromEntries(finders.map(([kind, find]) => [kind, find(asked).map((one) => [one.name, one.words, one.score])])),
              tools.misspelt(asked, finders.map(([, find]) => find(asked)))])));"""
        )
    )


def test_the_script_finds_what_python_finds(node):
    assert in_node(node, SCRIPT) == in_python()


@pytest.mark.parametrize(
    "old, new",
    [
        ("weights[k] / 2", "weights[k]"),
        ("asked.length >= data.beginning", "true"),
        ("each * rarity", "each"),
        ('(ending === "ed" && left.endsWith("e"))', "false"),
        ("left.length < 3", "left.length < 2"),
        ('if (found.endsWith("iz"))', "if (false)"),
        ("data.greek[word.toLowerCase()] ||", ""),
        ('? [pieces.join("")] : pieces', "? pieces : pieces"),
        ("if (seen.has(asked)) continue;", ""),
        ("...words(long)", ""),
        ("b.score - a.score", "a.score - b.score"),
        ("rows[i - 2][j - 2] + 1", "rows[i - 2][j - 2] + 2"),
        ("found <= most && found < least", "found < least"),
        (" && !changed(word.toLowerCase(), near)", ""),
        ("!had.has(stem(word)) && ", ""),
    ],
)
def test_a_script_with_an_error_is_found_out(node, old, new):
    assert SCRIPT.count(old) == 1, "the sabotage must change one place"
    assert in_node(node, SCRIPT.replace(old, new)) != in_python()


def test_every_address_of_the_search_is_there(files, content):
    data = json.loads(files["static/search-data.js"].decode().removeprefix("window.searchData = ").rstrip().rstrip(";"))
    placed = [href for sections in data["sections"].values() for _, href in sections]
    assert "u26.html#s-f.2.2" in placed and all(part[1:] for part in placed)
    assert all(f'id="{part}"' in files[path].decode() for path, _, part in (href.partition("#") for href in placed))
    seen = 0
    for kind in data["kinds"].values():
        for entry in kind["entries"]:
            path, _, part = entry["href"].partition("#")
            assert path in files and (not part or f'id="{part}"' in files[path].decode()), entry["href"]
            seen += 1
    found = (titles(), questions(), pages_by_words(content.lessons).fields, LOOKUPS["words"].fields, papers())
    assert seen == sum(map(len, found))
    assert all(name in content.pages for names in data["statements"].values() for name in names)


def test_a_claim_that_is_found_has_the_badge_of_its_page(files, content):
    data = json.loads(files["static/search-data.js"].decode().removeprefix("window.searchData = ").rstrip().rstrip(";"))
    for entry in data["kinds"]["claims"]["entries"]:
        verdict, look, told = entry["verdict"]
        assert verdict == content.pages[entry["name"]]["verdict"] and told.startswith(Tier[verdict].value)
        assert badge(verdict, content.pages[entry["name"]]["erratum"]) == el("span", verdict, class_=look, title=told)


@pytest.mark.parametrize(
    "asked, name",
    [("Urrutia", "U26"), ("alegria", "U26"), ("2605.31558", "U26"), ("learning dynamics, RoPE geometry", "U26")],
)
def test_authors_titles_and_numbers_find_their_paper(asked, name):
    assert papers_by_words().find(asked)[0].name == name


def test_the_field_is_hidden_until_a_script_shows_it(files):
    page = files["index.html"].decode()
    assert " hidden" in re.search(r'<form id="lookup"[^>]*>|<form[^>]*id="lookup"[^>]*>', page)[0]


def test_an_answer_on_the_site_whose_claim_has_another_verdict_says_so(content):
    assert "does not stand" not in questions_page(content)
    claim_id = next(iter(answers()["left-padding"].claims))
    wrong = {**content.pages, claim_id: {**content.pages[claim_id], "verdict": "TESTED"}}
    page = questions_page(replace(content, pages=wrong))
    assert page.count(f"This answer does not stand: {claim_id}.") == sum(
        claim_id in one.claims for one in answers().values()
    )
