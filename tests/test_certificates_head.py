"""Certificates of constructed heads at a length: made, checked from the file alone, and what is refused."""

import copy
import json
import math
import subprocess
import sys

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.faces.cli import main
from rope_theory.machines.certificates import check_head, head_certificate
from rope_theory.machines.long_context.limits import LONG, balanced_mix
from rope_theory.machines.long_context.prediction import READ, attention_recipe, certainly_decodes, coordinate
from rope_theory.machines.long_context.run import LongRunSettings, run_long

SETTINGS = {
    "mix": LongRunSettings("mix", 300, "bfloat16", head_dim=32),
    "index": LongRunSettings("index", 300, "float32", rotation="float32"),
    "retrieval": LongRunSettings("retrieval", 300, "bfloat16", letters=5),
    "induction": LongRunSettings("induction", 120, "float32", theta="19pi/2400"),
}


@pytest.fixture(scope="module")
def certificates():
    return {name: head_certificate(settings) for name, settings in SETTINGS.items()}


@pytest.fixture
def written(tmp_path):
    def write(data):
        (tmp_path / "head.json").write_text(json.dumps(data))
        return tmp_path / "head.json"

    return write


@pytest.mark.parametrize("name", SETTINGS)
def test_a_head_is_proved_anew_from_its_file_and_does_so_in_torch(certificates, written, name):
    certificate, settings = certificates[name], SETTINGS[name]
    assert check_head(written(certificate)) == certificate
    assert f"at most {settings.length} tokens" in certificate["statement"]
    (layer,) = certificate["layers"]
    assert READ < certificate["margin"] < 1 and 0 < layer["lead"] <= layer["gap"] - 2 * layer["logit_error"] + 1e-3
    assert layer["miss"] >= settings.length * math.exp(-layer["lead"]) * (1 - 1e-3)  # all rivals, each that far behind
    result = run_long(settings)
    assert result.decoded == result.checked and result.smallest_margin >= certificate["margin"]
    assert result.smallest_lead * result.beta >= layer["gap"] - 2 * layer["logit_error"]
    assert result.logit_error * result.beta <= layer["logit_error"]


def test_one_form_for_both_kinds_of_certificates(certificates):
    from rope_theory.machines.certificates.kept import kept

    compiled = kept("llama-letter-2-float32")
    for certificate in certificates.values():
        assert list(certificate) == list(compiled) and certificate["version"] == compiled["version"]


def test_the_long_mix_in_bfloat16_is_certified():
    """new.long-context, as a file."""
    certificate = head_certificate(LongRunSettings("mix", LONG, "bfloat16"), balanced_mix(LONG))
    assert certificate["model"]["beta"] == 128 and certificate["margin"] > 0.7
    assert 11 < certificate["layers"][0]["lead"] < certificate["layers"][0]["gap"]


def shifted(at, by):
    """Weight moved from one plane of the mix to another; the sum stays 1."""

    def change(data):
        values = data["weights"]["contents"][0]["value"]
        values[at], values[at + 1] = round(values[at] - by, 15), round(values[at + 1] + by, 15)

    return change


def at_least(name, factor):
    def change(data):
        data["layers"][0][name] *= factor

    return change


def larger_margin(data):
    data["statement"] = data["statement"].replace(f"{data['margin']:g}", "0.9")
    data["margin"] = 0.9


def longer(data):
    data["statement"] = data["statement"].replace("300", "30000")
    data["model"]["length"] = 30000


def finer(data):
    data["statement"] = data["statement"].replace("bfloat16", "float16")
    data["model"]["dtype"] = "float16"


