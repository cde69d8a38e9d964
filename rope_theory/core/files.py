"""Files are written whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rope_theory.core.errors import InvalidInput, require

#: The folder of the checkout, or the one that holds the installed package.
CHECKOUT = Path(__file__).resolve().parents[2]


def write_text(path: Path, text: str) -> None:
    """`write_bytes` of the text in UTF-8."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, content: bytes) -> None:
    """Write the file whole or not at all: a temporary file in the same folder takes its place.

    Raises:
        InvalidInput: the folder is missing or not writable, or the path is a folder.
    """
    path = writable(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(handle, "wb") as stream:
            stream.write(content)
        os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """An empty folder to fill, which becomes `path` once all went well, and else is removed with all it holds.

    Args:
        path: must not exist; the folders above it are made.

    Raises:
        InvalidInput: it exists, it cannot be made, or the disk is full.
    """
    require(
        not os.path.lexists(path),
        "out",
        "must not exist yet (nothing is written into a folder that is there)",
        str(path),
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
        try:
            yield draft
            os.chmod(draft, 0o777 & ~_umask())
            os.rename(draft, path)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    except OSError as problem:
        rule = f"must be a folder that can be written, with room on its disk ({problem.strerror or problem})"
        raise InvalidInput("out", rule, str(path)) from None


def inside(folder: Path, name: str) -> Path:
    """The path of a file in an output folder, if no link leads out of the folder.

    Args:
        folder: exists; it may itself be a link, as its user named it.
        name: of the file.

    Raises:
        InvalidInput: the file is there already as a link.
    """
    path = folder / name
    require(
        not path.is_symlink(), "out", f"must not hold a link named {name} (nothing is written through it)", str(folder)
    )
    return path


def writable(path: Path) -> Path:
    """The path, links resolved, if a file can be written there.

    Raises:
        InvalidInput: it cannot.
    """
    path = Path(os.path.realpath(path))
    require(not path.is_dir(), "path", "must not be a folder", str(path))
    require(path.parent.is_dir(), "path", "must be in a folder that exists", str(path))
    ready = os.access(path.parent, os.W_OK | os.X_OK) and (not path.exists() or os.access(path, os.W_OK))
    require(ready, "path", "must be writable", str(path))
    require(not path.exists() or path.is_file(), "path", "must be a regular file", str(path))
    return path


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
