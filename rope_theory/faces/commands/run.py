"""`rope-theory run TASK "TOKENS"`: the constructed head on the user's tokens, beside the oracle."""

from __future__ import annotations

import argparse
import re
import shlex
import sys

from rope_theory.faces.arguments import Choices, angle
from rope_theory.faces.commands import Heading
from rope_theory.faces.hints import plain_tokens
from rope_theory.faces.parser import as_in

HEADING = Heading.HEADS
EXAMPLES = """\
examples:
  rope-theory run index "C B A 2"
  rope-theory run retrieval "A1 BA CB"           pairs: the token whose left letter is asked for
  rope-theory run retrieval "A1 B2 C1 B"         a lone symbol asks for its attribute
  rope-theory run number "C B A 1 4 1 3 2 1"     Figure 1 of U26
  rope-theory run letter "C2 B1 A3 FA EC DE HF GD IG"   the first token says how many hops
  rope-theory run binding "A1 B2 A"              the attribute of the last symbol
  rope-theory run induction "A1 B2 A3 A"
  rope-theory run previous "A B C"               the token before the last one
  rope-theory run previous "A B C" --by previous-alibi
  rope-theory run duplicate "A1 B2 A3 A4"        what stood first with the last letter
"""
#: Tasks on pairs.
PAIRED = ("retrieval", "letter", "binding", "induction")
#: The other task of several hops.
OTHER = {"number": "letter", "letter": "number"}
#: So many tokens at most are tried as inputs of other tasks.
MOST_TRIED = 64


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "run",
        help="run a constructed head on your tokens, beside the oracle",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Run the constructed head of a task on your tokens, hop by hop: answer, logits, attention\n"
        "weights, gap, and the oracle's answer. Exit status 1 if they differ.",
    )
    parser.add_argument(
        "task", metavar="TASK", choices=Choices(lambda catalogue: catalogue.tasks()), help="one of %(choices)s"
    )
    parser.add_argument("tokens", nargs="+", help="separated by spaces, in one argument or several")
    parser.add_argument(
        "--theta",
        help='RoPE angle, radians per position: "0.8", "2pi/7", "3/7 turn" or a sum, "2pi/3-1/10" (write '
        "--theta=-1 for a negative one; default: one that is valid for the length)",
    )
    parser.add_argument(
        "--beta",
        help="inverse temperature of the softmax reading, > 0 (default: the least whole number "
        "> ln(n-1)/Δ for the hop's gap Δ)",
    )
    parser.add_argument("--letters", help="ALPH, e.g. ABCDEFGH (default: the letters that occur)")
    parser.add_argument(
        "--by",
        metavar="CONSTRUCTION",
        help="where several solve the task (default: the first)",
    )
    parser.add_argument("--improper", action="store_true", help="letter task: run improper sequences too")
    parser.add_argument("--all", action="store_true", help="show every key, however many")
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.elsewhere = {
        "H_POS": " (it is the head of index: rope-theory run index 'C B A 2')",
        "H_SYM": " (it is the head of retrieval: rope-theory run retrieval 'A1 BA CB')",
        "H_MIX": " (it is the head of induction: rope-theory run induction 'A1 B2 A3 A')",
    }
    parser.elsewhere |= dict.fromkeys(("POSITIONAL", "T_INDEX"), " (did you mean index?)")
    parser.elsewhere |= dict.fromkeys(("SYMBOLIC", "IR", "T_RETRIEVAL"), " (did you mean retrieval?)") | {
        "PI": " (did you mean induction?)"
    }
    parser.elsewhere |= dict.fromkeys(
        ("--length", "--n"), " (the tokens say it; far longer inputs: rope-theory run-long)"
    )
    parser.of_value = _tokens_first
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import json

    from rich.console import Console

    from rope_theory.core.errors import InvalidInput, require
    from rope_theory.faces.report.run import outcome_json, print_outcome
    from rope_theory.machines.catalogue import run_task

    args.tokens = " ".join(args.tokens)
    shown = as_in(EXAMPLES, ["rope-theory", "run", args.task])
    require(bool(args.tokens.strip()), "tokens", f"must not be empty{shown}", args.tokens)
    several = len(args.tokens.split()) > 1 or not re.fullmatch(r"[A-Z0-9]{3,}", args.tokens.strip())
    rule = f"must stand apart, as in {shlex.quote(' '.join(args.tokens.strip()))}"
    require(several, "tokens", rule, args.tokens)
    theta = None if args.theta is None else angle("theta", args.theta)
    beta = None if args.beta is None else _beta(args.beta)
    letters = None if args.letters is None else _letters(args.letters)
    require(
        letters is None or all(map(str.isalpha, letters)), "--letters", "must be letters, as in ABCDEFGH", args.letters
    )
    require(letters is None or len({*letters}) == len(letters), "--letters", "must be distinct", args.letters)
    if args.improper and args.task != "letter":
        raise InvalidInput(
            "--improper", "must be left out but for the letter task: other tasks run all their inputs", args.task
        )
    try:
        outcome = run_task(args.task, args.tokens, theta, beta, letters, not args.improper, args.by)
    except InvalidInput as problem:
        raise _pointed(problem, args) from None
    if args.json:
        print(json.dumps(outcome_json(outcome), indent=2))
    else:
        print_outcome(Console(file=sys.stdout, highlight=False), outcome, args.all)
    return 0 if outcome.agrees else 1


