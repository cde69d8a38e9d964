"""One claim as a page: everything that was stated, checked and trusted, in reading order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from rope_theory.core.words import counted
from rope_theory.evidence.claims import Among, Claim, FalseNeighbour, Record, Tier, Wording
from rope_theory.evidence.claims.trusted import BesideKernel
from rope_theory.evidence.formal.receipts import committed_sources
from rope_theory.evidence.formal.status import BACKING, MEANING
from rope_theory.evidence.ledger import Ledger
from rope_theory.evidence.papers import paper
from rope_theory.evidence.register import held_against
from rope_theory.evidence.theory import LIBRARY
from rope_theory.faces.report.by_hand import by_hand, heading_of, inputs
from rope_theory.faces.report.errata import ALSO, WITH_IT
from rope_theory.faces.report.lines import indented
from rope_theory.faces.report.pages import page_is_of, page_of
from rope_theory.faces.report.register import recorded
from rope_theory.faces.report.rows import row
from rope_theory.faces.report.table import STYLES
from rope_theory.faces.report.words import formula, in_words, shown_values

#: How the kinds of steps are introduced in the proof tree.
KINDS = {
    "identity": ("identity", "green"),
    "implication": ("implication", "green"),
    "contradiction": ("contradiction", "green"),
    "exact": ("exact", "green"),
    "box": ("balls", "cyan"),
    "search": ("search", "yellow"),
    "trust": ("on trust", "magenta"),
    "claim": ("claim", "blue"),
    "witness": ("witness", "red"),
    "rows": ("each row", "green"),
    "composition": ("conclusion", "green"),
}

#: How a step that is taken on trust is introduced where a kernel proved the claim without it.
ONLY_HERE = "on trust, in this explanation only"


#: How the steps of a page are introduced, by verdict.
EVIDENCE = {
    "PROVED": (
        "Explanation",
        "The kernel's theorem is the evidence, and its proof uses none of these steps, nor what they take on trust: "
        "they explain and prove nothing.",
    ),
    "REFUTED": ("Refutation", "The ledger evaluates the witness again, hypotheses included, each time."),
    "CERTIFIED": ("Evidence", ""),
    "EXHAUSTIVE": ("Evidence", ""),
    "DERIVED": (
        "Derivation",
        "Each step is checked by machine; that they amount to the statement is checked as far as the last line says.",
    ),
    "TESTED": ("Tests", "A sample is a sample."),
}


def evidence(tier: str, trust: Sequence[str] = ()) -> tuple[str, str]:
    """How the steps of a page are introduced: heading and remark.

    Args:
        tier: of the verdict.
        trust: what it rests on; what a page computes beside a kernel (`BesideKernel`) is named as the exception.
    """
    heading, remark = EVIDENCE.get(tier, ("Derivation", ""))
    computed = [fact for fact in trust if fact in BesideKernel.worded] if tier == "PROVED" else []
    return heading, " ".join([remark, *[f"The exception, evidence too: {'; '.join(computed)}."] * bool(computed)])


def links(claim: Claim) -> dict[str, list[str]]:
    """Ids of related claims: what this one corrects, what corrects it, other readings of the same statement."""
    near = LIBRARY.naming(".".join(claim.id.split(".")[:2]))  # part of the ids of all of them
    root = next((i for i in near if claim.id.startswith(i + ".")), claim.id)
    family = [i for i in near if i == root or i.startswith(root + ".")]
    corrected_by = [other.id for other in near.values() if other.corrects == claim.id]
    corrects = [claim.corrects] if claim.corrects else []
    beside = [i for i in family if i not in (claim.id, *corrects, *corrected_by)]
    return {"corrects": corrects, "corrected by": corrected_by, "see also": beside}


def against(claim_id: str) -> list[str]:
    """The sentences that are too strong in the errata because of this claim, each with its paper and page.

    Example:
        >>> against("new.stack-beta")[0].partition(",")[0], against("u25.thm1")
        ('U26', [])
    """
    return [
        f"{name}, p. {row.page}: “{row.printed}” (rope-theory errata {name.casefold()})"
        for name, row in held_against(claim_id)
        if row.too_strong(recorded)
    ]


def of_the_text(claim: Claim) -> str:
    """What we have of the paper that prints the claim's statement, if no claim quotes it; else "".

    Example:
        >>> from rope_theory.evidence.theory import claim
        >>> of_the_text(claim("u25.thm1")), of_the_text(claim("u26.thm31"))
        ('We have its abstract and the content of its theorems, not their wording.', '')
        >>> "u25.thm7b" in of_the_text(claim("u25.thm7a"))
        True
    """
    printed = paper(claim.source.paper) if claim.source.wording is Wording.PARAPHRASE else None
    if printed is None or printed.quoted:
        return ""
    here = any(named.partition(",")[0] == claim.source.locator.partition(",")[0] for named in printed.undecided)
    return printed.text if here or not printed.short else printed.short


#: A domain of more rows is named and not listed.
MOST_ROWS = 16


def rows_of(claim: Claim) -> list[str]:
    """The rows of a table that a hypothesis speaks of, or of a domain that is a short list, each in words; of the first such hypothesis.

    Example:
        >>> from rope_theory.evidence.theory import claim
        >>> rows_of(claim("u26.table1"))[-1], rows_of(claim("u25.thm1"))
        ('row = 42, value = 27/10000', [])
    """
    if table := next((each.table for each in claim.hypotheses if each.table), ()):
        return list(table)
    listed = (each.rows(False) for each in claim.hypotheses if isinstance(each, Among))
    return next(([in_words(each) for each in rows] for rows in listed if 1 < len(rows) <= MOST_ROWS), [])


def how(data: Mapping[str, Any]) -> str:
    """How the verdict was reached; of a refuted claim also where Coq proves the negation, if it does.

    Args:
        data: `page_json` of the claim.

    Example:
        >>> kernel = {"kind": "refuted", "status": "receipt", "file": "proofs/formal/u26_thm32.v"}
        >>> how({"method": "exact witness", "verdict": "REFUTED", "kernel": kernel})
        'exact witness; Coq, proofs/formal/u26_thm32.v, proves the negation, too'
        >>> how({"method": "exact witness", "verdict": "REFUTED", "kernel": {**kernel, "status": "drifted"}})
        'exact witness'
    """
    kernel = data["kernel"]
    backed = data["verdict"] == Tier.REFUTED.name and kernel["status"] in BACKING and kernel["kind"] == "refuted"
    return f"{data['method']}; Coq, {kernel['file']}, proves the negation, too" if backed else data["method"]


def page_json(record: Record, ledger: Ledger) -> dict[str, Any]:
    """The page as plain data: the row of `verify --json`, and the page's text, steps, controls and links."""
    page = page_of(record.claim.id)
    return {
        **row(record),
        "of_the_text": of_the_text(record.claim),
        "rows": rows_of(record.claim),
        "by_hand": by_hand(record.claim) if record.sound else [],
        "page": None if page is None else {"file": f"proofs/{page.name}.py", "summary": page.summary, **page.parts},
        "steps": [_step(step, record, ledger) for step in record.steps],
        "control_list": [_control(control, record) for control in record.claim.controls],
        "example": shown_values(record.claim.example),
        "links": links(record.claim),
        "against": against(record.claim.id),
    }


