"""`rope-theory compile` as a user meets it: what it prints, its exit status, one line for bad input."""

import json

import pytest

from rope_theory.faces.cli import main
from rope_theory.machines.compile import save, to_gptj


def test_command_builds_saves_and_verifies(tmp_path, capsys):
    folder = str(tmp_path / "model")
    assert main(["compile", "number", "--layers", "2", "--verify", "40", "--out", folder]) == 0
    out = capsys.readouterr().out
    assert "LlamaForCausalLM" in out and "20 of 20 right" in out and "the margin it is made for" in out
    assert main(["compile", "--from", folder, "--verify", "20", "--hops", "1", "--at", "9", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["verified"]["holds"] and answer["verified"]["inputs"] == 20 and answer["model"]["layers"] == 2


def test_command_fails_when_an_answer_is_wrong(tmp_path, capsys):
    model = to_gptj("letter", 2)
    for block in model.transformer.h:  # half of the β
        block.attn.q_proj.weight.data *= 0.5
    save(model, tmp_path / "model")
    assert main(["compile", "--from", str(tmp_path / "model"), "--verify", "400"]) == 1
    assert "FAILS" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments, rule",
    [
        (["nonsense"], "task must be one of number, letter"),
        ([], "task must be given"),
        (
            ["number", "--dtype", "bfloat61"],
            "dtype must be one of bfloat16, float16, float32, float64 (did you mean bfloat16?)",
        ),
        (["number", "--dtype", "floats16"], "(did you mean float16?), got 'floats16'"),
        (["number", "--layers", "x"], "layers must be a whole number"),
        (["number", "--class", "gptj", "--base", "3"], "base must not be given for gptj"),
        (["number", "--device", "nonsense"], "device must be one that torch has here"),
        (["number", "--at", "9"], "--at must be given with --verify: --verify 100 --at 9"),
        (["number", "--from", "x"], "from must not be given with TASK"),
        (["number", "--out", __file__], "out must be a folder"),
    ],
)
def test_command_refuses_in_one_line(arguments, rule, capsys):
    assert main(["compile", *arguments]) == 2
    err = capsys.readouterr().err
    assert rule in err and err.count("\n") == 1
