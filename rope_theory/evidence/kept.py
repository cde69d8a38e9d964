"""Decisions kept from one run to the next, each under a hash of what decides it; nothing is kept of what is refuted.

A kept decision is found again only where nothing has changed that it was reached from: the text of the page and of the
pages it imports; every file of this package outside `faces` (engines, laws, receipts, registers); the versions of
Python and of the packages that decide; the profile; what the kernel says of the claim; and the same for each claim it
rests on. A refutation is never kept: its witness is evaluated each time. Each entry holds a hash of itself, against accidents;
what a PROVED claim rests on is made from its receipt again. Whoever means to can write an entry anew with its hash: the folder is
trusted as the installed code is, and each record that is found names `KEPT` among what it rests on. `--fresh` decides anew,
and so does every run with CI or ROPE_THEORY_FRESH in its environment.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import json
import os
import platform
from collections.abc import Collection, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rope_theory.core.errors import InvalidInput
from rope_theory.core.files import cache_folder, write_text
from rope_theory.core.versions import versions
from rope_theory.evidence.claims import Backing, Claim, Library, Record, Tier, Verdict
from rope_theory.evidence.claims.claim import SUPPORT
from rope_theory.evidence.claims.ledger import beside_kernel
from rope_theory.evidence.claims.proof import Step

PACKAGES = ("sympy", "mpmath", "numpy", "highspy", "python-flint", "z3-solver", "hypothesis")
"""Packages whose versions a verdict may depend on; where models are trained or run, also those of `MODELS`."""
MODELS = ("torch", "transformers")

KEPT = "decisions kept by earlier runs (verify --fresh decides anew)"
"""What a record that is found rests on besides what it rested on when it was decided."""

ROOT = Path(__file__).resolve().parents[1]


class KeptDecisions:
    """The decisions of one library and profile in a folder.

    Args:
        library: whose claims they are.
        profile: they were decided with.
        folder: default: `decisions` in the cache folder (`rope_theory.core.files.cache_folder`).
    """

    def __init__(self, library: Library, profile: str, folder: Path | None = None):
        self.library, self.profile = library, profile
        self.folder = cache_folder() / "decisions" if folder is None else folder
        self._stamp, self._base = stamp(), package_hash()

    def find(self, claim: Claim, backing: Backing | None) -> Record | None:
        """The record of the claim as it was decided, or None where anything is different now."""
        entry = self._entry(claim)
        if entry is None or entry["backing"] != _plain(backing) or not self._rests(entry, [claim.id]):
            return None
        verdict = Verdict(Tier[entry["verdict"]], entry["method"], entry["domain"])
        if verdict.tier is not claim.verdict or entry["rejected"] != [each.name for each in claim.controls]:
            return None
        steps, trust = tuple(Step(*step) for step in entry["steps"]), tuple(entry["trust"])
        if verdict.tier is Tier.PROVED:
            if backing is None or verdict.method != backing.words or trust != beside_kernel(backing, steps):
                return None
        return Record(
            claim,
            verdict,
            steps,
            tuple(dict.fromkeys((*trust, KEPT))),
            tuple(entry["uses"]),
            backing,
            dict.fromkeys(entry["rejected"], True),
            entry["attacked"],
            (),
            entry["seconds"],
            entry["decided"],
        )

    def keep(self, record: Record) -> None:
        """Keep a sound record that refutes nothing, if the files are still those it was decided from."""
        if not record.sound or record.verdict.tier not in SUPPORT or stamp() != self._stamp:
            return
        content = {
            "claim": record.claim.id,
            "decided": datetime.now(UTC).isoformat(timespec="seconds"),
            "verdict": record.verdict.tier.name,
            "method": record.verdict.method,
            "domain": record.verdict.domain,
            "steps": [[step.kind, step.text, step.detail, step.remark] for step in record.steps],
            "trust": record.trust,
            "uses": {each: self.key(each) for each in record.uses},
            "backing": _plain(record.backing),
            "rejected": list(record.rejected),
            "attacked": record.attacked,
            "seconds": round(record.seconds, 3),
        }
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            text = json.dumps(content | {"digest": digest(content)}, ensure_ascii=False, indent=1)
            write_text(self._path(record.claim.id), text)
        except (OSError, InvalidInput):  # nothing is kept where nothing can be written
            return

    def key(self, claim_id: str) -> str:
        """The hash of what decides the claim, but for what it rests on."""
        page = self.library.page_of(claim_id).__file__ or ""
        pages = [(path.name, _hash(path)) for path in sorted(closure(Path(page)))]
        return hashlib.sha256(json.dumps([self._base, self.profile, claim_id, pages]).encode()).hexdigest()

    def _path(self, claim_id: str) -> Path:
        return self.folder / f"{self.key(claim_id)}.json"

    def _entry(self, claim: Claim) -> dict[str, Any] | None:
        """What is kept under the key of the claim, if it has the form that `keep` writes and the hash that it wrote."""
        try:
            entry = json.loads(self._path(claim.id).read_bytes())
        except (OSError, ValueError, RecursionError):
            return None
        formed = isinstance(entry, dict) and entry.keys() == FORM.keys()
        formed = formed and all(isinstance(entry[key], kind) for key, kind in FORM.items())
        formed = formed and all(isinstance(step, list) and len(step) == 4 for step in entry["steps"])
        formed = formed and entry["digest"] == digest(entry)
        return (
            entry
            if formed and entry["claim"] == claim.id and entry["verdict"] in {tier.name for tier in SUPPORT}
            else None
        )

    def _rests(self, entry: dict[str, Any], above: list[str]) -> bool:
        """Whether every claim that it rests on is kept, too, under the key that it had then."""
        for used, key in entry["uses"].items():
            if used in above or self.key(used) != key:
                return False
            below = self._entry(self.library.claim(used))
            if below is None or not self._rests(below, [*above, used]):
                return False
        return True


FORM: dict[str, type | tuple[type, ...]] = {
    "claim": str,
    "decided": str,
    "verdict": str,
    "method": str,
    "domain": str,
    "steps": list,
    "trust": list,
    "uses": dict,
    "backing": (dict, type(None)),
    "rejected": list,
    "attacked": int,
    "seconds": (int, float),
    "digest": str,
}


def digest(entry: dict[str, Any]) -> str:
    """The hash of all that an entry says, but for the hash itself.

    Example:
        >>> digest({"claim": "toy.one", "digest": "0"}) == digest({"claim": "toy.one"}) != digest({"claim": "toy.two"})
        True
    """
    said = {key: value for key, value in entry.items() if key != "digest"}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


@functools.cache
def package_hash() -> str:
    """The hash of every file of the package outside `faces` and of the pages, and of the versions that decide."""
    files = [(str(path.relative_to(ROOT)), hashlib.sha256(path.read_bytes()).hexdigest()) for path in sources()]
    system = [platform.python_version(), platform.machine(), platform.system()]
    return hashlib.sha256(json.dumps([files, versions((*PACKAGES, *MODELS)), system]).encode()).hexdigest()


def stamp() -> list[tuple[int, int]]:
    """When each of these files was last written, and its size: whether `package_hash` may be different now."""
    return [(each.st_mtime_ns, each.st_size) for each in map(os.stat, sources())]


def sources() -> Iterator[Path]:
    """The files of the package that may decide: all but `faces`, the pages (see `closure`) and what Python compiles."""
    return files_of(ROOT, but=("faces", "proofs"))


def files_of(folder: Path, but: Collection[str] = ()) -> Iterator[Path]:
    """Every file in a folder in a fixed order, without what Python compiles and without the named folders in it."""
    for top, folders, names in os.walk(folder):
        left_out = {"__pycache__", *(but if top == str(folder) else ())}
        folders[:] = sorted(set(folders) - left_out)
        yield from (Path(top, name) for name in sorted(names) if os.path.isfile(os.path.join(top, name)))


def closure(page: Path) -> set[Path]:
    """The page and all pages that it imports, these import, and so on."""
    found, waiting = set(), [page]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [other for name in _imported(path) if (other := path.with_name(f"{name}.py")).is_file()]
    return found


@functools.cache
def _imported(page: Path) -> frozenset[str]:
    """The names that a page imports from modules of `proofs`, and of modules that it imports: whichever are pages, count."""
    found = set()
    for node in ast.walk(ast.parse(page.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module.endswith("proofs") or node.level:
                found |= {alias.name for alias in node.names}
            found.add(node.module.rpartition(".")[2])
        elif isinstance(node, ast.Import):
            found |= {alias.name.rpartition(".")[2] for alias in node.names}
    return frozenset(found)


@functools.cache
def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _plain(backing: Backing | None) -> dict[str, Any] | None:
    return None if backing is None else asdict(backing) | {"trust": list(backing.trust)}


def fresh_run() -> bool:
    """Whether this run decides anew whatever is kept: CI or ROPE_THEORY_FRESH is set in its environment."""
    return bool(os.environ.get("CI") or os.environ.get("ROPE_THEORY_FRESH"))
