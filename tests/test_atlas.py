"""The map of other texts: verdicts agree with the words, numbers with claims, arrows with the formal proofs; what is wrong is caught."""

from __future__ import annotations

import itertools
import re
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.evidence import atlas
from rope_theory.evidence.atlas import (
    Arrow,
    Kind,
    Standing,
    arrows,
    pages,
    read_sentence,
    read_text,
    sentences,
    standing,
    texts,
)
from rope_theory.evidence.claims import Tier, Wording
from rope_theory.evidence.formal import sources
from rope_theory.evidence.papers import papers
from rope_theory.evidence.theory import claims
from rope_theory.faces.figures.atlas import LOOKS, SAYS
from rope_theory.faces.report.atlas import page
from rope_theory.models.config import read_config
from rope_theory.models.phase_limits import rank

ROOT = Path(__file__).resolve().parents[1]
CONTENT = tomllib.loads(resources.files("rope_theory.evidence").joinpath("atlas.toml").read_text(encoding="utf-8"))
#: (name, words, id -> verdict) of everything that is said.
SAID = [
    *((f"{each.paper.name} holds", each.holds, each.holds_claims) for each in texts()),
    *((f"{each.paper.name} becomes", each.becomes, each.becomes_claims) for each in texts()),
    *((f"{k} {each.about}", each.text, each.claims) for k, each in enumerate(sentences(), 1)),
]
EACH = pytest.mark.parametrize(("words", "needed"), [said[1:] for said in SAID], ids=[said[0] for said in SAID])
#: Numbers that are in no claim's words, and where they come from.
COMPUTED = {
    "16": lambda: rank(read_config({"head_dim": 128, "rope_theta": 10_000}).layer()),
    "64": lambda: rank(read_config({"head_dim": 128, "rope_theta": 500_000}).layer()),
}


@EACH
def test_verdicts_on_record_are_those_that_the_words_need(words, needed):
    assert needed and words.endswith(".")
    for claim_id, tier in needed.items():
        assert claims()[claim_id].verdict is tier, claim_id


@EACH
def test_words_that_rest_on_a_refuted_claim_deny_something(words, needed):
    if Tier.REFUTED in needed.values():
        assert re.search(r"\b(not|nor|no|can score higher|can come earlier|where W_q\^T is meant)\b", words), words


def numbers(text):
    """Numbers of two digits or more, decimals and powers."""
    return set(re.findall(r"(?<![\w.^])(?:\d+\.\d+(?:e-\d+)?|\d+\^-?\d+|\d{2,})", text))


@EACH
def test_a_number_is_in_the_words_of_a_claim_or_recomputed(words, needed):
    said = " ".join(
        " ".join((claims()[each].statement, *claims()[each].readings, claims()[each].source.locator)) for each in needed
    )
    for printed in numbers(words) - numbers(said):
        assert printed in COMPUTED and COMPUTED[printed]() == int(printed), printed


def test_the_sentences_on_rank_and_margin_say_the_numbers_where_they_belong():
    from rope_theory.laws.discrepancy.least_base_table import tabulated
    from rope_theory.proofs.new_margin_least_base import ROWS

    said = " ".join(each.text for each in sentences())
    assert (
        f"At base 10^4 with 64 planes θ_{{k+16}} = θ_k/10, and all frequencies span {COMPUTED['16']()} dimensions"
        in said
    )
    assert f"At base 5·10^5 they span {COMPUTED['64']()}" in said
    last = ROWS[-1]
    assert (
        f"{last['length']} positions: the best mix of planes, with weights of at least 0 that sum to 1 and aligned phases, leads its nearest rival, on both sides, by {last['plain']} at base 10^4"
        in said
    )
    good = float(tabulated(128, last["length"]).high)
    less = f"At base {good}, from the table of least bases, it is not, and the mix leads by less, {last['least']}."
    assert less in said


def test_ten_sentences_are_about_what_an_engineer_chooses():
    assert len(sentences()) == 10
    assert {each.about for each in sentences()} == {"base", "length", "p-RoPE", "number format", "scaling"}


def test_every_text_but_the_two_papers_is_on_the_map_and_tells_first_what_holds():
    assert {each.paper.name for each in texts()} == {one.name for one in papers()} - {"U25", "U26"}
    for each in texts():
        assert any(tier is not Tier.REFUTED for tier in each.holds_claims.values())
        own = {claim_id for claim_id in claims() if claim_id.startswith(f"{each.paper.name.lower()}.")}
        assert own & set(each.holds_claims)