def _step(step, record: Record, ledger: Ledger) -> dict[str, Any]:
    data = {"kind": step.kind, "text": step.text, "detail": step.detail, "remark": step.remark}
    if step.kind == "witness" and record.verdict.witness is not None:
        data["text"] = in_words(record.verdict.witness)
    if step.kind == "composition":
        data["text"] = formula(step.text)
    if step.kind == "claim":
        inner = ledger.decide(step.text)
        data["steps"] = [_step(part, inner, ledger) for part in inner.steps]
    return data


def _control(control, record: Record) -> dict[str, Any]:
    false = isinstance(control, FalseNeighbour)
    return {
        "name": control.name,
        "kind": "false neighbour" if false else "non-witness",
        "at": shown_values(control.counterexample if false else control.instance),
        "edit": shown_values(changed(control)) if false else {},
        "drops": list(control.drops) if false else list(filter(None, [control.outside])),
        "breaks_the_proof": bool(false and control.prove is not None),
        "rejected": record.rejected[control.name],
    }


def changed(control: FalseNeighbour) -> dict[str, Any]:
    """What the false neighbour gives the claim's own statement in place of what stands there; not functions, which have no value to show.

    Example:
        >>> from rope_theory.evidence.theory import claim
        >>> [changed(one) for one in claim("u25.thm7b.some-phase").controls][:2]
        [{'closed': True}, {'margin': 2}]
    """
    return {
        name: value
        for name, value in (control.edit or {}).items()
        if not callable(value) and not isinstance(value, dict)
    }


