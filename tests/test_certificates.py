"""Certificates of compiled models: the check from the folder alone, and what it refuses. (The arithmetic:
`test_certificates_bounds.py`, `test_certificates_library.py`.)
"""

import json
import struct
import subprocess
import sys
from itertools import chain

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from rope_theory.core import tasks
from rope_theory.core.errors import InvalidInput
from rope_theory.faces.cli import main
from rope_theory.machines.certificates import certificate_of, certify, check, paths, prove, read_folder
from rope_theory.machines.certificates.certificate import decode, encode
from rope_theory.machines.compile import save, to_gptj, to_llama
from rope_theory.machines.compile.card import allowed

MAKERS = {"llama": to_llama, "gptj": to_gptj}
WEIGHTS, CERTIFICATE, CONFIG = "model.safetensors", "certificate.json", "config.json"
QUERY = {"llama": "model.layers.0.self_attn.q_proj.weight", "gptj": "transformer.h.0.attn.q_proj.weight"}


@pytest.fixture(scope="module")
def certified(tmp_path_factory):
    """Folders with certificates, by (class, task): small vocabularies, two layers."""
    root, found = tmp_path_factory.mktemp("certified"), {}
    for kind, make in MAKERS.items():
        for task, sizes in {"number": {"letters": 5}, "letter": {"letters": 3, "integers": 2}}.items():
            folder = root / f"{kind}-{task}"
            save(make(task, 2, 9, **sizes), folder)
            certify(folder)
            found[kind, task] = folder
    return found


@pytest.fixture
def copy(certified, tmp_path):
    """A copy of a folder that a test may spoil."""

    def make(kind="llama", task="number"):
        target = tmp_path / "model"
        target.mkdir()
        for path in certified[kind, task].iterdir():
            (target / path.name).write_bytes(path.read_bytes())
        return target

    return make


def edit(path, change):
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))


def reweigh(folder, change):
    tensors = {name: array.copy() for name, array in load_file(folder / WEIGHTS).items()}
    change(tensors)
    save_file(tensors, folder / WEIGHTS)


KINDS = [(kind, task) for kind in MAKERS for task in ("number", "letter")]


@pytest.mark.parametrize("kind, task", KINDS)
def test_certificate_is_proved_anew_from_the_folder(certified, kind, task):
    certificate = check(certified[kind, task])
    assert certificate["evidence"] == "CERTIFIED" and certificate["margin"] > 5 and certificate["allowance"] >= 32
    assert f"every valid input of the {task} task" in certificate["statement"]


@pytest.mark.parametrize(
    "make, settings",
    [
        (to_llama, {"task": "number", "layers": 4}),
        (to_llama, {"task": "letter", "layers": 4}),
        (to_gptj, {"task": "number", "layers": 4}),
        (to_gptj, {"task": "letter", "layers": 4}),
        (to_llama, {"task": "previous", "layers": 3}),
        (to_gptj, {"task": "number", "layers": 12, "width": 128, "rotary_dim": 128}),
        (to_gptj, {"task": "letter", "layers": 12, "width": 128, "rotary_dim": 128}),
    ],
)
def test_published_sizes_are_certified(make, settings, tmp_path):
    save(make(**settings), tmp_path / "m")
    certificate = certify(tmp_path / "m")
    assert (
        certificate["margin"] > 5
        and certificate["allowance"] >= 16
        and len(certificate["layers"]) == settings["layers"]
    )


