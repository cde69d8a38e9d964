"""The table of layers, for published shapes: windows, layers without RoPE, overrides, scores, defaults that are said."""

import json
import math
import time
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rope_theory.core.errors import InvalidInput
from rope_theory.faces.cli import main
from rope_theory.models.config import LayerRope, read_config
from rope_theory.models.config.table import lines, to_json
from rope_theory.models.config.types import NAMED_MROPE

OLMO3 = {
    "model_type": "olmo3",
    "hidden_size": 5120,
    "num_attention_heads": 40,
    "num_hidden_layers": 64,
    "rope_theta": 500000,
    "max_position_embeddings": 65536,
    "sliding_window": 4096,
    "layer_types": (["sliding_attention"] * 3 + ["full_attention"]) * 16,
    "rope_scaling": {"rope_type": "yarn", "factor": 8.0, "original_max_position_embeddings": 8192},
}
COHERE2 = {"model_type": "cohere2", "num_hidden_layers": 8, "rope_theta": 50000, "sliding_window": 4096}
GEMMA4 = {
    "model_type": "gemma4_text",
    "head_dim": 256,
    "num_hidden_layers": 6,
    "sliding_window": 512,
    "layer_types": ["sliding_attention"] * 5 + ["full_attention"],
    "per_layer_config": {"5": {"head_dim": 512}},
    "rope_parameters": {
        "full_attention": {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 1e6},
        "sliding_attention": {"rope_type": "default", "rope_theta": 1e4},
    },
}
QWEN1 = {
    "model_type": "qwen",
    "kv_channels": 128,
    "rotary_emb_base": 10000,
    "use_dynamic_ntk": True,
    "seq_length": 8192,
}


def test_olmo3_windows_turn_by_the_plain_rule_and_the_others_by_yarn():
    sliding, full = read_config(OLMO3).layers
    assert (sliding.rope_type, sliding.window, len(sliding.indices)) == ("default", 4096, 48)
    assert (full.rope_type, full.window, full.indices[:2]) == ("yarn", None, (3, 7))
    assert sliding.rope.floats()[-1] > 7 * full.rope.floats()[-1]


def test_layers_without_rope_are_in_the_table_and_not_among_those_that_rotate():
    found = read_config(COHERE2)
    assert [each.indices for each in found.layers] == [(0, 1, 2, 4, 5, 6)]
    assert [row["rotates"] for row in to_json(found)] == [True, False]
    assert lines(found)[1] == "layers 3, 7 (2): full_attention, sees everything before; no rotary embedding"


def test_exaone_without_a_window_rotates_everywhere():
    config = {"model_type": "exaone4", "num_hidden_layers": 8, "rope_theta": 10000, "sliding_window": 4096}
    assert [isinstance(each, LayerRope) for each in read_config(config).table] == [True, False]
    assert all(isinstance(each, LayerRope) for each in read_config(config | {"sliding_window": None}).table)


def test_what_is_said_of_one_layer_holds_for_that_layer():
    sliding, full = read_config(GEMMA4).layers
    assert (sliding.head_dim, full.head_dim) == (256, 512)
    assert len(full.frequencies.angles) == 256 and full.rope.floats()[64:] == [0.0] * 192
    assert sliding.score_scale() == full.score_scale() == 1.0


@pytest.mark.parametrize(
    "config, scale",
    [
        ({"model_type": "gemma2", "query_pre_attn_scalar": 144}, 1 / 12),
        ({"model_type": "granite", "attention_multiplier": 0.0078125}, 0.0078125),
        ({"model_type": "llama", "query_pre_attn_scalar": 144}, 128**-0.5),  # its class does not read the key
        ({"model_type": "deepseek_v3", "qk_nope_head_dim": 128, "qk_rope_head_dim": 64}, 192**-0.5),
    ],
)
def test_scores_have_the_models_own_scale(config, scale):
    assert math.isclose(read_config(config | {"num_hidden_layers": 2}).layer().score_scale(), scale)


def test_deepseek_multiplies_its_scores_once_more_under_yarn():
    yarn = {
        "type": "yarn",
        "factor": 40,
        "mscale": 1.0,
        "mscale_all_dim": 1.0,
        "original_max_position_embeddings": 4096,
    }
    layer = read_config({"model_type": "deepseek_v3", "rope_theta": 10000, "rope_scaling": yarn}).layer()
    assert math.isclose(layer.score_scale(), 192**-0.5 * (1 + math.log(40) / 10) ** 2)
    assert layer.pairing == "adjacent" and layer.query_dim == 192 and layer.rotary_dim == 64


