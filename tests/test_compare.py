"""`rope-theory compare`: first lengths against a look at every length in floating point, pairs of layers, plain errors."""

import copy
import json
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
import sympy

from rope_theory.core.errors import InvalidInput
from rope_theory.core.truth import Truth
from rope_theory.faces.cli import main
from rope_theory.faces.commands.compare import _in_short, _value
from rope_theory.laws.discrepancy import FrequencyList
from rope_theory.models.comparison import _others, compare, grid, pairs
from rope_theory.models.config import read_config
from rope_theory.models.config.rotary import Still
from rope_theory.models.layer_rows import Limit, keys_that_differ

EXAMPLES = Path(__file__).parents[1] / "examples"
PLAIN = {"head_dim": 32, "rope_theta": 10000.0, "max_position_embeddings": 600, "num_hidden_layers": 4}
NAMES = (
    "what these layers do",
    "keys that a query sees at most",
    "which of the keys before it",
    "dimensions that turn, of query and key",
    "pairing of dimensions",
    "planes of time, height, width in images",
    "frequencies that the other has not",
    "attention factor: cosines times",
    "score scale: q·k times",
    "logit of |q|·|k| = 1 at distance 0",
    "queries grow with their position by",
    "cap c of a logit x, c·tanh(x/c)",
    "a sink takes part in the softmax",
    "queries and keys are normalised",
    "|q|·|k| at most",
    "planes positional alone in bfloat16",
    "planes positional alone, logits in float32",
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
    "best mix, phases and logits in float32",
)


def reader(settings):
    return lambda length: read_config(settings, length=length)


def first_limits(one, other, length=600):
    [(_, limits)] = compare(reader(one), reader(other), length)
    assert tuple(each.name for each in limits) == NAMES + AT_LENGTH
    assert all(each.only_at_length == (each.name in AT_LENGTH) for each in limits)
    assert all(each.differs_from is None and not each.exact for each in limits if each.only_at_length)
    return {each.name: each for each in limits if not each.only_at_length}


def in_short(page):
    """The first paragraph `in short` of a page, in one line."""
    return " ".join(page.split("in short: ")[1].split("\n\n")[0].split())


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
        "planes positional alone, logits in float32": [int((1 - nearest[n - 2] > 2 / (2**24 + 3)).sum()) for n in sees],
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
        assert all(each.differs is Truth.FALSE for each in limits.values())


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


NAMED = ("deepseek-v3", "gemma-2-9b", "gemma-3-4b", "llama-2-7b", "llama-3.1-8b", "phi-2", "phi-3.5-mini", "qwen2.5-7b-yarn", "qwen2.5-vl-7b")  # fmt: skip


def example(name):
    """An example with six layers, and windows and original lengths within the few positions that are looked at."""
    data = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    return data | {
        "num_hidden_layers": 6,
        **({"sliding_window": 5} if "sliding_window" in data else {}),
        **({"original_max_position_embeddings": 5} if "original_max_position_embeddings" in data else {}),
    }


def changed(data, path, value):
    """The settings with one key changed; "a.b" stands inside a."""
    data = copy.deepcopy(data)
    *above, last = path.split(".")
    inner = data
    for key in above:
        inner = inner[key]
    inner[last] = value
    return data


def rows_apart(one, other, length=8):
    """(names of rows that differ for certain at some length, of rows that are not decided), of all layers."""
    rows = [row for _, found in compare(reader(one), reader(other), length) for row in found if not row.only_at_length]
    apart = {row.name for row in rows if row.differs is Truth.TRUE or row.differs_from is not None}
    return apart, {row.name for row in rows if row.undecided()}


