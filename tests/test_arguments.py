"""Options of commands: every angle is read by one grammar, options are named as the house names things, old names work."""

from __future__ import annotations

import argparse
import json
import re
from fractions import Fraction

import pytest

from rope_theory.core import progress
from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput, typed
from rope_theory.core.numbers import as_whole
from rope_theory.faces.arguments import afford, announce, whole
from rope_theory.faces.cli import main, parser
from rope_theory.models import comparison
from rope_theory.models.sweep_time import MOST_SECONDS, PER_SECOND, in_words, seconds

#: Every option that takes an angle, with the arguments that go before it.
ANGLES = {
    ("run", "theta"): "run index 'A B 1'",
    ("gap", "theta"): "gap --span 3",
    ("shape", "theta"): "shape --n 5",
    ("shape", "phase"): "shape --n 5 --head H_SYM --theta 0.1",
    ("cliff", "theta"): "cliff index --dtype float16 --length 4",
    ("run-long", "theta"): "run-long --construction index --length 4 --head-dim 4",
    ("sweep-long", "theta"): "sweep-long --construction index --lengths 4 --head-dim 4",
    ("learn", "frequencies"): "learn index --positions 2 --seeds 1 --steps 1",
}
SPELLINGS = (
    "0.8",
    "4/5",
    "8e-1",
    "+.8",
    "pi/4",
    "π/4",
    "0.25 PI",
    "2*pi/7",
    "1.5pi/4",
    "1/7 turn",
    "0.15turns",
    "2pi/7 - 1/10",
    "1/20 turn + .5",
    "1/3 turn + -1/10",
)
NONSENSE = (
    "",
    "x",
    "nan",
    "inf",
    "1/0",
    "0x10",
    "1 +",
    "--1",
    "pipi",
    "pi/0",
    "turn",
    "1e99999",
    "1 2",
    "2*3",
    "2pi/3*2",
    "1 turn 2",
    "pi-",
    "1 - -2",
)
#: Names that still work, and say nothing.
OLD_OPTIONS = {("learn", "--places"): "--positions", ("shape", "--own-place"): "--own-position"}
OLD_COMMANDS = {"scale-run": "run-long", "scale-sweep": "sweep-long"}


def subcommands() -> dict[str, argparse.ArgumentParser]:
    """Every subcommand with its parser, old names included."""
    return next(action.choices for action in parser()._actions if isinstance(action, argparse._SubParsersAction))


def options() -> dict[tuple[str, str], argparse.Action]:
    """(command, option) -> what argparse knows of it."""
    return {
        (name, option): action
        for name, one in subcommands().items()
        if name not in OLD_COMMANDS
        for action in one._actions
        for option in action.option_strings or [action.dest]
    }


def call(capsys, command: tuple[str, str], text: str) -> tuple[int, str]:
    import shlex

    status = main([*shlex.split(ANGLES[command]), f"--{command[1]}={text}"])
    return status, capsys.readouterr().err


def test_no_option_with_an_angle_is_missing_here():
    found = {(name, action.dest) for (name, _), action in options().items()}
    assert set(ANGLES) == {pair for pair in found if pair[1] in ("theta", "phase", "frequencies", "angle")} - {
        ("profile", "frequencies")  # a switch
    }


@pytest.mark.parametrize("text", SPELLINGS)
@pytest.mark.parametrize("command", ANGLES, ids=" --".join)
def test_every_spelling_of_an_angle_is_read_by_every_command(command, text, capsys):
    if command[0] in ("run-long", "sweep-long", "learn"):
        pytest.importorskip("torch")
    status, err = call(capsys, command, text)
    assert status in (0, 1) and "must" not in err, err  # 1: the head fails at this angle