def test_a_default_of_the_class_is_said_and_a_null_of_the_file_is_kept():
    found = read_config({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32})
    assert any("rope_theta = 10000" in note and "'llama'" in note for note in found.notes)
    mistral = {"model_type": "mistral", "rope_theta": 1e6}
    assert read_config(mistral).layer().window == 4096 and any(
        "sliding_window" in note for note in read_config(mistral).notes
    )
    assert read_config(mistral | {"sliding_window": None}).layer().window is None


#: What the comparison with the classes of transformers found wrong here (tests/supported.py): (file, what, answer).
FOUND = {
    "a window on each side, and the query": ({"model_type": "ultrabert", "sliding_window": 64}, "window", 65),
    "a window of every layer": ({"model_type": "openai_privacy_filter", "sliding_window": 64}, "window", 65),
    "a window on both sides": ({"model_type": "t5gemma2_text", "sliding_window": 64}, "window", 32),
    "half a window is the window": ({"model_type": "modernbert-decoder", "local_attention": 128}, "window", 64),
    "half a window on each side": ({"model_type": "modernbert", "local_attention": 128}, "window", 65),
    "a part with a window": ({"model_type": "blt_patcher", "sliding_window": 64}, "window", 64),
    "adjacent pairs of a part": ({"model_type": "blt_local_decoder"}, "pairing", "adjacent"),
    "scores as they are": ({"model_type": "dia_decoder"}, "score_dim", 1),
    "a scale of its own": ({"model_type": "t5gemma2_decoder", "query_pre_attn_scalar": 100}, "score_dim", 100),
    "a scale beside the head": ({"model_type": "step3p5", "query_pre_attn_scalar": 100}, "score_dim", 100),
    "a head dimension that is not read": ({"model_type": "deepseek_ocr2_text", "head_dim": 96}, "head_dim", 128),
    "a language model two levels down": (
        {"model_type": "colpali", "vlm_config": {"text_config": {"model_type": "gemma", "rope_theta": 5000}}},
        "base",
        5000,
    ),
    "a decoder beside an encoder": ({"model_type": "dia", "decoder_config": {"rope_theta": 5000}}, "base", 5000),
}


@pytest.mark.parametrize("case", FOUND)
def test_what_the_comparison_found_stays_mended(case):
    config, name, answer = FOUND[case]
    found = [getattr(layer, name) for layer in read_config(config).layers]
    assert answer in found and (name == "window" or set(found) == {answer})


@pytest.mark.parametrize(
    "config, key",
    [
        ({"model_type": "dbrx", "attn_config": {"rope_theta": 500000}}, "attn_config.rope_theta"),
        ({"head_dim": 64, "rope_theta": 10000, "attn_config": {"rope_theta": 500000}}, "attn_config.rope_theta"),
        ({"model_type": "modernbert", "rope_theta": 5000}, "rope_theta"),
    ],
)
def test_a_base_that_the_class_does_not_read_is_refused(config, key):
    with pytest.raises(InvalidInput) as caught:
        read_config(config)
    assert caught.value.argument == key


def test_hunyuan_alpha_stretches_the_base_at_every_length():
    alpha = {"type": "dynamic", "alpha": 1000.0, "factor": 1.0, "beta_fast": 32, "beta_slow": 1, "mscale": 1.0}
    config = {"model_type": "hunyuan_v1_dense", "head_dim": 128, "rope_theta": 10000, "rope_scaling": alpha}
    slowest = read_config(config, length=100).layer().rope.floats()[-1]
    assert math.isclose(slowest, (10000 * 1000 ** (128 / 126)) ** (-126 / 128), rel_tol=1e-12)
    assert read_config(config, length=10**6).layer().rope.floats()[-1] == slowest


def test_qwen_1_grows_its_base_beyond_the_length_it_was_trained_for():
    plain, grown = (read_config(QWEN1, length=n).layer().rope.floats()[-1] for n in (8192, 8193))
    assert math.isclose(plain, 10000 ** (-126 / 128)) and math.isclose(grown, plain / 3, rel_tol=1e-12)


def test_rope_of_a_text_is_plain_under_mrope_and_that_is_said():
    mrope = {"type": "mrope", "mrope_section": [16, 24, 24]}
    found = read_config({"model_type": "qwen2_5_vl", "rope_theta": 1e6, "rope_scaling": mrope, "use_mrope": False})
    assert found.layer().rope.floats()[1] == pytest.approx(1e6 ** (-1 / 64))
    assert any("mrope_section" in note for note in found.notes)


