"""`rope-theory scale`: what each rule changes, against hand-computed frequencies, and bad input."""

import json
import math
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy

from rope_theory.core.errors import InvalidInput
from rope_theory.faces.cli import main
from rope_theory.faces.report.rounded import below, few_above
from rope_theory.faces.report.scale import _times, draw, in_short, kept, one_line_each, slowest
from rope_theory.laws.discrepancy import FrequencyList
from rope_theory.laws.discrepancy.frequency import Frequency
from rope_theory.models.config import read_config
from rope_theory.models.scaling import compare, original_length, rules, same_angle, stale_phase

PLAIN = {"head_dim": 128, "rope_theta": 10000.0, "max_position_embeddings": 4096}


def layer(**change):
    return read_config(PLAIN | change, length=32768).layer()


def test_norms_under_a_rule_count_its_attention_factor(call):
    """Llama 2 from 4096 to 32768: YaRN asks for about the β of the plain rule, and for much less |q|·|k|, as its factor enters squared."""
    asked = "scale", "examples/llama-2-7b.json", "--from", "4096", "--to", "32768"
    rules = {each["rule"]: each for each in json.loads(call(*asked, "--json")[1])["rules"]}
    for each in rules.values():
        logit = each["sufficient_norms"] / 128**0.5 * each["attention_factor"] ** 2
        assert logit == pytest.approx(each["sufficient_beta"], rel=1e-12)
    plain, yarn = rules["plain"], rules["yarn"]
    assert yarn["sufficient_beta"] > 0.9 * plain["sufficient_beta"]
    assert yarn["sufficient_norms"] < 0.8 * plain["sufficient_norms"]
    page = call(*asked)[1]
    row = next(line for line in page.splitlines() if re.match(r"  yarn +0", line)).split()
    assert row[3:5] == [few_above(yarn["sufficient_beta"]), few_above(yarn["sufficient_norms"])]
    assert "summed over the distances of all rivals at the worst target, as in limits |q|" in " ".join(page.split())
    assert "|q|·|k|: what gives this β" in page


@pytest.mark.parametrize(
    "model, layer, to", [("llama-3.1-8b", "all", "20000"), ("gemma-2-9b", "full_attention", "16384")]
)
def test_scale_limits_and_compare_say_one_β_of_the_same_head(call, model, layer, to):
    path = f"examples/{model}.json"
    rules = json.loads(call("scale", path, "--to", to, "--layer", layer, "--json")[1])["rules"]
    [limits] = json.loads(call("limits", path, "--length", to, "--layer", layer, "--quick", "--json")[1])["layers"]
    own = next(each for each in rules if each["rule"] == ("plain" if "gemma" in model else "as configured"))
    mix = limits["best_mix"]
    for key in ("sufficient_beta", "sufficient_norms", "sufficient_beta_by_nearest"):
        assert own[key] == mix[key]
    assert mix["sufficient_beta_by_nearest"] is None or mix["sufficient_beta"] < mix["sufficient_beta_by_nearest"]
    [*groups] = json.loads(call("compare", path, path, "--length", to, "--json")[1])["groups"]
    rows = [{each["limit"]: each for each in group["limits"]} for group in groups if group["a"]["layer_type"] == layer]
    norms, steps = rows[0]["|q|·|k| that gives the best mix half"], rows[0]["best mix, every step in bfloat16"]
    assert norms["a"] == norms["b"] == mix["sufficient_norms"] and norms["only_at_length"]
    assert steps["a"] == "fails for certain" and rows[0]["best mix, phases in float32"]["a"] == "decodes for certain"


