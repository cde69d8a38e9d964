"""Where a statement comes from, and whose words state it."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from rope_theory.core.errors import require

LONGEST_QUOTE = 40


class Wording(enum.Enum):
    """Whose words a statement is in; only VERBATIM is called "as printed"."""

    VERBATIM = "as printed"
    PARAPHRASE = "our sentence for a printed one"
    SECONDARY = "somebody else's account"
    OURS = "ours"


#: The wordings in a word, beside a claim and to choose by.
SHORT = {
    Wording.VERBATIM: "quoted",
    Wording.PARAPHRASE: "paraphrased",
    Wording.SECONDARY: "second-hand",
    Wording.OURS: "ours",
}

#: The wordings of what a paper prints, quotations first.
PRINTED = (Wording.VERBATIM, Wording.PARAPHRASE)


@dataclass(frozen=True)
class Source:
    """Where in a paper, and how its words are used.

    Args:
        paper: short name of the paper ("U26"); of a SECONDARY source, who gives the account; "" only where the
            wording is OURS and no paper says anything of the kind.
        locator: page and section of a printed sentence ("p. 8, Theorem 3.1"); for OURS what it continues, if anything.
        wording: a `Wording`.
        quote: for VERBATIM the sentence exactly as printed, at most 40 words; " … " marks what is left out.
        display: the formula that is displayed right after the quotation, typed by hand: the text of a PDF tears it apart.
        left_out: the formula at the quotation's one " … ", typed by hand for the same reason; shown behind it in square brackets.

    Example:
        >>> Source("Euclid", "IX, Proposition 20", Wording.PARAPHRASE).words
        'Euclid, IX, Proposition 20 (our sentence for a printed one)'
    """

    paper: str
    locator: str
    wording: Wording
    quote: str = ""
    display: str = ""
    left_out: str = ""

    def __post_init__(self) -> None:
        printed = self.wording in PRINTED
        require(not printed or bool(self.paper and self.locator), "locator", "a printed sentence has a paper and a locator",
                (self.paper, self.locator))  # fmt: skip
        require(bool(self.quote) == (self.wording is Wording.VERBATIM), "quote", "VERBATIM and no other wording has one",
                self.quote)  # fmt: skip
        require(bool(self.quote) or not self.display, "display", "must stand after a quotation", self.display)
        require(
            not self.left_out or self.quote.count("…") == 1,
            "left_out",
            "must stand at the one … of a quotation",
            self.left_out,
        )
        require(
            len(self.quote.split()) <= LONGEST_QUOTE, "quote", f"must have at most {LONGEST_QUOTE} words", self.quote
        )

    @property
    def printed(self) -> str:
        """The quotation, with the formula that it leaves out and the one that is displayed after it."""
        quote = self.quote.replace("…", f"… [{self.left_out}]") if self.left_out else self.quote
        return f"{quote} {self.display}".strip()

    @property
    def citation(self) -> str:
        """Paper and locator: "U26, p. 8, Theorem 3.1"."""
        return ", ".join(filter(None, (self.paper, self.locator))) or "new here"

    @property
    def words(self) -> str:
        """Paper, locator and whose words they are."""
        return f"{self.citation} ({self.wording.value})"


def verbatim(paper: str, locator: str, quote: str, display: str = "", left_out: str = "") -> Source:
    """A sentence exactly as printed, the formula displayed after it, and the one that it leaves out."""
    return Source(paper, locator, Wording.VERBATIM, quote, display, left_out)


def paraphrase(paper: str, locator: str) -> Source:
    """Our sentence for a printed one."""
    return Source(paper, locator, Wording.PARAPHRASE)


def secondary(account: str, locator: str = "") -> Source:
    """Somebody else's account of a paper, by name."""
    return Source(account, locator, Wording.SECONDARY)


def ours(paper: str = "", locator: str = "") -> Source:
    """Our own statement; what it continues, if anything."""
    return Source(paper, locator, Wording.OURS)
