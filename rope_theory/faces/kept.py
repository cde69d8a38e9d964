"""What a report and the slides of lessons draw, run and write, kept from one run to the next under a hash of everything that it is made from.

The hash covers every file of the package and of its pages, the versions of Python, of the packages that decide and of those
that draw and run, and the text that was given. So a changed constant anywhere gives another hash. As with kept decisions
(`rope_theory.evidence.kept`), the folder is trusted as the installed code is; `--fresh` makes all anew, and so does every run
with CI or ROPE_THEORY_FRESH in its environment.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import rope_theory.proofs
from rope_theory.core.errors import InvalidInput
from rope_theory.core.files import cache_folder, write_text
from rope_theory.core.versions import versions
from rope_theory.evidence.kept import ROOT, files_of, fresh_run, package_hash, sources

DRAWING = ("matplotlib", "pillow", "fonttools", "contourpy")
RUNNING = (*DRAWING, "jupytext", "nbclient", "nbformat", "ipykernel", "ipython")
REFERENCE = ("pdoc", "jinja2", "markupsafe", "pygments")


def kept_files(
    kind: str,
    given: str,
    make: Callable[[], Mapping[str, bytes]],
    packages: Iterable[str],
    *,
    fresh: bool = False,
    folder: Path | None = None,
) -> dict[str, bytes]:
    """Files by name: those that `make` made before from the same things, or what it makes now.

    Args:
        kind, given: what they are, and the text they are made from.
        packages: whose versions they depend on, beside those that decide.
        fresh: make them anew.
        folder: where they are kept; default: `made` in the cache folder, and nothing is found there in a run that makes all
            anew.
    """
    if folder is None and (fresh or fresh_run()):
        return dict(make())
    path = (folder or cache_folder() / "made") / f"{_key(kind, given, packages)}.json"
    found = _read(path)
    if found is None:
        found = dict(make())
        if _stamp() == _first_stamp():  # the files are still those that the hash is of
            _write(path, found)
    return found


def _key(kind: str, given: str, packages: Iterable[str]) -> str:
    return hashlib.sha256(json.dumps([kind, given, package_hash(), _rest(), versions(packages)]).encode()).hexdigest()


def _others() -> Iterator[Path]:
    """What `package_hash` does not cover: the faces and the pages."""
    for folder in (ROOT / "faces", *map(Path, rope_theory.proofs.__path__)):
        yield from files_of(folder)


@functools.cache
def _rest() -> str:
    _first_stamp()
    names = [(path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in _others()]
    return hashlib.sha256(json.dumps(names).encode()).hexdigest()


def _stamp() -> list[tuple[int, int]]:
    return [(each.st_mtime_ns, each.st_size) for each in map(os.stat, (*sources(), *_others()))]


@functools.cache
def _first_stamp() -> list[tuple[int, int]]:
    """As the files were when this process first asked."""
    return _stamp()


def _read(path: Path) -> dict[str, bytes] | None:
    """What is kept there, if it has the form that `_write` gives it."""
    try:
        entry = json.loads(path.read_bytes())
        files = {name: base64.b64decode(text, validate=True) for name, text in entry["files"].items()}
        return files if entry["sum"] == _sum(files) else None
    except (OSError, ValueError, RecursionError, TypeError, KeyError, AttributeError):
        return None


def _write(path: Path, files: Mapping[str, bytes]) -> None:
    texts = {name: base64.b64encode(content).decode() for name, content in files.items()}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps({"sum": _sum(files), "files": texts}))
    except (OSError, InvalidInput):  # nothing is kept where nothing can be written
        return


def _sum(files: Mapping[str, bytes]) -> str:
    """A sum of what is kept: a file cut short or mixed up is made anew."""
    parts = [(name, hashlib.sha256(content).hexdigest()) for name, content in files.items()]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
