"""Stacks as torch modules: the tasks in one pass, the bound on β, the residual stream."""

import random
from fractions import Fraction

import pytest
import torch

from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import (
    all_letter_inputs,
    all_number_inputs,
    generate_letter,
    generate_number,
    improper,
    solve_letter,
    solve_number,
)
from rope_theory.machines.compile.norms import budget
from rope_theory.machines.stacks import letter_stack, number_stack
from rope_theory.machines.stacks.bound import readout_margin
from rope_theory.machines.stacks.torch_stack import TorchStack

NUMBER, LETTER = number_stack(17, 4), letter_stack(17, 4)


def answered(stack: TorchStack, inputs) -> tuple[list[bool], float]:
    """Whether each input (all of one length) is answered right, and the smallest lead of the right answer."""
    inputs = list(inputs)
    scores = stack(torch.stack([stack.encode(tokens) for tokens, _ in inputs]))[:, -1]
    right = torch.tensor([stack.plan.vocabulary.index(solution.answer) for _, solution in inputs])
    own = scores.gather(1, right[:, None])
    lead = own[:, 0] - scores.scatter(1, right[:, None], float("-inf")).max(-1).values
    return (lead > 0).tolist(), float(lead.min())


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("layout", ["adjacent", "half"])
@pytest.mark.parametrize("plan, draw", [(NUMBER, generate_number), (LETTER, generate_letter)])
def test_stack_answers_the_recipe_with_the_margin_of_the_bound(plan, draw, layout, dtype):
    right, margin = answered(TorchStack(plan, layout=layout, dtype=dtype), draw(1, 2000))
    assert all(right) and margin >= readout_margin(plan.miss, plan.distance) > 0


def test_every_small_number_input_is_answered():
    plan = number_stack(6, 5, letters=2, integers=4)
    stack = TorchStack(plan)
    for n1, n2 in ((1, 3), (2, 2), (2, 4)):
        inputs = [(tokens, solve_number(tokens)) for tokens in all_number_inputs(2, 4, n1, n2)]
        right, _ = answered(stack, inputs)
        assert len(right) > 10 and all(right)


def test_every_small_letter_input_is_answered_proper_or_not():
    stack = TorchStack(letter_stack(5, 4, letters=3, integers=2))
    seen = 0  # improper ones, on which Retrieval is not defined
    for n1, n2 in ((1, 2), (2, 2), (2, 3)):
        drawn = all_letter_inputs(3, 2, n1, n2, visible="earlier")
        inputs = [(tokens, solve_letter(tokens, "earlier")) for tokens in drawn]
        seen += sum(improper(tokens) is not None for tokens, _ in inputs)
        right, _ = answered(stack, inputs)
        assert len(right) > 10 and all(right)
    assert seen > 100


@pytest.mark.parametrize("hops", [1, 5, 12])
def test_twelve_layers_answer_up_to_twelve_hops(hops):
    right, _ = answered(
        TorchStack(number_stack(33, 12)),
        generate_number(0, 200, length_letters=16, length_integers=17, hops=[hops], integers=32),
    )
    assert all(right)
    right, _ = answered(
        TorchStack(letter_stack(33, 12, letters=16)),
        generate_letter(0, 200, n_bound=16, n_pairs=16, hops=[hops], letters=16),
    )
    assert all(right)


def test_a_path_with_more_hops_than_layers_is_not_answered():
    right, _ = answered(TorchStack(number_stack(17, 3)), generate_number(0, 100, hops=[4]))
    assert sum(right) < 40  # by chance: what leaks to the 8 letters decides


def test_each_layer_goes_one_hop_and_the_rest_stay():
    stack = TorchStack(number_stack(9, 6, letters=3, integers=4))
    tokens = ("C", "B", "A", 1, 4, 1, 3, 2, 1)  # U26, Figure 1: four hops
    residual = stack.residual(stack.encode(tokens))
    code = {letter: torch.tensor(stack.plan.code_of(letter)) for letter in "ABC"}
    for layer in range(7):
        held = stack.read(residual, f"answer {layer}")[-1]
        if layer < 4:
            assert held.norm() < 0.05  # no letter is reached yet
        else:
            assert (held - code["C"]).norm() < 0.1
    for name in ("query", "key", "ballast", "answer 0"):
        assert torch.equal(stack.read(residual, name), stack.read(stack.embedding[stack.encode(tokens)], name))


def test_every_layer_attends_alike():
    stack = TorchStack(LETTER)
    tokens, _ = next(iter(generate_letter(3, 1)))
    ids = stack.encode(tokens)
    before, after = stack.embedding[ids], stack.residual(ids)
    assert torch.equal(stack.attention_weights(before), stack.attention_weights(after))


@pytest.mark.parametrize("plan, draw", [(NUMBER, generate_number), (LETTER, generate_letter)])
def test_mass_that_reaches_the_answer_is_at_least_one_minus_miss(plan, draw):
    stack = TorchStack(plan)
    for tokens, solution in draw(5, 40):
        weights = stack.attention_weights(stack.embedding[stack.encode(tokens)])
        mass = torch.linalg.matrix_power(weights, plan.layers)[-1]
        reached = sum(float(mass[j]) for j, token in enumerate(tokens) if token == solution.answer)
        assert reached >= 1 - plan.miss


