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
            {"a": "number", "b": "list of objects", "b[].c": "number or null", "b[].d": "text"},
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
    assert {path: said for path, said, _ in TOOL.rows([value])} == found


def test_a_key_that_only_some_objects_have_is_marked_and_kinds_of_all_inputs_count():
    found = list(TOOL.rows([{"a": 1, "b": [{"c": 1}, {"c": 2, "d": "x"}]}, {"a": 1.5, "b": [], "e": {}}]))
    assert found == [
        ("a", "number", True),
        ("b", "list of objects", True),
        ("b[].c", "number", True),
        ("b[].d", "text", False),
        ("e", "object", False),
    ]
    assert ("steps", "list of objects", True) in TOOL.rows([{"steps": [{"steps": [{"steps": []}]}]}])
    assert TOOL.keys({"steps": [{"steps": [{"text": ""}]}]}) == {"steps", "steps[].steps"}


#: Inputs beside those that the page is written from: other claims, configurations, rope types, tasks, options.
OTHERS = (
    "ask least base for context --json",
    "base --length 700 --dim 16 --check 20000 --json",
    "cliff cosines --config examples/phi-2.json --length 64 --dtype bfloat16 --json",
    "cliff index --dtype float32 --step trig=float64 --json",
    "cliff mix --config examples/qwen2.5-7b-yarn.json --length 64 --dtype float16 --json",
    "cliff retrieval --letters 4 --dtype bfloat16 --json",
    "compare examples/gemma-2-9b.json examples/qwen2.5-7b-yarn.json --length 64 --json",
    "constructions --json",
    "drift --dtype float32 --json",
    "errata u25 --json",
    "explain new.base-bound-monotone --json",
    "explain new.cached-keys.drift --json",
    "explain new.index-gap-sharp --json",
    "explain u26.balance --json",
    "gap --base 10000 --dim 64 --length 64 --planes 4 --json",
    "gap --config examples/phi-3.5-mini.json --length 64 --json",
    "limits --base 10000 --head-dim 2 --length 64 --json",
    "limits examples/llama-2-7b.json --length 64 --json",
    "limits examples/phi-2.json --length 64 --quick --json",
    "limits examples/qwen2.5-7b-yarn.json --length 64 --dtype float32 --letters 2 --json",
    "paper chen2023 --json",
    'run binding "A1 B2 C1 B" --json',
    'run duplicate "A1 B2 A3 A4" --json',
    'run index "C B A 2" --beta 3 --theta 1 --json',
    'run induction "A1 B2 A3 A" --json',
    'run letter "C2 B1 A3 FA EC DE HF GD IG" --json',
    'run retrieval "A1 BA CB" --json',
    "scale --base 10000 --head-dim 8 --from 64 --to 128 --json",
    "scale examples/llama-3.1-8b.json --from 8192 --to 16384 --factor 8,15 --json",
    "scale examples/qwen2.5-7b-yarn.json --to 65536 --json",
    "shape --n 1000 --theta 1 --extrema 2 --json",
    "shape --n 9 --theta 0.3 --head H_SYM --phase 0.1 --own-position --json",
    "verify u26.balance new.previous-token new.base-bound-monotone --json -",
)


def on_the_page(name: str) -> dict[str, str]:
    """The paths of a command's keys on the page -> their kinds."""
    sections = re.findall(rf"^## {name}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return dict(re.findall(r"^\| `([^`]+)` \| ([^|]+) \|", "".join(sections), re.MULTILINE))


@pytest.mark.parametrize("command", OTHERS)
def test_no_other_input_has_a_key_that_the_page_lacks(command):
    assert TOOL.keys(TOOL.printed(command)) - set(on_the_page(command.split()[0])) == set()


def test_a_refused_input_prints_no_json(capsys):
    assert main(["limits", str(ROOT / "examples" / "phi-2.json"), "--length", "1", "--json"]) == 2
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.splitlines()) == 1 and "exit status is 2" in PAGE


def test_short_says_nothing_else_in_json():
    command = "limits examples/phi-2.json --length 64 --json"
    assert TOOL.printed(command + " --short") == TOOL.printed(command) and "--short" in PAGE


def test_no_row_has_the_type_null_and_each_that_may_be_null_says_so():
    """A client is written from the types: a window is null here and a number in other models."""
    found = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| (.*) \|$", PAGE, re.MULTILINE)
    assert found and not [row for row in found if row[1] in ("null", "list") or row[1].endswith(": null")]
    assert not [row for row in found if ("null:" in row[2]) != row[1].endswith(" or null") and "or null" not in row[2]]
    assert ("layers[].rank", "number or null") in {row[:2] for row in found}
    with pytest.raises(KeyError):
        TOOL.shape("null", "layers[].colour", "null: none")


def test_a_value_that_is_null_at_times_needs_a_meaning_that_says_when():
    (found,) = TOOL.rows([{"a": None}, {"a": 1}])
    assert found == ("a", "number or null", True) and TOOL.shape(found[1], "a", "null: none") == "number or null"
    with pytest.raises(KeyError, match="null at times"):
        TOOL.shape(found[1], "a", "a number")


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