@pytest.mark.parametrize("text", NONSENSE)
@pytest.mark.parametrize("command", ANGLES, ids=" --".join)
def test_every_command_refuses_the_same_texts_in_the_same_words(command, text, capsys):
    if command[0] in ("run-long", "sweep-long", "learn"):
        pytest.importorskip("torch")
    rule = 'must be radians like "0.8" or "2pi/7", or like "3/7 turn", or a sum like "2pi/3-1/10"'
    rule = 'must not divide by 0, as in "2pi/7"' if text.endswith("/0") else rule
    rule += f" (a number is missing behind {text[-1]})" if text.endswith(("+", "-")) else ""
    shown = repr(text)
    if "e9" in text:  # a number, and no number has quotation marks
        rule, shown = "must have an exponent of at most 999", text
    assert call(capsys, command, text) == (2, f"error: --{command[1]} {rule}, got {shown}\n")


@pytest.mark.parametrize(
    "text, turns, radians",
    [
        ("2pi/3-1/10", Fraction(1, 3), Fraction(-1, 10)),
        ("-1/10 + 2*pi/3", Fraction(1, 3), Fraction(-1, 10)),
        ("1e-1 - pi - 1/4 turn + 2", Fraction(-3, 4), Fraction(21, 10)),
        ("pi/2 + pi/3", Fraction(5, 12), 0),
    ],
)
def test_a_sum_of_angles_is_read_exactly(text, turns, radians):
    assert Angle.parse(text) == Angle(turns, radians) == Angle.parse(repr(Angle(turns, radians)))


def test_a_decimal_frequency_is_the_float_that_it_was():
    from rope_theory.faces.commands.learn import frequencies

    for text in ("0.1", "0.57", "1e-3", "3.3", "-0.7", "123456789.123"):
        assert frequencies([text]) == [(float(text),)]
    assert frequencies(["2pi/7,1/7 turn"])[0] == pytest.approx((0.8975979010256552,) * 2, rel=1e-15)


def test_options_call_a_position_a_position():
    shown = {option for option, action in options().items() if action.help != argparse.SUPPRESS}
    assert {"--positions", "--own-position"} <= {option for _, option in shown}
    assert [option for option in shown if "place" in option[1]] == []


@pytest.mark.parametrize("old, new", [(old, new) for old, new in OLD_OPTIONS.items()], ids=str)
def test_an_old_option_works_and_is_not_shown(old, new):
    command, option = old
    assert options()[old].help == argparse.SUPPRESS and option not in subcommands()[command].format_help()
    before = {"learn": ["index"], "shape": ["--n", "5", "--theta", "1"]}[command]
    value = ["7"] if command == "learn" else []
    read = [vars(parser().parse_args([command, *before, name, *value])) for name in (option, new)]
    plain = vars(parser().parse_args([command, *before]))
    assert read[0] == read[1] != plain and set(read[0]) == set(plain)


@pytest.mark.parametrize("old, new", OLD_COMMANDS.items())
def test_an_old_command_works_and_is_not_shown(old, new):
    found = subcommands()
    assert found[old] is found[new]
    assert f" {new} " in parser().format_help() and old not in parser().format_help()


def test_a_long_length_is_announced_with_an_estimate(capsys):
    announce("length", 10**6, 9.0)
    assert capsys.readouterr().err == ""
    announce("length", 10**8, 300.0)
    assert capsys.readouterr().err == "length 100000000: about 5 minutes on one core, an estimate\n"
    announce("length", 15 * 10**9, 43_000.0)
    assert "about 12 hours" in capsys.readouterr().err


