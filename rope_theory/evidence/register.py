"""The register of a paper: its sentences that can be true or false, in their order, and what decides each.

The rows are data (`papers/<name>.toml`). A verdict never stands there: rows name claims, sums and comparisons, and what
these say is looked up or computed.

A register is read from the text of a PDF, and that text is not the page: signs that grow with a formula (bars, braces, brackets,
roots) and bold type may leave no trace in it. So no slip, and no erratum, rests on a missing one unless the page itself was seen.
"""

from __future__ import annotations

import ast
import enum
import functools
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rope_theory.core.errors import InvalidInput, require
from rope_theory.evidence.claims import Tier, Wording
from rope_theory.evidence.claims.claim import SUPPORT
from rope_theory.evidence.claims.erratum import UNSEEN, rests_on_a_delimiter
from rope_theory.evidence.claims.quotes import printed_page
from rope_theory.evidence.claims.source import LONGEST_QUOTE
from rope_theory.evidence.papers import content, papers
from rope_theory.evidence.theory import claims

if TYPE_CHECKING:
    from rope_theory.machines.training.compare import ComparisonRow


class Kind(enum.Enum):
    """What kind of sentence a row is about."""

    THEOREM = "theorem"
    LEMMA = "lemma"
    STEP = "step"
    FORMULA = "formula"
    STATEMENT = "statement"
    NUMBER = "number"
    LISTING = "listing"
    FIGURE = "figure"
    TABLE = "table"
    EMPIRICAL = "empirical"
    DEFINITION = "definition"
    REPORT = "report"
    OTHER_WORK = "other work"
    OPINION = "opinion"
    QUESTION = "question"


class Answer(enum.Enum):
    """What there is to say about a row."""

    DECIDED = "decided by claims"
    IN_PART = "decided in part, or in one reading: the note says which"
    SUMS = "sums: numbers of the paper, checked against one another"
    RUNS = "runs: an experiment beside our two small runs, on sequences of our own drawing, compared in the line that is named"
    OPEN = "open: no claim yet"
    NOT_RUN = "not run: an experiment that was not run here"
    DEFINITION = "definition: neither true nor false"
    REPORT = "report: what the authors say that they did"
    OTHER_WORK = "other work: not examined here"
    OPINION = "opinion: an aim or a judgement"
    QUESTION = "question: no claim answers it; the note says what there is to say"


#: What can be said of kinds that need no claim; a row of any other kind names what decides it, or says what is missing.
_BY_KIND = {
    Kind.FIGURE: Answer.NOT_RUN,
    Kind.TABLE: Answer.NOT_RUN,
    Kind.EMPIRICAL: Answer.NOT_RUN,
    Kind.DEFINITION: Answer.DEFINITION,
    Kind.REPORT: Answer.REPORT,
    Kind.OTHER_WORK: Answer.OTHER_WORK,
    Kind.OPINION: Answer.OPINION,
    Kind.QUESTION: Answer.QUESTION,
}


#: What the margin says where claims that hold are against the rest of a sentence.
REST_FAILS = "too strong"
_HOLDING = frozenset(tier.name for tier in SUPPORT)

#: What the margin says of runs, by the word of their line.
_AGREES = {
    "yes": ("runs agree",),
    "in part": ("runs differ", "in part"),
    "no": ("runs differ",),
    "not so far": ("smaller runs", "not so far"),
    "not comparable": ("runs beside",),
}


