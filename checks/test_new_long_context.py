"""Attacks on new.long-context: torch's attention at the full stated size on a CUDA device, at a reduced, stated size on
the CPU; sabotaged weights; the bounds against runs; the edge of the readout.
"""

from fractions import Fraction

import flint
import numpy as np
import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention

from rope_theory.core.angles import Angle, ball
from rope_theory.core.errors import InvalidInput
from rope_theory.core.heads import PhaseHead, Plane, Polar
from rope_theory.machines.long_context.attention import Vectors
from rope_theory.machines.long_context.devices import default_device
from rope_theory.machines.long_context.inputs import Column
from rope_theory.machines.long_context.limits import BOUNDS, LIMITS, LONG, LONGER, balanced_mix, limit
from rope_theory.machines.long_context.prediction import TABLE, attention_recipe, certainly_decodes, lead, predict
from rope_theory.machines.long_context.run import LongRunSettings, run_long
from rope_theory.machines.long_context.search import find_limit
from rope_theory.models.precision import IndexHead
from rope_theory.proofs.new_long_context import BETA, coordinate

DEVICE = default_device()
FULL = DEVICE != "cpu"
NAMES = {"T_Index": "index", "H_MIX": "induction", "one angle": "induction-one-angle", "T_Retrieval": "retrieval"}


def construction(row: str) -> str:
    """The name of a row's construction on the command line."""
    return next(name for start, name in NAMES.items() if row.startswith(start))


def run(record_property, settings: LongRunSettings, **options):
    """A run whose domain goes into the summary: size, dtype, device, sample; whether that is the full size."""
    result = run_long(settings, **options)
    size = "full size" if FULL else "reduced size, no CUDA device"
    record_property("scale", f"{result.decoded} of {result.checked} read, {size}: {result.domain}")
    return result


def mix_settings(length: int, dtype: str = "bfloat16", **options) -> LongRunSettings:
    return LongRunSettings("mix", length, dtype, DEVICE, beta=BETA, **options)


@pytest.mark.gpu
@pytest.mark.parametrize(
    "made_for, reduced, dtype, queries",
    [
        *((LONG, 4096, dtype, "all") for dtype in ("bfloat16", "float16", "float32")),
        (LONG, 4096, "bfloat16", "targets"),
        (LONGER, 2048, "float32", "all"),
    ],
)
def test_mix_is_read_at_every_position_and_for_every_offset(made_for, reduced, dtype, queries, record_property):
    """At the length that it is made for with CUDA; without, the same mix at a reduced length."""
    settings = mix_settings(made_for if FULL else reduced, dtype, queries=queries)
    result = run(record_property, settings, subject=balanced_mix(made_for), predicted=False)
    assert result.checked == result.settings.length == result.decoded
    assert result.smallest_margin > 0.9 or (made_for, queries) != (LONG, "all")


@pytest.mark.gpu
def test_mix_is_read_at_131072_from_a_sample_of_positions(record_property):
    """The full length on every device: 16 positions, the last among them, unless all can be asked."""
    settings = mix_settings(LONG, queries="all" if FULL else "sample:16")
    result = run(record_property, settings, subject=balanced_mix(LONG), predicted=False)
    assert result.decoded == result.checked and result.smallest_lead > 0.26


@pytest.mark.gpu
@pytest.mark.parametrize("dtype", ["bfloat16", "float32"])
def test_retrieval_is_read_at_every_position(dtype, record_property):
    result = run(record_property, LongRunSettings("retrieval", LONG if FULL else 4096, dtype, DEVICE))
    assert result.decoded == result.checked == result.settings.length - 1
    assert result.prediction.safe_up_to == LONGER or result.prediction.safe_up_to >= result.settings.length


@pytest.mark.gpu
@pytest.mark.parametrize(
    "row", ["T_Index at 2π/n, bfloat16", *[name for name in LIMITS if not name.startswith("T_Index")]]
)
def test_observed_limit_is_the_predicted_one(row, record_property):
    """Every length from 3 on, every target, asked from the last position: the first failure is the predicted one."""
    _, dtype, safe, fails = LIMITS[row]
    settings = LongRunSettings(construction(row), fails, dtype, DEVICE, beta="hard", head_dim=32)
    observed = find_limit(settings, fails + 1)
    record_property("scale", f"observed {observed}, predicted {safe}, every length to {fails}: {row}; {DEVICE}")
    assert observed == safe == fails - 1 == limit(row)[0]


