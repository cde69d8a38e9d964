"""Rewrites constraints.txt with the versions that a new environment resolves to today: `make pins`.

    python tools/pins.py [--dry-run]

pip resolves the package with its test extra, and what builds it, without the pins of before; nothing is installed. A
name that was not asked for this time (another platform's) keeps its version and is listed. The package's tests
then say whether the new versions will do.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

from rope_theory.core.files import CHECKOUT, write_text

FILE = CHECKOUT / "constraints.txt"
#: The heading under which new names go.
INDIRECT = "# what those need"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry-run", action="store_true", help="show what would change, and write nothing")
    dry_run = parser.parse_args().dry_run
    build = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    with tempfile.TemporaryDirectory(prefix="rope-theory-pins-") as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        found = resolved(python, f"{CHECKOUT}[test,docs]") | resolved(python, *build)
    old = FILE.read_text(encoding="utf-8")
    new, kept = pinned(old, found)
    difference = difflib.unified_diff(old.splitlines(), new.splitlines(), "constraints.txt", "new", lineterm="", n=0)
    print("\n".join(difference) or "constraints.txt is up to date")
    if kept:
        print(f"kept, since nothing asked for them here: {', '.join(kept)}")
    if not dry_run:
        write_text(FILE, new)
    return 0


def resolved(python: Path, *wanted: str) -> dict[str, str]:
    """The version of each package that pip would install for these requirements, the project itself left out."""
    clean = {name: value for name, value in os.environ.items() if not name.endswith("_CONSTRAINT")}
    command = [
        str(python),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--dry-run",
        "--ignore-installed",
        "--report",
        "-",
        *wanted,
    ]
    done = subprocess.run(command, env=clean, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"pins: pip could not resolve {' '.join(wanted)}")
    packages = [package["metadata"] for package in json.loads(done.stdout)["install"]]
    # no local version: 2.13.0 also admits 2.13.0+cpu
    return {
        normal(package["name"]): package["version"].partition("+")[0]
        for package in packages
        if normal(package["name"]) != "rope-theory"
    }


def pinned(text: str, found: dict[str, str]) -> tuple[str, list[str]]:
    """The file with these versions, new names under `INDIRECT`; and the names that are not among them.

    Example:
        >>> pinned("# what those need\\nb==1\\n\\n# old\\nz==1\\n", {"a": "3", "b": "2"})
        ('# what those need\\na==3\\nb==2\\n\\n# old\\nz==1\\n', ['z'])
    """
    known = {normal(name) for name in re.findall(r"^([^#\s=]+)==", text, re.MULTILINE)}
    blocks = []
    for block in text.rstrip("\n").split("\n\n"):
        heading = [line for line in block.split("\n") if line.startswith("#")]
        names = [normal(line.partition("==")[0]) for line in block.split("\n") if "==" in line]
        versions = dict(line.split("==") for line in block.split("\n") if "==" in line)
        versions = {normal(name): version for name, version in versions.items()} | {
            n: found[n] for n in names if n in found
        }
        if INDIRECT in heading:
            versions |= {name: version for name, version in found.items() if name not in known}
        blocks.append("\n".join([*heading, *(f"{name}=={versions[name]}" for name in sorted(versions))]))
    return "\n\n".join(blocks) + "\n", sorted(known - found.keys())


def normal(name: str) -> str:
    """The name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


if __name__ == "__main__":
    sys.exit(main())