def print_page(console: Console, record: Record, ledger: Ledger, formal: bool = False, whole: bool = False) -> None:
    """Print the page, wrapped to the console's width: from what is said to what it rests on.

    Args:
        formal: end with the formal statement and the definitions that it needs.
        whole: with the steps of the claims that it leans on.
    """
    claim, data = record.claim, page_json(record, ledger)
    tier = record.verdict.tier.name
    console.print(Text.assemble((claim.id, "bold underline"), "  ", (tier, STYLES[tier])), soft_wrap=True)
    if data["title"]:
        indented(console, Text(data["title"], style="bold"), 2)
    indented(console, Text(claim.source.words, style="italic"), 0)
    if data["of_the_text"]:
        indented(console, Text(f"{claim.source.paper}: {data['of_the_text']}", style="dim"), 0)
    console.print()
    if claim.source.quote:
        indented(console, Text(f"“{claim.source.printed}”", style="italic"), 2)
        console.print()
        indented(console, Text("Read here as:", style="dim"), 2)
    indented(console, Text(claim.statement), 2)
    _list(console, "Hypotheses", data["hypotheses"])
    _list(console, "Rows", data["rows"])
    refuted = record.verdict.tier is Tier.REFUTED
    if not refuted:
        _list(console, "Readings chosen", data["readings"])
    _verdict(console, record, data)
    _by_hand(console, tier, data["by_hand"])
    _changes(console, data["erratum"])
    if refuted:  # a reader comes for the witness, as on the site
        _list(console, "Readings chosen", data["readings"])
    for number, (heading, paragraph) in enumerate(_prose(data["page"])):
        _heading(console, heading)
        if not number and (whole_page := page_is_of(claim.id)):
            indented(console, Text(whole_page, style="dim"), 2)
        for part in paragraph.split("\n\n"):
            _block(console, part)
    heading, remark = evidence(tier, record.trust)
    _heading(console, heading)
    if remark:
        indented(console, Text(remark, style="italic"), 2)
    console.print(_tree(data["steps"], tier, whole))
    if record.uses and not whole:
        indented(console, Text("--steps shows the steps of these claims, too", style="dim"), 2)
    used = [] if tier == "PROVED" else [f"claim {used}" for used in record.uses]  # the kernel's proof stands alone
    _list(console, "What is trusted", [*record.trust, *used])
    _list(console, "Controls: what must be rejected", list(map(_control_line, data["control_list"])))
    _list(console, "Links", [f"{name} {other}" for name, ids in data["links"].items() for other in ids])
    _list(console, "Too strong because of it (errata)", data["against"])
    _formal(console, data["kernel"], formal)
    if record.faults:
        _list(console, "FAULTS", list(record.faults), "bold red")


