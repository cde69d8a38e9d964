"""docs/certificates.md from receipts/certificates/measured.json: what is certified, and where certificates and models end.

`--run` measures anew (minutes): the models of the kept certificates are compiled and run on inputs. The lengths
at which the certificate ends are those of models that the compiler itself would refuse: its rules are left out for them.

    python tools/certificates.py --run      measure and write the receipt (--run models, lengths or families: that part)
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
PARTS = ("models", "lengths", "families")
#: Those whose certificates come with the package: (class, task, layers, settings).
KEPT = [
    (kind, task, layers, {"dtype": "float32"})
    for kind in ("llama", "gptj")
    for task in ("number", "letter")
    for layers in (2, 4)
] + [
    ("llama", task, layers, {"dtype": dtype})
    for layers in (2, 4)
    for dtype in ("bfloat16", "float16")
    for task in ("number", "letter")
]
#: Lengths of one family: Llama, number task, 2 layers, two planes, four letters.
LENGTHS = (9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 513)
#: Beyond this no proof is tried; and no more offsets than these are asked.
PROVED, ASKED = 257, 128
FAMILY = {"letters": 4, "head_dim": 4, "code": "circle"}
#: Families in which lengths are tried, in every format: (class, task, settings, longest length proved, longest length run).
FAMILIES = [
    ("llama", "number", FAMILY, 257, 513),
    ("gptj", "number", {"letters": 4, "code": "circle"}, 65, 65),
    ("llama", "letter", {"integers": 2}, 257, 257),
    ("gptj", "letter", {"integers": 2}, 257, 257),
]
FAMILY_LENGTHS = (17, 65, 257, 513)
#: One plane of frequency 1, as a family whose end in float32 is near: 44 and 710 positions are nearly whole turns.
ONE_PLANE = ("llama", "number", {"letters": 4, "head_dim": 2, "code": "circle"}, 257, 1025)
ONE_PLANE_LENGTHS = (17, 33, 65, 129, 161, 193, 225, 257, 513, 641, 711, 712, 769)


def measured(kind: str, task: str, layers: int, dtype: str) -> dict:
    """A certified model, beside what it does on inputs of the recipe; the allowance, if its certificate is kept."""
    from rope_theory.machines.certificates.kept import kept, names
    from rope_theory.machines.compile import load, save, to_gptj, to_llama, verify

    name = f"{kind}-{task}-{layers}-{dtype}"
    certificate = kept(name) if name in names() else None
    with tempfile.TemporaryDirectory() as folder:
        made = (to_llama if kind == "llama" else to_gptj)(task, layers, dtype=dtype)
        save(made, Path(folder) / "model")
        margin = proved(Path(folder) / "model") if certificate is None else certificate["margin"]
        found = verify(load(Path(folder) / "model"), SAMPLE)
    return {
        "class": type(made).__name__,
        "task": task,
        "layers": layers,
        "width": made.config.hidden_size,
        "dtype": dtype,
        "margin": margin,
        "allowance": None if certificate is None else certificate["allowance"],
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
    from rope_theory.machines.compile import load, save

    model, narrow = made("llama", "number", 2, length, dtype, FAMILY)
    if model is None:
        return {"length": length, "dtype": dtype, "narrow": None, "margin": None, "wrong": None, "asked": 0}
    with tempfile.TemporaryDirectory() as folder:
        save(model, Path(folder) / "model")
        margin = proved(Path(folder) / "model") if length <= PROVED else None
        wrong, asked = offsets(load(Path(folder) / "model"), length)
    return {"length": length, "dtype": dtype, "narrow": narrow, "margin": margin, "wrong": wrong, "asked": asked}


def made(kind: str, task: str, layers: int, length: int, dtype: str, settings: dict):
    """(model, room), the compiler's rules on lengths left out; (None, None) if no β is left."""
    from rope_theory.core.errors import InvalidInput, require
    from rope_theory.machines.compile import norms, to_gptj, to_llama

    def lenient(condition: bool, argument: str, rule: str, value: object) -> None:
        require(condition or argument == "length", argument, rule, value)

    for narrow in (norms.NARROW, 14, 8, 4, 2, 1, 0):  # the largest room for rounding that leaves a β
        try:
            with patch.object(norms, "NARROW", narrow), patch.object(norms, "require", lenient):
                model = (to_llama if kind == "llama" else to_gptj)(task, layers, length, dtype=dtype, **settings)
            return model, narrow
        except InvalidInput:
            continue
    return None, None


def proved(folder: Path) -> float | None:
    """The certified margin, if a proof goes through."""
    from rope_theory.core.errors import InvalidInput
    from rope_theory.core.truth import Truth
    from rope_theory.machines.certificates import prove, read_folder

    try:
        proof = prove(read_folder(folder))
    except InvalidInput:
        return None
    return round(float(proof.margin), 4) if proof.holds is Truth.TRUE else None


def family(kind: str, task: str, settings: dict, longest: int, run_to: int, layers: int, dtype: str, lengths) -> dict:
    """A family, length by length: is it certified, and what do the worst inputs that are found do?"""
    from worst_inputs import attacked

    from rope_theory.machines.compile import load, save

    rows: list[dict] = []
    for length in lengths:
        failed = any(row["wrong"] for row in rows)
        if length > run_to or failed:
            break
        model, narrow = made(kind, task, layers, length, dtype, settings)
        if model is None:
            rows.append({"length": length, "made": False, "margin": None, "asked": 0, "wrong": 0, "least": None})
            continue
        with tempfile.TemporaryDirectory() as folder:
            save(model, Path(folder) / "model")
            tried = length <= longest
            margin = proved(Path(folder) / "model") if tried else None
            found = attacked(load(Path(folder) / "model"))
        rows.append({"length": length, "made": True, "tried": tried, "room": narrow, "margin": margin} | found)
        rows[-1]["least"] = round(found["least"], 4)
    width = made(kind, task, layers, 17, dtype, settings)[0].config.hidden_size
    heading = {"class": kind, "task": task, "layers": layers, "dtype": dtype, "width": width, "settings": settings}
    return heading | {"rows": rows}