def test_what_is_refused_and_what_is_announced_come_from_one_estimate(capsys):
    """At the cap a minute is announced, without --long; one position more is refused with the same estimate."""
    most = MOST_SECONDS * PER_SECOND // (64 * 2)
    for long in (False, True):
        afford("--length", most, 64, 2, long=long)
        assert capsys.readouterr().err == f"--length {most}: about 70 seconds on one core, an estimate\n"
    with pytest.raises(
        InvalidInput, match=rf"--length must be at most {most} with 64 planes \(a minute; .* 70 seconds"
    ):
        afford("--length", most + 1, 64, 2, long=False)
    afford("--length", 10 * most, 64, 2, long=True)
    assert f"about {in_words(seconds(10 * most, 64, 2))} on" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["limits", "--base", "500000", "--head-dim", "128", "--length", "6e7"],
        ["scale", "--base", "500000", "--head-dim", "128", "--from", "8192", "--to", "1e7"],
        ["gap", "--base", "500000", "--dim", "128", "--length", "5e7"],
        ["cliff", "mix", "--base", "500000", "--dim", "128", "--length", "2e7", "--dtype", "bfloat16"],
        ["compare", "examples/llama-2-7b.json", "examples/llama-3.1-8b.json", "--length", "6e6"],
    ],
)
def test_every_command_says_an_estimate_without_long_too(arguments, capsys, monkeypatch):
    class Stop(Exception):
        pass

    def stop(*_, **__):
        raise Stop

    for name in ("limits.layer_limits", "scaling.compare", "comparison.compare", "precision.cliff"):
        monkeypatch.setattr(f"rope_theory.models.{name}", stop)
    monkeypatch.setattr("rope_theory.laws.discrepancy.best_mix", stop)
    with pytest.raises(Stop):
        main(arguments)
    assert re.search(
        r"^--(length|to) \d+: about \d+ (seconds|minutes) on one core, an estimate$", capsys.readouterr().err, re.M
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["limits", "--base", "500000", "--head-dim", "128", "--length", "4e9"],
        ["scale", "--base", "500000", "--head-dim", "128", "--from", "8192", "--to", "4e9"],
        ["cliff", "mix", "--base", "500000", "--dim", "128", "--length", "4e9", "--dtype", "bfloat16"],
        ["cliff", "cosines", "--base", "500000", "--dim", "128", "--length", "1e9", "--dtype", "bfloat16"],
        ["compare", "examples/llama-2-7b.json", "examples/llama-3.1-8b.json", "--length", "4e9"],
    ],
)
def test_days_of_work_are_refused_in_a_moment(arguments, capsys):
    assert main(arguments) == 2
    assert "or --long be given" in capsys.readouterr().err


