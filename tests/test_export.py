"""Compiled models as ONNX and GGUF: the files answer as torch does on valid inputs, and one that does not is not written."""

import functools
import importlib.util
import json

import numpy as np
import pytest
import torch

from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import format_tokens, invalid_letter, invalid_number, solve_letter, solve_number
from rope_theory.faces.cli import main
from rope_theory.machines.compile import Tokens, load, save, to_gptj, to_llama
from rope_theory.machines.export import export_gguf, export_onnx, inputs, onnx_graph
from rope_theory.machines.export.inputs import compare, valid_inputs

MAKERS = {"llama": to_llama, "gptj": to_gptj}
SIZES = {"number": {"letters": 3, "integers": 3}, "letter": {"letters": 3, "integers": 1}}
CASES = [(kind, task) for kind in MAKERS for task in SIZES]


def need(*packages):
    for name in packages:
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"NOT RUN: no {name}")


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    root = tmp_path_factory.mktemp("folders")
    for kind, task in CASES:
        save(MAKERS[kind](task, 2, 6, **SIZES[task]), root / f"{kind}-{task}")
    return {case: root / "-".join(case) for case in CASES}


# --- inputs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", SIZES)
def test_short_inputs_are_all_and_each_is_valid_with_its_answer(task, monkeypatch):
    monkeypatch.setattr(inputs, "MOST", 5000)
    tokens = Tokens.of(to_llama(task, 2, 6, **SIZES[task]))
    found = {length: (whole, drawn) for length, whole, drawn in valid_inputs(tokens, 2, 12)}
    assert [whole for whole, _ in found.values()] == sorted((whole for whole, _ in found.values()), reverse=True)
    assert {whole for whole, _ in found.values()} == {True, False}
    invalid, solve = {
        "number": (invalid_number, solve_number),
        "letter": (lambda s: invalid_letter(s, "earlier"), lambda s: solve_letter(s, "earlier")),
    }[task]
    for length, (whole, drawn) in found.items():
        for sequence, answer in drawn:
            assert len(sequence) == length and invalid(sequence) is None and solve(sequence).answer == answer
            assert solve(sequence).hops <= 2
        assert whole or len(drawn) == 12
    import itertools

    every = {
        s
        for s in itertools.product(tokens.vocabulary, repeat=3)
        if invalid(s) is None and solve(s).hops <= 2
    }  # fmt: skip
    assert {sequence for sequence, _ in found[3][1]} == every and len(found[3][1]) == len(every) > 10


@pytest.mark.parametrize("change", ["answer", "padding", "none"])
def test_a_program_that_is_wrong_somewhere_does_not_hold(change):
    model = to_llama("number", 2, 6, **SIZES["number"])

    def run(ids, mask):
        seen = torch.ones_like(mask) if change == "padding" else mask
        with torch.no_grad():
            logits = model(input_ids=ids, attention_mask=seen, use_cache=False).logits[:, -1].clone()
        if change == "answer" and ids.shape[1] == 2 and ids.shape[0] > 2:
            logits[1] = logits[1].flip(0)
        return logits

    found = compare(model, run, masked=True, sample=4)
    assert found.holds is (change == "none")
    assert (found.same < found.asked) is (change == "answer")  # a mask that is not heeded shows in the logits alone


# --- ONNX -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def graph(folders, tmp_path_factory):
    """(kind, task) -> (file, what was found), exported when a test first asks for it."""
    need("onnx", "onnxruntime", "onnxscript")
    root = tmp_path_factory.mktemp("graphs")

    @functools.cache
    def made(kind, task):
        path = root / f"{kind}-{task}.onnx"
        return path, export_onnx(folders[kind, task], path)

    return made


