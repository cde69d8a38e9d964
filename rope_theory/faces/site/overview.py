"""The front page: what this is, the counts, and the table of all claims."""

from __future__ import annotations

from collections.abc import Mapping

from rope_theory.evidence.claims import PRINTED, Relation, Wording
from rope_theory.evidence.papers import Paper, names, paper, papers
from rope_theory.faces.report.claim_list import relation_of, tally
from rope_theory.faces.report.rows import Row, counts
from rope_theory.faces.report.tally import point_of
from rope_theory.faces.site.html import Html, bullets, el, join, table
from rope_theory.faces.site.page_shell import TIERS, TITLE, WORDINGS, badge, listed, page, wording_badge
from rope_theory.faces.site.report_data import Content
from rope_theory.faces.site.search import search_form

LEAD = """\
Theorems about attention heads with rotary position embeddings (RoPE), decided by machine: what a head that sees where and a head
that sees what can do and cannot."""
WORDS = """\
Put each earlier token at each earlier position and write down the logit that the last query gives it. A head is positional on this input if
the rows (tokens) agree: it sees where, not what. It is symbolic if the columns (positions) agree: it sees what, not where."""
ABOUT = """\
All of this is claims that are decided by running them. Each says whose words it is in: quoted from a paper with its page, paraphrased, second-hand or ours; beside it stand the
readings that had to be chosen, the correction where it is false, and what is new. PROVED is said only where a proof kernel
checked a theorem that is bound to the claim; every other verdict names its weaker evidence. Each claim comes with
controls, which must be rejected: false neighbours where it holds, inputs that are no witness where it is refuted."""
FIRST = (
    "u25.thm1",
    "u25.thm2",
    "u25.thm3",
    "u25.thm4",
    "u25.thm5",
    "u25.cor1",
    "u25.thm6",
    "u26.thm31",
    "u26.thm32",
    "u26.thm32.corrected",
    "new.index-gap-sharp",
    "new.index-gap-multifrequency",
)
NO_KERNEL = "none"


def overview(content: Content) -> str:
    """index.html."""
    rows = content.rows
    unsound = [data["id"] for data in rows if data["faults"]]
    return page(
        "index.html",
        TITLE,
        el("h1", "RoPE theory, decided"),
        el("p", LEAD, class_="lead"),
        search_form(),
        el(
            "p",
            el("a", "What stands, and what does not", href="#what-stands"),
            ", below; ",
            el("a", "learn it", href="learn.html"),
            " from the beginning, ",
            el("a", "touch it", href="interactive.html"),
            ", or read ",
            el("a", "questions answered", href="questions.html"),
            " and ",
            el("a", "what the words mean", href="words.html"),
            ".",
        ),
        el("p", WORDS),
        _picture(content),
        _headlines(content),
        _counts(content),
        el("p", tally(rows)),
        el("p", el("strong", "Not sound: "), ", ".join(unsound), class_="fault") if unsound else None,
        el(
            "p",
            "Does a theorem hold? ",
            el("a", "Search all claims", href="#all-claims"),
            " by its name or words, or go through a paper: ",
            *_papers(),
            el("a", "other texts", href="atlas.html"),
            ".",
        ),  # fmt: skip
        el("section", el("h2", "In this report"), bullets(_contents(content)), id="contents"),
        el(
            "section",
            el("h2", "All claims"),
            _filter(),
            el("details", el("summary", f"The table of all {len(rows)} claims"), _table(content), id="table"),
            id="all-claims",
        ),
        el("section", el("h2", "Whose words, and what a verdict says"), el("p", ABOUT), id="about"),
        el("section", el("h2", "Sources"), bullets(map(_paper, papers())), id="sources"),
        el(
            "p",
            "On paper this page leaves out its list of pages, and that of all claims, which CLAIMS.md has.",
            class_="on-paper",
        ),
        scripts=("state.js", "search-data.js", "lookup.js", "search.js", "table.js"),
    )


def _picture(content: Content) -> Html | None:
    """The matrices of a positional and of a symbolic head, where the figures are drawn."""
    found = next((one for one in content.figures if one.name == "two-behaviours"), None)
    return found.element() if found else None


