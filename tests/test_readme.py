"""README's commands parse, its files exist, and its Python blocks print what they say."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from rope_theory.faces.cli import parser

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, flags=re.DOTALL)
COMMANDS = sorted(
    {
        line.partition("  #")[0].strip()
        for kind, text in BLOCKS
        if kind == "sh"
        for line in text.splitlines()
        if line.startswith("rope-theory ")
    }
)
PYTHON = [text for kind, text in BLOCKS if kind == "python" and "models/llama" not in text]


def test_readme_shows_every_subcommand():
    shown = {command.split()[1] for command in COMMANDS}
    assert shown >= {
        "verify",
        "explain",
        "run",
        "gap",
        "shape",
        "limits",
        "scale",
        "cliff",
        "figures",
        "report",
        "formal",
    }
    assert shown >= {"compile", "profile", "scale-run", "scale-sweep", "learn", "train", "paper"}


@pytest.mark.parametrize("command", COMMANDS)
def test_command_of_the_readme_parses(command):
    args = parser().parse_args(shlex.split(command)[1:])
    assert callable(args.run)


@pytest.mark.parametrize("block", PYTHON, ids=range(len(PYTHON)))
def test_python_block_of_the_readme_prints_what_it_says(block, capsys):
    exec(compile(block, "README.md", "exec"), {})
    said = [
        comment.split(":")[0].split(",")[0].strip()
        for comment in re.findall(r"^print\(.*\)\s+# (.*)$", block, flags=re.MULTILINE)
    ]
    assert said and capsys.readouterr().out.split() == said


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#h][^)]*)\)", README))))
def test_link_of_the_readme_leads_to_a_file(target):
    assert (ROOT / target.partition("#")[0]).exists()


def test_make_targets_of_the_readme_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"`make ([a-z]+)`", README)) | set(
        re.findall(r"^make ([a-z]+)", README, flags=re.MULTILINE)
    ):
        assert f"\n{target}:" in makefile, target
