"""The report: every claim has a page, every link leads somewhere, nothing is loaded from elsewhere, no text changes."""

import dataclasses
import functools
import html.parser
import os
import posixpath
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import rope_theory
from rope_theory.core.errors import InvalidInput
from rope_theory.core.files import CHECKOUT, cache_folder
from rope_theory.evidence.answers import answers
from rope_theory.evidence.atlas import sentences, texts
from rope_theory.evidence.claims import FalseNeighbour, Tier
from rope_theory.evidence.formal import receipts
from rope_theory.evidence.formal.assumptions import allowed
from rope_theory.evidence.kept import KEPT
from rope_theory.evidence.papers import papers
from rope_theory.evidence.register import register as sentences_of
from rope_theory.evidence.theory import claims
from rope_theory.faces.cli import main
from rope_theory.faces.course import NOT_RUN, prepared, run_here
from rope_theory.faces.figures import figures
from rope_theory.faces.report.errata import by_text, fairness, sentence_lists
from rope_theory.faces.report.rows import counts, trust
from rope_theory.faces.report.tally import refuted, wholes
from rope_theory.faces.report.words import named
from rope_theory.faces.site import notation
from rope_theory.faces.site.api import api_pages
from rope_theory.faces.site.build import build, static
from rope_theory.faces.site.folder import MARK, ready, write_folder
from rope_theory.faces.site.graph import dependencies, lay_out
from rope_theory.faces.site.graph_page import LINE, graph_pages
from rope_theory.faces.site.html import VOID
from rope_theory.faces.site.lists import QUESTIONS, trust_page
from rope_theory.faces.site.notation import math, strip
from rope_theory.faces.site.overview import FIRST
from rope_theory.faces.site.page_shell import PAGES, WORDINGS, anchor
from rope_theory.faces.site.prose import prose

WORDS = re.compile(r"\s+")
#: Where questions were asked: the only addresses on the site besides the papers'.
ASKED = {at for one in answers().values() for at in one.asked}


class Page(html.parser.HTMLParser):
    """A document read back: faults of nesting, ids, references, text."""

    def __init__(self, text: str):
        super().__init__(convert_charrefs=True)
        self.open, self.faults, self.ids, self.links, self.loads = [], [], [], [], []
        self.texts, self.elements = [], []
        self.feed(text)
        self.close()
        self.faults += [f"<{name}> is left open" for name in self.open]

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.elements.append((tag, found))
        if len(found) != len(attributes):
            self.faults.append(f"<{tag}> repeats an attribute")
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [found["id"]] if "id" in found else []
        if tag == "a":
            self.links.append(found.get("href"))
        elif tag == "script" and not found:
            pass  # the arrow keys of slides, which stand in the document
        elif tag in ("link", "script", "img", "iframe", "source", "use", "image"):
            self.loads.append(found.get("href") or found.get("src"))

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-1:]}")
        else:
            self.open.pop()

    def handle_data(self, data):
        if not (self.open and self.open[-1] == "mo" and self.elements[-1][1].get("class") == "s"):  # shown, not said
            self.texts.append(data)

    @property
    def text(self) -> str:
        return WORDS.sub(" ", "".join(self.texts))


@functools.cache
def read_back(content: bytes) -> Page:
    """A document, read once: most are the same in a report with one fault."""
    return Page(content.decode())


def pages_of(files) -> dict[str, Page]:
    """The documents among the files, read back."""
    return {
        path: read_back(content)
        for path, content in files.items()
        if path.endswith((".html", ".svg")) and path[:8] != "figures/"
    }


def faults(files) -> list[str]:
    """What is wrong with a report as a set of documents that link to one another."""
    read, found = pages_of({path: data for path, data in files.items() if not path.startswith("reference/")}), []
    anchors = {path: Counter(page.ids) for path, page in read.items()}
    for path, page in read.items():
        found += [f"{path}: {fault}" for fault in page.faults]
        found += [f"{path}: id {name} twice" for name, times in anchors[path].items() if times > 1]
        for reference in [*page.links, *page.loads]:
            if reference is None:
                found.append(f"{path}: a link without a target")
                continue
            parts = urlsplit(reference)
            if parts.scheme or parts.netloc:
                paper = (
                    reference.startswith("https://arxiv.org/abs/")
                    or reference in {one.address for one in papers()} | ASKED
                )
                drawn = reference.startswith(("data:,", "data:image/svg+xml;base64,"))
                allowed = (reference in page.links and paper) or drawn
                found += [] if allowed else [f"{path}: {reference} is elsewhere"]
                continue
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path))) if parts.path else path
            )
            if target not in files:
                found.append(f"{path}: no file {reference}")
            elif parts.fragment and target in read and unquote(parts.fragment) not in anchors[target]:
                found.append(f"{path}: no anchor {reference}")
    for name in ("http:", "https:", "@import", "fetch(", "XMLHttpRequest", "import("):
        found += [f"{path}: {name}" for path in files if path.startswith("static/") and name in files[path].decode()]
    return found


@pytest.fixture(scope="module")
def read(files):
    return pages_of(files)


def test_links_resolve_documents_nest_and_nothing_is_elsewhere(files):
    assert faults(files) == []


@pytest.mark.parametrize(
    "old, new, fault",
    [
        ("</ul>", "", "closes"),
        ('href="errata.html"', 'href="erratum.html"', "no file"),
        ('href="#content"', 'href="#no-such-place"', "no anchor"),
        ('src="static/table.js"', 'src="https://example.org/table.js"', "elsewhere"),
        ("https://arxiv.org", "https://arxiv.example", "elsewhere"),
        ('id="search"', 'id="content"', "twice"),
    ],
)
def test_fault_in_a_page_is_found(files, old, new, fault):
    text = files["index.html"].decode()
    assert old in text
    assert any(fault in line for line in faults({**files, "index.html": text.replace(old, new, 1).encode()}))


