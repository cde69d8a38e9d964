"""`rope-theory profile` and the results it writes."""

import csv
import importlib.util
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import rope_theory.machines.profiles
from rope_theory.core.errors import InvalidInput
from rope_theory.core.showing.score_plane import FLAT
from rope_theory.faces.cli import main
from rope_theory.faces.report.page import WIDTH
from rope_theory.machines.profiles import head_profile, load_model, load_tokenizer
from tests.tiny_models import LENGTH, tiny, token_ids


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A tiny model with a token for each letter in capitals, digit and comma."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    folder = tmp_path_factory.mktemp("model")
    tiny("Llama, grouped", torch.float32).save_pretrained(folder)
    words = {"?": 0, **{word: k + 1 for k, word in enumerate("ABCDEFGHIJKL,123456789MNOPQRSTUVWXYZ0")}}
    tokenizer = Tokenizer(models.WordLevel(words, unk_token="?"))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Split(Regex("."), "isolated")]
    )
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="?").save_pretrained(folder)
    return folder


def lines(path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def test_command_writes_scores_and_pictures(folder, tmp_path, capsys):
    out = tmp_path / "new" / "profile"
    status = main(
        ["profile", str(folder), "--task", "retrieval", "--count", "2", "--frequencies", "--out", str(out), "--json"]
    )
    answer = json.loads(capsys.readouterr().out)
    assert status == 0 and sorted(path.name for path in out.iterdir()) == [
        "frequencies.csv", "frequencies.png", "heatmaps.png", "plane.png", "scores.csv"]  # fmt: skip
    rows = lines(out / "scores.csv")
    assert len(rows) == answer["heads"] * answer["samples"] == 2 * 4 * 2
    table = [[float(row[key]) for key in ("positional", "symbolic")] for row in rows if row["layer"] == "0"]
    means = np.array(table).reshape(4, 2, 2).mean(1)
    assert np.allclose(np.median(means, 0), [answer["layers"][0][key] for key in ("positional", "symbolic")])
    assert len(lines(out / "frequencies.csv")) == 2 * 4 * 2
    assert (out / "plane.png").read_bytes().startswith(b"\x89PNG")


def test_command_prints_a_table_for_text_of_ones_own_and_for_ids(folder, tmp_path, capsys):
    assert main(["profile", str(folder), "--text", "A 1 B 2 A", "--out", str(tmp_path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "8 heads in 2 layers, 1 prompt," in said and "correlation" in said and "of these is decided" not in said
    ids = tmp_path / "ids.json"
    ids.write_text(json.dumps(token_ids().tolist()))
    assert main(["profile", str(folder), "--ids", str(ids), "--queries", "4", "-1", "--out", str(tmp_path)]) == 2
    assert "scores.csv yet (or say --overwrite)" in capsys.readouterr().err
    assert (
        main(["profile", str(folder), "--ids", str(ids), "--queries", "4", "-1", "--out", str(tmp_path), "--overwrite"])
        == 0
    )
    assert {row["query"] for row in lines(tmp_path / "scores.csv")} == {"4", str(LENGTH)}


def test_the_legend_says_how_many_heads_are_pure_and_of_how_many_of_these_the_side_is_decided(folder, tmp_path, capsys):
    """It counted decided heads alone: a pure head may be undecided."""
    arguments = ["profile", str(folder), "--task", "retrieval", "--gamma", "0.45", "--out", str(tmp_path)]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    positional, symbolic = (sum(row[f"pure_{side}"] for row in found["layers"]) for side in ("positional", "symbolic"))
    assert 0 <= found["pure_decided"] <= min(found["decided"], positional + symbolic) and positional + symbolic > 0
    assert main([*arguments, "--overwrite"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert (
        f"In short: {positional + symbolic} of 8 heads {'is' if positional + symbolic == 1 else 'are'} pure ({positional} positional, {symbolic} symbolic), "
        f"and the side of {found['pure_decided']} of these is decided. Some heads of random weights" in said
    )


def test_positions_are_left_out_and_tokens_swapped_as_the_options_say(folder, tmp_path, capsys):
    text = ["profile", str(folder), "--text", "A 1 B 2 C 3 A", "--text", "B 4 A 1 C 2 C", "--json", "--out"]
    found = {}
    for name, options in {
        "all": [],
        "left": ["--leave-out", "1", "3-4"],
        "tokens": ["--swap-method", "tokens"],
    }.items():
        assert main([*text, str(tmp_path / name), *options]) == 0
        answer = json.loads(capsys.readouterr().out)
        found[name] = answer, [row["positional"] for row in lines(tmp_path / name / "scores.csv")]
    assert found["left"][0]["leave_out"] == [1, 3, 4] and found["tokens"][0]["swap_method"] == "tokens"
    assert len({tuple(scores) for _, scores in found.values()}) == 3
    assert found["all"][0]["effective"][0] >= 1 and found["all"][0]["decided"] <= 8
    assert main(["profile", str(folder), "--text", "A 1 B 2 C 3 A", "--out", str(tmp_path / "said")]) == 0
    assert "effectively" in capsys.readouterr().out


def test_loaded_model_gives_the_scores_of_the_model_that_was_saved(folder):
    before, after = tiny("Llama, grouped", torch.float32), load_model(folder)
    assert np.array_equal(*(head_profile(model, token_ids()).positional for model in (before, after)))
    assert load_tokenizer(folder)("A 1 B")["input_ids"] == [1, 14, 2]


BAD = {
    "no folder": (
        ["nowhere", "--task", "binding"],
        "model must be a folder that is here, or a model that rope-theory fetch-model has fetched",
    ),
    "unknown task": (["MODEL", "--task", "bindings"], "task must be one of index, number, retrieval, binding"),
    "no ids": (["MODEL", "--ids", "nowhere.json"], "ids must be a JSON file"),
    "size": (["MODEL", "--task", "retrieval", "--size", "27"], "--size must be at most 26 pairs, got 27"),
    "gamma": (["MODEL", "--task", "retrieval", "--gamma", "0.7"], "gamma must be"),
    "tau": (["MODEL", "--task", "retrieval", "--tau", "0"], "tau must be positive"),
    "query": (["MODEL", "--task", "retrieval", "--queries", "2"], "two earlier positions"),
    "dtype": (["MODEL", "--task", "retrieval", "--dtype", "int8"], "dtype must name"),
    "dtype misspelt": (["MODEL", "--task", "retrieval", "--dtype", "bfloat61"], "of torch, got 'bfloat61'"),
    "device": (["MODEL", "--task", "retrieval", "--device", "quantum"], "--device must be a device that torch finds"),
    "a device that is not here": (["MODEL", "--task", "retrieval", "--device", "cuda:99"], "--device must be a device"),
    "short text": (["MODEL", "--text", "A B"], "--text must have at least three tokens, "),
    "how short it is": (["MODEL", "--text", "A 1 B", "--text", "A B"], "got 2 tokens in 'A B'"),
    "blocks": (["MODEL", "--text", "A 1 B 2 A", "--blocks", "9"], "blocks must be at most 4"),
    "position 0": (["MODEL", "--task", "retrieval", "--leave-out", "0"], "--leave-out must be positions from 1"),
    "a range that goes down": (
        ["MODEL", "--task", "retrieval", "--leave-out", "5-2"],
        "positions from 1, as in 1 or 2-5",
    ),
    "all left out": (["MODEL", "--text", "A 1 B 2 A", "--leave-out", "1-3"], "--leave-out must leave each query two"),
    "tokens in blocks": (
        ["MODEL", "--text", "A 1 B 2 A", "--blocks", "2", "--swap-method", "tokens"],
        "--swap-method must be",
    ),
}


def test_a_short_name_of_a_format_is_read_by_the_command_and_told_by_the_library(folder, tmp_path, capsys):
    from rope_theory.machines.profiles.load import load_model

    with pytest.raises(InvalidInput, match=r"torch \(did you mean bfloat16\?\)"):
        load_model(str(folder), "bf16", "cpu")
    asked = ["profile", str(folder), "--task", "retrieval", "--dtype", "bf16", "--device", "quantum"]
    assert main([*asked, "--out", str(tmp_path / "out")]) == 2 and "--device must be" in capsys.readouterr().err


@pytest.mark.parametrize("case", BAD)
def test_bad_arguments_are_one_line_and_status_two(case, folder, tmp_path, capsys):
    arguments, says = BAD[case]
    out = tmp_path / "out"
    status = main(["profile", *(str(folder) if word == "MODEL" else word for word in arguments), "--out", str(out)])
    error = capsys.readouterr().err
    assert status == 2 and says in error and error.count("\n") == 1, error
    assert not out.exists() or not list(out.iterdir())


def test_weights_that_are_no_safetensors_are_refused(folder, tmp_path):
    (tmp_path / "config.json").write_text((folder / "config.json").read_text())
    torch.save({}, tmp_path / "pytorch_model.bin")
    with pytest.raises(InvalidInput, match="safetensors"):
        load_model(tmp_path)
    (tmp_path / "model.safetensors").write_bytes(b"broken")
    with pytest.raises(InvalidInput, match="transformers can load"):
        load_model(tmp_path)
    with pytest.raises(InvalidInput, match="config.json"):
        load_model(tmp_path.parent)


def test_missing_weights_are_refused_not_made_up(folder, tmp_path):
    from safetensors.torch import load_file, save_file

    weights = load_file(folder / "model.safetensors")
    lost = next(key for key in weights if "layers.1" in key and "k_proj" in key)
    save_file(
        {key: value for key, value in weights.items() if key != lost}, tmp_path / "model.safetensors", {"format": "pt"}
    )
    (tmp_path / "config.json").write_text((folder / "config.json").read_text())
    with pytest.raises(InvalidInput, match="missing: model.layers.1.self_attn.k_proj.weight"):
        load_model(tmp_path)


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("num_hidden_layers", "num_hidden_layers must be at most"),
        ("intermediate_size", "config.json must ask for at most twice the"),
        ("vocab_size", "config.json must ask for at most twice the"),
    ],
)
def test_a_configuration_larger_than_its_weights_is_refused_before_it_takes_memory(key, says, folder, tmp_path):
    shutil.copytree(folder, tmp_path / "model")
    path = tmp_path / "model" / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {key: 10**9}))
    with pytest.raises(InvalidInput, match=says):
        load_model(tmp_path / "model")


def test_tables_that_a_model_computes_are_bounded(tmp_path):
    """GPT-J writes sine and cosine of every position it is configured for."""
    from transformers import GPTJConfig, GPTJForCausalLM

    config = GPTJConfig(vocab_size=12, n_embd=8, n_layer=1, n_head=2, n_positions=16, rotary_dim=4)
    GPTJForCausalLM(config).save_pretrained(tmp_path)
    load_model(tmp_path)
    path = tmp_path / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"n_positions": 10**9}))
    with pytest.raises(InvalidInput, match="numbers in tables"):
        load_model(tmp_path)


