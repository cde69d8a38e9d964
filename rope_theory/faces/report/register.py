"""A paper's register as plain data and in the terminal: its sentences in order, what decides each in the margin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from rich.console import Console
from rich.text import Text

from rope_theory.core.words import counted
from rope_theory.evidence.claims import PRINTED, Record, Tier, Weight, Wording
from rope_theory.evidence.claims import Verdict as Decision
from rope_theory.evidence.papers import paper
from rope_theory.evidence.register import REST_FAILS, Answer, Kind, Register, Row, compared, sum_holds
from rope_theory.evidence.theory import claim, claims
from rope_theory.evidence.titles import title
from rope_theory.faces.report.lines import indented, wrapped
from rope_theory.faces.report.table import STYLES
from rope_theory.faces.report.tally import Tally, point_of, statements_of

#: Columns of the margin.
MARGIN = 14
#: Where no row is as asked.
NO_ROWS = "No row of its register is all that was asked for (fewer options show more)."
#: Above a register that is made from claims.
NOT_AT_HAND = (
    "The text of this paper is not at hand but for what is quoted: the other rows are what our claims say of it, in the "
    "words that each names."
)

#: What one word of the margin means.
IN_PART = "“runs differ in part”: of what the sentence says of both tasks our two small runs show a part, and a part not; “runs agree in part”: they show what they can show, and the note says what they cannot."

#: How claims are introduced by which the rest of a sentence is not so.
AGAINST = "against the rest"

#: How a wording is introduced that says no more than holds; and one on experiments, which were not run here.
WORDING, SUPPORTED_WORDING = "a wording that holds", "a wording that the paper's figures support"

#: Above the theorems of a paper.
THEOREMS = "Theorems, remarks and lemmas, what holds first"

_MARGIN_STYLES = STYLES | {"sums fail": "bold red", REST_FAILS: "bold red", "open": "bold magenta"}

Verdict = Callable[[str], str]


def recorded(claim_id: str) -> str:
    """The verdict on record."""
    return claim(claim_id).verdict.name


def fails(row: Row, verdict: Verdict = recorded) -> bool:
    """Whether something of the sentence does not hold: by an entry of the errata, by its sums, or because it is too strong.

    An entry beside a decided sentence counts if it is about the same item: another reading of it. Runs and slips of writing do not.
    """
    refuted = any(verdict(name) == Tier.REFUTED.name and claim(name).erratum for name in row.claims)
    return refuted or bool(_readings(row, verdict)) or not all(map(sum_holds, row.sums)) or row.too_strong(verdict)


def _readings(row: Row, verdict: Verdict) -> list[str]:
    """The claims beside a decided sentence that have an entry of the errata on the same item, another reading of it, or that name the item behind their own place."""
    where = f"p. {row.page}, {row.item}"
    beside = row.beside if row.claims and row.item else ()
    return [
        name
        for name in beside
        if verdict(name) == Tier.REFUTED.name and claim(name).erratum and where in claim(name).source.locator
    ]


def register_json(found: Register, verdict: Verdict = recorded) -> dict[str, Any]:
    """The register as plain data.

    Args:
        found: all its rows, or some (`Register.only`).
        verdict: claim id -> verdict; default: the one on record.
    """
    sections = [
        {"title": section.title, "page": section.page, "rows": [_entry(row, verdict) for row in section.rows]}
        for section in found.sections
    ]
    return {
        "paper": found.paper,
        "title": found.title,
        "arxiv": found.arxiv,
        "sections": sections,
        "counts": counts(found.rows, verdict),
    }


def _entry(row: Row, verdict: Verdict) -> dict[str, Any]:
    line = compared(row.runs) if row.runs else None
    return {
        "page": row.page or None,
        "quote": row.printed,
        "words": row.words,
        "kind": row.kind.value,
        "item": row.item,
        "answer": row.answer.name,
        "claims": [{"id": claim_id, "verdict": verdict(claim_id)} for claim_id in row.claims],
        "in_part": row.part,
        "beside": [{"id": claim_id, "verdict": verdict(claim_id)} for claim_id in row.beside],
        "against": [{"id": claim_id, "verdict": verdict(claim_id)} for claim_id in row.against],
        "wording": row.wording,
        "sums": [{"text": text, "holds": sum_holds(text)} for text in row.sums],
        "runs": line and {name: getattr(line, name) for name in ("what", "reported", "number", "letter", "agrees")},
        "open": row.open,
        "note": row.note,
    }


def counts(rows: list[Row], verdict: Verdict = recorded) -> dict[str, Any]:
    """How many rows there are, and how many of them are ours; how many have each answer; of those with claims, how many name a claim of each verdict; how many are open.

    A row whose claims have different verdicts counts for each of these.
    """
    answers = Counter(row.answer for row in rows)
    tiers = Counter(name for row in rows for name in set(map(verdict, row.claims)))
    return {
        "rows": len(rows),
        "ours": sum(row.ours for row in rows),
        "answers": {answer.name: answers[answer] for answer in Answer if answers[answer]},
        "verdicts": {tier.name: tiers[tier.name] for tier in Tier if tiers[tier.name]},
        "open": sum(bool(row.open) for row in rows),
    }


def of_which(found: dict[str, Any]) -> str:
    """How many rows `counts` found, those that are ours counted apart.

    Example:
        >>> of_which({"rows": 12, "ours": 1}), of_which({"rows": 1, "ours": 0})
        ('11 rows of the paper, 1 of ours', '1 row')
    """
    rows, ours = found["rows"], found["ours"]
    return f"{counted(rows - ours, 'row')} of the paper, {ours} of ours" if ours else counted(rows, "row")


def print_register(console: Console, found: Register, verdict: Verdict = recorded) -> None:
    """Print the register, wrapped to the console's width: counts, its theorems, then all rows with their margin."""
    console.print(Text(f"{found.paper}: {found.title} ({paper(found.paper).cited})", style="bold"))
    if not found.at_hand:
        console.print(Text(found.about or NOT_AT_HAND))
    if (whole := _statements(found.paper, verdict)).statements:
        indented(console, Text(f"{whole}."), 0)
    if not found.rows:
        console.print(Text(NO_ROWS))
        return
    _print_counts(console, counts(found.rows, verdict), none_of_its_own(found.rows, verdict))
    _print_theorems(console, found.rows, verdict)
    console.print()
    console.print(Text("Sentence by sentence", style="bold"))
    if any(row.runs and compared(row.runs).agrees == "in part" for row in found.rows):
        indented(console, Text(IN_PART), 0, 0)
    for section in found.sections:
        console.print()
        console.print(Text(section.title, style="bold underline"))
        for row in section.rows:
            _print_row(console, row, verdict)


