"""`rope-theory limits`: published values, the cause of each prediction, and what must not matter."""

import copy
import functools
import json
import math
import re
from fractions import Fraction

import numpy as np
import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.files import CHECKOUT
from rope_theory.faces.cli import main
from rope_theory.faces.commands import compare
from rope_theory.faces.report import limits_plot
from rope_theory.faces.report.limits import _base_ranges, beyond
from rope_theory.faces.report.limits_short import in_short
from rope_theory.faces.report.rounded import below, few_above
from rope_theory.laws.discrepancy import best_mix_of
from rope_theory.laws.discrepancy.frequency import read_frequency
from rope_theory.models import scaling
from rope_theory.models.config import read_config
from rope_theory.models.config.table import lines
from rope_theory.models.enough import majority_beta
from rope_theory.models.limits import good_bases, layer_limits, p_rope
from rope_theory.models.limits_json import to_json
from rope_theory.models.mix_errors import mix_verdicts
from rope_theory.models.plane_limits import plane_limits
from rope_theory.models.precision.errors import logit_error_of_turns
from rope_theory.models.precision.formats import FORMATS
from rope_theory.models.precision.recipe import Recipe
from rope_theory.models.sweep_time import require_short
from rope_theory.models.symbol_limits import SymbolPlane

LLAMA = {"model_type": "llama", "head_dim": 128, "rope_theta": 10000.0, "max_position_embeddings": 4096}


def limits(settings=LLAMA, length=2048, **options):
    """What is said of the settings, computed once for those that several tests ask about."""
    return copy.deepcopy(_limits(json.dumps(settings), length, tuple(options.items())))


@functools.cache
def _limits(text, length, options):
    settings = json.loads(text)
    found = layer_limits(read_config(settings, length=length).layer(), length, **{"extras": False, **dict(options)})
    data = to_json(found)
    for key in ("layers", "pairing"):
        data.pop(key)
    return {**data, "plane_roles": [plane["role"] for plane in data["planes"]]}


def test_published_first_negatives_and_gaps_are_on_the_page():
    assert limits()["kernel"]["first_negative"] == 1707
    assert limits(LLAMA | {"rope_theta": 500000.0}, 20000)["kernel"]["first_negative"] == 18438
    low, high = limits()["best_mix"]["gap"]
    assert low <= high and round(low, 4) == round(high, 4) == 0.3207


@pytest.mark.parametrize(
    "change",
    [
        {"hidden_size": 4064},
        {"vocab_size": 7},
        {"num_hidden_layers": 3},
        {"torch_dtype": "float16"},
        {"model_type": "qwen2"},
        {"max_position_embeddings": 10**6},
        {"rope_scaling": None},
        {"architectures": ["X"]},
        {"num_attention_heads": 8},
    ],
)
def test_irrelevant_fields_change_nothing(change):
    assert limits(LLAMA | change) == limits()


@pytest.mark.parametrize(
    "change, prediction",
    [
        ({"rope_theta": 500000.0}, ("kernel", "planes", "best_mix")),
        ({"head_dim": 64}, ("kernel", "planes", "best_mix")),
        ({"model_type": "phi", "partial_rotary_factor": 0.5}, ("kernel", "planes", "best_mix")),
        ({"rope_scaling": {"type": "linear", "factor": 4}}, ("kernel", "planes", "best_mix")),
        ({"model_type": "a new one", "query_pre_attn_scalar": 64}, ()),
    ],
)
def test_a_cause_changes_what_it_should(change, prediction):
    changed, plain = limits(LLAMA | change), limits()
    for name in prediction:
        assert changed[name] != plain[name], name
    if not prediction:
        for name in ("kernel", "planes"):
            assert changed[name] == plain[name]
        assert changed["best_mix"]["gap"] == plain["best_mix"]["gap"]
        ratio = changed["best_mix"]["sufficient_norms"] / plain["best_mix"]["sufficient_norms"]
        assert math.isclose(ratio, math.sqrt(64 / 128))


def test_format_changes_roles_and_not_gaps():
    narrow, wide = limits(dtype="bfloat16", length=64), limits(dtype="float64", length=64)
    assert narrow["plane_roles"] != wide["plane_roles"] and narrow["kernel"] == wide["kernel"]
    assert [plane["gap"] for plane in narrow["planes"]] == [plane["gap"] for plane in wide["planes"]]


def test_letters_change_only_who_is_symbolic():
    few, many = limits(letters=2), limits(letters=100)
    assert few["plane_roles"].count("symbolic") > many["plane_roles"].count("symbolic")
    assert [plane["gap"] for plane in few["planes"]] == [plane["gap"] for plane in many["planes"]]


@pytest.mark.parametrize("name, bits", [("bfloat16", 8), ("float16", 11), ("float32", 24)])
@pytest.mark.parametrize("theta", ("1", "0.3", "0.05", "2.5"))
def test_plane_reach_is_where_rounded_cosines_first_collide(name, bits, theta):
    """The first t whose logit is one with the target's at some β, by looking at every t, and at every midpoint just above and below."""
    span = 20_000
    found = plane_limits(read_frequency(theta), 1, span, name).cliff[name]
    cosines = np.cos(np.arange(1, span) * float(theta))
    lost = np.flatnonzero(1 - cosines < 2 / (2**bits + 3))
    assert found == (lost[0] + 1 if len(lost) else span)
    if len(lost):  # a β at which it is lost: just below the upper midpoint of the second number from 1
        worst = 1 + Fraction(3, 2**bits) - Fraction(1, 2 ** (bits + 20))
        rival = worst * Fraction(cosines[lost[0]])
        assert FORMATS[name].round(worst) == FORMATS[name].round(rival)


