"""`rope-theory sweep-long`: many runs of a construction over (length, dtype, base, seed), in parallel."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rope_theory.faces.arguments import add_overwrite, formats_named, whole
from rope_theory.faces.commands import Heading
from rope_theory.faces.commands.run_long import add_settings

HEADING = Heading.HEADS
EXAMPLES = """\
examples:
  rope-theory sweep-long --construction mix --lengths 1024,4096 --dtypes bfloat16,float32 --bases 10000,500000 --jobs 2
  rope-theory sweep-long --construction index --lengths 50,60,70,80 --seeds 0,1,2 --out rows.csv --resume
  rope-theory sweep-long --construction mix --lengths 1024,4096 --backend dask --jobs 2 --out rows.csv
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "sweep-long",
        help="many runs of run-long over (length, dtype, base, seed), in parallel with joblib",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="One row per combination. joblib spreads the runs over processes, or over workers of dask or ray: a local\n"
        "cluster of --jobs workers, or the one at --address. Runs of a worker that dies are made again; a row counts once.\n"
        "Exit status 1: a run that was predicted to work did not.",
    )
    parser.add_argument("--construction", required=True, help="index, mix, retrieval, induction or induction-one-angle")
    parser.add_argument("--lengths", required=True, metavar="N,N,…", help="numbers of positions")
    parser.add_argument(
        "--dtypes", default="bfloat16", type=formats_named, metavar="DTYPE,…", help="formats (default: bfloat16)"
    )
    parser.add_argument(
        "--bases", default="500000", metavar="B,…", help="bases of a mix's frequencies (default: 500000)"
    )
    parser.add_argument("--seeds", default="0", metavar="S,…", help="of what is drawn (default: 0)")
    add_settings(parser)
    parser.add_argument("--jobs", metavar="J", help="runs at once, -1 for one per core (default: 1)")
    parser.add_argument("--backend", help="loky (processes of this machine), dask or ray (default: loky)")
    parser.add_argument("--address", help="of a dask scheduler or ray cluster that is there (default: a local one)")
    parser.add_argument("--out", type=Path, metavar="PATH", help="write the rows as .csv or .json, after every batch")
    parser.add_argument("--resume", action="store_true", help="keep the rows that --out has and run the rest")
    add_overwrite(parser)
    parser.set_defaults(run=run)
    subparsers.choices["scale-sweep"] = parser  # the old name, not in the help


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import InvalidInput, require
    from rope_theory.core.files import unused
    from rope_theory.core.packages import require_packages
    from rope_theory.core.progress import callback
    from rope_theory.faces.commands.run_long import read_settings
    from rope_theory.machines.long_context.run import require_room
    from rope_theory.machines.long_context.sweeps import grid, read_rows, table_kind, write_rows

    require_packages("torch", to="run heads")
    require_packages("joblib", to="run many of them")
    require(not args.resume or args.out is not None, "--resume", "must come with --out", args.resume)
    runs = grid(
        read_settings(args).at(construction=args.construction),
        [whole("--lengths", n, 3) for n in _listed("--lengths", args.lengths)],
        _listed("--dtypes", args.dtypes),
        _listed("--bases", args.bases),
        [whole("--seeds", seed, 0) for seed in _listed("--seeds", args.seeds)],
    )
    if args.out is not None:
        table_kind(args.out)
        unused(args.out, args.overwrite or args.resume)
    if args.address is None:  # else the workers are elsewhere
        for one in runs:
            try:
                require_room(one)
            except InvalidInput as problem:
                option = {"length": "--lengths", "dtype": "--dtypes", "base": "--bases"}.get(problem.argument)
                raise InvalidInput(option or problem.argument, problem.rule, problem.value) from None
    before = read_rows(args.out) if args.resume else []
    with callback("runs") as show:

        def done(rows):
            show(len(rows), len(runs))
            if args.out is not None:
                write_rows(rows, args.out)

        rows = _sweep(args, runs, before, done)
    print(json.dumps(rows, indent=1, ensure_ascii=False) if args.json else _table(rows))
    return int(
        any(int(row["length"]) <= int(row["predicted_safe_up_to"]) and float(row["accuracy"]) < 1 for row in rows)
    )


def _listed(name: str, text: str) -> list[str]:
    from rope_theory.core.errors import require

    parts = [part.strip() for part in text.split(",")]
    require(all(parts) and len(set(parts)) == len(parts), name, "must be different values, parted by commas", text)
    return parts


def _sweep(args: argparse.Namespace, runs, known, done):
    from rope_theory.core.errors import require
    from rope_theory.machines.long_context.sweeps import sweep
    from rope_theory.machines.long_context.workers import workers

    jobs = None if args.jobs is None else whole("--jobs", args.jobs, -1, 1024)
    require(jobs != 0, "--jobs", "must not be 0", jobs)
    with workers(args.backend or "loky", jobs, args.address):
        return sweep(runs, known=known, done=done)


def _table(rows) -> str:
    from rope_theory.faces.report.lines import aligned

    head = ("length", "dtype", "base", "seed", "accuracy", "smallest_margin", "predicted_safe_up_to")
    cells = [head, *(tuple(_cell(row[name]) for name in head) for row in rows)]
    return "\n".join(aligned(cells, right=True))


def _cell(value) -> str:
    return f"{value:.6g}" if isinstance(value, float) else "none" if value is None else str(value)