@pytest.mark.parametrize("claim_id", claims())
def test_claim_has_a_page_that_says_all(claim_id, read, content):
    page, data = read[f"claims/{claim_id}.html"], content.pages[claim_id]
    claim = claims()[claim_id]
    said = [
        claim_id,
        claim.source.citation,
        claim.source.printed,
        *fairness(data)[1],
        *(cell for row in fairness(data)[0] for cell in row),
        claim.statement,
        data["verdict"],
        *claim.readings,
    ]
    said += [hypothesis.text for hypothesis in claim.hypotheses] + [control.name for control in claim.controls]
    said += [step["text"] for step in data["steps"]] + [other for ids in data["links"].values() for other in ids]
    said += [value for at in (data["example"], data["witness"] or {}) for value in at.values()]
    for text in said:
        assert WORDS.sub(" ", text).strip().replace("`", "") in page.text.replace("`", ""), (
            f"{claim_id} does not say {text!r}"
        )
    dropped = {name for control in claim.controls if isinstance(control, FalseNeighbour) for name in control.drops}
    assert all(WORDS.sub(" ", f"dropped: {name}") in page.text for name in dropped)


def test_a_witness_is_shown_once(read, content):
    refuted = {claim_id: data for claim_id, data in content.pages.items() if data["witness"]}
    assert len(refuted) > 20
    for claim_id, data in refuted.items():
        told = read[f"claims/{claim_id}.html"].text
        values = ", ".join(f"{named(name)} = {value}" for name, value in data["witness"].items())
        shown = re.escape(WORDS.sub(" ", values))
        assert len(re.findall(rf"(?:witness|met|instance) ?{shown}", told)) == 1, claim_id


@pytest.mark.parametrize("claim_id", claims())
def test_stripping_the_markup_gives_back_every_text_of_the_claim(claim_id, content):
    claim, data = claims()[claim_id], content.pages[claim_id]
    texts = [
        claim.statement,
        claim.source.citation,
        claim.in_fairness,
        data["domain"],
        *claim.readings,
        *(h.text for h in claim.hypotheses),
    ]
    texts += [control.name for control in claim.controls] + [step["text"] for step in data["steps"]]
    texts += list((data["page"] or {}).values())
    for text in texts:
        assert strip(math(text, claims())) == text


def test_words_passed_over_at_once_are_set_as_they_are_one_by_one(content, monkeypatch):
    texts = [text for data in content.pages.values() for text in (data["statement"], *data["readings"])]
    at_once = [notation.pieces.__wrapped__(text) for text in texts]
    monkeypatch.setattr(notation, "_PLAIN", re.compile("(?!)"))
    assert [notation.pieces.__wrapped__(text) for text in texts] == at_once


@pytest.mark.parametrize(
    "text, shown",
    [
        ("s_1", "{s~_1}"),
        ("T_Index", "{T~_Index}"),
        ("2λ_jB", "{2λ~_j}B"),
        ("x_{π(j)}", "{x~_{π(j)}}"),
        ("s_{n1 + k_HL}", "{s~_{n~1 + k~_HL}}"),
        ("10^{-2.5}", "{10~^{−2.5}}"),
        ("b^(2j/K)", "{b~^(2j/K)}"),
        ("2^-9", "{2~^−9}"),
        ("x_i^2 and (a+b)^2, n.", "{x~_i~^2} and {(a+b)~^2}, {n}."),
        ("n-1 <= m", "{n−1} ≤ {m}"),
        ("(x - h)^64 < 1", "({x} − {h}){~^64} &lt; 1"),
        ("1 - cos θ", "1 − cos {θ}"),
        ("cos((p-j)θ), 2π/n²", "{cos((p−j)θ)}, {2π/n²}"),
        ("f(x, y) = 1..n-1", "{f}({x}, {y}) = 1..{n−1}"),
        ("1-4 hops", "1-4 hops"),
        ("one-hot, 2-dimensional, U-shaped", "one-hot, 2-dimensional, U-shaped"),
        ("a head; A is", "a head; A is"),
        ("input = A A A 1, a = 1", "input = A A A 1, {a} = 1"),
        ("text = a b … a, w9 n4 fc; b1 = 1", "text = a b … a, w9 n4 fc; {b1} = 1"),
        ("Appendix D, panels A and B, Figure 5A, (i)", "Appendix D, panels A and B, Figure 5A, (i)"),
        ("n1 in the sum", "{n~1} in the sum"),
        ("RoPE: a 2-dimensional head is\na question", "RoPE: a 2-dimensional head is\na question"),
        ("a wave; A and B, a and b are real", "a wave; {A} and {B}, {a} and {b} are real"),
        ("U, flat, inverted U", "U, flat, inverted U"),
        ("θ0 > 0, 2π/3", "{θ~0} &gt; 0, {2π/3}"),
        ("A cos x = U, U(1 + a)", "{A} cos {x} = {U}, {U}(1 + {a})"),
        ("Lemma F.1", "Lemma F.1"),
        ("as p. 21 asks; P. 24 displays", "as p. 21 asks; P. 24 displays"),
        ("p positions back", "{p} positions back"),
        ("θ < ω/(2 n0), n = 2 n0", "{θ} &lt; {ω/(2 n~0)}, {n} = 2 {n~0}"),
        ("rope_theory.laws.gaps and exclusion_terms", "rope_theory.laws.gaps and exclusion_terms"),
        ("6.2e-3", "6.2e-3"),
        ("|qᵀR_m k| <= max_l |h_l|", "|{qᵀR~_m} {k}| ≤ {max~_l} |{h~_l}|"),
        ("W_qᵀ x, qᵀR^t k, max(x)", "{W~_qᵀ} {x}, {qᵀR~^t} {k}, {max(x)}"),
        ("ω/|ALPH| of |q·k| and |sin((b-c)θ/2)|", "{ω}/|ALPH| of |{q·k}| and |{sin((b−c)θ/2)}|"),
        ("x_", "{x}_"),
        ("x^{", "{x}^{"),
        ("a < b & c", "{a} &lt; {b} &amp; {c}"),
    ],
)
def test_notation_as_shown(text, shown):
    """{…} is one formula, ~ stands before each script; what the style sheet shows in place of a sign is shown."""
    made = math(text)
    assert strip(made) == text
    for tag, mark in (("msup", "^"), ("msub", "_")):
        indexed = len(re.findall(r"</mi><mn>\d+</mn></msub>", made)) if mark == "_" else 0  # n0: no mark
        assert made.count(f"<{tag}>") == made.count(f'<mtext class="m">{mark}') + indexed
    seen = re.sub(r"<mn>(\d+)</mn></msub>", r"~\1", made)
    seen = re.sub(r'<span class="o" data-s="(.)"><span class="m">[^<]*</span></span>', r"\1", seen)
    seen = seen.replace('<mrow><mtext class="m">-</mtext><mo class="s">−</mo></mrow>', "−")
    seen = re.sub(r'<mrow><mtext class="m">', "~", seen).replace("<math>", "{").replace("</math>", "}")
    seen = re.sub(r'<span class="line">(.*?)</span>', r"\1", seen)  # no line breaks there: the next test
    assert re.sub(r"</?m(?:sub|sup|row|text|i|n|o)[^>]*>", "", seen) == shown


