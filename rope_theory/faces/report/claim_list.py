"""CLAIMS.md: an index, then every claim in the section of its paper and topic, and what all of them take on trust."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from rope_theory.evidence.claims import PRINTED, Relation, Wording, relation
from rope_theory.evidence.claims.claim import SUPPORT
from rope_theory.evidence.papers import names, paper, papers
from rope_theory.evidence.topics import topic, topics
from rope_theory.faces.report.pages import page_of
from rope_theory.faces.report.rows import Row, counts, trust
from rope_theory.faces.report.tally import of_paper, wholes
from rope_theory.faces.report.tally import parts as parts_of

#: Heading of the claims that no file of proofs/formal proves or refutes.
WITHOUT = "## Without a formal proof"


#: How to list some of the claims by a command.
FILTER = (
    "To list some of them: `rope-theory verify --words paper --verdict refuted`, `rope-theory verify --relation sharpens 'u26.*'`; `--words` "
    "takes paper (quoted or paraphrased), quoted, paraphrased, second-hand or ours, `--relation` corrects or sharpens. The same by clicks: the first page of the site that "
    "`rope-theory report --out site` writes."
)
#: What the columns of the tables of claims hold.
LEGEND = (
    "*The paper's*: its statements, quoted or in our words. *Words*: whose sentence is decided, the paper's own (as printed), ours for a printed one, somebody else's account, or ours. Of ours, *corrects* "
    "stands where it says what holds in place of a refuted claim, or speaks against a printed one; *sharpens* where it makes an earlier statement sharper or "
    "wider. *Verdict*: [what each says, and what is trusted](docs/verdicts.md). *Kernel*: the Coq file, where one proves or refutes the statement; a "
    "receipt records that Coq checked it as it stands (`make formal` does so again). *Over*: what the verdict is about, of TESTED what was looked at. "
    "*Controls*: what is close by and was rejected, of a claim that holds false neighbours, of a refuted one inputs that are no witness."
)
#: Above the table of what is taken on trust.
RESTS = (
    "A claim counts in each line that its verdict rests on, itself or through claims that it leans on: one claim is in several lines, and the third column has the "
    "verdicts of those counted. No kernel checks any of it. A refuted claim counts by its witness, though Coq has proved most of them false, too. TESTED claims are in no "
    "line: they rest on their samples and on this package's Python."
)
#: What each line of that table says, by how it begins.
SAYS = {
    "Coq ": "Coq's kernel accepted a theorem for each PROVED claim; that the theorem says what the claim says is for a reader to judge.",
    "receipts ": "A plain run does not run Coq: it compares hashes of the files with those noted when Coq ran.",
    "Coq.Logic.FunctionalExtensionality": "An axiom of Coq's library: functions with equal values are equal.",
    "Coq.Reals.ClassicalDedekindReals.sig_forall_dec": "An axiom under Coq's real numbers: what can be decided number by number holds for all or has a counterexample.",
    "Coq.Reals.ClassicalDedekindReals.sig_not_dec": "An axiom under Coq's real numbers: not-not-P or not-P can be told.",
    "Coq.Logic.Classical_Prop": "An axiom of Coq's library: P or not P.",
    "exact evaluation": "Each refuted claim has a witness that is evaluated again at every run, in whole numbers, fractions or intervals that enclose the value.",
    "FLINT": "A value is an interval that encloses it, and a comparison counts only where intervals do not overlap.",
    "that no step overflows": "The formal statement knows no largest number; that none is passed is computed beside it.",
    "that no step leaves the normal numbers": "The formal statement knows no smallest number; that none is passed is computed beside it.",
    "IEEE 754": "How the standard says that an operation rounds; machines are taken to follow it.",
    "Cauchy": "|x·y| is at most |x||y|.",
    "computed cos and sin": "An allowance for the library that computes rotations.",
    "rounding a sum": "A published theorem on sums that are rounded twice.",
    "the exponential": "So softmax gives larger logits larger weights, each above 0.",
    "transformers' Llama": "The certificate's formulas are taken to be those of the classes' code.",
}
#: Title of the claims that no paper prints.
NEW = "Claims of no paper"


def tally(rows: Sequence[Row]) -> str:
    """How many claims have each verdict, and how many controls were rejected."""
    rejected, total = (sum(entry["controls"][key] for entry in rows) for key in ("rejected", "total"))
    verdicts = ", ".join(f"{number} {name}" for name, number in counts(rows).items())
    return f"{len(rows)} claims: {verdicts}; {rejected} of {total} controls rejected."


def relation_of(entry: Row) -> Relation | None:
    """What the claim of the row does with an earlier statement, or None."""
    return relation(Wording[entry["wording"]], entry["source"], entry["corrects"])


def claim_list(rows: Sequence[Row]) -> str:
    """CLAIMS.md: every claim with its domain and controls, under its paper and topic, behind an index."""
    lines = [
        "# Claims\n",
        "<!-- Written by `rope-theory report-files` from the verdicts. Do not edit. -->\n",
        tally(rows) + "\n",
        refuted_by_words(rows) + "\n",
    ]
    lines += ["## Index\n", *_by_words(rows), "", *_by_section(rows), "", *_parts(rows), FILTER + "\n", LEGEND + "\n"]
    for origin, parts in _sections(rows).items():
        lines += [f'<a id="{origin}"></a>\n', f"## {_title(origin)}\n", *_at_hand(origin)]
        for number, (about, some) in enumerate(parts.items(), 1):
            if about:
                lines += [f'<a id="{origin}-{number}"></a>\n', f"### {about}\n"]
            lines += [*_table(some), ""]
    lines += [f"{WITHOUT}\n", without_section(rows), "\n## Taken on trust\n", trust_section(rows), ""]
    return "\n".join(lines)


def refuted_by_words(rows: Sequence[Row]) -> str:
    """Whose words the refuted statements are in."""
    false = [entry for entry in rows if entry["verdict"] == "REFUTED"]
    printed = [entry for entry in false if Wording[entry["wording"]] in PRINTED]
    ours = [entry for entry in false if entry["wording"] == Wording.OURS.name]
    texts = tuple(f"{one.name}, " for one in papers())
    tried = sum(entry["id"].startswith("new.") and not entry["source"].startswith(texts) for entry in ours)
    return (
        f"Of the {len(false)} refuted claims {len(printed)} are papers' statements or parts of them, {len(ours)} ours ({tried} conjectures, "
        f"{len(ours) - tried} readings or questions on texts), the rest others' accounts."
    )


def _sections(rows: Sequence[Row]) -> dict[str, dict[str, list[Row]]]:
    """First part of the ids → topic → rows, in the order of papers and topics; "" is the topic of papers without any."""
    found: dict[str, dict[str, list[Row]]] = {}
    for origin in [*names(), "new"]:
        known = [*topics().get(origin, ()), ""]
        mine = [entry for entry in rows if entry["id"].partition(".")[0] == origin]
        parts = {about: [entry for entry in mine if topic(entry["id"]) == about] for about in known}
        if mine:
            found[origin] = {about: some for about, some in parts.items() if some}
    return found


def _title(origin: str) -> str:
    """What a section is called: short name and title of the paper."""
    if origin == "new":
        return NEW
    one = paper(origin)
    return f"{one.name}: {_cell(one.title)}"


def _at_hand(origin: str) -> list[str]:
    """What is at hand of a text that no claim quotes."""
    one = None if origin == "new" else paper(origin)
    return [f"{_cell(one.text)}\n"] if one and one.text and not one.quoted else []


def _by_words(rows: Sequence[Row]) -> Iterator[str]:
    """Lines of a table: whose words, and how many with each verdict; the relations are parts of ours."""
    found = list(counts(rows))
    yield f"| words | claims | {' | '.join(found)} |"
    yield f"|---|---:|{'---:|' * len(found)}"
    kinds: list[tuple[str, list[Row]]] = [
        (one.value, [entry for entry in rows if entry["wording"] == one.name]) for one in Wording
    ]
    kinds += [
        (f"{Wording.OURS.value}, {one.value}", [entry for entry in rows if relation_of(entry) is one])
        for one in Relation
    ]
    for name, some in kinds:
        yield f"| {name} | {len(some)} | {' | '.join(str(counts(some).get(tier, 0)) for tier in found)} |"


def _by_section(rows: Sequence[Row]) -> Iterator[str]:
    """Lines of a table: each section, how many of the papers' statements, quoted or paraphrased, hold and fail there, and how many claims are others."""
    yield "| section | claims | the paper's, hold | the paper's, fail | others' accounts | ours | correct | sharpen |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for origin, parts in _sections(rows).items():
        mine = list(itertools.chain(*parts.values()))
        told = [] if origin == "new" else [one for one in wholes(rows) if of_paper(one, paper(origin).name)]
        yield f"| [{_title(origin)}](#{origin}) | {_numbers(mine, len(told))} |"
        for number, (about, some) in enumerate(parts.items(), 1):
            if about:
                yield f"| — [{about}](#{origin}-{number}) | {_numbers(some)} |"