def test_planes_that_are_certain_alone_keep_their_order_at_every_beta():
    """Llama 3.1 at n = 48, where 2^-9 let planes 4 and 13 through: at their own sufficient β both logits are one number."""
    found = layer_limits(read_config("examples/llama-3.1-8b.json", length=48).layer(), 48, extras=False)
    alone = {each.plane for each in found.planes if each.positional}
    size = np.concatenate([np.linspace(1, 2, 100_001), [majority_beta(each.gap[0], 48) for each in found.planes]])
    bfloat16 = FORMATS["bfloat16"].round_array
    for each in found.planes:
        rival = size * np.cos(each.nearest * each.frequency)
        ties = (bfloat16(rival) == bfloat16(size)).any()
        assert ties == (each.plane not in alone)
    said = "plane 11 picks out any of 48 positions alone for certain, at every |q|·|k|, in bfloat16; "
    assert alone == {11} and said in in_short(found)[3]


@pytest.mark.parametrize("g, length", [("0.001", 100), ("0.01", 7), ("1e-6", 131072), ("1", 2)])
def test_largest_alphabet_is_the_last_that_meets_the_condition(g, length):
    found = plane_limits(read_frequency(g), 1, length).letters
    assert found * length * float(g) < math.pi <= (found + 1) * length * float(g) + 1e-12


def test_plane_that_stands_still_is_symbolic_for_any_alphabet_and_never_positional():
    found = plane_limits(read_frequency("0"), 5, 1000, "float64", letters=10**6)
    assert (
        found.role == "symbolic" and found.wavelength is None and found.cliff["float64"] == 1 and found.letters is None
    )


def test_both_roles_at_very_short_lengths():
    assert plane_limits(read_frequency("0.5"), 1, 2, "bfloat16", 3).role == "both"


def test_sliding_layers_are_judged_within_their_window():
    settings = {
        "head_dim": 64,
        "max_position_embeddings": 4096,
        "sliding_window": 512,
        "layer_types": ["full_attention", "sliding_attention"],
        "rope_parameters": {
            "full_attention": {"rope_type": "default", "rope_theta": 1e6},
            "sliding_attention": {"rope_type": "default", "rope_theta": 1e4},
        },
    }
    config = read_config(settings, length=4096)
    assert [layer_limits(layer, 4096, extras=False).length for layer in config.layers] == [4096, 512]


def test_attention_factor_lowers_the_norm_that_is_needed_by_its_square():
    yarn = {"rope_type": "yarn", "factor": 4, "original_max_position_embeddings": 4096}
    plain = limits(LLAMA | {"rope_scaling": yarn | {"attention_factor": 1}}, 512)["best_mix"]
    doubled = limits(LLAMA | {"rope_scaling": yarn | {"attention_factor": 2}}, 512)["best_mix"]
    assert plain["gap"] == doubled["gap"] and math.isclose(plain["sufficient_norms"], 4 * doubled["sufficient_norms"])


def test_dynamic_frequencies_follow_the_length_asked_for():
    dynamic = LLAMA | {"rope_scaling": {"type": "dynamic", "factor": 2}}
    assert limits(dynamic, 2048)["planes"] == limits(LLAMA, 2048)["planes"]
    assert limits(dynamic, 8192)["planes"] != limits(LLAMA, 8192)["planes"]


def test_good_bases_are_not_all_above_one():
    good, bad = good_bases(128, 131072, (10_000_000, 12_000_000, 15_000_000, 500_000))
    assert good == (10_000_000, 15_000_000) and bad == (12_000_000, 500_000)


def test_p_rope_never_turns_negative_with_half_of_the_planes_and_keeps_most_of_the_gap():
    found = to_json(layer_limits(read_config(LLAMA).layer(), 2048))
    half = next(row for row in found["p_rope"] if row["share"] == 0.5)
    assert half["planes_kept"] == 32 and half["first_negative"] is None and half["gap"][0] > 0.3
    frequencies = read_config(LLAMA).layer().frequencies
    assert [
        len([a for a in p_rope(frequencies, Fraction(p)).angles if a.rational_turns != 0]) for p in ("1", "0.9", "0.01")
    ] == [64, 58, 1]


def test_sufficient_beta_gives_half_and_shrinks_with_the_gap():
    gap, length = Fraction(1, 10), 1000
    beta = majority_beta(gap, length)
    assert 1 / (1 + (length - 1) * math.exp(-beta * float(gap))) >= 0.5 - 1e-9
    most = majority_beta(gap, length, Fraction(9, 10))
    assert 0 <= 1 / (1 + (length - 1) * math.exp(-most * float(gap))) - 0.9 < 1e-9
    assert majority_beta(2 * gap, length) < beta and majority_beta(Fraction(0), length) is None