@pytest.mark.parametrize(
    "text, kept",
    [
        ("the token a, put", "a,"),
        ("at (n, θ).", "(n, θ)."),
        ("“2π²/n², left out”; (the rest)", "“2π²/n²,"),
        ("f(x)^2 and y; b", "y;"),
        ("θ and n", ""),
        ("n = 3, say", ""),
        ("at most |q||e|, for", "|q||e|,"),
        ("ω = 2π/|ALPH| for", "2π/|ALPH|"),
        ("for all (|k| is one)", "(|k|"),
        ("of |q|·|k| at n", "|q|·|k|"),
        ("|a - b| of them | and", ""),
        ("1 < n ≤ n₀, and", "n₀,"),
        ("1 - cos(ω - nθ').", "(ω nθ')."),
        ("θ's and U26's n", ""),
    ],
)
def test_no_line_breaks_between_mathematics_and_the_signs_beside_it_nor_within_bars(text, kept):
    made = math(text)
    assert strip(made) == text
    assert " ".join(strip(each) for each in re.findall(r'<span class="line">(.*?)</span>', made)) == kept


def misset(markup: str) -> list[str]:
    """Articles that are set as variables, and symbols with an index that are not set."""
    prose_ = re.sub(r"<(head|script|style|pre|code|svg|q|blockquote)\b.*?</\1>", " ", markup, flags=re.S)
    marked = re.sub(r"<math\b.*?</math>", lambda made: f"⟦{strip(made[0])}⟧", prose_, flags=re.S)
    said = strip(re.sub(r"</(?:p|li|td|th|dd|dt|h\d|summary|figcaption)>", " ¶ ", marked))
    articles = re.findall(r"⟦[aAI]⟧\s+(?!and|or|cos|sin|is\b|in\b|for\b|at\b|with\b)(?:[A-Za-z]{2,}|\d).{9}", said)
    said = re.sub(r"\b[a-z]\d(?: [a-z]\d\b)+", "", said)  # an input, token by token
    unset = re.findall(r"(?<![\w.-])[nθφω]\d(?!\w)", re.sub(r"⟦.*?⟧", "∎", said, flags=re.S))
    return articles + unset


def test_an_index_that_the_text_of_a_pdf_has_on_the_line_is_set_below_it():
    for text in ("Then, for TRetrieval, on", "“∆Index(n) ≤", "(TIndex)", "∆θ(n) := max"):
        assert re.search(r"<msub><mi>[T∆]</mi><mi>(?:Index|Retrieval|θ)</mi></msub>", math(text)), text
        assert strip(math(text)) == text
    assert "<math" not in math("TIndexer and XTIndex")


def test_the_trust_page_asks_what_the_verdicts_page_asks(read):
    asked = re.findall(r"^\d\. \*\*(.*?)\*\*", (CHECKOUT / "docs" / "verdicts.md").read_text(encoding="utf-8"), re.M)
    assert asked == list(QUESTIONS) and all(f"{each} " in read["trust.html"].text for each in asked)


def test_a_refuted_claim_names_above_its_verdict_what_holds_instead(read, content):
    for claim_id, data in content.pages.items():
        head = read[f"claims/{claim_id}.html"].text.partition("Verdict #")[0]
        held = [one["id"] for one in content.rows if one["corrects"] == claim_id and one["verdict"] != "REFUTED"]
        told = [each for each in held if re.search(rf"What holds instead:.*{re.escape(each)}", head)]
        assert told == (held if data["verdict"] == "REFUTED" else []), claim_id
    assert "What holds instead: u26.thm32.corrected PROVED" in read["claims/u26.thm32.html"].text


def test_a_paper_lists_its_sections_openly_and_leads_back_to_the_list(files):
    for path, target in (("u26.html", "sections"), ("errata.html", "entries")):
        page = files[path].decode()
        assert f'id="{target}"' in page and page.count(f'<a href="#{target}" class="up">') == 1
    listed = files["u26.html"].decode().partition('id="sections"')[2].partition("</nav>")[0]
    assert listed.count("<a ") == len(sentences_of("U26").sections) and "<details" not in listed


def test_entries_at_one_place_are_told_apart_in_the_errata(files, content):
    for text in (
        files["errata.html"].decode().partition("Entries by text")[2].partition("</table>")[0],
        (CHECKOUT / "ERRATA.md").read_text(encoding="utf-8"),
    ):
        for once in ("Remark 3.1: Is T", "proof of Lemma F.1: Is the partition sum"):
            assert strip(text).count(once) == 1
    for of_weight in by_text(content.rows, papers()).values():
        places = [where for entries in of_weight.values() for where, _ in entries]
        assert len(places) == len(set(places))


