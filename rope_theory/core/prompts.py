"""Prompts of the tasks, as text for a model with a tokenizer and as tokens for models of our own vocabularies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.json_files import check, each, read_json, whole
from rope_theory.core.tasks import (
    Pair,
    format_tokens,
    generate_binding,
    generate_induction,
    generate_letter,
    generate_number,
    letters,
)
from rope_theory.core.tasks.decks import Deck

_COLOURS = "red blue green black white brown grey golden silver pink purple orange young old tall quiet".split()
_ANIMALS = "fox owl bear wolf horse goat duck crow mouse frog lion tiger whale snake camel sheep".split()
_STUFFS = "glass stone paper iron copper wooden cotton leather clay wool silk marble plastic rubber bone straw".split()
_THINGS = "lamp box cup key bell book chair clock coin ring drum hat boat map knife mirror".split()
#: 256 keepers and 256 things, each two words long.
KEEPERS = tuple(" ".join(words) for words in product(_COLOURS, _ANIMALS))
THINGS = tuple(" ".join(words) for words in product(_STUFFS, _THINGS))

#: The largest sizes: letters of one case, the furthest hop of the number task, and what is drawn within seconds.
_ALPHABET, _HOP, _LONGEST = 26, 16, 10_000

#: What a task draws: the text, its tokens, the answer.
Drawn: TypeAlias = tuple[str, tuple[Any, ...], str]


MOST_IDS = 64 << 20
"""Bytes of a file of token ids."""


def read_ids(path: Path) -> list[list[int]]:
    """Token ids from a JSON file: a list of lists of whole numbers, one for each sample.

    Raises:
        InvalidInput: no such file, or something else in it.
    """
    found = read_json("ids", path, MOST_IDS)
    check("ids", found, each(each(whole(), most=1 << 24)))
    return found


@dataclass(frozen=True)
class Prompt:
    """One prompt; the query is its end.

    Args:
        task: its name.
        text: in words.
        tokens: the same as tokens of the tasks.
        answer: what should follow the text.
    """

    task: str
    text: str
    tokens: tuple[Any, ...]
    answer: str


def tokenized(made: Sequence[Prompt], tokenizer: Callable[[str], Mapping[str, Any]]) -> list[list[int]]:
    """Token ids of the texts; the tokenizer's own special tokens stay.

    Raises:
        InvalidInput: a text of which the tokenizer knows less than half: what is unknown is one token, and its heads see that.
    """
    found = [list(tokenizer(prompt.text)["input_ids"]) for prompt in made]
    unknown = getattr(tokenizer, "unk_token_id", None)
    lost = next((ids for ids in found if unknown is not None and 2 * ids.count(unknown) > len(ids)), None)
    if lost is not None:
        rule = "must be texts of which the model's tokenizer knows at least half of the tokens"
        raise InvalidInput("prompts", rule, f"{lost.count(unknown)} of {len(lost)} tokens unknown")
    return found


def numbered(made: Sequence[Prompt], vocabulary: Sequence[Any]) -> list[list[int]]:
    """Token ids: the indices (from 0) of the prompts' tokens in a vocabulary.

    Raises:
        InvalidInput: a token that the vocabulary lacks.

    Example:
        >>> numbered([Prompt("index", "", ("A", "B", 1), "B")], ["A", "B", 1])
        [[0, 1, 2]]
    """
    ids = {token: number for number, token in enumerate(vocabulary)}
    missing = next((token for prompt in made for token in prompt.tokens if token not in ids), None)
    if missing is not None:
        raise InvalidInput("vocabulary", f"must hold every token of the prompts, e.g. {missing!r}", len(ids))
    return [[ids[token] for token in prompt.tokens] for prompt in made]


def binding(count: int, seed: int, size: int) -> Iterator[Drawn]:
    """Who keeps what."""
    _require_size(size, len(KEEPERS), "pairs")
    rng = Random(seed)
    positions = Deck(range(size), rng)
    names = letters(len(KEEPERS))
    for _ in range(count):
        who, what, asked = rng.sample(range(len(KEEPERS)), size), rng.sample(range(len(THINGS)), size), positions.deal()
        facts = [f"The {KEEPERS[w]} keeps the {THINGS[t]}." for w, t in zip(who, what, strict=True)]
        tokens = (*(Pair(names[w], t + 1) for w, t in zip(who, what, strict=True)), names[who[asked]])
        yield f"{' '.join(facts)} The {KEEPERS[who[asked]]} keeps the", tokens, THINGS[what[asked]]


def index(count: int, seed: int, size: int) -> Iterator[Drawn]:
    """The word k positions back."""
    _require_size(size, len(_THINGS) + len(_ANIMALS), "words")
    rng = Random(seed)
    back, words = Deck(range(1, size + 1), rng), _ANIMALS + _THINGS
    names = letters(len(words))
    for _ in range(count):
        chosen, k = rng.sample(range(len(words)), size), back.deal()
        text = f"Words: {' '.join(words[w] for w in chosen)}. Counted back from the end, word number {k} is"
        yield text, (*(names[w] for w in chosen), k), words[chosen[-k]]


def _require_size(size: int, most: int, of: str) -> None:
    """Refuse a size that a task does not have, by its own name and not by that of what makes the prompts."""
    require(size <= most, "size", f"must be at most {most} {of}", size)


def _pairs(
    generate: Callable[..., Iterator[tuple[Any, Any]]], most: int, **settings: Any
) -> Callable[[int, int, int], Iterator[Drawn]]:
    def made(count: int, seed: int, size: int) -> Iterator[Drawn]:
        _require_size(size, most, "pairs")
        for tokens, answer in generate(seed, count, n_pairs=size, **settings):
            facts = [f"{pair.left} {pair.right}," for pair in tokens[:-1]]
            yield f"{' '.join(facts)} {tokens[-1]}", tokens, str(answer)

    return made


def number(count: int, seed: int, size: int) -> Iterator[Drawn]:
    """U26's number task, as its tokens."""
    _require_size(size, _HOP - 1, "letters and integers each")
    hops = tuple(range(1, min(4, size) + 1))
    for tokens, solution in generate_number(seed, count, length_letters=size, length_integers=size + 1, hops=hops):
        yield format_tokens(tokens), tokens, str(solution.answer)