def test_command_prints_a_page_and_json_and_draws(tmp_path, capsys):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(LLAMA))
    assert main(["limits", str(path), "--length", "300", "--all"]) == 0
    page = capsys.readouterr().out
    assert "best mix of planes" in page and "certified" in page and page.count("\n") > 64
    assert (
        main(
            [
                "limits",
                str(tmp_path),
                "--length",
                "300",
                "--json",
                "--quick",
                "--plot",
                str(tmp_path / "a.svg"),
            ]
        )
        == 0
    )
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["layers"][0]["planes"]) == 64 and (tmp_path / "a.svg").read_text().startswith("<?xml")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--length", "100"],
        ["--length", "100", "--base", "10000"],
        ["--length", "1", "--base", "10000", "--head-dim", "64"],
        ["--length", "1.5e0", "--base", "10000", "--head-dim", "64"],
        ["--length", str(10**20), "--base", "10000", "--head-dim", "64"],
        ["--length", "100", "--base", "10000", "--head-dim", "63"],
        ["--length", "100", "--base", "-3", "--head-dim", "64"],
        ["--length", "100", "--base", "nan", "--head-dim", "64"],
        ["--length", "100", "--base", "10000", "--head-dim", "64", "--dtype", "int8"],
        ["--length", "100", "--base", "10000", "--head-dim", "64", "--letters", "1"],
        ["--length", "100", "--base", "10000", "--head-dim", "64", "--layer", "other"],
        ["--length", "100", "--base", "10000", "--head-dim", "64", "--plot", "a.exe"],
        ["--length", "100", "--base", "10000", "--head-dim", "64", "--plot", "/nowhere/a.png"],
    ],
)
def test_bad_arguments_are_one_line_and_status_2(arguments, capsys):
    assert main(["limits", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1


def test_base_against_the_file_is_refused(tmp_path, capsys):
    (tmp_path / "config.json").write_text(json.dumps(LLAMA))
    assert main(["limits", str(tmp_path), "--length", "100", "--base", "500000"]) == 2
    err = capsys.readouterr().err
    assert "--base must be left out, or agree with rope_theta = " in err
    assert (
        "(another base: in a copy of the file; limits and scale also take --base and --head-dim without a file), got "
        in err
    )


def test_mix_error_bounds_follow_the_format_and_the_length_and_not_the_alphabet():
    short, long = limits(length=256)["best_mix"], limits(length=4096)["best_mix"]
    errors, longer = short["logit_error_at_most"], long["logit_error_at_most"]
    assert errors == limits(length=256, letters=99, dtype="float64")["best_mix"]["logit_error_at_most"]
    assert errors["float64"]["all_steps"] < errors["float32"]["all_steps"] < errors["bfloat16"]["all_steps"]
    assert errors["bfloat16"]["float32_phases"] < errors["bfloat16"]["all_steps"]
    assert errors["float32"]["all_steps"] < longer["float32"]["all_steps"]


def test_bfloat16_decodes_for_certain_at_131072_once_phases_are_in_float32():
    """The number format's question: the phases must be wide, the rest need not."""
    found = limits(LLAMA | {"rope_theta": 500000.0}, 131072)["best_mix"]
    half, errors = found["gap"][0] / 2, found["logit_error_at_most"]
    assert errors["bfloat16"]["float32_phases"] < half < errors["bfloat16"]["all_steps"]
    assert errors["float16"]["all_steps"] is None
    verdicts = found["verdicts"]  # as the page has them: two positions are one in bfloat16
    assert verdicts["bfloat16"] == {
        "all_steps": "fails for certain",
        "float32_phases": "decodes for certain",
        "fused": "decodes for certain",
    }
    assert verdicts["float16"]["all_steps"] == "overflows"
    close = limits(LLAMA | {"rope_theta": 500000.0}, 64)["best_mix"]
    assert close["verdicts"]["bfloat16"]["all_steps"] in ("not certain", "decodes for certain")


def test_mix_error_bound_covers_a_run_in_the_format():
    """Llama at n = 512: the mix's logits in bfloat16 with float32 phases, in torch, against float64."""
    import torch

    found = layer_limits(read_config(LLAMA).layer(), 512, extras=False)
    weights = torch.tensor([float(weight) for weight in found.mix.weights], dtype=torch.float64)
    g = torch.tensor(found.layer.rope.floats(), dtype=torch.float64)
    positions = torch.arange(1, 513)

    def logits(query, key, wide, narrow):
        angles = positions.to(wide)[:, None] * g.to(wide)
        cos, sin = angles.cos().to(narrow), angles.sin().to(narrow)
        keys = torch.stack((cos, sin)) * key.to(narrow)
        asked = torch.stack((cos, sin)) * query.to(narrow)
        return (asked[0, -1] * keys[0] + asked[1, -1] * keys[1]).to(torch.float64).sum(-1)

    ones = torch.ones(64, dtype=torch.float64)
    exact = logits(weights, ones, torch.float64, torch.float64)
    rounded = logits(weights, ones, torch.float32, torch.bfloat16)
    off = float((exact - rounded).abs().max())
    assert 0 < off < float(found.mix_errors["bfloat16"][1])


def test_layout_is_shown_where_it_is_known_and_not_guessed(tmp_path, capsys):
    path = tmp_path / "config.json"
    for kind, layout in (("gptj", "adjacent"), ("llama", "half"), ("a new one", None)):
        path.write_text(json.dumps({"model_type": kind, "n_embd": 256, "n_head": 4, "rotary_dim": 32}))
        assert main(["limits", str(path), "--base", "10000", "--length", "50", "--quick", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["layout"] == layout


def test_in_short_says_what_the_page_says():
    short, long = (layer_limits(read_config(LLAMA).layer(), n, extras=False) for n in (20, 2000))
    position, form, symbols, single = in_short(short)
    assert all(each.endswith(".") for each in in_short(short))
    assert max(len(one.split()) for each in in_short(short) for one in each.split(". ")) <= 40  # short sentences
    alone = [each.plane for each in short.planes if each.cliff["bfloat16"] >= 20]
    assert (
        alone
        and f"Single planes: each of planes {alone[0]}" in single
        and "Single planes: none picks out any of 2000 positions alone for certain" in in_short(long)[3]
    )
    assert below(short.mix.gap_lower) in position and "any of 20 positions" in position
    still = [each.plane for each in short.planes if each.role in ("symbolic", "both")]
    assert f"use planes {still[0]}–64, which turn little enough" in symbols and "8 symbols apart" in symbols
    assert (
        "without a query phase each of the 64 planes turns too far"
        in in_short(layer_limits(read_config(LLAMA).layer(), 2000, letters=10**6, extras=False))[2]
    )


def symbols_of(call, name, length, *more):
    """The sentence on symbols of an example."""
    page = " ".join(call("limits", f"examples/{name}.json", "--length", str(length), "--short", *more)[1].split())
    return (
        page.partition("Symbols: ")[2]
        .partition(" Single planes: ")[0]
        .partition(". In short")[0]
        .partition(" Bounds for constructed heads")[0]
    )


def rivals_weigh(g, letters, n, beta):
    """Of a match at the worst distance: the nearest other letter everywhere else, by one sum over all distances in floating point."""
    at = np.arange(n)
    match, rival = beta * np.cos(at * g), beta * np.cos(2 * np.pi / letters - at * g)
    all_of_them = np.exp(rival - match[-1]).sum()
    return float(((all_of_them - np.exp(rival - match[-1])) * np.exp(match[-1] - match)).max())


def test_symbols_get_a_norm_and_a_format_as_positions_do(call):
    """Llama 3.1 at 131072, 8 letters: plane 53 turns little enough, and rounding ties its match with a rival; 54 to 64 keep the order."""
    n, said = 131072, symbols_of(call, "llama-3.1-8b", 131072)
    assert "use planes 53–64, which turn little enough" in said
    assert (
        "Logits in bfloat16 keep the order at every |q|·|k| on planes 54–64, a rounding may lose it on plane 53, in float32 they keep it on planes 53–64."
        in said
    )
    layer = read_config("examples/llama-3.1-8b.json", length=n).layer()
    form, found = FORMATS["bfloat16"], layer_limits(layer, n, extras=False).symbols
    assert list(found) == list(range(53, 65))
    ties = {}
    for plane in (53, 54):
        g = layer.rope.floats()[plane - 1]
        match, rival = math.cos((n - 2) * g), math.cos(math.pi / 4 - (n - 1) * g)
        betas = [Fraction(k, 2000) for k in range(2000, 4000)]
        ties[plane] = [b for b in betas if form.round(b * Fraction(match)) == form.round(b * Fraction(rival))]
    assert ties[53] and not ties[54]
    for plane, norms in ((53, 11152), (54, 1615), (64, 481.8)):
        g, beta = layer.rope.floats()[plane - 1], found[plane].enough()
        assert beta * 128**0.5 == pytest.approx(norms, rel=1e-3)
        assert rivals_weigh(g, 8, n, beta) < 1 < rivals_weigh(g, 8, n, 0.999 * beta)
    assert (
        "Best is plane 64: a match leads the nearest other symbol at the worst distance by 0.2642208, in units of"
        in said
    )
    assert "|q|·|k| of about 481.9 gives it more than half" in said
    data = json.loads(call("limits", "examples/llama-3.1-8b.json", "--length", str(n), "--quick", "--json")[1])[
        "layers"
    ][0]
    assert f"Symbols: {said.strip()}" == data["in_short"][2] and len(data["in_short"]) == 4
    kept = {each["plane"]: each["symbol_order_kept"] for each in data["planes"]}
    assert [kept[plane] for plane in (52, 53, 54, 64)] == [None, False, True, True]
    assert data["best_symbol_plane"]["plane"] == 64 and data["never_turn"]["dimensions"] == 0


def test_a_lead_that_may_be_lost_names_the_command_that_looks_for_where_it_is(call):
    """Gemma 3's full attention in bfloat16: with float32 phases it is lost for certain at 21."""
    said = " ".join(call("limits", "examples/gemma-3-4b.json", "--length", "131072", "--short")[1].split())
    command = said.partition("in float32. `rope-theory ")[2].partition("`")[0]
    assert command.endswith("--layer full_attention --length 131072 --dtype bfloat16 --phases float32")
    out = call(*command.replace("CONFIG", "examples/gemma-3-4b.json").split())[1]
    assert "fails for certain at 21" in out


@pytest.mark.parametrize(
    "letters, n, angle", [(2, 5, "0.2"), (3, 2, "0.4"), (8, 40, "0.009"), (8, 3, "0"), (5, 700, "0.0008")]
)
def test_what_is_enough_for_symbols_is_enough_and_hardly_less_is_not(letters, n, angle):
    plane = SymbolPlane(read_frequency(angle), letters, n)
    g, gap = float(angle), 2 * math.pi / letters
    leads = [math.cos(s * g) - math.cos(gap - t * g) for s in range(n) for t in range(n) if s != t]
    assert [float(end) for end in plane.lead] == pytest.approx([min(leads)] * 2)
    beta = plane.enough()
    assert rivals_weigh(g, letters, n, beta) < 1 + 1e-12
    assert n == 2 or rivals_weigh(g, letters, n, 0.97 * beta) > 1
    shares = [1 - math.cos(gap - t * g) / math.cos(s * g) for s in range(n) for t in range(n) if s != t]
    assert plane.outlasts(FORMATS["bfloat16"]).value == ("true" if min(shares) >= 2 / 259 else "false")


def test_under_a_cap_and_beside_a_largest_norm_symbols_are_told_what_is_in_reach():
    capped = SymbolPlane(read_frequency("0.001"), 8, 100, Fraction(50))
    beta = capped.enough()
    at = [50 * math.tanh(beta * math.cos(s * 0.001) / 50) for s in range(100)]
    rival = [50 * math.tanh(beta * math.cos(math.pi / 4 - t * 0.001) / 50) for t in range(100)]
    weigh = [sum(math.exp(rival[t] - at[s]) for t in range(100) if t != s) for s in range(100)]
    assert 0.98 < max(weigh) < 1 and beta > SymbolPlane(read_frequency("0.001"), 8, 100).enough()
    assert SymbolPlane(read_frequency("0.00392"), 8, 100, Fraction(1)).enough() is None


def test_dimensions_that_never_turn_tell_symbols_apart_at_any_length(call):
    """Every plane of DeepSeek V3 turns too far, and 128 of 192 dimensions do not turn at all: equal rivals, (n-1)·e^(-β(1 - cos ω)) < 1."""
    said = symbols_of(call, "deepseek-v3", 163840)
    assert (
        "each of the 32 planes turns too far" in said
        and "128 of 192 dimensions never turn and do it at any length (u25.thm5)" in said
    )
    layer = read_config("examples/deepseek-v3.json", length=163840).layer()
    norms = math.log(163839) / (1 - math.cos(math.pi / 4)) / layer.score_scale() / layer.rope.attention_float() ** 2
    assert f"|q|·|k| of about {few_above(norms, 4)} gives it" in said
    assert "48 of 80 dimensions never turn" in symbols_of(call, "phi-2", 131072)
    assert "48 of 80 dimensions never turn" in symbols_of(call, "phi-2", 2048)
    assert "never turn" not in symbols_of(call, "llama-2-7b", 4096)


@pytest.mark.parametrize(
    ("dtype", "length", "said"),
    [
        ("float32", 2000, "every step may be in float32: that keeps the lead for certain."),
        (
            "bfloat16",
            2000,
            "keep frequencies, positions and phases in float32 or wider; the other steps may be in bfloat16, which keeps the lead for certain, fused or not. With every",
        ),
    ],
)
def test_in_short_says_which_format_keeps_the_lead(dtype, length, said):
    found = layer_limits(read_config(LLAMA).layer(), length, dtype, extras=False)
    assert said in in_short(found)[1]
    half = found.mix.gap_lower / 2
    column = "all_steps" if dtype == "float32" else "float32_phases"
    for name, errors in found.cached_errors.items():
        bound = getattr(errors, column)
        kept, lost = re.fullmatch(
            r".*?\. Keys:(.*? keeps? it)?,?(.*? may not(?: keep it)?)?\.", in_short(found)[1]
        ).groups("")
        assert (name in lost) == (bound is None or bound >= half) and (name in kept) is not (name in lost)
    every, wide, fused = found.mix_errors[dtype]
    assert fused <= wide < half and (every is not None and every < half) == (dtype == "float32")


def test_in_short_says_where_no_lead_is_certain():
    """Two planes that hardly turn: the gap is far below what bfloat16 can hold."""
    slow = {"head_dim": 4, "rope_theta": 10000, "rope_scaling": {"type": "linear", "factor": 100}}
    found = layer_limits(read_config(slow).layer(), 2000, extras=False)
    assert found.mix_errors["bfloat16"][1] >= found.mix.gap_lower / 2
    assert "may be lost in bfloat16" in in_short(found)[1]


HOSTILE = {"head_dim": 2048, "rope_theta": 10000}


def test_many_planes_are_answered_without_the_surveys_and_the_answer_says_so():
    """Head dimension 2048: the best mix enters planes as they are missed; ends meet all the same."""
    found = layer_limits(read_config(HOSTILE).layer(), 2000)
    assert found.variants == () and found.good_bases == () and "left out" in found.notes[-1]
    assert found.mix.gap_upper - found.mix.gap_lower < Fraction(1, 10**9)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["limits", "--length", "1e9"], "--length must be at most 16777216 with 1024 planes"),
        (["scale", "--from", "100", "--to", "1000"], "--head-dim must be at most 512"),
    ],
)
def test_what_would_take_minutes_is_refused_and_says_what_lifts_the_bound(arguments, named, capsys):
    assert main([arguments[0], "--base", "10000", "--head-dim", "2048", *arguments[1:]]) == 2
    message = capsys.readouterr().err
    assert named in message and "--long" in message and message.count("\n") == 1


def test_the_bound_on_time_is_lifted_by_the_option():
    layer = read_config({"head_dim": 4, "rope_theta": 100}).layer()
    with pytest.raises(InvalidInput, match="--to must be at most"):
        scaling.compare(layer, 100, 1 << 31, 64)
    with pytest.raises(InvalidInput, match="length must be at most 1073741824 with 16 planes"):
        require_short("length", (1 << 30) + 1, 16)
    require_short("length", 1 << 30, 16)
    wide = read_config(HOSTILE | {"head_dim": 516}).layer()
    assert layer_limits(wide, 12, long=True).variants and not layer_limits(wide, 12).variants


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("gap --base 10000 --dim 128 --length 1e9", "--length must be at most 268435456 with 64 planes"),
        ("cliff mix --dtype bfloat16 --base 10000 --dim 128 --length 1e9", "--length must be at most 89478485"),
        ("cliff mix --dtype bfloat16 --base 10000 --dim 2048 --length 1000", "--dim must be at most 512"),
        ("gap --theta 1 --span 1e4300", "at most 4300 digits"),
    ],
)
def test_other_commands_have_the_same_bounds(command, named, capsys):
    assert main(command.split()) == 2
    assert named in capsys.readouterr().err


