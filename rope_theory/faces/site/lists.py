"""Errata, trust, environment and figures."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Mapping, Sequence

from rope_theory.core.packages import how
from rope_theory.evidence.claims import Tier, Weight
from rope_theory.evidence.formal.assumptions import allowed
from rope_theory.evidence.kept import KEPT
from rope_theory.evidence.papers import Paper, papers
from rope_theory.evidence.register import Row as SentenceRow
from rope_theory.faces.report.errata import (
    ALSO,
    ANSWER,
    BY_READING,
    BY_TEXT,
    COUNTED,
    HEADINGS,
    LISTED,
    SET_ANEW,
    STANDS,
    THOSE,
    WITH_IT,
    by_text,
    corrections,
    fairness,
    related,
    sentence_lists,
    told_beside,
)
from rope_theory.faces.report.pages import page_of
from rope_theory.faces.report.rows import counts, trust
from rope_theory.faces.report.tally import parts, refuted, standing, statements_of, table_row, tallies, weighed, wholes
from rope_theory.faces.site.html import Html, bullets, described, el, escape, join, table
from rope_theory.faces.site.notation import math
from rope_theory.faces.site.page_shell import anchor, page, paragraphs
from rope_theory.faces.site.report_data import Content

#: A line of a list of descriptions: what it is called, and what it says.
Fact = tuple[str, Html | str | None]

TRUST = (
    "A step of a proof is checked by a machine or listed here by its name. Beyond this list you trust that a statement's code says what "
    "its sentence says (each claim's page links to that code) and, of every verdict but PROVED, the Python that strings the steps together. "
)
#: What to ask before one believes PROVED, and what there is to answer: docs/verdicts.md at length.
QUESTIONS = {
    "Does the theorem say what the claim says?": "No kernel tells: that is for you to judge. `rope-theory formal ID` has the claim's sentence above the formal statement; `rope-theory explain ID` has the readings that were chosen.",
    "Which axioms?": "Those of Coq's own library that the list below names, each with what it says. Under a claim, “What it rests on” has its own.",
    "Did Coq run on these files?": "A receipt says that it did, and holds hashes of the files that the proof is made of; a plain `rope-theory verify` compares these. `rope-theory verify --kernel` runs Coq.",
    "What else?": "What the list below names.",
}


def errata_page(content: Content) -> str:
    """errata.html."""
    found = wholes(content.rows)
    return page(
        "errata.html",
        "Errata",
        el("h1", "Errata"),
        el("p", COUNTED, class_="lead"),
        table(
            ("text", "stand", *(weight.name.lower() for weight in Weight)),
            itertools.starmap(table_row, tallies(content.rows)),
            "Statements by text",
        ),
        el("p", BY_TEXT, id="entries"),
        _entries(content),
        el("h2", "What stands"),
        el("p", content.plain_math(STANDS), class_="lead"),
        *(_standing(paper, content) for paper in papers()),
        el("h2", "What needs a change"),
        el("p", LISTED, class_="lead"),
        el("p", SET_ANEW),
        el("p", ANSWER),
        el(
            "p",
            f"{len(found)} statements of all texts (of one alone: ",
            el("a", "U26, sentence by sentence", href="u26.html"),
            "; on one page, to its authors: ",
            el("code", "rope-theory letter u26 --short"),
            "):",
        ),
        bullets(
            join(
                [
                    f"{weighed(entry)['weight'].lower()}: ",
                    el("a", content.plain_math(entry["title"]), href=f"#{entry['id']}"),
                    " (",
                    content.plain_math(entry["source"]),
                    ") ",
                    *(
                        ("mended by ", join((content.link(one["id"], "claims/") for one in mended), ", "))
                        if mended
                        else ()
                    ),
                ]
            )
            for entry in found
            for mended in [corrections(entry, content.rows)]
        ),
        *(_part(weight, heading, content) for weight, heading in HEADINGS.items()),
        *(_sentences(*one, content) for one in sentence_lists()),
        el("a", "↑ List of entries", href="#entries", class_="up"),
    )


def _entries(content: Content) -> Html:
    """The entries of each text, by weight, as links; on a phone one weight below another."""
    weights = [weight.name.lower() for weight in Weight]
    told = (
        [
            name,
            *(
                join(
                    [
                        el("span", weight, ": ", class_="head"),
                        join((el("a", content.plain_math(where), href=f"#{id}") for where, id in entries), "; ") or "–",
                    ]
                )
                for weight, entries in zip(weights, by_weight.values(), strict=True)
            ),
        ]
        for name, by_weight in by_text(content.rows, papers()).items()
    )
    return table(("text", *weights), told, "Entries by text and weight", class_="stacked")


def _sentences(heading: str, lead: str, found: Sequence[tuple[str, SentenceRow, str]], content: Content) -> Html:
    """A list of sentences that are no claims, with what there is to say of each; ids are links, and so need no marks."""
    told = [
        join(
            [
                el("strong", name),
                f", p. {row.page}: ",
                el("q", row.printed),
                " ",
                content.math(said.replace("`", ""), "claims/"),
            ]
        )
        for name, row, said in found
    ]
    return join([el("h2", heading), el("p", lead.replace("`", "")), bullets(told)]) if told else Html("")


def _standing(paper: Paper, content: Content) -> Html:
    told = [
        join(
            [
                content.plain_math(where),
                ": ",
                content.plain_math(told_beside(where, entry["title"])),
                " (",
                content.link(entry["id"], "claims/"),
                "" if entry["verdict"] == "PROVED" else f", {entry['verdict']}",
                ")",
            ]
        )
        for where, entry in standing(content.rows, paper)
    ]
    lead = el("p", f"{statements_of(content.rows, paper)}.{THOSE}")
    return join([el("h3", paper.name), lead, bullets(told)]) if told else Html("")


def _part(weight: Weight, heading: str, content: Content) -> Html:
    entries = wholes(content.rows, weight)
    if not entries:
        return Html("")
    return join([el("h2", heading), el("p", f"That is: {weight.value}."), *(_erratum(one, content) for one in entries)])


def erratum_of(claim_id: str, content: Content) -> Html | None:
    """What the errata say of a claim, for its own page: weight, least change, what changes with it, and the way to the entry; nothing if it has none."""
    entry = next((one for one in refuted(content.rows) if one["id"] == claim_id), None)
    if entry is None:
        return None
    way = el("a", "its entry in the errata", href=f"../errata.html#{claim_id}")
    return described([_weight(entry, content.math), *_changes(entry, content.math), ("more", way)])


def instead(entry, content: Content) -> list[str]:
    """Of a refuted statement the claims that mend it and hold."""
    held = (
        one["id"]
        for one in corrections(entry, content.rows)
        if one["verdict"] not in (Tier.REFUTED.name, Tier.UNDECIDED.name)
    )
    return list(held) if entry["verdict"] == Tier.REFUTED.name else []


def _weight(entry, set_: Callable[[str], Html]) -> Fact:
    """How much hangs on it, and why."""
    erratum = weighed(entry)
    return erratum["weight"].lower(), set_(erratum["why"])


def _changes(entry, set_: Callable[[str], Html]) -> list[Fact]:
    """The least change, what else would do, and what changes with it."""
    erratum = weighed(entry)
    facts: list[Fact] = [("least change", set_(erratum["mend"]))]
    for name, key in ((ALSO, "also"), (WITH_IT, "follows")):
        if lines := erratum.get(key):
            facts.append((name.lower(), bullets(map(set_, lines))))
    return facts


def fair(entry, set_: Callable[[str], Html]) -> Html:
    """What is fair to say, by what is meant where that is a table."""
    rows, rest = fairness(entry)
    told = paragraphs("\n\n".join(rest), set_)
    if not rows:
        return told
    head, *cells = ([*map(set_, row)] for row in rows)
    named = [
        [
            row[0],
            *(
                join([el("span", name, ": ", class_="head"), cell])
                for name, cell in zip(head[1:], row[1:], strict=True)
            ),
        ]
        for row in cells
    ]
    return join([el("p", f"{BY_READING}."), table(head, named, class_="stacked"), told])


def _erratum(entry, content: Content, heading: str = "h3") -> Html:
    set_ = functools.partial(content.math, folder="claims/")
    facts: list[Fact] = [_weight(entry, set_)]
    if entry["quote"]:
        facts.append(("printed", join(["“", content.plain_math(entry["quote"]), "”"])))
    facts.append(("read as" if entry["quote"] else "in our words", set_(entry["statement"])))
    if entry["hypotheses"]:
        facts.append(("under", join(map(set_, entry["hypotheses"]), "; ")))
    facts.append(("in fairness", fair(entry, set_)))
    facts.append(("check by hand in two minutes", el("ol", *(el("li", set_(line)) for line in entry["by_hand"]))))
    facts += _changes(entry, set_)
    for name, others in (
        ("then it holds", corrections(entry, content.rows)),
        ("beside it", related(entry, content.rows)),
    ):
        for other in others:
            body = [content.reference(other["id"], "claims/"), el("br"), set_(other["statement"])]
            if other["hypotheses"] and name == "then it holds":
                body += [el("br"), escape("Under: "), join(map(set_, other["hypotheses"]), "; ")]
            facts.append((name, join(body)))
    told = page_of(entry["id"])
    survives = told.part("What survives") if told else ""
    if survives:
        facts.append(("what survives", paragraphs(survives, set_)))
    if entry["readings"]:
        facts.append(("readings chosen", bullets(map(set_, entry["readings"]))))
    return el(
        "section",
        el(heading, content.plain_math(entry["source"])),
        el("p", content.plain_math(entry["title"]), " (", content.link(entry["id"], "claims/"), ")"),
        described(facts),
        *(_erratum(part, content, "h4") for part in parts(entry, content.rows)),
        id=entry["id"],
        class_="erratum",
    )


def trust_page(content: Content) -> str:
    """trust.html: most first."""
    entries = trust(content.rows)
    rows = []
    for fact, number in entries:
        resting = [data for data in content.rows if fact in data["trust"]]
        told = ", ".join(f"{count} {tier}" for tier, count in counts(resting).items())
        claims = el("details", el("summary", told), bullets(content.link(data["id"], "claims/") for data in resting))
        rows.append(
            el(
                "tr",
                el("th", content.plain_math(fact), f": {says}" if (says := allowed(fact)) else "", scope="row"),
                el("td", str(number)),
                el("td", claims),
                id=anchor(fact),
            )
        )
    free = counts(data for data in content.rows if not set(data["trust"]) - {KEPT})
    return page(
        "trust.html",
        "Taken on trust",
        el("h1", "What is taken on trust"),
        el("p", math(TRUST), class_="lead"),
        el("h2", "Before you believe PROVED"),
        el("ol", *(el("li", el("strong", asked), " ", math(told)) for asked, told in QUESTIONS.items())),
        el("p", "At length: ", el("code", "docs/verdicts.md"), " in the repository."),
        el("h2", "The list"),
        el(
            "p",
            f"{len(entries)} items, sorted by how many of the {len(content.pages)} claims rest on each. {_free(free)}",
        ),
        table(("taken on trust", "claims", "which"), rows, "Taken on trust", class_="trusted"),
    )


def _free(found: Mapping[str, int]) -> str:
    """How many claims rest on no item of the list, with their verdicts (number by verdict), and what those say: no item is not no trust.

    Example:
        >>> _free({"TESTED": 26})
        'Claims that rest on none of them, kept decisions aside: 26, all TESTED: sampled, or run in floating point. A sample proves nothing.'
    """
    told = "; ".join(
        f"{'all' if len(found) == 1 else number} {name}: {Tier[name].value}" for name, number in found.items()
    )
    weak = " A sample proves nothing." * (Tier.TESTED.name in found)
    return f"Claims that rest on none of them, kept decisions aside: {sum(found.values())}{', ' * bool(found)}{told}.{weak}"


def environment_page(content: Content) -> str:
    """environment.html."""
    seen = content.environment
    facts = [("profile", seen["profile"]), ("Python", seen["python"]), ("platform", seen["platform"])]
    packages = [(name, version or "not installed") for name, version in seen["packages"].items()]
    return page(
        "environment.html",
        "Environment",
        el("h1", "Environment"),
        el(
            "p",
            "Where these verdicts were reached. The report holds no dates and no timings: the same versions write the same bytes.",
            class_="lead",
        ),
        described(facts),
        table(("package", "version"), packages, "Packages"),
    )


def figures_page(content: Content) -> str:
    """figures.html: the gallery with its captions."""
    if not content.figures:
        shown = [el("p", "No figures were drawn: matplotlib is needed for them (" + how("figures") + ").")]
    else:
        shown = [_plate(figure, content) for figure in content.figures]
    lead = "“Decided” names the claims a figure rests on; “Evaluated” is what the drawing computes at its parameters and proves nothing beyond them."
    return page("figures.html", "Figures", el("h1", "Figures"), el("p", lead, class_="lead"), *shown)


def _plate(figure, content: Content) -> Html:
    decided = bullets(
        join([content.reference(claim_id, "claims/"), ": ", content.plain_math(says)])
        for claim_id, says in figure.decided
    )
    picture = el("img", src=f"figures/{figure.name}.svg", alt=f"{figure.title}. {figure.shows}", loading="lazy")
    caption = el(
        "figcaption",
        el("p", content.plain_math(figure.shows)),
        el("p", el("strong", "Decided")),
        decided,
        el("p", el("strong", "Evaluated: "), content.math(figure.evaluated, "claims/")),
    )
    return el(
        "section",
        el("h2", figure.title),
        el("figure", el("a", picture, href=f"figures/{figure.name}.svg"), caption),
        id=figure.name,
        class_="plate",
    )
