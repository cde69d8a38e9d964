"""`rope-theory learn index|retrieval|induction`: which frequency a small trained model learns a task with."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rope_theory.core.words import counted
from rope_theory.faces.arguments import Choices, add_overwrite, angle, whole
from rope_theory.faces.commands import Heading

HEADING = Heading.MODELS
EPILOG = """examples:
  rope-theory learn index                                   a grid of single frequencies, three seeds
  rope-theory learn index --frequencies 0.1 0.57 --out u    U and inverted U over the answer's position
  rope-theory learn retrieval --frequencies 0 0.1 0.4 1 --seeds 5
  rope-theory learn induction --frequencies 0 0.1 0.3 0,0.3

With --out the folder gets accuracy.csv, positions.csv, accuracy.png, positions.png and vectors.png (the learnt queries
and keys in the plane, before RoPE).
"""
SINGLE = ("0", "0.003", "0.01", "0.03", "0.1", "0.3", "0.6", "1")
PAIRS = ("0,0.1", "0,0.3", "0,1")


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "learn",
        help="train one-layer attention-only models on Index, Retrieval or Partial Induction",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Trains one model for each frequency and seed, all side by side, and shows the accuracy and where in "
        "the\nsequence the answer was found. One layer, one head, attention only; one plane of RoPE for each "
        "frequency.\nIf one choice has two frequencies, single ones get two planes as well. Needs the extra torch.",
    )
    parser.add_argument(
        "task", metavar="TASK", choices=Choices(lambda catalogue: catalogue.small_tasks()), help="one of %(choices)s"
    )
    parser.add_argument(
        "--frequencies",
        nargs="+",
        metavar="G",
        help='radians per position: "0.1", "2pi/7", "3/7 turn"; a,b for two; 0 is NoPE (default: a grid)',
    )
    parser.add_argument("--seeds", default="3", metavar="N", help="how many, from 0 (default: 3)")
    parser.add_argument("--positions", default="12", metavar="N", help="tokens before the query (default: 12)")
    parser.add_argument("--places", dest="positions", default=argparse.SUPPRESS, help=argparse.SUPPRESS)  # old name
    parser.add_argument("--symbols", metavar="N", help="default: as many as positions, for induction 4")
    parser.add_argument("--attributes", metavar="N", help="not for index (default: 4)")
    parser.add_argument("--planes", default="1", metavar="N", help="planes of each frequency (default: 1)")
    parser.add_argument("--steps", default="500", metavar="N", help="default: 500")
    parser.add_argument("--out", metavar="DIR", type=Path, help="write tables and pictures into this folder")
    add_overwrite(parser)
    parser.add_argument("--json", action="store_true", help="the result as JSON on standard output")
    parser.elsewhere = {
        name: f" (rope-theory train {name.lower()} trains a model on it)" for name in ("NUMBER", "LETTER")
    }
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import InvalidInput
    from rope_theory.core.files import output_folder
    from rope_theory.core.packages import require_packages

    rows = frequencies(args.frequencies or (SINGLE + PAIRS if args.task == "induction" else SINGLE),
                       whole("planes", args.planes, 1))  # fmt: skip
    if args.task == "index" and args.attributes is not None:
        raise InvalidInput("--attributes", "must be left out for index, whose answers are symbols", args.attributes)
    args.attributes = args.attributes or "4"
    sizes = {name: whole(name, getattr(args, name), 1) for name in ("seeds", "positions", "attributes", "steps")}
    default = 4 if args.task == "induction" else sizes["positions"]
    symbols = default if args.symbols is None else whole("symbols", args.symbols, 2)
    require_packages("torch", to="train models")
    from rope_theory.machines.learning.report import PICTURES, TABLES
    from rope_theory.machines.learning.sweep import LearningSettings, sweep
    from rope_theory.machines.learning.tasks import ToyTask

    task = ToyTask(args.task, sizes["positions"], symbols, sizes["attributes"])
    settings = LearningSettings(steps=sizes["steps"])
    if args.out is not None:
        output_folder(args.out, (*TABLES, *PICTURES), args.overwrite)
    learnt = sweep(task, rows, range(sizes["seeds"]), settings)
    if args.out is not None:
        _write(learnt, args.out)
    print(json.dumps(_data(learnt), indent=2) if args.json else _text(learnt))
    return 0


def frequencies(texts, planes: int = 1) -> list[tuple[float, ...]]:
    """The angles of each row of models: all of one length, every frequency in equally many planes.

    Example:
        >>> frequencies(["0", "0,0.3"])
        [(0.0, 0.0), (0.0, 0.3)]
    """
    from math import lcm

    from rope_theory.core.errors import require

    read = [tuple(_nearest(part) for part in text.split(",")) for text in texts]
    length = planes * lcm(*(len(row) for row in read))
    rows = [tuple(theta for theta in row for _ in range(length // len(row))) for row in read]
    require(len(set(rows)) == len(rows), "frequencies", "must not repeat", " ".join(texts))
    return rows


def _nearest(text: str) -> float:
    """The angle in radians as a float, for torch; the nearest one if the angle has no turns in it."""
    from math import inf, isfinite

    from rope_theory.core.errors import require

    exact = angle("frequencies", text)
    try:
        value = float(exact if exact.turns else exact.radians)
    except OverflowError:
        value = inf
    require(isfinite(value), "frequencies", "must be in the range of floats", text)
    return value


def _write(learnt, folder: Path) -> None:
    from rope_theory.core.errors import InvalidInput
    from rope_theory.core.files import inside, write_text
    from rope_theory.machines.learning.report import pictures, tables

    for name, text in tables(learnt).items():
        write_text(inside(folder, name), text)
    try:
        pictures(learnt, folder)
    except InvalidInput as missing:
        print(f"no pictures: {missing}", file=sys.stderr)


def _data(learnt) -> dict:
    from dataclasses import asdict

    return {
        "task": asdict(learnt.task),
        "settings": asdict(learnt.settings),
        "seeds": list(learnt.seeds),
        "results": [
            {
                "frequencies": list(dict.fromkeys(row)),
                "planes": len(row),
                "accuracy": [round(value, 4) for value in learnt.accuracy(*row).tolist()],
                "by_position": [round(value, 4) for value in learnt.over_positions(*row).tolist()],
            }
            for row in learnt.angles
        ],
    }


def _text(learnt) -> str:
    from rope_theory.machines.learning.report import label

    task = learnt.task
    width = max(12, *(len(label(row)) for row in learnt.angles))
    lines = [
        f"{task.name}: {counted(task.positions, 'position')} and the query, {counted(task.symbols, 'symbol')}, "
        f"{counted(learnt.settings.steps, 'step')}, {counted(len(learnt.seeds), 'seed')}, {counted(len(learnt.angles[0]), 'plane')}",
        f"{'frequencies':<{width}} accuracy (least)  first position  middle  last position",
    ]
    for row in learnt.angles:
        accuracy, over = learnt.accuracy(*row), learnt.over_positions(*row)
        lines.append(
            f"{label(row):<{width}} {accuracy.mean():.3f} ({accuracy.min():.3f})     {over[0]:.3f}           "
            f"{over[len(over) // 3 : -(len(over) // 3)].mean():.3f}   {over[-1]:.3f}"
        )
    return "\n".join(lines)
