"""One claim as a page of the site: the content of `rope-theory explain`, with its mathematics set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rope_theory.core.words import counted
from rope_theory.faces.report.by_hand import heading_of, inputs
from rope_theory.faces.report.cite import bibtex
from rope_theory.faces.report.explain import BY_NAME, by_file, evidence, how, kind_of
from rope_theory.faces.report.pages import page_is_of
from rope_theory.faces.report.words import formula, in_words
from rope_theory.faces.site.html import Html, bullets, described, el, escape, join, table
from rope_theory.faces.site.lists import erratum_of, fair, instead
from rope_theory.faces.site.page_shell import TIERS, anchor, badge, instance, page, paragraphs, wording_badge
from rope_theory.faces.site.report_data import Content

#: Details of a step that are longer than this are folded.
FOLDED = 160


def claim_page(content: Content, data: Mapping[str, Any]) -> str:
    """The document of one claim.

    Args:
        content: the whole site's.
        data: `page_json` of the claim.
    """
    meant = [
        _list("Rows", data["rows"], content),
        _list("Readings chosen", data["readings"], content),
    ]
    fairly = _section("In fairness", fair(data, content.math)) if data["in_fairness"] else None
    decided = [_verdict(data, content), fairly, _by_hand(data, content), _in_the_errata(data, content)]
    parts = [
        _head(data, content),
        *(decided + meant if data["verdict"] == "REFUTED" else meant + decided),  # a reader comes for the witness
        _kernel(data, content),
        _prose(data, content),
        _proof(data, content),
        _controls(data, content),
        _rests_on(data, content),
        _figures(data, content),
        _links(data, content),
        _cite(data),
        _neighbours(data["id"], content),
    ]
    return page(f"claims/{data['id']}.html", data["id"], el("article", *filter(None, parts)))


def _section(heading: str, *inside) -> Html:
    """A section that can be linked to: its sign says so where a pointer or the keyboard rests on the heading."""
    name = anchor(heading)
    sign = el("a", "#", href=f"#{name}", class_="here", aria_label=f"Link to: {heading}")
    return el("section", el("h2", heading, " ", sign), *inside, id=name)


def _head(data, content: Content) -> Html:
    return join(
        [
            el("h1", data["id"], class_="id"),
            el("p", content.math(title), class_="lead") if (title := content.title(data["id"])) else "",
            el(
                "p",
                badge(data["verdict"], data["erratum"]),
                " ",
                wording_badge(data["wording"]),
                " ",
                el("span", content.plain_math(data["source"]), class_="source"),
                class_="tags",
            ),
            el("p", f"{data['source'].partition(', ')[0]}: {data['of_the_text']}", class_="note")
            if data["of_the_text"]
            else "",
            el("blockquote", "“", content.plain_math(data["quote"]), "”", class_="quote") if data["quote"] else "",
            el("p", content.math(data["statement"]), class_=f"statement {data['verdict'].lower()}", id="statement"),
            _under(data, content),
            _instead(data, content),
            el("p", el("strong", "Not sound: "), "; ".join(data["faults"]), class_="fault") if data["faults"] else "",
        ]
    )


def _under(data, content: Content) -> Html | str:
    """The hypotheses, beside the statement and above the verdict."""
    given = join(map(content.math, data["hypotheses"]), "; ")
    return el("p", el("strong", "Under: "), given, ".", class_="under") if given else ""


def _instead(data, content: Content) -> Html | str:
    """Of a refuted statement, what holds in its place, above the verdict."""
    held = join(map(content.reference, instead(data, content)), ", ")
    return el("p", el("strong", "What holds instead: "), held, ".") if held else ""


def _list(heading: str, texts: list[str], content: Content) -> Html | None:
    return _section(heading, bullets(map(content.math, texts))) if texts else None


def _verdict(data, content: Content) -> Html:
    entries = [
        ("verdict", join([badge(data["verdict"]), f" {TIERS[data['verdict']]}"])),
        ("how", content.math(how(data))),
        ("over", content.math(data["domain"])),
        ("witness", instance(data["witness"])),
        ("at the inputs", join((el("code", each) for each in inputs(data["witness"], data["by_hand"])), "; ")),
        ("the hypotheses can be met" if data["hypotheses"] else "an instance", _example(data)),
        ("attacked", _attacked(data)),
    ]
    return _section("Verdict", described(entries))


def _example(data) -> Html | None:
    """An instance that meets the hypotheses, unless the witness above it is that instance."""
    return None if data["example"] == data["witness"] else instance(data["example"])


def _attacked(data) -> str | None:
    if not data["attacked"] or data["verdict"] == "TESTED":  # of a sample the tests tell
        return None
    return f"at {counted(data['attacked'], 'small instance')}: no counterexample"


def _by_hand(data, content: Content) -> Html | None:
    lines = data["by_hand"]
    listed = el("ol", *(el("li", content.math(line)) for line in lines))
    return _section(heading_of(data["verdict"], lines), listed) if lines else None


def _in_the_errata(data, content: Content) -> Html | None:
    """What mends a printed statement that is refuted."""
    told = erratum_of(data["id"], content)
    return _section("In the errata", told) if told else None


def _kernel(data, content: Content) -> Html | None:
    """The formal proof, if the row carries one: its own statement, what it assumes, what it refutes beside it."""
    kernel = data.get("kernel") or {}
    if kernel.get("status", "none") == "none":
        return None
    entries = [
        ("status", kernel["status"]),
        ("proved there", {"proved": "the statement", "refuted": "its negation"}.get(kernel.get("kind", ""))),
        ("file", _formal_file(kernel["file"], content) if kernel.get("file") else None),
        ("assumes", ", ".join(kernel.get("assumptions", ())) or "nothing"),
        ("checked with", ", ".join(f"{name} {version}" for name, version in kernel.get("versions", {}).items())),
        ("false neighbours, refuted there", ", ".join(kernel.get("neighbours", {}))),
        ("drifted", "; ".join(kernel.get("reasons", ()))),
    ]
    statement = kernel.get("statement")
    refuted = kernel.get("kind") == "refuted"
    return _section(
        "Formal refutation" if refuted else "Formal proof",
        el("p", "The theorem there is the negation of this statement:") if refuted and statement else None,
        el("pre", statement, tabindex="0") if statement else None,
        _names(kernel) if statement else None,
        described(entries),
    )


def _names(kernel: Mapping[str, Any]) -> Html | None:
    """The definitions that the formal statement needs, folded, by the file that they stand in."""
    found = by_file(kernel)
    texts = [
        part for file, told in found.items() for part in (el("p", f"{file}:"), el("pre", "\n".join(told), tabindex="0"))
    ]
    return el("details", el("summary", "What its names mean"), el("p", BY_NAME), *texts) if found else None


def _prose(data, content: Content) -> Html:
    told = data["page"]
    if told is None:
        return _section("Page", el("p", "No page decides this claim yet."))
    name = told["file"].removeprefix("proofs/").removesuffix(".py")
    shared = page_is_of(data["id"])
    parts = [el("p", content.math(shared), class_="note")] if shared else []
    parts.append(el("p", content.math(told["summary"])))
    for heading, text in told.items():
        if heading not in ("file", "summary"):
            parts.append(paragraphs(text, content.math, heading))
    source = el("p", "The page as code: ", el("a", told["file"], href=f"../sources/{name}.html"))
    stated = content.stated.get(data["id"])
    line = el("a", "the statement", href=f"../sources/{stated[1]}.html#L{stated[2]}") if stated else None
    also = el("p", "In it, as code: ", line) if line else None
    return _section("In words", *parts, source, also)


def _proof(data, content: Content) -> Html:
    heading = "Refutation" if data["verdict"] == "REFUTED" else "Proof"
    if not data["steps"]:
        return _section(heading, el("p", "No step is recorded."))
    heading, remark = evidence(data["verdict"], data["trust"])
    return _section(
        heading, el("p", remark) if remark else "", _tree(data["steps"], content, data["verdict"], top=True)
    )


def _tree(steps, content: Content, verdict: str, top: bool = False) -> Html:
    return el("ul", *(_step(step, content, verdict, top) for step in steps), class_="tree")


def _step(step, content: Content, verdict: str, top: bool) -> Html:
    kind = el("span", kind_of(step, verdict)[0], class_=f"kind {step['kind']}")
    if step["kind"] == "claim":
        head = join([kind, " ", content.link(step["text"]), " ", badge(step["detail"])])
        return el(
            "li",
            head,
            el(
                "details",
                el("summary", f"its {len(step['steps'])} steps"),
                _tree(step["steps"], content, step["detail"]),
            ),
        )
    if step["kind"] == "trust" and step["text"] in content.trusted:
        return el(
            "li", kind, " ", el("a", content.plain_math(step["text"]), href=f"../trust.html#{anchor(step['text'])}")
        )
    if step["kind"] == "witness" and top:  # the verdict shows it
        text = el("a", "the one of the verdict", href="#verdict")
    else:
        text = escape(step["text"]) if step["kind"] == "witness" else content.math(step["text"])
    return el("li", kind, " ", text, _detail(step["detail"]))


def _detail(detail: str) -> Html | None:
    if not detail:
        return None
    shown = formula(detail)
    code = el("code", shown, class_="detail")
    return code if len(shown) <= FOLDED else el("details", el("summary", "what was checked"), code)


def _controls(data, content: Content) -> Html:
    rows = []
    for control in data["control_list"]:
        if control["kind"] == "false neighbour":
            why = "the statement is exactly false there"
        else:
            why = "the statement holds there, so it is no witness"
        extra = [f"with {in_words(control['edit'])}"] if control["edit"] else []
        extra += [f"dropped: {drop}" for drop in control["drops"]]
        if control["breaks_the_proof"]:
            extra.append("the proof, run with it, fails")
        rows.append(
            (
                content.math(control["name"]),
                "rejected" if control["rejected"] else "NOT REJECTED",
                instance(control["at"]) or "",
                join((content.math(text) for text in (why, *extra)), "; "),
            )
        )
    return _section(
        "Controls: what must be rejected",
        table(
            ("false neighbour" if data["verdict"] != "REFUTED" else "non-witness", "outcome", "at", "because"),
            rows,
            "Controls",
            class_="rejects",
        ),
    )


def _rests_on(data, content: Content) -> Html | None:
    trusted = [el("a", content.plain_math(fact), href=f"../trust.html#{anchor(fact)}") for fact in data["trust"]]
    proved = data["verdict"] == "PROVED"  # the kernel's proof stands alone
    used = [] if proved else [join(["claim ", content.link(other)]) for other in data["uses"]]
    users = [content.link(other) for other in content.used_by(data["id"])]
    return _section(
        "What it rests on",
        bullets([*used, *trusted]) or el("p", "Nothing beyond what runs here."),
        join([el("h3", "What rests on it"), bullets(users)]) if users else None,
    )


def _figures(data, content: Content) -> Html | None:
    found = [figure for figure in content.figures if data["id"] in figure.claims]
    return _section("Figures", *(figure.element("../") for figure in found)) if found else None


def _links(data, content: Content) -> Html | None:
    entries = [
        (name, join((content.reference(other) for other in ids), el("br")))
        for name, ids in data["links"].items()
        if ids
    ]
    return _section("Beside it", described(entries)) if entries else None


def _formal_file(file: str, content: Content) -> Html:
    name = file.rpartition("/")[2]
    shown = el("code", file)
    return el("a", shown, href=f"../sources/{name}") if name in content.formal else shown


def _cite(data) -> Html:
    """The claim as a reference, unless its record is not sound, and as data."""
    more = el("p", "All of this page as data: ", el("a", f"{data['id']}.json", href=f"{data['id']}.json"))
    entry = (
        el("pre", bibtex(data), tabindex="0") if data["sound"] else el("p", "Not to be cited: the record is not sound.")
    )
    return _section("To cite it", entry, more)


def _neighbours(claim_id: str, content: Content) -> Html:
    ids = list(content.pages)
    at = ids.index(claim_id)
    before = el("a", "← ", ids[at - 1], href=f"{ids[at - 1]}.html", rel="prev") if at else el("span")
    after = el("a", ids[at + 1], " →", href=f"{ids[at + 1]}.html", rel="next") if at + 1 < len(ids) else el("span")
    return el("nav", before, after, class_="pager", aria_label="Claims before and after")
