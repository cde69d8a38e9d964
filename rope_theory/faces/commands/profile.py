"""`rope-theory profile MODEL_DIR`: positional and symbolic scores of every head of a local model."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from pathlib import Path

from rope_theory.core.words import counted
from rope_theory.faces.arguments import add_overwrite, formats_named, numbers, ranges, whole
from rope_theory.faces.commands import Heading

HEADING = Heading.MODELS
FILES = ("scores.csv", "plane.png", "heatmaps.png")
TABLES = (".csv", ".json", ".parquet")
OF_FREQUENCIES = ("frequencies.csv", "frequencies.png")
#: What the table's columns are.
LEGEND = (
    "score, from 0 to 1: the cosine of the weights of the two positions after a swap of their contents with those before it (positional), or with those before it swapped "
    "(symbolic), a weighted mean over swaps. It is 1 for an exactly positional, an exactly symbolic head, and for some others, too. Columns are medians over heads",
    "spread: standard deviation of the earlier tokens' logits; scale·|q||k|: the score scale times |q| times the mean |k|, before the rotation. "
    "Compare it, times the square of an attention factor, with the β of `rope-theory limits`, whose |q|·|k| are norms before scaling",
)
EXAMPLES = """\
examples:
  rope-theory profile smollm2 --text "The fox has a key. The owl has a coin. The fox has a" --out profile
  rope-theory profile models/gemma-2-2b-it --task binding --size 32 --out profile
  rope-theory profile models/llama --text "The fox has a key. The owl has a coin. The fox has a" --out profile
  rope-theory profile models/llama --text "The fox has a key. The fox has" --layers 0,3-5 --heads 1 --out scores.parquet
  rope-theory profile checkpoints/step-600 --ids samples.json --frequencies --out profile
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "profile",
        help="positional and symbolic scores of every head of a local Hugging Face model",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Score every head of a model with RoPE (config.json and safetensors weights in a local\n"
        "folder) on prompts. Writes scores.csv, plane.png and heatmaps.png, with --frequencies also\n"
        "frequencies.csv and frequencies.png. Needs the extras models and figures. Scores know no sizes: the\n"
        "spread of logits and the score scale times |q|·|k| stand beside them.\n"
        "What the columns of scores.csv are: docs/commands.md.",
    )
    parser.add_argument(
        "model",
        metavar="MODEL",
        help="folder with config.json and *.safetensors, or the name of a model fetched with fetch-model",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--task",
        help="prompts of the package: binding, index, retrieval, induction, number, letter, previous, duplicate",
    )
    what.add_argument("--text", action="append", help="a prompt of your own (may be repeated)")
    what.add_argument(
        "--ids", metavar="FILE", help="JSON: a list of lists of token ids (for models without a tokenizer)"
    )
    parser.add_argument("--out", required=True, metavar="OUT",
                        help="folder to write to, made if missing; or one file: scores as .csv or .parquet, or the whole\n"
                        "profile as .json, which HeadProfile.load reads")  # fmt: skip
    parser.add_argument("--layers", metavar="N,N-N,…", help="score these attention layers only, from 0 (default: all)")
    parser.add_argument(
        "--heads", metavar="N,N-N,…", help="score these heads of each layer only, from 0 (default: all)"
    )
    add_overwrite(parser)
    parser.add_argument("--count", default="4", help="prompts of the task (default: 4)")
    parser.add_argument("--size", help="pairs or words of a prompt (default: 256 for binding, 8 else)")
    parser.add_argument("--seed", default="0", help="of the prompts (default: 0)")
    parser.add_argument("--queries", nargs="+", default=["-1"], metavar="P",
                        help="positions of the queries: 1 is the first, -1 the last (default: -1)")  # fmt: skip
    parser.add_argument("--tau", type=float, default=1e-4, help="temperature of the weights of swaps (default: 1e-4)")
    parser.add_argument("--eps", type=float, help="least norm in the cosine, as torch has it with 1e-8 (default: none)")
    parser.add_argument("--blocks", help="score this many contiguous blocks, not single positions")
    parser.add_argument("--leave-out", nargs="+", default=[], metavar="P",
                        help="positions that are not swapped and not seen: 1 is the first token, often a sink; 2-5 a range")  # fmt: skip
    parser.add_argument("--swap-method", default="contents", choices=("contents", "tokens"),
                        help="what changes places: contents at the head, or tokens of the prompt, with one more pass of\n"
                        "the model for each swap (default: contents)")  # fmt: skip
    parser.add_argument("--gamma", type=float, default=0.1, help="tolerance of pure heads (default: 0.1)")
    parser.add_argument("--frequencies", action="store_true", help="score each RoPE plane alone, too")
    parser.add_argument("--gate", metavar="SPEC",
                        help="freeze planes in every layer (fastest:N, slowest:N or planes:K,K,…), say what that does to\n"
                        "loss and induction, and profile the model so changed")  # fmt: skip
    parser.add_argument("--window", default="refuse", choices=("refuse", "restrict"),
                        help="queries beyond a sliding window (default: refuse)")  # fmt: skip
    parser.add_argument("--dtype", default="float32", type=formats_named, help="of the weights (default: float32)")
    parser.add_argument("--device", default="cpu", help="as torch names it (default: cpu)")
    parser.add_argument("--json", action="store_true", help="the summary as JSON on standard output")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import json

    from rope_theory.core.files import output_folder, unused
    from rope_theory.core.meant import require_one_of
    from rope_theory.core.showing.style import require_matplotlib
    from rope_theory.laws.scores import SwapScores, purity
    from rope_theory.machines.pretrained import located
    from rope_theory.machines.profiles.gating import gated, read_gate
    from rope_theory.machines.profiles.load import load_model, load_tokenizer, model_folder

    if args.task is not None:
        from rope_theory.machines.prompts import prompted

        require_one_of("task", args.task, prompted())
    for name in ("count", "size", "seed", "blocks"):
        text = getattr(args, name)
        setattr(args, name, None if text is None else whole(name, text))
    args.queries = [whole("queries", text) for text in args.queries]
    args.model = str(model_folder(located(args.model)))
    out = Path(args.out)
    alone = out.suffix in TABLES
    if out.suffix == ".parquet":
        from rope_theory.machines.profiles.tables import require_package

        require_package("pyarrow")
    if not alone:
        require_matplotlib()
    layers, heads = numbers("layers", args.layers), numbers("heads", args.heads)
    purity(SwapScores([0.5], [0.6]), args.gamma)  # refused before any work
    gate = None if args.gate is None else read_gate(args.gate)
    left = [position for each in args.leave_out for position in ranges("leave_out", each)]
    tokenizer = load_tokenizer(args.model)
    inputs = _inputs(args, tokenizer)
    if alone:
        unused(out, args.overwrite)
    else:
        output_folder(out, FILES + OF_FREQUENCIES * args.frequencies, args.overwrite)
    model = load_model(args.model, args.dtype, args.device)
    from rope_theory.machines.profiles import head_profile

    changed = None if gate is None else _effects(model, gate, inputs, tokenizer, args)
    with gated(model, gate), _as_typed(layers=args.layers, heads=args.heads):
        profile = head_profile(model, inputs, args.queries, tau=args.tau, eps=args.eps, blocks=args.blocks,
                               frequencies=args.frequencies, window=args.window,
                               leave_out=left,
                               swap_method=args.swap_method, layers=layers, heads=heads)  # fmt: skip
    files = _write_table(profile, out) if alone else _write(profile, out)
    summary = {**profile.summary(args.gamma), "files": [str(path) for path in files]}
    if changed is not None:
        summary["gate"] = changed
    if args.json:
        print(json.dumps(summary, indent=2))
    else:
        _print(summary, profile.table)
    return 0


