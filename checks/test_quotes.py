"""Quotations are found in the text of a paper through what typesetting does to it, and a wrong one is not."""

from collections import Counter
from random import Random

import pytest

from checks.made_up_paper import PAGES, verbatim
from rope_theory.core.errors import InvalidInput
from rope_theory.evidence.claims import quotes
from rope_theory.evidence.claims.quotes import check_quotes, find_quote, normalise, printed_page, split_pages
from rope_theory.evidence.claims.source import Source, Wording


@pytest.mark.parametrize(
    "quote, page",
    [
        ("first study efficient heads", 1),
        ("ﬁrst study eﬃcient", 1),
        ("heads with transformers", 1),
        ("letter-letter pairs", 1),
        ("Δθ(n) ≤ 1 - cos(θ) for θ ≠ 0", 2),
        ("∆𝜃 (n) ⩽ 1 – cos(ϑ)", 2),
        ("Δ_{θ}(n) ≤ 1 - cos(θ)", 2),
        ('σ ∈ ∑, says "ALPH"', 2),
        ("bounded on every input", 2),
        ("The discrepancy … every input.", 2),
        ("\uf044\uf071(n) \uf0a3 1 \uf02d cos(\uf071)", 2),
    ],
)
def test_quote_is_found_through_ligatures_line_ends_symbol_fonts_and_page_breaks(quote, page):
    found = find_quote(quote, PAGES)
    assert found.match and found.page == page, found


@pytest.mark.parametrize(
    "quote",
    [
        "1 + cos(θ)",
        "1 cos(θ)",
        "for θ = 0 and",
        "letterletter pairs were",
        "Study efficient heads",
        "The end … The discrepancy",
        "∆ω (n) ≤",
    ],
)
def test_quote_with_another_word_sign_or_order_is_not_found(quote):
    assert not find_quote(quote, PAGES).match


def test_page_asked_for_is_preferred_where_the_words_stand_on_several():
    pages = split_pages("twice\f twice")
    assert [find_quote("twice", pages, page).page for page in (None, 1, 2, 3)] == [1, 1, 2, 1]


def test_omission_has_a_limit():
    far = split_pages("first " + "x" * (quotes.FARTHEST + 1) + " last")
    near = split_pages("first " + "x" * quotes.FARTHEST + " last")
    assert not find_quote("first … last", far).match and find_quote("first … last", near).match


@pytest.mark.parametrize("wrong, right", [("unbounded", "bounded"), ("some", "every")])
def test_one_wrong_word_is_named(wrong, right):
    found = find_quote("It is bounded on every input. The end.".replace(right, wrong, 1), PAGES)
    assert found.differences == ((wrong, right),) and found.page == 2


def test_one_missing_word_is_named():
    assert ("", "heads") in find_quote("We first study efficient with transformers and", PAGES).differences


def test_text_without_words_has_no_nearest_passage():
    assert find_quote("a word", []).page is None and not find_quote("a word", []).match


@pytest.mark.parametrize("quote", ["", " … "])
def test_quote_without_words_is_refused(quote):
    with pytest.raises(InvalidInput, match="quote must have words"):
        find_quote(quote, PAGES)


def test_pages_are_numbered_as_printed():
    assert [page.number for page in PAGES] == [1, 2, 3]
    assert [page.number for page in split_pages("a\n 17\n\fb\n 18\n\fc\n")] == [17, 18, 19]
    assert [page.number for page in split_pages("a\n 300\n\fb\n\fc\n")] == [1, 2, 3]
    assert [page.number for page in split_pages("a\n1\nb 1\n2\nc\n7")] == [1, 2, 3]
    assert all("1" not in page.text.split() for page in split_pages("a\n 1\n\fb\n 2\n"))


def test_normalise_keeps_what_changes_the_sense():
    assert normalise("a ≠ b") != normalise("a = b") and normalise("−") == "-" and normalise("σ̄") == "σ"
    assert normalise("x ∉ S") != normalise("x ∈ S")


