"""CLAIMS.md has every claim once, in the section of its paper and topic; its index counts what stands below; `verify` chooses the same claims."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.evidence.claims import PRINTED, Relation, Tier, Wording, relation
from rope_theory.evidence.claims.relation import VERBS
from rope_theory.evidence.papers import names
from rope_theory.evidence.theory import claims
from rope_theory.evidence.topics import topic, topics
from rope_theory.faces.filters import RELATIONS, WORDS, chosen

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "CLAIMS.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| \[`([^`]+)`\]\(.*?\)<br>.*? \| ([^|]*) \| ([A-Z]+) \| .* \| \d+/\d+ \|$", re.MULTILINE)
INDEX, BODY = TEXT.split('<a id="', 1)


def related(claim_id):
    one = claims()[claim_id]
    return relation(one.source.wording, one.source.citation, one.corrects)


def test_every_claim_has_one_row_with_its_verdict_and_words():
    rows = {claim_id: (words, verdict) for claim_id, words, verdict in ROW.findall(TEXT)}
    assert len(ROW.findall(TEXT)) == len(rows) == len(claims()) and set(rows) == set(claims())
    for claim_id, one in claims().items():
        words, verdict = rows[claim_id]
        assert verdict == one.verdict.name and words.startswith(one.source.wording.value)
        found = related(claim_id)
        assert (", " in words) is (found is not None) and (found is None or f", {found.value}" in words)
        assert (f"`{one.corrects}`" in words) is (one.corrects is not None)


def test_each_section_has_the_claims_of_its_paper_and_topic_and_the_index_counts_them():
    order = [*names(), "new"]
    anchors = re.findall(r'^<a id="([^"]+)"></a>$', TEXT, re.MULTILINE)
    linked = re.findall(
        r"^\| (?:— )?\[.*\]\(#(.*?)\) \| (\d+) \| (\d+) \| (\d+)(?: \(\d+ statements\))? \|", INDEX, re.MULTILINE
    )
    assert [name for name, *_ in linked] == anchors
    assert [one for one in anchors if "-" not in one] == [one for one in order if one in anchors]
    counted = {name: tuple(map(int, numbers)) for name, *numbers in linked}
    for origin in (one for one in anchors if "-" not in one):
        mine = [one for claim_id, one in claims().items() if claim_id.partition(".")[0] == origin]
        printed = [one for one in mine if one.source.wording in PRINTED]
        false = sum(one.verdict is Tier.REFUTED for one in printed)
        assert counted[origin] == (len(mine), len(printed) - false, false)
        parts = [counted[one] for one in anchors if one.startswith(f"{origin}-")]
        assert not parts or tuple(map(sum, zip(*parts, strict=True))) == counted[origin]
    for part in re.split(r'^<a id="', TEXT, flags=re.MULTILINE)[1:]:
        heading = re.search(r"^### (.*)$", part, re.MULTILINE)
        assert {topic(claim_id) for claim_id, *_ in ROW.findall(part)} <= {heading[1] if heading else ""}


def test_where_claims_that_fail_are_more_than_the_statements_of_the_errata_the_index_says_why():
    told = re.findall(
        r"^\*The paper's, fail\*: (\w+)'s (\d+) claims are (\d+) statements in .*, where (.*)\.$", INDEX, re.MULTILINE
    )
    errata = (Path(__file__).resolve().parents[1] / "ERRATA.md").read_text(encoding="utf-8")
    for paper in names():
        fail = re.search(
            rf"^\| \[.*\]\(#{paper}\) \| \d+ \| \d+ \| (\d+)(?: \((\d+) statements\))? \|", INDEX, re.MULTILINE
        )
        weights = re.search(
            rf"^\| \[{paper}\]\(#the-texts\) \|[^|]*\| (\d+) \| (\d+) \| (\d+) \|$",
            errata,
            re.MULTILINE | re.IGNORECASE,
        )
        listed = sum(map(int, weights.groups())) if weights else 0
        said = [(int(claims), int(statements)) for name, claims, statements, _ in told if name.lower() == paper]
        assert said == ([(int(fail[1]), listed)] if fail and int(fail[1]) != listed else []), paper
        assert not fail or fail[2] == (str(listed) if said else None), paper
    [(*_, which)] = told
    assert re.findall(r"`([^`]+)`", which) == ["u26.index-bound-length", "u26.retrieval-bound", "u26.thm32"]


def test_every_claim_of_a_paper_with_topics_has_one_and_no_topic_is_empty():
    stems = [stem for parts in topics().values() for those in parts.values() for stem in those]
    assert [stem for stem, number in Counter(stems).items() if number > 1] == []
    wanted = {".".join(one.split(".")[:2]) for one in claims() if one.partition(".")[0] in topics()}
    assert set(stems) == wanted, "say in rope_theory/evidence/topics.toml what each is about"


@pytest.mark.parametrize("words", WORDS)
def test_verify_chooses_by_words(words):
    found = chosen(claims().values(), words, None, None)
    assert 0 < len(found) < len(claims())
    printed = {Wording.VERBATIM: "quoted", Wording.PARAPHRASE: "paraphrased"}
    for one in claims().values():
        named = {printed.get(one.source.wording), "paper" if one.source.wording in PRINTED else None}
        named |= {"ours"} if one.source.wording is Wording.OURS else set()
        named |= {"second-hand"} if one.source.wording is Wording.SECONDARY else set()
        assert (one in found) is (words in named)


def test_relations_are_those_of_the_sources():
    assert tuple(one.value for one in Relation) == RELATIONS
    corrects, sharpens = (chosen(claims().values(), None, one, None) for one in RELATIONS)
    assert {one.source.wording for one in (*corrects, *sharpens)} == {Wording.OURS}  # the index counts them among ours
    assert {one.id for one in claims().values() if one.corrects} < {one.id for one in corrects}
    assert {"u26.thm32.corrected", "men2024.decreases.corrected", "u26.thm32.never"} <= {one.id for one in corrects}
    assert {"new.exclusion-identity", "new.positional-heads"} <= {one.id for one in sharpens}
    assert not {one.id for one in corrects} & {one.id for one in sharpens}
    assert relation(Wording.VERBATIM, "U26, sharpens p. 1", None) is None
    assert relation(Wording.OURS, "U26, on what corrects p. 1", None) is None


def test_contributing_says_which_verbs_each_relation_lists():
    told = " ".join((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split())
    begin, _, which = told.partition("Begin the locator of a source of ours with ")[2].partition("where it does so.")
    groups = [re.findall(r"\*(\w+)\*", group) for group in begin.split(", or with ")]
    assert list(map(set, groups)) == [set(VERBS[one]) for one in (Relation.SHARPENS, Relation.CORRECTS)]
    assert which.startswith(
        " `verify --relation` knows two: `sharpens` lists the first three, `corrects` the others, and every claim with `corrects=`."
    )


def test_verify_lists_only_what_fits_all_that_is_asked(call):
    _, out, _ = call(
        "verify", "u26.thm32*", "--words", "ours", "--relation", "corrects", "--verdict", "proved", "--json", "-"
    )
    found = {one["id"] for one in json.loads(out)["claims"]}
    assert {"u26.thm32.corrected", "u26.thm32.never"} <= found
    assert found == {
        one for one in claims() if one.startswith("u26.thm32") and related(one) is Relation.CORRECTS
        and claims()[one].verdict is Tier.PROVED
    }  # fmt: skip


def test_what_nothing_fits_and_no_verdict_is_refused():
    with pytest.raises(InvalidInput, match="claim must fit all that is asked for; none .* got '--words quoted"):
        chosen(claims().values(), "quoted", "sharpens", None)
    with pytest.raises(InvalidInput, match="--verdict must be one of proved, certified, .*, got 'true'"):
        chosen(claims().values(), None, None, "true")


def test_the_older_word_for_a_papers_statements_is_taken_as_it(call):
    old, new = (call("verify", "u26.thm32*", "--words", word, "--json", "-")[1] for word in ("printed", "paper"))
    ids = [[one["id"] for one in json.loads(out)["claims"]] for out in (old, new)]
    assert ids[0] == ids[1] != []