@dataclass(frozen=True)
class Row:
    """One sentence of a paper.

    Args:
        quote: its words as printed, at most 40; "…" marks an omission (`find_quote`). "" only where the paper's text is
            not at hand; then `words` says it.
        anew: the same words with their formula set anew, typed by hand, where the text of a PDF tears it apart; see `set_anew`.
        kind: see `Kind`.
        page: as printed; 0 where it is not known.
        item: the numbered item that it belongs to ("Theorem 3.1").
        claims: ids of the claims that decide it.
        part: the claims decide, or the runs are about, a part or one reading of it; `note` says which.
        beside: ids of claims that correct, sharpen or bound it.
        against: of a part: ids of claims that hold and by which the rest is not so, in the reading that `note` says.
        wording: of a sentence with such a rest: our words for one that says no more than holds.
        sums: equations and inequalities between the paper's own numbers ("8 + 8 + 1 = 17"); see `sum_holds`.
        runs: beginning of the line, or of the lines, of `rope-theory train compare` that an experiment is set beside.
        open: what no claim decides yet.
        note: what survives, what fails, the shortest repair.
        slip: only the writing, or a reason that nothing rests on, is off, and `note` says what is meant.
        page_seen: of a slip: the page itself was seen, and not its text alone (`rests_on_a_delimiter`).
        words: our sentence for it and whose words it is, where nothing is quoted.
    """

    quote: str
    kind: Kind
    page: int = 0
    item: str = ""
    claims: tuple[str, ...] = ()
    part: bool = False
    beside: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    wording: str = ""
    sums: tuple[str, ...] = ()
    runs: str = ""
    open: str = ""
    note: str = ""
    slip: bool = False
    page_seen: bool = False
    words: str = ""
    anew: str = ""

    def __post_init__(self) -> None:
        require(not self.anew or bool(self.quote), "anew", "must stand beside a quotation", self.anew)
        require(bool(self.quote) != bool(self.words), "quote", "must be there exactly if our words are not", self.quote)
        short = len(self.quote.split()) <= LONGEST_QUOTE
        require(short, "quote", f"must have at most {LONGEST_QUOTE} words", self.quote)
        ways = sum(map(bool, (self.claims, self.sums, self.runs)))
        require(ways <= 1, "row", "must be decided by claims, by sums or by runs", self.quote)
        silent = not ways and not self.open and self.kind not in _BY_KIND
        require(not silent, "row", "must name what decides it, or say what is open", self.quote)
        require(not self.slip or bool(self.note), "slip", "needs a note that says what is meant", self.quote)
        unseen = self.slip and not self.page_seen and rests_on_a_delimiter(self.note)
        require(not unseen, "slip", UNSEEN, self.quote)
        require(not self.part or bool((self.claims or self.runs) and self.note), "part",
                "needs claims or runs, and a note on what they decide", self.quote)  # fmt: skip
        require(not self.against or self.part, "against", "needs claims or runs that are about a part", self.quote)
        require(bool(self.wording) == bool(self.against), "wording", "must be there exactly if claims are against the rest",
                self.wording)  # fmt: skip
        require(not (self.claims and self.open) or self.part, "open", "must not stand beside claims that decide all",
                self.quote)  # fmt: skip

    @property
    def printed(self) -> str:
        """The quotation as it is shown: with its formula set anew, and words whole that a column of the page divides.

        Example:
            >>> Row("whereas Re- … trieval must be", Kind.OPINION).printed
            'whereas Retrieval must be'
        """
        return self.anew or re.sub(r"(?<=\w)- … (?=\w)", "", self.quote)

    @property
    def answer(self) -> Answer:
        """What there is to say about it."""
        if self.claims:
            return Answer.IN_PART if self.part else Answer.DECIDED
        if self.sums or self.runs:
            return Answer.SUMS if self.sums else Answer.RUNS
        return Answer.OPEN if self.open else _BY_KIND[self.kind]

    @property
    def ours(self) -> bool:
        """Whether it is no sentence of the paper, nor an account of one, but ours: so the register is made from claims, where none is quoted."""
        return not self.quote and all(claims()[name].source.wording is Wording.OURS for name in self.claims)

    def too_strong(self, verdict: Callable[[str], str]) -> bool:
        """Whether there are claims against the rest of it, and all of them hold.

        Args:
            verdict: claim id -> verdict.
        """
        return bool(self.against) and all(verdict(name) in _HOLDING for name in self.against)

    def margin(self, verdict: Callable[[str], str]) -> list[str]:
        """The answer in a few words: verdicts of the claims, a refuted one's with its weight, or what sums and runs say.

        Args:
            verdict: claim id -> verdict.
        """
        rest = [*(["in part"] if self.part else []), *([REST_FAILS] if self.too_strong(verdict) else [])]
        if self.claims:
            told = [word for claim_id in self.claims for word in _with_weight(claim_id, verdict(claim_id))]
            return [*dict.fromkeys([*told, *rest])]
        if self.sums:
            return ["sums hold" if all(map(sum_holds, self.sums)) else "sums fail"]
        if self.runs:
            return [*dict.fromkeys([*_AGREES[compared(self.runs).agrees], *rest])]
        return ["open"] if self.open else [self.answer.name.replace("_", " ").lower()]


