"""The answer desk: questions that people ask in public, each with one answer and the claims it rests on.

The answers stand in `answers.toml`; what may stand there is checked when it is read, and an answer whose claims do not have the
verdicts that its words need does not stand (`standing`).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.lookup import Lookup, stem, words
from rope_theory.evidence.claims import Record, Tier
from rope_theory.evidence.theory import claim
from rope_theory.evidence.titles import title
from rope_theory.evidence.toml_files import read_toml


@dataclass(frozen=True)
class Answer:
    """One question with its answer.

    Attributes:
        name: its id.
        question: in a line.
        asked: addresses where it was asked.
        answer: a few sentences.
        claims: id of a claim -> the verdict that the words need.
        words: what else people call it, to find it by.
        read: what else the answer rests on, where the layer table says it; or "".
        compute: commands for one's own configuration.
        unsaid: what the theory does not say, or "".
    """

    name: str
    question: str
    asked: tuple[str, ...]
    answer: str
    claims: Mapping[str, Tier]
    compute: tuple[str, ...]
    read: str = ""
    unsaid: str = ""
    words: str = ""


@functools.cache
def answers() -> dict[str, Answer]:
    """All answers by id, in the order of the file.

    Example:
        >>> answers()["left-padding"].claims["new.precision-cliff.relative"].name
        'PROVED'
    """
    return read_answers(_entries())


@functools.cache
def _entries() -> dict[str, dict[str, Any]]:
    return read_toml("answers")


def questions() -> dict[str, str]:
    """Every question by its id, in the order of the file; no page of a claim is loaded for it.

    Example:
        >>> questions()["mla"]
        'MLA: what can the rotary part alone do?'
    """
    return {name: str(entry.get("question", "")).strip() for name, entry in _entries().items()}


def question_named(words: str) -> str | None:
    """The id of the question that these words are, in capitals or not, if it has a hyphen: a plain word is looked up.

    Example:
        >>> question_named("Left-Padding"), question_named("mla"), question_named("left padding")
        ('left-padding', None, None)
    """
    name = words.strip().casefold()
    return name if "-" in name and name in questions() else None


#: Words that fit every question here, with any ending: a question that has none of them may be the right one.
GENERAL = (
    "actual answer best calculate check code come compute config configuration correct difference different embedding end enough exact explain file find "
    "fine given implement issue json know library llm look mean model need normal option plain problem proper question really reason reasonable "
    "recommend result right rope rotary run same say set standard tell think transformer try trying type understand usual value want worse worst wrong"
).split()


@functools.cache
def questions_by_words() -> Lookup:
    """The questions, to be found by words: first of the question, its id and its own words, then of the answer and the titles of its claims.

    Example:
        >>> questions_by_words().find("lost in the middle")[0].name
        'lost-in-the-middle'
    """
    return Lookup({name: _fields(name, entry) for name, entry in _entries().items()}, (6, 6, 6, 2, 2), GENERAL)


#: 8k, 128K, 1M, 1.5 m, 32Ki: lengths of texts as people write them.
_LENGTH = re.compile(r"(?<![\w.])\d+(?:\.\d+)?\s?[kKmM]i?(?!\w)")


def understood(asked: str) -> str:
    """The words to look up: two different lengths mean that a context is stretched; one, where nothing else is asked for, a length of context.

    Example:
        >>> understood("how do I go from 8k to 1M"), understood("is 128k ok"), understood("base for 128k")
        ('how do I go from   to   extend context', 'is   ok context length', 'base for  ')
    """
    asked = re.sub(r"\bctx\b", "context", asked, flags=re.IGNORECASE)
    lengths = {found.replace(" ", "").lower() for found in _LENGTH.findall(asked)}
    if not lengths:
        return asked
    rest = _LENGTH.sub(" ", asked)
    if len(lengths) > 1:
        return f"{rest} extend context"
    alone = all(stem(word) in questions_by_words().general for word in words(rest))
    return f"{rest} context length" if alone else rest


def _fields(name: str, entry: Mapping[str, Any]) -> tuple[str, ...]:
    said = f"{entry.get('answer', '')} {entry.get('unsaid', '')}"
    return (
        str(entry.get("question", "")),
        name,
        str(entry.get("words", "")),
        said,
        " ".join(map(title, entry.get("claims", {}))),
    )


def meant_by(words: str) -> str | None:
    """The id of the question that these words are: the id itself, with spaces for hyphens, or the question; in any case of letters.

    Example:
        >>> meant_by("Left padding"), meant_by("MLA: what can the rotary part alone do?"), meant_by("padding")
        ('left-padding', 'mla', None)
    """

    def plain(text: str) -> str:
        return " ".join(re.findall(r"\w+", text.casefold()))

    names = {plain(text): name for name, question in questions().items() for text in (name, question)}
    return names.get(plain(words))


def read_answers(data: Mapping[str, Mapping[str, Any]]) -> dict[str, Answer]:
    """Answers from the content of the file.

    Raises:
        InvalidInput: an entry without question, source, answer or command, one that rests on nothing, an unknown key, claim or
            verdict, a verdict that supports nothing.
    """
    return {name: _read(name, entry) for name, entry in data.items()}


def _read(name: str, entry: Mapping[str, Any]) -> Answer:
    unknown = sorted(set(entry) - set(Answer.__dataclass_fields__) | set(entry) & {"name"})
    require(not unknown, name, "must have keys that are known", unknown)
    for key in ("question", "asked", "answer", "compute"):
        require(bool(entry.get(key)), f"{name}.{key}", "must be given", None)
    require(
        bool(entry.get("claims") or entry.get("read")), f"{name}.claims", "must name what the answer rests on", None
    )
    needed: dict[str, Tier] = {}
    for claim_id, tier in entry.get("claims", {}).items():
        require(_is_claim(claim_id), f"{name}.claims", "must be claims that there are", claim_id)
        require(
            tier in Tier.__members__ and tier != "UNDECIDED", f"{name}.claims.{claim_id}", "must be a verdict", tier
        )
        needed[claim_id] = Tier[tier]
    texts = {key: entry.get(key, "").strip() for key in ("question", "answer", "read", "unsaid", "words")}
    return Answer(name, asked=tuple(entry["asked"]), claims=needed, compute=tuple(entry["compute"]), **texts)


def _is_claim(claim_id: str) -> bool:
    """Whether there is such a claim: its own page is loaded, and no other where there is."""
    try:
        return claim(claim_id).id == claim_id
    except InvalidInput:
        return False


def answer(name: str) -> Answer:
    """The answer with this id; of the pages only those of its claims are loaded.

    Raises:
        InvalidInput: there is none; close ids are named.
    """
    import difflib

    if name in questions():
        return _read(name, _entries()[name])
    near = ", ".join(difflib.get_close_matches(name, questions(), n=3, cutoff=0.4))
    hint = f"did you mean {near}?" if near else "rope-theory ask lists them"
    raise InvalidInput("ID", f"must be a question that there is ({hint})", name)


def standing(one: Answer, decide: Callable[[str], Record]) -> tuple[list[Record], list[str]]:
    """(records of its claims, faults): a claim that is not sound, or has another verdict than the words need.

    Args:
        decide: a claim's id -> its record, as `Ledger.decide` gives it.
    """
    records, faults = [], []
    for claim_id, tier in one.claims.items():
        record = decide(claim_id)
        records.append(record)
        if not record.sound or record.verdict.tier is not tier:
            faults.append(f"{claim_id} is {record.verdict.tier.name}, and the answer needs {tier.name}")
    return records, faults
