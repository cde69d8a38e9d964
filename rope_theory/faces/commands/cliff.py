"""`rope-theory cliff`: up to which length a construction decodes in a number format, and where it fails for
certain.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import shlex
from collections.abc import Sequence

from rope_theory.core.meant import slip
from rope_theory.core.words import counted
from rope_theory.faces.arguments import (
    DIM,
    Choices,
    add_long,
    afford,
    angle,
    formats_named,
    tell_unread,
    unread_json,
    whole,
)
from rope_theory.faces.commands import Heading
from rope_theory.faces.parser import lacking

HEADING = Heading.HEADS
EPILOG = """examples:
  rope-theory cliff index --dtype bfloat16                      T_Index at its best angle for each length
  rope-theory cliff index --theta 1 --dtype bfloat16 --phases float32
  rope-theory cliff mix --base 500000 --dim 128 --length 131072 --dtype bfloat16 --phases float32
  rope-theory cliff retrieval --letters 8 --dtype float16       letter-pair queries against other left letters
  rope-theory cliff index --dtype float32 --step trig=float64   one step in another format
  rope-theory cliff index --dtype bfloat16 --phases float32 --step logit=float32   fused attention (FlashAttention)
  rope-theory cliff index --dtype bfloat16 --phases float32 --step stored=fp8_e4m3   a KV cache in fp8
  rope-theory cliff cosines --base 500000 --dim 128 --length 131072 --dtype bfloat16
  rope-theory cliff mix --config examples/llama-3.1-8b.json --length 131072 --dtype bfloat16 --phases float32
  rope-theory cliff cosines --config olmo-3/config.json --layer sliding_attention --length 4096 --dtype bfloat16
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "cliff",
        help="the length at which a construction stops working in a number format",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Rigorous ends of the precision cliff: the length, in positions, up to which the construction decodes for certain (its\n"
        "target has the largest logit), and one at which it fails for certain, for the stated formats of each step.\n"
        "A length n is that of positions counted 1 to n; what it is counted 0 to n-1, as transformers counts, stands beside it.\n"
        "`cosines` counts from 0. In fp8 keys stand beside one scale for all, a power of two fitted to this head's longest key.\n"
        "`cosines`: the largest cosine error over all positions and planes, for all steps and for each step alone.",
    )
    parser.add_argument(
        "what",
        metavar="WHAT",
        choices=Choices(lambda catalogue: ("cosines", *catalogue.constructions())),
        help="cosines, or a construction: one of %(choices)s",
    )
    parser.add_argument(
        "--dtype", required=True, type=formats_named, help="bfloat16, float16, float32 or float64: every step"
    )
    parser.add_argument(
        "--phases", type=formats_named, metavar="DTYPE", help="frequencies, positions and phases (default: as --dtype)"
    )
    parser.add_argument(
        "--step",
        action="append",
        default=[],
        type=formats_named,
        metavar="STEP=DTYPE",
        help='one step in another format, or "exact": frequency, position, phase, trig, cache, vector, '
        "rotation, rotated (query and key as the dot product reads them), stored (rotated keys in a KV cache, also fp8_e4m3 or fp8_e5m2), "
        "product, logit (fused attention: float32) (may be repeated)",
    )
    parser.add_argument("--theta", help="a fixed angle, radians per position (default: the best for each length)")
    parser.add_argument("--letters", help="retrieval and induction: number of letters")
    parser.add_argument("--base", help="mix and cosines: base of the frequencies")
    parser.add_argument(*DIM, metavar="D", help="mix and cosines: rotary dimension")
    parser.add_argument(
        "--config",
        help="mix and cosines: frequencies and attention factor of a config.json, by any of its rules, at --length",
    )
    parser.add_argument(
        "--layer",
        metavar="TYPE",
        help="with --config: its layer type (default: the first that sees everything, or the first that rotates)",
    )
    parser.add_argument("--length", help="longest length to look at, in positions (needed for mix and cosines)")
    parser.add_argument("--observe", action="store_true", help="run the same in torch, too (needs torch)")
    add_long(parser)
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.elsewhere = {
        "H_POS": " (did you mean index?)",
        "H_SYM": " (did you mean retrieval?)",
        "H_MIX": " (did you mean induction?)",
        "NUMBER": functools.partial(_of_hops, "number", "index"),
        "LETTER": functools.partial(_of_hops, "letter", "retrieval"),
    }
    parser.set_defaults(run=run)


