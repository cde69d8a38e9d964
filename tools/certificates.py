"""docs/certificates.md from receipts/certificates/measured.json: what is certified, and where certificates and models end.

`--run` measures anew (minutes): the models of the kept certificates are compiled and run on inputs. The lengths
at which the certificate ends are those of models that the compiler itself would refuse: its rules are left out for them.

    python tools/certificates.py --run      measure and write the receipt
    python tools/certificates.py --keep     write the certificates that come with the package
    python tools/certificates.py            write the page from the receipt
    python tools/certificates.py --check    exit status 1 if the page would change
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[1]
RECEIPT, PAGE = ROOT / "receipts" / "certificates" / "measured.json", ROOT / "docs" / "certificates.md"
BEGIN, END = "<!-- table:begin -->", "<!-- table:end -->"
SAMPLE = 1000
#: Those whose certificates come with the package: (class, task, layers, settings).
KEPT = [
    (kind, task, layers, {"dtype": "float32"})
    for kind in ("llama", "gptj")
    for task in ("number", "letter")
    for layers in (2, 4)
] + [("llama", task, 2, {"dtype": dtype}) for dtype in ("bfloat16", "float16") for task in ("number", "letter")]
#: Lengths of one family: Llama, number task, 2 layers, two planes, four letters.
LENGTHS = (9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 513)
#: Beyond this no proof is tried; and no more offsets than these are asked.
PROVED, ASKED = 257, 128
FAMILY = {"letters": 4, "head_dim": 4, "code": "circle"}


def measured(name: str) -> dict:
    """One kept certificate, beside what its model does on inputs of the recipe."""
    from rope_theory.machines.certificates.kept import kept
    from rope_theory.machines.compile import load, save, to_gptj, to_llama, verify

    kind, task, layers, dtype = name.split("-")
    certificate = kept(name)
    with tempfile.TemporaryDirectory() as folder:
        save((to_llama if kind == "llama" else to_gptj)(task, int(layers), dtype=dtype), Path(folder) / "model")
        found = verify(load(Path(folder) / "model"), SAMPLE)
    return {
        "class": certificate["model"]["class"],
        "task": task,
        "layers": int(layers),
        "width": certificate["model"]["width"],
        "dtype": dtype,
        "margin": certificate["margin"],
        "allowance": certificate["allowance"],
        "right": found.right,
        "inputs": found.inputs,
        "seen": round(found.margin, 4),
    }


def keep() -> None:
    """Compile and certify the models whose certificates come with the package."""
    from rope_theory.machines.certificates import certify
    from rope_theory.machines.certificates.kept import FOLDER
    from rope_theory.machines.compile import save, to_gptj, to_llama

    for kind, task, layers, settings in KEPT:
        with tempfile.TemporaryDirectory() as folder:
            save((to_llama if kind == "llama" else to_gptj)(task, layers, **settings), Path(folder) / "model")
            text = json.dumps(certify(Path(folder) / "model"))
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{kind}-{task}-{layers}-{settings['dtype']}.json").write_text(text + "\n", encoding="utf-8")


def length_row(length: int, dtype: str) -> dict:
    """One length: is it certified, and which of the offsets asked from the last position are answered wrong?"""
    from rope_theory.core.errors import InvalidInput
    from rope_theory.core.truth import Truth
    from rope_theory.machines.certificates import prove, read_folder
    from rope_theory.machines.compile import load, norms, save, to_llama

    model = None
    for narrow in (norms.NARROW, 14, 8, 4, 2, 1, 0):  # the largest room for rounding that leaves a β
        try:
            with patch.object(norms, "NARROW", narrow):
                model = to_llama("number", 2, length, dtype=dtype, **FAMILY)
            break
        except InvalidInput:
            continue
    if model is None:
        return {"length": length, "dtype": dtype, "narrow": None, "margin": None, "wrong": None, "asked": 0}
    with tempfile.TemporaryDirectory() as folder:
        save(model, Path(folder) / "model")
        margin = None
        if length <= PROVED:
            try:
                proof = prove(read_folder(Path(folder) / "model"))
                margin = round(float(proof.margin), 4) if proof.holds is Truth.TRUE else None
            except InvalidInput:
                pass
        wrong, asked = offsets(load(Path(folder) / "model"), length)
    return {"length": length, "dtype": dtype, "narrow": narrow, "margin": margin, "wrong": wrong, "asked": asked}


def offsets(model, length: int) -> tuple[int, int]:
    """(wrong, asked): every offset from the last position, or a seeded choice of many, over seeded letters."""
    import torch

    from rope_theory.machines.compile import Tokens
    from rope_theory.machines.compile.verify import lead

    tokens, rng = Tokens.of(model), random.Random(length)
    letters = [token for token in tokens.vocabulary if isinstance(token, str)]
    text = [rng.choice(letters) for _ in range(length - 1)]
    wrong, every = 0, sorted(rng.sample(range(1, length), min(length - 1, ASKED)))
    batch = max(1, min(32, (1 << 23) // length**2))
    for first in range(0, len(every), batch):
        asked = every[first : first + batch]
        ids = [[tokens.numbers[each] for each in (*text, offset)] for offset in asked]
        right = torch.tensor([tokens.numbers[text[length - 1 - offset]] for offset in asked])
        with torch.no_grad():
            logits = model(input_ids=torch.tensor(ids), use_cache=False, logits_to_keep=1).logits[:, -1].double()
        wrong += int((lead(logits, right) <= 0).sum())
    return wrong, len(every)


def run() -> dict:
    import torch
    import transformers

    from rope_theory.machines.certificates.kept import names

    models = [measured(name) for name in names()]
    lengths = [length_row(length, dtype) for dtype in ("bfloat16", "float16") for length in LENGTHS]
    versions = {"torch": torch.__version__, "transformers": transformers.__version__}
    return {"models": models, "lengths": lengths, "sample": SAMPLE, "versions": versions}


def tables(found: dict) -> str:
    """The two tables of the page."""
    lines = [
        f"Inputs of 17 tokens, published vocabularies. Measured: {found['sample']} seeded inputs on a CPU, torch "
        f"{found['versions']['torch']}, transformers {found['versions']['transformers']}.",
        "",
        "| class | task | layers | width | format | certified margin | smallest measured | right | allowance (ulp) |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['class']} | {row['task']} | {row['layers']} | {row['width']} | {row['dtype']} | {row['margin']:.4g} | "
        f"{row['seen']:.4g} | {row['right']} of {row['inputs']} | {row['allowance']} |"
        for row in found["models"]
    ]
    lines += [
        "",
        f"Where it ends: Llama, number task, two layers, two planes, four letters on a circle; every offset (a seeded {ASKED} of them "
        "where there are more) asked from the last position, over seeded letters. Room: the multiple of u that β makes up for (the compiler's own is 26, and it refuses where "
        "that leaves no β).",
        "",
        "| format | length | room | certified margin | offsets answered wrong |",
        "|---|---|---|---|---|",
    ]
    for row in found["lengths"]:
        margin = "none" if row["length"] <= PROVED else "not tried"
        margin = margin if row["margin"] is None else f"{row['margin']:.4g}"
        wrong = "not made" if row["wrong"] is None else f"{row['wrong']} of {row['asked']}"
        room = "none" if row["narrow"] is None else row["narrow"]
        lines.append(f"| {row['dtype']} | {row['length']} | {room} | {margin} | {wrong} |")
    return "\n".join(lines)


def page(text: str, found: dict) -> str:
    """The page with its tables written anew."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{tables(found)}\n{END}{rest.split(END)[1]}"


def main(arguments: list[str]) -> int:
    if "--keep" in arguments:
        keep()
        return 0
    if "--run" in arguments:
        RECEIPT.write_text(json.dumps(run(), indent=1) + "\n", encoding="utf-8")
    found = json.loads(RECEIPT.read_text(encoding="utf-8"))
    text = PAGE.read_text(encoding="utf-8")
    new = page(text, found)
    if "--check" in arguments:
        print("docs/certificates.md " + ("is up to date" if new == text else "would change"))
        return int(new != text)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
