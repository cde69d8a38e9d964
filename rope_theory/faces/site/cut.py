"""Lessons cut into slides: between paragraphs and sentences, never within one, what belongs together on one slide."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rope_theory.core.words import capital
from rope_theory.faces.course import ROOM, Cell, Lesson
from rope_theory.faces.exercise import form

WORDS = 75
"""How many words of prose a slide holds."""
FORMULA, LINE = 16, 6
#: What a lesson says to its reader, and a lecture does not: minutes, papers (a slide of their own), where things are, where to go on.
_READERS = re.compile(
    r"(?:\*\*(?:Minutes|The papers)\.\*\*|In the package:).*?(?:\n\n|\Z)|\s*Next:\s+\[[^]]*\]\([^)]*\)\.|\s*You\s+have\s+finished\s+the\s+course\.",
    re.DOTALL,
)
#: The sections that say what the words mean: slides of their own, before all others.
_WORDS_OF = ("## Attention in brief", "## Words and symbols")
#: The section that asks what the course answers: slides of its own, the first of a lecture.
_QUESTION = "## The question"
#: The section that answers it: slides of its own, near the end of a lecture.
_ANSWERS = "## The answers"
ANSWER, HAND = "**Your answer:**", "**At hand.**"
"""How the form of an answer, and the formulas that exercises need, begin."""
SUMMARY = "What you can say now"
"""The heading of the slide that ends a lesson."""
_SUMMARY = re.compile(rf"\A\*\*({SUMMARY})\.\*\*\s*")
_NUMBER = re.compile(r"^\*\*(?:Exercise |Problem )?(\d)\b", re.MULTILINE)
#: For which exercises the formulas that follow are.
_FOR = re.compile(r"\bFor\s+((?:\d|,\s+|\s+and\s+)+):\s")
_HEADING = re.compile(r"\A## (.+)\n+")
_LIST = re.compile(r"^(?:[-|]|\d+\.) ?", re.MULTILINE)
#: Where the code of a solution goes on with the common mistake and with its check, and what the check says.
_CHECKED = re.compile(r"^(?:(?:def )?mistake_|assert |# needs )", re.MULTILINE)
_RIGHT = re.compile(r"^Exercise \d: right\.$", re.MULTILINE)
_ASKS = re.compile(r'^@exercise\("(\w+)"(?:, (\d+), (\d+))?(?:, gives="(\w+)")?\)$', re.MULTILINE)
_STOP = re.compile(r"[.?!][*)\"”$]*$")
_END = re.compile(r"[.?!]\**\)?\s+(?=[A-Z*$`(“])")


@dataclass
class _Unit:
    """What no cut may part: prose, with the code behind it.

    Args:
        text: Markdown.
        joins: whether it goes on with the paragraph before it.
        code: cells that belong to it, code and notes.
    """

    text: str
    joins: bool = False
    code: list[Cell] = field(default_factory=list)

    @property
    def words(self) -> int:
        """The room it takes, in words of prose: a formula by itself and a printed line take that of `FORMULA` and `LINE` words."""
        blocks = [block for block in self.text.split("\n\n") if not block.startswith(("#", "!["))]
        prose = sum(FORMULA if block.startswith("$$") else len(block.split()) for block in blocks)
        return prose + LINE * sum(len(cell.printed.splitlines()) for cell in self.code if not cell.drawn)


def slides(lesson: Sequence[Cell]) -> list[list[Cell]]:
    """The lesson without its exercises, parted where a heading begins or a slide is full; what one can say now comes last.

    A figure is a slide of its own; `question`, `answers` and `words` of the lesson are not among them. What the lesson keeps for its reader is, without
    its code, a note of the slide before it (`Cell.reader`).
    """
    last = _said(lesson[-1].text).text
    end = [Cell(True, f"## {head[1]}")] if (head := _SUMMARY.match(last)) else []
    told = [part for part in _parts(lesson) if not part[0].text.startswith((_QUESTION, _ANSWERS, *_WORDS_OF))]
    return [*_cut(told), [*end, Cell(True, _SUMMARY.sub("", last))]]


def spoken(lesson: Sequence[Cell]) -> list[list[Cell]]:
    """The slides of a lesson within a lecture: without what one can say now, which is for the end of a lesson alone."""
    return slides(lesson)[:-1]


def key_sentence(lesson: Sequence[Cell]) -> str:
    """The first thing that one can say at the end of a lesson, up to its first semicolon or the end of its first sentence.

    Example:
        >>> key_sentence([Cell(True, "**What you can say now.** Only the distance counts; so $a$ holds. And more.")])
        'Only the distance counts.'
    """
    said = " ".join(_SUMMARY.sub("", _said(lesson[-1].text).text).split())
    first = re.split(r"(?<=[.?!])\s|;\s", said)[0]
    return first if first.endswith((".", "?", "!")) else f"{first}."


def words(lesson: Sequence[Cell]) -> list[list[Cell]]:
    """The slides of the lesson that say what words and symbols mean, without code."""
    return _without_code(lesson, *_WORDS_OF)


def question(lesson: Sequence[Cell]) -> list[list[Cell]]:
    """The slides of the lesson that ask what the course answers, without code: words, then a picture; none where it asks nothing."""
    return _without_code(lesson, _QUESTION)


def answers(lesson: Sequence[Cell]) -> list[list[Cell]]:
    """The slides of the lesson that answer what the course asks, without code; none where it answers nothing."""
    return _without_code(lesson, _ANSWERS)


def _without_code(lesson: Sequence[Cell], *headings: str) -> list[list[Cell]]:
    """The slides of the sections with these headings, without code."""
    found = (part for part in _parts(lesson) if part[0].text.startswith(headings))
    return _cut([[cell for cell in part if cell.markdown] for part in found])


def _cut(parts: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    return [one for part in parts for slide in _filled(part) for one in figures_apart(slide)]


def _parts(lesson: Sequence[Cell]) -> list[list[Cell]]:
    """The sections of the lesson up to its exercises."""
    found: list[list[Cell]] = []
    for cell in lesson[:-1]:
        if cell.reader:
            if cell.markdown and not cell.text.startswith("!["):
                found[-1].append(Cell(True, _HEADING.sub(r"**\1.**\n\n", cell.text), reader=True))
            continue
        at = re.search(r"^## Exercises", cell.text, re.MULTILINE) if cell.markdown else None
        for part in re.split(r"(?m)^(?=##? )", cell.text[: at.start()] if at else cell.text) if cell.markdown else [""]:
            if cell.markdown and not part.strip():
                continue
            if not found or (cell.markdown and part.startswith("#")):
                found.append([])
            found[-1].append(_said(part) if cell.markdown else cell)
        if at:
            break
    return found


def figures_apart(slide: Sequence[Cell]) -> Iterator[list[Cell]]:
    """The slide without its figures, if anything is left, then each figure as a slide of its own, with its notes, without the code."""
    rest: list[Cell] = []
    figures: list[list[Cell]] = []
    for cell in slide:
        if _pictures(cell):
            figures.append([cell])
        else:
            (figures[-1] if figures and cell.reader else rest).append(cell)
    if not figures or any(not cell.markdown or not cell.text.startswith("#") for cell in rest):
        yield rest
    yield from figures


def _pictures(cell: Cell) -> bool:
    return cell.text.startswith("![") if cell.markdown else bool(cell.drawn)


def _said(text: str) -> Cell:
    return Cell(True, _READERS.sub("", text).strip())


def _filled(part: Sequence[Cell]) -> Iterator[list[Cell]]:
    """The part as slides of at most `WORDS` words, as few as can be and then as even; the heading goes on."""
    units = list(_units(part))
    fewest = len(_packed(units, WORDS))
    least = min(WORDS, max(1, sum(unit.words for unit in units) // fewest))
    packed = next(found for room in range(least, WORDS + 1) if len(found := _packed(units, room)) == fewest)
    heading = part[0].text.partition("\n")[0].lstrip("# ")
    for number, held in enumerate(packed):
        slide = [Cell(True, f"## {heading} (continued)")] if number else []
        for unit in held:
            blocks = [Cell(True, block.strip()) for block in unit.text.split("\n\n") if block.strip()]
            if unit.joins and unit is not held[0]:
                between = "\n" if blocks[0].text.startswith("- ") else " "
                slide[-1] = Cell(True, f"{slide[-1].text}{between}{blocks.pop(0).text}")
            slide += blocks
            slide += unit.code
        yield slide


def _packed(units: Sequence[_Unit], room: int) -> list[list[_Unit]]:
    """The units in groups of at most so many words, each as full as it gets; a longer one stands alone."""
    groups: list[list[_Unit]] = []
    left = 0
    for unit in units:
        if not groups or unit.words > left < room:
            groups.append([])
            left = room
        groups[-1].append(unit)
        left -= unit.words
    return groups


def _units(part: Sequence[Cell]) -> Iterator[_Unit]:
    """Paragraphs; a sentence that a formula or a list goes on with stays with it; long paragraphs cut between sentences."""
    open_: _Unit | None = None
    for cell in part:
        if cell.reader or not cell.markdown:
            open_ = open_ or _Unit("")
            open_.code.append(cell)
            continue
        for block in filter(None, map(str.strip, re.split(r"\n\s*\n", cell.text))):
            if open_ and not open_.code and _goes_on(open_.text, block):
                ends = _ends(open_.text)
                whole = _Unit(open_.text[: ends[-1]].strip() if ends else "", open_.joins)
                if whole.words and _Unit(f"{open_.text}\n\n{block}").words > WORDS:
                    yield whole
                    open_ = _Unit(open_.text[ends[-1] :], True)
                first, *rest = _sentences(block, WORDS - open_.words)
                open_.text += f"\n\n{first}"
            else:
                if open_:
                    yield open_
                first, *rest = _sentences(block, WORDS)
                open_ = _Unit(first)
            for text in rest:
                yield open_
                open_ = _Unit(text, True)
    if open_:
        yield open_


def _goes_on(text: str, block: str) -> bool:
    """Whether the block goes on with the text: below a heading, after a colon, in the middle of a sentence; a picture always."""
    return (
        text.split("\n\n")[-1].startswith("#") or not _STOP.search(text) or block[0].islower() or block.startswith("![")
    )


def _sentences(block: str, room: int) -> Iterator[str]:
    """The block, or, if it is too long, parts that are not: the first fits into the room, the others on a slide."""
    while len(block.split()) > room and (block.startswith("- ") or not _LIST.search(block)):
        ends = [at.start() for at in re.finditer(r"^- ", block, re.MULTILINE)][1:] if block[0] == "-" else _ends(block)
        fits = [at for at in ends if len(block[:at].split()) <= room]
        if not fits:
            break
        yield block[: fits[-1]].strip()
        block, room = block[fits[-1] :], WORDS
    yield block.strip()


def _ends(block: str) -> list[int]:
    """Where a sentence ends, outside of formulas, code and brackets."""
    found = []
    for at in _END.finditer(block):
        before = block[: at.end()]
        if before.count("$") % 2 == before.count("`") % 2 == 0 and before.count("(") == before.count(")"):
            found.append(at.end())
    return found


def at_hand(lesson: Lesson, asked: str = "") -> Cell | None:
    """The formulas that the lesson's exercises need, as it says them before the first one; with numbers those of these exercises.

    Where a lesson says "For 1, 2 and 4: …", what follows, up to the next of these, is for these exercises alone.
    """
    said = "".join(cell.text for cell in lesson.lesson if cell.markdown)
    found = re.search(r"^\*\*At hand\.\*\*.*?(?=\n\n)", said, re.MULTILINE | re.DOTALL)
    if not found or not asked:
        return Cell(True, found[0]) if found else None
    always, *parts = _FOR.split(found[0].removeprefix(HAND))
    needed = [text for numbers, text in zip(parts[::2], parts[1::2], strict=True) if set(asked) & set(numbers)]
    texts = [" ".join(text.split()) for text in (always, *needed)]
    return Cell(True, " ".join([HAND, *(capital(text) for text in texts if text)]))


def tasks(lesson: Lesson, solutions: bool = True) -> list[list[Cell]]:
    """The lesson's exercises, each with the form of its answer in place of the code that checks it, then its solution if asked for."""
    asked, found = (_numbered(part) for part in (lesson.lesson[:-1], lesson.solutions[2:]))
    asked = {number: [*(cell for cell in part if cell.markdown), *answer_forms(part)] for number, part in asked.items()}
    solved = {number: list(_solved(part)) for number, part in found.items()} if solutions else {}
    return [part for number in asked for part in (asked[number], solved.get(number)) if part]