def test_check_runs_in_a_process_that_cannot_import_torch_or_transformers(certified):
    code = (
        "import sys\n"
        "class Refuse:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name.split('.')[0] in {'torch', 'transformers', 'safetensors', 'tokenizers'}:\n"
        "            raise ImportError(name)\n"
        "sys.meta_path.insert(0, Refuse())\n"
        "from rope_theory.faces.cli import main\n"
        f"sys.exit(main(['certify', {str(certified['gptj', 'letter'])!r}]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("CERTIFIED: GPTJForCausalLM in float32: for every valid input of the letter task")


# --- one weight changed -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_weight_changed_by_one_unit_more_than_allowed_is_refused_and_by_as_much_is_not(copy, kind, sign):
    folder = copy(kind)
    allowance = json.loads((folder / CERTIFICATE).read_text())["allowance"]
    name = QUERY[kind]
    weights = load_file(folder / WEIGHTS)[name].reshape(-1)
    mantissas = 2 * np.frexp(np.abs(weights))[0]
    at = int(np.flatnonzero((1.2 < mantissas) & (mantissas < 1.8))[0])  # its neighbours lie in the same binade

    def shift(units):
        def change(tensors):
            tensors[name].reshape(-1)[at] = weights[at] + np.float32(sign * units) * np.spacing(abs(weights[at]))

        return change

    reweigh(folder, shift(allowance))
    check(folder)
    reweigh(folder, shift(allowance + 1))
    with pytest.raises(InvalidInput, match=rf"{name} must be within {allowance} units"):
        check(folder)


def test_every_single_weight_is_compared(copy):
    folder = copy()
    names = sorted(load_file(folder / WEIGHTS))
    for name in names:

        def change(tensors, name=name):
            flat = tensors[name].reshape(-1)
            at = np.flatnonzero(flat)
            if len(at):
                flat[at[-1]] *= np.float32(1.03)
            else:
                flat[0] = 1e-6

        original = (folder / WEIGHTS).read_bytes()
        reweigh(folder, change)
        with pytest.raises(InvalidInput, match="model.safetensors"):
            check(folder)
        (folder / WEIGHTS).write_bytes(original)
    assert len(names) == 21 and check(folder)


def test_a_zero_that_is_no_longer_zero_is_refused(copy):
    folder = copy()

    def change(tensors):
        flat = tensors["lm_head.weight"].reshape(-1)
        flat[np.flatnonzero(flat == 0)[0]] = np.float32(1e-30)

    reweigh(folder, change)
    with pytest.raises(InvalidInput, match="0 stays 0"):
        check(folder)


def swap_rows(tensors):
    rows = tensors["model.embed_tokens.weight"]
    rows[[0, 1]] = rows[[1, 0]]


def added(tensors):
    tensors["model.layers.0.self_attn.q_proj.bias"] = np.zeros(4, np.float32)


def removed(tensors):
    del tensors["model.norm.weight"]


def reshaped(tensors):
    tensors["lm_head.weight"] = tensors["lm_head.weight"].T.copy()


def widened(tensors):
    tensors["lm_head.weight"] = tensors["lm_head.weight"].astype(np.float16)


def infinite(tensors):
    tensors["lm_head.weight"][0, -1] = np.inf


def loud(tensors):
    tensors["model.layers.0.mlp.down_proj.weight"][0, 0] = 1


@pytest.mark.parametrize(
    "change, rule",
    [
        (swap_rows, "must be within"),
        (added, "must hold the tensors of LlamaForCausalLM"),
        (removed, "must hold the tensors of LlamaForCausalLM"),
        (reshaped, "must hold the tensors of LlamaForCausalLM"),
        (widened, "must be in one format"),
        (infinite, "must be finite"),
        (loud, "must be zero"),
    ],
)
def test_other_tensors_are_refused(copy, change, rule):
    folder = copy()
    reweigh(folder, change)
    with pytest.raises(InvalidInput, match=rule):
        check(folder)


# --- another configuration --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key, value",
    [
        ("rms_norm_eps", 1e-5),
        ("num_attention_heads", 2),
        ("num_key_value_heads", 2),
        ("num_hidden_layers", 1),
        ("hidden_act", "gelu"),
        ("dtype", "bfloat16"),
        ("attention_bias", True),
        ("mlp_bias", True),
        ("tie_word_embeddings", True),
        ("max_position_embeddings", 4096),
        ("head_dim", 2),
        ("vocab_size", 23),
        ("model_type", "mistral"),
        ("architectures", ["MistralForCausalLM"]),
        ("architectures", ["LlamaForCausalLM", "GPTJForCausalLM"]),
        ("rope_parameters", {"rope_type": "linear", "factor": 2.0, "rope_theta": 9.0}),
        ("rope_parameters", {"rope_type": "default", "rope_theta": 9.0}),
        ("rope_scaling", {"rope_type": "linear", "factor": 2.0}),
        ("auto_map", {"AutoModelForCausalLM": "x.Y"}),
        ("quantization_config", {"quant_method": "gptq"}),
        ("partial_rotary_factor", 0.5),
        ("some_new_switch", None),
    ],
)
def test_another_configuration_is_refused(copy, key, value):
    folder = copy()
    edit(folder / CONFIG, lambda data: data.update({key: value}))
    with pytest.raises(InvalidInput, match=r"config\.json|certificate\.json|model\.safetensors"):
        check(folder)


