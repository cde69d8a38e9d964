"""docs/json.md against what the commands print now, and all commands with --json in it."""

import importlib.util
import re
from fractions import Fraction
from pathlib import Path

import pytest
from flint import arb

from rope_theory.core.angles import Angle
from rope_theory.faces.cli import main
from rope_theory.laws.shape import SHAPES, shape
from rope_theory.models.config.rotary import Still
from rope_theory.models.config.table import row

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")


def loaded():
    spec = importlib.util.spec_from_file_location("json_keys", ROOT / "tools" / "json_keys.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


TOOL = loaded()


@pytest.mark.parametrize("name", dict.fromkeys(command.split()[0] for command in TOOL.PLAIN))
def test_keys_on_the_page_are_those_that_the_command_prints(name):
    """All modes of the command that need no extra; those that do follow in a section of their own."""
    assert "\n".join(TOOL.tables(tuple(each for each in TOOL.PLAIN if each.split()[0] == name))) in PAGE


@pytest.mark.parametrize("command", ["limits", "compare", "scale", "cliff"])
def test_what_stands_in_the_table_for_layers_that_do_not_turn_is_on_the_page(command):
    said = next(line for line in PAGE.partition(f"## {command}\n")[2].splitlines() if "rotates`" in line)
    for key in row(Still("full_attention", (3,), None, True)):
        assert f"`{key}`" in said or f".{key}`" in PAGE, key


def test_a_mode_lists_what_no_earlier_one_has_and_says_what_is_missing():
    first, second = [("a", "number", "x"), ("b", "text", "y")], [("a", "number", "x"), ("c", "text", "z")]
    assert TOOL._beside([], first) == "" and TOOL._beside(first, first) == ": those above"
    assert TOOL._beside(first, second) == ": those above without `b`, and"
    assert TOOL._beside(first, second[1:]) == TOOL.APART


@pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ("torch", "transformers", "onnx", "onnxruntime", "gguf", "joblib"))),
    reason="NOT RUN: torch and others (extras models, onnx, gguf, sweeps) are not all installed",
)
def test_keys_of_commands_that_run_models():
    assert "\n".join(TOOL.model_tables()) in PAGE


def test_every_command_with_json_is_run_or_left_out_with_its_reason(capsys):
    from rope_theory.faces import commands

    folder = Path(commands.__file__).parent
    names = {path.stem.replace("_", "-") for path in folder.glob("[a-z]*.py")}
    asked = set()
    for name in names:
        with pytest.raises(SystemExit):
            main([name, "--help"])
        if "--json" in capsys.readouterr().out:
            asked.add(name)
    run = {command.split()[0] for command in TOOL.PLAIN + TOOL.MORE}
    left = {name for name in TOOL.LEFT_OUT if " " not in name}
    assert run | left == asked and not run & left
    assert {name.split()[0] for name in TOOL.LEFT_OUT} <= asked  # with a space: a mode
    assert set(re.findall(r"^## (\S+)$", PAGE, re.MULTILINE)) == run
    assert all(f"- `{name}`: " in PAGE for name in TOOL.LEFT_OUT)


@pytest.mark.parametrize(
    "value, found",
    [
        (
            {"a": 1, "b": [{"c": None}, {"c": 2, "d": "x"}]},
            {"a": "number", "b": "list of objects", "b[].c": "number", "b[].d": "text"},
        ),
        ({"a": {"bfloat16": [1.5]}}, {"a": "object of <…>: list"}),
        (
            {"a": {"1": {"low": 1}, "2": {"high": True}}},
            {"a": "object of <…>", "a.<…>.low": "number", "a.<…>.high": "true or false"},
        ),
        ({"witness": {"theta": "1"}}, {"witness": "object of <…>: text"}),
        ({"a": [], "b": ["1/3"]}, {"a": "list", "b": "list of texts"}),
    ],
)
def test_the_keys_of_a_value_with_their_kinds(value, found):
    assert dict(TOOL.rows(value)) == found


def test_no_row_has_the_type_null_and_each_that_may_be_null_says_so():
    """A client is written from the types: a window is null here and a number in other models."""
    found = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| (.*) \|$", PAGE, re.MULTILINE)
    assert found and not [row for row in found if row[1] in ("null", "list") or row[1].endswith(": null")]
    assert not [row for row in found if ("null:" in row[2]) != row[1].endswith(" or null") and "or null" not in row[2]]
    assert ("layers[].rank", "number or null") in {row[:2] for row in found}
    with pytest.raises(KeyError):
        TOOL.shape("null", "layers[].colour", "null: none")


def test_a_key_without_a_meaning_is_refused():
    assert TOOL.meaning("scale", "to") == "target length, in positions"
    with pytest.raises(KeyError, match="scale: rules"):
        TOOL.meaning("scale", "rules[].colour")


def test_the_longest_end_of_a_path_says_what_a_key_means_and_a_commands_own_table_first():
    assert TOOL.entry("limits", "layers[].planes[].gap") == ("limits", "planes.gap")
    assert TOOL.entry("ask", "id") == ("ask", "id") and TOOL.entry("verify", "claims[].id") == ("all", "id")
    assert TOOL.entry("export-gguf", "margin") == ("export-onnx export-gguf", "margin")


def test_every_row_of_the_page_says_what_its_key_means_and_every_meaning_is_of_a_key():
    used = set()
    for section in PAGE.split("\n## ")[1:-1]:
        name = section.splitlines()[0]
        for path, said in re.findall(r"^\| `([^`]+)` \| [^|]+ \| (.*) \|$", section, re.MULTILINE):
            assert said.strip() == TOOL.meaning(name, path).replace("|", "&#124;"), (name, path)
            used.add(TOOL.entry(name, path))
    assert used == {(table, end) for table, ends in TOOL.MEANINGS.items() for end in ends}


@pytest.mark.parametrize(
    "unit, paths",
    {
        "positions": (
            "limits layers[].planes[].wavelength",
            "cliff safe_up_to",
            "gap span",
            "scale rules[].wavelengths",
        ),
        "radians per position": ("limits layers[].planes[].frequency",),
        "the largest logit": ("limits layers[].best_mix.gap", "gap gap_lower", "cliff half_gap"),
        "seconds": ("run-long results.seconds", "explain seconds"),
        "bytes": ("run-long results.peak_memory",),
        "the key's norm": ("drift drift_at_most",),
    }.items(),
)
def test_a_quantity_says_its_unit(unit, paths):
    assert all(unit in TOOL.meaning(*path.split()) for path in paths)


def test_values_that_a_meaning_lists_are_those_of_the_code():
    said = TOOL.meaning("shape", "shape")
    assert "inverted-U" in said and "undecided" in said and all(name in said for name in SHAPES)
    found = {
        shape(n, Angle(Fraction(k, 60)), head).name
        for n in (2, 9, 33)
        for k in range(61)
        for head in ("H_POS", "H_SYM")
    }
    found |= {shape(33, arb(0, 1)).name, shape(9, Angle(0, Fraction(1, 60)), "H_SYM", phase=Angle()).name}
    assert found == set(SHAPES)
    assert "{" not in "".join(
        TOOL.meaning(*pair) for pair in (("shape", "shape"), ("verify", "verdict"), ("scale", "rules[].rule"))
    )
