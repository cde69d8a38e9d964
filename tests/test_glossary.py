"""The words: README's table says the same, and the site shows each with its meaning."""

import json
import re
from pathlib import Path

import pytest

from rope_theory.evidence.asked import LISTED
from rope_theory.evidence.glossary import glossary
from rope_theory.evidence.theory import claim
from rope_theory.evidence.titles import title
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


def test_the_glossary_has_the_words_that_pages_take_for_granted():
    said = " ".join(glossary())
    asked = "query key logit weight softmax readout target rival lead hop NoPE NTK discrepancy energy score".split()
    assert [word for word in asked if word not in said.split()] == []


@pytest.mark.parametrize(
    "words, begins",
    [
        ("RoPE", "RoPE: rotary position embedding"),
        ("frequency", "frequency θ: the angle by which RoPE turns a plane per position"),
        ("beta", "β (beta), inverse temperature: the factor of the logits"),
        ("inverse temperature", "β (beta), inverse temperature: the factor of the logits"),
        ("recency", "recency: that of keys that match alike the nearest"),
        ("token", "token: what stands at a position"),
        ("head", "head: what makes a query"),
        ("hard attention", "hard attention: the limit of softmax"),
        ("proper", "proper: of an input of U26's letter task"),
        ("interaction", "interaction: twice the mean"),
        ("ALiBi", "ALiBi: a bias in place of a rotation"),
        ("yarn", "YaRN: a rule for a context s times as long"),
        ("margin", "margin: a number that the lead is never below"),
        ("theta", "θ (theta), rope_theta: θ is the angle of a plane"),
        ("rope_theta", "θ (theta), rope_theta: θ is the angle of a plane"),
        ("θ", "frequency θ: the angle by which"),
        ("rotary", "rotary dimension: how many of a head's d dimensions"),
        ("U-shape", "U-shape, inverted U: of the weight w(p)"),
        ("inverted", "U-shape, inverted U: of the weight w(p)"),
        ("base", "base b: what the angles of RoPE's planes are made from"),
        ("hpos", "H_POS, T_Index: the head whose keys are all one vector"),
        ("symbol", "symbolic: of a head on an input"),
        ("position", "positional: of a head on an input"),
        ("lesson 4", "Lesson 4. H_POS by hand: how it solves Index"),
        ("Lesson 7", "Lesson 7. How far can a head count?"),
        ("head dimension", "dimension d, head_dim: how many entries"),
    ],
)
def test_explain_knows_the_words_of_the_lessons(call, words, begins):
    status, out, err = call("explain", *words.split())
    assert (status, err) == (0, "") and begins in out


@pytest.mark.parametrize(
    "word, begins",
    [
        ("target", ""),
        ("rival", ""),
        ("NoPE", ""),
        ("discrepancy", "Δ(n)"),
        ("logit", "how well"),
        ("weight", "the share"),
        ("token", "what stands"),
    ],
)
def test_the_first_lesson_and_the_glossary_give_a_word_one_meaning(word, begins):
    """What the lesson says of a word, up to the next mark, is what the glossary begins with; or both begin alike."""
    lesson = (ROOT / "lessons" / "01_rotation.py").read_text(encoding="utf-8").replace("\n#  ", " ").replace("$", "")
    told = re.search(rf"\*\*{word}\*\*(?: Δ\(n\))?: ([^;.]+)", lesson)[1].strip()
    meaning = next(text for name, text in glossary().items() if name.split()[0] == word)
    assert meaning.startswith(begins if begins in ("how well", "the share", "what stands") else told), (told, meaning)
    assert not begins or begins == "Δ(n)" or told.startswith(begins)


def test_explain_of_a_word_says_what_it_means(call):
    status, out, err = call("explain", "discrepancy")
    assert (status, err) == (0, "")
    assert "discrepancy Δ(n): the greatest gap of all inputs of length n" in " ".join(out.split())
    assert "\nClaims that have 'discrepancy' in title or id (rope-theory explain ID shows one):\n" in out


def test_explain_of_a_word_or_a_place_as_json_has_all_claims(call):
    status, out, err = call("explain", "gap", "--json")
    found = json.loads(out)
    assert (status, err, found["meanings"]) == (0, "", {"gap Δ": glossary()["gap Δ"]})
    assert len(found["claims"]) > LISTED and all(
        each["verdict"] == claim(each["id"]).verdict.name and each["title"] == title(each["id"])
        for each in found["claims"]
    )
    place = json.loads(call("explain", "Figure 5A", "--json")[1])
    assert place["meanings"] == {} and place["claims"][0]["id"] == "u26.fig5a"


def test_what_is_neither_a_claim_nor_a_word_stays_an_error(call):
    for asked in ("qwertz", "gpa", "u26.inndex", "footnote 3"):
        for json_too in ((), ("--json",)):
            status, out, err = call("explain", *asked.split(), *json_too)
            assert (status, out) == (2, "") and err, asked
    assert "(did you mean gap?)" in call("explain", "gpa")[2]
    assert call("explain", "gap", "--cite")[:2] == call("verify", "gap")[:2] == (2, "")