@pytest.mark.parametrize(
    "key", ["hidden_act", "num_attention_heads", "dtype", "rope_parameters", "rms_norm_eps", "rope_theory"]
)
def test_a_configuration_that_leaves_it_to_a_default_is_refused(copy, key):
    folder = copy()
    edit(folder / CONFIG, lambda data: data.pop(key))
    with pytest.raises(InvalidInput):
        check(folder)


def another_vocabulary(entry):
    first, second, *rest = entry["vocabulary"].split()
    entry["vocabulary"] = " ".join([second, first, *rest])


@pytest.mark.parametrize(
    "change",
    [
        another_vocabulary,
        lambda entry: entry.update(length=10),
        lambda entry: entry.update(layers=3),
        lambda entry: entry.update(task="previous"),
    ],
)
def test_another_meaning_of_the_tokens_is_refused(copy, change):
    folder = copy()
    edit(folder / CONFIG, lambda data: change(data["rope_theory"]))
    with pytest.raises(InvalidInput):
        check(folder)


@pytest.mark.parametrize(
    "name", ["modeling.py", "adapter_config.json", "pytorch_model.bin", "model.safetensors.index.json"]
)
def test_a_file_that_a_loader_might_prefer_is_refused(copy, name):
    folder = copy()
    (folder / name).write_text("{}")
    with pytest.raises(InvalidInput, match="must hold no other files"):
        check(folder)


def test_a_generation_configuration_that_bends_the_answer_is_refused(copy):
    folder = copy()
    edit(folder / "generation_config.json", lambda data: data.update(suppress_tokens=[0]))
    with pytest.raises(InvalidInput, match="generation_config"):
        check(folder)


# --- forged certificates ----------------------------------------------------------------------------------


def larger_margin(data):
    data["margin"] *= 1.001
    data["statement"] = data["statement"].rsplit(" ", 1)[0] + f" {data['margin']:g}."


@pytest.mark.parametrize(
    "change, rule",
    [
        (larger_margin, "margin must be proved"),
        (lambda data: data.update(allowance=data["allowance"] * 4), "must be proved"),
        (lambda data: data["layers"][1].update(lead=data["layers"][1]["lead"] + 0.01), "layers.1.lead must be proved"),
        (lambda data: data["layers"][0].update(miss=data["layers"][0]["miss"] / 2), "layers.0.miss must be proved"),
        (lambda data: data["layers"][0].update(logit_error=0), "layers.0.logit_error must be proved"),
        (lambda data: data["layers"].pop(), "layers must be 2"),
        (lambda data: data.update(statement="It is always right."), "statement must be"),
        (lambda data: data.update(trusted=[]), "trusted must be the list"),
        (lambda data: data.update(evidence="PROVED"), "evidence must be CERTIFIED"),
        (lambda data: data["model"].update(length=99), "model.length must be that of the folder"),
        (lambda data: data["model"].update(dtype="bfloat16"), "model.dtype must be that of the folder"),
        (lambda data: data["model"].update(layers=2.0), "layers must be a whole number"),
        (lambda data: data.update(version=2), "version must be"),
        (lambda data: data.update(more=1), "must hold"),
        (lambda data: data.pop("weights"), "missing: weights"),
        (lambda data: data["weights"]["tensors"].popitem(), "must name the tensors"),
        (lambda data: data["weights"]["contents"][0].update(shape=[10**6, 10**6]), "must name numbers of a tensor"),
        (lambda data: data["weights"]["contents"][0]["at"].reverse(), "must name numbers of a tensor"),
        (lambda data: data["weights"]["contents"][0]["value"].__setitem__(0, 7.0), "must be within"),
    ],
)
def test_a_forged_certificate_is_refused(copy, change, rule):
    folder = copy()
    edit(folder / CERTIFICATE, change)
    with pytest.raises(InvalidInput, match=rule):
        check(folder)


def test_a_weaker_bound_is_no_forgery(copy):
    folder = copy()

    def weaker(data):
        data["layers"][0]["miss"] *= 2

    edit(folder / CERTIFICATE, weaker)
    assert check(folder)