@contextlib.contextmanager
def _as_typed(**given: str | None) -> Iterator[None]:
    """Errors of these arguments show what was typed, not the numbers it stands for."""
    from rope_theory.core.errors import InvalidInput, typed

    try:
        yield
    except InvalidInput as problem:
        text = given.get(problem.argument)
        if text is None:
            raise
        raise InvalidInput(problem.argument, problem.rule, typed(text)) from None


def _effects(model, gate, inputs: list[list[int]], tokenizer, args: argparse.Namespace) -> dict:
    """What the gate does: the same measures without it and with it."""
    from dataclasses import asdict

    from rope_theory.machines.profiles.gating import effect, gated

    start = [] if tokenizer is None else list(tokenizer("")["input_ids"])
    before = effect(model, inputs, start, args.seed)
    with gated(model, gate):
        after = effect(model, inputs, start, args.seed)
    return {"spec": args.gate, "without": asdict(before), "with": asdict(after)}


def _inputs(args: argparse.Namespace, tokenizer) -> list[list[int]]:
    """Token ids; the weights are not needed for them."""
    from rope_theory.core.errors import InvalidInput, Words, require
    from rope_theory.core.prompts import Prompt, read_ids, tokenized
    from rope_theory.machines.prompts import prompts

    if args.ids is not None:
        return read_ids(Path(args.ids))
    require(
        tokenizer is not None,
        "model",
        "must hold a tokenizer to read text; give token ids with --ids instead",
        args.model,
    )
    made = (
        [Prompt("text", text, (), "") for text in args.text]
        if args.text
        else prompts(args.task, args.count, args.seed, args.size)
    )
    found = tokenized(made, tokenizer)
    for text, ids in zip(args.text or [], found, strict=False):
        if len(ids) < 3:
            rule = "must have at least three tokens, so that the last one has two earlier positions"
            raise InvalidInput("text", rule, Words(f"{counted(len(ids), 'token')} in {text!r}"))
    return found