def test_a_bar_stays_with_its_letter():
    for text in ("∆θ(n) := max ∆θ(σ̄)", "σ̄ below max", "T(σ̄) = Index(σ̄)"):
        assert "<mi>σ̄</mi>" in math(text) and strip(math(text)) == text


def test_no_article_is_set_as_a_variable_and_no_index_is_left_unset(files):
    assert misset("<p>a head of length n0</p>") == ["n0"]
    assert len(misset("<p>is <math><mi>a</mi></math>\n question of gaps</p>")) == 1
    found = {path: misset(files[path].decode()) for path in files if path.endswith(".html")}
    assert {
        path: faults
        for path, faults in found.items()
        if faults and not path.startswith(("api", "reference/", "sources/"))
    } == {}


def test_markup_that_swallows_a_character_would_be_noticed(monkeypatch):
    monkeypatch.setattr("rope_theory.faces.site.notation._hidden", lambda text: "")
    assert strip(math("1 <= 2")) != "1 <= 2"


def test_every_document_has_language_title_landmarks_and_one_heading_of_the_first_rank(read):
    for path, page in read.items():
        if path.endswith(".svg"):
            continue
        names = [name for name, _ in page.elements]
        assert dict(page.elements)["html"]["lang"] == "en"
        assert all(names.count(name) == 1 for name in ("main", "header", "footer", "h1")), path
        of_squares = sum(pair == ("rect", "title") for pair in zip(names, names[1:], strict=False))  # what a mark says
        assert names.count("title") == 1 + names.count("svg") + of_squares, path
        assert page.links[0] == "#content" and "content" in page.ids
        ranks = [int(name[1]) for name in names if re.fullmatch("h[1-6]", name)]
        assert all(after <= before + 1 for before, after in zip(ranks, ranks[1:], strict=False)), path
        for name, attributes in page.elements:
            assert name != "img" or attributes["alt"]
            assert "tabindex" not in attributes or attributes["tabindex"] in ("0", "-1")
            assert not any(key.startswith("on") for key in attributes)


def test_every_control_has_a_label(read):
    for path in ("interactive.html", "index.html"):
        page = read[path]
        labelled = {attributes.get("for") for name, attributes in page.elements if name == "label"}
        inside = "label" in [name for name, _ in page.elements] and path == "index.html"
        controls = [attributes["id"] for name, attributes in page.elements if name in ("input", "select")]
        assert controls and (inside or set(controls) <= labelled), path


def test_titles_are_distinct(files):
    titles = [
        re.search(r"<title>(.*?)</title>", content.decode())[1]
        for path, content in files.items()
        if path.endswith(".html")
    ]
    assert len(set(titles)) == len(titles)


def test_front_page_begins_with_the_theorems_and_lists_every_claim_once(read, content):
    page = read["index.html"]
    found = [link[7:-5] for link in page.links if link.startswith("claims/")]
    assert found == [*FIRST, *claims()]
    begin = page.text.partition("What stands, and what does not")[2].partition("All that stands")[0]
    told = [
        f"{data['verdict']} {WORDINGS[data['wording']]} {each}"
        for each, data in ((each, content.pages[each]) for each in FIRST)
    ]
    assert [begin.count(line) for line in told] == [1] * len(FIRST) and "REFUTED quoted u26.thm32" in told
    stands = "; its point, that Index loses its lead with the length and Retrieval need not, stands for Definition 3.1's Δ, at every θ that the theorem admits"
    assert f"u26.thm32 {stands}" in begin or f"u26.thm32{stands}" in begin
    assert stands.strip("; ") in read["u26.html"].text
    assert set(PAGES) <= set(page.links)


def test_map_of_other_texts_leads_from_every_sentence_to_its_claims(read, content):
    links = read["atlas.html"].links
    for each in sentences():
        assert strip(content.plain_math(each.text)) == each.text
        assert all(f"claims/{claim_id}.html" in links for claim_id in each.claims)
    assert all(f"{each.paper.name.lower()}.html" in links for each in texts())


def test_no_page_shows_a_mark_of_code(files):
    """Marks that are there for copying are hidden; code and scripts may have their own."""
    hidden = re.compile(r'<span class="m">[^<]*</span>|<(code|pre|script|title)\b.*?</\1>|<[^>]*>', re.DOTALL)
    pages = {path: hidden.sub(" ", content.decode()) for path, content in files.items() if path.endswith(".html")}
    assert [path for path, text in pages.items() if "`" in text and not path.startswith("lessons/")] == []


def test_errata_page_lists_the_sentences_that_are_no_claims_as_errata_md_does(read):
    text = read["errata.html"].text.replace("`", "")
    for heading, lead, found in sentence_lists():
        assert found and text.count(heading) == 1 and WORDS.sub(" ", lead).replace("`", "") in text
        for name, row, said in found:
            line = f"{name}, p. {row.page}: {row.quote} {said}".replace("`", "")
            assert WORDS.sub(" ", line).strip() in text.partition(heading)[2], row.quote
    assert {f"claims/{name}.html" for _, row, _ in [*sentence_lists()][1][2] for name in row.against} <= set(
        read["errata.html"].links
    )


def test_errata_page_leads_to_the_entries_of_each_text_by_weight(read, files, content):
    page = files["errata.html"].decode()
    table = page.partition("Entries by text and weight")[2].partition("</table>")[0]
    assert sorted(re.findall(r'href="#([^"]+)"', table)) == sorted(one["id"] for one in wholes(content.rows))
    assert all(f'id="{one["id"]}"' in page for one in wholes(content.rows))