def letter(count: int, seed: int, size: int) -> Iterator[Drawn]:
    """U26's letter task, as its tokens."""
    _require_size(size, 2 * _ALPHABET, "letters and integers each")
    hops = tuple(range(1, min(4, size - 1) + 1))
    for tokens, solution in generate_letter(
        seed, count, n_bound=size, n_pairs=size, hops=hops, letters=size, integers=size
    ):
        yield format_tokens(tokens), tokens, format_tokens([solution.answer])


def previous(count: int, seed: int, size: int) -> Iterator[Drawn]:
    """The word before the last one."""
    _require_size(size, len(_THINGS), "words")
    rng = Random(seed)
    names = letters(len(_THINGS))
    for _ in range(count):
        chosen = rng.sample(range(len(_THINGS)), size)
        text = f"Words: {' '.join(_THINGS[w] for w in chosen)}. The word before the last one is"
        yield text, tuple(names[w] for w in chosen), _THINGS[chosen[-2]]


def duplicate(count: int, seed: int, size: int) -> Iterator[Drawn]:
    """The number that came first with a letter."""
    _require_size(size, _LONGEST, "pairs")
    rng = Random(seed)
    names = letters(max(2, size // 2))
    for _ in range(count):
        pairs = [Pair(rng.choice(names), rng.randint(1, 16)) for _ in range(size)]
        first = next(pair.right for pair in pairs if pair.left == pairs[-1].left)
        facts = " ".join(f"{pair.left} {pair.right}," for pair in pairs)
        yield f"{facts} The number that came first with {pairs[-1].left} is", tuple(pairs), str(first)


retrieval = _pairs(generate_binding, _ALPHABET)
induction = _pairs(generate_induction, _LONGEST)
