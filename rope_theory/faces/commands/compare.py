"""`rope-theory compare A B`: two configurations side by side, and the first length at which each limit differs."""

from __future__ import annotations

import argparse
import functools
import json
from fractions import Fraction

from rope_theory.core.words import counted
from rope_theory.faces.arguments import add_asked_of_heads, add_long, afford, tell_unread, unread_json, whole
from rope_theory.faces.commands import Heading

HEADING = Heading.CONFIGURATIONS
LONGEST = 1 << 20
"""A length that no argument asks for is at most this: time grows with it."""

EXAMPLES = """\
examples:
  rope-theory compare a/config.json b/config.json
  rope-theory compare examples/llama-2-7b.json examples/llama-3.1-8b.json --length 8192
  rope-theory compare before/config.json after/config.json --json
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "compare",
        help="two configurations side by side, with the first length at which each limit differs",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Layer group by layer group: what each configuration does there, and for each limit of `rope-theory\n"
        "limits` its two values at n = N and the first length at which they differ. Rows that differ nowhere are counted\n"
        "(--all: shown). Of the others those that differ at N stand first, and among these rows on what the layers do:\n"
        "windows, which dimensions make a pair, M-RoPE's axes, scales, caps, sinks, norms; then those that differ below N\n"
        "only. Exact, but for the best mix, whose certified enclosures are compared at the lengths 2, 3, 4, 6, 8, 12, …\n"
        "and N. The |q|·|k| that the\n"
        "best mix needs, and whether its lead outlasts the number format, are bounds at n = N alone. What a file does\n"
        "not say (which dimensions make a pair in an unknown class) is not decided, which is no answer that all agree.",
    )
    parser.add_argument("a", metavar="A", help="a config.json, the folder that holds it, or a fetched model")
    parser.add_argument("b", metavar="B", help="another one")
    parser.add_argument(
        "--length", metavar="N", help=f"look at n <= N (default: the larger max_position_embeddings, at most {LONGEST})"
    )
    parser.add_argument("--base", help="base of the frequencies (rope_theta), where a configuration has none")
    add_asked_of_heads(parser)
    add_long(parser)
    parser.add_argument("--all", action="store_true", help="show the rows that differ nowhere, too")
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import require, require_int
    from rope_theory.faces.report.limits import beyond
    from rope_theory.models.comparison import GRID_SWEEPS, compare, pairs, planes, to_json
    from rope_theory.models.config.table import to_json as table

    letters = whole("letters", args.letters, 2)
    length, unasked = None if args.length is None else whole("length", args.length, 2), args.length is None
    readers = functools.partial(_read, args.a, args.base), functools.partial(_read, args.b, args.base)
    if length is None:
        longest = [found for each in readers if (found := each(None).max_length) is not None]
        require(bool(longest), "--length", "must be given where neither file has max_position_embeddings", None)
        length = min(require_int("max_position_embeddings", max(longest), least=2), LONGEST)
    configs = [each(length) for each in readers]
    if swept := planes(pairs(*configs)):
        afford("--length", length, swept, GRID_SWEEPS, long=args.long)
    found = compare(*readers, length, args.dtype, letters, long=args.long)
    tell_unread(*configs)
    notes = [[*each.notes, *beyond(each, length)] for each in configs]
    if args.json:
        sides = [
            {
                "config": each.source,
                "model_type": each.model_type,
                "notes": said,
                "not_read": unread_json(each),
                "table": table(each),
            }
            for each, said in zip(configs, notes, strict=True)
        ]
        groups = [to_json(*each) for each in found]
        said = {"length": length, "a": sides[0], "b": sides[1], "keys_that_differ": _keys(configs), "groups": groups}
        print(json.dumps(said, indent=2))
    else:
        _print(configs, notes, length, found, args.all, unasked)
    return 0


def _read(path: str, base: str | None, length: int | None):
    """The configuration; what is wrong with it is said with the file's name, as there are two."""
    from rope_theory.core.errors import InvalidInput
    from rope_theory.machines.pretrained import located
    from rope_theory.models.config import read_config

    try:
        return read_config(located(path), length=length, base=base)
    except InvalidInput as problem:
        if problem.argument in ("base", "length") or problem.value == path:
            raise
        raise InvalidInput(f"{path}: {problem.argument}", problem.rule, problem.value) from None


def _print(configs, notes: list[list[str]], length: int, found, everything: bool = False, unasked=False) -> None:
    from rope_theory.faces.report.limits import CAVEAT
    from rope_theory.faces.report.page import paragraph
    from rope_theory.models.config.table import numbered, words

    for name, config, said in zip("ab", configs, notes, strict=True):
        print(f"{name}: {config.source}" + (f" ({config.model_type})" if config.model_type else ""))
        for note in said:
            paragraph(f"note: {note}", "   ")
    if unasked:
        capped = f", at most {LONGEST}" * (length == LONGEST)
        paragraph(f"n = {length}, the larger max_position_embeddings{capped} (--length: another)", "")
    print()
    paragraph(CAVEAT, "")
    paragraph(_named_keys(_keys(configs)), "")
    for pair, limits in found:
        print()
        paragraph(numbered(pair.layers), "")
        for name, group in (("a", pair.a), ("b", pair.b)):
            paragraph("no such layers" if group is None else words(group), f"  {name}  ", " " * 5)
        rows = limits if everything else [each for each in limits if _first(each) != NOWHERE]
        if limits:
            paragraph(f"in short: {_in_short(limits, length)}")
            print()
            _print_rows(rows, length)
        if len(rows) < len(limits):
            left = len(limits) - len(rows)
            paragraph(
                f"{counted(left, 'row')} left out that differ{'s' * (left == 1)} nowhere up to n = {length} (--all: shown)"
            )
        if any(each.only_at_length for each in limits):
            paragraph(_HEADS)