def test_trust_page_says_what_the_axioms_say_and_which_verdicts_rest_on_each_item(read, content):
    text = read["trust.html"].text
    for fact, _ in trust(content.rows):
        tiers = counts(one for one in content.rows if fact in one["trust"])
        assert ", ".join(f"{count} {tier}" for tier, count in tiers.items()) in text
        assert allowed(fact) in text.partition(fact)[2][:200]


def test_page_of_a_false_printed_statement_has_its_least_change_and_leads_to_its_entry_and_back(read, content):
    listed = {entry["id"]: entry["erratum"] for entry in refuted(content.rows)}
    assert {"u26.thm32", "u26.index-bound-length", "men2024.table4"} <= set(listed)
    back = read["errata.html"]
    for name in content.pages:
        page = read[f"claims/{name}.html"]
        assert (f"../errata.html#{name}" in page.links) == (name in listed), name
        if name in listed:
            changes = [listed[name]["mend"], *listed[name]["also"], *listed[name]["follows"]]
            told = page.text.partition("In the errata #")[2].partition("its entry in the errata")[0]
            assert all(strip(content.plain_math(each)) in told for each in changes), name
            assert name in back.ids and f"claims/{name}.html" in back.links, name


def test_page_of_a_paper_is_the_current_one_of_the_menu_and_has_verdicts_only_where_claims_decide(files):
    for name in ("u26", "u25"):
        page = files[f"{name}.html"].decode()
        assert f'href="{name}.html"' in next(part for part in page.split("<a ") if 'aria-current="page"' in part), name
    parts = files["u26.html"].decode().partition("</main>")[0].split('<div class="margin">')[1:]
    rows = sentences_of("u26").rows
    undecided = [(row, part) for row, part in zip(rows, parts, strict=True) if row.beside and not row.claims]
    assert any(row.quote.startswith("Theorem 3.2 can be") for row, _ in undecided)
    for row, part in undecided:
        assert f"claims/{row.beside[0]}.html" in part and ("badge" not in part or row.against), row.quote
    assert any("badge" in part.partition("beside")[2] for row, part in zip(rows, parts, strict=True) if row.claims)


def test_what_is_fair_to_say_stands_directly_below_the_verdict(read):
    for name in ("u26.thm31", "u26.thm32", "u26.rem31d"):
        text = read[f"claims/{name}.html"].text
        parts = [text.find(f"{heading} #") for heading in ("Verdict", "In fairness", "Check by hand", "In the errata")]
        assert [at for at in parts if at >= 0] == sorted(at for at in parts if at >= 0) and min(parts[:2]) >= 0, name
        between = text[parts[0] + len("Verdict #") : parts[1]]
        assert " #" not in between, name


def test_what_is_not_at_hand_of_theorem_7_stands_on_its_pages_alone(read):
    assert (
        "u25.thm7b" in read["claims/u25.thm7a.html"].text
        and "the second half of Theorem 7" in read["claims/u25.thm7a.html"].text
    )
    for name in ("u25.thm1", "u25.thm6", "u25.lem1"):
        text = read[f"claims/{name}.html"].text
        assert "U25: We have its abstract and the content of its theorems, not their wording." in text, name
        assert "the second half of Theorem 7" not in text, name


def test_trust_page_is_sorted_and_leads_from_every_claim(read, content):
    facts = trust(content.rows)
    anchors = [name for name in read["trust.html"].ids if name not in ("content", "menu")]
    assert anchors == [anchor(fact) for fact, _ in facts] and len(set(anchors)) == len(anchors)
    for claim_id, data in content.pages.items():
        for fact in data["trust"]:
            assert f"../trust.html#{anchor(fact)}" in read[f"claims/{claim_id}.html"].links
    kept = {name: {**data, "trust": [*data["trust"], KEPT]} for name, data in content.pages.items()}  # of earlier runs
    aside = trust_page(dataclasses.replace(content, pages=kept))
    free = [data for data in content.rows if not set(data["trust"]) - {KEPT}]
    assert f"kept decisions aside: {len(free)}, " in aside and free
    assert f"none of them, kept decisions aside: {len(free)}, " in read["trust.html"].text  # with their verdicts
    assert all(
        f"{number} {name}: {Tier[name].value}" in read["trust.html"].text for name, number in counts(free).items()
    )


@pytest.mark.parametrize("claim_id", claims())
def test_claim_leads_to_the_line_of_its_statement_and_to_the_page_that_decides_it(claim_id, read, content):
    file, name, line = content.stated[claim_id]
    begin = "".join(content.sources[name][1].splitlines()[line - 1 : line + 1])
    ends = {claim_id.split(".", cut)[-1] for cut in range(3)}  # a page may say what its claims share in a decorator
    assert begin.startswith("@") and any(f'"{end}"' in begin for end in ends) and content.sources[name][0] == file
    links = read[f"claims/{claim_id}.html"].links
    assert f"../sources/{name}.html#L{line}" in links
    assert f"../sources/{content.pages[claim_id]['page']['file'][7:-3]}.html" in links


def test_values_have_the_names_of_formulas_and_long_runs_are_said_once(read, content):
    both = read["claims/u26.thm32.html"].text
    assert "n = 4, θ = 2π/3 - 1/10, |ALPH| = 2, θ' = π/9" in both
    assert not re.search(r"\b(theta|count|turn) = ", both)
    assert "q = (1 1 (64 times))" in read["claims/su2021.decay.html"].text
    for claim_id in ("su2021.decay", "men2024.headline", "chen2023.thm21"):
        page = read[f"claims/{claim_id}.html"].text
        assert "times)" in page and not re.search(r"(\b\S+\b)(,? \1){8}", page), claim_id


def test_kernel_column_is_shown_where_a_row_carries_it(read):
    page = read["claims/u26.table1.html"].text
    assert all(word in page for word in ("theorem t : 1 < 2", "proofs/formal/t.v", "classic", "two_below_one"))
    assert "kernel" in read["index.html"].text
    assert "kernel" not in read["claims/u26.fig1.html"].text


