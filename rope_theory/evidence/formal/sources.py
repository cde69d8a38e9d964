"""Coq sources as text: sentences, what a file requires, the theorems it names, and what no file may hold."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

LOGICAL = "RopeTheory"
#: The file with the definitions that are held against Python's.
TWINS = "Twins.v"
#: The file that computes what an instance of a statement's hypotheses has to show.
INSTANCES = "Instances.v"

_SPECIAL = re.compile(r'\(\*|\*\)|"')
_REQUIRE = re.compile(r"(?:From\s+([\w.]+)\s+)?Require(?:\s+(?:Import|Export))?\s+(.+)", re.DOTALL)
_IMPORT = re.compile(r"(?:From\s+([\w.]+)\s+)?Require\s+(?:Import|Export)\s+(.+)", re.DOTALL)
_DECLARED = re.compile(
    r"(?:#\[[^\]]*\]\s*|Local\s+|Global\s+|Program\s+)*"
    r"(?:Theorem|Lemma|Corollary|Proposition|Remark|Fact|Example|Definition|Let|Instance|Fixpoint)\s+([\w']+)(.*)",
    re.DOTALL,
)
_DEFINES = re.compile(
    r"(?:#\[[^\]]*\]\s*|Local\s+|Global\s+|Program\s+)*"
    r"(Definition|Fixpoint|Function|Inductive|CoInductive|Variant|Record|Structure|Class|Let)\s+([\w']+)",
)
_PARTS = re.compile(r"(?:\||:=|\bwith)\s*([A-Za-z_][\w']*)|[{;]\s*([A-Za-z_][\w']*)\s*:")
_READINGS = re.compile(r"(?:Local\s+|Global\s+)*(Notation|Infix|Coercion)\b")
_QUALIFIED = re.compile(r"(?:([A-Za-z_][\w']*)\.)?([A-Za-z_][\w']*)")
_NAMED = re.compile(
    r"(?P<claim>\w+?)_(?:(?P<kind>proved|refuted)|(?P<instance>instance)|neighbour_(?P<word>\w+)_false)"
)
_FIRST_WORDS = re.compile(
    r"(?:#\[[^\]]*\]\s*|Local\s+|Global\s+|Polymorphic\s+|Monomorphic\s+)*"
    r"(Axioms?|Parameters?|Conjectures?|Admitted|Admit\s+Obligations|Load|Declare\s+ML\s+Module|Redirect|Cd|Primitive|"
    r"Add\s+(?:Rec\s+)?LoadPath|Unset\s+(?:Guard|Positivity|Universe)\s+Checking|Set\s+Type\s+In\s+Type|Drop)\b"
)
_ASSUMES = re.compile(r"(?:Local\s+|Global\s+)*(Hypothes[ie]s|Variables?|Context)\b")
_ANYWHERE = re.compile(r"\b(admit|give_up|native_compute|native_cast_no_check|bypass_check)\b|(Ltac\b.*::=)")


def stripped(text: str) -> str:
    """The text without comments (they nest) and with strings emptied.

    Example:
        >>> stripped('a (* b (* c *) *) d "x. (*" e.')
        'a   d "" e.'
    """
    out, depth, at, quoted = [], 0, 0, False
    for match in _SPECIAL.finditer(text):
        if not depth and not quoted:
            out.append(text[at : match.start()])
        at, mark = match.end(), match.group()
        if mark == '"':
            quoted = not quoted
            if not depth:
                out.append('"')
        elif not quoted and mark == "(*":
            out.append("" if depth else " ")
            depth += 1
        elif not quoted:
            depth = max(depth - 1, 0)
    return "".join(out) + ("" if depth or quoted else text[at:])


def sentences(text: str) -> list[str]:
    """The sentences of a file, without comments, white space made single and bullets removed.

    Example:
        >>> sentences("Lemma a : 1 = 1. (* . *) Proof. - reflexivity. Qed.")
        ['Lemma a : 1 = 1', 'Proof', 'reflexivity', 'Qed']
    """
    parts = re.split(r"\.(?=\s|$)", stripped(text))
    flat = (re.sub(r"^[\s{}*+-]+", "", " ".join(part.split())) for part in parts)
    return [part for part in flat if part]


@dataclass(frozen=True)
class FormalTheorem:
    """What a source file says it proves: "proved" or "refuted", its false neighbours, an instance of its hypotheses."""

    file: str
    kind: str
    neighbours: tuple[str, ...] = ()
    instance: bool = field(default=False, repr=False)


@dataclass(frozen=True, eq=False)
class Sources:
    """All files of one folder.

    Args:
        text: file name -> text.

    Example:
        >>> page = ("From RopeTheory Require Import Rope. Definition a_b_statement := 1 = 1. "
        ...         "Theorem a_b_proved : a_b_statement. Proof. reflexivity. Qed.")
        >>> sources = Sources({"Rope.v": "", "a.v": page})
        >>> sources.theorems, sources.faults, sources.closure("a.v")
        ({'a_b': FormalTheorem(file='a.v', kind='proved', neighbours=())}, [], ['Rope.v', 'a.v'])
    """

    text: Mapping[str, str] = field(repr=False)

    @functools.cached_property
    def sentences(self) -> dict[str, list[str]]:
        return {name: sentences(text) for name, text in sorted(self.text.items())}

    @functools.cache  # noqa: B019
    def hash(self, name: str) -> str:
        """SHA-256 of the file."""
        return digest(self.text[name])

    @functools.cache  # noqa: B019 (a handful of instances, each small)
    def requires(self, name: str) -> frozenset[str]:
        """The files of this folder that the file names after Require."""
        return frozenset(self._named_after(_REQUIRE, name)) - {name}

    def _named_after(self, required: re.Pattern[str], file: str) -> list[str]:
        """The files of this folder that a file names in sentences of this form, in their order."""
        matches = filter(None, map(required.fullmatch, self.sentences[file]))
        named = (f"{word.rpartition('.')[2]}.v" for match in matches for word in match.group(2).split())
        return [name for name in named if name in self.text]

    def closure(self, name: str) -> list[str]:
        """The file and all that it requires, directly or not, each after what it requires.

        Files that require each other come in some order: Coq itself refuses them.
        """
        done: list[str] = []
        self._visit(name, done, set())
        return done

    def _visit(self, name: str, done: list[str], seen: set[str]) -> None:
        if name not in seen:
            seen.add(name)
            for other in sorted(self.requires(name)):
                self._visit(other, done, seen)
            done.append(name)

    def definitions(self, file: str, x: str) -> tuple[str, ...]:
        """The sentences of our own that say what the statement and the neighbours of X mean, each after what it uses.

        Found by name, which may take in one too many, never one too few; notations of the files are among them. A name
        means what its file says earlier, else what the last imported file says that has it.

        Example:
            >>> text = "Definition one := 1. Definition two := one + one. Definition a_b_statement := two = 2."
            >>> Sources({"a.v": text}).definitions("a.v", "a_b")
            ('Definition one := 1', 'Definition two := one + one', 'Definition a_b_statement := two = 2')
        """
        return tuple(dict.fromkeys(self.sentences[name][at] for name, at in self._shown(file, x)))

    def lacking(self, file: str, x: str, names: Iterable[str]) -> list[str]:
        """Of Coq's names, `file.name`, those that none of the `definitions` defines; an inductive type has its principles.

        Example:
            >>> text = "Definition one := 1. Definition two := 2. Definition a_b_statement := one = 1."
            >>> Sources({"a.v": text}).lacking("a.v", "a_b", ["a.one", "a.two"])
            ['a.two']
        """
        shown = set(self._shown(file, x))
        defined = {
            f"{name.removesuffix('.v')}.{word}"
            for name in {name for name, _ in shown}
            for word, places in self._defines(name).items()
            if shown & {(name, at) for at in places}
        }
        return [name for name in names if re.sub(r"_(?:ind|rec|rect|sind)$", "", name) not in defined]

    @functools.cache  # noqa: B019
    def _shown(self, file: str, x: str) -> list[tuple[str, int]]:
        """`definitions` as files and the numbers of their sentences."""
        files = [name for name in self.closure(file) if name != INSTANCES]
        named = {name: self._defines(name) for name in files}
        own = re.compile(rf"{x}_(?:statement|neighbour_\w+)")
        todo = [(name, at) for name in files for at, each in enumerate(self.sentences[name]) if _READINGS.match(each)]
        todo += [
            (name, at) for name in files for word in named[name] if own.fullmatch(word) for at in named[name][word]
        ]
        wanted = set(todo)
        while todo:
            name, at = todo.pop()
            for prefix, word in _QUALIFIED.findall(self.sentences[name][at]):
                found = {(f"{prefix}.v", k) for k in named.get(f"{prefix}.v", {}).get(word, ())}
                new = (found or self._meant(word, name, at)) - wanted
                wanted |= new
                todo += new
        return [(name, at) for name in files for at in range(len(self.sentences[name])) if (name, at) in wanted]

    @functools.cache  # noqa: B019
    def _defines(self, file: str) -> dict[str, list[int]]:
        """What a file defines: a name -> the numbers of the sentences."""
        found: dict[str, list[int]] = {}
        for at, sentence in enumerate(self.sentences[file]):
            if match := _DEFINES.match(sentence):
                if match.group(1) in ("Definition", "Fixpoint", "Function", "Let"):
                    parts = _together(sentence)
                else:
                    parts = {word for pair in _PARTS.findall(sentence) for word in pair if word}  # constructors, fields
                for name in {match.group(2), *parts}:
                    found.setdefault(name, []).append(at)
        return found

    def _meant(self, word: str, file: str, at: int) -> set[tuple[str, int]]:
        """The definitions that a name may mean in a sentence of a file: those of the file before it; else those of the last file it
        imports that has some; with what is only of a section, which may have ended, both."""
        found = {(file, k) for k in self._defines(file).get(word, ()) if k <= at}
        if any(not self.sentences[file][k].startswith("Let ") for _, k in found):
            return found
        for other in reversed(self._imports(file)):
            if word in (own := self._defines(other)):
                return found | {(other, k) for k in own[word]}
        return found

    @functools.cache  # noqa: B019
    def _imports(self, file: str) -> list[str]:
        """The files whose names a file can use as they are, in the order in which they are imported."""
        return [name for name in self._named_after(_IMPORT, file) if name != INSTANCES]

    def homes(self, file: str, sentence: str) -> list[str]:
        """The files, of one and all that it requires, in which a sentence stands."""
        return [name for name in self.closure(file) if sentence in self.sentences[name]]

    @property
    def defined(self) -> set[str]:
        """Names of definitions, constructors, fields and induction principles, `file.name`, as far as the text shows them; some
        cannot be seen from outside.

        Example:
            >>> sorted(Sources({"a.v": "Definition one := 1. Variant way := up | down."}).defined)
            ['a.down', 'a.one', 'a.up', 'a.way', 'a.way_ind', 'a.way_rec', 'a.way_rect']
        """
        found = set()
        for file, lines in self.sentences.items():
            names = set(self._defines(file))
            for match in filter(None, map(_DEFINES.match, lines)):
                if match.group(1) in ("Inductive", "Variant"):
                    names |= {f"{match.group(2)}_{kind}" for kind in ("ind", "rec", "rect")}
            found |= {f"{file.removesuffix('.v')}.{name}" for name in names}
        return found

    @property
    def libraries(self) -> set[str]:
        """Roots of the outside libraries that are required, e.g. {"Coq", "Coquelicot"}."""
        roots = set()
        for lines in self.sentences.values():
            for match in filter(None, map(_REQUIRE.fullmatch, lines)):
                names = [match.group(1)] if match.group(1) else match.group(2).split()
                roots |= {name.partition(".")[0] for name in names}
        return roots - {LOGICAL} - {name.removesuffix(".v") for name in self.text}

    @functools.cached_property
    def theorems(self) -> dict[str, FormalTheorem]:
        """The theorems by X (a claim's id with "." and "-" replaced); `faults` tells what is wrong with them."""
        found: dict[str, FormalTheorem] = {}
        words: dict[str, list[str]] = {}
        instances: set[tuple[str, str]] = set()
        for name, _, match in self._named():
            if match["instance"]:
                instances.add((name, match["claim"]))
            elif match["kind"]:
                found.setdefault(match["claim"], FormalTheorem(name, match["kind"]))
            else:
                words.setdefault(match["claim"], []).append(match["word"])
        return {
            x: FormalTheorem(theorem.file, theorem.kind, tuple(words.get(x, ())), (theorem.file, x) in instances)
            for x, theorem in found.items()
        }

    def _named(self) -> Iterator[tuple[str, str, re.Match[str]]]:
        for name, lines in self.sentences.items():
            for sentence in lines:
                declared = _DECLARED.fullmatch(sentence)
                match = declared and _NAMED.fullmatch(declared.group(1))
                if match:
                    yield name, sentence, match

    @functools.cached_property
    def faults(self) -> list[str]:
        """Everything in the sources that the scheme refuses, in words; a theorem's exact type is Coq's to check."""
        found = [fault for name, lines in self.sentences.items() for fault in _refused(name, lines)]
        declared: dict[str, str] = {}
        neighbours: dict[str, str] = {}
        for name, sentence, match in self._named():
            x, kind, word = match["claim"], match["kind"], match["word"]
            type_ = f"{'' if kind == 'proved' else '~ '}{x}_{'statement' if kind else f'neighbour_{word}'}"
            form = f"Theorem {match.group()} : {type_}"
            if match["instance"]:
                form = f"Example {match.group()} : instance_of {x}_statement"
            label = sentence.split()[1]
            if sentence != form:
                found.append(f'{name}: must read "{form}.", is "{sentence[:80]}"')
            if kind and x in declared:
                found.append(f"{name}: {label} decides what {declared[x]} decides")
            elif kind:
                declared[x] = f"{name}: {label}"
            else:
                neighbours[label] = x
        found += [f"{label}: no theorem on {x}" for label, x in neighbours.items() if x not in declared]
        stated = {
            match.group(1).removesuffix("_statement")
            for lines in self.sentences.values()
            for match in map(_DECLARED.fullmatch, lines)
            if match and match.group(1).endswith("_statement")
        }
        return found + [f"{x}_statement: stated, neither proved nor refuted" for x in sorted(stated - set(declared))]


def _together(sentence: str) -> set[str]:
    """The names that are defined together with the first: behind a `with` that belongs to no `match`.

    Example:
        >>> _together("Fixpoint even n := match n with O => true | S m => odd m end with odd n := negb (even n)")
        {'odd'}
    """
    found, open_ = set(), 0
    for match in re.finditer(r"\b(?:(match)|with\s+([\w']*))", sentence):
        if match[1]:
            open_ += 1
        elif open_:
            open_ -= 1
        else:
            found.add(match[2])
    return found


def _refused(name: str, lines: list[str]) -> Iterator[str]:
    sections = 0
    for sentence in lines:
        first = _FIRST_WORDS.match(sentence)
        if first or (first := _ANYWHERE.search(sentence)):
            yield f"{name}: {' '.join((first.group(1) or 'Ltac … ::=').split())} is not allowed"
        if re.search(r"\bRequire\b", sentence) and not _REQUIRE.fullmatch(sentence):
            yield f"{name}: Require must begin its sentence (or follow From …), or what the file rests on is not seen"
        sections += sentence.startswith("Section ")
        if sentence.startswith("End "):
            sections = max(sections - 1, 0)
        if not sections and (assumed := _ASSUMES.match(sentence)):
            yield f"{name}: {assumed.group(1)} is not allowed outside a section"


def digest(text: str) -> str:
    """SHA-256 of the text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def folder() -> Path | None:
    """proofs/formal of the checkout, or the copy an installed wheel carries; None where there is neither."""
    import rope_theory.proofs

    found = (Path(path) / "formal" for path in rope_theory.proofs.__path__)
    return next((path for path in found if path.is_dir()), None)


def read(where: Path | None = None) -> Sources:
    """The sources in the folder (default: `folder()`); no files where there is none."""
    where = where or folder()
    return Sources({path.name: path.read_text(encoding="utf-8") for path in sorted(where.glob("*.v"))} if where else {})
