"""Files are written whole or not at all, and over older ones only where the user says so."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rope_theory.core.errors import InvalidInput, require

#: The folder of the checkout, or the one that holds the installed package.
CHECKOUT = Path(__file__).resolve().parents[2]


def cache_folder(given: str | Path | None = None) -> Path:
    """Where the package keeps what it need not make again: `given`, or $ROPE_THEORY_CACHE, or ~/.cache/rope-theory."""
    return Path(given or os.environ.get("ROPE_THEORY_CACHE") or Path.home() / ".cache" / "rope-theory")


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


def writable(path: Path, argument: str = "path", called: str = "out") -> Path:
    """The path, links resolved, if a file can be written there; a file without a name in its folder is tried.

    Args:
        path: of the file.
        argument: its name in the error.
        called: a name for the file, for the error where the path is a folder.

    Raises:
        InvalidInput: it cannot.
    """
    path = Path(os.path.realpath(path))
    require(not path.is_dir(), argument, f"must be a file, not a folder, as {path / called}", str(path))
    require(path.parent.is_dir(), argument, f"must be in a folder that exists (mkdir -p {path.parent})", str(path))
    require(not path.exists() or path.is_file(), argument, "must be a regular file", str(path))
    require(not path.exists() or os.access(path, os.W_OK), argument, "must be writable", str(path))
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            return path
    except OSError as problem:
        raise InvalidInput(argument, f"must be writable ({problem.strerror})", str(path)) from None


def unused(path: Path, overwrite: bool, argument: str = "out", called: str = "out") -> Path:
    """The path, links resolved, if a file can be written there and none is there yet, or it may be replaced.

    Args:
        path: of the file.
        overwrite: the user has said that it may be there.
        argument, called: as of `writable`.

    Raises:
        InvalidInput: see `writable`; or the file is there.
    """
    found = writable(path, argument, called)  # first: what --overwrite would not help with
    require(
        overwrite or not os.path.lexists(path),
        argument,
        "must name what is not there yet (--overwrite replaces it)",
        str(path),
    )
    return found


def output_folder(folder: Path, names: Iterable[str], overwrite: bool) -> Path:
    """The folder, made if missing, if files of these names can be written there and none is there yet.

    Args:
        folder: of the files; other files in it are left alone.
        names: of all files that will be written.
        overwrite: the user has said that they may be there.

    Raises:
        InvalidInput: it is no folder, cannot be written to, or holds one of the files.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        why = "it is a file" if folder.is_file() else problem.strerror
        raise InvalidInput("out", f"must be a folder ({why})", str(folder)) from None
    for name in names:
        path = inside(folder, name)
        require(overwrite or not path.exists(), "out", f"must not hold {name} yet (or say --overwrite)", str(folder))
        writable(path, "out")
    return folder


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