def _of_hops(task: str, head: str, given: Sequence[str]) -> str:
    """What is said of a task of several hops: the call with the head that makes each."""
    call = ["rope-theory", "cliff", *(head if task in (each.lower(), slip(each, [task])) else each for each in given)]
    call += [] if "--dtype" in given else ["--dtype", "bfloat16"]
    return f" (each of its hops is {head}'s: {shlex.join(call)})"


LONGEST_OBSERVED = 2000
#: What the table of cosines costs, in sweeps of `rope_theory.models.sweep_time.seconds` (measured).
COSINE_SWEEPS = 80


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import InvalidInput, require
    from rope_theory.core.packages import require_packages
    from rope_theory.machines.catalogue import construction, constructions
    from rope_theory.models.limits import MIX_SWEEPS, require_few

    layer, model = (None, {}) if args.config is None else _from_config(args)
    require(args.config is not None or args.layer is None, "--layer", "must stand beside --config", args.layer)
    cosines = args.what == "cosines"
    takes = {"base", "dim"} if cosines else construction(args.what).takes
    given = {name for name in ("theta", "letters", "base", "dim") if getattr(args, name) is not None}
    for name in sorted(given - takes):
        others = ["cosines"] * (name in ("base", "dim")) + [
            each for each, one in constructions().items() if one.can("cliff") and name in one.takes
        ]
        rule = f"must not be given for {args.what} (it is for {', '.join(others)})"
        raise InvalidInput(f"--{name}", rule, getattr(args, name))
    recipe = _recipe(args)
    if args.observe:
        require_packages("torch", to="observe")
    if "base" in takes:
        options = {f"--{name}": getattr(args, name) for name in ("base", "dim", "length", "dtype")}
        missing, shown, _ = lacking(EPILOG, ["rope-theory", "cliff", args.what], options)
        instead = (
            " (or --config FILE, which has it)" if args.what in ("cosines", "mix") and missing != ["--length"] else ""
        )
        require(not missing, ", ".join(missing), f"must be given for {args.what}{instead}{shown}", None)
    most = 1 << 32 if "base" in takes else None
    length = None if args.length is None else whole("length", args.length, 2, most)
    if "base" in takes and length is not None:
        planes = max(whole("--dim", args.dim, 2) // 2, 1) if layer is None else len(layer.frequencies.angles)
        if not args.long:
            require_few(planes)
        afford("--length", length, planes, COSINE_SWEEPS if cosines else MIX_SWEEPS, long=args.long)
    if cosines and length is not None:
        require(not args.observe, "observe", "must not be given for cosines", True)
        return _cosines(args, recipe, length, model, layer)
    return _cliff(args, recipe, length, model, layer)


def _from_config(args: argparse.Namespace):
    """The layers named, in place of --base and --dim, and what JSON says of them.

    Raises:
        InvalidInput: --base or --dim beside it, a construction that takes no frequencies, no length, or an attention factor where nothing
            counts it.
    """
    from rope_theory.core.errors import require
    from rope_theory.machines.pretrained import located
    from rope_theory.models.config import read_config
    from rope_theory.models.config.rotary import chosen_layer
    from rope_theory.models.config.table import to_json
    from rope_theory.models.precision.errors import ONE
    from rope_theory.models.windowed import cut

    for name in ("base", "dim"):
        require(getattr(args, name) is None, f"--{name}", "must not be given beside --config", getattr(args, name))
    require(
        args.what in ("cosines", "mix"), "--config", f"must stand beside cosines or mix, not {args.what}", args.config
    )
    require(args.length is not None, "--length", f"must be given for {args.what}", None)
    length = whole("--length", args.length, 2)
    config = read_config(located(args.config), length=length)
    tell_unread(config)
    layer = chosen_layer(config, args.layer)
    if layer.rope.attention_bounds() != ONE:
        factor = f"{layer.rope_type}, {layer.rope.attention_float():.6g}"
        rule = "must name layers without an attention factor for cosines (cliff mix --config counts it)"
        require(args.what == "mix", "--config", rule, factor)
        rule = "must not be given with an attention factor, which the run in torch leaves out"
        require(not args.observe, "--observe", rule, factor)
    rule = "must not be given where a window ends before the length, as the run in torch sees every key"
    require(not args.observe or cut(layer, length) == length, "--observe", rule, layer.window)
    args.base, args.dim = str(layer.base), str(layer.rotary_dim)
    others = [each.layer_type for each in config.layers if each is not layer]
    return layer, {
        "layer_type": layer.layer_type,
        "other_layer_types": others,
        "notes": list(config.notes),
        "not_read": unread_json(config),
        "table": to_json(config),
    }


def _recipe(args: argparse.Namespace):
    from rope_theory.core.errors import InvalidInput, require
    from rope_theory.models.precision import STEPS, Recipe
    from rope_theory.models.precision.formats import read_format

    recipe = Recipe.uniform(args.dtype)
    if args.phases is not None:
        read_format("--phases", args.phases)
        recipe = recipe.but(frequency=args.phases, position=args.phases, phase=args.phases)
        if args.phases == "float64":
            recipe = recipe.but(trig="float64")
    for text in args.step:
        step, sign, name = text.partition("=")
        require(
            bool(sign),
            "--step",
            f"must name a step and a format, as in {text if text in STEPS else 'trig'}=float32",
            text,
        )
        try:
            recipe = recipe.but(**{step: None if name == "exact" else name})
        except InvalidInput as problem:
            after = ", or exact, after =" if problem.argument == step else ", before ="
            after += (
                " (keys in a KV cache are stored)"
                if step.lower() in ("key", "keys", "kv", "kvcache", "kv_cache")
                else ""
            )
            raise InvalidInput("--step", f"{problem.rule}{after}", text) from None
    return recipe


def _contest(args: argparse.Namespace, length: int | None, layer):
    if layer is not None and length is not None and not (layer.plain and layer.window is None):
        from rope_theory.models.windowed import WindowedMix

        return WindowedMix.of(layer, length)
    from rope_theory.machines.catalogue import Options, contest

    options = Options(
        theta=None if args.theta is None else angle("theta", args.theta),
        letters=None if args.letters is None else whole("letters", args.letters, 2, 64),
        base=args.base,
        dim=None if args.dim is None else whole("dim", args.dim),
    )
    return contest("cliff", args.what, options, length)


def _cliff(args: argparse.Namespace, recipe, length: int | None, model: dict, layer) -> int:
    from fractions import Fraction

    from rope_theory.models.precision import STORED, cliff, step_errors, step_limits

    contest = _contest(args, length, layer)
    recipe = contest.fitted(recipe)
    found = cliff(contest, recipe, length)
    fused = _fused(recipe)
    kept = None if fused is None else cliff(contest, fused, length)
    from_0, kept_0 = (_from_0(contest, form, length, ends) for form, ends in ((recipe, found), (fused, kept)))
    at = found.fails_at or found.safe_up_to
    shares = step_errors(contest, recipe, at)
    limits = step_limits(contest, recipe, length)
    data = found.to_json() | {
        **model,
        "at": at,
        "half_gap": float(contest.gap(at) / 2),
        "logit_error_bound_of_each_step_alone": {
            step: None if share is None else float(share) for step, share in shares.items()
        },
        "each_step_alone_is_safe_up_to": limits,
        "counted_from_0": _ends_json(from_0),
        "fused": None if kept is None else _ends_json(kept) | {"counted_from_0": _ends_json(kept_0)},
        "stored_scale": None if recipe.stored is None else float(Fraction(2) ** recipe.stored.scale),
    }
    if args.observe:
        data["observed"] = _observed(contest, recipe, found)
    if args.json:
        print(json.dumps(data, indent=2))
        return 0
    from rope_theory.faces.report.page import labelled, paragraph, side_by_side

    own = _own_angle(contest, at)
    paragraph(f"In short: {_in_short(found, own)}", "")
    paragraph(
        f"Positions count 1 to n on this page. Counted 0 to n-1, as transformers counts them: {_as_counted(from_0, found)}."
    )
    if own:
        paragraph(own)
    if kept is not None:
        paragraph(
            f"That is with the finished logit rounded to {recipe.logit}, as where attention stores it (eager). Kept in {fused.logit}, as it is summed and as "
            f"fused attention (FlashAttention) has it: {_both_ends(kept)} (--step logit={fused.logit}: its page); "
            f"counted from 0: {_as_counted(kept_0, kept)}."
        )
    for line in _mix_at(contest):
        paragraph(line)
    paragraph(f"{found.construction}: {recipe}", "")
    if recipe.stored is not None and recipe.stored.name in STORED:
        labelled("stored", _scaled(recipe.stored))
    if layer is not None and length is not None:
        labelled("frequencies", _rule(layer, length))
        for line in _not_meant(layer, model):
            labelled("", line)
    labelled(found.does, f"up to n = {found.safe_up_to} for certain ({found.safe_because})")
    if found.fails_at is None:
        undecided = f"not known from n = {found.safe_up_to + 1} to {found.searched}: no failure was found, and that proves nothing"
        labelled("fails", undecided if found.safe_up_to < found.searched else f"nowhere up to n = {found.searched}")
    else:
        labelled("fails", f"at n = {found.fails_at} for certain ({found.fails_because})")
    if found.note:
        labelled("not covered", found.note)
    labelled("logits", "as the head is written; a β that is a power of two changes nothing, any other rounds elsewhere")
    paragraph(
        f"at n = {at}, half of the exact gap is {data['half_gap']:.3g} of the largest logit; the logit error of each step alone, all others exact:"
    )
    alone = data["logit_error_bound_of_each_step_alone"]
    columns = {
        "step": list(alone),
        "format": [recipe.to_json()[step] for step in alone],
        "at most": ["overflow" if share is None else f"{share:.2g}" for share in alone.values()],
        "alone, by this bound certain up to": [f"n = {limits[step]}" for step in alone],
    }
    side_by_side(columns, left=columns, indent=4)
    paragraph(f"No ends: {_beyond(found)}.", "    ")
    if args.observe:
        labelled("observed", data["observed"]["text"])
    return 0


def _beyond(found) -> str:
    """Why a length of the table of steps may be less than that of all steps together."""
    from rope_theory.models.precision.cliff import BY_BOUND

    said = "beyond them this bound alone decides nothing"
    other = f"; the {found.safe_up_to} of all steps rest on another argument ({found.safe_because})"
    return said + other * (found.safe_because != BY_BOUND)


def _mix_at(contest) -> list[str]:
    """Which mix was looked at, of a head that is the best one at one length alone."""
    from rope_theory.models.precision import MixHead

    if not isinstance(contest, MixHead):
        return []
    return [
        f"This is the best mix at n = {contest.certificate.length}, all weights in the query and keys of equally long planes, at every other n, too.",
        "Other lengths have better mixes. Whether this one decodes again beyond a failure is not said.",
    ]


def _own_angle(contest, n: int) -> str:
    """What is said of a head that has another angle at each length; "" where it has one, or none."""
    if not contest.own_angles:
        return ""
    return (
        f"At each length n the head has an angle of its own ({contest.angle(n)} at n = {n}), and the query stands at position n "
        "(--theta: one angle for all lengths)."
    )


def _not_meant(layer, model: dict) -> list[str]:
    """Which layers it is about and which not, and what of the layer's logits is not counted."""
    from rope_theory.models.config.table import numbered

    lines = [numbered(layer.indices)] if layer.indices else []
    lines += [f"note: {note}" for note in model["notes"]]
    if model["other_layer_types"]:
        lines.append(f"not about {', '.join(model['other_layer_types'])} (--layer TYPE: about those)")
    cap = layer.logits.cap
    if cap is not None:
        lines.append(
            f"the cap c = {float(cap):g} of a logit x, c·tanh(x/c), and its own rounding are not counted: logits are those before it"
        )
    return lines


def _rule(layer, length: int) -> str:
    """Whose frequencies they are, and what multiplies the cosines."""
    from rope_theory.models.config.table import seen

    at = "" if layer.plain else f", as at n = {length}"
    factor = layer.rope.attention_float()
    counted_in = (
        f"; the attention factor {factor:.6g} is counted, errors and gaps are shares of the largest logit with it"
        * (factor != 1)
    )
    seen_only = layer.window is not None and length > layer.window
    window = (
        f"; a query of these layers {seen(layer)}: distances end there, and positions run to the length" * seen_only
    )
    return f"{layer.layer_type}, rope type {layer.rope_type}{at}{counted_in}{window}"


def _fused(recipe):
    """The recipe with the finished logit as it was summed, where it is rounded to less."""
    if recipe.logit is None or recipe.product is None or recipe.logit.bits >= recipe.product.bits:
        return None
    return recipe.but(logit=recipe.product)


def _ends_json(found):
    """The two ends as plain data; None where they were not looked for."""
    return None if found is None else {"safe_up_to": found.safe_up_to, "fails_at": found.fails_at}


def _from_0(contest, recipe, length: int | None, found):
    """The ends where positions count 0 to n-1, beside those found; None for a mix where they are not the bound's, as they take minutes."""
    from rope_theory.models.precision import MixHead, cliff
    from rope_theory.models.precision.cliff import BY_BOUND

    if found is None or (isinstance(contest, MixHead) and found.safe_up_to < found.searched):
        return None
    if found.safe_up_to == found.searched and found.safe_because == BY_BOUND:
        return found  # the bound is of both countings
    return cliff(contest, recipe, length, first=0)


def _as_counted(found, other) -> str:
    """The two ends in one counting of positions, beside those in the other."""
    if found is None:
        return "not computed, as no bound decides all lengths of this mix and emulation takes minutes"
    return "the same" if _ends_json(found) == _ends_json(other) else _both_ends(found)


def _both_ends(found) -> str:
    """Up to where for certain, and from where not."""
    return f"for certain up to {counted(found.safe_up_to, 'position')}{_end(found)}"


def _scaled(form) -> str:
    """What is supposed of the scale of keys in fp8."""
    return (
        f"rotated keys over the scale 2^{form.scale}, rounded once to {form}, and multiplied back: a power of two, the least that holds "
        "the head's longest key and an eighth more (supposed; one scale for all keys). "
        "With another power of two, such as 1.0, entries round alike but for those above the largest number of the format or below its least "
        "normal one, times the scale; with a scale that is no power of two they round elsewhere, and these lengths do not stand."
    )


def _in_short(found, own: str) -> str:
    """The two ends in a sentence, and what lies between them.

    Args:
        own: `_own_angle`.
    """
    does = f"{found.construction} {found.does} for certain up to {counted(found.safe_up_to, 'position')}"
    whose = "these constructed heads, one for each length," if own else "this constructed head"
    return f"{does}{_end(found)}: {whose} in these formats, and no other head."


def _end(found) -> str:
    """Where it fails for certain, if that was found, and what lies between."""
    if found.fails_at is None:
        return _undecided(found)
    between = found.fails_at - found.safe_up_to - 1
    return f", and fails for certain at {found.fails_at}" + (f"; {_between(between)} not decided" if between else "")


def _undecided(found) -> str:
    """What is said of failure where none was found."""
    if found.safe_up_to >= found.searched:
        return ", the longest length looked at"
    return f"; from {found.safe_up_to + 1} on, up to {found.searched}, nothing is known: neither that it decodes nor that it fails"


def _between(count: int) -> str:
    return "the length between is" if count == 1 else f"the {count} between are"


def _observed(contest, recipe, found) -> dict:
    from rope_theory.core.truth import Truth
    from rope_theory.models.precision.torch_run import observe, observed_cliff

    if found.fails_at is not None and found.fails_at <= LONGEST_OBSERVED:
        last = observed_cliff(contest, recipe, found.fails_at)
        return {
            "last": last,
            "text": f"every length run in torch: the last before the first failure is n = {last}",
        }
    n = min(found.safe_up_to, LONGEST_OBSERVED)
    answer = observe(contest, recipe, n)
    words = {Truth.TRUE: found.does, Truth.FALSE: "fails", Truth.UNKNOWN: "no failure in a sample"}
    return {"n": n, "answer": answer.value, "text": f"run in torch at n = {n}: {words[answer]}"}


def _cosines(args: argparse.Namespace, recipe, length: int, model: dict, layer) -> int:
    import flint

    from rope_theory.core.errors import InvalidInput
    from rope_theory.core.progress import callback
    from rope_theory.core.rope import frequencies
    from rope_theory.laws.discrepancy.precision import float_above, float_below
    from rope_theory.models.precision import FORMATS, Recipe
    from rope_theory.models.precision.cosines import largest_cosine_error_of
    from rope_theory.models.precision.errors import BITS

    with flint.ctx.workprec(BITS):
        balls = (
            frequencies(args.base, whole("dim", args.dim), "ball")
            if layer is None
            else [angle.radians_ball() for angle in layer.frequencies.angles]
        )
    steps = ("frequency", "position", "phase", "trig", "cache")
    recipes = {"all": recipe} | {
        step: Recipe().but(**{step: getattr(recipe, step)}) for step in steps if getattr(recipe, step)
    }
    try:
        with callback("looking at every cosine") as report:
            planes = itertools.count(1)
            rows = {
                name: largest_cosine_error_of(
                    each, balls, length, lambda: report(next(planes), len(recipes) * len(balls))
                )
                for name, each in recipes.items()
            }
    except InvalidInput as problem:
        if "overflow" not in problem.rule:
            raise
        widest = FORMATS[problem.rule.split()[-1]]
        rule = f"must be so small that no position and no phase exceeds {int(widest.largest)}, the largest {widest.name} (or --phases float32)"
        raise InvalidInput("--length", rule, length) from None
    if args.json:
        print(
            json.dumps(
                {
                    **model,
                    "recipe": recipe.to_json(),
                    "largest_cosine_error": {
                        name: {
                            "lower": float_below(row.lower),
                            "upper": float_above(row.upper),
                            "plane": row.plane,
                            "position": row.position,
                        }
                        for name, row in rows.items()
                    },
                },
                indent=2,
            )
        )
        return 0
    from rope_theory.faces.report.page import paragraph, side_by_side
    from rope_theory.faces.report.rounded import few_above, few_below

    every, alone = rows["all"], {name: row for name, row in rows.items() if name != "all"}
    worst = max(alone, key=lambda name: alone[name].upper, default=None)
    one = (
        ""
        if worst is None
        else f". Of the steps alone {worst} may cost the most, up to {few_above(alone[worst].upper, 6)}"
    )
    paragraph(
        f"In short: at positions 0 to {length - 1} a cosine computed so is off by at most {few_above(every.upper, 6)}, "
        f"and somewhere by at least {few_below(every.lower, 6)}{one}.",
        "",
    )
    whose = f"base {args.base}, dimension {args.dim}" if layer is None or layer.plain else _rule(layer, length)
    paragraph(f"largest |computed cos - cos| over positions 0..{length - 1} and all planes, {whose}", "")
    columns = {
        "steps": ["all steps" if name == "all" else f"{name} alone, {recipe.to_json()[name]}" for name in rows],
        "within": [f"[{few_below(row.lower, 6)}, {few_above(row.upper, 6)}]" for row in rows.values()],
        "plane": [str(row.plane) for row in rows.values()],
        "position": [str(row.position) for row in rows.values()],
    }
    side_by_side(columns, left={"steps", "within"})
    return 0