def test_kernel_column_is_left_out_where_no_row_has_a_formal_proof(content):
    without = {claim_id: {**data, "kernel": {"status": "none"}} for claim_id, data in content.pages.items()}
    made = build(dataclasses.replace(content, pages=without))
    assert b'<th scope="col">kernel</th>' not in made["index.html"]
    assert not any(b"proof assistant" in text for text in made.values())


def test_claim_shows_its_figures_and_lessons_are_listed(read, files):
    assert "../figures/plane.svg" in read["claims/u26.index-bound-length.html"].loads
    assert {"lessons/01_lesson.html", "lessons/01_lesson_handout.html"} <= set(
        read["learn.html"].links
    ) and "Say θ." in read["learn.html"].text
    assert files["lessons/01_lesson.py"].endswith(b"assert 1 < 2\n")


def test_a_lesson_folds_the_code_that_draws_and_no_other_and_leads_to_the_words(content, files):
    text = "# %% [markdown]\n# # Lesson\n\n# %%\nx = 1\n\n# %%\n# Figure: a line.\nplot(x)\n\n# %% [markdown]\n# End\n"
    [lesson] = prepared({"02_lesson": text}, run=False, write=False)
    made = build(dataclasses.replace(content, course=[lesson]))["lessons/02_lesson.html"].decode()
    folded = re.findall(r"<details><summary>code that draws the figure</summary>(.*?)</details>", made, re.DOTALL)
    assert len(folded) == 1 and "plot(x)" in folded[0] and made.count("<pre") == 2
    assert '<pre tabindex="0"><code>x = 1' in made and '<a href="../words.html">' in made.partition("<main")[2]
    assert all("words.html" in files[path].decode().partition("<main")[2] for path in ("learn.html", "u26.html"))


def test_a_lesson_folds_the_code_that_checks_an_answer_below_the_form_of_the_answer(content):
    text = (
        '# %% [markdown]\n# # Lesson\n\n# %%\n@exercise("whole", 2, 9)\ndef check_1(answer):\n    assert answer == 7\n\n'
        "# %% [markdown]\n# ## Solutions\n\n# %%\nsolution_1 = 7\n\n# %% [markdown]\n# End\n"
    )
    [lesson] = prepared({"02_lesson": text}, run=False, write=False)
    made = build(dataclasses.replace(content, course=[lesson]))["lessons/02_lesson.html"].decode()
    said, _, code = made.partition("<details><summary>code that checks the answer</summary>")
    assert "<strong>Your answer:</strong> a whole number from 2 to 9." in said and "== 7" not in said
    assert "assert answer == 7" in code.partition("</details>")[0] and "# your answer" not in made


def test_the_front_page_begins_with_what_this_is_and_where_to_go_and_ends_with_whose_words_it_is_in(files):
    page = files["index.html"].decode()
    order = [
        "<h1",
        "Theorems about attention heads",
        'id="what-stands"',
        'id="all-claims"',
        "quoted from a paper with its page",
        'id="sources"',
    ]
    at = [page.index(each) for each in order]
    assert at == sorted(at)
    ways = page[at[1] : at[2]]
    assert all(
        f'href="{each}"' in ways
        for each in ("#what-stands", "learn.html", "interactive.html", "questions.html", "words.html")
    )


def test_the_path_of_a_drawn_figure_in_a_text_is_a_link_to_it(content):
    said = "anew: figures/plane.svg, not figures/missing.svg"
    for folder, up in (("", "../"), ("claims/", ""), ("../claims/", "../")):
        made = content.math(said, folder)
        assert strip(made) == said and made.count("<a ") == 1 and f'href="{up}figures/plane.svg"' in made, folder


def test_lessons_say_which_of_their_outputs_and_files_are_not_there(read, content, files):
    assert NOT_RUN in read["lessons/01_lesson.html"].text and NOT_RUN in read["slides.html"].text
    assert "as scripts. Without" in read["learn.html"].text and "lessons/01_lesson.py" in read["learn.html"].links
    [lesson] = prepared(dict(content.lessons), run=False, write=False)
    ran = dataclasses.replace(run_here(lesson), files={"01_lesson.ipynb": "{}"})
    made = pages_of(build(dataclasses.replace(content, course=[ran])))
    assert "as scripts and notebooks. Without" in made["learn.html"].text
    assert not any(NOT_RUN in made[path].text for path in ("lessons/01_lesson.html", "slides.html"))


def test_slides_on_the_site_link_to_the_course(read):
    of_lesson = [f"lessons/01_lesson{kind}slides.html" for kind in ("_", "_solutions_")]
    assert "learn.html" in read["slides.html"].links and all("../learn.html" in read[each].links for each in of_lesson)


def test_unsound_record_is_named_on_its_page_and_in_front(content):
    broken = {**content.pages["u26.table1"], "faults": ["a step failed"], "sound": False}
    made = build(dataclasses.replace(content, pages={**content.pages, "u26.table1": broken}))
    assert "Not sound" in made["index.html"].decode() and "a step failed" in made["claims/u26.table1.html"].decode()
    assert "Not to be cited" in made["claims/u26.table1.html"].decode()


def test_report_without_figures_and_lessons_is_whole(content):
    bare = build(dataclasses.replace(content, figures=(), lessons={}))
    assert faults(bare) == [] and "matplotlib" in bare["figures.html"].decode()


def test_same_content_gives_the_same_bytes(content, files):
    assert build(content) == files
    assert sum(map(len, files.values())) < 15_000_000


def test_a_formal_file_is_read_once_at_most(content, monkeypatch):
    read, count = Path.read_text, Counter()

    def counted(path, *args, **kwargs):
        count[path.name] += path.suffix == ".v"
        return read(path, *args, **kwargs)

    monkeypatch.setattr(Path, "read_text", counted)
    receipts.forget()
    build(content)
    assert max(count.values()) == 1  # claim by claim it took a minute


