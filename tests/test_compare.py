"""`rope-theory compare`: first lengths against a look at every length in floating point, pairs of layers, plain errors."""

import json

import numpy as np
import pytest

from rope_theory.faces.cli import main
from rope_theory.models.comparison import compare, grid, pairs
from rope_theory.models.config import read_config
from rope_theory.models.config.reader import Still

PLAIN = {"head_dim": 32, "rope_theta": 10000.0, "max_position_embeddings": 600, "num_hidden_layers": 4}
NAMES = (
    "keys that a query sees at most",
    "frequencies that the other has not",
    "logit of |q|·|k| = 1 at distance 0",
    "cap c of a logit x, c·tanh(x/c)",
    "a sink takes part in the softmax",
    "queries and keys are normalised",
    "|q|·|k| at most",
    "planes positional alone in bfloat16",
    "planes symbolic for 8 letters",
    "planes that turn less than once",
    "kernel B(m): first negative m < n",
    "Index gap of the best mix",
)
AT_LENGTH = (
    "β that gives the best mix half",
    "|q|·|k| that gives the best mix half",
    "best mix, every step in bfloat16",
    "best mix, phases in float32",
)


def reader(settings):
    return lambda length: read_config(settings, length=length)


def first_limits(one, other, length=600):
    [(_, limits)] = compare(reader(one), reader(other), length)
    assert tuple(each.name for each in limits) == NAMES + AT_LENGTH
    assert all(each.only_at_length == (each.name in AT_LENGTH) for each in limits)
    assert all(each.differs_from is None and not each.exact for each in limits if each.only_at_length)
    return {each.name: each for each in limits if not each.only_at_length}


def by_looking(settings, length):
    """{limit: its value at each n = 2..length}, by sums over all distances in float64."""
    layer = read_config(settings, length=length).layer()
    g = np.array(layer.rope.floats())
    m = np.arange(1, length)
    cosines = np.cos(m[:, None] * g)
    nearest = np.maximum.accumulate(cosines, axis=0)
    negative = m[cosines.sum(1) < 0]
    sees = [min(n, layer.window or n) for n in range(2, length + 1)]
    return {
        "planes positional alone in bfloat16": [int((1 - nearest[n - 2] > 2 / 259).sum()) for n in sees],
        "planes symbolic for 8 letters": [int((n * g < np.pi / 8).sum()) for n in sees],
        "planes that turn less than once": [int((n * g < 2 * np.pi).sum()) for n in sees],
        "kernel B(m): first negative m < n": [
            int(negative[0]) if len(negative) and negative[0] < n else None for n in sees
        ],
        "keys that a query sees at most": sees,
    }


OTHERS = {
    "another base": {"rope_theta": 100.0},
    "a narrower head": {"head_dim": 16},
    "linear": {"rope_scaling": {"type": "linear", "factor": 4}},
    "yarn": {"rope_scaling": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 150}},
    "a window": {"model_type": "mistral", "sliding_window": 100},
    "another base and a window": {"model_type": "mistral", "sliding_window": 77, "rope_theta": 300.0},
}


@pytest.mark.parametrize("change", OTHERS.values(), ids=OTHERS)
def test_first_differences_are_those_that_looking_at_every_length_finds(change):
    found = first_limits(PLAIN | {"model_type": "mistral", "sliding_window": None}, PLAIN | change)
    one, other = by_looking(PLAIN, 600), by_looking(PLAIN | change, 600)
    for name, values in one.items():
        first = next((n for n, (x, y) in enumerate(zip(values, other[name], strict=True), 2) if x != y), None)
        assert (found[name].a, found[name].b, found[name].differs_from) == (values[-1], other[name][-1], first), name
        assert found[name].exact


def test_a_configuration_differs_nowhere_from_itself():
    for change in ({}, *OTHERS.values()):
        limits = first_limits(PLAIN | change, PLAIN | change)
        assert all(each.differs_from is None and each.exact and each.a == each.b for each in limits.values())


def test_rules_that_follow_the_length_differ_where_they_begin_to():
    dynamic = PLAIN | {"max_position_embeddings": 128, "rope_scaling": {"type": "dynamic", "factor": 2}}
    plain = PLAIN | {"max_position_embeddings": 128}
    found = first_limits(plain, dynamic)["frequencies that the other has not"]
    assert (found.differs_from, found.exact) == (129, False)
    assert first_limits(plain, dynamic, 128)["frequencies that the other has not"].differs_from is None