@pytest.mark.parametrize(
    "length, says, cell",
    [(256, "it may not", "not certain"), (257, "fails: positions 256 and 257 are one", ", fails")],
)
def test_bfloat16_in_every_step_fails_beyond_256_positions(length, says, cell, capsys):
    """new.precision-cliff.positions: there two keys are one, whatever the head."""
    assert main(["limits", str(CHECKOUT / "examples" / "llama-3.1-8b.json"), "--length", str(length)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    told, _, table = shown.split("the mix in a number format")[1].partition("decodes, fails: for certain")
    row = table.split("bfloat16")[1].split(" float16")[0]
    assert says in shown and cell in row and "bound of the logit error" in told


def test_enclosures_are_shown_rounded_outward():
    assert compare._value([0.27527276, 0.27527276]) == "[0.2752727, 0.2752728]"


YARN = {**LLAMA, "rope_scaling": {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 4096}}


@pytest.mark.parametrize(
    "settings, length, noted",
    [
        (LLAMA, 4096, False),
        (LLAMA, 4097, True),
        (YARN, 16384, False),
        (YARN, 16385, True),
        ({**LLAMA, "rope_scaling": {"type": "dynamic", "factor": 2.0}}, 8192, False),
        ({**LLAMA, "rope_scaling": {"type": "dynamic", "factor": 2.0}}, 8193, True),
        ({**YARN, "max_position_embeddings": 20000}, 20000, False),
        ({**LLAMA, "rope_scaling": {"type": "linear", "factor": 2.0}}, 8192, True),
    ],
)
def test_a_length_within_factor_times_original_is_not_beyond(settings, length, noted):
    assert bool(beyond(read_config(settings, length=length), length)) is noted


def test_the_note_of_a_length_beyond_says_both_lengths_and_what_the_linear_rule_leaves_open():
    (said,) = beyond(read_config(YARN, length=20000), 20000)
    assert said == "n = 20000 is beyond the file's max_position_embeddings, 4096 and factor × original length, 16384"
    (said,) = beyond(read_config({**LLAMA, "rope_scaling": {"type": "linear", "factor": 2.0}}, length=5000), 5000)
    assert said.endswith("4096 (the linear rule leaves open whether that is the length before it or after)")


def test_llama3_factor_is_no_length():
    three = CHECKOUT / "examples" / "llama-3.1-8b.json"
    assert read_config(three).stretched_length() is None and beyond(read_config(three, length=131073), 131073)


@pytest.mark.parametrize("name", ["llama-2-7b", "gemma-3-4b", "phi-2", "llama-3.1-8b", "qwen2.5-7b-yarn"])
def test_the_command_for_the_other_steps_is_one_that_runs(name, call):
    out = call("limits", f"examples/{name}.json", "--length", "700", "--quick")[1]
    commands = [
        line.replace("CONFIG", f"examples/{name}.json").split()
        for line in re.findall(r"by itself:\n *(rope-theory cliff .*)", out.replace("\\\n", ""))
    ]
    assert commands
    for command in commands:
        status, answer, err = call(*command[1:])
        assert status == 0 and "best mix" in answer, err


@pytest.mark.parametrize(
    "name, rule",
    [
        ("qwen2.5-7b-yarn", "; yarn, factor 4 of 32768, base"),
        ("llama-3.1-8b", "; llama3, factor 8, original length 8192, base"),
        ("gemma-3-4b", "; linear, factor 8, base"),
        ("phi-3.5-mini", "; longrope, original length 4096, base"),
        ("llama-2-7b", "; default, base"),
    ],
)
def test_a_line_of_layers_names_the_factor_and_the_original_length_of_its_rule(name, rule):
    """It named the rule alone."""
    assert any(rule in line for line in lines(read_config(CHECKOUT / "examples" / f"{name}.json")))


def test_the_formats_that_keep_the_lead_are_named_with_what_they_take(call):
    out = " ".join(call("limits", "examples/gemma-3-4b.json", "--length", "131072", "--short")[1].split())
    assert (
        "In float32 or float64 the lead is kept for certain (with frequencies, positions and phases in float32 or wider)."
        in out
    )


def test_short_is_what_the_page_says_in_short(call):
    """The same sentences and the same layers in few lines; sentences that hold for all layers once; n cut to the window with its reason."""
    arguments = "limits", "examples/gemma-2-9b.json", "--length", "8192"
    short, page = call(*arguments, "--short")[1], call(*arguments, "--quick")[1]
    assert "Single planes: " in page and "Single planes: " not in short
    assert (
        len(short) <= 18 * 140
        and short.count("\n") <= 30
        and short.count("Symbols: ") == 1
        and page.count("Symbols: ") == 2
    )
    flat, lines = " ".join(page.split()), " ".join(short.split())
    assert "Layers, as they were read layers 0, 2, 4," in lines and "256 of 256 dimensions turn" in lines
    ends = "In short[^P]*?(?:positions\\)|n = 8192|layers) |(?=Bounds for constructed heads)|\\|q\\|·\\|k\\| scaled: .*? 270M|Layers, as they were read "
    for piece in re.split(ends, lines)[1:]:
        assert piece.strip() in flat
    assert (
        "at n = 4096 (sees the last 4096 positions, in a text of 8192 positions)" in lines
        and "Each plane alone" not in lines
    )
    assert call(*arguments, "--short", "--all")[0] == 2
    data = [json.loads(call(*arguments, "--json", *more)[1]) for more in ((), ("--short",))]
    assert data[0] == data[1]


def test_short_has_beside_the_mix_what_was_measured_in_models(call):
    """|q|·|k| of the page times the score scale and the square of YaRN's attention factor, beside the layer means of the long page."""
    for name, factor in (("llama-3.1-8b", 1), ("qwen2.5-7b-yarn", (1 + 0.1 * math.log(4)) ** 2)):
        arguments = "limits", f"examples/{name}.json", "--length", "4096"
        short, page = (" ".join(call(*arguments, each)[1].split()) for each in ("--short", "--quick"))
        norms, scale = re.search(r"\|q\|·\|k\| of about ([\d.]+)", short), re.search(r"scores times ([\d.]+)", short)
        scaled, means = re.search(r"\|q\|·\|k\| scaled: ([\d.]+); layer means (.*?270M)", short).groups()
        assert float(scaled) == pytest.approx(float(norms[1]) * float(scale[1]) * factor, rel=2e-3)
        assert f"has layer means of {means} (seven short texts, two small models" in page


@pytest.mark.parametrize(
    "settings, headings",
    [
        (
            {"model_type": "cohere2", "num_hidden_layers": 8, "head_dim": 16, "sliding_window": 64},
            ["sliding_attention, at n", "layers 3, 7 (2): full_attention, sees everything before; no rotary embedding"],
        ),
        (
            {"model_type": "smollm3", "num_hidden_layers": 8, "head_dim": 16},
            ["layers 0–2, 4–6 (6), at n", "layers 3, 7 (2): all, sees everything before; no rotary embedding"],
        ),
    ],
)
def test_in_short_names_the_layers_that_do_not_rotate(settings, headings, tmp_path, call):
    """On both pages, and nothing of the kind where every layer turns."""
    path = tmp_path / "config.json"
    path.write_text(json.dumps({**settings, "rope_theta": 10000, "max_position_embeddings": 200}))
    asked = "limits", str(path), "--length", "200"
    for more in ("--short", "--quick"):
        said = call(*asked, more)[1]
        assert [f"In short, {each}" in said for each in headings] == [True, True]
        assert said.count("no rotation tells such a layer where a key stands") == 1
    path.write_text(json.dumps({**LLAMA, "head_dim": 16}))
    assert "In short, at n = 200" in (said := call(*asked, "--short")[1]) and "no rotation tells" not in said


def test_runs_of_bases_are_shown_by_their_ends():
    assert _base_ranges((20000, 30000, 40000, 50000, 80000)) == "20000, 30000–50000, 80000"


def test_a_head_with_latent_attention_says_what_turns_and_what_does_not(call):
    out = call("limits", "examples/deepseek-v3.json", "--length", "512", "--quick")[1]
    assert "head dimension 192, of which 64 turn and 128 do not, attention factor 1" in " ".join(out.split())
    data = json.loads(call("limits", "examples/deepseek-v3.json", "--length", "512", "--quick", "--json")[1])
    assert [data["layers"][0][key] for key in ("head_dim", "query_dim", "rotary_dim")] == [64, 192, 64]
    assert (
        "head dimension 80, rotary dimension 32"
        in call("limits", "examples/phi-2.json", "--length", "512", "--quick")[1]
    )


def test_the_table_of_planes_names_its_units(call):
    lines = call("limits", "examples/llama-2-7b.json", "--length", "512", "--quick")[1].splitlines()
    head = next(k for k, line in enumerate(lines) if line.split()[:1] == ["plane"])
    units = {"frequency": "rad/position", "wavelength": "positions", "turns": "within n", "Index gap": "of logit 1"}
    for column, unit in units.items():
        end = lines[head - 1].index(column) + len(column)
        assert lines[head][:end].endswith(unit), column


def test_one_plane_is_no_planes(call):
    out = call("limits", "--base", "10000", "--head-dim", "2", "--length", "9", "--quick")[1]
    assert "1 planes" not in out and "1 dimensions" not in out


def test_a_colour_of_the_plot_means_one_thing_and_the_file_is_its_title(monkeypatch, tmp_path):
    """Planes, their mix, symbols and the four formats: seven colours; the dashed line of n is grey in both panels."""
    from matplotlib.figure import Figure

    drawn = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, *_, **__: drawn.append(figure))
    found = layer_limits(read_config(LLAMA, length=100).layer(), 100, extras=False)
    limits_plot.draw([found], tmp_path / "a.png", "a/config.json")
    [figure] = drawn
    meant = {}
    for axes in figure.axes:
        for line in axes.lines:
            label = line.get_label()
            name = next(
                (form for form in FORMATS if label.endswith(form)), "planes" if line.get_marker() == "." else label
            )
            meant.setdefault(line.get_color(), set()).add("n" if "_child" in name or name.startswith("n =") else name)
    assert all(len(names) == 1 for names in meant.values()) and len(meant) == 8
    assert figure.get_suptitle() == "a/config.json"
    assert any(str(line.get_label()).startswith("n = 100") for line in figure.axes[2].lines)
    title, panel = figure._suptitle.get_position()[0], figure.axes[0].get_position()
    assert title == pytest.approx((panel.x0 + panel.x1) / 2, abs=0.01)


def test_columns_of_the_plot_have_one_scale(monkeypatch, tmp_path):
    from matplotlib.figure import Figure

    drawn = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, *_, **__: drawn.append(figure))
    layer = read_config(LLAMA, length=100).layer()
    limits_plot.draw([layer_limits(layer, n, extras=False) for n in (50, 100)], tmp_path / "a.png", "a/config.json")
    axes = drawn[0].axes
    assert len(axes) == 6 and all(
        one.get_ylim() == other.get_ylim() for one, other in zip(axes, axes[3:], strict=False)
    )


