"""What a configuration says that is not read, and model types that nobody knows: said on standard error, and in JSON."""

import ast
import difflib
import importlib.util
import json
import math
from pathlib import Path

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.meant import edits, meant, slip
from rope_theory.faces.cli import main
from rope_theory.models.config import dialects, misread, read_config, types

GOOD = {
    "model_type": "llama",
    "head_dim": 64,
    "rope_theta": 10000.0,
    "max_position_embeddings": 512,
    "num_hidden_layers": 2,
}
CODE = Path(misread.__file__).parent


def doubts(settings: dict) -> list[str]:
    return [str(each) for each in read_config(settings).not_read if each.doubtful]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("num_hiden_layers", "num_hidden_layers"),
        ("max_position_embedings", "max_position_embeddings"),
        ("slidng_window", "sliding_window"),
        ("head_dmi", "head_dim"),
        ("Head_dim", "head_dim"),
        ("partial_rotray_factor", None),  # speaks of neither "rope" nor "rotary"
        ("layer_type", "layer_types"),
    ],
)
def test_a_misspelt_key_is_said_with_what_it_may_mean(wrong, right):
    right = right or "partial_rotary_factor"
    assert doubts(GOOD | {wrong: 3}) == [f"not read: '{wrong}'; did you mean {right}?"]
    assert doubts({key: value for key, value in GOOD.items() if key != right} | {right: GOOD.get(right)}) == []


def test_keys_that_are_no_slip_are_listed_and_not_doubted():
    found = read_config(GOOD | {"vocab_size": 7, "v_head_dim": 3, "note": None}).not_read
    assert [each.key for each in found] == ["vocab_size", "v_head_dim"] and not any(each.doubtful for each in found)


def test_chunks_that_move_positions_are_said_not_to_be_read():
    [said] = doubts(GOOD | {"dual_chunk_attention_config": {"chunk_size": 8}})
    assert said == "not read: 'dual_chunk_attention_config'; positions are taken as they are, not by chunks"


@pytest.mark.parametrize(
    ("change", "hint"),
    [
        ({"rope_tetha": 5.0}, r"did you mean rope_theta\?"),
        ({"rope_scalling": {"a": 1}}, r"did you mean rope_scaling\?"),
        ({"rope_frobnicate": 1}, "nothing is known"),
        ({"rope_scaling": {"rope_type": "lama3", "factor": 8}}, r"did you mean llama3\?"),
        ({"rope_scaling": {"rope_type": "linear", "facter": 8}}, r"must be given \(is it 'facter'\?\)"),
        ({"rope_scaling": {"rope_type": "linear", "factor": 8, "facter": 8}}, r"did you mean factor\?"),
        ({"layer_types": ["full_atention"] * 2}, r"did you mean full_attention\?"),
    ],
)
def test_a_refused_name_is_told_what_it_may_mean(change, hint):
    with pytest.raises(InvalidInput, match=hint):
        read_config(GOOD | change)


def test_a_key_outside_the_part_that_the_class_reads_is_said():
    inner = {"head_dim": 64, "rope_theta": 10000.0}
    assert doubts({"model_type": "qwen2_5_vl", "rope_theta": 10000.0, "text_config": inner}) == []
    [said] = doubts({"model_type": "qwen2_5_vl", "rope_theta": 5, "text_config": inner})
    assert said == "not read: 'rope_theta'; for the language model text_config.rope_theta is, and it is 10000.0"


def test_an_unknown_model_type_says_what_was_assumed():
    [note] = read_config(GOOD | {"model_type": "lama"}).notes
    assert note.startswith("model type 'lama' is none whose class is known (did you mean llama?)")
    assert note.endswith(
        "assumed: all layers are alike and rotate, each sees everything before, whole heads turn, logits are divided by "
        "√head_dim; which dimensions make a pair is not known"
    )
    scaling = {"rope_type": "yarn", "factor": 32, "original_max_position_embeddings": 4096, "mscale_all_dim": 1}
    latent = {"model_type": "x9", "rope_theta": 50000, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64}
    found = read_config(latent | {"rope_scaling": scaling})
    said = "logits are divided by √(qk_nope_head_dim + qk_rope_head_dim)"
    assert f"{said}, times the square of the mscale of mscale_all_dim;" in found.notes[0]
    assert f"{said};" in read_config(latent).notes[0]
    assert found.layer().score_scale() == pytest.approx((1 + 0.1 * math.log(32)) ** 2 / 192**0.5)
    more = {
        "model_type": "x9",
        "query_pre_attn_scalar": 4,
        "rotary_dim": 32,
        "rope_interleave": True,
        "sliding_window": 9,
    }
    note = read_config(GOOD | more).notes[0]
    assert "did you mean" not in note and note.endswith("assumed: all layers are alike and rotate")
    assert not any("assumed" in note for note in read_config(GOOD).notes)
    assert (
        read_config({key: value for key, value in GOOD.items() if key != "model_type"})
        .notes[0]
        .startswith("no model_type")
    )