@pytest.mark.parametrize("model_type", ["llama", "qwen2", "qwen2_vl_text", "qwen2_5_vl_text"])
def test_mrope_is_a_type_of_the_classes_that_have_it_alone(model_type):
    """What transformers' own class does with the file: a KeyError, or the plain rule."""
    from transformers import AutoModel
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    small = {"hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 4, "num_hidden_layers": 1}
    file = {**small, "rope_theta": 1e4, "rope_scaling": {"rope_type": "mrope", "mrope_section": [2, 3, 3]}}
    more = {"intermediate_size": 64, "vocab_size": 50, "bos_token_id": 1, "eos_token_id": 2}
    build = lambda: AutoModel.from_config(CONFIG_MAPPING[model_type].from_dict({**file, **more}))  # noqa: E731
    if model_type in NAMED_MROPE:
        build()
        assert read_config({"model_type": model_type, **file}).layer().rope.floats()[1] == pytest.approx(
            1e4 ** (-1 / 8)
        )
        return
    with pytest.raises(KeyError, match="mrope"):
        build()
    with pytest.raises(InvalidInput, match=f"rope_type must be one that the class of {model_type} has.*Qwen2-VL"):
        read_config({"model_type": model_type, **file})
    inherited = {"rope_type": "default", "type": "mrope", "mrope_section": [2, 3, 3]}  # rope_type is what it reads
    assert read_config({"model_type": model_type, **file, "rope_scaling": inherited}).layer().rope.floats()


def test_cliff_takes_base_and_dimension_of_the_layers_named(tmp_path, capsys):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(OLMO3))
    asked = ["cliff", "cosines", "--length", "64", "--dtype", "bfloat16"]
    assert main([*asked, "--config", str(path), "--layer", "sliding_attention"]) == 0
    mine = capsys.readouterr().out
    assert main([*asked, "--base", "500000", "--dim", "128"]) == 0
    assert capsys.readouterr().out == mine
    assert main([*asked, "--config", str(path), "--layer", "full_attention"]) == 2
    assert "must name layers without an attention factor for cosines" in capsys.readouterr().err
    assert main([*asked, "--config", str(path), "--layer", "sliding_attention", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["layer_type"] == "sliding_attention" and answer["table"] == to_json(read_config(OLMO3))


def test_limits_prints_every_layer_of_the_model(tmp_path, capsys):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(COHERE2))
    assert main(["limits", str(path), "--length", "50", "--quick"]) == 0
    said = capsys.readouterr().out
    assert "layers 0–2, 4–6 (6): sliding_attention" in said and "layers 3, 7 (2): full_attention" in said
    assert main(["limits", str(path), "--length", "50", "--quick", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [row["layers"] for row in data["table"]] == [[0, 1, 2, 4, 5, 6], [3, 7]]
    assert [each["layers"] for each in data["layers"]] == [[0, 1, 2, 4, 5, 6]]


def test_strings_of_a_file_are_shown_escaped(tmp_path, capsys):
    path = tmp_path / "config.json"
    hostile = "evil\x1b[31m\nnote: all is well"
    for config in (
        {"model_type": hostile, "head_dim": 64, "rope_theta": 10000},
        {"head_dim": 64, "rope_theta": 10000, f"rope{hostile}": 1},
        {"head_dim": 64, "rope_theta": 10000, "layer_types": [hostile]},
    ):
        path.write_text(json.dumps(config))
        main(["limits", str(path), "--length", "50", "--quick"])
        said = capsys.readouterr()
        assert "\x1b" not in said.out + said.err and "\nnote" not in said.out + said.err
        assert said.err.count("\n") == (1 if said.err else 0)


@pytest.mark.parametrize("kind", ["linear", "dynamic", "yarn", "longrope", "llama3", "proportional"])
def test_hostile_digits_are_answered_or_refused_in_seconds(kind):
    long = Decimal("1." + "1234567891" * 5 + "12345678")
    rope = {"rope_type": kind, "factor": long, "original_max_position_embeddings": 1024, "low_freq_factor": 1}
    rope |= {"high_freq_factor": 4, "short_factor": [long] * 1024, "long_factor": [long] * 1024}
    started = time.process_time()
    with pytest.raises(InvalidInput):
        read_config({"head_dim": 2048, "rope_theta": 500000, "max_position_embeddings": 4096, "rope_scaling": rope})
    assert time.process_time() - started < 10


KEYS = st.sampled_from(
    "model_type head_dim hidden_size num_attention_heads num_hidden_layers rope_theta rope_scaling rope_parameters "
    "layer_types sliding_window no_rope_layers per_layer_config partial_rotary_factor text_config max_position_embeddings "
    "query_pre_attn_scalar qk_rope_head_dim rope_local_base_freq use_sliding_window factor rope_type full_attention "
    "sliding_attention original_max_position_embeddings mrope_section attention_multiplier layer_rope_theta".split()
)
ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 300),
    st.sampled_from(
        [10**30, 1e-30, 0.5, 1e4, float("inf"), float("nan"), "llama", "gemma3", "yarn", "linear", "x\x1b"]
    ),
    st.sampled_from(["full_attention", "sliding_attention", "cohere2", "deepseek_v3", "default", "mrope", ""]),
)
TREES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=6)),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(change=st.dictionaries(KEYS, TREES, max_size=8))
def test_any_structure_is_read_or_is_one_named_error(change):
    config = {"head_dim": 64, "rope_theta": 10000, "num_hidden_layers": 4, **change}
    try:
        found = read_config(config, length=100)
    except InvalidInput as refusal:
        assert "\n" not in str(refusal) and len(str(refusal)) < 700
    else:
        assert found.layers and lines(found) and json.dumps(to_json(found))


