"""Compiled files kept from one run to the next, each under a hash of everything that Coq read to make it.

A kept file is found again only where its source is the same, the compiled files of ours that it requires are the same to the
byte, and Coq and its libraries are (by the size and time of each of their files). So a changed word anywhere under a file
compiles it anew, and whatever rests on it. What Coq is asked about the compiled files is asked anew each time. As with kept
decisions (`rope_theory.evidence.kept`), the folder is trusted as the installed code is.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Mapping
from pathlib import Path

from rope_theory.core.errors import InvalidInput
from rope_theory.core.files import write_bytes

#: Files that no run has used for so long are removed.
DAYS = 30


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class CompiledFiles:
    """The kept files of one installation of Coq: `<hash of what it was made from>-<hash of its content>.vo`.

    Args:
        folder: where they are kept; it is made when the first one is kept.
        coq: the folder of Coq's own library (`coqc -where`), with the libraries that others wrote.
    """

    def __init__(self, folder: Path, coq: Path):
        self.folder = folder
        stamps = [
            (str(path), at.st_size, at.st_mtime_ns)
            for path in [*map(Path, filter(None, [shutil.which("coqc")])), *sorted(coq.rglob("*.vo"))]
            for at in [path.stat()]
        ]
        self._installed = _hash(json.dumps(stamps).encode())

    def key(self, name: str, text: str, required: Mapping[str, str]) -> str:
        """The hash of what a file is compiled from.

        Args:
            name, text: of the source.
            required: hashes of the compiled files that it requires, by name.
        """
        return _hash(json.dumps([self._installed, name, text, dict(required)], sort_keys=True).encode())

    def fetch(self, key: str, path: Path) -> str:
        """Put the file that was kept under the key at the path, if it has the content it was kept with.

        Returns:
            the hash of its content; "" where there is none.
        """
        for kept in self.folder.glob(f"{key}-*.vo"):
            try:
                content = kept.read_bytes()
                if _hash(content) == kept.stem.partition("-")[2]:
                    path.write_bytes(content)
                    os.utime(kept)
                    return _hash(content)
            except OSError:
                continue
        return ""

    def keep(self, key: str, path: Path) -> str:
        """Keep the file at the path under the key, where the folder can be written to.

        Returns:
            the hash of its content.
        """
        content = path.read_bytes()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_bytes(self.folder / f"{key}-{_hash(content)}.vo", content)
        except (OSError, InvalidInput):
            pass  # nothing is kept where nothing can be written
        return _hash(content)

    def clear(self) -> None:
        """Remove what no run has used for `DAYS` days."""
        for kept in self.folder.glob("*.vo"):
            try:
                if kept.stat().st_mtime < time.time() - DAYS * 86400:
                    kept.unlink()
            except OSError:
                continue
