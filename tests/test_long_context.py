"""Long context: tensors, masks and codes against eager float64 and exact arithmetic; inputs against the constructions."""

import dataclasses
import subprocess
import sys

import flint
import numpy as np
import pytest
import torch

from rope_theory.core.angles import Angle, ball
from rope_theory.core.errors import InvalidInput
from rope_theory.machines.catalogue import Options, with_capability
from rope_theory.machines.catalogue import contest as contest_of
from rope_theory.machines.long_context import attention, devices
from rope_theory.machines.long_context.inputs import Column, inputs
from rope_theory.machines.long_context.prediction import (
    attention_recipe,
    beta_sparing_half,
    certainly_decodes,
    hard_beta,
    logit_error,
    predict,
)
from rope_theory.machines.long_context.run import LongRunSettings, run_long
from rope_theory.machines.long_context.search import find_limit
from rope_theory.models.precision import FORMATS, MixHead, Recipe
from rope_theory.models.precision.at_length import BalancedMix
from rope_theory.models.precision.errors import BITS
from rope_theory.models.precision.torch_run import rounded

#: Between SDPA and eager float64, outputs of codes ±1: three units of a 16-bit output; β times a few units of the logits.
CLOSE = {"bfloat16": 3 * 2.0**-8, "float16": 3 * 2.0**-11, "float32": 64 * 8 * 2.0**-24, "float64": 64 * 8 * 2.0**-53}
MODES = ("all", "last", "sample:7", "targets")


CONSTRUCTIONS = with_capability("run-long")


def contest(name, length, dim=None, theta=None, letters=None):
    mixed = {"base": 500_000, "dim": dim} if name == "mix" else {}
    return contest_of("run-long", name, Options(theta and Angle.parse(theta), letters, **mixed), length)


def made(name: str, n: int, queries: str, dtype: str, head_dim: int = 32):
    subject = contest(name, n, dim=head_dim)
    found = inputs(subject, n, queries, 3)
    slots = getattr(subject, "slots", None)
    recipe = attention_recipe(dtype)
    return subject, found, attention.tensors(subject.head(n), found, recipe, head_dim=head_dim, slots=slots)


def modes(name: str) -> tuple[str, ...]:
    return MODES[:3] if name == "retrieval" else MODES


@pytest.mark.parametrize("dtype", FORMATS)
@pytest.mark.parametrize("name, queries", [(name, mode) for name in CONSTRUCTIONS for mode in modes(name)])
def test_attention_agrees_with_eager_float64(name, queries, dtype):
    n = 53
    subject, found, given = made(name, n, queries, dtype)
    beta = min(beta_sparing_half(subject.gap(n), n), 64.0)  # soft enough that every key counts
    outputs, eager = attention.attend(given, found, beta), attention.eager_outputs(given, found, beta)
    assert outputs.dtype == getattr(torch, dtype) and eager.dtype == torch.float64
    assert (outputs.double() - eager).abs().max().item() <= CLOSE[dtype]


def test_comparison_with_eager_notices_a_lost_mask():
    _, found, given = made("index", 53, "all", "float32")
    eager = attention.eager_outputs(given, found, 8.0)
    free = attention.attend(given, dataclasses.replace(found, positions=np.full(53, 53)), 8.0)
    assert (free.double() - eager).abs().max().item() > 0.1


@pytest.mark.parametrize("name, queries", [(name, mode) for name in CONSTRUCTIONS for mode in modes(name)])
def test_target_has_the_largest_exact_logit_among_keys_that_stand_for_something_else(name, queries):
    """The targets come from the sequence alone; the construction finds them."""
    n = 12
    subject = contest(name, n, dim=32)
    found, head = inputs(subject, n, queries, 5), subject.head(n)
    asked, held = found.queries.tokens(), found.keys.tokens()
    seen = found.seen(np.arange(len(asked)))
    with flint.ctx.workprec(BITS):
        for row, (token, position, target) in enumerate(zip(asked, found.positions, found.targets, strict=True)):
            logits = [
                ball(head.logit(token, int(position), key, int(at)))
                for key, at in zip(held, found.key_positions, strict=True)
            ]
            rivals = [j for j in np.flatnonzero(seen[row]) if found.codes[j] != found.codes[target]]
            assert seen[row][target] and len(np.unique(found.key_positions[seen[row]])) == position == seen[row].sum()
            assert all(logits[target] > logits[j] for j in rivals)