def _print_rows(rows, length: int) -> None:
    """The rows: those that differ at the length, those that differ below it alone, the others; an enclosure has a line for each end."""
    from rope_theory.core.truth import Truth
    from rope_theory.faces.report.page import side_by_side

    rows = sorted(
        rows, key=lambda each: (each.only_at_length, each.differs_from is None, each.differs is not Truth.TRUE)
    )
    show = [_bound if each.only_at_length else _value for each in rows]
    columns = {
        f"at n = {length}": [each.name for each in rows],
        "a": [say(each.a) for say, each in zip(show, rows, strict=True)],
        "b": [say(each.b) for say, each in zip(show, rows, strict=True)],
        "first differs\nat n =": [_first(each) for each in rows],
    }
    side_by_side(
        columns, {f"at n = {length}", "first differs\nat n ="}, {"a": 19, "b": 19, "first differs\nat n =": 14}
    )


def _keys(configs) -> list[str]:
    """The keys of the two language models' settings that differ, defaults of their classes included."""
    from rope_theory.models.layer_rows import keys_that_differ

    return keys_that_differ(*(each.settings for each in configs))


NOWHERE = "nowhere"
"""What stands beside a limit that is the same at every length."""
KEYS = 12
"""More keys that differ are counted, not named."""


def _named_keys(keys: list[str]) -> str:
    """The keys that differ as a line."""
    rest = f", and {len(keys) - KEYS} more (--json)" * (len(keys) > KEYS)
    names = ", ".join(keys[:KEYS]) + rest if keys else "none"
    return f"keys of the files that differ, defaults of the classes included: {names}. What the rows below do not show of them is not compared."


_HEADS = (
    "of the last rows each is a bound at this n alone, as in `rope-theory limits`: β and |q|·|k| suffice for more than half of the weight, summed "
    "over all rivals, and are rounded up; `phases` are frequencies, positions and phases in float32, every other step in the format; "
    "in a 16-bit format q·k is summed in float32 and the finished logit is then rounded to it, as where attention stores it (eager); logits in float32 "
    "stay there, as in fused attention (FlashAttention)"
)


def _in_short(limits, length: int) -> str:
    """Which rows differ at the length, where the first of them is found to, which do below it alone, and which are not decided."""
    from rope_theory.core.truth import Truth

    bounds = sum(each.only_at_length for each in limits)
    limits = [each for each in limits if not each.only_at_length]
    differ = [each for each in limits if each.differs is Truth.TRUE]
    below = [each for each in limits if each.differs is Truth.FALSE and each.differs_from is not None]
    unsure = [each for each in limits if each.differs is Truth.UNKNOWN and each.differs_from is not None]
    said = f"no row differs{' for certain' * (not all(each.exact for each in limits))} {'at' if below or unsure else 'up to'} n = {length}"
    if differ:
        first = min((each.differs_from for each in differ if each.differs_from is not None), default=length)
        said = f"{len(differ)} of {counted(len(limits), 'row')} differ{'s' * (len(differ) == 1)} at n = {length}: {_names(differ)}. As n grows, the first of these differences is found at n = {first}"
    said += f". At smaller n alone: {_names(below)}" if below else ""
    said += f". At smaller n, and not decided at this one: {_names(unsure)}" if unsure else ""
    open_ = [each for each in limits if each.undecided()]
    said += f". Not decided: {_names(open_)}." if open_ else "."
    return said + f" {counted(bounds, 'row')} more: bounds at this n alone." * (bounds > 0)


def _names(limits) -> str:
    return "; ".join(each.name for each in limits)


def _value(value) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and all(isinstance(end, int) for end in value):
        return f"{value[0]} to {value[1]}"
    if isinstance(value, list):
        from rope_theory.faces.report.rounded import above, below

        return f"[{below(Fraction(value[0]))}, {above(Fraction(value[1]))}]"
    return f"{value:.7g}" if isinstance(value, float) else str(value)


def _bound(value) -> str:
    """A sufficient number is rounded up."""
    from rope_theory.faces.report.rounded import few_above

    return few_above(value) if isinstance(value, float) else "none shown" if value is None else value


def _first(limit) -> str:
    """From which length on, as the last column says it."""
    from rope_theory.core.truth import Truth

    if limit.only_at_length:
        return "(this n alone)"
    if limit.differs_from is None:
        return "not decided" if limit.undecided() else NOWHERE if limit.exact else "nowhere for certain"
    also = ["of lengths looked at"] * (not limit.exact) + ["below only"] * (limit.differs is Truth.FALSE)
    return f"{limit.differs_from}" + f" ({', '.join(also)})" * bool(also)