def test_each_rule_against_its_formula():
    found = {name: each.floats() for name, (each, _) in rules(layer(), 4096, 32768).items()}
    plain = found["plain"]
    assert found["linear"] == pytest.approx([g / 8 for g in plain], rel=1e-14)
    stretched = 10000 * 8 ** (128 / 126)
    assert found["ntk"] == pytest.approx([stretched ** (-k / 64) for k in range(64)], rel=1e-12)
    assert found["ntk"][0] == 1 and found["ntk"][-1] == pytest.approx(plain[-1] / 8, rel=1e-12)
    dynamic = 10000 * (8 * 8 - 7) ** (128 / 126)
    assert found["dynamic"] == pytest.approx([dynamic ** (-k / 64) for k in range(64)], rel=1e-12)
    for name in ("yarn", "llama3"):
        assert found[name][0] == plain[0] and found[name][-1] == pytest.approx(plain[-1] / 8, rel=1e-14)


def test_factor_eight_or_fifteen_is_a_different_answer_and_fifteen_is_the_default():
    """8k to 120k."""
    by = {
        factor: rules(layer(), 8192, 122880, factor)["linear"][0].floats()
        for factor in (Fraction(8), Fraction(15), None)
    }
    assert by[None] == by[Fraction(15)] != by[Fraction(8)]


def test_linear_scaling_loses_the_gap_at_short_range_and_the_others_keep_it():
    results = {each.name: each for each in compare(layer(), 4096, 8192, 32)}
    kept = results["plain"].short.gap_lower
    assert results["linear"].short.gap_upper < kept / 2
    assert all(results[name].short.gap_lower > kept * Fraction(9, 10) for name in ("ntk", "yarn", "llama3"))
    assert results["linear"].unchanged == 0 and results["plain"].unchanged == 64 and 0 < results["yarn"].unchanged < 64
    assert results["linear"].kernel.m > results["plain"].kernel.m == 1707


def test_configured_rule_stands_beside_the_others_and_longrope_only_with_its_lists():
    longrope = {
        "type": "longrope",
        "short_factor": [1] * 64,
        "long_factor": [4] * 64,
        "original_max_position_embeddings": 4096,
    }
    assert "longrope" not in rules(layer(), 4096, 8192)
    found = rules(layer(rope_scaling=longrope), 4096, 32768)
    assert found["longrope"][0].floats() == pytest.approx([g / 4 for g in found["plain"][0].floats()])
    assert "as configured" in found


def test_stale_keys_are_only_off_where_the_base_moves():
    found = rules(layer(), 4096, 32768)
    plane, turns = stale_phase(found["dynamic"][0].frequencies, found["plain"][0].frequencies, 4096)
    assert plane > 1 and turns > 1
    roots = found["plain"][0].frequencies
    fractions = found["llama3"][0].frequencies.angles[:36]
    ways = FrequencyList.of([*fractions, *roots.angles[36:]])
    assert ways.angles != roots.angles and stale_phase(roots, ways, 4096)[1] == 0  # 1/10 and 10000^(-1/4)
    assert stale_phase(found["plain"][0].frequencies, found["plain"][0].frequencies, 4096)[1] == 0


def test_original_length_is_read_or_asked_for_and_never_made_up():
    assert original_length(read_config(PLAIN), None) == 4096
    assert original_length(read_config(PLAIN), 100) == 100
    with pytest.raises(InvalidInput, match="--from must be given"):
        original_length(read_config({"head_dim": 64, "rope_theta": 10000}), None)