def test_scale_differs_with_the_attention_factor_and_with_the_models_own_scale():
    name = "logit of |q|·|k| = 1 at distance 0"
    yarn = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 150}
    one = PLAIN | {"rope_scaling": yarn | {"attention_factor": 1.0}}
    other = PLAIN | {"rope_scaling": yarn | {"attention_factor": 3.0}}
    found = first_limits(one, other)
    assert found[name].b == pytest.approx(9 * found[name].a) and found[name].differs_from == 2
    assert found["frequencies that the other has not"].differs_from is None
    granite = {"model_type": "granite", "attention_multiplier": 0.5}
    assert first_limits(PLAIN | {"model_type": "granite"}, PLAIN | granite)[name].b == 0.5


def test_mix_is_apart_only_where_enclosures_are():
    found = first_limits(PLAIN, PLAIN | {"rope_theta": 300.0})["Index gap of the best mix"]
    assert found.differs_from in grid(600) and not found.exact
    assert found.a[1] < found.b[0] or found.b[1] < found.a[0]
    window = first_limits(PLAIN, PLAIN | OTHERS["a window"])["Index gap of the best mix"]
    assert window.differs_from is not None and window.differs_from > 100


def test_layers_are_paired_by_number_and_what_one_side_lacks_is_said():
    mixed = {
        "model_type": "olmo3",
        "num_hidden_layers": 6,
        "hidden_size": 64,
        "num_attention_heads": 2,
        "layer_types": ["sliding_attention", "full_attention"] * 3,
        "sliding_window": 32,
        "rope_theta": 500000.0,
    }
    found = pairs(read_config(PLAIN), read_config(mixed))
    assert [(each.layers, each.a is None, each.b and each.b.window) for each in found] == [
        ((0, 2), False, 32),
        ((1, 3), False, None),
        ((4,), True, 32),
        ((5,), True, None),
    ]
    unnumbered = {key: value for key, value in PLAIN.items() if key != "num_hidden_layers"}
    assert [each.layers for each in pairs(read_config(unnumbered), read_config(mixed))] == [(0, 2, 4), (1, 3, 5)]


def test_layers_without_rotation_have_no_limits():
    smollm = {"model_type": "smollm3", "num_hidden_layers": 4, "head_dim": 32, "rope_theta": 10000.0}
    found = compare(reader(PLAIN), reader(smollm), 100)
    assert [(pair.layers, isinstance(pair.b, Still), bool(limits)) for pair, limits in found] == [
        ((0, 1, 2), False, True),
        ((3,), True, False),
    ]


@pytest.fixture
def files(tmp_path):
    paths = tmp_path / "a.json", tmp_path / "b.json"
    for path, change in zip(paths, ({}, {"rope_theta": 300.0}), strict=True):
        path.write_text(json.dumps(PLAIN | change))
    return paths


def test_page_and_json_say_the_same(call, files):
    status, out, err = call("compare", *files)
    assert status == 0 and err == "" and "layers 0–3 (4)" in out and "at n = 600" in out
    data = json.loads(call("compare", *files, "--json")[1])
    [group] = data["groups"]
    assert [each["limit"] for each in group["limits"]] == [*NAMES, *AT_LENGTH] and data["length"] == 600
    assert group["a"]["base"] == "10000" and group["b"]["base"] == "300" and data["a"]["table"] == [group["a"]]
    for each in group["limits"]:
        assert each["limit"] in out and (each["differs_from"] is None or str(each["differs_from"]) in out)


def test_bounds_at_one_length_are_shown_rounded_up_and_do_not_count_as_limits_that_differ(call, files):
    page, data = call("compare", *files)[1], json.loads(call("compare", *files, "--json")[1])
    found = {each["limit"]: each for each in data["groups"][0]["limits"]}
    norms = found["|q|·|k| that gives the best mix half"]
    row = next(line for line in page.splitlines() if "|q|·|k| that gives" in line).split()
    assert norms["a"] <= float(row[-6]) < norms["a"] * 1.001 and row[-4:] == ["at", "this", "n", "alone"]
    assert "of 12 limits differ" in page and "gives the best mix half" not in page.split("in short")[1].split("\n")[0]