def test_wrong_weights_get_no_certificate_even_with_a_certificate_of_their_own(copy):
    folder = copy()

    def halve(tensors):
        for name in tensors:
            if name.endswith("q_proj.weight"):
                tensors[name] *= np.float32(0.25)

    reweigh(folder, halve)
    with pytest.raises(InvalidInput, match="must be certain to be answered right"):
        certify(folder)
    wrong = encode(read_folder(folder).tensors)
    edit(folder / CERTIFICATE, lambda data: data.update(weights=wrong))
    with pytest.raises(InvalidInput, match="must be proved by its weights"):
        check(folder)


@pytest.mark.parametrize(
    "content", [b"", b"12345678", struct.pack("<Q", 1 << 40) + b"{}", struct.pack("<Q", 2) + b"[]"]
)
def test_what_is_no_safetensors_file_is_refused(copy, content):
    folder = copy()
    (folder / WEIGHTS).write_bytes(content)
    with pytest.raises(InvalidInput, match="model.safetensors"):
        check(folder)


def test_overlapping_and_spare_bytes_are_refused(copy):
    folder = copy()
    content = (folder / WEIGHTS).read_bytes()
    (folder / WEIGHTS).write_bytes(content + b"1234")
    with pytest.raises(InvalidInput, match="must end with its last tensor"):
        check(folder)
    length = struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[8 : 8 + length])
    norms = [name for name in header if name.endswith("input_layernorm.weight")]
    header[norms[1]]["data_offsets"] = header[norms[0]]["data_offsets"]
    text = json.dumps(header).encode()
    (folder / WEIGHTS).write_bytes(struct.pack("<Q", len(text)) + text + content[8 + length :])
    with pytest.raises(InvalidInput, match="offsets without gaps"):
        check(folder)


def test_weights_are_written_exactly():
    tensors = {"a": np.array([[0.0, 1 / 3], [-2.5, 0]]), "b": np.zeros((2, 2)), "c": np.zeros((2, 2))}
    found = decode(json.loads(json.dumps(encode(tensors))))
    assert all(np.array_equal(found[name], array) for name, array in tensors.items())
    assert len(encode(tensors)["contents"]) == 2


# --- the meaning of the tokens, against the oracles -------------------------------------------------------


def follow(task, tokens):
    """The answers that `paths` leads to: every target of every row on the path, as often as the path needs."""
    here = {len(tokens)}
    for _ in range(len(tokens)):
        reached = set()
        for position in here:
            asked = paths.asks(task, tokens[position - 1])
            found = {
                key
                for key in range(1, position + 1)
                if paths.is_target(asked, position - key, paths.offers(task, tokens[key - 1]))
            }
            assert found, "a row of the path without a target"
            assert len({tokens[key - 1] for key in found}) == 1, "targets that hold different tokens"
            reached |= found
        here = reached
    return {tokens[position - 1] for position in here}


def test_targets_lead_to_the_oracles_answers_on_all_small_inputs():
    numbers = chain.from_iterable(tasks.all_number_inputs(2, 3, n1, n2) for n1 in (1, 2) for n2 in (1, 2, 3))
    letters = chain.from_iterable(
        tasks.all_letter_inputs(3, 1, n1, n2, visible="earlier") for n1 in (1, 2) for n2 in (1, 2)
    )
    count = 0
    for tokens in numbers:
        assert follow("number", tokens) == {tasks.solve_number(tokens).answer}
        count += 1
    for tokens in letters:
        assert follow("letter", tokens) == {tasks.solve_letter(tokens, "earlier").answer}
        count += 1
    assert count > 300


# --- commands ---------------------------------------------------------------------------------------------