def test_an_angle_beyond_floats_is_run_and_its_gap_is_not_called_zero(capsys):
    assert main(["run", "number", "C B A 1 4 1 3 2 1", "--theta", "1e-300"]) == 0
    out = capsys.readouterr().out
    assert "largest logit of another token = 5.00000e-601" in out and "softmax at β = 2.77259e+600" in out
    assert main(["run", "number", "C B A 1 4 1 3 2 1", "--theta", "1e-300", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hops"][0]["logit_gap"] == "5.00000e-601"


def test_progress_that_a_callback_reports_is_told_after_a_while(monkeypatch, capsys):
    def told():
        with progress.callback("work") as moved:
            for done in range(1, 26):
                moved(done, 25)
        return capsys.readouterr().err.splitlines()

    assert told() == []
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    assert told() == [f"work: {share} %" for share in (12, 20, 32, 40, 52, 60, 72, 80, 92, 100)]


def test_the_table_of_cosines_tells_how_far_it_is_up_to_its_end(monkeypatch, call):
    asked = "cliff", "cosines", "--base", "10000", "--dim", "32", "--length", "300", "--dtype", "bfloat16"
    assert call(*asked)[2] == ""
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    told = call(*asked)[2].splitlines()
    assert len(told) == 10 and told[-1] == "looking at every cosine: 100 %"


def test_compare_tells_how_far_a_long_mix_is(monkeypatch, call):
    asked = "compare", "examples/llama-2-7b.json", "examples/phi-2.json", "--length", "20000"
    assert call(*asked)[2] == ""
    comparison._best.cache_clear()
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    assert "best mix at n = 20000: 100 %" in call(*asked)[2].splitlines()


@pytest.mark.parametrize("text, number", [("12.0", 12), ("3.", 3), ("+7", 7), ("-1.0", -1), ("1.5e1", 15), (" 4 ", 4)])
def test_a_whole_number_is_one_however_it_is_written(text, number):
    assert whole("n", text) == number


@pytest.mark.parametrize("text", ["12.5", "1e-3", "0x10", "1/1", "twelve", "", "1e9999", "9" * 5000])
def test_what_is_no_whole_number_is_refused(text):
    with pytest.raises(InvalidInput, match="must be a whole number"):
        whole("n", text)


def test_course_file_and_command_line_read_a_whole_number_alike():
    from rope_theory.faces.exercise import exercise
    from rope_theory.models.config.keys import Keys

    @exercise("whole")
    def check_1(answer):
        assert answer == 12, "no"

    assert check_1(12.0) and Keys({"n": Fraction("12.0")}).whole("n") == whole("n", "12.0") == as_whole(12.0) == 12
    assert not check_1(12.5) and as_whole(True) is None and as_whole(float("inf")) is None


@pytest.mark.parametrize(
    "command, err",
    [
        (
            "shape --n 12.5 --theta 1",
            "error: --n must be a whole number, as in 4096, 1e9, 128Ki, 1Mi or 1Gi, got 12.5\n",
        ),
        ("limits --base 1/2 --head-dim 64 --length 9", "error: --base must be greater than 1, got 0.5\n"),
        ("scale --base 9 --head-dim 8 --from 4 --to 8 --factor 1/2", "error: --factor must be at least 1, got 1/2\n"),
        ("shape --n -1 --theta 1", "error: --n must be at least 1, got -1\n"),
        ("drift --error 2", "error: --error must be between 0 and 1, got 2\n"),
        ("shape --n x --theta 1", "error: --n must be a whole number, as in 4096, 1e9, 128Ki, 1Mi or 1Gi, got 'x'\n"),
    ],
)
def test_a_number_has_no_quotation_marks_in_an_error(command, err, capsys):
    assert main(command.split()) == 2 and capsys.readouterr().err == err


def test_a_number_too_large_to_write_out_is_not_computed_for_its_error():
    assert repr(typed("1e999999999999")) == "1e999999999999" and repr(typed("1/0")) == "'1/0'"


@pytest.mark.parametrize("text, value", [("128Ki", 131072), ("1Mi", 1 << 20), ("1.5ki", 1536), ("1e6", 10**6)])
def test_lengths_with_a_unit_that_has_one_reading_are_read(text, value):
    assert whole("length", text) == value


@pytest.mark.parametrize(
    "text, both",
    [
        ("128k", ("131072", "128000", "128Ki")),
        ("1M", ("1048576", "1000000", "1Mi")),
        ("1.5K", ("1536", "1500", "1.5Ki")),
    ],
)
def test_a_unit_with_two_readings_is_refused_with_both(text, both):
    with pytest.raises(InvalidInput) as problem:
        whole("length", text)
    assert all(each in str(problem.value) for each in both) and "two" in str(problem.value)


def test_gi_is_a_unit_as_ki_and_mi_are_and_the_error_names_all():
    assert [whole("n", text) for text in ("1Gi", "0.5gi", "2Mi", "1Ki")] == [1 << 30, 1 << 29, 1 << 21, 1024]
    for text, said in (("1G", "write 1073741824 .or 1Gi. for 1024s, or 1000000000 for"), ("1Ti", "128Ki, 1Mi or 1Gi")):
        with pytest.raises(InvalidInput, match=said):
            whole("n", text)


def test_a_configuration_and_a_dimension_have_the_names_of_other_commands(call, tmp_path):
    llama = "examples/llama-2-7b.json"
    for command in (("limits", "--length", "64", "--short"), ("scale", "--to", "8192")):
        assert call(*command, "--config", llama) == call(*command, llama)
        assert call(*command, llama, "--config", llama)[2].startswith("error: --config must not be given beside CONFIG")
    for command in (
        ("base", "--length", "64"),
        ("limits", "--base", "10000", "--length", "64", "--short"),
        ("gap", "--base", "10000", "--length", "64"),
        ("cliff", "cosines", "--base", "10000", "--length", "64", "--dtype", "float32"),
    ):
        found = call(*command, "--dim", "64")
        assert found[0] == 0 and call(*command, "--head-dim", "64") == found
    assert call("base", "--length", "64")[2].startswith("error: --dim must be given")
    assert "after --config" not in call("limits", llama, llama, "--length", "64")[2]