@pytest.mark.parametrize("plan, draw", [(NUMBER, generate_number), (LETTER, generate_letter)])
def test_a_quarter_of_the_beta_is_too_small(plan, draw):
    right, _ = answered(TorchStack(plan, beta=TorchStack(plan).beta / 4), draw(1, 400))
    assert not all(right)


def test_a_mix_of_frequencies_and_a_small_rotation_work_as_well():
    mixed = number_stack(17, 4, frequencies=[Fraction(1), Angle(Fraction(1, 17))])
    assert mixed.gap > 5 * NUMBER.gap
    assert all(answered(TorchStack(mixed), generate_number(2, 400))[0])
    turned = letter_stack(17, 4, frequency=Angle(Fraction(1, 4 * 17 * 8)))  # half of U26's bound ω/(2 n0)
    assert 0 < turned.gap < LETTER.gap
    assert all(answered(TorchStack(turned), generate_letter(2, 400))[0])


@pytest.mark.parametrize("code", ["circle", "one-hot"])
def test_both_codes_answer_with_their_margin(code):
    plan = letter_stack(17, 4, code=code)
    right, margin = answered(TorchStack(plan), generate_letter(7, 400))
    assert all(right) and margin >= readout_margin(plan.miss, plan.distance) > 0


def test_a_stack_runs_in_bfloat16_where_its_gap_is_large():
    plan = letter_stack(17, 4, letters=4, code="one-hot")
    right, _ = answered(TorchStack(plan, dtype=torch.bfloat16), generate_letter(7, 400, letters=4, hops=(1, 2, 3)))
    assert all(right)


def test_letter_lead_is_the_least_over_all_letters_and_distances():
    plan = letter_stack(9, 2, letters=5, frequency=Fraction(1, 20))
    head, bound = plan.head, plan.answers
    targets, rivals = [], []
    for query in plan.vocabulary[len(bound) :]:
        for key in bound:
            for t in range(9):
                logit = head.logit(query, t, key, 0)
                (targets if key.left == query.right else rivals).append(logit)
    assert abs(min(targets) - float(plan.target)) < 1e-12 and abs(max(rivals) - float(plan.rival)) < 1e-12


@pytest.mark.parametrize(
    "make, rule",
    [
        (lambda: number_stack(1, 4), "length must be at least 2"),
        (lambda: number_stack(17, 0), "layers must be at least 1"),
        (lambda: number_stack(17, 4, frequencies=[Angle(1)]), "frequencies must leave a gap"),
        (lambda: number_stack(17, 4, code="binary"), "code must be one of"),
        (lambda: letter_stack(17, 4, letters=1), "letters must be at least 2"),
        (lambda: letter_stack(17, 4, frequency=Angle(Fraction(1, 2 * 16 * 8))), "frequency must satisfy"),
        (lambda: letter_stack(17, 4, frequency=Fraction(-1, 10**6)), "frequency must satisfy"),
        (lambda: TorchStack(NUMBER, beta=float("nan")), "beta must be positive"),
        (lambda: TorchStack(NUMBER).encode([]), "tokens must number"),
        (lambda: TorchStack(NUMBER).encode(["A"] * 18), "tokens must number"),
        (lambda: TorchStack(NUMBER).encode(["Å"]), "token must be in the vocabulary"),
        (lambda: TorchStack(NUMBER).read(torch.zeros(1), "answer 5"), "name must be one of"),
    ],
)
def test_bad_argument_is_refused(make, rule):
    with pytest.raises(InvalidInput, match=rule):
        make()


def _corrupted(what: str) -> TorchStack:
    stack = TorchStack(number_stack(17, 4, frequencies=[Fraction(1)]))  # θ = 1: 16 positions turn by 16 radians
    if what == "a sign of a query":
        entry = random.Random(0).choice(stack.w_q.abs().gt(0.5).nonzero().tolist())
        stack.w_q[tuple(entry)] *= -1
    elif what == "the angle off by 1 %":
        stack.frequencies = stack.frequencies * 1.01
    elif what == "answers written to the wrong layer":
        stack.w_o = stack.w_o.roll(1, 0)
    elif what == "the rotation turned round":
        stack.frequencies = -stack.frequencies
    return stack


@pytest.mark.parametrize(
    "what",
    [
        "nothing",
        "a sign of a query",
        "the angle off by 1 %",
        "answers written to the wrong layer",
        "the rotation turned round",
    ],
)
def test_sabotaged_stack_and_it_alone_answers_wrong(what):
    right, _ = answered(_corrupted(what), generate_number(1, 400))
    assert all(right) is (what == "nothing")


@pytest.mark.parametrize("layers", (1, 4))
def test_each_layer_may_shorten_what_it_moves_by_the_ratio_of_the_norms(layers):
    found = budget(letter_stack(9, layers, letters=3), 64, 1e-6, 4)
    assert found.keep * found.norm_max**layers == found.norm_min**layers