def _headlines(content: Content) -> Html:
    """What a reader asks first: the theorems of U25 and U26 and how length costs margin, each with its verdict."""
    told = {data["id"]: data for data in content.rows}
    asked = (
        join(
            [
                content.plain_math(content.title(each)),
                " ",
                badge(told[each]["verdict"], told[each]["erratum"]),
                " ",
                wording_badge(told[each]["wording"]),
                " ",
                content.link(each, "claims/"),
                join(["; ", content.plain_math(point)]) if (point := point_of(each)) else "",
            ]
        )
        for each in FIRST
        if each in told
    )
    more = el(
        "p", "All that stands, and what has to be stated differently: ", el("a", "errata", href="errata.html"), "."
    )
    # of a paraphrase a reader asks whether its text was read
    seen = el("p", f"U25: {paper('u25').short}", class_="note")
    return el("section", el("h2", "What stands, and what does not"), seen, bullets(asked), more, id="what-stands")


def _papers() -> list[Html | str]:
    """The two papers by title, with the short names that they have everywhere else."""
    told: list[Html | str] = []
    for name in ("u26", "u25"):
        one = paper(name)
        told += [
            el("a", f"{one.name}, {one.title}", href=f"{name}.html"),
            f" ({one.authors.partition(',')[0]} et al.); ",
        ]
    return told


def _counts(content: Content) -> Html:
    found = counts(content.rows)
    cards = [
        el("li", el("strong", str(number)), " ", badge(name), el("small", TIERS[name]))
        for name, number in found.items()
    ]
    return el("ul", *cards, class_="counts", aria_label="Claims by verdict")


def _contents(content: Content):
    for path, (name, text) in listed(bool(content.lessons)).items():
        yield join([el("a", name, href=path), f": {text}"])
        if path == "u25.html":
            others = (
                el("a", one.name, href=f"{one.name.lower()}.html") for one in papers() if one.name not in ("U25", "U26")
            )
            yield join([join(others, ", "), ": other texts on rotary encodings, statement by statement"])


def _paper(paper: Paper) -> Html:
    told = f": {paper.authors}, {paper.title}, "
    return join([el("a", paper.name, href=f"{paper.name.lower()}.html"), told, el("a", paper.cited, href=paper.link)])


def _filter() -> Html:
    """Search field and choices; the script shows it, since without a script it could do nothing."""
    return el(
        "form",
        el("label", "Search ", el("input", type="search", id="search", autocomplete="off")),
        _choice("verdict", "Verdict", {one: one for one in TIERS}),
        _choice("wording", "Words", {"paper": "quoted or paraphrased"} | {one: one for one in WORDINGS.values()}),
        _choice("relation", "Relation", {one.value: one.value for one in Relation}),
        _choice("paper", "Origin", {one: one for one in (*names(), "new")}),
        el("p", id="shown", role="status"),
        id="filter",
        hidden=True,
        role="search",
    )


def _choice(name: str, label: str, values: Mapping[str, str]) -> Html:
    """A choice among values, each with what is written for it."""
    options = [el("option", "all", value=""), *(el("option", said, value=value) for value, said in values.items())]
    return el("label", f"{label} ", el("select", *options, id=f"choose-{name}"))


def _table(content: Content) -> Html:
    kernel = any(_kernel(data) != NO_KERNEL for data in content.rows)
    return table(
        ("claim", "verdict", "words", *(["kernel"] if kernel else []), "statement"),
        (_row(data, content, kernel) for data in content.rows),
        "All claims",
        id="claims",
        class_="claims",
    )


def _about(claim_id: str, content: Content) -> tuple[Html, ...]:
    title = content.title(claim_id)
    return (el("span", content.plain_math(title), class_="about"), el("br")) if title else ()


def _kernel(data: Row) -> str:
    """The status of the formal proof, or that there is none."""
    return (data.get("kernel") or {}).get("status", NO_KERNEL)


def _row(data: Row, content: Content, kernel: bool) -> Html:
    claim_id, related = data["id"], relation_of(data)
    return el(
        "tr",
        el(
            "th",
            content.link(claim_id, "claims/"),
            el("br"),
            *_about(claim_id, content),
            el("small", content.plain_math(data["source"])),
            scope="row",
        ),
        el("td", badge(data["verdict"], data["erratum"]), class_="short"),
        el(
            "td",
            wording_badge(data["wording"]),
            *([el("br"), el("small", related.value)] if related else []),
            class_="short",
        ),
        el("td", _kernel(data), class_="short kernel") if kernel else None,
        el("td", content.plain_math(data["statement"])),
        data_verdict=data["verdict"],
        data_wording=WORDINGS[data["wording"]] + " paper" * (Wording[data["wording"]] in PRINTED),
        data_relation=related.value if related else "",
        data_paper=claim_id.partition(".")[0],
    )