def _parts(rows: Sequence[Row]) -> Iterator[str]:
    """Paragraphs: where claims that fail are more than the statements that ERRATA.md counts, and why."""
    for one in papers():
        told = [(entry, parts_of(entry, rows)) for entry in wholes(rows) if of_paper(entry, one.name)]
        if number := sum(len(some) for _, some in told):
            which = "; ".join(
                f"{' and '.join(_linked(part['id']) for part in some)} {'is a part' if len(some) == 1 else 'are parts'} of {_linked(entry['id'])}"
                for entry, some in told
                if some
            )
            yield (
                f"*The paper's, fail*: {one.name}'s {len(told) + number} claims are {len(told)} statements in [ERRATA.md](ERRATA.md), where {which}.\n"
            )


def _numbers(rows: Sequence[Row], statements: int = 0) -> str:
    """The cells of a line of the index.

    Args:
        statements: as how many the errata count the paper's claims that fail, if not as many; said in their cell.
    """
    printed = [entry["verdict"] for entry in rows if Wording[entry["wording"]] in PRINTED]
    holds = sum(verdict in {tier.name for tier in SUPPORT} for verdict in printed)
    wordings, relations = [entry["wording"] for entry in rows], [relation_of(entry) for entry in rows]
    fail = printed.count("REFUTED")
    failing = f"{fail} ({statements} statements)" if statements not in (0, fail) else fail
    told = [len(rows), holds, failing, wordings.count("SECONDARY"), wordings.count("OURS")]
    return " | ".join(map(str, [*told, *map(relations.count, Relation)]))


