"""A compiled model's folder as people use it: transformers alone, padding on the left, caches, sdpa, torch.compile, 16 bits."""

import json
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import format_tokens
from rope_theory.faces.cli import main
from rope_theory.machines.catalogue import stack
from rope_theory.machines.certificates import certify, check, in_format, read_folder
from rope_theory.machines.certificates.formats import loaded
from rope_theory.machines.certificates.kept import model_of
from rope_theory.machines.compile import FILES, load, save, to_gptj, to_llama, verify
from rope_theory.models.precision.formats import FLOAT16, read_format

COMPILER = (
    any(map(shutil.which, ("c++", "g++", "clang++"))) and Path(sysconfig.get_path("include"), "Python.h").is_file()
)
MAKERS = {"llama": to_llama, "gptj": to_gptj}
CASES = [(kind, task) for kind in MAKERS for task in ("number", "letter")]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    root = tmp_path_factory.mktemp("folders")
    for kind, task in CASES:
        save(MAKERS[kind](task, 3), root / f"{kind}-{task}")
        certify(root / f"{kind}-{task}")
    return {case: root / "-".join(case) for case in CASES}


def drawn(task, count, lengths=(6, 9, 13, 17)):
    """Inputs of several lengths, as text, with their answers."""
    kind, found = stack(task), []
    sizes = {"letters": 120, "integers": 16} if task == "number" else {"letters": 8, "integers": 8}
    for length in lengths:
        stream = kind.draw(7, count, length, (1, 2), **sizes)
        found += [(format_tokens(tokens), str(answer)) for tokens, answer, _ in stream]
    return [text for text, _ in found], [answer for _, answer in found]


@pytest.mark.parametrize("kind, task", CASES)
@pytest.mark.parametrize("attention", ["eager", "sdpa"])
def test_generate_from_text_padded_on_the_left_with_a_cache(folders, kind, task, attention):
    if kind == "gptj" and attention == "sdpa":
        pytest.skip("NOT RUN: GPT-J has no sdpa")
    tokenizer = AutoTokenizer.from_pretrained(folders[kind, task])
    model = AutoModelForCausalLM.from_pretrained(folders[kind, task], attn_implementation=attention)
    texts, answers = drawn(task, 16)
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    assert batch.input_ids.shape == (64, 17) and not batch.attention_mask.all() and tokenizer.padding_side == "left"
    for use_cache in (True, False):
        made = model.generate(**batch, use_cache=use_cache)
        assert tokenizer.batch_decode(made[:, -1:]) == answers


@pytest.mark.parametrize("kind, task", CASES)
def test_the_last_token_with_the_others_in_the_cache_is_answered_as_at_once(folders, kind, task):
    tokenizer = AutoTokenizer.from_pretrained(folders[kind, task])
    model = AutoModelForCausalLM.from_pretrained(folders[kind, task])
    texts, answers = drawn(task, 8, (17,))
    ids = tokenizer(texts, return_tensors="pt").input_ids
    with torch.no_grad():
        past = None
        for part in (ids[:, :5], ids[:, 5:16], ids[:, 16:]):
            out = model(input_ids=part, past_key_values=past, use_cache=True)
            past = out.past_key_values
    assert [tokenizer.decode([k]) for k in out.logits[:, -1].argmax(-1).tolist()] == answers