def test_out_that_is_a_file_is_refused(folder, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["profile", str(folder), "--text", "A 1 B", "--out", str(tmp_path / "file")]) == 2
    assert "out must be a folder" in capsys.readouterr().err


def test_pictures_are_the_same_bytes_twice_and_other_suffixes_are_refused(tmp_path):
    profile = head_profile(tiny("GPT-J"), token_ids(), frequencies=True)
    for name in ("plot_plane", "plot_heatmaps", "plot_frequencies"):
        for kind in ("svg", "png", "pdf"):
            paths = [tmp_path / f"{run}.{kind}" for run in "ab"]
            for path in paths:
                getattr(profile, name)(path)
            assert paths[0].read_bytes() == paths[1].read_bytes()
    with pytest.raises(InvalidInput, match="path must end in"):
        profile.plot_plane(tmp_path / "plane.jpeg")


def test_result_without_frequencies_says_so():
    profile = head_profile(tiny("GPT-J"), token_ids())
    with pytest.raises(InvalidInput, match="frequencies must be True"):
        profile.frequency_scores  # noqa: B018
    assert profile.purity(0.4).shape == (2, 2) and profile.means().positional.shape == (2, 2)


def test_missing_package_is_one_line_that_names_the_extra(folder, tmp_path, capsys, monkeypatch):
    assert callable(rope_theory.machines.profiles.head_profile)  # an earlier use does not hide that it is missing
    monkeypatch.setitem(sys.modules, "transformers", None)
    assert main(["profile", str(folder), "--text", "A 1 B", "--out", str(tmp_path)]) == 2
    assert "pip install '.[models]'" in capsys.readouterr().err
    with pytest.raises(InvalidInput, match="transformers must be installed"):
        rope_theory.machines.profiles.head_profile  # noqa: B018


