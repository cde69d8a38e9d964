"""README and docs: commands parse, files exist, Python blocks print what they say, what is shown is what comes out."""

from __future__ import annotations

import importlib
import itertools
import math
import pkgutil
import re
import shlex
from fractions import Fraction
from pathlib import Path

import pytest

from rope_theory import Angle, Pair, logits, t_retrieval
from rope_theory.core.tasks import improper
from rope_theory.evidence.glossary import glossary
from rope_theory.faces import commands
from rope_theory.faces.cli import main, parser

ROOT = Path(__file__).resolve().parents[1]
PAGES = {path: path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))}
README = PAGES[ROOT / "README.md"]
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README + PAGES[ROOT / "docs" / "commands.md"], flags=re.DOTALL)
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


def test_every_subcommand_is_shown():
    """Each has the name of its module; old names, which work too, are not shown."""
    modules = {info.name.replace("_", "-") for info in pkgutil.iter_modules(commands.__path__)}
    assert {command.split()[1] for command in COMMANDS} == modules - {"report-files"}  # `make generated`


def headings() -> dict[str, list[str]]:
    """Heading -> the commands whose modules name it, in alphabetical order."""
    found: dict[str, list[str]] = {one.value: [] for one in commands.Heading}
    for info in pkgutil.iter_modules(commands.__path__):
        module = importlib.import_module(f"{commands.__name__}.{info.name}")
        found[module.HEADING.value].append(info.name.replace("_", "-"))
    return found


def test_help_lists_every_command_once_under_the_heading_of_its_module(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    parts = re.split(r"^([a-z ]+):\n", capsys.readouterr().out, flags=re.MULTILINE)[1:]
    listed = {
        head: re.findall(r"^  ([a-z-]+)(?:  |$)", text, re.MULTILINE)
        for head, text in zip(parts[::2], parts[1::2], strict=True)
    }
    assert list(listed) == [*headings(), "options", "where to start"]
    assert {head: listed[head] for head in headings()} == headings() and all(headings().values())


def test_the_page_of_commands_has_the_headings_of_help_in_its_order():
    parts = re.split(r"^## (.*)\n", PAGES[ROOT / "docs" / "commands.md"], flags=re.MULTILINE)[1:]
    shown = {
        head.lower(): list(dict.fromkeys(re.findall(r"^rope-theory ([\w-]+)", text, re.MULTILINE)))
        for head, text in zip(parts[::2], parts[1::2], strict=True)
    }
    assert list(shown)[: len(headings())] == list(headings())
    assert {head: shown[head] for head in headings()} == {
        head: [name for name in names if name != "report-files"] for head, names in headings().items()
    }


def test_the_readme_is_a_screen_and_a_half():
    assert len(README.splitlines()) <= 150 and len(README.split()) <= 1200


SHOWN = dict(re.findall(r"```\n\$ (?:\.venv/bin/)?rope-theory (.*?)\n(.*?)```", README, flags=re.DOTALL))


def test_the_readme_shows_a_claim_decided_and_the_limits_of_a_model():
    assert [command.split()[0] for command in SHOWN] == ["verify", "limits"] and "`profile`" in README


@pytest.mark.parametrize("command", SHOWN)
def test_the_readme_shows_what_the_command_prints(command, capsys):
    main(shlex.split(command))
    printed = re.sub(r"\d+\.\d\d$", "0.21", capsys.readouterr().out, flags=re.MULTILINE)  # seconds
    first, *others = SHOWN[command].split("…\n")
    assert printed.startswith(first)
    places = [printed.index(part) for part in others if part]  # an error if it is not printed
    assert places == sorted(places)


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


LINKS = [
    (page, target)
    for page, text in PAGES.items()
    for target in sorted({*re.findall(r"\]\(([^)#h][^)]*)\)", text), *re.findall(r'src="([^"]+)"', text)})
]


@pytest.mark.parametrize("page, target", LINKS, ids=[f"{page.name}-{target}" for page, target in LINKS])
def test_a_link_leads_to_a_file(page, target):
    assert (page.parent / target.partition("#")[0]).exists()


@pytest.mark.parametrize(
    "path", sorted({word for command in COMMANDS for word in command.split() if "examples/" in word})
)
def test_an_example_that_a_command_names_is_there(path):
    assert (ROOT / path).is_file()


def test_make_targets_of_the_readme_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"`make ([a-z]+)`", README)) | set(
        re.findall(r"^make ([a-z]+)", README, flags=re.MULTILINE)
    ):
        assert f"\n{target}:" in makefile, target


def test_the_least_lead_of_retrieval_stands_with_its_range():
    """Least lead over other left letters on proper inputs of length 3: the formula holds in the range and fails outside."""
    leads = {
        turn: _least_lead(Angle(turn)) for turn in (Fraction(0), Fraction(1, 10), Fraction(1, 6))
    }  # ω is 1/3 of a turn
    for turn, least in leads.items():
        theta, omega = 2 * math.pi * turn, 2 * math.pi / 3
        bound = math.cos(theta) - math.cos(omega - 2 * theta)
        assert math.isclose(least, bound, abs_tol=1e-9) if 3 * theta < omega else least < bound
    said = (ROOT / "ERRATA.md").read_text(encoding="utf-8").replace("&lt;", "<")
    whole = "0 <= θ' and (2n-3)θ' < ω, the smallest gap of T_Retrieval to another left letter, over the proper inputs of length n, is"
    assert f"{whole} cos((n-2)θ') - cos(ω - (n-1)θ')" in said


def _least_lead(theta: Angle) -> float:
    head, leads = t_retrieval("ABC", theta).head, []
    for tokens in itertools.product([Pair(left, right) for left in "ABC" for right in (*"ABC", 1)], repeat=3):
        asked = tokens[-1].left if isinstance(tokens[-1].right, int) else tokens[-1].right
        row = [(token.left == asked, float(value)) for token, value in zip(tokens, logits(head, tokens), strict=True)]
        if not improper(tokens) and len({own for own, _ in row}) == 2:
            leads.append(max(value for own, value in row if own) - max(value for own, value in row if not own))
    return min(leads)


def test_the_two_tasks_of_retrieval_have_two_names():
    """U25's, which a head without rotation solves, and U26's, in which it ties (lesson 5)."""
    assert "[Information Retrieval](proofs/u25_thm5.py)" in README and "[Retrieval]" not in README
    lesson = (ROOT / "lessons" / "05_retrieval.py").read_text(encoding="utf-8").replace("\n# ", " ")
    assert "*Information Retrieval* has each symbol bound once" in lesson
    assert {"Information Retrieval", "Retrieval"} <= glossary().keys()