LLAMA4 = {"model_type": "llama4_text", "num_hidden_layers": 4, "head_dim": 16, "attention_chunk_size": 512}


def test_a_chunk_is_no_window_in_words(tmp_path, capsys):
    """A query right after a chunk's border sees itself alone: not the last 512 positions."""
    path = tmp_path / "config.json"
    path.write_text(json.dumps(LLAMA4))
    assert "chunked_attention, sees its own chunk of 512 positions" in lines(read_config(LLAMA4))[0]
    for call in (["limits", str(path), "--length", "600"], ["scale", str(path), "--from", "600", "--to", "700"]):
        assert main(call) == 0
        out = capsys.readouterr().out
        assert "sees its own chunk of 512 positions: " in out and "the last 512" not in out and "look back" not in out


def test_layers_that_do_not_rotate_are_named_as_such():
    with pytest.raises(
        InvalidInput,
        match="must name layers that rotate .full_attention does not, so it has no limits.: chunked_attention",
    ):
        read_config(LLAMA4).layer("full_attention")
    with pytest.raises(InvalidInput, match="must be chunked_attention, the only type of this file"):
        read_config(LLAMA4).layer("sliding_attention")


#: Settings that the class of the model type does not read, or adds to (tests/supported.py compares): (file, the key, words of the rule).
UNREAD = {
    "a rule of its own for any file": (
        {"model_type": "apertus", "rope_theta": 500000},
        "rope_theta",
        "does not read it alone",
    ),
    "a rule of its own for this base": (
        {"model_type": "gpt_oss", "rope_theta": 500000, "rope_scaling": None},
        "rope_theta",
        "adds settings of its own to a base alone",
    ),
    "a base of two kinds of layers": (
        {"model_type": "gemma4_text", "rope_theta": 5e5},
        "rope_theta",
        "does not read it",
    ),
    "a base in the code": ({"model_type": "gptj", "rope_theta": 5e5}, "rope_theta", "must be 10000, by which"),
    "a rule beside a base in the code": (
        {"model_type": "codegen", "rope_scaling": {"rope_type": "linear", "factor": 2.0}},
        "rope_scaling",
        "must be null",
    ),
    "one block for two kinds of layers": (
        {"model_type": "olmo3", "rope_parameters": {"rope_type": "default", "rope_theta": 5e5}},
        "rope_parameters",
        r"\(full_attention, sliding_attention\)",
    ),
    "an old name of the rule": (
        {"model_type": "modernbert", "rope_scaling": {"type": "linear", "factor": 2.0}},
        "rope_scaling.type",
        "must be called rope_type",
    ),
    "a base that the block changes": (
        {
            "model_type": "muse_spark_text",
            "num_hidden_layers": 2,
            "layer_types": ["sliding_attention", "full_attention"],
            "rope_parameters": {"rope_type": "default"},
        },
        "rope_parameters.rope_theta",
        "must be given",
    ),
}


@pytest.mark.parametrize("case", UNREAD)
def test_what_the_class_does_not_read_or_adds_to_is_refused_by_name(case):
    file, key, words = UNREAD[case]
    with pytest.raises(InvalidInput, match=words) as found:
        read_config(file)
    assert found.value.argument == key
    kind = file["model_type"]
    assert kind in str(found.value)
    other = {name: each for name, each in file.items() if not name.startswith("rope_")}
    assert read_config(other).layers


def test_a_base_that_stands_with_its_rule_is_read_where_alone_it_is_not():
    yarn = {"rope_type": "yarn", "factor": 32.0, "original_max_position_embeddings": 4096, "truncate": False}
    for block in ({"rope_parameters": {**yarn, "rope_theta": 5e5}}, {"rope_scaling": yarn, "rope_theta": 5e5}):
        found = read_config({"model_type": "gpt_oss", **block}).layer("full_attention")
        assert (found.rope_type, found.base) == ("yarn", 500000)
    assert read_config({"model_type": "gptj", "rope_theta": 10000.0}).layer().base == 10000
    assert read_config({"model_type": "unheard of", "head_dim": 64, "rope_theta": 5e5}).layer().base == 500000