def test_the_recipe_of_a_tiny_model_makes_one_that_can_be_profiled(tmp_path, capsys):
    import runpy

    recipe = runpy.run_path(str(Path(__file__).parents[1] / "examples" / "tiny_model.py"))
    recipe["main"](str(tmp_path / "tiny"))
    out = tmp_path / "profile"
    assert main(["profile", str(tmp_path / "tiny"), "--task", "retrieval", "--count", "1", "--out", str(out)]) == 0
    assert "8 heads in 2 layers" in capsys.readouterr().out and len(lines(out / "scores.csv")) == 8
    scores = [float(row["positional"]) for row in lines(out / "scores.csv")]
    assert max(scores) - min(scores) > 0.2  # its picture shows more than one dot


def test_prompts_that_the_tokenizer_does_not_know_are_refused():
    """What is unknown is one token: with such prompts every head is positional, of whatever model."""
    from rope_theory.core.prompts import Prompt, tokenized

    class Letters:
        unk_token_id = 0

        def __call__(self, text):
            return {"input_ids": [" AB".find(one) + 1 for one in text.split()]}

    half = [Prompt("toy", "A B C D", (), "A"), Prompt("toy", "A A B", (), "B")]
    assert tokenized(half, Letters()) == [[2, 3, 0, 0], [2, 2, 3]]
    with pytest.raises(
        InvalidInput, match="prompts must be texts of which .* at least half .*, got '3 of 5 tokens unknown'"
    ):
        tokenized([*half, Prompt("toy", "A B C D E", (), "A")], Letters())


