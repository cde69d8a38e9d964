"""The certificates that come with the package are of the weights that `compile` makes, and of the published tasks."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rope_theory.machines.certificates import check, read_folder
from rope_theory.machines.certificates.kept import FOLDER, kept, model_of, names
from rope_theory.machines.compile import save, to_gptj, to_llama
from rope_theory.machines.compile.tokens import vouch

RECEIPT = Path(__file__).resolve().parents[1] / "receipts" / "certificates" / "measured.json"


def test_the_sizes_that_are_claimed_are_kept():
    wide = {
        f"{kind}-{task}-{layers}-float32"
        for kind in ("llama", "gptj")
        for task in ("number", "letter")
        for layers in (2, 4)
    }
    narrow = {
        f"llama-{task}-{layers}-{dtype}"
        for task in ("number", "letter")
        for layers in (2, 4)
        for dtype in ("bfloat16", "float16")
    }
    assert set(names()) == wide | narrow


@pytest.mark.parametrize("name", names())
def test_kept_certificate_is_of_what_compile_makes(name, tmp_path):
    kind, task, layers, dtype = name.split("-")
    folder = tmp_path / "m"
    save((to_llama if kind == "llama" else to_gptj)(task, int(layers), dtype=dtype), folder)
    made, model = read_folder(folder), model_of(name)
    assert made.facts() == model.facts() == kept(name)["model"]
    assert made.planes == model.planes and made.length == 17
    assert set(made.tensors) == set(model.tensors)
    vouch(folder, [dtype])
    (folder / "certificate.json").write_text((FOLDER / f"{name}.json").read_text())
    assert check(folder) == json.loads((FOLDER / f"{name}.json").read_text())


def test_nothing_that_ran_led_by_less_than_was_certified():
    """What the receipt holds of runs: on the recipe's inputs, and on the worst inputs that were found, length by length."""
    found = json.loads(RECEIPT.read_text())
    assert len(found["models"]) == 24 and all(row["margin"] <= row["seen"] for row in found["models"])
    rows = [row for family in found["families"] for row in family["rows"]]
    proved = [row for row in rows if row["margin"] is not None]
    assert len(proved) > 50 and all(row["margin"] <= row["least"] and not row["wrong"] for row in proved)
    assert any(row["wrong"] for row in rows)  # the search finds wrong answers where there are some


def test_the_worst_inputs_are_valid_and_leave_less_than_drawn_ones(monkeypatch):
    monkeypatch.syspath_prepend(str(RECEIPT.parents[2] / "tools"))
    from worst_inputs import attacked, letter_cases, number_cases

    from rope_theory.core.tasks import solve_letter, solve_number
    from rope_theory.machines.compile import Tokens, verify

    model = to_llama("number", 2, letters=4)
    tokens = Tokens.of(model)
    for hops in (1, 2):
        for offset in range(1, tokens.length):
            for text, answer in number_cases(tokens, offset, hops):
                assert solve_number(text).answer == answer and solve_number(text).hops == hops
    found = attacked(model)
    assert found["wrong"] == 0 and found["asked"] > 50 and found["least"] < verify(model, 200).margin
    for layer in model.model.layers:  # a quarter of the β: wrong answers are found
        layer.self_attn.q_proj.weight.data *= 0.25
    assert attacked(model)["wrong"] > 0
    letters = Tokens.of(to_llama("letter", 4, integers=2))
    for at in (4, 16):
        for text, answer in letter_cases(letters, at, 4):
            assert solve_letter(text, visible="earlier").answer == answer
            assert solve_letter(text, visible="earlier").hops == 4


def test_the_page_is_what_the_receipt_says():
    tool = Path(__file__).resolve().parents[1] / "tools" / "certificates.py"
    done = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