#: What single keys are changed to, and a row that must differ.
CHANGES = [
    ("llama-2-7b", "num_hidden_layers", 5, "what these layers do"),
    ("llama-2-7b", "head_dim", 64, "dimensions that turn, of query and key"),
    ("llama-2-7b", "num_attention_heads", 64, "score scale: q·k times"),
    ("llama-2-7b", "model_type", "cohere", "pairing of dimensions"),
    ("llama-2-7b", "model_type", "smollm3", "what these layers do"),
    ("llama-2-7b", "model_type", "qwen3", "queries and keys are normalised"),
    ("llama-2-7b", "model_type", "granite_swa", "a sink takes part in the softmax"),
    ("llama-2-7b", "rope_scaling", {"type": "linear", "factor": 2}, "frequencies that the other has not"),
    ("llama-2-7b", "rope_theta", Decimal(f"10000.{'0' * 30}1"), "frequencies that the other has not"),
    ("llama-3.1-8b", "rope_scaling", None, "frequencies that the other has not"),
    ("gemma-2-9b", "attn_logit_softcapping", Decimal(f"50.{'0' * 30}1"), "cap c of a logit x, c·tanh(x/c)"),
    ("gemma-2-9b", "query_pre_attn_scalar", Decimal(f"256.{'0' * 30}1"), "logit of |q|·|k| = 1 at distance 0"),
    ("gemma-2-9b", "layer_types", ["full_attention"] * 6, "keys that a query sees at most"),
    ("gemma-2-9b", "layer_types", ["sliding_attention", "mamba"] * 3, "what these layers do"),
    ("phi-2", "qk_layernorm", True, "queries and keys are normalised"),
    ("qwen2.5-7b-yarn", "rope_scaling.attention_factor", Decimal("1.0000000000000001"), "attention factor: cosines times"),
    ("qwen2.5-7b-yarn", "rope_scaling.truncate", False, "frequencies that the other has not"),
    ("qwen2.5-vl-7b", "rope_scaling.mrope_section", [24, 20, 20], "planes of time, height, width in images"),
    ("qwen2.5-vl-7b", "rope_scaling", None, "planes of time, height, width in images"),
    ("deepseek-v3", "rope_interleave", False, "pairing of dimensions"),
    ("deepseek-v3", "rope_scaling.llama_4_scaling_beta", 0.1, "queries grow with their position by"),
]  # fmt: skip


@pytest.mark.parametrize("name, key, value, row", CHANGES, ids=[f"{name}-{key}-{row}" for name, key, _, row in CHANGES])
def test_a_changed_key_that_changes_the_computation_is_a_difference(name, key, value, row):
    assert row in rows_apart(example(name), changed(example(name), key, value))[0]


def test_sections_and_interleaved_planes_of_images_are_a_difference():
    """As default, since Qwen3-VL has no rope type mrope."""
    own = changed(example("qwen2.5-vl-7b"), "rope_scaling.type", "default")
    other = changed(own, "model_type", "qwen3_vl_text")
    assert "planes of time, height, width in images" in rows_apart(own, other)[0]


#: Numbers that a model of these examples is computed with and no row is about; the page names them as keys that differ.
NO_ROW = {"hidden_size", "num_attention_heads", "num_key_value_heads", "max_position_embeddings", "q_lora_rank", "kv_lora_rank", "v_head_dim"}  # fmt: skip