@pytest.mark.parametrize("kind, task", CASES)
def test_graph_answers_as_torch_on_all_short_inputs_in_any_batch(graph, folders, kind, task):
    import onnxruntime

    path, found = graph(kind, task)
    assert found.holds and found.short >= 3 and found.every > 80 and found.difference < 1e-2 < 1 < found.margin
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    assert [each.name for each in session.get_inputs()] == ["input_ids", "attention_mask"]
    model = load(folders[kind, task])
    for shape in ((1, 1), (1, 6), (7, 3), (300, 5)):
        ids = torch.randint(0, len(Tokens.of(model).vocabulary), shape, generator=torch.Generator().manual_seed(1))
        (logits,) = session.run(None, {"input_ids": ids.numpy(), "attention_mask": np.ones(shape, np.int64)})
        with torch.no_grad():
            wanted = model(input_ids=ids).logits.numpy()
        assert logits.shape == wanted.shape and abs(logits - wanted).max() < 1e-2


def test_graph_carries_the_vocabulary_and_no_path_of_the_machine(graph, folders):
    import onnx

    path, _ = graph("gptj", "letter")
    tokens = Tokens.of(load(folders["gptj", "letter"]))
    facts = {each.key: each.value for each in onnx.load(path).metadata_props}
    assert facts["rope_theory.vocabulary"] == format_tokens(tokens.vocabulary) and facts["rope_theory.length"] == "6"
    data = path.read_bytes()
    assert b".py" not in data and str(folders["gptj", "letter"].parent).encode() not in data


def test_a_graph_that_answers_otherwise_is_not_written(folders, tmp_path, monkeypatch, capsys):
    need("onnx", "onnxruntime", "onnxscript")
    made = onnx_graph._graph

    def other(onnx, model):
        with torch.no_grad():
            model.lm_head.weight[:2] = model.lm_head.weight[:2].flip(0)
            graph = made(onnx, model)
            model.lm_head.weight[:2] = model.lm_head.weight[:2].flip(0)
        return graph

    monkeypatch.setattr(onnx_graph, "_graph", other)
    out = tmp_path / "model.onnx"
    assert main(["export-onnx", str(folders["llama", "number"]), "--out", str(out)]) == 1
    assert "FAILS: nothing is written" in capsys.readouterr().out and not out.exists()


def test_a_narrow_model_is_refused(tmp_path):
    need("onnx", "onnxruntime", "onnxscript")
    save(to_llama("letter", 1, letters=3, integers=1, dtype="float16"), tmp_path / "m")
    for export in (export_onnx, export_gguf):
        with pytest.raises(InvalidInput, match="must hold .*float32"):
            export(tmp_path / "m", tmp_path / "x")


# --- GGUF -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def packed(folders, tmp_path_factory):
    need("gguf")
    root = tmp_path_factory.mktemp("packed")
    return {task: (root / f"{task}.gguf", export_gguf(folders["llama", task], root / f"{task}.gguf")) for task in SIZES}