def test_graph_names_every_claim_and_draws_every_dependency(read, content):
    edges = dependencies(content.pages)
    drawing = lay_out(list(content.pages), edges)
    assert set(drawing.edges) == set(edges) and {*drawing.boxes, *drawing.alone} == set(claims())
    page = read["graph.svg"]
    boxes = [link for link in page.links if link]
    assert sorted(boxes) == sorted(f"claims/{claim_id}.html" for claim_id in claims())
    assert sum(name == "path" and "marker-end" in attributes for name, attributes in page.elements) == len(edges)


def test_a_long_title_has_two_lines_in_its_box_and_ends_with_dots(content):
    name = next(iter(content.pages))
    pages = {
        **content.pages,
        name: {**content.pages[name], "title": "A title of far more words than a box has room for, " * 3},
    }
    drawn = graph_pages(dataclasses.replace(content, pages=pages))["graph.svg"]
    box = drawn.partition(f'href="claims/{name}.html"')[2].partition("</a>")[0]
    lines = re.findall(r'font-weight="600"[^>]*>([^<]*)<', box)
    assert len(lines) == 2 and lines[1].endswith("…") and max(map(len, lines)) <= LINE


def test_graph_layout_points_right_and_boxes_do_not_overlap(content):
    edges = dependencies(content.pages)
    drawing = lay_out(list(content.pages), edges)
    for start, end, _ in edges:
        assert drawing.boxes[start][0] < drawing.boxes[end][0]
    spots = sorted(drawing.boxes.values())
    for (column, row), (other, next_row) in zip(spots, spots[1:], strict=False):
        assert column != other or next_row - row >= 1 - 1e-9
    assert all(0 <= row <= drawing.height for _, row in spots)


def test_folder_is_made_replaced_and_left_alone(tmp_path):
    folder = write_folder(tmp_path / "site", {"a/b.html": b"1", "c": b"2"})
    assert (folder / "a/b.html").read_bytes() == b"1" and (folder / MARK).is_file()
    write_folder(folder, {"d": b"3"})
    assert sorted(path.name for path in folder.iterdir()) == [MARK, "d"]
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_folder_stays_as_it_was_when_a_write_fails(tmp_path):
    folder = write_folder(tmp_path / "site", {"a": b"1"})
    with pytest.raises(InvalidInput, match="out must be writable"):
        write_folder(folder, {"a": b"2", "a/b": b"3"})
    assert (folder / "a").read_bytes() == b"1" and [path.name for path in tmp_path.iterdir()] == ["site"]