def test_every_refuted_printed_statement_of_the_texts_is_told():
    told = {claim_id for _, _, needed in SAID for claim_id in needed}
    prefixes = tuple(f"{each.paper.name.lower()}." for each in texts())
    refuted = {each.id for each in claims().values() if each.id.startswith(prefixes) and each.verdict is Tier.REFUTED}
    parts = {
        "men2024.eq7.decays",
        "men2024.decreases",
        "men2024.table2.works",
    }  # said of the same table, or by su2021.decay
    assert refuted - told == parts


def test_arrows_of_proofs_are_what_the_formal_sources_require():
    text = sources.read(sources.folder())
    found = [each for each in arrows() if each.kind is Kind.PROOF]
    assert len(found) >= 4
    for each in found:
        start, end = (f"{name.replace('.', '_').replace('-', '_')}.v" for name in (each.start, each.end))
        assert start in text.requires(end)
        assert re.search(rf"Require Import[^.]*\b{start[:-2]}\b", text.text[end])


def test_a_definition_that_two_files_share_is_no_arrow():
    assert "men2024_thm1.v" in sources.read(sources.folder()).requires(
        "su2021_decay.v"
    )  # for the score of a query and a key
    assert Arrow("men2024.thm1", "su2021.decay", Kind.PROOF) not in arrows()


def test_no_arrow_is_made_without_its_requirement(monkeypatch):
    text = sources.read(sources.folder())
    cut = {**text.text, "barbero2024_prop32.v": text.text["barbero2024_prop32.v"].replace(" men2024_thm1", "")}
    monkeypatch.setattr(atlas.sources, "read", lambda folder: sources.Sources(cut))
    lost = Arrow("men2024.thm1", "barbero2024.prop32", Kind.PROOF)
    assert lost in arrows() and set(arrows()) - set(atlas.arrows.__wrapped__()) == {lost}


def test_arrows_of_what_does_not_follow_end_at_a_refuted_inference_that_names_their_start():
    found = [each for each in arrows() if each.kind is Kind.NOT]
    assert {each.end for each in found} == {"men2024.headline"} and len(found) == 2
    for each in found:
        drawn = claims()[each.end]
        assert drawn.verdict is Tier.REFUTED and drawn.source.locator.startswith("an inference from")
        named = re.findall(r"eq\. \(\d+\)|Section \d\.\d", drawn.source.locator)
        assert any(one in claims()[claim_id].source.locator for one in named for claim_id in pages()[each.start])


def test_arrows_to_ours_are_named_in_the_sources_of_our_claims():
    for each in arrows():
        if each.kind is Kind.ABOUT:
            said = " ".join(f"{claims()[one].source.paper} {claims()[one].source.locator}" for one in pages()[each.end])
            [text] = [one for one in texts() if one.paper.name.lower() == each.start]
            assert any(word in said for word in atlas.called(text.paper))


def test_colours_follow_the_verdicts():
    for name, ids in pages().items():
        refuted = [claims()[each].verdict is Tier.REFUTED for each in ids]
        if standing(name) is Standing.HOLDS:
            assert not refuted[0]
        else:
            assert any(refuted)
    assert [name for name in pages() if standing(name) is Standing.FALSE] == ["men2024.headline"]
    assert [name for name in pages() if standing(name) is Standing.ACCOUNT] == ["liu2026.aliasing"]
    # a question of ours is no text's statement that holds once mended; it had that colour
    assert [name for name in pages() if standing(name) is Standing.ASKED] == ["new.base-bound-monotone"]
    printed = [claims()[pages()[name][0]].source.wording for name in pages() if standing(name) is Standing.PARTLY]
    assert printed and Wording.OURS not in printed
    assert len({*LOOKS.values()}) == len(Standing) == len({*SAYS.values()})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"claims": {"new.nothing": "PROVED"}}, "claims that there are"),
        ({"claims": {"new.temperature": "TRUE"}}, "a verdict"),
        ({"claims": {"new.temperature": "UNDECIDED"}}, "a verdict"),
        ({"claims": {}}, "rests on"),
    ],
)
def test_a_sentence_with_a_wrong_claim_is_refused(change, says):
    with pytest.raises(InvalidInput, match=says):
        read_sentence({**CONTENT["sentence"][0], **change})
    with pytest.raises(InvalidInput, match=says):
        read_text({**CONTENT["text"][0], "holds_claims": change["claims"]})