def theorems(rows: Iterable[Row], verdict: Verdict = recorded) -> list[tuple[str, str, str, str]]:
    """(where, verdict, weight, and whose words if they are not printed, in brackets or nothing, claim) of theorems and lemmas: what holds, then what does not; parts with their whole."""
    stated: dict[str, Row] = {}
    for row in rows:
        if row.kind in (Kind.THEOREM, Kind.LEMMA):
            named = (*row.claims, *_readings(row, verdict))
            stated.update({claim_id: row for claim_id in named if claim_id not in stated})
    weights = ["", *(weight.name.lower() for weight in Weight)]

    def weighed(claim_id: str) -> str:
        weight, wording = weights[_weight(claim_id, verdict)], claim(claim_id).source.wording
        ours = f"; {wording.value}" if wording is not Wording.VERBATIM else ""
        if not weight:  # what holds: our sentence for a printed one is named on its page
            return f" ({wording.value})" if wording is Wording.OURS else ""
        return f" ({weight}{ours})"

    def where(claim_id: str) -> str:
        """Item and page; of what is lesser what is off before them; of our sentence for a printed one also what it takes from the item."""
        row, source = stated[claim_id], claim(claim_id).source
        if off := _off(claim_id, verdict):
            page, item = source.locator.split(", ")[:2]
            return f"{off[0].upper()}{off[1:]} ({item}, {page})"
        part = source.locator.removeprefix(f"p. {row.page}, {row.item}")
        ours = source.wording is Wording.PARAPHRASE and part != source.locator
        return f"{row.item or 'in the text'}, p. {row.page}{part if ours else ''}"

    return [
        (
            where(claim_id),
            verdict(claim_id),
            weighed(claim_id),
            claim_id,
        )
        for claim_id in sorted(_wholes(stated, verdict), key=lambda one: _weight(one, verdict))
    ]


def _statements(name: str, verdict: Verdict) -> Tally:
    """The count of the paper's printed statements with these verdicts."""
    known = [one for one in claims().values() if one.source.paper == name]
    return statements_of([Record(one, Decision(Tier[verdict(one.id)], "", "")).as_json() for one in known], paper(name))


def _print_theorems(console: Console, rows: list[Row], verdict: Verdict) -> None:
    if not (found := theorems(rows, verdict)):
        return
    console.print()
    console.print(Text(THEOREMS, style="bold"))
    for where, tier, weight, claim_id in found:
        point = point_of(claim_id)
        words = f"{weight}: {title(claim_id)} ({claim_id})" + f"; {point}" * bool(point)
        indented(console, Text.assemble(f"{where}: ", (tier, _MARGIN_STYLES[tier]), words), 2, 2)


def _wholes(stated: Iterable[str], verdict: Verdict) -> list[str]:
    """Without refuted parts and readings of a refuted one that is among them, too."""
    refuted = {claim_id for claim_id in stated if verdict(claim_id) == Tier.REFUTED.name}

    def under(claim_id: str) -> bool:
        erratum = claim(claim_id).erratum
        whole = erratum.part_of if erratum and erratum.part_of else claim_id.rpartition(".")[0]
        return claim_id in refuted and whole in refuted

    return [claim_id for claim_id in stated if not under(claim_id)]