def test_former_report_comes_back_when_the_exchange_is_interrupted(tmp_path, monkeypatch):
    folder = write_folder(tmp_path / "site", {"a": b"1"})
    rename = type(folder).rename

    def interrupted(self, target):
        if self.name == "new":
            raise KeyboardInterrupt
        return rename(self, target)

    monkeypatch.setattr(type(folder), "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_folder(folder, {"a": b"2"})
    assert (folder / "a").read_bytes() == b"1" and [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("wrong", ["file", "full", "missing/site", "."])
def test_bad_out_is_refused_before_the_work(tmp_path, monkeypatch, capsys, wrong):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    monkeypatch.chdir(tmp_path)
    assert main(["report", "--out", wrong]) == 2
    assert capsys.readouterr().err.startswith("error: --out must")
    assert (tmp_path / "full" / "mine.txt").read_text() == "mine"
    with pytest.raises(InvalidInput, match="^out must"):
        ready(tmp_path / wrong)


def test_pictures_and_rules_of_prose_nest_as_on_our_pages():
    page = Page(prose("![two matrices](../figures/two-behaviours.svg)\n\n---\n\nA line\\\nand another."))
    assert page.faults == [] and {"img", "hr", "br"} <= {name for name, _ in page.elements}


@pytest.mark.longest
def test_report_of_all_claims_decided_is_whole_and_sound(tmp_path, run_store):
    out = tmp_path / "site"
    done = subprocess.run(
        [sys.executable, "-m", "rope_theory", "report", "--out", str(out)],
        capture_output=True,
        text=True,
        env=of_a_user(run_store),
    )
    assert done.returncode == 0, done.stderr
    written = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    reference = {path: data for path, data in written.items() if path.startswith("reference/")}  # pdoc's own pages
    assert not any(re.search(rb'<(?:script|link|img)[^>]+(?:src|href)="https?:', data) for data in reference.values())
    assert faults(written) == []
    assert {f"claims/{claim_id}.html" for claim_id in claims()} <= set(written)
    assert {f"figures/{name}.svg" for name in figures()} <= set(written)
    assert sum(map(len, written.values())) < 30_000_000
    for path, content in written.items():
        assert b"Not sound" not in content and b"NOT REJECTED" not in content, path


def of_a_user(store) -> dict[str, str]:
    """An environment in which what this run has made counts and, unless all is decided anew, what commands decided earlier.

    Those decisions are copied: the tests write nothing where commands read.
    """
    earlier = cache_folder() / "decisions"
    if os.environ["ROPE_THEORY_TESTS_KEEP"] and earlier.is_dir():
        shutil.copytree(earlier, store / "decisions", dirs_exist_ok=True)
    given = {name: value for name, value in os.environ.items() if name not in ("CI", "ROPE_THEORY_FRESH")}
    return given | {"ROPE_THEORY_CACHE": str(store)}


@pytest.mark.parametrize("asked", ["CI", "ROPE_THEORY_FRESH", None])
def test_the_report_of_the_tests_takes_earlier_decisions_only_where_nothing_asks_for_new_ones(tmp_path, asked):
    clean = {
        name: value
        for name, value in os.environ.items()
        if name not in ("CI", "ROPE_THEORY_FRESH", "ROPE_THEORY_TESTS_KEEP")
    }
    done = subprocess.run(
        [sys.executable, "-c", "import os, conftest; print(os.environ['ROPE_THEORY_TESTS_KEEP'] or 'anew')"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[1],
        env=clean | ({asked: "1"} if asked else {}),
    )
    assert done.stdout.strip() == ("anew" if asked else "1"), done.stderr


def luminance(colour: str) -> float:
    """Relative luminance of #rgb or #rrggbb (WCAG 2)."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_text_stands_out_from_paper_and_panel_in_every_scheme():
    schemes = re.findall(r":root \{(.*?)\}", static("style.css"), re.DOTALL)
    assert len(schemes) == 3
    for scheme in schemes:
        colours = dict(re.findall(r"--(\w+): (#\w+);", scheme))
        for name in set(colours) - {"paper", "panel", "rule"}:
            assert min(contrast(colours[name], colours[ground]) for ground in ("paper", "panel")) >= 4.5, name
    assert contrast("#777777", "#ffffff") < 4.5


def test_the_page_of_the_api_names_every_public_function_with_its_first_sentence(files):
    text = files["api.html"].decode()
    names = set(rope_theory.__all__) - {"__version__"}
    assert {name for name in names if f'id="{name}"' in text} == names
    assert "The angle 2π·turns" not in text and "The exact angle 2π·turns + radians." in text
    assert "swap_scores(cross_logits, self_logit, tau, eps, precision)" in text


def test_the_reference_is_linked_where_it_is_there():
    text = api_pages({"rope_theory/core/heads.html": b"page"})["api.html"]
    assert (
        'href="reference/rope_theory/core/heads.html#softmax"' in text and "reference/rope_theory/core/rope" not in text
    )


def test_a_paper_says_beside_what_is_refuted_which_claim_stands_instead(files):
    """The printed construction of Theorem 3.1 is off on whole outputs, and another one does it: no line of its list says REFUTED of the theorem."""
    lines = [
        " ".join(re.sub("<[^>]*>", " ", each).split())
        for each in re.findall("<li>(.*?)</li>", files["u26.html"].decode())
    ]
    theorems = [each for each in lines if each.startswith("Theorem 3.1")]
    assert theorems and all("PROVED" in each and "REFUTED" not in each for each in theorems), theorems
    [built] = (each for each in lines if each.startswith("Inner positions of the printed T"))
    assert "(Appendix F.2.1, p. 20)" in built and "REFUTED" in built
    instead = r"\(u26\.thm31\.every-position-as-constructed\) ?; what holds instead: u26\.thm31\.every-position [A-Z]+$"
    assert re.search(instead, built.replace(" )", ")").replace("( ", "(")), built
    assert sum("what holds instead: u26.thm32.corrected" in each for each in lines) == 1
    assert not any("what holds instead" in each for each in lines if "REFUTED" not in each)


def test_a_reading_or_a_slip_has_a_paler_badge_than_what_is_of_weight(files, content):
    for claim_id, data in content.pages.items():
        lesser = data["erratum"] is not None and data["erratum"]["weight"] != "SUBSTANTIVE"
        [head] = re.findall(
            r'<h1 class="id">.*?</p>\s*<p>.*?</p>', files[f"claims/{claim_id}.html"].decode(), re.DOTALL
        ) or [""]
        assert ('class="badge refuted lesser"' in head) == lesser, claim_id
    assert content.pages["u26.rem31b"]["erratum"] and content.pages["u26.thm32"]["erratum"]


def test_hypotheses_stand_beside_the_statement_and_above_the_verdict(files, content):
    for claim_id, data in content.pages.items():
        text = files[f"claims/{claim_id}.html"].decode()
        under = re.findall(r'<p class="under">(.*?)</p>', text)
        assert [strip(each) for each in under] == [f"Under: {'; '.join(data['hypotheses'])}."] * bool(
            data["hypotheses"]
        )
        if under:
            assert text.index('id="statement"') < text.index('class="under"') < text.index('id="verdict"'), claim_id


def test_how_names_coq_where_it_refutes_too(files, content):
    named = {
        claim_id
        for claim_id in content.pages
        if "proves the negation, too" in strip(files[f"claims/{claim_id}.html"].decode())
    }
    backed = {
        claim_id
        for claim_id, data in content.pages.items()
        if data["verdict"] == "REFUTED"
        and data["kernel"]["kind"] == "refuted"
        and data["kernel"]["status"] == "receipt"
    }
    assert named == backed and {"u26.thm32"} <= backed and "chen2023.ratio" not in backed


def test_words_of_a_page_that_decides_several_claims_are_said_to_be_about_all_of_them(read):
    said = {name: read[f"claims/{name}.html"].text for name in ("u25.thm2", "new.precision-cliff", "u26.rem31c")}
    assert "about the whole page, which decides u25.thm2.audit, too." in said["u25.thm2"]
    assert "which decides 12 other claims, too." in said["new.precision-cliff"]
    assert "about the whole page" not in said["u26.rem31c"]


def test_the_line_under_a_link_leaves_underscores_to_be_seen(files):
    """They lie a quarter of the letter's size below its foot: rope_scaling was read as rope scaling."""
    offset = re.search(r"\na \{[^}]*text-underline-offset: (\.\d+)em", files["static/style.css"].decode())
    assert offset and float(offset[1]) > 0.25


def test_a_witness_without_tokens_names_the_inputs_that_the_check_by_hand_works_through(files):
    rows = {
        name: re.findall(r"<dt>at the inputs</dt><dd>(.*?)</dd>", files[f"claims/{name}.html"].decode())
        for name in ("u26.thm32", "u26.index-bound-length")
    }
    assert rows == {"u26.thm32": ["<code>A A A 1</code>; <code>B1 B1 A1 BA</code>"], "u26.index-bound-length": []}