def numbers(data, above=""):
    """(key, twice its value) of every number of a file, and of every list of numbers."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from numbers(value, f"{above}{key}.")
        elif isinstance(value, list) and not isinstance(value[0], str):
            yield above + key, [value[0] * 2, *value[1:]]
        elif isinstance(value, int | float):
            yield above + key, value * 2


@pytest.mark.parametrize("name", NAMED)
def test_every_number_of_a_file_that_is_doubled_is_refused_or_a_row_or_a_key_that_no_row_is_about(name):
    own, silent = example(name), set()
    for key, value in numbers(own):
        other = changed(own, key, value)
        try:
            apart, _ = rows_apart(own, other)
        except InvalidInput:
            continue
        if not apart:
            silent.add(key)
            assert key in keys_that_differ(*(read_config(each).settings for each in (own, other)))
    assert silent <= NO_ROW


def test_what_no_file_says_is_not_decided_and_no_agreement():
    own, other = example("qwen2.5-vl-7b"), example("qwen2.5-vl-7b") | {"model_type": "unheard_of"}
    unsaid = {"pairing of dimensions", "planes of time, height, width in images", *NAMES[11:15]}
    assert rows_apart(own, other)[1] == unsaid and "|q|·|k| at most" in unsaid
    capped = other | {"attn_logit_softcapping": 50.0}
    assert rows_apart(own, capped)[1] == unsaid - {NAMES[11]} and NAMES[11] in rows_apart(own, capped)[0]
    assert rows_apart(other, other) == (set(), set())
    hybrid = {"head_dim": 8, "rope_theta": 100, "num_hidden_layers": 1, "model_type": "llama"}
    kinds = [hybrid | {"layer_types": [kind]} for kind in ("full_attention", "hybrid_attention")]
    assert rows_apart(*kinds)[1] == {"which of the keys before it"}


def test_a_chunk_is_no_window():
    own = {
        "head_dim": 8,
        "rope_theta": 100,
        "num_hidden_layers": 1,
        "model_type": "none",
        "sliding_window": 4,
        "attention_chunk_size": 4,
    }
    kinds = [own | {"layer_types": [kind]} for kind in ("sliding_attention", "chunked_attention")]
    assert "which of the keys before it" in rows_apart(*kinds, 5)[0] and not rows_apart(*kinds, 4)[0]


def test_every_example_differs_from_every_other_and_the_page_says_so(call):
    for at, one in enumerate(NAMED):
        for other in NAMED[at + 1 :]:
            assert rows_apart(example(one), example(other))[0], (one, other)
    page = call("compare", EXAMPLES / "qwen2.5-vl-7b.json", EXAMPLES / "llama-2-7b.json", "--length", "64")[1]
    assert (
        "planes of time, height, width in images" in in_short(page)
        and "rope_theta" in page.split("files that differ")[1]
    )


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


def test_layers_without_rotation_have_no_limits_and_that_they_do_not_turn_is_a_difference():
    smollm = {"model_type": "smollm3", "num_hidden_layers": 4, "head_dim": 32, "rope_theta": 10000.0}
    found = compare(reader(PLAIN), reader(smollm), 100)
    assert [(pair.layers, isinstance(pair.b, Still), len(limits) > 1) for pair, limits in found] == [
        ((0, 1, 2), False, True),
        ((3,), True, False),
    ]
    [row] = found[1][1]
    assert (row.a, row.b, row.differs, row.differs_from) == ("turn", "attend, do not turn", Truth.TRUE, 2)


def test_llama_4s_layers_that_do_not_turn_multiply_queries_by_their_position_and_are_not_normalised():
    llama4 = {"model_type": "llama4_text", "num_hidden_layers": 4, "attn_temperature_tuning": 4}
    notes = " ".join(read_config(llama4).notes)
    assert "|q|·|k| is at most 128 in layers that turn" in notes and "in this model" not in notes
    assert "layers that do not turn multiply queries at position p by 1 + 0.1·ln(1 + ⌊(p+1)/8192⌋)" in notes
    off = llama4 | {"attn_temperature_tuning": 0}
    assert "layers that do not turn multiply" not in " ".join(read_config(off).notes)
    rows = compare(reader(llama4), reader(off), 100)[1][1]
    [row] = [each for each in rows if each.name == "queries grow with their position by"]
    assert (row.b, row.differs) == (None, Truth.TRUE)
    assert all(each.differs is Truth.FALSE for each in compare(reader(llama4), reader(llama4), 100)[1][1])


@pytest.fixture
def files(tmp_path):
    paths = tmp_path / "a.json", tmp_path / "b.json"
    for path, change in zip(paths, ({}, {"rope_theta": 300.0}), strict=True):
        path.write_text(json.dumps(PLAIN | change))
    return paths


def test_page_and_json_say_the_same(call, files):
    status, out, err = call("compare", *files, "--all")
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
    assert norms["a"] <= float(row[-5]) < norms["a"] * 1.001 and row[-3:] == ["(this", "n", "alone)"]
    assert "of 21 rows differ" in page and "gives the best mix half" not in in_short(page)


def test_equal_counts_of_other_frequencies_are_a_difference(call, tmp_path):
    """Each side has as many frequencies that the other lacks: all but the fastest, g = 1, which every base has."""
    other = tmp_path / "other.json"
    other.write_text(json.dumps(PLAIN | {"rope_theta": 12000.0}))
    own = tmp_path / "own.json"
    own.write_text(json.dumps(PLAIN))
    page = call("compare", own, other, "--length", "6")[1]
    assert in_short(page) == (
        "2 of 21 rows differ at n = 6: frequencies that the other has not; planes positional alone, logits in float32. "
        "As n grows, the first of these differences is found at n = 2. At smaller n alone: planes symbolic for 8 letters. Not decided: pairing of dimensions; cap c of a logit x, c·tanh(x/c); "
        "a sink takes part in the softmax; queries and keys are normalised; |q|·|k| at most; Index gap of the best mix. "
        "5 rows more: bounds at this n alone."
    )
    row = next(line for line in page.splitlines() if line.startswith("  frequencies that"))
    assert row.split()[-3:] == ["15", "15", "2"]
    below = next(line for line in page.splitlines() if line.startswith("  planes symbolic"))
    assert below.endswith("(below only)") and page.index(row) < page.index(below)
    assert "no row differs up to n = 6" in call("compare", own, own, "--length", "6")[1]


def test_a_row_that_differs_below_alone_is_no_row_that_differs_nowhere():
    """ "Up to" is said where nothing differs below either; what is open at n is not told as what differs below alone."""
    same, below = Limit("same", 1, 1, Truth.FALSE, None, True), Limit("below", 1, 1, Truth.FALSE, 3, True)
    unsure = Limit("unsure", 1, 1, Truth.UNKNOWN, 4, False)
    assert _in_short([same], 9) == "no row differs up to n = 9."
    assert _in_short([same, below], 9) == "no row differs at n = 9. At smaller n alone: below."
    said = _in_short([same, unsure], 9)
    assert said == "no row differs for certain at n = 9. At smaller n, and not decided at this one: unsure."


@pytest.mark.parametrize("rule, factor, count", [("llama3", 8, 28), ("yarn", 8, 43), ("llama3", 1, 0), ("yarn", 1, 0)])
def test_rational_frequencies_of_a_rule_are_those_of_the_plain_one(call, tmp_path, rule, factor, count):
    """Llama 2 beside itself under a rule: planes of wavelengths up to 1024, or up to plane 21, are the same; with factor 1 all are."""
    plain = json.loads((EXAMPLES / "llama-2-7b.json").read_text(encoding="utf-8"))
    scaling = {"rope_type": rule, "factor": factor, "original_max_position_embeddings": 4096}
    scaling |= {"low_freq_factor": 1, "high_freq_factor": 4} if rule == "llama3" else {}
    (tmp_path / "config.json").write_text(json.dumps(plain | {"rope_scaling": scaling}))
    asked = "compare", str(EXAMPLES / "llama-2-7b.json"), str(tmp_path / "config.json"), "--length", "64", "--json"
    [group] = json.loads(call(*asked)[1])["groups"]
    [row] = [each for each in group["limits"] if each["limit"] == "frequencies that the other has not"]
    assert (row["a"], row["b"], row["differs"], row["exact"]) == (count, count, count > 0, True)


def test_a_count_of_frequencies_that_is_not_decided_is_from_and_to():
    near = sympy.log(2) * (1 + sympy.Rational(1, 10**99))
    one, other = FrequencyList.of([sympy.log(2), "1"]), FrequencyList.of([near, "2"])
    assert _others(one, other) == [[1, 2], [1, 2]] and _others(one, one) == [0, 0]
    assert _value([1, 2]) == "1 to 2"


def test_frequencies_of_the_example_are_named(call):
    short = call("compare", "examples/llama-2-7b.json", "examples/llama-3.1-8b.json", "--length", "8192")[1]
    short = in_short(short)
    assert short.startswith("6 of 21 rows differ at n = 8192: ") and "frequencies that the other has not" in short


def test_a_length_that_nobody_asked_for_is_bounded(call, tmp_path, monkeypatch):
    monkeypatch.setattr("rope_theory.faces.commands.compare.LONGEST", 300)
    path = tmp_path / "huge.json"
    path.write_text(json.dumps(PLAIN | {"max_position_embeddings": 10**9}))
    assert json.loads(call("compare", path, path, "--json")[1])["length"] == 300
    said = "\nn = 300, the larger max_position_embeddings, at most 300 (--length: another)\n"
    assert said in call("compare", path, path)[1]
    assert "(--length: another)" not in call("compare", path, path, "--length", "300")[1]


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
    assert err.startswith(
        "error: --base must be left out, or agree with rope_theta = 10000 (another base: in a copy of the file;"
    )
    assert err.endswith("without a file), got 7\n")


def test_rows_that_differ_nowhere_are_counted_and_those_that_differ_stand_first(call, files):
    """Fifteen rows of "nowhere" stood before the first one that differs."""
    rows = json.loads(call("compare", *files, "--json")[1])["groups"][0]["limits"]
    same = [each["limit"] for each in rows if each["exact"] and not each["differs"] and each["differs_from"] is None]
    same = [name for name in same if name not in {each["limit"] for each in rows if each["differs"] is None}]
    page, whole = (call("compare", *files, *more)[1].partition(" at n =\n")[2] for more in ((), ("--all",)))
    assert same and f"{len(same)} rows left out that differ nowhere up to n = 600 (--all: shown)" in page
    assert not any(f"  {name} " in page for name in same) and all(f"  {name} " in whole for name in same)
    assert "left out" not in whole
    last = max(whole.index(f"  {each['limit']} ") for each in rows if each["differs_from"] is not None)
    assert last < min(whole.index(f"  {name} ") for name in same)