@pytest.mark.parametrize("task", SIZES)
def test_file_holds_the_weights_with_query_and_key_in_adjacent_rows(packed, folders, task):
    import gguf

    path, found = packed[task]
    assert found.holds and found.short >= 3 and found.every > 80
    reader = gguf.GGUFReader(path)
    stored = {tensor.name: tensor.data for tensor in reader.tensors}
    state = load(folders["llama", task]).state_dict()
    query = state["model.layers.1.self_attn.q_proj.weight"].numpy()
    assert np.array_equal(stored["blk.1.attn_q.weight"], query.reshape(2, len(query) // 2, -1).swapaxes(0, 1).reshape(query.shape))  # fmt: skip
    assert not np.array_equal(stored["blk.1.attn_q.weight"], query)
    assert np.array_equal(stored["output.weight"], state["lm_head.weight"].numpy())
    words = reader.fields["tokenizer.ggml.tokens"].contents()
    assert words[:-1] == [f" {token}" for token in Tokens.of(load(folders["llama", task])).vocabulary]


@pytest.mark.parametrize("task", SIZES)
def test_the_reader_of_transformers_finds_the_same_model(packed, folders, task):
    need("gguf", "accelerate")
    from transformers import AutoModelForCausalLM

    path, _ = packed[task]
    again, model = AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name), load(folders["llama", task])
    assert all(torch.equal(weight, again.state_dict()[key]) for key, weight in model.state_dict().items())
    for _, _, drawn in valid_inputs(Tokens.of(model), 2, 20):
        ids = torch.cat([Tokens.of(model).encode(sequence) for sequence, _ in drawn])
        with torch.no_grad():
            assert torch.equal(again(ids).logits[:, -1].argmax(-1), model(ids).logits[:, -1].argmax(-1))


@pytest.mark.parametrize("task", SIZES)
def test_llama_cpp_reads_text_and_answers(packed, folders, task):
    need("gguf", "cyllama")
    from cyllama.llama import llama_cpp

    path, _ = packed[task]
    tokens = Tokens.of(load(folders["llama", task]))
    model = llama_cpp.LlamaModel(str(path), llama_cpp.LlamaModelParams(), False)
    settings = llama_cpp.LlamaContextParams()
    settings.n_ctx, settings.n_batch, settings.type_k, settings.type_v = 32, 32, 0, 0  # a cache in float32
    context = llama_cpp.LlamaContext(model, settings, False)
    sampler = llama_cpp.LlamaSampler(llama_cpp.LlamaSamplerChainParams())
    sampler.add_greedy()
    asked = 0
    for _, _, drawn in valid_inputs(tokens, 2, 20):
        for sequence, answer in drawn[:200]:
            ids = model.get_vocab().tokenize(f" {format_tokens(sequence)}", False, False)
            assert list(ids) == tokens.encode(sequence)[0].tolist()
            context.kv_cache_clear()
            batch = llama_cpp.LlamaBatch(n_tokens=32, embd=0, n_seq_max=1)
            batch.set_batch(ids, 0, False)
            batch.set_last_logits_to_true()
            context.decode(batch)
            assert tokens.vocabulary[sampler.sample(context, -1)] == answer
            asked += 1
    assert asked > 140


def test_gptj_has_no_gguf(folders, tmp_path):
    need("gguf")
    with pytest.raises(InvalidInput, match="must hold a LlamaForCausalLM in float32"):
        export_gguf(folders["gptj", "number"], tmp_path / "x.gguf")


# --- commands ---------------------------------------------------------------------------------------------


def test_command_writes_a_file_and_says_what_was_asked(folders, tmp_path, capsys):
    need("gguf")
    out = tmp_path / "model.gguf"
    command = ["export-gguf", str(folders["llama", "number"]), "--out", str(out), "--sample", "5"]
    assert main([*command, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["holds"] and said["file"] == str(out) and out.exists() and said["asked"] == said["right"]
    assert main(command) == 2 and "--overwrite" in capsys.readouterr().err
    assert main([*command, "--overwrite"]) == 0
    words = capsys.readouterr().out
    assert "valid inputs of at most" in words and "a seeded sample of" in words


@pytest.mark.parametrize(
    "arguments, error",
    [
        (["export-onnx", "nowhere", "--out", "x.bin"], "out must end in .onnx"),
        (["export-gguf", "nowhere", "--out", "x.onnx"], "out must end in .gguf"),
        (["export-gguf", "nowhere", "--out", "x.gguf"], "DIR must hold config.json"),
        (["export-gguf", "nowhere", "--out", "x.gguf", "--sample", "0"], "sample must be at least 1"),
    ],
)
def test_bad_arguments_are_one_line(arguments, error, tmp_path, monkeypatch, capsys):
    need("gguf")
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert error in said and said.count("\n") == 1


@pytest.mark.parametrize("package", ["onnx", "onnxruntime", "onnxscript"])
def test_a_missing_package_is_named(folders, tmp_path, monkeypatch, capsys, package):
    monkeypatch.setitem(__import__("sys").modules, package, None)
    assert main(["export-onnx", str(folders["llama", "number"]), "--out", str(tmp_path / "x.onnx")]) == 2
    assert "pip install '.[onnx]'" in capsys.readouterr().err