def _by_hand(console: Console, tier: str, lines: list[str]) -> None:
    if lines:
        _heading(console, heading_of(tier, lines))
    for number, line in enumerate(lines, 1):
        indented(console, Text(f"{number}. {line}"), 2, 3)


def _verdict(console: Console, record: Record, data: dict[str, Any]) -> None:
    """The verdict in words; of a printed statement that is false how much it weighs; and what is fair to say, before anything is held against it."""
    tier, erratum = record.verdict.tier, data["erratum"]
    _heading(console, "Verdict")
    indented(console, Text.assemble((tier.name, STYLES[tier.name]), f": {tier.value}."), 2)
    for name, value in (("How", how(data)), ("Over", data["domain"])):
        if value:
            indented(console, Text(f"{name}: {value}."), 2)
    if data["witness"]:
        at = inputs(data["witness"], data["by_hand"])
        told = "; ".join([in_words(record.verdict.witness or {}), *(f"input {each}" for each in at)]) + "."
        indented(console, Text.assemble(("Witness: ", "bold"), told), 2)
    else:
        met = "The hypotheses can be met" if data["hypotheses"] else "An instance"
        indented(console, Text(f"{met}: {in_words(record.claim.example)}."), 2)
    found = any(fault.startswith("the attack found") for fault in record.faults)
    if record.attacked and not found and tier is not Tier.TESTED:  # of a sample the tests tell
        indented(console, Text(f"Attacked at {counted(record.attacked, 'small instance')}: no counterexample."), 2)
    if erratum:
        indented(console, Text(f"Weight: {erratum['weight'].lower()}: {erratum['why']}."), 2)
    _list(console, "In fairness", data["in_fairness"].split("\n\n") if data["in_fairness"] else [])


def _changes(console: Console, erratum: dict[str, Any] | None) -> None:
    """What mends a printed statement that is false, what else would, and what changes with it."""
    if erratum:
        _heading(console, "In the errata")
        indented(console, Text(f"Least change: {erratum['mend']}."), 2)
        _list(console, ALSO, erratum["also"])
        _list(console, WITH_IT, erratum["follows"])


#: Of the definitions below a formal statement.
BY_NAME = (
    "The definitions below are found by their names. Every run of Coq checks that none is left out that the statement stands on; one may be too many, where a variable bears its name; of two with one name the one whose arguments fit is meant. "
    "What Coq itself says of each is hashed in the receipt (meaning_hash)."
)


def _formal(console: Console, kernel: dict[str, Any], whole: bool) -> None:
    """Where the formal proof is and, if asked, its statement, the definitions in it, and what it assumes."""
    if kernel["status"] == "none":
        return
    refuted = kernel["kind"] == "refuted"
    heading = "Formal refutation" if refuted else "Formal proof"
    _heading(console, f"{heading} ({kernel['status']}: {MEANING[kernel['status']]})")
    negated = "; its theorem is the negation of the statement" if refuted else ""
    indented(console, Text(f"file: {kernel['file']}{negated}{'' if whole else '; --formal shows the statement'}"), 2)
    for reason in kernel["reasons"]:
        indented(console, Text(f"drifted: {reason}", style="bold red"), 2)
    if not whole:
        return
    console.print()
    if refuted:
        indented(console, Text("This is false, and its negation is what the kernel checked:", style="bold"), 2)
    for line in kernel["statement"].splitlines():
        console.print(Text(f"  {line}"), soft_wrap=True)
    indented(console, Text(BY_NAME, style="dim"), 2)
    for file, found in by_file(kernel).items():
        _heading(console, f"What its names mean: {file}")
        for text in found:
            indented(console, Text(f"- {text}"), 2, 2)
    _list(
        console,
        "False neighbours, refuted in the same file",
        [f"{word}: {' '.join(text.split())}" for word, text in kernel["neighbours"].items()],
    )
    console.print()
    indented(console, Text(f"assumes: {', '.join(kernel['assumptions']) or 'nothing'}"), 2)
    if kernel["versions"]:
        versions = ", ".join(f"{name} {version}" for name, version in kernel["versions"].items())
        indented(console, Text(f"checked with {versions}"), 2)


