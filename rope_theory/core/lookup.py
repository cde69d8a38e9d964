"""Texts found by words: case and endings do not count, and a word that few texts have counts more."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rope_theory.core.meant import meant, slip

#: Words that say nothing of what a text is about.
STOP = frozenset(
    "a about above affect affects all also always am an and any are as at bad be because been better between big but by can could did do does each even ever for from get give gives go goes going good had happen happens has have help helps how hurt hurts i if in into is "
    "it its just let make makes many matter matters may me mine more most much must my no not of off ok okay on one only or our out over please should so some still "
    "such than that the their them then there these they this to too under up us use used uses using versus very vs was we were what when "
    "where which who whose why will with within without work works would you your".split()
)
#: What endings are taken off a word, the longest that leaves three letters.
ENDINGS = tuple(
    sorted(
        "abilities ability able ables al als ate ated ates ating ation ations ator ators e ed er ers es est ibility ible "
        "ic ied ies ing ings ion ional ions ities ity ly ment ments ness s ure ured ures uring y".split(),
        key=lambda ending: (-len(ending), ending),
    )
)
#: Greek letters by their names, as people type them.
GREEK = {"α": "alpha", "β": "beta", "δ": "delta", "θ": "theta", "λ": "lambda", "π": "pi", "σ": "sigma", "τ": "tau", "φ": "phi", "ω": "omega"}  # fmt: skip
_WORD = re.compile(r"[^\W_]+(?:[-_][^\W_]+)*")
#: From so many letters on, the beginning of a word finds it, at half the weight.
BEGINNING = 4


def stem(word: str) -> str:
    """The word in small letters without its ending; British and American spellings of -ise are one.

    Example:
        >>> [stem(word) for word in ("Failures", "fails", "frequencies", "padded", "rotating", "Quantization", "see")]
        ['fail', 'fail', 'frequenc', 'pad', 'rot', 'quantis', 'see']
    """
    found = word.lower()
    for ending in ENDINGS:
        left = found[: -len(ending)]
        if found.endswith(ending) and len(left) >= 3 and (ending, left[-1]) != ("ed", "e"):
            found = left
            break
    if found.endswith("iz"):
        found = found[:-1] + "s"
    return found[:-1] if len(found) > 3 and found[-1] == found[-2] and found[-1] not in "aeiou0123456789" else found


def words(text: str) -> list[str]:
    """The words of a text that can be looked up, each once, in their order, as they are written.

    A part of one letter belongs to its neighbour (p-RoPE, 2-D, H_POS); other words with hyphens are several.

    Example:
        >>> words("Why does p-RoPE need long-context β, and H_POS?")
        ['pRoPE', 'need', 'long', 'context', 'beta', 'HPOS']
    """
    return list(spelt(text))


def spelt(text: str) -> dict[str, str]:
    """Each of the `words` of a text, and how the text writes it.

    Example:
        >>> spelt("U-shape of β")
        {'Ushape': 'U-shape', 'beta': 'β'}
    """
    found: dict[str, str] = {}
    for match in _WORD.findall(unicodedata.normalize("NFKC", text)):
        parts = re.split("[-_]", match)
        whole = any(len(part) == 1 for part in parts)
        for word, written in [("".join(parts), match)] if whole else zip(parts, parts, strict=True):
            word = GREEK.get(word.lower(), word)
            if word.lower() not in STOP and not re.fullmatch("[A-Za-z]", word):
                found.setdefault(word, written)
    return found


@dataclass(frozen=True)
class Found:
    """A text that was found.

    Attributes:
        name: its name.
        words: the words asked for that it has, as they were asked.
        score: how well it fits; only the order means anything.
    """

    name: str
    words: tuple[str, ...]
    score: int


class Lookup:
    """Texts by name, each in fields of different weight, found by words.

    A word's weight in a text is that of the best field that has it; half of that, where it only begins a word there. It is
    multiplied by the square of the number of binary digits of ⌊N/k⌋, where k of the N texts have the word.

    Args:
        texts: name -> one text for each field.
        weights: of the fields: even whole numbers.
        general: words that fit every text here, with any ending: they are looked up only where nothing else is asked for.

    Example:
        >>> lookup = Lookup({"a": ["Left padding"], "b": ["Which base?"], "c": ["Bases and padding"]}, [2])
        >>> [(one.name, one.words) for one in lookup.find("padded bases")]
        [('c', ('padded', 'bases')), ('a', ('padded',)), ('b', ('bases',))]
    """

    def __init__(self, texts: Mapping[str, Sequence[str]], weights: Sequence[int], general: Iterable[str] = ()):
        self.weights, self.general = tuple(weights), frozenset(map(stem, general))
        self.fields = {name: [_stems(text) for text in fields] for name, fields in texts.items()}
        self.texts = texts

    def find(self, asked: str) -> list[Found]:
        """Every text with one of the words, the best first; equally good ones in the order of the texts."""
        scores: dict[str, int] = dict.fromkeys(self.fields, 0)
        has: dict[str, list[str]] = {name: [] for name in self.fields}
        first: dict[str, str] = {}
        for word in self.subject(asked):
            first.setdefault(stem(word), word)
        for one, word in first.items():
            weight = {name: self._weight(one, fields) for name, fields in self.fields.items()}
            holds = [name for name in weight if weight[name]]
            for name in holds:
                scores[name] += weight[name] * self._rarity(len(holds))
                has[name].append(word)
        found = [Found(name, tuple(has[name]), scores[name]) for name in self.fields if scores[name]]
        return sorted(found, key=lambda one: -one.score)

    def subject(self, asked: str) -> list[str]:
        """The words asked for that are not general; all of them, if there are no others.

        Example:
            >>> lookup = Lookup({"a": ["Left padding"]}, [2], ["model"])
            >>> lookup.subject("padding of my models"), lookup.subject("my model")
            (['padding'], ['model'])
        """
        found = words(asked)
        return [word for word in found if stem(word) not in self.general] or found

    def fit(self, asked: str, one: Found) -> Fraction:
        """The share of the words asked for that this text has: each counts as much as it does in `find`, apart from fields.

        Numbers do not count, and a word that no text has counts as one that two have.

        Example:
            >>> lookup = Lookup({"a": ["Left padding"], "b": ["Which base?"], "c": ["Bases and padding"]}, [2])
            >>> [(one.name, str(lookup.fit("padded bases pizza", one))) for one in lookup.find("padded bases pizza")]
            [('c', '2/3'), ('a', '1/3'), ('b', '1/3')]
        """
        counts: dict[str, int] = {}
        for each in {stem(word) for word in self.subject(asked) if not word[0].isdigit()}:
            having = sum(self._weight(each, fields) > 0 for fields in self.fields.values())
            counts[each] = self._rarity(having or 2)
        had = sum(counts.get(each, 0) for each in set(map(stem, one.words)))
        return Fraction(had, sum(counts.values())) if any(counts.values()) else Fraction(1)

    def _rarity(self, having: int) -> int:
        """What a word counts that so many of the texts have."""
        return (len(self.fields) // having).bit_length() ** 2

    def _weight(self, asked: str, fields: Iterable[frozenset[str]]) -> int:
        best = 0
        for weight, stems in zip(self.weights, fields, strict=True):
            if asked in stems:
                best = max(best, weight)
            elif len(asked) >= BEGINNING and any(each.startswith(asked) for each in stems):
                best = max(best, weight // 2)
        return best

    @functools.cached_property
    def words(self) -> list[str]:
        """Every word of the texts that can be looked up, in small letters."""
        return sorted({word.lower() for fields in self.texts.values() for text in fields for word in words(text)})


def missing(asked: str, *lookups: Lookup) -> dict[str, str]:
    """{word asked for that no text of these has: the nearest ones that there are, in a sentence, or ""}; a number is near to none.

    Near is two words written as one, too, and a word of three or four letters whose neighbours are swapped.

    Example:
        >>> missing("left exclusoin magic", Lookup({"a": ["Left padding"]}, [2]), Lookup({"b": ["Exclusion"]}, [2]))
        {'exclusoin': ' (did you mean exclusion?)', 'magic': ''}
        >>> missing("leftpadding gpa", Lookup({"a": ["Left padding"], "b": ["Gap"]}, [2]))
        {'leftpadding': ' (did you mean left padding?)', 'gpa': ' (did you mean gap?)'}
    """
    had = {stem(word) for each in lookups for one in each.find(asked) for word in one.words}
    known = sorted({word for each in lookups for word in each.words})
    gone = [word for word in words(asked) if stem(word) not in had]
    return {word: "" if word[0].isdigit() else _near(word.lower(), known) for word in gone}


def _near(word: str, known: Sequence[str]) -> str:
    """What a word may mean, in a sentence, or nothing."""
    swapped = [each for each in known if sorted(each) == sorted(word) and slip(word, [each])]
    if sure := [*_two(word, known), *(swapped if len(word) < SLIPPED else ())]:
        return f" (did you mean {', '.join(sure)}?)"
    return meant(word, known, cutoff=0.8)


def _two(word: str, known: Sequence[str]) -> list[str]:
    """The two known words, each of at least two letters, that are written as one: kvcache."""
    cuts = range(2, len(word) - 1)
    return [f"{word[:cut]} {word[cut:]}" for cut in cuts if {word[:cut], word[cut:]} <= set(known)]


#: A word of fewer letters is near to too many.
SLIPPED = 5


def misspelt(asked: str, *lookups: Lookup) -> dict[str, str]:
    """{word asked for that no text of these has: the word that it misspells}, where it is a letter or two off one that they have; a number misspells none.

    Two words written as one are those two. In a word of five letters a letter may be missing, too many or swapped; one that is changed makes another word (audio, audit).

    Example:
        >>> misspelt("left paddin magic", Lookup({"a": ["Left padding"]}, [2]))
        {'paddin': 'padding'}
        >>> misspelt("my leftpadding", Lookup({"a": ["Left padding"]}, [2]))
        {'leftpadding': 'left padding'}
    """
    known = sorted({word for each in lookups for word in each.words})
    found = {
        word: slip(word, known) or next(iter(_two(word.lower(), known)), None)
        for word in missing(asked, *lookups)
        if len(word) >= SLIPPED and not word[0].isdigit()
    }
    return {word: near for word, near in found.items() if near and not _changed(word.lower(), near)}


def _changed(word: str, near: str) -> bool:
    """Whether two words of five letters differ in a letter that is another, not in their order."""
    return len(word) == len(near) == SLIPPED and sorted(word) != sorted(near)


def best(found: Sequence[Found], least: int = 3, most: int = 5) -> list[Found]:
    """Those worth showing: the first, and whatever fits half as well, but `least` to `most` of them.

    Example:
        >>> [one.name for one in best([Found(n, (), s) for n, s in zip("abcdef", (9, 8, 4, 3, 2, 1))])]
        ['a', 'b', 'c']
    """
    near = sum(2 * one.score >= found[0].score for one in found)
    return list(found[: max(least, min(most, near))])


def _stems(text: str) -> frozenset[str]:
    """The stems of the words of a text; a word with a part of one letter counts with its longer parts, too."""
    parts = re.findall(r"[^\W_]{2,}", unicodedata.normalize("NFKC", text))
    return frozenset(stem(word) for word in [*words(text), *words(" ".join(parts))])