def families() -> list[dict]:
    found = []
    for kind, task, settings, longest, run_to in FAMILIES:
        for layers in (2, 4):
            for dtype in ("float32", "bfloat16", "float16"):
                found.append(family(kind, task, settings, longest, run_to, layers, dtype, FAMILY_LENGTHS))
                print(json.dumps(found[-1]), file=sys.stderr, flush=True)
    return [*found, family(*ONE_PLANE, 2, "float32", ONE_PLANE_LENGTHS)]


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


def run(parts: list[str], found: dict) -> dict:
    """What is measured now, in place of what was."""
    import torch
    import transformers

    versions = {"torch": torch.__version__, "transformers": transformers.__version__}
    if set(parts) != set(PARTS) and found.get("versions", versions) != versions:
        raise SystemExit("all parts must be measured anew: the versions of torch or transformers are others")
    if "models" in parts:
        found["models"] = [
            measured(kind, task, layers, dtype)
            for kind in ("gptj", "llama")
            for task in ("letter", "number")
            for layers in (2, 4)
            for dtype in ("float32", "bfloat16", "float16")
        ]
    if "lengths" in parts:
        found["lengths"] = [length_row(length, dtype) for dtype in ("bfloat16", "float16") for length in LENGTHS]
    if "families" in parts:
        found["families"] = families()
    return found | {"sample": SAMPLE, "versions": versions}


def tables(found: dict) -> str:
    """The tables of the page."""
    lines = [
        f"### {len(found['models'])} models, each certified and run",
        "",
        "To read a row: a proof gives the answer this margin on every valid input; the smallest lead among the inputs that were run is beside it, "
        "and how many of them were right. The last column is the allowance.",
        "",
        f"Inputs of 17 tokens, published vocabularies. Measured: {found['sample']} seeded inputs on a CPU, torch "
        f"{found['versions']['torch']}, transformers {found['versions']['transformers']}.",
        "",
        "| class | task | layers | width | format | certified margin | smallest measured | right | allowance (ulp) |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['class']} | {row['task']} | {row['layers']} | {row['width']} | {row['dtype']} | {row['margin']:.4g} | "
        f"{row['seen']:.4g} | {row['right']} of {row['inputs']} | {'not sought' if row['allowance'] is None else row['allowance']} |"
        for row in found["models"]
    ]
    lines += [
        "",
        "### Where certificates end, family by family",
        "",
        "To read a row: certified at these lengths; at those no proof went through, which says nothing of the model; from that length on some "
        "inputs were answered wrong; so the certificate ends too early by that factor at most.",
        "",
        *family_table(found["families"]),
        "",
        "### One family, length by length",
        "",
        f"One family in more lengths: Llama, number task, two layers, two planes, four letters on a circle; every offset (a seeded {ASKED} of them "
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


def family_table(found: list[dict]) -> list[str]:
    """By family: where the certificate ends, where wrong answers are found, and how far that is apart."""
    lines = [
        "By family, at several lengths, with smaller vocabularies than above, so that widths and margins are others: the number task with four letters "
        "on a circle in every format, the letter task with two integers.",
        "",
        "| class | task | layers | width at 17 | format | certified at | tried, no proof | wrong answers first found | apart by | least lead found |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in found:
        made = [each for each in row["rows"] if each["made"]]
        sure = [each["length"] for each in made if each["margin"] is not None]
        unsure = [each["length"] for each in made if each["tried"] and each["margin"] is None]
        wrong = next((each for each in made if each["wrong"]), None)
        right = [each for each in made if not each["wrong"]]
        failed = f"none up to {right[-1]['length']}"
        apart = "no end found"  # of the model: finding no wrong answer shows nothing, so there is no factor from below
        if not sure:
            apart = "nothing certified"
        elif wrong is not None:
            failed = f"{wrong['length']} ({wrong['wrong']} of {wrong['asked']})"
            apart = f"a factor of {wrong['length'] / max(sure):.3g} at most"
        plane = ", one plane" if row["settings"].get("head_dim") == 2 else ""
        lines.append(
            f"| {row['class']}{plane} | {row['task']} | {row['layers']} | {row['width']} | {row['dtype']} | "
            f"{', '.join(map(str, sure)) or 'none'} | {', '.join(map(str, unsure)) or 'none'} | {failed} | {apart} | "
            f"{right[-1]['least']:.4g} at {right[-1]['length']} |"
        )
    return lines


def page(text: str, found: dict) -> str:
    """The page with its tables written anew."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{tables(found)}\n{END}{rest.split(END)[1]}"


def main(arguments: list[str]) -> int:
    if "--keep" in arguments:
        keep()
        return 0
    if "--run" in arguments:
        parts = [part for part in PARTS if part in arguments] or list(PARTS)
        before = json.loads(RECEIPT.read_text(encoding="utf-8")) if RECEIPT.exists() else {}
        RECEIPT.write_text(json.dumps(run(parts, before), indent=1) + "\n", encoding="utf-8")
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