@pytest.mark.parametrize(
    "change, rule",
    [
        (at_least("lead", 1.0001), "layers.0.lead must be proved"),
        (at_least("gap", 1.0001), "layers.0.gap must be proved"),
        (at_least("logit_error", 0.999), "layers.0.logit_error must be proved"),
        (at_least("miss", 0.999), "layers.0.miss must be proved"),
        (larger_margin, "margin must be proved"),
        (lambda data: data.update(margin=0.5), "statement must be"),
        (longer, "must be"),
        (shifted(1, 0.01), "must be proved|must be certain"),
        (lambda data: data["weights"]["contents"][0]["value"].__setitem__(0, 0.9), "must sum to exactly 1"),
        (lambda data: data["weights"]["contents"][0]["value"].__setitem__(0, -0.1), "must"),
        (lambda data: data["weights"].update(tensors={}, contents=[]), "weights must hold the mix"),
        (lambda data: data["model"].update(beta=16.0), "statement must be"),
        (lambda data: data["model"].update(rotation="float32"), "statement must be"),
        (lambda data: data["model"].update(head_dim=16), "must"),
        (lambda data: data["model"].update(base="10000"), "must"),
        (lambda data: data["model"].update(base="no"), "must"),
        (lambda data: data["model"].update(construction="index"), "weights must be empty but for a mix"),
        (lambda data: data["model"].update({"class": "LlamaForCausalLM"}), "must be 'constructed head'"),
        (lambda data: data["model"].update(theta="pi/9"), "must have no theta"),
        (lambda data: data["model"].update(length=1 << 40), "length must be a whole number"),
        (lambda data: data.update(allowance=1), "allowance must be 0"),
        (lambda data: data.update(trusted=[]), "trusted must be the list"),
        (lambda data: data.update(evidence="PROVED"), "evidence must be CERTIFIED"),
        (lambda data: data["layers"].append(data["layers"][0]), "layers must be 1"),
        (lambda data: data["layers"][0].update(stray=0.0), "must"),
        (lambda data: data.update(more=1), "must"),
    ],
)
def test_a_changed_number_is_refused(certificates, written, change, rule):
    data = copy.deepcopy(certificates["mix"])
    change(data)
    with pytest.raises(InvalidInput, match=rule):
        check_head(written(data))


def test_weaker_bounds_and_another_format_are_proved_for_what_they_say(certificates, written):
    data = copy.deepcopy(certificates["mix"])
    data["layers"][0].update(lead=data["layers"][0]["lead"] / 2, miss=2 * data["layers"][0]["miss"])
    assert check_head(written(data))
    finer(data)  # float16 is finer than bfloat16: the same bounds hold there
    assert check_head(written(data))


@pytest.mark.parametrize(
    "settings, rule",
    [
        (LongRunSettings("index", 200, "bfloat16"), "head must be certain to read its targets"),
        (LongRunSettings("mix", 300, "bfloat16", head_dim=32, beta=8.0), "head must be certain to read its targets"),
        (LongRunSettings("index", 300, "float32", head_dim=8), "head_dim must be at least 9"),
        (LongRunSettings("retrieval", 300, "bfloat16", rotation="bfloat16"), "rotation must be float64 or float32"),
    ],
)
def test_a_head_that_the_bounds_do_not_vouch_for_gets_no_certificate(settings, rule):
    with pytest.raises(InvalidInput, match=rule):
        head_certificate(settings)


def test_the_margin_is_the_readout_and_half_is_its_edge(certificates):
    assert coordinate(0.5) > READ > coordinate(0.75)
    settings = SETTINGS["index"]
    subject, recipe = settings.contest(), attention_recipe("float32", "float32")
    beta = certificates["index"]["model"]["beta"]
    assert certainly_decodes(subject, recipe, 300, beta) and not certainly_decodes(subject, recipe, 300, beta / 16)
    with pytest.raises(InvalidInput, match="must be certain"):
        head_certificate(settings.at(beta=beta / 16))


def test_commands_write_a_head_s_certificate_and_check_it_without_torch(tmp_path, capsys):
    file = str(tmp_path / "head.json")
    given = ["run-long", "--construction", "mix", "--length", "64", "--head-dim", "16", "--device", "cpu"]
    assert main([*given, "--certify", file]) == 0
    assert capsys.readouterr().out.startswith("CERTIFIED: The head mix at β = ")
    assert main([*given, "--certify", file]) == 2 and main([*given, "--certify", file, "--overwrite"]) == 0
    assert main(["certify", file, "--dtype", "float16"]) == 2
    assert main(["run-long", "--construction", "index", "--length", "200", "--certify", str(tmp_path / "no.json")]) == 2
    err = capsys.readouterr().err
    assert "must be certain to read its targets" in err and not (tmp_path / "no.json").exists()
    code = (
        "import sys\n"
        "class Refuse:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name.split('.')[0] in {'torch', 'transformers', 'scipy'}:\n"
        "            raise ImportError(name)\n"
        "sys.meta_path.insert(0, Refuse())\n"
        "from rope_theory.faces.cli import main\n"
        f"sys.exit(main(['certify', {file!r}]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0 and "least lead   rivals get    error of a logit" in done.stdout, done.stderr
