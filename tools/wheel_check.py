"""Builds the sdist and from it the wheel, installs the wheel alone in a new environment, and runs the commands there.

    python tools/wheel_check.py [FOLDER]

The environment and the folder where the commands run are outside of the checkout, so what they need must be in the
wheel. FOLDER (default: none) keeps the sdist and the wheel. Versions are those of constraints.txt.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from rope_theory.core.files import CHECKOUT

CONFIG = {
    "model_type": "llama",
    "hidden_size": 64,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "num_hidden_layers": 2,
    "intermediate_size": 128,
    "vocab_size": 128,
    "rope_theta": 10000.0,
    "max_position_embeddings": 4096,
}
#: arguments of rope-theory -> what its output must match; {config} is the path of `CONFIG` as a file.
COMMANDS = {
    "verify --claim u25.thm1": (
        r"^u25\.thm1 +PROVED +receipt +(\d+)/\1 ",
        r"^every record is sound \(receipts match the files; Coq was not run",
    ),
    "explain u25.thm1 --formal": (
        r"^u25\.thm1 +PROVED$",
        r"^Formal proof \(receipt: ",
        r"^ +forall \(N : nat\) \(M : nat -> nat -> R\),$",
        "^Page proofs/u25_thm1.py$",
    ),
    "paper u26 --kind lemma": (r"^PROVED +p\. 23, Lemma F\.1: ", r"^2 rows; 0 with "),
    "limits --help": (r"^usage: rope-theory limits ", r"--length LENGTH"),
    "limits {config} --length 4096": (
        r"base 10000, head dimension 16, rotary dimension 16, attention factor 1;\s+n = 4096$",
        r"^ +best mix of planes +gap in \[0\.20524\d+, 0\.20524\d+\] with 7\s+of\s+8\s+planes",
        r"^ +first negative at m = 91,",
    ),
    "formal": (r"^u25\.thm1 +receipt proved ", r"^(\d+) theorems, \d+ false neighbours: \1 receipt;"),
}


def main(kept: Path | None = None) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    pins = str(CHECKOUT / "constraints.txt")
    # pip reads the first name up to version 25.2 for the isolated build, the second from 25.3 on
    environment |= {"PIP_CONSTRAINT": pins, "PIP_BUILD_CONSTRAINT": pins, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    with tempfile.TemporaryDirectory(prefix="rope-theory-wheel-") as name:
        work = Path(name)

        def run(*command: str | Path) -> str:
            done = subprocess.run([*map(str, command)], cwd=work, env=environment, capture_output=True, text=True)
            if done.returncode:
                fail(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
            return done.stdout

        print("building the sdist, and the wheel from it", flush=True)
        builder, clean = (new_environment(work / each) for each in ("builder", "clean"))
        run(builder / "python", "-m", "pip", "install", "--quiet", "hatchling")
        subprocess.run(
            [builder / "python", "-m", "hatchling", "build", "-t", "sdist", "-d", work / "dist"],
            cwd=CHECKOUT, env=environment, check=True, capture_output=True,
        )  # fmt: skip
        (sdist,) = (work / "dist").glob("*.tar.gz")
        run(builder / "python", "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", work / "dist", sdist)
        (wheel,) = (work / "dist").glob("*.whl")
        print(f"installing {wheel.name} in an empty environment", flush=True)
        run(clean / "python", "-m", "pip", "install", "--quiet", wheel)
        package = Path(run(clean / "python", "-c", "import rope_theory; print(rope_theory.__file__)").strip()).parent
        if work.resolve() not in package.resolve().parents:
            fail(f"rope_theory is imported from {package}")
        for part in ("py.typed", "proofs/u25_thm1.py", "proofs/formal/receipts.json"):
            if not (package / part).is_file():
                fail(f"the wheel lacks {part}")
        config = work / "config.json"
        config.write_text(json.dumps(CONFIG), encoding="utf-8")
        for command, patterns in COMMANDS.items():
            output = run(clean / "rope-theory", *command.format(config=config).split())
            for pattern in patterns:
                if not re.search(pattern, output, re.MULTILINE):
                    fail(f"rope-theory {command}: no line matches {pattern!r}; it ends in\n{output[-2000:]}")
            print(f"rope-theory {command}: as it should be", flush=True)
        if kept:
            kept.mkdir(parents=True, exist_ok=True)
            for each in (sdist, wheel):
                shutil.copy(each, kept)


def new_environment(folder: Path) -> Path:
    """A new virtual environment in the folder; where its programs are."""
    venv.create(folder, with_pip=True)
    return folder / "bin"


def fail(why: str) -> None:
    sys.exit(f"wheel check: {why}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