def test_command_writes_one_table_of_chosen_layers_and_heads(folder, tmp_path, capsys):
    from rope_theory.machines.profiles import HeadProfile

    asked = ["profile", str(folder), "--text", "A 1 B 2 A", "--layers", "1", "--heads", "0,2-3"]
    for kind in ("csv", "json"):
        assert main([*asked, "--out", str(tmp_path / f"x.{kind}"), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["files"] == [str(tmp_path / f"x.{kind}")]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.csv", "x.json"]
    rows = lines(tmp_path / "x.csv")
    assert [(row["layer"], row["head"]) for row in rows] == [("1", "0"), ("1", "2"), ("1", "3")]
    saved = HeadProfile.load(tmp_path / "x.json")
    assert np.allclose(saved.positional.ravel(), [float(row["positional"]) for row in rows])
    assert main([*asked, "--out", str(tmp_path / "x.csv")]) == 2
    assert "must name what is not there yet" in capsys.readouterr().err


@pytest.mark.parametrize(
    "given, says",
    [(["--layers", "0-2"], "layers must be at most 1, got '0-2'"), (["--heads", "0-9"], "got '0-9'"),
     (["--layers", "0,x"], "layers must be numbers from 0, as in 0,3-5"), (["--layers", "2"], "layers must be at most 1"),
     (["--heads", "3-1"], "heads must be numbers from 0"), (["--heads", "4"], "heads must be heads 0..3")],
)  # fmt: skip
def test_command_refuses_layers_and_heads_that_there_are_not(given, says, folder, tmp_path, capsys):
    assert main(["profile", str(folder), "--text", "A 1 B 2 A", *given, "--out", str(tmp_path / "x.csv")]) == 2
    assert says in capsys.readouterr().err and not (tmp_path / "x.csv").exists()


@pytest.mark.skipif(
    importlib.util.find_spec("pyarrow") is None, reason="NOT RUN: pyarrow (extra `tables`) is not installed"
)
def test_command_writes_parquet(folder, tmp_path):
    from pyarrow import parquet

    out = tmp_path / "x.parquet"
    assert main(["profile", str(folder), "--text", "A 1 B 2 A", "--out", str(out)]) == 0
    assert parquet.read_table(out).num_rows == 8


def test_command_says_what_parquet_needs(folder, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["profile", str(folder), "--text", "A 1 B 2 A", "--out", str(tmp_path / "x.parquet")]) == 2
    assert "pyarrow must be installed to write tables (pip install '.[tables]'" in capsys.readouterr().err


def test_flat_heads_are_said_with_how_little_their_logits_vary(folder, tmp_path, call, monkeypatch):
    """Norms by their definition from the model's own projections; logits of random weights hardly vary."""
    asked = "profile", str(folder), "--text", "A 1 , B 2 , C 3 , A", "--out", str(tmp_path / "out.json")
    data = json.loads(call(*asked, "--json")[1])
    printed = call(*asked, "--overwrite")[1].splitlines()
    page = " ".join(" ".join(printed).split())
    assert (
        max(map(len, printed[:-1])) <= WIDTH and "scale·|q||k|" in page and "with the β of `rope-theory limits`" in page
    )
    assert "score, from 0 to 1: the cosine of the weights" in page and "1.0 where one swap alone" in page
    profile = rope_theory.machines.profiles.HeadProfile.load(tmp_path / "out.json")
    assert profile.norms.shape == profile.positional.shape and (profile.spread <= profile.norms + 1e-12).all()
    model, kept = load_model(folder), {}
    attention = model.model.layers[0].self_attn
    hooks = [
        getattr(attention, name).register_forward_hook(lambda m, i, out, name=name: kept.update({name: out[0]}))
        for name in ("q_proj", "k_proj")
    ]
    model(torch.tensor([load_tokenizer(folder)("A 1 , B 2 , C 3 , A")["input_ids"]]))
    [hook.remove() for hook in hooks]
    d = attention.head_dim
    queries, keys = (kept[name].double().unflatten(-1, (-1, d)).norm(dim=-1) for name in ("q_proj", "k_proj"))
    shared = queries.shape[1] // keys.shape[1]
    want = (queries[-1] * keys.mean(0).repeat_interleave(shared) / d**0.5).detach().numpy()
    assert np.allclose(profile.norms[0, :, 0, 0], want, rtol=1e-5)
    profile.to_csv(tmp_path / "out.csv")
    table = [row for row in lines(tmp_path / "out.csv") if row["layer"] == "0"]
    assert np.allclose([float(row["norms"]) for row in table], want, rtol=1e-5)
    assert all(float(row["spread"]) ** 2 == pytest.approx(float(row["variance"]), rel=1e-9) for row in table)
    rows = data["layers"]
    assert rows[0]["norms"] == pytest.approx(float(np.median(want)), rel=1e-5)
    assert "spread: standard deviation" in page and ": flat," not in page
    monkeypatch.setattr(
        "rope_theory.core.showing.score_plane.FLAT", 0.5 * min(rows[0]["positional"], rows[0]["symbolic"])
    )
    said = " ".join(call(*asked, "--overwrite")[1].split())
    assert "flat, both medians above" in said and f"at most {max(row['spread'] for row in rows):.2g};" in said


def test_the_plane_says_which_heads_are_flat(folder, tmp_path, call):
    """The table says it of layers; in the picture each head in the marked corner counts."""
    call("profile", str(folder), "--text", "A 1 , B 2 , C 3 , A", "--out", str(tmp_path / "out.json"))
    profile = rope_theory.machines.profiles.HeadProfile.load(tmp_path / "out.json")
    positional, symbolic = profile.means()
    flat = int((np.minimum(positional, symbolic) > FLAT).sum())
    (axes,) = (each for each in profile.plot_plane().axes if each.get_xlabel().startswith("positional score"))
    marked = any("flat" in text.get_text() for text in axes.texts)
    assert flat and axes.get_title("left").endswith(f", {flat} of them flat") and marked
    profile._arrays["scores"][:] = 0.5
    (axes,) = (each for each in profile.plot_plane().axes if each.get_xlabel().startswith("positional score"))
    assert "flat" not in axes.get_title("left") and not any("flat" in text.get_text() for text in axes.texts)


def test_the_page_names_every_column_of_the_scores(folder, tmp_path, call):
    """They were named nowhere."""
    page = (Path(__file__).parents[1] / "docs" / "commands.md").read_text(encoding="utf-8")
    listed = page.partition("**Columns of scores.csv.**")[2].partition("\n\n**")[0]
    call("profile", str(folder), "--text", "A 1 , B 2 , C 3 , A", "--out", str(tmp_path / "x.csv"))
    assert all(f"`{key}`" in listed for key in [*lines(tmp_path / "x.csv")[0], "missing"])
