"""Writing the report: a whole folder or nothing."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.files import writable

#: A folder that holds this file was written here: the digest of each of its files. While they are these, it may be replaced.
MARK = ".rope-theory-report"


def ready(folder: Path, overwrite: bool = False) -> Path:
    """The folder, links resolved, if a report can be put there.

    Args:
        folder: new, empty or a former report.
        overwrite: a former report may have been changed since.

    Raises:
        InvalidInput: it is a file, a folder with other content, or a path that cannot be written to.
    """
    folder = Path(os.path.realpath(folder))
    parent = folder.parent
    require(parent.is_dir(), "out", "must be in a folder that exists", str(folder))
    require(not folder.exists() or folder.is_dir(), "out", "must be a folder", str(folder))
    require(folder != Path.cwd(), "out", "must not be the current folder", str(folder))
    if folder.is_dir() and any(folder.iterdir()):
        require((folder / MARK).is_file(), "out", "must be new, empty or a former report", str(folder))
        changed = [] if overwrite else _changed(folder)
        rule = "must be a former report as it was written ({} is not; say --overwrite)"
        require(not changed, "out", rule.format(*changed[:1] or "-"), str(folder))
    writable(parent / f".{folder.name}", "out")
    return folder


def _changed(folder: Path) -> list[str]:
    """Files that a former report did not leave there as they are."""
    kept = dict(line.split("  ", 1)[::-1] for line in (folder / MARK).read_text(encoding="utf-8").splitlines())
    found = [
        path for path in sorted(folder.rglob("*")) if (path.is_symlink() or not path.is_dir()) and path != folder / MARK
    ]
    return [
        name
        for path in found
        if path.is_symlink() or _digest(path.read_bytes()) != kept.get(name := path.relative_to(folder).as_posix())
    ]


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def write_folder(folder: Path, files: Mapping[str, bytes], overwrite: bool = False) -> Path:
    """Write all files, or leave what was there: a temporary folder beside it takes its place at the end.

    Args:
        folder: new, empty or a former report, which is replaced as a whole.
        files: path → content.
        overwrite: see `ready`.

    Raises:
        InvalidInput: see `ready`; or a write fails.
    """
    folder = ready(folder, overwrite)
    mark = "".join(f"{_digest(content)}  {path}\n" for path, content in files.items())
    work = None
    try:
        work = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
        for path, content in {MARK: mark.encode(), **files}.items():
            target = work / "new" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        _replace(folder, work)
    except OSError as problem:
        raise InvalidInput("out", f"must be writable ({problem.strerror})", str(folder)) from None
    finally:
        if work is not None:
            shutil.rmtree(work, ignore_errors=True)
    return folder


def _replace(folder: Path, work: Path) -> None:
    """work/new takes the folder's place; what stood there comes back if that fails or is interrupted."""
    if not folder.exists():
        (work / "new").rename(folder)
        return
    folder.rename(work / "old")
    try:
        (work / "new").rename(folder)
    except BaseException:
        (work / "old").rename(folder)
        raise