def definitions(kernel: Mapping[str, Any]) -> list[str]:
    """The definitions that a formal statement needs, each once; abbreviations within proofs (`Let`) are none of them."""
    found = dict.fromkeys(" ".join(text.split()) for text in kernel["definitions"] if not text.startswith("Let "))
    return [text for text in found if not any(word in text.partition(":")[0] for word in ("_statement", "_neighbour_"))]


def by_file(kernel: Mapping[str, Any]) -> dict[str, list[str]]:
    """`definitions` by the file that they stand in, so that two of one name are told apart."""
    texts, file = committed_sources(), kernel["file"].rpartition("/")[2]
    home = {
        " ".join(text.split()): f"proofs/formal/{texts.homes(file, text)[0]}"
        for text in kernel["definitions"]
        if file in texts.text and texts.homes(file, text)
    }
    found: dict[str, list[str]] = {}
    for text in definitions(kernel):
        found.setdefault(home.get(text, kernel["file"]), []).append(text)
    return found


def _prose(page: dict[str, str] | None) -> Iterator[tuple[str, str]]:
    if page is None:
        yield "Page", "No page decides this claim yet."
        return
    yield f"Page {page['file']}", page["summary"]
    for heading, text in page.items():
        if heading not in ("file", "summary"):
            yield heading, text


def _block(console: Console, text: str) -> None:
    """A paragraph is refilled; indented or listed lines stay as they are."""
    lines = text.splitlines()
    if all(line.startswith((" ", "-", "*", "|")) or line[:2].rstrip(".").isdigit() for line in lines):
        for line in lines:
            indented(console, Text(line), 2, 2)
    else:
        indented(console, Text(" ".join(text.split())), 2)


def _heading(console: Console, text: str) -> None:
    console.print()
    indented(console, Text(text, style="bold"), 0)


def _list(console: Console, heading: str, items: list[str], style: str = "") -> None:
    if items:
        _heading(console, heading)
        for item in items:
            indented(console, Text(f"- {item}", style=style), 2, 2)


def _tree(steps: list[dict[str, Any]], verdict: str, whole: bool) -> Tree:
    tree = Tree(Text(verdict, style=STYLES[verdict]))
    _branches(tree, steps, whole, verdict)
    return tree


def kind_of(step: Mapping[str, Any], verdict: str) -> tuple[str, str]:
    """How a step is introduced, and its style: of what a kernel proved nothing is taken on trust but what it says."""
    name, style = KINDS.get(step["kind"], (step["kind"], ""))
    explains = step["kind"] == "trust" and verdict == "PROVED" and step["text"] not in BesideKernel.worded
    return (ONLY_HERE if explains else name), style


def _branches(tree: Tree, steps: list[dict[str, Any]], whole: bool, verdict: str) -> None:
    for step in steps:
        name, style = kind_of(step, verdict)
        branch = tree.add(
            Text.assemble(
                (f"{name}: ", style), step["text"], (f"\n{formula(step['detail'])}" if step["detail"] else "", "dim")
            )
        )
        _branches(branch, step.get("steps", []) if whole else [], whole, step["detail"] or verdict)


def _control_line(control: dict[str, Any]) -> str:
    state = "rejected" if control["rejected"] else "NOT REJECTED"
    drops = f"; drops {', '.join(control['drops'])}" if control["drops"] else ""
    proof = "; the proof fails with it" if control["breaks_the_proof"] and control["rejected"] else ""
    verb = "false" if control["kind"] == "false neighbour" else "no witness"
    edit = f" with {in_words(control['edit'])}" if control["edit"] else ""
    return f"{control['name']} ({state}: {verb}{edit} at {in_words(control['at'])}{drops}{proof})"