@dataclass(frozen=True)
class Section:
    """A section of a paper: its heading as printed, the page it begins on, its rows."""

    title: str
    page: int
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Register:
    """A paper's register.

    Args:
        paper: its short name ("U26"), as in `Source.paper`.
        title, arxiv: of the paper.
        sections: in the paper's order; a section's rows stand before those of its subsections.
        at_hand: the paper's text is at hand, and gone through; if not, rows without a quotation are what our claims say of it.
        about: what the register has and has not, where it is made from claims.
    """

    paper: str
    title: str
    arxiv: str
    sections: tuple[Section, ...] = field(repr=False)
    at_hand: bool = True
    about: str = ""

    @property
    def rows(self) -> list[Row]:
        """All rows in order."""
        return [row for section in self.sections for row in section.rows]

    def only(self, keep: Callable[[Row], bool]) -> Register:
        """The register with the rows to keep, and the sections that have any."""
        kept = ((section, tuple(filter(keep, section.rows))) for section in self.sections)
        sections = tuple(Section(section.title, section.page, rows) for section, rows in kept if rows)
        return replace(self, sections=sections)


@functools.cache
def register(paper: str) -> Register:
    """The register of a paper.

    Args:
        paper: its short name, in capitals or not.

    Raises:
        InvalidInput: there is none, or its file is not as `Row` wants it.

    Example:
        >>> register("u26").rows[0].page
        1
    """
    data = content(paper)
    parts = data.get("section", [{"title": "Claims", "page": 0, "from_claims": True}])
    sections = tuple(_section(part, data["paper"]) for part in parts)
    at_hand = not any(part.get("from_claims") for part in parts)
    return Register(data["paper"], data["title"], data.get("arxiv", ""), sections, at_hand, data.get("about", ""))


def held_against(claim_id: str) -> Iterator[tuple[str, Row]]:
    """(paper, row) of the sentences that this claim is said to stand against; claims are not read for it.

    Example:
        >>> [name for name, _ in held_against("new.stack-beta")], list(held_against("u25.thm1"))
        (['U26'], [])
    """
    for paper in papers():
        for section in content(paper.name).get("section", ()):
            found = (row for row in section.get("row", ()) if claim_id in row.get("against", ()))
            yield from ((paper.name, _row(row)) for row in found)


def compared(runs: str) -> ComparisonRow:
    """The line of `rope-theory train compare` whose subject begins so; several in one, which agrees if all of them do, and reaches not so far if no other differs.

    Raises:
        InvalidInput: none does.
    """
    from rope_theory.machines.training.compare import NOT_SO_FAR, ComparisonRow

    found = [row for row in _comparison() if runs and row.what.startswith(runs)]
    require(bool(found), "runs", "must begin a line of `rope-theory train compare`", runs)
    if len(found) == 1:
        return found[0]
    reported, number, letter, agrees = (
        list(dict.fromkeys(getattr(row, name) for row in found if getattr(row, name) != "-"))
        for name in ("reported", "number", "letter", "agrees")
    )
    differ = [word for word in agrees if word != "yes"]
    word = agrees[0] if len(agrees) == 1 else NOT_SO_FAR if differ == [NOT_SO_FAR] else "in part"
    return ComparisonRow(runs, "; ".join(reported), "; ".join(number), "; ".join(letter), word)


