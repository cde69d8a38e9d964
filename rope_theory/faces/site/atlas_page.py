"""The map of other texts: ten sentences, what holds of each text, and the picture."""

from __future__ import annotations

from collections.abc import Mapping

from rope_theory.evidence.atlas import Kind, Text, arrows, sentences, texts
from rope_theory.evidence.claims import Tier
from rope_theory.faces.report.atlas import KINDS
from rope_theory.faces.site.html import Html, bullets, described, el, join
from rope_theory.faces.site.page_shell import page
from rope_theory.faces.site.report_data import Content

LEAD = (
    "Eight other texts on rotary encodings, their statements decided like those of U25 and U26: what holds of each comes first. Behind every "
    "sentence stand the claims that it rests on. No experiment of these texts was run here, and nothing here says what training finds."
)


def atlas_page(content: Content) -> str:
    """atlas.html."""
    items = (
        el("li", el("em", f"{each.about}. "), content.plain_math(each.text), " ", _rests(each.claims, content))
        for each in sentences()
    )
    picture = [figure.element() for figure in content.figures if figure.name in ("atlas", "least-base")]
    return page(
        "atlas.html",
        "The map of other texts",
        el("h1", "The map of other texts"),
        el("p", LEAD, class_="lead"),
        el("h2", "Ten sentences for an engineer"),
        el("ol", *items),
        el("h2", "Text by text"),
        *(_text(each, content) for each in texts()),
        *([el("h2", "What is proved with what"), *picture] if picture else []),
        el("p", "Arrows, all of them computed:"),
        bullets(
            f"{kind.value} ({KINDS[kind]}): "
            + "; ".join(f"{each.start} → {each.end}" for each in arrows() if each.kind is kind)
            for kind in Kind
        ),
    )


def _text(one: Text, content: Content) -> Html:
    facts = (
        ("what holds", join([content.plain_math(one.holds), " ", _rests(one.holds_claims, content)])),
        ("what it is quoted for", content.plain_math(one.headline)),
        ("what becomes of that", join([content.plain_math(one.becomes), " ", _rests(one.becomes_claims, content)])),
    )
    name = one.paper.name.lower()
    return el(
        "section",
        el(
            "h3",
            el(
                "a",
                f"{one.paper.authors.partition(',')[0]} {one.paper.name[-4:]}: {one.paper.title}",
                href=f"{name}.html",
            ),
        ),
        described(facts),
        id=name,
    )


def _rests(claims: Mapping[str, Tier], content: Content) -> Html:
    return join((content.reference(claim_id, "claims/") for claim_id in claims), ", ")