def test_only_verbatim_sources_of_the_paper_are_looked_up():
    sources = {
        "here": verbatim("The end", "p. 3"),
        "elsewhere": verbatim("The end", paper="U25"),
        "ours": Source("U26", "on p. 2", Wording.OURS),
    }
    assert [check.claim_id for check in check_quotes(sources, PAGES, "U26")] == ["here"]


@pytest.mark.parametrize("locator, good", [("p. 3, Section 1", True), ("p. 2, Section 1", False), ("Section 1", True)])
def test_page_of_the_locator_is_the_page_of_the_quote(locator, good):
    [check] = check_quotes({"x": verbatim("The end", locator)}, PAGES, "U26")
    assert check.found.match and check.good is good


@pytest.mark.parametrize(
    "locator, page", [("p. 8, Theorem 3.1", 8), ("sharpens p. 21, F.2.1", 21), ("Theorem 3", None), ("step 4", None)]
)
def test_printed_page(locator, page):
    assert printed_page(locator) == page


def test_every_page_is_searched_and_the_nearest_passage_is_found_on_its_own():
    pages = split_pages(
        "\f".join(f"Sentence number {word} stands here alone.\n {k}" for k, word in enumerate(WORDS, 1))
    )
    for k, word in enumerate(WORDS, 1):
        assert find_quote(f"number {word} stands", pages).page == k
        found = find_quote(f"Sentence number {word} stands there alone.", pages)
        assert not found.match and found.page == k and found.differences == (("there", "here"),)


WORDS = ("one", "two", "three", "four", "five", "six")


@pytest.mark.parametrize("at", range(7))
def test_a_wrong_word_is_named_wherever_it_stands(at):
    right = "It is bounded on every input. The".split()
    wrong = [*right[:at], "wrong", *right[at + 1 :]]
    found = find_quote(" ".join(wrong), PAGES)
    assert found.differences == (("wrong", right[at]),) and found.page == 2


@pytest.mark.parametrize("at", (2, 3, 4))
def test_a_word_too_many_or_too_few_is_named_wherever_it_stands(at):
    right = "It is bounded on every input. The".split()
    more = find_quote(" ".join([*right[:at], "really", *right[at:]]), PAGES)
    less = find_quote(" ".join([*right[:at], *right[at + 1 :]]), PAGES)
    assert ("really", "") in more.differences and ("", right[at]) in less.differences


def test_an_omission_may_cross_a_page_and_end_at_its_limit():
    for gap, match in ((quotes.FARTHEST - 1, True), (quotes.FARTHEST, True), (quotes.FARTHEST + 1, False)):
        pages = split_pages("first " + "x" * (gap // 2) + "\f" + "x" * (gap - gap // 2) + " last")
        assert find_quote("first … last", pages).match is match


@pytest.mark.parametrize("seed", range(30))
def test_the_nearest_passage_shares_as_many_words_as_any(seed):
    rng = Random(seed)
    words, asked = (rng.choices("abcde", k=k) for k in (rng.randint(1, 20), rng.randint(1, 6)))
    start, size = quotes._best_window(words, asked), len(asked)

    def shared(at):
        return sum((Counter(words[at : at + size]) & Counter(asked)).values())

    starts = range(max(1, len(words) - size + 1))
    best = [at for at in starts if shared(at) == max(map(shared, starts))]
    in_place = [sum(map(str.__eq__, asked, words[at : at + size])) for at in best]
    assert start in best and in_place[best.index(start)] == max(in_place)


@pytest.mark.parametrize(
    "quote, words",
    [
        ("study efficient heads", "study eﬃcient heads"),
        ("every input. The", "every input. The"),
        ("We first … heads", "We first study efficient heads"),
        ("end.", "end."),
    ],
)
def test_the_words_found_are_those_of_the_paper_from_end_to_end(quote, words):
    assert find_quote(quote, PAGES).passage == normalise(words)


def test_a_wrong_word_is_named_in_a_long_quotation_of_few_words():
    right = Random(0).choices([f"word{k}" for k in range(40)], k=250)
    assert quotes._differences([*right[:100], "a", *right[101:]], right) == (("a", right[100]),)