@pytest.mark.gpu
@pytest.mark.parametrize("row", [name for name in BOUNDS if "Retrieval" not in name])
def test_every_position_is_read_at_the_length_that_the_bounds_vouch_for(row, record_property):
    contest, dtype, most = BOUNDS[row]
    for seed in (0, 1):
        settings = LongRunSettings(construction(row), most, dtype, DEVICE, beta="hard", head_dim=32, seed=seed)
        result = run(record_property, settings, subject=contest, predicted=False)
        assert result.decoded == result.checked >= most - 2


@pytest.mark.gpu
def test_one_frequency_in_bfloat16_is_lost_where_the_mix_is_read(record_property):
    one = run(record_property, LongRunSettings("index", 1024, "bfloat16", DEVICE), predicted=False)
    many = run(record_property, mix_settings(1024), subject=balanced_mix(LONG), predicted=False)
    assert one.accuracy < 0.2 and many.accuracy == 1


def test_last_position_at_54_is_read_where_position_47_is_not():
    """One angle in float16: why emulation of the last position's queries says nothing about all positions."""
    settings = LongRunSettings("induction-one-angle", 54, "float16", beta="hard", head_dim=32)
    assert run_long(settings.at(queries="targets"), predicted=False).accuracy == 1
    assert run_long(settings, predicted=False).first_failure == 47
    contest, recipe = settings.contest(), attention_recipe("float16")
    assert predict(contest, recipe, 60, everywhere=False).safe_up_to == 56
    assert predict(contest, recipe, 60).safe_up_to < 47


# --- sabotage: the same runs must fail


def changed(plane: Plane, turn=100, query=100, key=100, amplitude=1) -> Plane:
    """The plane with per cents of its frequency, of its queries' and keys' phases, and its queries' amplitude multiplied."""

    def part(value, percent: int):
        return value if percent == 100 else value * percent / 100

    with flint.ctx.workprec(256):
        return Plane(
            part(plane.frequency, turn),
            lambda token: Polar(part(plane.query(token).phase, query), plane.query(token).amplitude * amplitude),
            lambda token: Polar(part(plane.key(token).phase, key), plane.key(token).amplitude),
        )


def sabotaged(head: PhaseHead, planes: slice, **change) -> PhaseHead:
    found = list(head.planes)
    found[planes] = [changed(plane, **change) for plane in found[planes]]
    return PhaseHead("sabotaged", tuple(found))


FIRST, SECOND, ALL = slice(0, 1), slice(1, 2), slice(None)
SLOWER, BACKWARDS, TURNED = {"turn": 99}, {"query": -100}, {"turn": -100}
MIRRORED, CLOSER, LOUDER_PAST = {"key": -100}, {"key": 99}, {"amplitude": -1}
INDEX = LongRunSettings("index", 1000, "float64", head_dim=32, queries="targets")
SHORTER = INDEX.at(length=70, dtype="bfloat16")


def read_whole(name: str) -> LongRunSettings:
    return LongRunSettings(name, 200, "float32", head_dim=32)


@pytest.mark.parametrize(
    "settings, planes, change",
    [
        *((index, FIRST, change) for index in (INDEX, SHORTER) for change in (SLOWER, BACKWARDS, TURNED)),
        (read_whole("retrieval"), FIRST, MIRRORED),
        (read_whole("induction"), FIRST, MIRRORED),
        (read_whole("induction"), SECOND, LOUDER_PAST),
        (read_whole("induction-one-angle"), FIRST, MIRRORED),
    ],
)
def test_a_sabotaged_angle_or_sign_is_noticed_by_what_is_read(settings, planes, change):
    """An angle of Index 1 % off moves the target by 1 % of the offset: noticed from offset 50 on."""
    subject = settings.contest()
    head = sabotaged(subject.head(settings.length), planes, **change)
    runs = [run_long(settings, subject=subject, predicted=False, **used) for used in ({}, {"head": head})]
    assert runs[0].accuracy == 1 > runs[1].accuracy


@pytest.mark.parametrize("change", [SLOWER, BACKWARDS, TURNED])
def test_one_sabotaged_plane_of_the_mix_lowers_its_lead(change):
    """One of 39 planes carries a weight of a few per cent: its loss shows in the lead; all of them lose every target."""
    subject, settings = balanced_mix(LONG), mix_settings(2048)
    whole = run_long(settings, subject=subject, predicted=False)
    one, every = (
        run_long(settings, subject=subject, head=sabotaged(subject.head(2048), planes, **change), predicted=False)
        for planes in (FIRST, ALL)
    )
    assert whole.accuracy == 1 and one.smallest_lead < whole.smallest_lead - 0.005 and every.accuracy < 1


