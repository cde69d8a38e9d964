"""What a page needs to run Python: Pyodide from the npm registry, wheels from the package index, each by its hash.

Only `rope-theory fetch-course` comes here. Nothing that is fetched is run on this machine.
"""

from __future__ import annotations

import hashlib
import io
import os
import tarfile
import urllib.request
import zipfile
from pathlib import Path

from rope_theory.core.errors import InvalidInput, Words, require
from rope_theory.core.files import write_bytes
from rope_theory.machines.pretrained.fetch import download_wheel, given_file, require_hash
from rope_theory.machines.pretrained.sources import Wheel

REGISTRY = "https://registry.npmjs.org"
VERSION = "314.0.7"
ARCHIVE = f"pyodide-{VERSION}.tgz"
ARCHIVE_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
#: What of the archive the pages load.
MEMBERS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
#: The interpreter that Pyodide is, in the words of pip.
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")
WHEELS = (
    Wheel(
        "python-flint",
        "0.9.0",
        "python_flint-0.9.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "b31f5c00e0e36040ab58d00b3025156e20869b990d776e4bf90f870b1ee11ad3",
    ),
    Wheel(
        "sympy",
        "1.14.0",
        "sympy-1.14.0-py3-none-any.whl",
        "e091cc3e99d2141a0ba2847328f5479b05d94a6635cb96148ccb3f34671bd8f5",
    ),
    Wheel(
        "mpmath",
        "1.4.1",
        "mpmath-1.4.1-py3-none-any.whl",
        "dc4f0ea2304480d4a9a48a94c1020571558ade522b44a6912efac63a586e140f",
    ),
)
OURS = "package.zip"
#: What the pages unpack, in order.
ARCHIVES = (*(wheel.file for wheel in WHEELS), OURS)
SECONDS = 600


def gather(folder: Path, files: Path | None = None, registry: str | None = None) -> None:
    """Put everything into the folder: Pyodide's files, the wheels and this package.

    Args:
        folder: exists; filled.
        files: a folder that holds the archive and the wheels already; nothing is downloaded then.
        registry: address of an npm registry; default: $NPM_CONFIG_REGISTRY or the public one.

    Raises:
        InvalidInput: a file is not to be had, or has another hash.
    """
    archive = given_file("files", files, ARCHIVE).read_bytes() if files else _downloaded(registry)
    require_hash(hashlib.sha256(archive).hexdigest(), ARCHIVE_SHA256, ARCHIVE)
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        for name in MEMBERS:
            member = packed.extractfile(f"package/{name}")
            require(member is not None, ARCHIVE, f"must hold {name}", Words("no such member"))
            write_bytes(folder / name, member.read())  # type: ignore[union-attr]
    for wheel in WHEELS:
        file = given_file("files", files, wheel.file) if files else download_wheel(wheel, folder, SECONDS, *PLATFORM)
        held = file.read_bytes()
        require_hash(hashlib.sha256(held).hexdigest(), wheel.sha256, wheel.file)
        if files:
            write_bytes(folder / wheel.file, held)
    write_bytes(folder / OURS, packed_package())


def packed_package() -> bytes:
    """This package's modules and data as a zip archive, the same bytes every time; no proofs and no pages of the site."""
    root = Path(__file__).resolve().parents[2]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(root.rglob("*")):
            within = path.relative_to(root)
            if path.suffix in (".py", ".toml", ".json") and within.parts[0] not in ("machines", "proofs"):
                packed.writestr(zipfile.ZipInfo(f"{root.name}/{within.as_posix()}"), path.read_bytes())
    return made.getvalue()


def _downloaded(registry: str | None) -> bytes:
    address = f"{(registry or os.environ.get('NPM_CONFIG_REGISTRY') or REGISTRY).rstrip('/')}/pyodide/-/{ARCHIVE}"
    require(address.startswith(("https://", "http://")), "registry", "must be an http address", registry)
    try:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:
            return answer.read()
    except OSError as problem:
        hint = f"must be to be had (on another machine: npm pack pyodide@{VERSION}, then --files FOLDER)"
        raise InvalidInput(address, hint, str(problem)) from None