def test_compile_certify_writes_and_certify_checks(tmp_path, capsys):
    folder = str(tmp_path / "model")
    assert main(["compile", "letter", "--layers", "2", "--letters", "3", "--out", folder, "--certify"]) == 0
    assert "CERTIFIED: LlamaForCausalLM in float32" in capsys.readouterr().out
    assert main(["certify", folder, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["margin"] > 5 and "weights" not in found
    assert main(["compile", "letter", "--layers", "1", "--letters", "3", "--out", folder]) == 2  # it is there
    assert main(["compile", "letter", "--layers", "1", "--letters", "3", "--out", folder, "--overwrite"]) == 0
    assert not (tmp_path / "model" / CERTIFICATE).exists()  # the certificate of the older model is gone
    assert main(["certify", folder]) == 2
    assert "certificate.json must be a JSON file that exists" in capsys.readouterr().err


def test_certify_needs_a_folder(capsys):
    assert main(["compile", "letter", "--certify"]) == 2
    assert "--certify must be given with --out FOLDER" in capsys.readouterr().err


def test_no_pattern_no_proof(certified):
    """A layer that reads what another wrote elsewhere is outside of what is followed."""
    from dataclasses import replace

    model = read_folder(certified["llama", "number"])
    tensors = {name: array.copy() for name, array in model.tensors.items()}
    name = "model.layers.1.self_attn.v_proj.weight"
    tensors[name][0, 0] = 1.0  # reads a coordinate of the queries
    with pytest.raises(InvalidInput, match="must read its values from what the layer before wrote"):
        prove(replace(model, tensors=tensors))
    tensors = {name: array.copy() for name, array in model.tensors.items()}
    tensors["model.layers.0.self_attn.o_proj.weight"][0, 0] = 1.0  # writes there
    with pytest.raises(InvalidInput, match="must write to coordinates of its own"):
        prove(replace(model, tensors=tensors))


# --- What a reader sees first


def told(certificate) -> list[str]:
    """What a stranger has to know of a certificate."""
    model = certificate["model"]
    words = [
        "float32, and in no other format",
        f"of at most {model['length']} tokens",
        f"at most {model['layers']} hops",
    ]
    words += [f"the model's {model['positions']} positions", "than that of every other token", "without TF32"]
    return [*words, "Another format", "ONNX", "Nothing is said of trained models", "rope-theory certify"]


@pytest.mark.parametrize("kind, task", KINDS)
def test_the_first_lines_say_what_is_guaranteed_where_what_is_not_and_how_to_check_it(certified, kind, task, capsys):
    folder = certified[kind, task]
    certificate = check(folder)
    card = (folder / "README.md").read_text().split("---\n", 2)[2]
    first = "\n".join(card.strip().splitlines()[:10])
    assert [words for words in told(certificate) if words not in first] == []
    assert main(["certify", str(folder)]) == 0
    shown = "\n".join(capsys.readouterr().out.splitlines()[:4])
    assert [words for words in told(certificate)[1:] if words not in shown] == []
    assert str(folder) in shown and "`" not in shown


@pytest.mark.parametrize(
    "allowance, said",
    [(0, "must be exactly these"), (1, "by 1 unit in"), (2, "by 2 units in")],
)
def test_an_allowance_is_said_as_people_count(allowance, said):
    assert said in allowed(allowance)


def test_proving_tells_how_far_it_is(certified):
    seen = []
    certificate_of(read_folder(certified["llama", "number"]), lambda done, total: seen.append((done, total)))
    assert len(seen) >= 5 and [done for done, _ in seen] == list(range(1, len(seen) + 1))
    assert len({total for _, total in seen}) == 1 and seen[-1][0] <= seen[-1][1]


@pytest.mark.parametrize(
    "content, says",
    [
        ({"a": 1}, "foo.json must hold allowance, evidence, layers, margin, model, rope_theory, statement, trusted, version, weights "
         "(missing: all; not known: a), got 'a'"),
        ({}, "version, weights (missing: all), got no keys"),
        ([1], "foo.json must be an object"),
        ({"model": {"vocabulary": "A"}}, "foo.json must be the certificate of a head; that of a compiled model is proved with its folder"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_certificate_is_named_with_what_is_missing(content, says, tmp_path, capsys):
    (tmp_path / "foo.json").write_text(json.dumps(content))
    assert main(["certify", str(tmp_path / "foo.json")]) == 2
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1 and "certificate.json" not in said


def test_a_path_that_is_not_there_is_said_to_be_so(tmp_path, capsys):
    assert main(["certify", str(tmp_path / "none")]) == 2
    path = tmp_path / "none"
    makes = f"to make one: rope-theory compile number --layers 2 --out {path} --certify"
    assert capsys.readouterr().err == f"error: there is no folder and no file '{path}' ({makes})\n"