@pytest.mark.parametrize(
    "side, column",
    [("query", Column(np.array([0, 1, 63, 64, 70_000, 262_144, 10**6]))), ("key", Column(np.zeros(3, int), ("A",)))],
)
def test_vectors_by_digits_are_the_exact_ones_within_the_table_bound(side, column):
    subject = BalancedMix.best(10000, 8, 30)
    planes = subject.head(30).planes
    x, y = attention.Vectors(planes, side, column).at(column.ids, attention_recipe("float64"))
    for row, plane in enumerate(planes):
        for index, token in enumerate(column.tokens()):
            with flint.ctx.workprec(BITS):
                exact = [float(ball(part).mid()) for part in getattr(plane, side)(token).vector()]
            assert max(abs(x[row, index].item() - exact[0]), abs(y[row, index].item() - exact[1])) <= 2.0**-49


def test_balanced_mix_has_the_logits_of_the_mix():
    one = MixHead.best(10000, 8, 30)
    both = BalancedMix(one.certificate)
    with flint.ctx.workprec(BITS):
        for offset, position in ((0, 30), (3, 20), (29, 1)):
            left, right = (head.head(30).logit(offset, 30, "A", position) for head in (one, both))
            assert abs(float((left - right).mid())) < 1e-60
    assert both.slots == [k for k, weight in enumerate(one.certificate.weights) if weight]


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float32"])
@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_sampled_logits_stay_within_the_bound(name, dtype):
    result = run_long(LongRunSettings(name, 40, dtype, head_dim=32))
    assert 0 < result.logit_error <= result.logit_error_bound and result.faults == []
    assert result.logit_error_bound == float(logit_error(contest(name, 40, dim=32), attention_recipe(dtype), 40))


@pytest.mark.parametrize("name", ["bfloat16", "float16"])
def test_torch_rounds_once_as_the_exact_rounding_does(name):
    """Ties after float32, values next to them, subnormals of float16, both signs."""
    form = FORMATS[name]
    rng = np.random.default_rng(0)
    ties = 1 + (2 * rng.integers(0, 100, 50) + 1) * 2.0**-form.bits
    values = np.concatenate(
        [rng.normal(size=500), ties, ties + 2.0**-45, ties - 2.0**-45, rng.normal(size=200) * 1e-6, [0.0]]
    )
    values = np.concatenate([values, -values])
    mine = rounded(torch.from_numpy(values), form).double().numpy()
    assert np.array_equal(mine, form.round_array(values))
    twice = torch.from_numpy(values).float().to(getattr(torch, name)).double().numpy()
    assert (twice != mine).any()


def test_code_reads_back_every_number():
    numbers = torch.arange(5000)
    code = attention.code_of(numbers, 13)
    assert ((code == 1).long() << torch.arange(13)).sum(-1).equal(numbers)
    with pytest.raises(InvalidInput, match="head_dim must be at least 13"):
        attention.code_of(numbers, 12)


def test_a_tie_is_not_read_and_neither_is_not_a_number():
    found = inputs(contest("index", 4), 4, "last")
    assert not attention.read(torch.tensor([0.0, float("nan"), 0.125])).any()
    assert attention.margins(torch.zeros(1, 8), found).item() == 0


def test_hard_beta_separates_neighbours_and_shares_ties():
    for dtype, step in (("float32", 2.0**-24), ("float64", 2.0**-53)):
        logits = torch.tensor([1.0, 1 - step], dtype=getattr(torch, dtype))
        assert (hard_beta(dtype) * logits).softmax(-1)[0] > 1 - 2e-7