def test_commands_say_it_on_standard_error_and_in_json(tmp_path, capsys):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(GOOD | {"num_hiden_layers": 3, "vocab_size": 7, "of_the_file": None}))
    said = f"{path}: not read: 'num_hiden_layers'; did you mean num_hidden_layers?\n"
    short = ("--base", "10000", "--quick", "--length", "64")
    for arguments in (
        ("limits", str(path), *short[2:], "--json"),
        ("scale", str(path), "--to", "1024", "--json"),
        ("cliff", "cosines", "--config", str(path), "--length", "64", "--dtype", "float32", "--json"),
        ("compare", str(path), str(path), "--length", "64", "--json"),
    ):
        assert main(list(arguments)) == 0
        out, err = capsys.readouterr()
        assert err == said
        found = json.loads(out)
        assert found.get("a", found)["not_read"] == {
            "num_hiden_layers": {"did_you_mean": "num_hidden_layers"},
            "vocab_size": {"did_you_mean": None},
        }
    assert main(["limits", *short, "--head-dim", "64"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and "assumed" not in out


def test_every_key_that_the_code_asks_for_is_one_that_is_read():
    """`misread` lists them by hand; here they are looked up in the code."""
    asked = set()
    for name in ("reader", "dialects", "layers"):
        for node in ast.walk(ast.parse((CODE / f"{name}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                if node.func.attr in ("get", "has", "number", "whole", "text", "flag") and node.args:
                    asked |= {node.args[0].value} if isinstance(node.args[0], ast.Constant) else set()
    inner = {"factor", "mscale_all_dim", "mrope_section", "truncate", "sliding_attention"}  # of rope_parameters
    rows = {"defaults", "last", "listed", "names", "repeat", "rope_parameters", "whole"}  # of types.json
    assert {"head_dim", "sliding_window", "rope_theta", "use_dynamic_ntk"} <= asked
    assert asked - inner - rows <= misread.keys_read("llama")


@pytest.mark.skipif(
    not importlib.util.find_spec("transformers"),
    reason="COMPARISON NOT RUN: transformers (extra `models`) is not installed",
)
def test_no_key_of_the_classes_own_configurations_is_doubted():
    import transformers
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    transformers.logging.set_verbosity_error()
    alike = {
        "hidden_sizes",
        "sliding_windows",
        "position_embeddings_type",
    }  # of encoders, one letter from a key that is read
    alike |= {"rope_parameters"}  # of musicflamingo: its class turns audio by it
    looked, doubted = 0, {}
    for name in types.known():
        if name not in CONFIG_MAPPING:
            continue
        try:
            settings = json.loads(json.dumps(CONFIG_MAPPING[name]().to_dict(), default=str))
        except Exception:  # its own defaults do not make a configuration
            continue
        found = {each.key for each in misread.not_read(settings, dialects.text_part(settings)[0]) if each.doubtful}
        looked += 1
        doubted |= {name: found - alike} if found - alike else {}
    assert looked > 150 and doubted == {}


def test_slips_are_one_letter_in_short_names_and_two_in_long_ones():
    assert edits("abcd", "abdc") == 1 and edits("abc", "abc") == 0 and edits("a", "abcd") == 3
    assert slip("heed_dimm", ["head_dim"]) is None and slip("rope_tehtaa", ["rope_theta"]) == "rope_theta"
    assert slip("x" * 5000, ["rope_theta"]) is None and meant("", ["a"]) == ""


#: Keys of classes of transformers that are no slips of keys that are read.
OTHERS = ["attention_in_multiplier", "t2u_max_position_embeddings", "left_max_position_embeddings"]


def test_no_cutoff_of_difflib_tells_slips_from_other_names_as_edits_do():
    names = sorted(name for name in misread.keys_read(None) if not name.endswith("_config"))
    slips = {name[:k] + name[k + 1] + name[k] + name[k + 2 :]: name for name in names for k in range(len(name) - 1)}
    slips = {wrong: name for wrong, name in slips.items() if wrong not in names}
    assert not [key for key in OTHERS if slip(key, names)]
    assert sum(slip(wrong, names) == name for wrong, name in slips.items()) >= 0.99 * len(slips)
    for cutoff in (0.8, 0.85, 0.9, 0.92, 0.94):
        near = {key: difflib.get_close_matches(key, names, 1, cutoff) for key in (*slips, *OTHERS)}
        alarms = [key for key in OTHERS if near[key]]
        assert alarms or sum(near[wrong] == [name] for wrong, name in slips.items()) < 0.75 * len(slips), cutoff


@pytest.mark.parametrize("command", ["limits --quick", "scale --from 64 --to", "cliff mix --dtype bfloat16 --config"])
def test_positions_by_chunks_are_said_on_the_page_and_in_json_and_not_twice(command, call, tmp_path):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(GOOD | {"dual_chunk_attention_config": {"chunk_size": 8}}))
    name, *more = command.split()
    asked = {
        "limits": ["limits", path, "--length", "100", *more],
        "scale": ["scale", path, *more, "100"],
        "cliff": ["cliff", *more, path, "--length", "100"],
    }[name]
    _, page, err = call(*map(str, asked))
    said = "'dual_chunk_attention_config' is not read: positions are taken as they are, not by chunks"
    assert " ".join(page.split()).count(said) == 1 and "dual_chunk" not in err
    assert said in json.loads(call(*map(str, asked), "--json")[1])["notes"]