def _tokens_first(value: str) -> str:
    """What is said where tokens stand in the place of a task: the call with a task that takes them; of other values nothing."""
    found = taking(value) if " " in value.strip() else []
    return f" (a task comes first: {shlex.join(['rope-theory', 'run', found[0], value])})" if found else ""


def _letters(text: str) -> tuple[str, ...]:
    """The letters of ALPH: ABC, A,B,C or A-C."""
    spread = re.sub(
        r"([A-Z])\s*[-–]\s*([A-Z])", lambda found: "".join(map(chr, range(ord(found[1]), ord(found[2]) + 1))), text
    )
    return tuple(spread.replace(" ", "").replace(",", ""))


def _pointed(problem, args: argparse.Namespace):
    """The error, with an input of the task where the tokens are none, and with the task that takes them, or --improper where the letter task does so."""
    from rope_theory.core.errors import InvalidInput
    from rope_theory.machines.catalogue import run_task

    shown = as_in(EXAMPLES, ["rope-theory", "run", args.task])
    if problem.argument == "by":
        return InvalidInput("--by", problem.rule, problem.value)
    if problem.argument == "query":
        return InvalidInput("the last of the tokens, the query,", f"{problem.rule}{shown}", problem.value)
    if problem.argument == "letter" and args.letters:
        return InvalidInput(
            "tokens",
            f"must be of the letters that --letters gives ({args.letters}), or --letters left out",
            problem.value,
        )
    if args.task == "letter" and problem.rule.startswith("must be a proper sequence"):
        try:
            run_task(args.task, args.tokens, proper=False)
        except InvalidInput as other:  # with --improper, too, it is none of the task's inputs
            problem = other
        else:
            return InvalidInput(problem.argument, f"{problem.rule}; --improper runs it", problem.value)
    if problem.argument not in ("tokens", "sequence", "pairs"):
        return InvalidInput(problem.argument, problem.rule, problem.value)
    plain, others, told = plain_tokens(args.tokens), taking(args.tokens, args.task), ""
    words = plain.split()
    paired = " ".join("".join(words[at : at + 2]) for at in range(0, len(words), 2))  # A 1 B A
    meant = [each for each in (plain, paired) if each != " ".join(args.tokens.split()) and _takes(args.task, each)]
    if meant:
        told = f" (did you mean {shlex.join(['rope-theory', 'run', args.task, meant[0]])}?)"
    elif others:
        call = shlex.join(["rope-theory", "run", others[0], " ".join(args.tokens.split())])
        told = f" (tokens of {', '.join(others)}: {call})"
    rule = problem.rule.replace(" of the path points", ", on the way to the answer, points")
    of_its_kind = problem.rule.startswith(("must hold", "must be")) or problem.rule.endswith("has no earlier token")
    if meant and re.search("[,;]", args.tokens) and not re.search(r"[<({⟨\[]", args.tokens):
        return InvalidInput("tokens", f"must stand apart by blanks, without commas{told}", problem.value)
    shown = shown if of_its_kind and not meant else ""
    return InvalidInput("tokens", f"{rule}{shown}{told}", problem.value)


def taking(tokens: str, task: str = "") -> list[str]:
    """The tasks, but this one, whose inputs these tokens are as a paper would write them: of letters and integers, or of pairs."""
    words = tokens.split()
    known = PAIRED if all(re.fullmatch(r"[A-Z][A-Z0-9]\d*", each) for each in words[:-1]) else ("index", "number")
    in_order = sorted(known, key=lambda each: each != OTHER.get(task))
    return [each for each in in_order if each != task and _takes(each, tokens)]


def _takes(task: str, tokens: str) -> bool:
    """Whether a few tokens are an input of the task."""
    from rope_theory.core.errors import InvalidInput
    from rope_theory.machines.catalogue import run_task

    try:
        return len(tokens.split()) <= MOST_TRIED and bool(run_task(task, tokens))
    except InvalidInput:
        return False


def _beta(text: str):
    import re
    from fractions import Fraction

    from rope_theory.core.errors import InvalidInput, require, with_point

    rule = f"must be a positive number{with_point(text) or ', as 10'}"
    try:
        require(
            not re.search(r"e[+-]?0*[1-9]\d{2}", text.lower()),
            "beta",
            "must have an exponent of at most 99",
            text,
        )
        value = Fraction(text)
    except (ValueError, ZeroDivisionError) as problem:
        raise problem if isinstance(problem, InvalidInput) else InvalidInput("beta", rule, text) from None
    require(value > 0, "beta", rule, text)
    return value