def test_vouching_needs_gap_beta_and_a_known_length():
    index, recipe = contest("index", 10), attention_recipe("float32")
    assert certainly_decodes(index, recipe, 1000, 2.0**28) and not certainly_decodes(index, recipe, 1000, 8.0)
    assert not certainly_decodes(index, recipe, 2**20 + 1, 2.0**28) and not certainly_decodes(
        contest("index", 9, theta="pi"), recipe, 9, 2.0**28
    )
    assert not certainly_decodes(index, Recipe.uniform("float16"), 70_000, 2.0**28)  # positions overflow
    assert predict(contest("retrieval", 9, theta="0.0027"), attention_recipe("float64"), 10**6).safe_up_to == 146


def test_retrieval_at_a_fixed_angle_fails_where_its_own_gap_ends():
    """U26's θ_42 with 8 letters: the exact gap of every length is positive up to 146."""
    result = run_long(LongRunSettings("retrieval", 200, "float64", theta="0.0027", head_dim=32, beta="hard"))
    assert result.prediction.safe_up_to == 146 <= result.first_failure <= 149 and result.faults == []


def test_limit_of_a_fixed_angle_is_its_return_to_the_start():
    """44 = 7·2π + 0.0177: the position 44 back is no longer told from the one asked for."""
    assert find_limit(LongRunSettings("index", 0, "bfloat16", theta="1", beta="hard", head_dim=32), 60) == 44
    assert find_limit(LongRunSettings("mix", 0, "bfloat16", head_dim=32), 100) is None


def test_faults_name_what_contradicts_the_prediction():
    result = run_long(LongRunSettings("index", 30, "bfloat16", head_dim=32, beta="hard"))
    broken = dataclasses.replace(result, decoded=29, observed_limit=20, logit_error=1.0)
    assert result.faults == [] and [fault.split()[0] for fault in broken.faults] == ["predicted", "predicted", "a"]


def test_wider_mask_blocks_change_nothing(monkeypatch):
    _, found, given = made("induction", 60, "targets", "float64")
    whole = attention.attend(given, found, 100.0)
    monkeypatch.setattr(attention, "BLOCK_PAIRS", 500)
    assert torch.allclose(whole, attention.attend(given, found, 100.0), atol=1e-12, rtol=0)


@pytest.mark.parametrize(
    "changes, rule",
    [
        ({"length": 2}, "length must be at least 3"),
        ({"construction": "indx"}, "construction must be one of"),
        ({"dtype": "int8"}, "dtype must be one of"),
        ({"dtype": "float64", "rotation": "float32"}, "rotation must not be narrower than float64"),
        ({"queries": "sample:0"}, "queries must be all"),
        ({"queries": "sample:²"}, "queries must be all"),
        ({"seed": -1}, "seed must be at least 0"),
        ({"beta": float("inf")}, "beta must be a positive number"),
        ({"device": "cuda:"}, "device must be cpu, cuda"),
        ({"device": "tpu"}, "device must be cpu, cuda"),
        ({"letters": 4}, "letters must not be given for index"),
        ({"head_dim": 7}, "rotary_dim must be even"),
        ({"construction": "induction", "letters": 2}, "letters must be 3, 4 or 5"),
    ],
)
def test_bad_setting_is_refused(changes, rule):
    with pytest.raises(InvalidInput, match=rule):
        run_long(LongRunSettings("index", 20, "float32", head_dim=32).at(**changes))


def test_peak_is_known_for_listed_devices_only():
    assert devices.peak("NVIDIA H100 PCIe", "float16") == 756.0 and devices.peak("NVIDIA H100", "float16") is None
    assert len(devices.code_hash()) == 64 and devices.code_hash() == devices.code_hash()


def test_code_is_the_same_in_a_checkout_and_in_a_wheel(tmp_path):
    for name, text in (("__init__.py", ""), ("one.py", "1"), ("proofs/__init__.py", "2")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    checkout = devices.code_hash(tmp_path)
    (tmp_path / "proofs" / "page.py").write_text("only a wheel has it here")
    assert devices.code_hash(tmp_path) == checkout
    (tmp_path / "one.py").write_text("3")
    assert devices.code_hash(tmp_path) != checkout


def test_contests_and_claims_load_no_torch():
    code = "import rope_theory.proofs.new_long_context, rope_theory.machines.long_context.sweeps, sys; print('torch' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "False"