def test_the_page_is_up_to_date():
    """`python tools/atlas.py` writes it."""
    text = (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8")
    assert text == page() + "\n"
    for _, _, needed in SAID:
        assert all(f"`{claim_id}` {tier.name}" in text for claim_id, tier in needed.items())


def test_every_kind_of_arrow_and_every_standing_is_named_on_the_page():
    text = page()
    for kind in Kind:
        assert text.count(f"*{kind.name.lower()}*: {kind.value}") == 1
    for each in arrows():
        line = next(line for line in text.splitlines() if line.startswith(f"- *{each.kind.name.lower()}*"))
        assert f"`{each.start}` → `{each.end}`" in line
    words = " ".join((ROOT / "docs" / "verdicts.md").read_text(encoding="utf-8").split())
    assert all(each.value in text and each.value in words for each in Standing)


def test_the_words_for_verdicts_are_those_of_the_site():
    """docs/verdicts.md is where they are explained."""
    from rope_theory.faces.site.page_shell import TIERS, WORDINGS

    said = (ROOT / "docs" / "verdicts.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (\S+) \| (.*) \|$", said, flags=re.MULTILINE))
    assert set(rows) - {"verdict", "short", "|---|---|"} == set(TIERS) | set(WORDINGS.values())
    assert all(rows[name].startswith(value) for name, value in TIERS.items())
    assert all(rows[WORDINGS[each.name]] == each.value for each in Wording)


def test_arrows_pass_through_no_box_and_share_no_line():
    """The figure's arrows run between rows and columns: inside of no box, and no two on one line."""
    from rope_theory.faces.figures.atlas import HEIGHT, WIDTH, paths, positions

    boxes = [at for name, at in positions().items() if name in pages()]
    pieces = [(a, b) for _, corners in paths() for a, b in itertools.pairwise(corners)]
    assert len(paths()) >= 5
    for (x0, y0), (x1, y1) in pieces:
        assert x0 == x1 or y0 == y1
        for x, y in boxes:
            apart = max(x0, x1) <= x or min(x0, x1) >= x + WIDTH or max(y0, y1) <= y or min(y0, y1) >= y + HEIGHT
            assert apart, ((x0, y0), (x1, y1), (x, y))
    for (k, first), (m, second) in itertools.combinations(enumerate(corners for _, corners in paths()), 2):
        for one, other in itertools.product(itertools.pairwise(first), itertools.pairwise(second)):
            assert not close(one, other), (k, m, one, other)


def close(one, other, least=0.02) -> bool:
    """Whether two level, or two upright, lines run beside each other nearer than `least` inches."""
    for along, across in ((0, 1), (1, 0)):
        if all(a[across] == b[across] for a, b in (one, other)):
            (low0, high0), (low1, high1) = (sorted((a[along], b[along])) for a, b in (one, other))
            if min(high0, high1) > max(low0, low1) and abs(one[0][across] - other[0][across]) < least:
                return True
    return False


def test_words_of_the_figure_stay_inside_their_boxes_and_name_text_and_title():
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.patches import FancyBboxPatch

    from rope_theory.core.showing.style import settings
    from rope_theory.evidence.titles import title
    from rope_theory.faces.figures.atlas import draw, positions, whose

    with settings():
        picture = draw()
        renderer = FigureCanvasAgg(picture).get_renderer()
        picture.draw_without_rendering()
        axes = picture.axes[0]
        boxes = [each.get_window_extent(renderer) for each in axes.patches if isinstance(each, FancyBboxPatch)]
        inside = [set() for _ in boxes]
        for text in axes.texts:
            words = text.get_window_extent(renderer)
            holding = [k for k, box in enumerate(boxes) if box.x0 + 2 < words.x0 and words.x1 < box.x1 - 2
                       and box.y0 < words.y0 and words.y1 < box.y1]  # fmt: skip
            assert len(holding) == 1, text.get_text()
            inside[holding[0]].add(text.get_text().replace("\n", " ").replace("- ", "-"))
    drawn = {name: title(name).replace(">=", "≥").replace("10^4", "10⁴") for name in positions()}  # as mathematics
    assert inside == [{whose(name), drawn[name]} for name in positions()]


def test_what_holds_and_what_is_false_on_one_page_have_a_box_each():
    """Men 2024's eq. (7) is right; that it decays is not."""
    assert (standing("men2024.eq7"), standing("men2024.eq7.decays")) == (Standing.HOLDS, Standing.PARTLY)
    assert pages()["men2024.eq7"] == ("men2024.eq7",) and "men2024.table2.works" not in pages()
    assert Arrow("men2024.eq7", "chen2023.ratio", Kind.PROOF) in arrows()
    assert sorted(each for ids in pages().values() for each in ids) == sorted(
        {each for ids in pages().values() for each in ids}
    )