@pytest.mark.parametrize("kind, task", CASES)
def test_token_by_token_and_one_by_one_give_the_logits_of_one_pass_over_a_batch(folders, kind, task):
    tokenizer = AutoTokenizer.from_pretrained(folders[kind, task])
    model = AutoModelForCausalLM.from_pretrained(folders[kind, task])
    ids = tokenizer(drawn(task, 6, (17,))[0], return_tensors="pt").input_ids
    with torch.no_grad():
        whole, past, steps = model(input_ids=ids, use_cache=False).logits, None, []
        for k in range(17):
            out = model(input_ids=ids[:, k : k + 1], past_key_values=past, use_cache=True)
            past = out.past_key_values
            steps.append(out.logits)
        alone = torch.cat([model(input_ids=row[None], use_cache=False).logits for row in ids])
    close = 1e-5 * whole.abs().max()
    assert past.get_seq_length() == 17
    assert (torch.cat(steps, 1) - whole).abs().max() < close and (alone - whole).abs().max() < close
    with torch.no_grad():  # what is compared does show a cache that is wrong: one that forgot the first token
        out = model(input_ids=ids[:, 1:], use_cache=False).logits
    assert (out[:, -1] - whole[:, -1]).abs().max() > close


@pytest.mark.parametrize("task", ["number", "letter"])
def test_eager_and_sdpa_give_the_same_logits_on_a_padded_batch(folders, task):
    tokenizer = AutoTokenizer.from_pretrained(folders["llama", task])
    batch = tokenizer(drawn(task, 8)[0], padding=True, return_tensors="pt")
    found = []
    for attention in ("eager", "sdpa"):
        model = AutoModelForCausalLM.from_pretrained(folders["llama", task], attn_implementation=attention)
        assert model.config._attn_implementation == attention
        with torch.no_grad():
            found.append(model(**batch, use_cache=False).logits[:, -1])
    assert (found[0] - found[1]).abs().max() < 1e-5 * found[0].abs().max()


@pytest.mark.parametrize("kind, task", CASES)
def test_the_tokenizer_reads_and_writes_what_the_task_does(folders, kind, task):
    tokenizer = AutoTokenizer.from_pretrained(folders[kind, task])
    texts, _ = drawn(task, 4, (17,))
    for text in texts:
        assert tokenizer.decode(tokenizer(text).input_ids) == text
    with pytest.raises(Exception, match="UNK"):
        tokenizer("NONSENSE9")


@pytest.mark.parametrize("kind, task", CASES)
@pytest.mark.filterwarnings("default")  # what the compiler warns of is its own
@pytest.mark.skipif(not COMPILER, reason="NOT RUN: torch.compile needs a C++ compiler and Python.h")
def test_torch_compile_answers_as_well(folders, kind, task):
    tokenizer = AutoTokenizer.from_pretrained(folders[kind, task])
    model = AutoModelForCausalLM.from_pretrained(folders[kind, task])
    texts, answers = drawn(task, 8, (17,))
    ids = tokenizer(texts, return_tensors="pt").input_ids
    torch.compiler.reset()  # else the numbers in which this model differs from another are variables, and sdpa takes none
    compiled = torch.compile(lambda x: model(input_ids=x, use_cache=False).logits[:, -1])
    with torch.no_grad():
        found = compiled(ids).argmax(-1)
    assert [tokenizer.decode([k]) for k in found.tolist()] == answers