def _write_table(profile, path: Path) -> list[Path]:
    {".csv": profile.to_csv, ".json": profile.save, ".parquet": profile.to_parquet}[path.suffix](path)
    return [path]


def _write(profile, folder: Path) -> list[Path]:
    from rope_theory.core.files import inside

    files = [inside(folder, name) for name in FILES]
    profile.to_csv(files[0])
    profile.plot_plane(files[1])
    profile.plot_heatmaps(files[2])
    if profile.has_frequencies:
        files += [inside(folder, name) for name in OF_FREQUENCIES]
        profile.frequencies_to_csv(files[3])
        profile.plot_frequencies(files[4])
    return files


def _pure(summary: dict) -> str:
    """How many heads are pure, of which side, and whether the prompts decide that."""
    heads, layers = counted(summary["heads"], "head"), summary["layers"]
    sides = {side: sum(row[f"pure_{side}"] for row in layers) for side in ("positional", "symbolic")}
    found = sum(sides.values())
    decided = "" if summary["decided"] is None else f", and the side of {summary['pure_decided']} of these is decided"
    which = ", ".join(f"{number} {side}" for side, number in sides.items())
    return f"{found} of {heads} {'is' if found == 1 else 'are'} pure ({which}){decided}. Some heads of random weights are, too (docs/pretrained.md)."


def _print(summary: dict, config) -> None:
    from rope_theory.core.showing.score_plane import FLAT
    from rope_theory.faces.report.page import paragraph, side_by_side
    from rope_theory.models.config.table import lines

    heads, layers = counted(summary["heads"], "head"), summary["layers"]
    of = f"{heads} in {counted(len(layers), 'layer')}, {counted(summary['samples'], 'prompt')}, τ = {summary['tau']:g}"
    paragraph(f"{summary['model']}: {of}", "")
    for line in (
        lines(config) if config else ["layers: not read from the configuration; each layer's weights were compared"]
    ):
        paragraph(line)
    paragraph(f"In short: {_pure(summary)}", "")
    side_by_side(
        {
            "layer": [str(row["layer"]) for row in layers],
            "median\npositional": [f"{row['positional']:.3f}" for row in layers],
            "median\nsymbolic": [f"{row['symbolic']:.3f}" for row in layers],
            "pure\npositional": [str(row["pure_positional"]) for row in layers],
            "pure\nsymbolic": [str(row["pure_symbolic"]) for row in layers],
            "spread": [f"{row['spread']:.3g}" for row in layers],
            "scale·|q||k|": ["-" if row["norms"] is None else f"{row['norms']:.3g}" for row in layers],
        }
    )
    for each in LEGEND:
        paragraph(each, "")
    least = 1 - summary["gamma"]
    paragraph(f"pure: one of the head's mean scores is at least {least:g} and the other below it (--gamma)", "")
    paragraph(
        "side: positional or symbolic, by the larger mean score; "
        + (
            "one prompt decides none (--count, or --text again)"
            if summary["decided"] is None
            else f"the 95 % interval over prompts decides that of {summary['decided']} of {heads}"
        ),
        "",
    )
    flat = [row for row in layers if min(row["positional"], row["symbolic"]) > FLAT]
    if flat:
        numbers, most = ", ".join(str(row["layer"]) for row in flat), max(row["spread"] for row in flat)
        paragraph(
            f"layers {numbers}: flat, both medians above {FLAT}: no swap that counts changes the weights by much, whatever the heads look at. "
            f"Spreads there are at most {most:.2g}; far below 1 the weights are nearly uniform.",
            "",
        )
    if summary["correlation"] is not None:
        paragraph(f"correlation of the two scores over heads: r = {summary['correlation']:.2f}", "")
    if "gate" in summary:
        before, after = summary["gate"]["without"], summary["gate"]["with"]
        paragraph(
            f"gate {summary['gate']['spec']}: loss on the prompts {before['loss']:.3f} → {after['loss']:.3f} nats a token; induction "
            f"(random tokens repeated) {before['induction']:.3f} → {after['induction']:.3f}; the scores are those with the gate",
            "",
        )
    low, middle, high = summary["effective"]
    paragraph(
        f"swaps: a score weighs its swaps by how far apart the two weights are; effectively it rests on {middle:.1f} of them (quartiles {low:.1f} and {high:.1f}), "
        "1.0 where one swap alone, of the two tokens whose weights differ most, decides it",
        "",
    )
    for path in summary["files"]:
        print(path)