def test_command_prints_json_and_draws(tmp_path, capsys):
    (tmp_path / "config.json").write_text(json.dumps(PLAIN))
    assert main(["scale", str(tmp_path), "--to", "8192", "--json", "--plot", str(tmp_path / "a.png")]) == 0
    rows = {row["rule"]: row for row in json.loads(capsys.readouterr().out)["rules"]}
    assert math.isclose(rows["linear"]["wavelengths"][0], 4 * math.pi) and (tmp_path / "a.png").stat().st_size > 1000
    assert main(["scale", str(tmp_path), "--to", "8192"]) == 0
    assert "wavelengths" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--to", "4096"],
        ["--to", "100"],
        ["--to", "8192", "--factor", "0.5"],
        ["--to", "8192", "--factor", "x"],
        ["--to", "8192", "--factor", "8,"],
        ["--to", "8192", "--factor", "8,0.5"],
        ["--to", "x"],
        ["--to", "8192", "--short", "1"],
        ["--to", "8192", "--from", "0"],
        ["--to", "8192", "--factor", "1e99"],
        ["--to", "8192", "--layer", "x"],
    ],
)
def test_bad_arguments_are_one_line_and_status_2(arguments, tmp_path, capsys):
    (tmp_path / "config.json").write_text(json.dumps(PLAIN))
    assert main(["scale", str(tmp_path), *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1


def test_two_factors_stand_side_by_side_and_in_short_names_the_extremes(tmp_path, capsys):
    both = compare(layer(), 4096, 16384, 64, [Fraction(4), Fraction(2)])
    names = [each.name for each in both]
    assert names == [
        "plain",
        *(f"{rule} ×{by}" for rule in ("linear", "ntk", "dynamic", "yarn", "llama3") for by in (4, 2)),
    ]
    alone = {each.name: each.long for each in compare(layer(), 4096, 16384, 64, [Fraction(2)])}
    assert {each.name: each.long for each in both}["yarn ×2"] == alone["yarn"] != alone["linear"]
    turned, kept_, leads = in_short((4096, 16384), both, {})
    assert "4× under plain; 2× under linear, ntk, yarn, llama3 ×2, and no farther under the others" in turned
    assert turned.endswith("the least factor that holds it under linear and ntk is 4, 16384/4096.")
    assert "36 under llama3; 21 under yarn; 1 under ntk, dynamic; none under linear." in kept_
    gaps = {each.name: each.long.gap_lower for each in both}
    low, high = (choose(names[1:], key=gaps.__getitem__) for choose in (min, max))
    assert f"{below(gaps['plain'])} under plain; of the others from {below(gaps[low])} under {low} to " in leads
    assert leads.endswith(f" to {below(gaps[high])} under {high}; it ranks no rules.")
    with pytest.raises(InvalidInput, match="--factor must be factors that differ in six digits, got '2.0, 2.0000001'"):
        compare(layer(), 4096, 16384, 64, [Fraction(2), Fraction("2.0000001")])
    (tmp_path / "config.json").write_text(json.dumps(PLAIN))
    assert main(["scale", str(tmp_path), "--to", "8192", "--factor", "2,4"]) == 0
    assert "yarn ×4" in capsys.readouterr().out


def test_a_linear_rule_leaves_the_original_length_open_and_a_base_alone_has_none(tmp_path, capsys):
    scaled = {**PLAIN, "rope_scaling": {"rope_type": "linear", "factor": 8.0}}
    with pytest.raises(InvalidInput, match="--from must be given: the linear rule leaves open"):
        original_length(read_config(scaled), None)
    assert original_length(read_config(scaled), 512) == 512
    assert main(["scale", "--base", "10000", "--head-dim", "64", "--to", "8192"]) == 2
    assert "--from must be given with --base" in capsys.readouterr().err


KEPT = [
    ("llama-2-7b", 10000, 128, 4096, 32768, 36, 21),
    ("qwen2.5-7b-yarn", 1000000, 128, 32768, 131072, 34, 24),
    ("deepseek-v3", 10000, 64, 4096, 163840, 18, 11),
    ("gemma-3-4b", 1000000, 256, 32768, 131072, 67, 48),
]


@pytest.mark.parametrize("name, base, dim, start, target, llama3, yarn", KEPT, ids=[row[0] for row in KEPT])
def test_planes_kept_are_as_many_as_the_rules_definitions_say(call, name, base, dim, start, target, llama3, yarn):
    """llama3 keeps wavelengths up to L0/4; YaRN the planes up to the one that turns 32 times in L0, rounded down. Rational ones count."""
    waves = [2 * math.pi * base ** (2 * k / dim) for k in range(dim // 2)]
    assert sum(wave <= start / 4 for wave in waves) == llama3
    assert math.floor(dim * math.log(start / (32 * 2 * math.pi)) / (2 * math.log(base))) + 1 == yarn
    path = f"examples/{name}.json"
    rules = json.loads(call("scale", path, "--from", str(start), "--to", str(target), "--json")[1])["rules"]
    found = {each["rule"]: each for each in rules}
    for rule, count in (("llama3", llama3), ("yarn", yarn), ("plain", dim // 2), ("linear", 0), ("ntk", 1)):
        assert (found[rule]["unchanged_planes"], found[rule]["undecided_planes"]) == (count, 0)
    for rule in rules:
        assert rule["planes_below_one_turn"] == sum(wave > target for wave in rule["wavelengths"])


def test_a_plane_of_which_it_is_not_decided_is_no_plane_kept_and_none_changed():
    """A factor nearer to 1 than balls of 256 bits tell: of the planes that llama3 blends nothing is decided, of all others all is."""
    found = {each.name: each for each in compare(layer(), 4096, 8192, 32, [1 + Fraction(1, 10**100)])}
    blended = sum(1024 < 2 * math.pi * 10000 ** (k / 64) <= 4096 for k in range(64))
    assert (found["llama3"].unchanged, found["llama3"].undecided) == (36, blended) and blended > 5
    assert kept(found["llama3"]) == f"36–{36 + blended}" and found["linear"].undecided == found["yarn"].undecided == 0
    found = {each.name: each.unchanged for each in compare(layer(), 4096, 8192, 32, [Fraction(1)])}
    assert [found[rule] for rule in ("linear", "ntk", "yarn", "llama3")] == [64] * 4


@pytest.mark.parametrize(
    "one, other, same",
    [
        (Frequency("", power=(Fraction(10000), Fraction(-1, 4))), Frequency("", radians=Fraction(1, 10)), "true"),
        (
            Frequency("", power=(Fraction(4), Fraction(1, 6))),
            Frequency("", power=(Fraction(2), Fraction(1, 3))),
            "true",
        ),
        (Frequency("", symbolic=sympy.sqrt(2) / 8), Frequency("", power=(Fraction(1, 32), Fraction(1, 2))), "true"),
        (Frequency("", symbolic=(1 + sympy.pi) / 2), Frequency("", symbolic=sympy.pi / 2 + sympy.S.Half), "true"),
        (Frequency("", radians=1 + Fraction(1, 10**99)), Frequency("", radians=Fraction(1)), "false"),
        (Frequency("", power=(Fraction(2), Fraction(1, 2))), Frequency("", symbolic=sympy.cos(sympy.pi / 5)), "false"),
        (
            Frequency("", symbolic=sympy.log(2) * (1 + sympy.Rational(1, 10**99))),
            Frequency("", symbolic=sympy.log(2)),
            "unknown",
        ),
    ],
)
def test_one_angle_in_two_forms_is_one(one, other, same):
    assert same_angle(one, other).value == same_angle(other, one).value == same


def test_slowest_plane_turns_as_far_as_interpolation_says():
    """Scaled by the stretch it is back at its plain turn, by half of it at twice that; plain, it turns farther by the stretch."""
    said = slowest(256, 2048, compare(layer(), 256, 2048, 32, [Fraction(8), Fraction(4)]))
    for rule in ("linear", "ntk", "yarn"):
        assert f", {rule} ×8 1×, {rule} ×4 2×" in said
    assert "against its plain turn within 256: plain 8×" in said


def short(page):
    """The sentences in short, each in one line."""
    return page.partition("In short\n")[2].partition("\n\n")[0].replace("\n    ", " ").splitlines()


def test_in_short_begins_with_the_slowest_plane_and_cached_keys_and_ranks_nothing(call):
    """Four sentences in at most 11 lines of 100; the ratios beside hand-computed ones, and the keys of a rule that follows the length."""
    page = call("scale", "examples/llama-2-7b.json", "--to", "8192")[1]
    first, second, leads, third = short(page)
    assert "against its plain turn within 4096: 2× under plain, and no farther under the others;" in first
    assert "the least factor that holds it under linear and ntk is 2, 8192/4096." in first
    assert "of 64 planes, 36 under llama3; 21 under yarn; 1 under ntk, dynamic; none under linear." in second
    row = {
        line.split()[0]: line.split()[2] for line in page.splitlines() if line.split()[:1] in (["plain"], ["linear"])
    }
    assert f"{row['plain']} under plain; of the others from {row['linear']} under linear to " in leads
    assert third.strip().startswith("Under dynamic, all keys cached at lengths below n = 8192 are to be rotated anew")
    assert "turns (plane 8) under dynamic; others may be off by more." in third and "up to" not in third
    assert page.index("gaps are of the best constructed head, and rank no rules for a trained model") < page.index(
        "  rule  "
    )
    assert len(short(call("scale", "--base", "100", "--head-dim", "2", "--from", "16", "--to", "64")[1])) == 3
    both = call("scale", "examples/llama-3.1-8b.json", "--from", "8192", "--to", "122880", "--factor", "8,15")[1]
    assert len(both.partition("In short\n")[2].partition("\n\n")[0].splitlines()) <= 11


def test_the_original_length_of_a_stretched_file_is_said_with_the_longer_one_that_it_stands_for(call):
    said = " ".join(call("scale", "examples/llama-3.1-8b.json", "--to", "262144")[1].split())
    assert "original length 8192, the file's original_max_position_embeddings (--from 131072: from its" in said
    for more in (("--from", "8192", "--to", "262144"), ("--to", "131072")):
        assert "(--from 131072" not in call("scale", "examples/llama-3.1-8b.json", *more)[1]


def test_keys_of_longrope_are_stale_beyond_its_original_length(call):
    """Phi 3.5: keys of the short factors, used with the long ones. Plane 5 at position 4096, from the file's own lists."""
    asked = "scale", "examples/phi-3.5-mini.json", "--to", "131072"
    rope = json.loads(Path("examples/phi-3.5-mini.json").read_text(encoding="utf-8"))["rope_scaling"]
    off = {
        k + 1: 4096 * 10000 ** (-k / 48) * abs(1 / rope["long_factor"][k] - 1 / rope["short_factor"][k]) / (2 * math.pi)
        for k in range(48)
    }
    worst = max(off, key=off.__getitem__)
    found = {each["rule"]: each for each in json.loads(call(*asked, "--json")[1])["rules"]}
    for name in ("longrope", "as configured"):
        assert found[name]["cached_keys_off"]["plane"] == worst
        assert found[name]["cached_keys_off"]["turns"] == pytest.approx(off[worst])
    assert found["yarn"]["cached_keys_off"] is None and found["linear"]["slowest_turn"] == 1
    assert f"turns (plane {worst}) under longrope" in short(call(*asked)[1])[3]


def test_a_slowest_plane_that_turns_farther_by_less_than_a_float_shows_does_turn_farther():
    for factor, farther in ((2 - Fraction(1, 10**20), True), (Fraction(2), False)):
        first = in_short((256, 512), compare(layer(), 256, 512, 32, [factor]), {})[0]
        assert ("1× under linear" in first) is farther


def test_what_is_supposed_is_said_before(call):
    out = call("scale", "examples/llama-2-7b.json", "--to", "8192")[1]
    said = " ".join(out.partition("Supposed")[2].partition("In short")[0].split())
    assert "original length 4096" in said and "factor 2 = 8192/4096" in said
    assert "yarn with beta_fast 32 and beta_slow 1; llama3 with low_freq_factor 1 and high_freq_factor 4" in said
    given = call("scale", "examples/llama-3.1-8b.json", "--from", "8192", "--to", "16384", "--factor", "2")[1]
    said = next(line for line in given.splitlines() if "Supposed" in line)
    assert said == "Supposed, as nothing says otherwise: yarn with beta_fast 32 and beta_slow 1."


def test_the_short_gap_of_the_dynamic_rule_is_said_to_be_of_the_target_lengths_frequencies(call):
    out = call("scale", "examples/llama-2-7b.json", "--to", "8192")[1]
    assert "gap, n=64" not in out and "gap to 64" in out and "wavelengths, in positions" in out
    out = " ".join(out.split())
    assert "by the frequencies that the rule has at n = 8192" in out
    assert "the dynamic rule has others at n = 64: up to 4096 positions the plain ones" in out


SLIDING = PLAIN | {
    "head_dim": 32,
    "num_hidden_layers": 2,
    "layer_types": ["sliding_attention", "full_attention"],
    "sliding_window": 64,
}


def test_a_window_is_what_the_rules_are_compared_at(tmp_path, capsys):
    """No distance beyond the window comes up: figures are those of the window's length, and no stale key is spoken of."""
    path = tmp_path / "config.json"
    path.write_text(json.dumps(SLIDING))
    call = ["scale", str(path), "--from", "4096", "--to", "8192", "--layer", "sliding_attention"]
    assert main(call) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "sees the last 64 positions: no distance beyond 63 comes up in them" in out
    assert "gaps, β and turns are for n = 64, frequencies for 8192; B(m) < 0 is looked for at m up to 1000000" in out
    assert "Slowest plane" not in out and "that a query still sees" in out and "gap to 8192" not in out
    assert main([*call, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["to"], found["window"], found["length"], found["short_length"]) == (8192, 64, 64, 64)
    assert all(row["gap_short"] == row["gap_long"] for row in found["rules"])
    assert main([*call[:-1], "full_attention"]) == 0
    out = capsys.readouterr().out
    assert (
        "Slowest plane, its turn within n = 8192" in out
        and "Under dynamic, all keys cached at lengths below n = 8192" in out
        and "comes up" not in out
    )


def test_a_key_from_the_old_length_is_spoken_of_where_the_window_still_sees_it(tmp_path, capsys):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(SLIDING | {"sliding_window": 200}))
    for target, position in (("4200", 4096), ("4295", 4096), ("4296", 4097), ("4500", 4301)):
        assert main(["scale", str(path), "--from", "4096", "--to", target, "--layer", "sliding_attention"]) == 0
        page = " ".join(capsys.readouterr().out.split())
        assert f"The key at position {position} with the frequencies of that length is off by" in page
        assert (f"below n = {target} that a query still sees" in page) == (position > 4096)


def test_the_score_scale_that_a_files_rule_gives_is_of_that_rule_alone(call):
    """DeepSeek V3: mscale_all_dim multiplies scores by mscale² under its YaRN, where generic YaRN has it in the attention factor: one |q|·|k| for both."""
    asked = "scale", "examples/deepseek-v3.json", "--to", "163840"
    found = {each["rule"]: each for each in json.loads(call(*asked, "--json")[1])["rules"]}
    plain, yarn, own = (found[name] for name in ("plain", "yarn", "as configured"))
    assert plain["sufficient_norms"] == pytest.approx(plain["sufficient_beta"] * 192**0.5)
    assert yarn["sufficient_norms"] == pytest.approx(yarn["sufficient_beta"] * 192**0.5 / (0.1 * math.log(40) + 1) ** 2)
    assert own["sufficient_norms"] == pytest.approx(yarn["sufficient_norms"]) and own["attention_factor"] == 1
    assert "with scores times 0.0721688 (as configured 0.135234, which the file's mscale_all_dim" in " ".join(
        call(*asked)[1].split()
    )


@pytest.mark.parametrize(
    "model, more",
    [("llama-3.1-8b", ("--factor", "8,15")), ("phi-3.5-mini", ()), ("gemma-2-9b", ()), ("deepseek-v3", ())],
)
def test_no_line_of_the_page_is_wider_than_a_hundred_columns(call, model, more):
    """Tables in parts where they are wider, each with its own first column; a rule with the wavelengths of another is named once."""
    asked = "scale", f"examples/{model}.json", "--from", "8192", "--to", "122880", *more
    page = call(*asked)[1]
    assert max(map(len, page.splitlines())) <= 100
    assert all(not line.strip().startswith("×") for line in page.splitlines())
    tables = page.partition("wavelengths, in positions\n")[2]
    assert all(each["rule"] in tables for each in json.loads(call(*asked, "--json")[1])["rules"])
    first = [line.split()[1] for line in tables.splitlines() if re.match(r" +1 ", line)]
    assert first[0] == "6.28319" and len(first) == tables.count("  plane ") == (2 if more else 1)


@pytest.mark.parametrize(
    "times, shown",
    [
        (Fraction(10007, 10000), "1.0007×"),
        (1 + Fraction(1, 10**6), "1.000001×"),
        (Fraction(9999, 10000), "0.999×"),
        (Fraction(1), "1×"),
        (Fraction(5), "5×"),
        (Fraction(1134, 1000), "1.13×"),
    ],
)
def test_a_gap_near_the_least_that_bfloat16_keeps_is_told_from_it(times, shown):
    assert _times(times * Fraction(2, 259)) == shown


def test_the_plot_marks_the_original_length_and_the_target_and_names_the_file(monkeypatch, tmp_path):
    from matplotlib.figure import Figure

    drawn = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, *_, **__: drawn.append(figure))
    draw(compare(layer(), 256, 512, 32), (256, 512), tmp_path / "a.png", "a/config.json")
    [axes] = drawn[0].axes
    at = {line.get_ydata()[0]: line.get_label() for line in axes.lines if len(set(line.get_ydata())) == 1}
    assert at == {512: "n = 512", 256: "original length 256"} and axes.get_title().startswith("a/config.json, from 256")


@pytest.mark.parametrize("window, position", [(1024, 15361), (16384, 4096), (None, 4096)])
def test_keys_within_a_window_are_stale_too_where_the_base_follows_the_length(window, position, call, tmp_path):
    """Dynamic NTK, 4096 to 16384: the first key that a query still sees, cached at its own length, in floating point."""
    path = tmp_path / "config.json"
    settings = {
        "model_type": "mistral",
        "head_dim": 128,
        "hidden_size": 4096,
        "num_attention_heads": 32,
        "num_hidden_layers": 2,
    }
    rule = {"type": "dynamic", "factor": 4}
    settings |= {"rope_theta": 10000, "max_position_embeddings": 4096, "sliding_window": window, "rope_scaling": rule}
    path.write_text(json.dumps(settings))
    k = np.arange(64)

    def angles(length):
        return (10000 * (4 * length / 4096 - 3) ** (128 / 126)) ** (-2 * k / 128)

    off = np.abs(angles(16384) - angles(position)) * position / (2 * np.pi)
    page = " ".join(call("scale", str(path), "--to", "16384")[1].split())
    assert f"The key at position {position} with the frequencies of that length is off by {off.max():.4g} turns" in page
    assert ("that a query still sees" in page) == (position > 4096)
    rows = json.loads(call("scale", str(path), "--to", "16384", "--json")[1])["rules"]
    for name in ("dynamic", "as configured"):
        [found] = [each["cached_keys_off"] for each in rows if each["rule"] == name]
        assert found["position"] == position and found["plane"] == off.argmax() + 1
        assert found["turns"] == pytest.approx(off.max())


def test_rules_with_the_same_wavelengths_are_one_line_named_with_both(call, tmp_path):
    """Gemma 3's full layers are linear ×8: the rule with the factor 8, and the file's own, on one line; with 4 they are two."""
    found = read_config("examples/gemma-3-4b.json", length=32768).layer("full_attention")
    for factor, names in ((Fraction(8), ["linear", "as configured"]), (Fraction(4), ["linear"])):
        lines = one_line_each(compare(found, 4096, 32768, 64, [factor]))
        assert [each for each, _ in lines if "linear" in each] == [names]
        assert sum(len(each) for each, _ in lines) == 7
