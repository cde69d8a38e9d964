"""Pages of the calculator commands fit `WIDTH` columns, whatever the configuration and the length; nothing of a table is lost."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from rope_theory.faces.cli import main
from rope_theory.faces.report.page import WIDTH, command, side_by_side

EXAMPLES = sorted(path.name for path in (Path(__file__).parents[1] / "examples").glob("*.json"))
COMMANDS = (
    *(f"limits examples/{name} --length {length} --quick" for name in EXAMPLES for length in (64, 4000)),
    "limits examples/llama-3.1-8b.json --length 4000 --all",
    "limits examples/gemma-2-9b.json --length 70000 --short",
    *(f"scale examples/{name} --to 6000 --from 3000" for name in EXAMPLES),
    *(f"compare examples/{name} examples/gemma-3-4b.json --length 512 --all" for name in EXAMPLES),
    "cliff index --dtype bfloat16",
    "cliff index --dtype bfloat16 --phases float32 --step stored=fp8_e4m3",
    "cliff retrieval --letters 8 --dtype float16",
    "cliff mix --config examples/gemma-2-9b.json --length 64 --dtype bfloat16",
    "cliff mix --config examples/gemma-3-4b.json --layer sliding_attention --length 64 --dtype bfloat16",
    "cliff cosines --base 500000 --dim 128 --length 4096 --dtype bfloat16",
    "gap --theta 1 --span 1000000000000",
    "gap --base 10000 --dim 64 --length 64",
    "gap --config examples/gemma-3-4b.json --length 64",
    "base --length 1024 --dim 64",
    "base --length 1024 --dim 64 --check 10000",
    "drift",
    "drift --error 2^-8",
)


@pytest.mark.parametrize("line", COMMANDS)
def test_no_line_is_wider_than_a_page(line, capsys, monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[1])
    main(shlex.split(line))
    assert [each for each in capsys.readouterr().out.splitlines() if len(each) > WIDTH] == []


@pytest.mark.parametrize("cell", [3, 30, 60])
def test_a_table_that_is_too_wide_goes_on_below_with_every_cell(cell, capsys):
    columns = {f"head{k}": [f"{k}{row}".rjust(cell, "x") for row in "ab"] for k in range(9)}
    side_by_side(columns)
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= max(WIDTH, 2 * cell + 3)
    assert set(out.split()) == {*columns, *(each for cells in columns.values() for each in cells)}


def test_two_columns_of_one_heading_keep_their_own_cells(capsys):
    side_by_side([("share", ["1/2"]), ("enough", ["3"]), ("enough", ["12345678"])])
    assert capsys.readouterr().out.splitlines() == ["  share enough   enough", "    1/2      3 12345678"]


def test_a_cell_goes_on_below_and_a_heading_ends_above_its_column(capsys):
    side_by_side(
        {"row": ["a", "b"], "first\nat n =": ["8 (of these)", "2"]},
        left={"row", "first\nat n ="},
        most={"first\nat n =": 8},
    )
    assert capsys.readouterr().out.splitlines() == [
        "       first",
        "  row  at n =",
        "  a    8 (of",
        "       these)",
        "  b    2",
    ]


def test_a_long_command_can_be_copied(capsys):
    command(said := "rope-theory cliff mix " + " ".join(f"--option{k} value" for k in range(9)))
    out = capsys.readouterr().out
    assert " ".join(re.sub(r"\\\n", " ", out).split()) == said and max(map(len, out.splitlines())) <= WIDTH