def answer_forms(cells: Sequence[Cell]) -> Iterator[Cell]:
    """What an answer is, for each of these cells that is code which checks one."""
    for cell in cells:
        if found := None if cell.markdown else _ASKS.search(cell.text):
            kind, least, most, gives = found.groups()
            low, high = (None if end is None else int(end) for end in (least, most))
            yield Cell(True, f"{ANSWER} {form(kind, low, high, gives or 'any')}.")


def _solved(cells: Sequence[Cell]) -> Iterator[Cell]:
    """A solution as a slide shows it: its words, its code up to the common mistake, and what it prints besides "right."."""
    for cell in cells:
        if cell.markdown or cell.drawn:
            yield cell
            continue
        code = _CHECKED.split(cell.text)[0].strip()
        printed = _RIGHT.sub("", cell.printed).strip()
        yield from (Cell(True, f"```\n{text}\n```") for text in (code, printed) if text)


def _numbered(found: Sequence[Cell]) -> dict[str, list[Cell]]:
    """{number: cells} of "**Exercise 1.** …", "**Problem 4 (harder).** …", and of solutions "**1.** …"."""
    parts: dict[str, list[Cell]] = {}
    number = None
    for cell in found:
        if cell.markdown:
            at = _NUMBER.search(cell.text)
            number = at[1] if at else None
            if at:
                cell = Cell(True, re.sub(r"^\*\*(?=\d)", "**Solution ", cell.text[at.start() :]))
        if number is not None and not cell.text.startswith(ROOM):
            parts.setdefault(number, []).append(cell)
    return parts
