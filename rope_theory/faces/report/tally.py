"""What stands of a text and what does not, by weight: counted here, and said in one way, for letters, errata, registers and the site.

A part of a statement (`Erratum.part_of`) is counted with its whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rope_theory.core.words import counted
from rope_theory.evidence.claims import PRINTED, Weight, Wording
from rope_theory.evidence.claims.claim import SUPPORT
from rope_theory.evidence.papers import Paper, papers
from rope_theory.evidence.theory import claim
from rope_theory.faces.report.rows import Row

#: What one statement of each weight is called, and several.
CALLED = {
    Weight.SUBSTANTIVE: ("substantive change", "substantive changes"),
    Weight.READING: ("matter of reading", "matters of reading"),
    Weight.SLIP: ("slip", "slips"),
}


def refuted(rows: Sequence[Row], weight: Weight | None = None) -> list[Row]:
    """The refuted rows that a paper prints, heaviest first, of one weight by paper and quoted ones first; or those of one weight."""
    texts, wordings, weights = (
        [one.name for one in papers()],
        [one.name for one in PRINTED],
        [one.name for one in Weight],
    )

    def by_weight(entry: Row) -> tuple[int, int, int]:
        text = entry["source"].partition(", ")[0]
        by_text = texts.index(text) if text in texts else len(texts)
        return weights.index(weighed(entry)["weight"]), by_text, wordings.index(entry["wording"])

    found = [entry for entry in rows if entry["verdict"] == "REFUTED" and entry["wording"] in wordings]
    return sorted(
        (entry for entry in found if weight is None or weighed(entry)["weight"] == weight.name), key=by_weight
    )


def weighed(entry: Row) -> Mapping[str, Any]:
    """Weight, reason and least change of a refuted printed row; one that nobody has weighed yet counts as heavy."""
    return entry["erratum"] or {
        "weight": "SUBSTANTIVE",
        "why": "not weighed yet",
        "mend": "not known yet",
        "also": (),
        "follows": (),
        "part_of": "",
    }


def parts(entry: Row, rows: Sequence[Row]) -> list[Row]:
    """The refuted rows that are parts of the entry's statement, heaviest first."""
    return [other for other in refuted(rows) if weighed(other).get("part_of") == entry["id"]]


def wholes(rows: Sequence[Row], weight: Weight | None = None) -> list[Row]:
    """As `refuted`, without those that are told under another one."""
    listed = {entry["id"] for entry in refuted(rows)}
    return [entry for entry in refuted(rows, weight) if weighed(entry).get("part_of") not in listed]


def standing(rows: Sequence[Row], paper: Paper) -> list[tuple[str, Row]]:
    """(where, row) of the paper's printed statements that hold as we state them, in its order."""
    first = {claim_id: at for at, claim_id in enumerate((*paper.statements, *paper.shown))}
    supported = {tier.name for tier in SUPPORT}
    found = [
        (entry["source"].removeprefix(f"{paper.name}, "), entry)
        for entry in sorted(rows, key=lambda entry: first.get(entry["id"], len(first)))
        if of_paper(entry, paper.name) and entry["verdict"] in supported and Wording[entry["wording"]] in PRINTED
    ]
    return sorted(found, key=lambda pair: _page(pair[0]))


