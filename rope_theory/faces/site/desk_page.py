"""Questions answered, and words: what is looked up."""

from __future__ import annotations

from rope_theory.evidence.answers import Answer, answers
from rope_theory.evidence.claims import Wording
from rope_theory.evidence.glossary import glossary
from rope_theory.faces.site.html import Html, bullets, described, el, join
from rope_theory.faces.site.page_shell import TIERS, WORDINGS, anchor, badge, page, wording_badge
from rope_theory.faces.site.report_data import Content

LEAD = "Questions that people ask in public, each with one answer and the claims it rests on, with the verdicts that this report reached."
WORDS = "The words that every page uses, what a verdict says, and whose words a statement is in."


def questions_page(content: Content) -> str:
    """questions.html."""
    listed = (el("a", one.question, href=f"#{one.name}") for one in answers().values())
    return page(
        "questions.html",
        "Questions",
        el("h1", "Questions answered"),
        el("p", LEAD, class_="lead"),
        bullets(listed),
        *(_answer(one, content) for one in answers().values()),
    )


def _answer(one: Answer, content: Content) -> Html:
    wrong = [
        claim_id
        for claim_id, tier in one.claims.items()
        if content.pages[claim_id]["faults"] or content.pages[claim_id]["verdict"] != tier.name
    ]
    rests: list[Html | str] = [content.reference(claim_id, "claims/") for claim_id in one.claims]
    rests += [f"the layer table, {one.read}"] if one.read else []
    facts: list[tuple[str, Html | str | None]] = [("rests on", join(rests, ", "))]
    if one.unsaid:
        facts.append(("the theory does not say", content.plain_math(one.unsaid[0].lower() + one.unsaid[1:])))
    facts.append(("to compute it", bullets(el("code", line) for line in one.compute)))
    facts.append(("asked in", join([el("a", at.partition("//")[2], href=at) for at in one.asked], ", ")))
    return el(
        "section",
        el("h2", one.question),
        el("p", f"This answer does not stand: {', '.join(wrong)}.", class_="fault") if wrong else None,
        el("p", content.plain_math(one.answer)),
        described(facts),
        id=one.name,
    )


def words_page(content: Content) -> str:
    """words.html."""
    return page(
        "words.html",
        "Words",
        el("h1", "Words"),
        el("p", WORDS, class_="lead"),
        described(
            (el("span", content.plain_math(word), id=anchor(word)), content.plain_math(meaning))
            for word, meaning in glossary().items()
        ),
        el("h2", "What a verdict says"),
        described((el("span", badge(name), id=anchor(name)), text) for name, text in TIERS.items()),
        el("h2", "Whose words a statement is in"),
        described((wording_badge(name), Wording[name].value) for name in WORDINGS),
    )