@pytest.mark.parametrize("name", ["fp8_e4m3", "fp8_e5m2"])
@pytest.mark.parametrize("model", ["llama-3.1-8b", "qwen2.5-7b-yarn"])
def test_mix_error_bound_covers_a_run_whose_keys_are_stored_in_fp8(model, name):
    """Keys and queries in bfloat16, float32 phases, keys stored in fp8 by torch: every distance of some queries, against float64."""
    import torch

    found = layer_limits(read_config(f"examples/{model}.json", length=700).layer(), 700, extras=False)
    weights, g = np.array([float(weight) for weight in found.mix.weights]), np.array(found.layer.rope.floats())
    factor, at = found.layer.rope.attention_float(), np.arange(1, 701)
    narrow = [
        torch.tensor(wave(at[:, None].astype(np.float32) * g.astype(np.float32)) * np.float32(factor)).bfloat16()
        for wave in (np.cos, np.sin)
    ]
    scale = {"fp8_e4m3": 2.0**-8, "fp8_e5m2": 2.0**-15}[name]
    kind = {"fp8_e4m3": torch.float8_e4m3fn, "fp8_e5m2": torch.float8_e5m2}[name]
    keys = [(each.float() / scale).to(kind).double().numpy() * scale for each in narrow]
    off = 0.0
    for back in range(0, 700, 50):
        x, y = (torch.tensor(weights * wave).bfloat16() for wave in (np.cos(back * g), -np.sin(back * g)))
        c, s = (each[-1] for each in narrow)
        asked = [(c * x - s * y).double().numpy(), (s * x + c * y).double().numpy()]
        exact = np.cos((700 - back - at[:, None]) * g) @ weights
        off = max(off, np.abs((keys[0] @ asked[0] + keys[1] @ asked[1]) / factor**2 - exact).max())
    plain = float(found.mix_errors["bfloat16"].fused)
    assert plain / 10 < off < float(found.cached_errors[name].fused) < float(found.cached_errors[name].float32_phases)
    assert plain < float(found.cached_errors[name].fused)