def sum_holds(text: str) -> bool:
    """Whether an equation or inequality between decimal numbers holds, exactly.

    Args:
        text: numbers, + - * / and brackets on both sides of one of =, <, <=, >, >=.

    Raises:
        InvalidInput: anything else.

    Example:
        >>> sum_holds("8 + 8 + 1 = 17"), sum_holds("0.96 > 0.98")
        (True, False)
    """
    try:
        tree = ast.parse(re.sub(r"(?<![<>=])=(?!=)", "==", text.strip()), mode="eval").body
    except SyntaxError:
        tree = None
    if not (isinstance(tree, ast.Compare) and len(tree.ops) == 1 and type(tree.ops[0]) in _RELATIONS):
        raise InvalidInput("sums", "must be one equation or inequality between numbers", text)
    return bool(_RELATIONS[type(tree.ops[0])](_value(tree.left, text), _value(tree.comparators[0], text)))


def _with_weight(claim_id: str, verdict: str) -> list[str]:
    """The verdict; if it is REFUTED, also how much the entry weighs, or whose words were refuted where there is no entry."""
    if verdict != Tier.REFUTED.name:
        return [verdict]
    found = claims()[claim_id]
    whose = "ours" if found.source.wording is Wording.OURS else "an account"
    return [verdict, f"({found.erratum.weight.name.lower() if found.erratum else whose})"]


_RELATIONS: dict[type, Callable[[Fraction, Fraction], bool]] = {
    ast.Eq: operator.eq, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
_OPERATIONS: dict[type, Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
}  # fmt: skip


def _value(node: ast.expr, text: str) -> Fraction:
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        left, right = _value(node.left, text), _value(node.right, text)
        require(right != 0 or not isinstance(node.op, ast.Div), "sums", "must not divide by 0", text)
        return _OPERATIONS[type(node.op)](left, right)
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return Fraction(repr(node.value))  # the shortest decimal of a float: the digits that were written
    raise InvalidInput("sums", "must hold numbers, + - * / and brackets", text)


@functools.cache
def _comparison() -> tuple[ComparisonRow, ...]:
    from rope_theory.machines.training.compare import RUNS, rows
    from rope_theory.machines.training.receipts import read

    return tuple(rows(*(read(RUNS / f"{task}-small") for task in ("number", "letter"))))


def _section(data: dict[str, Any], paper: str) -> Section:
    """A section of the file; one that stands `from_claims` has what the claims say of the paper."""
    rows = _from_claims(paper) if data.get("from_claims") else map(_row, data.get("row", ()))
    return Section(data["title"], data["page"], tuple(rows))


def _row(data: dict[str, Any]) -> Row:
    kinds = {kind.value: kind for kind in Kind}
    require(data.get("kind") in kinds, "kind", f"must be one of {', '.join(kinds)}", data.get("kind"))
    unknown = set(data) - set(Row.__dataclass_fields__)
    require(not unknown, "row", "must have the keys of Row", sorted(unknown))
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Row(**fields | {"kind": kinds[data["kind"]]})


def _from_claims(paper: str) -> Iterator[Row]:
    """A row for each claim that restates the paper or somebody else's account of it, or stands for one of its statements."""
    known = {claim_id: claim for claim_id, claim in claims().items() if claim_id.startswith(f"{paper.lower()}.")}
    listed = content(paper).get("statements", [])
    order = {root: at for at, root in enumerate(listed)}
    for claim_id, claim in sorted(
        known.items(), key=lambda one: order.get(".".join(one[0].split(".")[:2]), len(order))
    ):
        if claim.source.wording is not Wording.OURS or claim_id.count(".") == 1:
            beside = tuple(
                other
                for other, its in known.items()
                if other.startswith(f"{claim_id}.") and its.source.wording is Wording.OURS
            )
            words = "" if claim.source.quote else f"{claim.statement} ({claim.source.wording.value})"
            page = printed_page(claim.source.locator) or 0 if claim.source.quote else 0
            item = claim.source.locator.partition(", ")[2] if page else claim.source.citation
            yield Row(claim.source.quote, Kind.STATEMENT, page, item, (claim_id,), beside=beside, words=words)
