"""How much a refuted printed statement weighs, and what mends it.

The text of a PDF loses signs of displayed formulas without a trace, so an entry that rests on one needs the page itself.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from typing import Any

from rope_theory.core.errors import require


class Weight(enum.Enum):
    """How much hangs on a printed statement that is false; heaviest first."""

    SUBSTANTIVE = "a result of the paper has to be stated differently"
    READING = "true in a sense that may well be meant, false as the definitions have it"
    SLIP = "an index, a sign, a digit or a guard; no result rests on it"


#: What an erratum is refused with that rests on a sign which the text of a PDF may have lost.
UNSEEN = "must not rest on a bar, brace, bracket, root or bold type unless the page itself was seen (page_seen)"
_NAMED = re.compile(
    r"\b(?:modulus|bars?|braces?|brackets?|parenthes[ei]s|roots?|bold(?:face)?|absolute value)\b", re.IGNORECASE
)
_SIGNS = re.compile(r"[\s|‖∥()\[\]{}⟨⟩⌊⌋⌈⌉√]")
_CHANGES = (
    r"\bfor (?P<old>.+?) read (?P<new>.+)",
    r"(?P<new>.+) in place of (?P<old>.+)",
    r"(?P<new>.+) for (?P<old>.+)",
)


def rests_on_a_delimiter(text: str) -> bool:
    """Whether a reason or a change is about signs that grow with a formula, or about bold type: both vanish from the text of a PDF.

    It is if it names one, or if the old and the new formula differ in such signs only.

    Example:
        >>> rests_on_a_delimiter("two bars are missing"), rests_on_a_delimiter("for d - e read |d - e|")
        (True, True)
        >>> rests_on_a_delimiter("for k e^μ read k e^{βμ}")
        False
    """
    changes = filter(None, (re.fullmatch(change, text.strip()) for change in _CHANGES))
    return bool(_NAMED.search(text)) or any(
        _SIGNS.sub("", found["old"]) == _SIGNS.sub("", found["new"]) for found in changes
    )


_PLACED = re.compile(r"pp?\. \d[^:\n]*: [^\n]+$")


@dataclass(frozen=True)
class Erratum:
    """What stands beside a refuted printed statement.

    Args:
        weight: how much hangs on it.
        why: why it has this weight, in one line.
        mend: the least change that mends it, in one line: the one to make, as a sentence that can be pasted where that helps.
        part_of: the claim that states the whole of which this is a part, if its entry tells both; counted once, there.
        also: other changes that would make it true, one a line.
        follows: other places of the text, each with its page, and after a colon what they have to say then.
        fault: what is off, in a few words, where all entries are told in one sentence.
        seen: the check by hand in a few words, where an entry is told in a line or two; its inputs and numbers are those of the check.
        by_reading: a table, its head first, where a word of the statement may be meant in several ways: row k tells in short what paragraph k in
            fairness tells, and names the same claims.
        page_seen: the page itself was seen, and not its text alone; what `rests_on_a_delimiter` needs it.

    Raises:
        InvalidInput: no reason, or no change; what follows has no page; or it rests on a delimiter, and the page was not seen.
    """

    weight: Weight
    why: str
    mend: str
    part_of: str = ""
    also: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    fault: str = ""
    seen: str = ""
    by_reading: tuple[tuple[str, ...], ...] = ()
    page_seen: bool = False

    def __post_init__(self) -> None:
        for name in ("why", "mend"):
            text = getattr(self, name)
            require(bool(text.strip()) and "\n" not in text, name, "must be one line of words", text)
        for line in self.follows:
            require(
                bool(_PLACED.match(line)),
                "follows",
                "must name a page, the place there, and after a colon the words",
                line,
            )
        lines = [(name, getattr(self, name)) for name in ("why", "mend", "fault")]
        lines += [(name, line) for name in ("also", "follows") for line in getattr(self, name)]
        for name, text in lines:
            require(self.page_seen or not rests_on_a_delimiter(text), name, UNSEEN, text)

    def as_json(self) -> dict[str, Any]:
        """It as plain data."""
        said = {"weight": self.weight.name, "why": self.why, "mend": self.mend}
        table = [list(row) for row in self.by_reading]
        return said | {
            "also": list(self.also),
            "follows": list(self.follows),
            "part_of": self.part_of,
            "by_reading": table,
        }
