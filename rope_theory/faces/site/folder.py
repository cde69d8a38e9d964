"""Writing the report: a whole folder or nothing."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from rope_theory.core.errors import InvalidInput, require

#: A folder that holds this file was written here and may be replaced.
MARK = ".rope-theory-report"


def ready(folder: Path) -> Path:
    """The folder, links resolved, if a report can be put there.

    Raises:
        InvalidInput: it is a file, a folder with other content, or a path that cannot be written to.
    """
    folder = Path(os.path.realpath(folder))
    parent = folder.parent
    require(parent.is_dir(), "out", "must be in a folder that exists", str(folder))
    require(os.access(parent, os.W_OK | os.X_OK), "out", "must be in a folder that can be written to", str(folder))
    require(not folder.exists() or folder.is_dir(), "out", "must be a folder", str(folder))
    require(folder != Path.cwd(), "out", "must not be the current folder", str(folder))
    if folder.is_dir() and any(folder.iterdir()):
        require((folder / MARK).is_file(), "out", "must be new, empty or a former report", str(folder))
    return folder


def write_folder(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write all files, or leave what was there: a temporary folder beside it takes its place at the end.

    Args:
        folder: new, empty or a former report, which is replaced as a whole.
        files: path → content.

    Raises:
        InvalidInput: see `ready`; or a write fails.
    """
    folder = ready(folder)
    work = None
    try:
        work = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
        for path, content in {MARK: b"", **files}.items():
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