class Tally(NamedTuple):
    """How many statements of a text are claims here, hold as we read them, and do not, in the order of `Weight`."""

    statements: int
    stand: int
    by_weight: tuple[int, ...]
    #: Of those that are undecided: numbered statements of which not enough is at hand (`Paper.undecided`).
    not_at_hand: tuple[str, ...] = ()

    @property
    def rest(self) -> str:
        """Those that do not hold: how many are substantive, how many lesser, by weight; and those that are undecided.

        Example:
            >>> Tally(48, 35, (1, 5, 7)).rest, Tally(2, 1, (0, 1, 0)).rest
            ('13 do not: 1 substantive, 12 lesser (5 matters of reading, 7 slips)', '1 does not: 1 lesser (1 matter of reading)')
            >>> Tally(3, 1, (1, 0, 0)).rest, Tally(2, 1, (0, 0, 0), ("Theorem 7, second half",)).rest
            ('1 does not: 1 substantive, 1 is undecided', '1 is undecided (Theorem 7, second half)')
        """
        false, undecided = sum(self.by_weight), self.statements - self.stand - sum(self.by_weight)
        numbers = dict(zip(Weight, self.by_weight, strict=True))
        heavy = numbers.pop(Weight.SUBSTANTIVE)
        light = [of_weight(weight, number) for weight, number in numbers.items() if number]
        named = [f"{heavy} substantive"] * bool(heavy)
        named += [f"{false - heavy} lesser ({', '.join(light)})"] * bool(light)
        told = [f"{false} {'does' if false == 1 else 'do'} not: {', '.join(named)}"] * bool(false)
        which = f" ({'; '.join(self.not_at_hand)})" if self.not_at_hand else ""
        return ", ".join([*told, *[f"{undecided} {_be(undecided)} undecided{which}"] * bool(undecided)])

    def __str__(self) -> str:
        """All of it in a sentence without its full stop.

        Example:
            >>> print(Tally(48, 35, (1, 5, 7)))
            Of 48 statements 35 hold as we read them, 13 do not: 1 substantive, 12 lesser (5 matters of reading, 7 slips)
        """
        return self.told()

    def told(self, whose: str = "") -> str:
        """As a string, of the text that is named.

        Example:
            >>> Tally(10, 10, (0, 0, 0)).told("U25's"), Tally(1, 1, (0, 0, 0)).told()
            ("Of U25's 10 statements all hold as we read them", 'Of 1 statement all holds as we read it')
        """
        one = self.stand == 1
        held = "all" if self.stand == self.statements else str(self.stand)
        hold = f"{held} {'holds as we read it' if one else 'hold as we read them'}"
        whole = " ".join(filter(None, ["Of", whose, counted(self.statements, "statement"), hold]))
        return ", ".join(filter(None, [whole, self.rest]))


def _be(number: int) -> str:
    return "is" if number == 1 else "are"


def of_weight(weight: Weight, number: int) -> str:
    """So many statements of a weight.

    Example:
        >>> of_weight(Weight.READING, 5)
        '5 matters of reading'
    """
    return f"{number} {CALLED[weight][number != 1]}"


def statements_of(rows: Sequence[Row], paper: Paper) -> Tally:
    """The count of the paper's printed statements among these rows, and of those that are not at hand enough to be decided.

    Args:
        rows: `Record.as_json` has all that is needed.
        paper: the rows of others are left out.
    """
    printed = [entry for entry in rows if of_paper(entry, paper.name) and Wording[entry["wording"]] in PRINTED]
    entries = [entry for entry in wholes(rows) if entry in printed]
    parts_of_them = len(refuted(printed)) - len(entries)
    by_weight = (sum(weighed(entry)["weight"] == weight.name for entry in entries) for weight in Weight)
    number, not_at_hand = len(printed) - parts_of_them, tuple(paper.undecided) if printed else ()
    return Tally(number + len(not_at_hand), len(standing(rows, paper)), tuple(by_weight), not_at_hand)


def tallies(rows: Sequence[Row], texts: Iterable[Paper] | None = None) -> list[tuple[Paper, Tally]]:
    """`statements_of` each text that has printed statements among the rows."""
    found = ((paper, statements_of(rows, paper)) for paper in (papers() if texts is None else texts))
    return [(paper, one) for paper, one in found if one.statements]


def table_row(paper: Paper, found: Tally) -> list[str]:
    """Text, how many stand and whose words they are, how many do not by weight."""
    ours = " (our words)" if found.stand and not paper.quoted else ""
    return [paper.name, f"{found.stand}{ours}", *map(str, found.by_weight)]


def of_paper(entry: Row, name: str) -> bool:
    """Whether the row's source is this text."""
    return bool(entry["source"].startswith(f"{name}, "))


def _page(where: str) -> int:
    found = re.match(r"pp?\. (\d+)", where)
    return int(found[1]) if found else 0


def point_of(claim_id: str) -> str:
    """Of a substantive entry what stands of its point, in a clause to put behind its verdict; or nothing.

    Example:
        >>> point_of("u26.thm32")
        "its point, that Index loses its lead with the length and Retrieval need not, stands for Definition 3.1's Δ, at every θ that the theorem admits"
    """
    known = claim(claim_id)
    clause = known.in_fairness.partition(":")[0]
    substantive = known.erratum is not None and known.erratum.weight is Weight.SUBSTANTIVE
    return clause[:1].lower() + clause[1:] if substantive and clause.startswith("Its point") else ""