def _off(claim_id: str, verdict: Verdict) -> str:
    """What is off in a refuted statement that is lesser than substantive, in a few words; "" for any other."""
    erratum = claim(claim_id).erratum if verdict(claim_id) == Tier.REFUTED.name else None
    return erratum.fault if erratum and erratum.weight is not Weight.SUBSTANTIVE else ""


def _weight(claim_id: str, verdict: Verdict) -> int:
    """0 for what holds; else from 1 on the place among the weights, without one that of a reading."""
    if verdict(claim_id) != Tier.REFUTED.name:
        return 0
    erratum = claim(claim_id).erratum
    return 1 + list(Weight).index(erratum.weight if erratum else Weight.READING)


def none_of_its_own(rows: Iterable[Row], verdict: Verdict = recorded) -> str:
    """A sentence if refuted claims stand at the rows and none of them is the paper's own statement; else ""."""
    found = [name for row in rows for name in row.claims if verdict(name) == Tier.REFUTED.name]
    own = any(claim(name).source.wording in PRINTED for name in found)
    return (
        ""
        if own or not found
        else "Of the paper's own statements none is refuted: those are others' accounts and simplifications of ours."
    )


def _print_row(console: Console, row: Row, verdict: Verdict) -> None:
    margin = [Text(line, style=_MARGIN_STYLES.get(line, "dim")) for line in row.margin(verdict)]
    width = max(console.width - MARGIN, 20)
    body = [line for text in _body(row, verdict) for line in wrapped(console, text, width)]
    for number in range(max(len(margin), len(body))):
        left = margin[number] if number < len(margin) else Text("")
        left.truncate(MARGIN - 1)
        line = Text.assemble(left, " " * (MARGIN - len(left)), body[number] if number < len(body) else "")
        line.rstrip()
        console.print(line, soft_wrap=True)


def _body(row: Row, verdict: Verdict) -> list[Text]:
    where = ", ".join(filter(None, (f"p. {row.page}" if row.page else "", row.item)))
    lines = [Text.assemble(f"{where}: ", (f"“{row.printed}”", "italic") if row.quote else row.words)]
    if row.claims:
        lines.append(Text.assemble(f"{row.kind.value}: ", (", ".join(row.claims), "bold")))
    if row.beside:
        lines.append(Text("beside: " + ", ".join(f"{name} {verdict(name)}" for name in row.beside), style="dim"))
    if row.against:
        lines.append(Text(f"{AGAINST}: " + ", ".join(f"{name} {verdict(name)}" for name in row.against)))
    if row.wording:
        lines.append(Text(f"{wording_lead(row)}: “{row.wording}”"))
    lines += [Text(f"{text}: {'holds' if sum_holds(text) else 'FAILS'}") for text in row.sums]
    if row.runs:
        lines.append(Text(f"our runs, {runs_line(row)}"))
    if row.open:
        lines.append(Text.assemble(("no claim yet: ", "bold"), row.open))
    return [*lines, Text(row.note)] if row.note else lines


def wording_lead(row: Row) -> str:
    """How the wording of a sentence that is too strong is introduced: claims decide that it holds, or it is on the paper's experiments."""
    return WORDING if row.claims else SUPPORTED_WORDING


def runs_line(row: Row) -> str:
    """What is compared with our runs, and what each run shows where it is about that task; where they differ, of which size the models are."""
    line = compared(row.runs)
    shown = [(task, value) for task, value in (("number", line.number), ("letter", line.letter)) if value != "-"]
    told = "; ".join(f"{task} task {value}" for task, value in shown) if len(shown) > 1 else shown[0][1]
    return f"{line.what}: {told}{'' if line.agrees == 'yes' else f' ({sizes()})'}"


def sizes() -> str:
    """Of which size the models of our runs are, and those reported.

    Example:
        >>> sizes().partition("; ")[0]
        'our models: 6 layers, 1 head of width 64 each'
    """
    line = compared("model")
    ours = " and ".join(dict.fromkeys((line.number, line.letter)))
    return f"our models: {ours}; reported: {line.reported}"


def _print_counts(console: Console, found: dict[str, Any], remark: str) -> None:
    console.print()
    console.print(Text(f"{of_which(found)}; {found['open']} with something that no claim decides yet", style="bold"))
    for name, number in found["answers"].items():
        indented(console, Text(f"{number:5}  {Answer[name].value}"), 0, 7)
        if name == Answer.DECIDED.name and found["verdicts"]:
            tally = ", ".join(f"{number} {tier}" for tier, number in found["verdicts"].items())
            indented(
                console, Text(f"with claims, those in part included: {tally}. {remark}".strip().removesuffix(".")), 7
            )