def test_the_folder_needs_no_package_of_ours(folders):
    code = (
        "import sys\n"
        "class Refuse:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name.split('.')[0] == 'rope_theory':\n"
        "            raise ImportError(name)\n"
        "sys.meta_path.insert(0, Refuse())\n"
        "from transformers import AutoModelForCausalLM, AutoTokenizer\n"
        "for folder, text in eval(sys.argv[1]):\n"
        "    tokenizer = AutoTokenizer.from_pretrained(folder)\n"
        "    model = AutoModelForCausalLM.from_pretrained(folder)\n"
        "    made = model.generate(**tokenizer(text, return_tensors='pt'))\n"
        "    print(tokenizer.decode(made[0, -1]))\n"
        "assert not [name for name in sys.modules if name.startswith('rope_theory')]\n"
    )
    texts = {"number": "C B A 1 4 1 2", "letter": "C2 B1 A3 FA EF DE"}
    asked = [(str(folders[case]), texts[case[1]]) for case in CASES]
    done = subprocess.run([sys.executable, "-c", code, repr(asked)], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.split() == ["C", "A3"] * 2, done.stderr


@pytest.mark.parametrize("kind, task", CASES)
def test_card_and_configuration_name_the_format_that_is_vouched_for(folders, kind, task):
    card = (folders[kind, task] / "README.md").read_text()
    certificate = check(folders[kind, task])
    assert f"In float32, and in no other format: {certificate['statement']}" in card
    for name in ("config.json", "generation_config.json"):
        assert json.loads((folders[kind, task] / name).read_text())["rope_theory_vouched_formats"] == ["float32"]
    assert json.loads((folders[kind, task] / "config.json").read_text())["dtype"] == "float32"
    assert sorted(path.name for path in folders[kind, task].iterdir()) == sorted([*FILES, "certificate.json"])


def test_without_a_certificate_the_card_vouches_for_nothing(tmp_path):
    save(to_llama("letter", 1, letters=3), tmp_path / "m")
    assert "Nothing is vouched for" in (tmp_path / "m" / "README.md").read_text()
    for name in ("config.json", "generation_config.json"):
        assert json.loads((tmp_path / "m" / name).read_text())["rope_theory_vouched_formats"] == []


def test_a_model_saved_again_vouches_for_nothing_until_it_is_certified_again(folders, tmp_path):
    model = load(folders["llama", "number"])
    assert model.config.rope_theory_vouched_formats == ["float32"]
    save(model, tmp_path / "m")
    assert json.loads((tmp_path / "m" / "config.json").read_text())["rope_theory_vouched_formats"] == []
    with pytest.raises(InvalidInput, match="config.json: rope_theory_vouched_formats must be"):
        (tmp_path / "m" / "certificate.json").write_text((folders["llama", "number"] / "certificate.json").read_text())
        check(tmp_path / "m")


@pytest.mark.parametrize("name", ["config.json", "generation_config.json"])
@pytest.mark.parametrize("said", [["float32", "bfloat16"], ["bfloat16"], [], "float32", None])
def test_a_folder_that_names_other_formats_than_its_certificate_is_refused(folders, tmp_path, name, said):
    target = copied(folders["llama", "number"], tmp_path)
    data = json.loads((target / name).read_text())
    data["rope_theory_vouched_formats"] = said
    (target / name).write_text(json.dumps(data))
    with pytest.raises(InvalidInput, match=f"{name}: rope_theory_vouched_formats must be"):
        check(target)


def copied(folder, tmp_path):
    target = tmp_path / "m"
    target.mkdir()
    for path in folder.iterdir():
        (target / path.name).write_bytes(path.read_bytes())
    return target


@pytest.mark.parametrize("name, change", [("tokenizer.json", "number"), ("tokenizer_config.json", "right")])
def test_another_tokenizer_is_refused(folders, tmp_path, name, change):
    target = copied(folders["llama", "number"], tmp_path)
    data = json.loads((target / name).read_text())
    if name == "tokenizer.json":
        vocabulary = data["model"]["vocab"]
        vocabulary["A"], vocabulary["B"] = vocabulary["B"], vocabulary["A"]
    else:
        data["padding_side"] = change
    (target / name).write_text(json.dumps(data))
    with pytest.raises(InvalidInput, match=f"{name} must be that of the vocabulary"):
        check(target)


def test_limits_reads_the_folder(folders, capsys):
    assert main(["limits", str(folders["llama", "number"]), "--length", "17", "--quick"]) == 0
    out = capsys.readouterr().out
    assert "17" in out and "vouched for in float32, as the file says" in out


# --- 16 bits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind, task", CASES)
@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_published_tasks_are_certified_in_sixteen_bits(tmp_path, kind, task, dtype):
    save(MAKERS[kind](task, 2, dtype=dtype), tmp_path / "m")
    certificate = certify(tmp_path / "m")
    assert certificate["model"]["dtype"] == dtype and certificate["margin"] > 3
    model = load(tmp_path / "m")
    assert next(model.parameters()).dtype is getattr(torch, dtype)
    found = verify(model, 400)
    assert found.right == found.inputs and found.margin >= certificate["margin"]


def test_frequencies_stay_float32_in_sixteen_bits_until_somebody_casts_the_model(tmp_path):
    made = to_llama("number", 1, letters=5, dtype="bfloat16")
    save(made, tmp_path / "m")
    exact = made.model.rotary_emb.inv_freq
    assert exact.dtype is torch.float32 and torch.equal(load(tmp_path / "m").model.rotary_emb.inv_freq, exact)
    assert not torch.equal(load(tmp_path / "m").to(torch.bfloat16).model.rotary_emb.inv_freq.float(), exact)


def test_a_model_that_is_not_vouched_for_is_named_before_it_is_written(tmp_path, capsys):
    folder = str(tmp_path / "m")
    assert main(["compile", "number", "--layers", "2", "--dtype", "bfloat16", "--code", "circle", "--out", folder]) == 0
    assert "in bfloat16 this model is not vouched for" in capsys.readouterr().err
    other = str(tmp_path / "n")
    assert main(["compile", "number", "--layers", "1", "--letters", "5", "--dtype", "bfloat16", "--out", other]) == 0
    assert "in bfloat16 this model could be certified (--certify)" in capsys.readouterr().err
    assert main(["compile", "number", "--layers", "1", "--letters", "5", "--dtype", "float64", "--verify", "4"]) == 0
    assert "in float64 this model is not vouched for" in capsys.readouterr().err
    assert main(["compile", "number", "--layers", "1", "--letters", "5"]) == 0
    assert capsys.readouterr().err == ""


# --- loaded in another format than the certificate's --------------------------------------------------------


@pytest.fixture
def seen():
    """All that transformers logs, as it would be printed."""
    import io
    import logging

    stream, library = io.StringIO(), logging.getLogger("transformers")
    handler = logging.StreamHandler(stream)
    library.addHandler(handler)
    yield stream
    library.removeHandler(handler)


@pytest.mark.parametrize("kind", MAKERS)
def test_loaded_as_it_is_a_model_has_the_format_that_is_vouched_for(folders, kind):
    for asked in ({}, {"dtype": "auto"}):
        model = AutoModelForCausalLM.from_pretrained(folders[kind, "number"], **asked)
        assert model.dtype is torch.float32
        assert model.config.rope_theory_vouched_formats == ["float32"]
        assert not hasattr(model.generation_config, "rope_theory_vouched_formats")  # read from the file, if at all


@pytest.mark.parametrize("kind", MAKERS)
def test_transformers_prints_nothing_when_a_folder_is_loaded_in_another_format(folders, kind, seen):
    """What docs/certificates.md says of it. If this fails transformers can warn now: then let it."""
    model = AutoModelForCausalLM.from_pretrained(folders[kind, "number"], dtype=torch.bfloat16)
    tokenizer = AutoTokenizer.from_pretrained(folders[kind, "number"])
    model.generate(**tokenizer("B A 1 2", return_tensors="pt"))
    assert model.dtype is torch.bfloat16 and model.config.dtype is torch.bfloat16
    assert "dtype" not in seen.getvalue() and "bfloat16" not in seen.getvalue()
    assert str(model.dtype).removeprefix("torch.") not in model.config.rope_theory_vouched_formats


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_weights_loaded_in_another_format_are_those_that_the_proof_is_tried_for(folders, kind, dtype):
    model = AutoModelForCausalLM.from_pretrained(folders[kind, "letter"], dtype=dtype)
    ours = loaded(read_folder(folders[kind, "letter"]), read_format("dtype", dtype)).tensors
    weights = {name: value for name, value in model.state_dict().items() if name in ours}
    assert set(weights) == set(ours)
    for name, value in weights.items():
        assert torch.equal(value.double(), torch.from_numpy(ours[name])), name
    if kind == "llama":
        assert model.model.rotary_emb.inv_freq.dtype is torch.float32


def test_certify_says_whether_another_format_is_vouched_for(folders, tmp_path, capsys):
    folder = str(folders["llama", "letter"])
    assert main(["certify", folder, "--dtype", "bfloat16"]) == 1
    assert "loaded in bfloat16, saved in float32: not vouched for" in capsys.readouterr().out
    assert main(["certify", folder, "--dtype", "float64"]) == 1
    assert "certificates are for float32, float16, bfloat16" in capsys.readouterr().out
    assert main(["certify", folder, "--dtype", "float32", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["vouched"] is True
    assert main(["certify", folder, "--dtype", "int8"]) == 2
    assert "dtype must be one of" in capsys.readouterr().err
    save(to_llama("letter", 1, letters=3, dtype="bfloat16"), tmp_path / "m")  # its weights are float32 numbers, too
    assert in_format(tmp_path / "m", "bfloat16").vouched and in_format(tmp_path / "m", "float32").vouched


def test_a_weight_beyond_the_format_is_named():
    model = model_of("llama-letter-2-float32")
    name = "model.layers.0.self_attn.q_proj.weight"
    large = replace(model, tensors={**model.tensors, name: model.tensors[name] * 1e6})
    with pytest.raises(InvalidInput, match=f"{name} must be at most 65504 in float16"):
        loaded(large, FLOAT16)


# --- compile --certify --------------------------------------------------------------------------------------


CERTIFIABLE = ["compile", "number", "--layers", "1", "--letters", "5", "--length", "9"]
UNCERTIFIABLE = {
    "no proof": (["compile", "number", "--layers", "2", "--dtype", "bfloat16", "--code", "circle"], "certain"),
    "no format": ([*CERTIFIABLE, "--dtype", "float64"], "must have dtype F32, F16 or BF16"),
}


@pytest.mark.parametrize("case", UNCERTIFIABLE)
def test_compile_certify_writes_nothing_of_a_model_that_cannot_be_certified(tmp_path, capsys, case):
    arguments, why = UNCERTIFIABLE[case]
    assert main([*arguments, "--certify", "--out", str(tmp_path / "m")]) == 2
    err = capsys.readouterr().err
    assert "cannot be certified, and nothing was written" in err and why in err and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_compile_certify_leaves_an_older_model_as_it_was_if_the_new_one_cannot_be_certified(tmp_path, capsys):
    target = tmp_path / "m"
    assert main([*CERTIFIABLE, "--certify", "--out", str(target)]) == 0
    before = {path.name: path.read_bytes() for path in target.iterdir()}
    arguments, _ = UNCERTIFIABLE["no proof"]
    assert main([*arguments, "--certify", "--overwrite", "--out", str(target)]) == 2
    assert {path.name: path.read_bytes() for path in target.iterdir()} == before and check(target)
    assert list(tmp_path.iterdir()) == [target]
    assert main([*arguments, "--overwrite", "--out", str(target)]) == 0  # without --certify it is written
    assert not (target / "certificate.json").exists()
    capsys.readouterr()


def test_compile_certify_refuses_a_folder_with_other_files_before_the_work(tmp_path, capsys):
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "adapter_config.json").write_text("{}")
    assert main([*CERTIFIABLE, "--certify", "--out", str(tmp_path / "m")]) == 2
    assert "must hold no other files than a model's own" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "m").iterdir()] == ["adapter_config.json"]


def test_save_leaves_no_certificate_of_another_model(tmp_path):
    save(to_llama("letter", 1, letters=3), tmp_path / "m", certify)
    assert check(tmp_path / "m")
    save(to_llama("letter", 1, letters=4), tmp_path / "m")
    assert not (tmp_path / "m" / "certificate.json").exists()
