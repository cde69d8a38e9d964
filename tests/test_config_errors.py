"""Bad configurations: each is refused by the name of the key at fault, and by exit status 2 on the command line."""

import importlib.util
import json
import pickle
import re
import struct
import zipfile
from pathlib import Path

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.faces.cli import main
from rope_theory.models.config import read_config, types

GOOD = {"head_dim": 128, "rope_theta": 10000.0, "max_position_embeddings": 8192}
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 2048}
LLAMA3 = {
    "rope_type": "llama3",
    "factor": 8,
    "original_max_position_embeddings": 8192,
    "low_freq_factor": 1,
    "high_freq_factor": 4,
}
LONG = {
    "rope_type": "longrope",
    "original_max_position_embeddings": 4096,
    "short_factor": [1] * 64,
    "long_factor": [2] * 64,
}


def without(settings: dict, key: str) -> dict:
    return {name: value for name, value in settings.items() if name != key}


BAD = {
    "no base": (without(GOOD, "rope_theta"), "rope_theta"),
    "null base": (GOOD | {"rope_theta": None}, "rope_theta"),
    "base as text": (GOOD | {"rope_theta": "10000"}, "rope_theta"),
    "base is true": (GOOD | {"rope_theta": True}, "rope_theta"),
    "base 0": (GOOD | {"rope_theta": 0}, "rope_theta"),
    "base 1": (GOOD | {"rope_theta": 1}, "rope_theta"),
    "base NaN": (GOOD | {"rope_theta": float("nan")}, "rope_theta"),
    "base infinite": (GOOD | {"rope_theta": float("inf")}, "rope_theta"),
    "base of absurd size": (GOOD | {"rope_theta": 10**5000}, "rope_theta"),
    "two bases": (GOOD | {"rope_parameters": {"rope_type": "default", "rope_theta": 5e5}}, "rope_theta"),
    "no head dimension": (without(GOOD, "head_dim"), "head_dim"),
    "heads do not divide": (without(GOOD, "head_dim") | {"hidden_size": 100, "num_attention_heads": 3}, "head_dim"),
    "odd head": (GOOD | {"head_dim": 127}, "head_dim"),
    "head of zero": (GOOD | {"head_dim": 0}, "head_dim"),
    "negative head": (GOOD | {"head_dim": -128}, "head_dim"),
    "fractional head": (GOOD | {"head_dim": 12.5}, "head_dim"),
    "huge head": (GOOD | {"head_dim": 10**9}, "head_dim"),
    "odd rotary_dim": (GOOD | {"rotary_dim": 63}, "rotary_dim"),
    "rotary_dim too large": (GOOD | {"rotary_dim": 256}, "rotary_dim"),
    "rotary_dim against factor": (GOOD | {"rotary_dim": 64, "partial_rotary_factor": 0.25}, "partial_rotary_factor"),
    "partial above one": (GOOD | {"partial_rotary_factor": 1.5}, "partial_rotary_factor"),
    "partial not whole": (GOOD | {"partial_rotary_factor": 0.3}, "partial_rotary_factor"),
    "partial odd": (GOOD | {"head_dim": 100, "partial_rotary_factor": 0.25}, "partial_rotary_factor"),
    "partial cut by floating point": (GOOD | {"head_dim": 200, "partial_rotary_factor": 0.29}, "partial_rotary_factor"),
    "a share for a class that turns whole heads": (
        GOOD | {"model_type": "llama", "partial_rotary_factor": 0.5},
        "partial_rotary_factor",
    ),
    "a class without rotation": (GOOD | {"model_type": "nemotron_h"}, "model_type"),
    "a class that is not read": (GOOD | {"model_type": "zamba2"}, "model_type"),
    "a kind of layer that is not known": (GOOD | {"layer_types": ["quantum_attention"]}, "layer_types"),
    "too few layer types": (GOOD | {"layer_types": ["full_attention"], "num_hidden_layers": 2}, "layer_types"),
    "a layer that is switched by text": (
        GOOD | {"num_hidden_layers": 2, "no_rope_layers": ["1", "0"]},
        "no_rope_layers",
    ),
    "a scaling of some layers": (GOOD | {"num_hidden_layers": 2, "rope_scaling_layers": [1]}, "rope_scaling_layers"),
    "per_layer_config as text": (GOOD | {"num_hidden_layers": 2, "per_layer_config": "no"}, "per_layer_config"),
    "not a number where it is read": (GOOD | {"max_position_embeddings": float("inf")}, "max_position_embeddings"),
    "unknown type": (GOOD | {"rope_scaling": {"rope_type": "magic", "factor": 2}}, "rope_type"),
    "type mrope without sections": (GOOD | {"rope_scaling": {"type": "mrope"}}, "rope_type"),
    "type mrope where the class has none": (
        GOOD | {"model_type": "llama", "rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]}},
        "rope_scaling.type",
    ),
    "type and rope_type differ": (
        GOOD | {"rope_scaling": {"type": "linear", "rope_type": "yarn", "factor": 2}},
        "type",
    ),
    "factor without type": (GOOD | {"rope_scaling": {"factor": 2}}, "rope_type"),
    "linear without factor": (GOOD | {"rope_scaling": {"type": "linear"}}, "factor"),
    "factor below one": (GOOD | {"rope_scaling": {"type": "linear", "factor": 0.5}}, "factor"),
    "unknown key": (GOOD | {"rope_scaling": {"type": "linear", "factor": 2, "alpha": 3}}, "alpha"),
    "unknown key at the top": (GOOD | {"rope_ratio": 500}, "rope_ratio"),
    "yarn without original length": (
        GOOD | {"rope_scaling": without(YARN, "original_max_position_embeddings")},
        "original_max_position_embeddings",
    ),
    "llama3 without original length": (
        GOOD | {"rope_scaling": without(LLAMA3, "original_max_position_embeddings")},
        "original_max_position_embeddings",
    ),
    "longrope without original length": (
        GOOD | {"rope_scaling": without(LONG, "original_max_position_embeddings")},
        "original_max_position_embeddings",
    ),
    "two original lengths": (
        GOOD | {"rope_scaling": YARN, "original_max_position_embeddings": 4096},
        "original_max_position_embeddings",
    ),
    "llama3 without low": (GOOD | {"rope_scaling": without(LLAMA3, "low_freq_factor")}, "low_freq_factor"),
    "llama3 high below low": (GOOD | {"rope_scaling": LLAMA3 | {"high_freq_factor": 0.5}}, "high_freq_factor"),
    "yarn betas crossed": (GOOD | {"rope_scaling": YARN | {"beta_fast": 1, "beta_slow": 32}}, "beta_fast"),
    "yarn truncate as text": (GOOD | {"rope_scaling": YARN | {"truncate": "no"}}, "truncate"),
    "short list too short": (GOOD | {"rope_scaling": LONG | {"short_factor": [1] * 63}}, "short_factor"),
    "long list too long": (GOOD | {"rope_scaling": LONG | {"long_factor": [1] * 65}}, "long_factor"),
    "long list no list": (GOOD | {"rope_scaling": LONG | {"long_factor": 2}}, "long_factor"),
    "long list with text": (GOOD | {"rope_scaling": LONG | {"long_factor": [2] * 63 + ["2"]}}, "long_factor[63]"),
    "long list with zero": (GOOD | {"rope_scaling": LONG | {"long_factor": [2] * 63 + [0]}}, "long_factor[63]"),
    "dynamic without a length": (
        {"head_dim": 64, "rope_theta": 10000, "rope_scaling": {"type": "dynamic", "factor": 2}},
        "max_position_embeddings",
    ),
    "dynamic with an original length": (
        GOOD | {"rope_scaling": {"type": "dynamic", "factor": 2, "original_max_position_embeddings": 9}},
        "original_max_position_embeddings",
    ),
    "scaling no object": (GOOD | {"rope_scaling": [1]}, "rope_scaling"),
    "scaling against parameters": (
        GOOD
        | {
            "rope_scaling": {"type": "linear", "factor": 2},
            "rope_parameters": {"rope_type": "default", "rope_theta": 10000.0},
        },
        "rope_scaling",
    ),
    "flat beside nested": (
        GOOD | {"rope_parameters": {"full_attention": {"rope_type": "default"}, "factor": 2}},
        "factor",
    ),
    "no layer type rotates": (GOOD | {"rope_parameters": {"full_attention": None}}, "rope_parameters"),
    "a layer type is missing": (
        GOOD
        | {
            "layer_types": ["full_attention", "sliding_attention"],
            "rope_parameters": {"full_attention": {"rope_type": "default"}},
        },
        "sliding_attention",
    ),
    "a layer type too many": (
        GOOD
        | {
            "layer_types": ["full_attention"],
            "rope_parameters": {
                "full_attention": {"rope_type": "default"},
                "sliding_attention": {"rope_type": "default"},
            },
        },
        "sliding_attention",
    ),
    "text_config against the top": (GOOD | {"text_config": GOOD | {"rope_theta": 5}}, "rope_theta"),
    "alibi": (GOOD | {"alibi": True}, "alibi"),
    "two context lengths": (GOOD | {"n_positions": 5}, "n_positions"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_settings_are_refused_by_the_key_at_fault(case):
    settings, key = BAD[case]
    with pytest.raises(InvalidInput) as caught:
        read_config(settings)
    assert key in caught.value.argument, str(caught.value)


def test_good_settings_beside_the_bad_ones_are_read():
    for scaling in (None, YARN, LLAMA3, LONG):
        assert len(read_config(GOOD | {"rope_scaling": scaling}).layer().frequencies.angles) == 64


FILES = {
    "malformed": b'{"head_dim": 128,',
    "empty": b"",
    "an array": b"[1, 2]",
    "twice the same key": b'{"rope_theta": 1e4, "rope_theta": 5e5, "head_dim": 64}',
    "NaN": b'{"rope_theta": NaN, "head_dim": 64}',
    "Infinity": b'{"rope_theta": Infinity, "head_dim": 64}',
    "huge exponent": b'{"rope_theta": 1e999999999, "head_dim": 64}',
    "very long number": b'{"rope_theta": ' + b"9" * 9000 + b', "head_dim": 64}',
    "deep": b'{"a":' * 3000 + b"1" + b"}" * 3000,
    "Latin-1": '{"name": "é"}'.encode("latin-1"),
    "pickle": pickle.dumps({"rope_theta": 10000}),
    "safetensors": struct.pack("<Q", 64) + b'{"weight":{"dtype":"F32"}}' + bytes(64),
    "GGUF": b"GGUF" + bytes(64),
    "binary": bytes(range(256)),
}


@pytest.mark.parametrize("kind", FILES)
def test_bad_file_is_one_line_and_status_2(kind, tmp_path, capsys):
    path = tmp_path / "config.json"
    path.write_bytes(FILES[kind])
    assert main(["limits", str(path), "--length", "100"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1 and len(error) < 400


def test_zip_of_weights_and_missing_files_are_refused(tmp_path, capsys):
    with zipfile.ZipFile(tmp_path / "pytorch_model.bin", "w") as archive:
        archive.writestr("data.pkl", b"x")
    for name, says in (
        ("pytorch_model.bin", "config must be"),
        ("nowhere.json", "there is no file"),
        ("", "there is no file"),
    ):
        assert main(["limits", str(tmp_path / name), "--length", "100"]) == 2
        assert capsys.readouterr().err.startswith(f"error: {says}")


def test_large_file_is_not_read(tmp_path):
    path = tmp_path / "config.json"
    with path.open("wb") as file:
        file.truncate(5 << 20)
    with pytest.raises(InvalidInput, match="no weights"):
        read_config(path)


def test_decimal_in_a_file_is_the_number_it_shows(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps(GOOD | {"rope_scaling": {"type": "linear", "factor": 1.1}}))
    from fractions import Fraction

    assert read_config(tmp_path).layer().frequencies.angles[0].radians == Fraction(10, 11)


@pytest.mark.parametrize("kind", sorted(types.WITHOUT))
def test_a_type_that_does_not_rotate_is_told_so_and_not_a_name_that_is_near(kind):
    """gpt2 is no misspelt gptj, and mamba no jamba."""
    with pytest.raises(InvalidInput) as caught:
        read_config(GOOD | {"model_type": kind}, base=10000)
    assert caught.value.argument == "model_type" and f"{kind} does not rotate ({types.WITHOUT[kind]})" in str(
        caught.value
    )
    assert "did you mean" not in str(caught.value) and types.row(kind) is None


@pytest.mark.skipif(
    not importlib.util.find_spec("transformers"), reason="COMPARISON NOT RUN: transformers is not installed"
)
@pytest.mark.parametrize("kind", sorted(types.WITHOUT))
def test_the_class_of_a_type_that_does_not_rotate_has_no_rotation_in_its_source(kind):
    import transformers
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    def source(name: str) -> str:
        folder = Path(transformers.__file__).parent / "models" / CONFIG_MAPPING[name].__module__.split(".")[-2]
        return "".join(path.read_text(encoding="utf-8") for path in folder.glob("modeling_*.py"))

    assert source(kind) and not re.search("rotary|rotate_half|rope_", source(kind), re.IGNORECASE)
    assert re.search("rotary", source("llama"))


@pytest.mark.parametrize(
    "heads, shared, good",
    [(32, 8, True), (32, 1, True), (32, 32, True), (32, 5, False), (32, 0, False), (8, 32, False)],
)
def test_heads_that_keys_cannot_be_shared_among_are_refused(heads, shared, good):
    settings = GOOD | {"num_attention_heads": heads, "num_key_value_heads": shared}
    if good:
        assert read_config(settings).layer().head_dim == 128
        return
    with pytest.raises(
        InvalidInput, match=rf"num_key_value_heads must divide the number of heads, {heads}, got {shared}"
    ):
        read_config(settings)


@pytest.mark.parametrize(
    "settings, options, says",
    [
        ({}, {"base": 5}, "base must be left out, or agree with rope_theta = "),
        (
            {"rope_theta": None, "rope_parameters": {"rope_theta": 7, "rope_type": "default"}},
            {"base": 5},
            "agree with rope_parameters.rope_theta = 7",
        ),
        ({"rope_theta": None}, {"base": 1}, "base must be greater than 1"),
        ({"rope_theta": 1}, {}, "rope_theta must be greater than 1"),
        ({"head_dim": 127}, {}, "head_dim must be even"),
        ({"rotary_dim": 63}, {}, "rotary_dim must be even"),
        (
            {"head_dim": None, "hidden_size": 21, "num_attention_heads": 3},
            {},
            "hidden_size/num_attention_heads must be even",
        ),
    ],
)
def test_an_error_names_what_was_written(settings, options, says):
    with pytest.raises(InvalidInput, match=re.escape(says)):
        read_config({key: value for key, value in (GOOD | settings).items() if value is not None}, **options)


@pytest.mark.parametrize(
    "name, content",
    [
        ("params.json", {"dim": 4096, "n_heads": 32, "n_kv_heads": 8, "n_layers": 32, "rope_theta": 500000.0}),
        ("tokenizer_config.json", {"tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": 131072}),
        ("generation_config.json", {"eos_token_id": 2, "transformers_version": "4.40.0", "temperature": 0.6}),
        ("tokenizer.json", {"version": "1.0", "added_tokens": [], "model": {"type": "BPE"}}),
        ("adapter_config.json", {"peft_type": "LORA", "base_model_name_or_path": "some/model"}),
        ("preprocessor_config.json", {"image_processor_type": "Qwen2VLImageProcessor"}),
        ("the index of its weights", {"metadata": {}, "weight_map": {}}),
    ],
)
def test_another_file_of_a_model_is_named_with_the_one_that_is_wanted(tmp_path, name, content):
    path = tmp_path / "some.json"
    path.write_text(json.dumps(content))
    with pytest.raises(InvalidInput, match=f"config must be the model's config.json, not {name} ") as caught:
        read_config(path, length=4096)
    assert str(path) in str(caught.value)


def test_a_configuration_with_keys_of_another_file_is_a_configuration(tmp_path):
    path = tmp_path / "config.json"
    path.write_text(
        json.dumps(GOOD | {"model_type": "llama", "hidden_size": 4096, "tokenizer_class": "LlamaTokenizer"})
    )
    assert read_config(path).layer().rotary_dim == 128


def test_a_layer_type_cut_short_is_told_what_it_may_mean(call):
    status, _, said = call("limits", "examples/gemma-3-4b.json", "--length", "4096", "--layer", "sliding")
    assert status == 2 and "(did you mean sliding_attention?)" in said
    assert "did you mean" not in call("limits", "examples/gemma-3-4b.json", "--length", "4096", "--layer", "xyz")[2]


@pytest.mark.parametrize(
    "name, content, says",
    [
        (
            "params.json",
            '{"dim": 4096, "n_heads": 32, "n_layers": 32, "rope_theta": 5e5}',
            "config must be the model's config.json, not params.json",
        ),
        (
            "a.json",
            '{"head_dim": 64, "rope_theta": 10000}',
            "--length must be given, as in rope-theory limits",
        ),
        (
            "long.json",
            '{"head_dim": 64, "rope_theta": 10000, "max_position_embeddings": 4096}',
            "--length must be given (--length 4096 is the file's max_position_embeddings)",
        ),
        ("none.json", None, "the config.json of a model, on this machine: nothing is downloaded)"),
        ("x.yaml", "a: b", "config must be a config.json: text that begins with {, as the files in examples/, got"),
        (
            "both.json",
            '{"head_dim": 64, "rope_theta": 1e4, "rope_scaling": {"rope_type": "linear", "factor": 2}, "rope_parameters": {"rope_type": "linear", "factor": 4}}',
            "must agree with rope_parameters (they differ in factor)",
        ),
    ],
)
def test_limits_says_what_is_wrong_with_the_file_before_that_the_length_is_missing(name, content, says, tmp_path, call):
    if content is not None:
        (tmp_path / name).write_text(content)
    status, out, err = call("limits", str(tmp_path / name))
    assert status == 2 and out == "" and err.count("\n") == 1 and says in err


def test_a_head_dimension_that_is_the_quotient_of_a_default_is_said(tmp_path, call):
    """A Qwen file without num_attention_heads has the 32 of its class: 112 for 3584, where the model has 28 heads of 128."""
    path = tmp_path / "config.json"
    path.write_text('{"model_type": "qwen2", "hidden_size": 3584, "rope_theta": 1000000}')
    out = call("limits", str(path), "--length", "64", "--short")[1]
    assert "num_attention_heads = 32" in out and "so head_dim = 112" in out
    path.write_text('{"model_type": "qwen2", "hidden_size": 3584, "num_attention_heads": 28, "rope_theta": 1000000}')
    assert "so head_dim" not in call("limits", str(path), "--length", "64", "--short")[1]


def test_an_unknown_key_is_shown_as_the_file_has_it(tmp_path, call):
    path = tmp_path / "config.json"
    for more, says in (
        ({"rope_betas": 500000.0}, "rope_betas must be a known key (nothing is known about this one), got 500000.0\n"),
        ({"rope_on": "yes"}, 'got "yes"\n'),
        (
            {"rope_scaling": {"rope_type": "linear", "factor": 2.0, "betas": ["a", True, 1.5]}},
            "rope_scaling.betas must be a key of rope type 'linear', got [\"a\", true, 1.5]\n",
        ),
    ):
        path.write_text(json.dumps(GOOD | more))
        status, out, err = call("limits", path, "--length", "64")
        assert (status, out) == (2, "") and err.endswith(says), err


def test_a_missing_file_is_told_files_of_like_names(tmp_path, monkeypatch, call):
    def said(name):
        status, out, err = call("limits", name, "--length", "64")
        assert (status, out, err.count("\n")) == (2, "", 1)
        return err

    assert (
        "there is no file 'llama-2.json' (did you mean rope-theory limits examples/llama-2-7b.json --length 64? the config.json of a model, on this machine: nothing is downloaded)"
        in said("llama-2.json")
    )
    assert "mean" not in said("zzzz.json") and (
        "(to try one: rope-theory limits examples/llama-2-7b.json --length 64; the config.json of a model, on this machine: "
        in said("config.json")
    )
    (tmp_path / "my-mistral.json").write_text("{}")
    assert (
        f"(did you mean rope-theory limits {tmp_path}/my-mistral.json --length 64? the config.json of a model"
        in said(tmp_path / "my-mistrall.json")
    )
    monkeypatch.chdir(tmp_path)  # no examples/ here: those of the checkout, and what lies here
    assert "(did you mean rope-theory limits my-mistral.json --length 64? the config.json of a model" in said(
        "my_mistral.json"
    )
    assert "/examples/llama-2-7b.json" in said("llama-2.json")


def test_llama3_with_an_original_length_that_is_no_shorter_has_a_note():
    for own, noted in ((8192, True), (4096, True), (8193, False), (131072, False)):
        notes = read_config(GOOD | {"max_position_embeddings": own, "rope_scaling": LLAMA3}).notes
        said = f"original_max_position_embeddings 8192 is not below max_position_embeddings {own}, of which transformers warns"
        assert any(each.startswith(said) for each in notes) == noted
