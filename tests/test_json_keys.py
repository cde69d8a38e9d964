"""docs/json.md against what the commands print now, and all commands with --json in it."""

import importlib.util
import re
from pathlib import Path

import pytest

from rope_theory.faces.cli import main

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")


def loaded():
    spec = importlib.util.spec_from_file_location("json_keys", ROOT / "tools" / "json_keys.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


TOOL = loaded()


@pytest.mark.parametrize("command", TOOL.PLAIN)
def test_keys_on_the_page_are_those_that_the_command_prints(command):
    assert "\n".join(TOOL.tables((command,))) in PAGE


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
    assert run | TOOL.LEFT_OUT.keys() == asked and not run & TOOL.LEFT_OUT.keys()
    assert set(re.findall(r"^## (\S+)$", PAGE, re.MULTILINE)) == run
    assert all(f"- `{name}`: " in PAGE for name in TOOL.LEFT_OUT)


@pytest.mark.parametrize(
    "value, words",
    [
        ({"a": 1, "b": [{"c": None}, {"c": 2, "d": "x"}]}, "object of `a`, `b` (list of `c`, `d`)"),
        ({"bfloat16": [1.5]}, "object of <…>: list"),
        ({"1": {"low": 1}, "2": {"high": True}}, "object of <…>: object of `low`, `high`"),
        ([], "list"),
        (["1/3"], "list of texts"),
        (True, "true or false"),
    ],
)
def test_shapes_of_values(value, words):
    assert TOOL.shape(value) == words