def test_equal_counts_of_other_frequencies_are_a_difference(call, tmp_path):
    """Each side has as many frequencies that the other lacks: all but the fastest, g = 1, which every base has."""
    other = tmp_path / "other.json"
    other.write_text(json.dumps(PLAIN | {"rope_theta": 12000.0}))
    own = tmp_path / "own.json"
    own.write_text(json.dumps(PLAIN))
    page = call("compare", own, other, "--length", "6")[1]
    row = next(line for line in page.splitlines() if line.startswith("  frequencies that")).split()
    short = page.split("in short: ")[1].split("\n")[0]
    assert row[-3:] == ["15", "15", "2"]
    assert short == (
        "1 of 12 limits differs at 6 positions, the first of them from 2 on: frequencies that the other has not."
    )
    assert "no limit differs for certain" in call("compare", own, own, "--length", "6")[1]


def test_frequencies_of_the_example_are_named(call):
    short = call("compare", "examples/llama-2-7b.json", "examples/llama-3.1-8b.json", "--length", "8192")[1]
    short = short.split("in short: ")[1].split("\n")[0]
    assert short.startswith("5 of 12 limits differ at 8192 positions") and "frequencies that the other has not" in short


def test_a_length_that_nobody_asked_for_is_bounded(call, tmp_path, monkeypatch):
    monkeypatch.setattr("rope_theory.faces.commands.compare.LONGEST", 300)
    path = tmp_path / "huge.json"
    path.write_text(json.dumps(PLAIN | {"max_position_embeddings": 10**9}))
    assert json.loads(call("compare", path, path, "--json")[1])["length"] == 300


def test_errors_are_one_line_and_name_what_is_wrong(call, files, tmp_path):
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps({"head_dim": 32, "rope_theta": 10000.0}))
    a, b = files
    for arguments, word in (
        ((a, tmp_path / "none.json"), "none.json"),
        ((bare, bare), "--length"),
        ((a, b, "--length", "1"), "length"),
        ((a, b, "--dtype", "int8"), "dtype"),
        ((a, b, "--letters", "1"), "letters"),
        ((a, b, "--base", "7"), "rope_theta"),
    ):
        status, out, err = call("compare", *arguments)
        assert status == 2 and out == "" and err.startswith("error: ") and err.count("\n") == 1 and word in err
    assert call("compare", a)[0] == 2


def test_a_length_beyond_a_files_own_is_said_of_that_file_alone(tmp_path, capsys):
    short, long = tmp_path / "short.json", tmp_path / "long.json"
    short.write_text(json.dumps(PLAIN | {"model_type": "llama"}))
    long.write_text(json.dumps(PLAIN | {"model_type": "llama", "max_position_embeddings": 700}))
    note = "n = 700 is beyond the file's max_position_embeddings, 600"
    assert main(["compare", str(short), str(long), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert note in found["a"]["notes"] and not any("beyond" in each for each in found["b"]["notes"])
    assert main(["compare", str(short), str(long), "--length", "600"]) == 0
    assert "is beyond" not in capsys.readouterr().out


@pytest.mark.parametrize("first", [True, False])
def test_an_error_names_the_file_that_it_is_about(first, tmp_path, call):
    bad = tmp_path / "bad.json"
    bad.write_text('{"head_dim": 64, "rope_theta": 500000, "rope_parameters": {"rope_theta": 10000}}')
    pair = [str(bad), "examples/llama-2-7b.json"]
    status, _, err = call("compare", *(pair if first else pair[::-1]), "--length", "64")
    assert status == 2 and err.startswith(f"error: {bad}: rope_") and "must agree with" in err and "got '" not in err


def test_a_file_that_is_not_there_is_named_once(call):
    assert call("compare", "examples/llama-2-7b.json", "none.json")[2].count("none.json") == 1


def test_an_option_of_both_is_no_files_matter(call):
    err = call("compare", "examples/llama-2-7b.json", "examples/llama-3.1-8b.json", "--base", "7", "--length", "64")[2]
    assert err.startswith("error: --base must be left out, or agree with rope_theta = 10000, got 7")