def test_a_phase_that_is_off_by_a_turn_does_not_make_a_key_too_long_for_fp8():
    """Positions in bfloat16, n = 4096: the phases of fast planes are off by whole turns, and no stored key overflows."""
    found = layer_limits(read_config("examples/llama-3.1-8b.json", length=4096).layer(), 4096, extras=False)
    for name, errors in found.cached_errors.items():
        verdicts = mix_verdicts(found.layer, found.mix, 4096, "bfloat16", errors)
        assert errors.all_steps is not None and verdicts[0] == "fails for certain", name  # 256 and 257 are one position
    recipe = Recipe.uniform("bfloat16").but(stored="fp8_e4m3")
    turned = [(Fraction(9), Fraction(1), Fraction(1))]
    assert logit_error_of_turns(recipe.fitted(Fraction(1)), turned) > 2
    with pytest.raises(InvalidInput, match="^stored must not overflow fp8_e4m3"):
        logit_error_of_turns(recipe.fitted(Fraction(1, 2)), turned)


def test_fused_attention_and_fp8_stand_beside_what_is_asked_for(call):
    """Llama 3.1 at 8192 in float16: no plane alone, and 7, 20–21 and 33 where logits stay in float32; the page's bounds are those of JSON."""
    asked = "limits", "examples/llama-3.1-8b.json", "--length", "8192", "--dtype", "float16", "--quick"
    page, data = call(*asked)[1], json.loads(call(*asked, "--json")[1])["layers"][0]
    g, t = np.array([each["frequency"] for each in data["planes"]]), np.arange(1, 8192)[:, None]
    alone = np.flatnonzero((1 - np.cos(t * g)).min(0) >= 2 / (2**24 + 3)) + 1
    assert alone.tolist() == [7, 20, 21, 33]
    assert (
        "none picks out any of 8192 positions alone for certain, at every |q|·|k|, in float16; planes 7, 20–21, 33 in float32."
        in " ".join(page.split())
    )
    said = "single planes: all is exact but the finished logit, rounded to float16 (eager attention) or to float32 (fused attention"
    assert said in " ".join(page.split())
    fused = data["best_mix"]["logit_error_at_most"]["float16"]["fused"]
    kept = data["best_mix"]["logit_error_at_most_with_keys_stored"]
    assert fused < kept["fp8_e4m3"]["fused"] < kept["fp8_e5m2"]["fused"]
    [row] = [line for line in page.splitlines() if line.strip().startswith("float16, keys in fp8_e5m2")]
    assert f"<= {few_above(Fraction(kept['fp8_e5m2']['fused']), 3)}, decodes" in row
    wide = call("limits", "examples/llama-3.1-8b.json", "--length", "100", "--dtype", "float32", "--short")[1]
    assert "but the finished logit, rounded to float32\n" in wide and "eager" not in wide and "fused" not in wide


