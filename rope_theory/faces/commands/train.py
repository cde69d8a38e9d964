"""`rope-theory train number|letter`: learning dynamics of GPT-J on the published tasks."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rope_theory.core.words import counted
from rope_theory.faces.arguments import Choices, add_overwrite, whole
from rope_theory.faces.commands import Heading

HEADING = Heading.MODELS
EPILOG = """examples:
  rope-theory train number                                  small preset: 6 layers of width 64
  rope-theory train letter --out runs/letter --seed 1
  rope-theory train letter --out runs/letter --seed 1 --resume     after an interruption
  rope-theory train number --preset full --device cuda      the published model: 12 layers of width 128
  rope-theory train compare                                 what U26 reports beside the runs that come with the package
  rope-theory train compare --runs runs/number runs/letter  the same for runs of your own

The folder then holds run.json, curves.csv, heads.csv, frequency_use.csv, length.csv, curves.png and
checkpoint.safetensors (weights, optimiser, random state; the last checkpoint takes the place of the one before).
"""
EVALUATED = 400


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "train",
        help="train GPT-J on the number or the letter task and measure its heads as it learns",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Trains transformers' GPT-J on sequences drawn here after U26's p. 15, not the authors' files\n(loss on the last token only), scores all heads at "
        "every\ncheckpoint, counts pure heads, and tries longer inputs at the end. Needs the extra models.",
    )
    parser.add_argument(
        "task",
        metavar="TASK",
        choices=Choices(lambda catalogue: (*catalogue.trained_tasks(), "compare")),
        help="one of %(choices)s",
    )
    parser.add_argument("--preset", default="small", help="small (default; minutes on a CPU) or full (for a GPU)")
    parser.add_argument(
        "--runs", nargs=2, metavar=("NUMBER", "LETTER"), type=Path, help="for compare: two runs' folders"
    )
    parser.add_argument("--out", metavar="DIR", type=Path, help="default: training-TASK-PRESET")
    add_overwrite(parser)
    parser.add_argument("--resume", action="store_true", help="go on from the folder's checkpoint")
    parser.add_argument("--steps", metavar="N", help="optimiser steps in all (default: the preset's)")
    parser.add_argument("--every", metavar="N", help="steps between checkpoints (default: the preset's)")
    parser.add_argument("--seed", metavar="N", default="0", help="default: 0")
    parser.add_argument("--device", default="cpu", help="cpu (default), cuda, …")
    parser.add_argument("--threads", metavar="N", help="CPU threads (default: torch's)")
    parser.add_argument("--json", action="store_true", help="the result as JSON on standard output")
    parser.elsewhere = {
        name: f" (rope-theory learn {name.lower()} trains small models on it)"
        for name in ("INDEX", "RETRIEVAL", "INDUCTION")
    }
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import require
    from rope_theory.core.files import output_folder
    from rope_theory.core.packages import require_packages
    from rope_theory.machines.training.receipts import FILES
    from rope_theory.machines.training.recipe import preset

    if args.task == "compare":
        return _compare(args)
    require(args.runs is None, "runs", "must be given for compare only", args.task)
    given = {
        name: whole(name, getattr(args, name), 1) for name in ("steps", "every") if getattr(args, name) is not None
    }
    recipe = preset(args.task, args.preset, seed=whole("seed", args.seed, 0, as_in="2026"), **given)
    threads = None if args.threads is None else whole("threads", args.threads, 1)
    folder = args.out or Path(f"training-{args.task}-{args.preset}")
    require_packages("torch", "transformers", "safetensors", to="train models", extra="models")
    from rope_theory.machines.training.checkpoint import NAME
    from rope_theory.machines.training.curves import PICTURE
    from rope_theory.machines.training.loop import usable_device

    usable_device(args.device)
    path = folder / NAME
    if args.resume:
        require(path.is_file(), "resume", f"must find {NAME} in the folder", str(folder))
    else:
        rule = "must not hold a checkpoint (go on from it with --resume, or start anew with --overwrite)"
        require(args.overwrite or not path.exists(), "out", rule, str(folder))
    output_folder(folder, (*FILES, PICTURE, NAME), args.overwrite or args.resume)
    if threads is not None:
        import torch

        torch.set_num_threads(threads)
    trainer = _train(args, recipe, folder, path)
    summary = _summary(trainer, folder)
    print(json.dumps(summary, indent=2) if args.json else _text(summary))
    return 0


def _compare(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from rope_theory.core.errors import require
    from rope_theory.machines.training.compare import RUNS, rows, table
    from rope_theory.machines.training.receipts import read

    receipts = [read(folder, "runs") for folder in args.runs or [RUNS / "number-small", RUNS / "letter-small"]]
    for one, task in zip(receipts, ("number", "letter"), strict=True):
        require(
            one.recipe.task == task, "runs", f"must be a number run and a letter run ({task} here)", one.recipe.task
        )
        require(one.run["finished"], "runs", "must be finished", one.run["label"])
    if args.json:
        print(json.dumps([asdict(row) for row in rows(*receipts)], indent=2))
    else:
        print(f"{table(*receipts)}\nNumbers as the files of the runs claim them; nothing was trained again.")
    return 0


def _train(args: argparse.Namespace, recipe, folder: Path, path: Path):
    from rope_theory.core.progress import callback
    from rope_theory.machines.training import receipts
    from rope_theory.machines.training.loop import Trainer
    from rope_theory.machines.training.measure import accuracy, all_measures, length_generalisation

    trainer = Trainer(recipe, args.device, (all_measures,))
    if args.resume:
        trainer.resume(path)
    with callback(f"training on the {recipe.task} task") as moved:
        trainer.run(path, lambda one: receipts.write(folder, one, [], None), moved)
    test = accuracy(trainer.model, trainer.test)
    longer = length_generalisation(trainer.model, trainer.test[:EVALUATED], recipe)
    receipts.write(folder, trainer, longer, test)
    _picture(folder)
    return trainer


def _picture(folder: Path) -> None:
    from rope_theory.core.errors import InvalidInput

    try:
        from rope_theory.machines.training.curves import save

        save(folder)
    except InvalidInput as missing:
        print(f"no picture: {missing}", file=sys.stderr)


def _summary(trainer, folder: Path) -> dict:
    from rope_theory.machines.training.receipts import read

    receipt = read(folder)
    return {
        "folder": str(folder),
        "label": receipt.run["label"],
        "steps": trainer.step,
        "seconds": receipt.run["seconds"],
        "test": receipt.run["test"],
        "pure_heads": trainer.history[-1]["pure"],
        "length": [{name: row[name] for name in ("length", "accuracy")} for row in receipt.length],
    }


def _text(summary: dict) -> str:
    test = summary["test"]
    hops = ", ".join(f"{h}: {share:.3f}" for h, share in test["hops"].items())
    lines = [
        f"{summary['label']}: {counted(summary['steps'], 'step')} in {summary['seconds']:.0f} s",
        f"  test accuracy    {test['accuracy']:.4f} (by hops {hops})",
    ]
    for gamma, (positional, symbolic) in summary["pure_heads"].items():
        lines.append(f"  pure at γ = {gamma:<5} {positional} positional, {symbolic} symbolic")
    far = ", ".join(f"{row['length']}: {row['accuracy']:.2f}" for row in summary["length"])
    return "\n".join([*lines, f"  longer inputs    {far}", f"  written          {summary['folder']}"])