@pytest.mark.parametrize("change", [SLOWER, CLOSER])
@pytest.mark.parametrize(
    "name, dtype",
    [("retrieval", "float32"), ("induction", "float32"), ("induction-one-angle", "float32"), ("mix", "bfloat16")],
)
def test_an_angle_off_by_one_per_cent_breaks_the_bound_of_the_logits(name, dtype, change):
    """These heads have room for such an angle and still read every target; their logits do not."""
    settings = LongRunSettings(name, 200, dtype)
    subject = settings.contest() if name != "mix" else balanced_mix(LONG)
    head = sabotaged(subject.head(200), ALL, **(SLOWER if name == "mix" else change))
    assert run_long(settings, subject=subject).faults == []
    faults = run_long(settings, subject=subject, head=head, predicted=False).faults
    assert any("a logit is off" in fault for fault in faults)


# --- the claims themselves


def test_least_coordinate_at_the_worst_is_29_in_160():
    """(29/32 - 35/64 - 1/32)/((3/2)(35/32))·29/32, by hand: each cause counts."""
    half, off, lost = Fraction(1, 2), Fraction(3, 32), Fraction(1, 32)
    falls = [coordinate(0, 0, 0), coordinate(half, 0, 0), coordinate(half, off, 0), coordinate(half, off, lost)]
    assert falls[0] == 1 and falls == sorted(falls, reverse=True) and falls[-1] == Fraction(29, 160)


def test_query_vectors_of_long_offsets_are_as_near_as_the_bound_of_their_tables():
    """Four digits to the base 64: four table entries turned into one another."""
    plane = balanced_mix(LONG).head(LONG).planes[0]
    ids = np.random.default_rng(0).integers(0, LONGER, 300)
    found = Vectors([plane], "query", Column(ids)).at(ids, attention_recipe("float64"))
    largest = 0.0
    with flint.ctx.workprec(256):
        for column, offset in enumerate(ids.tolist()):
            polar = plane.query(offset)
            off = [
                abs(flint.arb(float(side[0, column])) - ball(part))
                for side, part in zip(found, polar.vector(), strict=True)
            ]
            largest = max(largest, float((off[0] * off[0] + off[1] * off[1]).sqrt() / ball(polar.amplitude)))
    assert 2.0**-54 < largest < TABLE


def test_no_mix_is_vouched_for_beyond_its_own_length():
    assert not certainly_decodes(balanced_mix(LONG), attention_recipe("float32"), LONG + 1, BETA)


@pytest.mark.parametrize("dtype", ["bfloat16", "float32"])
def test_nothing_is_vouched_for_where_beta_times_a_logit_overflows(dtype):
    contest, recipe = IndexHead(), attention_recipe(dtype)
    vouched = [certainly_decodes(contest, recipe, 10, beta) for beta in (2.0**28, 2.0**125, 2.0**127, 2.0**1000)]
    assert vouched == [True, True, False, False]
    output = scaled_dot_product_attention(*torch.ones(3, 1, 1, 4, 2), scale=2.0**127)
    assert not output.isfinite().all()
    with pytest.raises(InvalidInput, match="beta must be positive and finite"):
        certainly_decodes(contest, recipe, 10, float("inf"))


def test_smallest_power_of_two_that_the_mix_needs_is_64_in_bfloat16():
    mix, recipe = balanced_mix(LONG), attention_recipe("bfloat16")
    vouched = [certainly_decodes(mix, recipe, LONG, float(2**k)) for k in range(4, 9)]
    assert vouched == [False, False, True, True, True]


@pytest.mark.parametrize("dtype, lower, upper", [("bfloat16", "0.2648", "0.2806"), ("float32", "0.2805", "0.2806")])
def test_lead_that_is_measured_lies_above_the_one_that_is_vouched_for(dtype, lower, upper):
    least = lead(balanced_mix(LONG), attention_recipe(dtype), LONG)
    assert Fraction(lower) < least < Fraction(upper)
    result = run_long(LongRunSettings("mix", 3000, dtype, beta=BETA), subject=balanced_mix(LONG), predicted=False)
    assert result.smallest_lead > least


def test_limits_move_with_the_format_and_not_with_the_alphabet():
    assert limit("T_Index at 2π/n, float16")[0] > 2 * limit("T_Index at 2π/n, bfloat16")[0]
    fixed = LongRunSettings("index", 60, "bfloat16", theta="1").contest()
    assert predict(fixed, attention_recipe("bfloat16"), 60, everywhere=False).fails_at == 45
    assert fixed.angle(60) == Angle.parse("1")


def test_torch_threads_do_not_change_what_is_read():
    before = torch.get_num_threads()
    try:
        results = []
        for threads in (1, 2):
            torch.set_num_threads(threads)
            results.append(run_long(mix_settings(600), subject=balanced_mix(LONG), predicted=False))
    finally:
        torch.set_num_threads(before)
    assert results[0].smallest_lead == results[1].smallest_lead and results[0].decoded == results[1].decoded == 600