def test_what_beta_is_compared_with_is_what_the_receipts_have(call):
    from rope_theory.faces.figures.real_models import found

    page = " ".join(call("limits", "--base", "10000", "--head-dim", "8", "--length", "50", "--quick")[1].split())
    for name, model in (("smollm2", "SmolLM2 135M"), ("gemma3-270m", "Gemma 3 270M")):
        sums = [sum(row) for row in found()[name]["norms"]]
        assert f"{min(sums):.1f} to {max(sums):.1f} in {model}" in page


def test_keys_of_equally_long_planes_take_larger_norms_and_the_fp8_line_says_how_much(call):
    """Weights a_k in the query, 1 in the key, against √a_k in both: the same logits."""
    out = " ".join(call("limits", "examples/llama-3.1-8b.json", "--length", "131072", "--short")[1].split())
    layer = read_config("examples/llama-3.1-8b.json", length=131072).layer()
    weights = np.array([float(weight) for weight in best_mix_of(layer.frequencies, 131072).weights if weight])
    times = np.linalg.norm(weights) * np.linalg.norm(np.ones(len(weights))) / np.linalg.norm(np.sqrt(weights)) ** 2
    assert 3.2 < times < 3.3
    assert "If all planes of a key are equally long (supposed for fp8) it takes at most 3.22 times that." in out
    assert "Keys: fp8_e4m3 keeps it, fp8_e5m2 may not." in out and "fp8: beside one scale, a power of two" in out
