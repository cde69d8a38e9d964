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


def test_the_page_is_what_the_receipt_says():
    tool = Path(__file__).resolve().parents[1] / "tools" / "certificates.py"
    done = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