def _table(rows: Iterable[Row]) -> Iterator[str]:
    """Lines of a table with one line for each claim."""
    yield "| claim | words | verdict | kernel | over | controls |"
    yield "|---|---|---|---|---|---|"
    for entry in rows:
        controls = f"{entry['controls']['rejected']}/{entry['controls']['total']}"
        yield (
            f"| {_linked(entry['id'])}<br>{_cell(entry['title'])} | {_words(entry)} | {entry['verdict']} | {_kernel(entry)} | {_cell(entry['domain'])} | {controls} |"
        )


def _linked(claim_id: str) -> str:
    page = page_of(claim_id)
    return f"[`{claim_id}`](proofs/{page.name}.py)" if page else f"`{claim_id}`"


def _words(entry: Row) -> str:
    """Whose words the statement is in, and what it does with an earlier one."""
    found = relation_of(entry)
    told = f", {found.value}" if found else ""
    return Wording[entry["wording"]].value + told + (f" `{entry['corrects']}`" if entry["corrects"] else "")


def _kernel(entry: Row) -> str:
    """What the receipts say of the formal proof, linked to its file; "" for none."""
    kernel = entry["kernel"]
    return "" if kernel["status"] == "none" else f"[{kernel['status']}]({kernel['file'] or 'proofs/formal'})"


def without_section(rows: Sequence[Row]) -> str:
    """Every claim without a formal proof, by name, one on each line."""
    return "\n".join(f"- `{entry['id']}`" for entry in rows if entry["kernel"]["status"] == "none") or "None."


def trust_section(rows: Sequence[Row]) -> str:
    """What is taken on trust, what that says, and how many claims rest on it, with their verdicts."""
    lines = [RESTS, "", "| taken on trust | what it says | claims that rest on it |", "|---|---|---|"]
    for fact, number in trust(rows):
        those = counts([entry for entry in rows if fact in entry["trust"]])
        tiers = ", ".join(f"{count} {name}" for name, count in those.items())
        told = tiers if len(those) == 1 else f"{number}: {tiers}"
        lines.append(f"| {_cell(fact)} | {_cell(says(fact))} | {told} |")
    return "\n".join(lines)


def says(fact: str) -> str:
    """What a line of the list of what is trusted says; "" for one that no line here begins like.

    Example:
        >>> says("Coq.Logic.Classical_Prop.classic")
        "An axiom of Coq's library: P or not P."
    """
    return next((told for begin, told in SAYS.items() if fact.startswith(begin)), "")


def _cell(text: str) -> str:
    return text.replace("|", r"\|").replace("*", r"\*").replace("<", "&lt;")
