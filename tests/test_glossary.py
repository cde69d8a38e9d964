"""The words: README's table says the same, and the site shows each with its meaning."""

import re
from pathlib import Path

from rope_theory.evidence.glossary import glossary
from rope_theory.faces.site.page_shell import TIERS, anchor

ROOT = Path(__file__).resolve().parents[1]


def test_the_words_of_the_readme_are_those_of_the_glossary():
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("| word | meaning |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", table, re.MULTILINE)
    assert len(rows) == 6 and {word: meaning for word, meaning in rows if glossary().get(word) != meaning} == {}


def test_a_word_has_one_meaning_in_one_line_and_an_address_of_its_own(files):
    page = files["words.html"].decode()
    assert all(meaning and "\n" not in meaning and not meaning.endswith(".") for meaning in glossary().values())
    assert len({anchor(word) for word in glossary()}) == len(glossary())
    assert all(page.count(f'id="{anchor(word)}"') == 1 for word in glossary())
    assert all(f">{name}</span>" in page for name in TIERS)
