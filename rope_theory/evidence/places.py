"""Places of a text as people name them: a page, an appendix, a section, a figure, a table, a listing, an equation."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from rope_theory.core.meant import slip

#: What is written for a kind of place, and how locators have it.
KINDS = {
    "page": "p.", "pages": "p.", "p": "p.", "pp": "p.", "appendix": "Appendix", "app": "Appendix", "section": "Section", "sec": "Section",
    "figure": "Figure", "fig": "Figure", "table": "Table", "listing": "Listing", "equation": "eq.", "eq": "eq.", "§": "Section",
}  # fmt: skip
#: Numbers in words, as somebody may say a place's.
_IN_WORDS = dict(
    zip("one two three four five six seven eight nine ten eleven twelve".split(), map(str, range(1, 13)), strict=True)
)
_SAID = re.compile(
    rf"\b({'|'.join((*filter(str.isalpha, KINDS), 'theorem', 'lemma', 'remark', 'definition'))})\.? ({'|'.join(_IN_WORDS)})$",
    re.IGNORECASE,
)
_NUMBER = r"(?:[A-Z]\.)?\d+(?:\.\d+)*[A-Z]?|[A-Z]"
_ASKED = re.compile(
    rf"(?:(?P<paper>(?!pp?\d)[a-z]+\d+)[ ,:]+)?(?P<kind>{'|'.join(sorted(KINDS, key=len, reverse=True))})\.? *\(?(?P<number>{_NUMBER})\)?",
    re.IGNORECASE,
)
#: An appendix by its number alone, F.2.1.
_APPENDIX = re.compile(r"(?:(?P<paper>(?!pp?\d)[a-z]+\d+)[ ,:]+)?(?P<number>[A-Z](?:\.\d+)+)", re.IGNORECASE)
#: An equation by its number alone, (7).
_EQUATION = re.compile(r"(?:(?P<paper>(?!pp?\d)[a-z]+\d+)[ ,:]+)?\((?P<number>\d+)\)", re.IGNORECASE)
#: The paper behind what is asked for, "Theorem 3.2 of U26"; without "of" only behind a number, "Theorem 3.2, U26".
_OF = re.compile(r"(?P<what>.*(?:\S (?:of|in)|(?:\d[A-Z]?| [A-Z])\)?,?)) \(?(?P<paper>[a-z]+\d+)\)?", re.IGNORECASE)
#: A page beside what stands on it, "p. 8, Theorem 3.2".
_PAGE = re.compile(r"[ ,:(]*(?:\bon )?\b(?:pp?|pages?)\.? *(\d+)\)?[ ,:]*", re.IGNORECASE)
_LIKE = re.compile(rf"(?P<word>[a-z]{{4,}})(?:\.? +|\.|(?=\d))(?P<number>{_NUMBER})", re.IGNORECASE)


class Place(NamedTuple):
    """Where: the kind as locators have it, the number, and the paper if it is named ("" else)."""

    kind: str
    number: str
    paper: str = ""

    def named_by(self, locator: str) -> bool:
        """Whether the locator names the place, or a part of it (F.2.1 of F.2, Figure 5A of Figure 5), or the whole figure of a panel."""
        named = numbers(self.kind, locator)
        whole = re.sub(r"(?<=\d)[A-Z]$", "", self.number)
        return whole in named or any(
            re.match(rf"{re.escape(self.number)}(?!\d)", each, re.IGNORECASE) for each in named
        )

    def has_section(self, title: str) -> bool:
        """Whether a section with this heading, "F.2.1 Selective Index function", is the place or a part of it."""
        number = title.partition(" ")[0]
        kind = "Section" if number[:1].isdigit() else "Appendix"
        return self.kind == kind and bool(re.match(rf"{re.escape(self.number)}(?:\.|$)", number))


def located(words: str) -> Place | None:
    """The place that is asked for, if these words are one.

    Example:
        >>> located("p. 24"), located("U26 Appendix F.2.2"), located("eq. (16)"), located("Theorem 3.2")
        (Place(kind='p.', number='24', paper=''), Place(kind='Appendix', number='F.2.2', paper='u26'), Place(kind='eq.', number='16', paper=''), None)
        >>> located("F.2.1"), located("§3.5"), located("Section F.2.2")
        (Place(kind='Appendix', number='F.2.1', paper=''), Place(kind='Section', number='3.5', paper=''), Place(kind='Appendix', number='F.2.2', paper=''))
        >>> located("(7)")
        Place(kind='eq.', number='7', paper='')
    """
    found = _ASKED.fullmatch(words.strip())
    if not found:
        for kind, alone in (("Appendix", _APPENDIX), ("eq.", _EQUATION)):
            if bare := alone.fullmatch(words.strip()):
                return Place(kind, bare["number"].upper(), (bare["paper"] or "").casefold())
        return None
    kind, number = KINDS[found["kind"].casefold()], found["number"].upper()
    lettered = kind == "Section" and number[0].isalpha()  # §F.2.2 is of an appendix
    return Place("Appendix" if lettered else kind, number, (found["paper"] or "").casefold())


def paper_first(words: str, papers: Iterable[str]) -> str:
    """The words with a paper's name that stands behind them before them.

    Example:
        >>> paper_first("Theorem 3.2 of U26", ["u26"]), paper_first("theorem 3.1, u26", ["u26"]), paper_first("law of u99", ["u26"])
        ('U26 Theorem 3.2', 'u26 theorem 3.1', 'law of u99')
    """
    found = _OF.fullmatch(words.strip())
    if not found or found["paper"].casefold() not in papers:
        return words
    what = re.sub(r"(?: (?:of|in)|,)$", "", found["what"], flags=re.IGNORECASE)
    return f"{found['paper']} {what}"


def dotted(words: str) -> str:
    """The words with the full stops that numbers in them lack: F1, Lemma F 1 and 3,2 are F.1, Lemma F.1 and 3.2; p9 is a page, U26 a paper; page eight is page 8.

    Example:
        >>> dotted("page eight"), dotted("Theorem Two")
        ('page 8', 'Theorem 2')
        >>> dotted("Figure 5(a)"), dotted("Table 2 (b)")
        ('Figure 5A', 'Table 2B')
        >>> dotted("Lemma F 1"), dotted("f 2.1"), dotted("Theorem3,2"), dotted("Lemma f 1 of U26"), dotted("the input A 1 1 2")
        ('Lemma F.1', 'F.2.1', 'Theorem3.2', 'Lemma F.1 of U26', 'the input A 1 1 2')
        >>> dotted("p. 23, Lemma F1"), dotted("3,2"), dotted("U26 f2,1"), dotted("p9"), dotted("u26.lemF1"), dotted("10,000")
        ('p. 23, Lemma F.1', '3.2', 'U26 F.2.1', 'p9', 'u26.lemF1', '10,000')
    """
    words = _SAID.sub(lambda found: f"{found[1]} {_IN_WORDS[found[2].casefold()]}", words)
    words = re.sub(r"(?<=\d) ?\(([A-Za-z])\)", lambda found: found[1].upper(), words)  # Figure 5(a) is 5A
    stopped = re.sub(r"(?:(?<=[A-Za-z]{3})|(?<![\w.,]))([A-Za-z]?\d),(?=\d\d?(?:\.\d+)*(?![\w,]))", r"\1.", words)
    stopped = re.sub(r"((?:[A-Za-z]{3}\.? |^)[A-OQ-Za-oq-z]) (?=\d[\d.]*(?:,| (?:of|in|on)\b|$))", r"\1", stopped)
    return re.sub(
        r"(?<![\w.-])([A-OQ-Za-oq-z])(?=\d(?:\.\d+)*(?![\w-]))", lambda found: f"{found[1].upper()}.", stopped
    )


def paged(words: str) -> tuple[str, str] | None:
    """The page, and what is asked for on it, if these words name both; the caption or proof of a thing is the thing.

    Example:
        >>> paged("U26, p. 8, Theorem 3.2"), paged("Lemma F.1 on page 23"), paged("p. 8, caption of Figure 5"), paged("U26, p. 8")
        (('8', 'U26 Theorem 3.2'), ('23', 'Lemma F.1'), ('8', 'Figure 5'), None)
    """
    found = _PAGE.search(words)
    if not found:
        return None
    rest = f"{words[: found.start()]} {words[found.end() :]}".strip()
    what = re.sub(r"\b(?:caption|proof) of ", "", rest, flags=re.IGNORECASE)
    return (found[1], what) if re.search(r"[ .§]", what) else None


def numbers(kind: str, locator: str) -> list[str]:
    """The numbers that a locator has of a kind of place.

    Example:
        >>> numbers("p.", "p. 8, Definition 3.1 (pp. 21, 23, 24)"), numbers("Appendix", "p. 21, Appendix F.2.1")
        (['8', '21', '23', '24'], ['F.2.1'])
    """
    if kind == "p.":
        lists = re.findall(r"\bpp?\. (\d+(?:(?:, | and )\d+(?!\d*\.))*)", locator)
        return [each for one in lists for each in re.findall(r"\d+", one)]
    return re.findall(rf"\b{re.escape(kind)} \(?({_NUMBER})\b", locator)


def naming(words: str) -> re.Pattern[str]:
    """What finds these words, "Theorem 3.2", in a locator or an item, as a whole: not in Theorem 3.21.

    Example:
        >>> [bool(naming("theorem 3.2").search(text)) for text in ("p. 8, Theorem 3.2", "Theorem 3.21", "Theorem 3.2.1")]
        [True, False, False]
    """
    return re.compile(rf"\b{re.escape(words)}(?![.\w])", re.IGNORECASE)


def unquoted(words: str) -> str:
    """The words without blanks, quotation marks and brackets around them, which somebody may have copied with a place.

    Example:
        >>> unquoted("`u26.thm32`"), unquoted("[u26.thm32]"), unquoted("(7)")
        ('u26.thm32', 'u26.thm32', '(7)')
        >>> unquoted(" “Theorem 3.2” ")
        'Theorem 3.2'
    """
    bare = words.strip(" \"'“”„‘’`")
    return bare[1:-1] if re.fullmatch(r"\[[\w.]+\]", bare) else bare


def unended(words: str) -> str:
    """The words without the comma or full stop of a sentence behind them.

    Example:
        >>> unended("`u26.thm32`,"), unended("Theorem 3.2."), unended("p."), unended("u26.")
        ('`u26.thm32`', 'Theorem 3.2', 'p.', 'u26.')
    """
    return re.sub(r"(?<=\d|[)`a-z])[.,;:]+$", "", words) if re.search(r"\w\W+\w|`", words) else words


def misspelt(words: str, kinds: Iterable[str]) -> str:
    """The place or the numbered statement that these words misspell, or nothing.

    Args:
        words: as written.
        kinds: what else a text numbers.

    Example:
        >>> misspelt("Theorm 3.2", ["theorem"]), misspelt("apendix F.2", []), misspelt("Theorem 3.2", ["theorem"])
        ('Theorem 3.2', 'Appendix F.2', '')
        >>> misspelt("thereom 3.2", ["theorem"])  # all letters, in another order
        'Theorem 3.2'
    """
    found = _LIKE.fullmatch(words.strip())
    known, word = [*kinds, *(name for name in KINDS if len(name) > 3)], found["word"].casefold() if found else ""
    near = slip(word, known) or next((name for name in known if name != word and sorted(name) == sorted(word)), None)
    return f"{near.capitalize()} {found['number']}" if found and near else ""
