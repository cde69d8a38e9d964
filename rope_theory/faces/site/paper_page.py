"""A paper as a page: its sentences in order, what decides each in the margin."""

from __future__ import annotations

from rope_theory.evidence.papers import paper as record
from rope_theory.evidence.register import REST_FAILS, Answer, Register, Row, Section, register, sum_holds
from rope_theory.evidence.titles import title
from rope_theory.faces.report.register import (
    AGAINST,
    NOT_AT_HAND,
    THEOREMS,
    counts,
    none_of_its_own,
    of_which,
    runs_line,
    theorems,
    wording_lead,
)
from rope_theory.faces.report.tally import point_of, statements_of, wholes
from rope_theory.faces.site.html import Html, bullets, described, el, escape, join
from rope_theory.faces.site.lists import instead
from rope_theory.faces.site.notation import math
from rope_theory.faces.site.page_shell import badge, page
from rope_theory.faces.site.report_data import Content

ABOUT = (
    "Every sentence of the paper that can be true or false, in its order, each by a few of its words. The margin has "
    "the verdicts of the claims that decide it, or says why there is none. What holds is said as holding; of what does "
    "not, the note says what survives and the shortest repair. Notes that begin “By hand” are nobody's verdict."
)


def paper_page(content: Content, paper: str = "u26") -> str:
    """u26.html, u25.html, men2024.html, …

    Args:
        content: the whole site's.
        paper: short name, in capitals or not.
    """
    found, told = register(paper), record(paper)
    return page(
        f"{paper.lower()}.html",
        _title(found),
        el("h1", _title(found)),
        el("p", found.title, ", ", el("a", told.cited, href=told.link)),
        el("p", ABOUT if found.at_hand else found.about or NOT_AT_HAND, class_="lead"),
        el(
            "p",
            math("Head, logit, plane, gap, Index, T_Index: "),
            el("a", "what the words mean", href="words.html"),
            ".",
        ),
        _errata(found, content),
        _theorems(found.rows, content),
        el("details", el("summary", "Counts"), _counts(found.rows, content)),
        el(
            "nav",
            el("h2", "Sections"),
            bullets(el("a", one.title, href=f"#{section_anchor(one)}") for one in found.sections),
            aria_label="Sections",
            id="sections",
        ),
        *(_section(section, content) for section in found.sections),
        el("a", "↑ Sections", href="#sections", class_="up"),
    )


def _errata(found: Register, content: Content) -> Html | None:
    """How many of the paper's statements hold and how many do not, with the way to them."""
    counted = statements_of(content.rows, record(found.paper))
    if not counted.statements:
        return None
    way = el("a", "What does not, with a check by hand and its least change", href="errata.html")
    return (
        el("p", el("strong", f"{counted}. "), way, ".")
        if any(counted.by_weight)
        else el("p", el("strong", f"{counted}."))
    )


def _theorems(rows: list[Row], content: Content) -> Html | None:
    """Theorems, remarks and lemmas, what holds first, as the command line has them."""
    told = [
        join(
            [
                content.plain_math(where),
                ": ",
                badge(tier, content.pages[claim_id]["erratum"]),
                f"{weight}: ",
                content.plain_math(title(claim_id)),
                " (",
                content.link(claim_id, "claims/"),
                ")",
                join(["; ", content.plain_math(point)]) if (point := point_of(claim_id)) else "",
                *_instead(claim_id, content),
            ]
        )
        for where, tier, weight, claim_id in theorems(rows, lambda claim_id: _verdict(claim_id, content))
    ]
    return join([el("p", el("strong", THEOREMS)), bullets(told)]) if told else None


def _instead(claim_id: str, content: Content) -> list[Html]:
    """Of a refuted statement, what stands instead."""
    mended = instead(content.pages[claim_id], content)
    told = (join([content.link(one, "claims/"), " ", badge(_verdict(one, content))]) for one in mended)
    return [join(["; what holds instead: ", join(told, ", ")])] if mended else []


def _counts(rows: list[Row], content: Content) -> Html:
    found = counts(rows, lambda claim_id: _verdict(claim_id, content))
    answers = (f"{number} {Answer[name].value}" for name, number in found["answers"].items())
    verdicts = join((join([str(number), " ", badge(name)]) for name, number in found["verdicts"].items()), ", ")
    remark = none_of_its_own(rows, lambda claim_id: _verdict(claim_id, content))
    return join(
        [
            el("p", f"{of_which(found)}; {found['open']} with something that no claim decides yet. Rows with a claim of each verdict: ", verdicts, ". ", remark),
            bullets(answers),
        ]
    )  # fmt: skip


def _verdict(claim_id: str, content: Content) -> str:
    return content.pages[claim_id]["verdict"]


def _title(found: Register) -> str:
    return f"{found.paper}, {'sentence by sentence' if found.at_hand else 'statement by statement'}"


def section_anchor(section: Section) -> str:
    """The id of a section on the page of its paper."""
    return "s-" + section.title.partition(" ")[0].lower()


def _section(section: Section, content: Content) -> Html:
    return el(
        "section",
        el("h2", section.title),
        el("ol", *(_row(row, content) for row in section.rows), class_="register") if section.rows else None,
        id=section_anchor(section),
    )


def _row(row: Row, content: Content) -> Html:
    where = ", ".join(filter(None, (f"p. {row.page}" if row.page else "", row.item, row.kind.value)))
    listed = {entry["id"]: entry for entry in wholes(content.rows)}
    beside = content.reference if row.claims else content.link  # no verdict where no claim decides the sentence
    facts = [
        (
            "in the errata",
            [
                el("a", content.plain_math(listed[name]["title"]), href=f"errata.html#{name}")
                for name in row.claims
                if name in listed
            ],
        ),
        ("decided by" if not row.part else "in part by", [content.reference(name, "claims/") for name in row.claims]),
        ("beside", [beside(name, "claims/") for name in row.beside]),
        (AGAINST, [content.reference(name, "claims/") for name in row.against]),
        (wording_lead(row), [f"“{row.wording}”"] if row.wording else []),
        ("sums", [f"{text}: {'holds' if sum_holds(text) else 'fails'}" for text in row.sums]),
        ("our runs", [escape(runs_line(row))] if row.runs else []),
        ("no claim yet", [row.open] if row.open else []),
    ]
    told = [(name, join(values, el("br"))) for name, values in facts if values]
    margin = row.margin(lambda claim_id: _verdict(claim_id, content))
    return el(
        "li",
        el("div", join(map(_mark, margin), " "), class_="margin"),
        el(
            "div",
            el("p", el("q", row.printed) if row.quote else content.math(row.words, "claims/"), " ", el("small", where)),
            el("p", content.math(row.note, "claims/"), class_="note") if row.note else None,
            described(told) if told else None,
        ),
    )


def _mark(word: str) -> Html:
    return (
        badge(word)
        if word.isupper()
        else el("span", word, class_="mark fails" if word in ("sums fail", REST_FAILS) else "mark")
    )
