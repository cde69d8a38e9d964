"""Stacks in Llama's and GPT-J's own classes: the recipe (a reduced sample; `rope-theory compile … --verify recipe`
runs all 45 600), the norms, saving, sabotage.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
import torch
from transformers import AutoModelForCausalLM, GPTJForCausalLM, LlamaForCausalLM

from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import generate_letter, generate_number
from rope_theory.machines.compile import FILES, Tokens, load, save, to_gptj, to_llama, verify
from rope_theory.machines.compile import assemble as assembling
from rope_theory.machines.compile.frequencies import gptj_frequencies, llama_frequencies
from rope_theory.machines.compile.norms import MARGIN, budget
from rope_theory.machines.stacks import letter_stack, number_stack
from rope_theory.machines.stacks.bound import stack_beta

CLASSES = {"llama": (to_llama, LlamaForCausalLM), "gptj": (to_gptj, GPTJForCausalLM)}
FIGURE1 = {"number": ("C B A 1 4 1 3 2 1", "C"), "letter": ("C2 B1 A3 FA EC DE HF GD IG", "C2")}
KINDS = [(kind, task) for kind in CLASSES for task in FIGURE1]


def blocks(model):
    """(input norm, attention) of each layer, and the last norm."""
    if isinstance(model, LlamaForCausalLM):
        return [(layer.input_layernorm, layer.self_attn) for layer in model.model.layers], model.model.norm
    return [(block.ln_1, block.attn) for block in model.transformer.h], model.transformer.ln_f


@pytest.mark.parametrize("kind, task", KINDS)
def test_model_is_of_its_class_and_answers_the_recipe(kind, task):
    make, expected = CLASSES[kind]
    model = make(task)
    assert type(model) is expected and model.config.num_hidden_layers == 4
    found = verify(model, 2000)
    assert found.right == found.inputs == 2000 and [part.hops for part in found.classes] == [1, 2, 3, 4]
    assert found.margin > MARGIN and found.holds


@pytest.mark.parametrize("kind, task", KINDS)
def test_longer_inputs_and_twelve_hops_are_answered(kind, task):
    model = CLASSES[kind][0](task, 12, 33, letters=16)
    assert verify(model, 240, hops=range(1, 13)).holds
    assert verify(model, 40, length=12).holds  # shorter inputs, too


@pytest.mark.parametrize("task", FIGURE1)
def test_the_shape_of_the_papers_models_has_room_for_the_construction(task):
    model = to_gptj(task, 12, width=128, rotary_dim=128)
    assert (model.config.n_head, model.config.n_embd, model.config.rotary_dim) == (1, 128, 128)
    assert verify(model, 400).holds  # up to four hops: eight layers act as Reflexive


def test_the_frequencies_of_a_llama3_configuration_serve():
    model = to_llama("number", 2, 65, base=500000, head_dim=128, code="one-hot")
    assert verify(model, 100).holds
    assert verify(to_llama("letter", 2, 65, base=500000, head_dim=128), 100).holds


@pytest.mark.parametrize("kind, task", KINDS)
def test_generate_appends_the_answer(kind, task):
    text, answer = FIGURE1[task]
    model = CLASSES[kind][0](task, letters=9)
    tokens = Tokens.of(model)
    ids = tokens.encode(text)
    made = model.generate(ids)
    assert made.shape == (1, ids.shape[1] + 1) and torch.equal(made[:, :-1], ids)
    assert str(tokens.decode(made)[-1]) == answer


@pytest.mark.parametrize("attention", ["eager", "sdpa"])
def test_llama_answers_with_either_implementation_of_attention(attention):
    model = to_llama("number")
    model.set_attn_implementation(attention)
    assert verify(model, 200).holds


def test_float64_weights_answer_as_well():
    model = to_llama("letter", dtype="float64")
    assert next(model.parameters()).dtype is torch.float64 and verify(model, 200).holds


# --- normalisation ----------------------------------------------------------------------------------------


def batch(model, count=64):
    tokens = Tokens.of(model)
    drawn = list((generate_number if tokens.task == "number" else generate_letter)(11, count))
    return torch.tensor([[tokens.numbers[token] for token in sequence] for sequence, _ in drawn]), drawn


@pytest.mark.parametrize("kind, task", KINDS)
def test_every_norm_lies_within_the_budget_and_layer_norm_finds_mean_zero(kind, task):
    model = CLASSES[kind][0](task)
    ids, _ = batch(model)
    limits, sizes, means = model.config.rope_theory["budget"], [], []

    def look(module, arguments):
        x = arguments[0].double()
        eps = getattr(module, "variance_epsilon", None) or module.eps
        sizes.append((x.pow(2).sum(-1) + x.shape[-1] * eps).sqrt())
        means.append(x.mean(-1).abs().max())

    norms, last = blocks(model)
    for norm in (*(norm for norm, _ in norms), last):
        norm.register_forward_pre_hook(look)
    with torch.no_grad():
        model(ids)
    sizes = torch.stack(sizes)
    assert len(sizes) == 5
    assert sizes.min() >= limits["norm_min"] * (1 - 1e-6) and sizes.max() <= limits["norm_max"] * (1 + 1e-6)
    assert kind == "llama" or max(means) < 1e-6
    assert sizes.max() > sizes.min() * 1.001  # they do differ: the account is needed


def logit_differences(model, plan):
    """The largest error of a computed attention logit, at all layers, against the plan's head in float64."""
    ids, drawn = batch(model, 8)
    model.set_attn_implementation("eager")
    with torch.no_grad():
        out = model(ids, output_attentions=True, output_hidden_states=True)
    exact = torch.tensor(
        [
            [[plan.head.logit(tokens[i], i, tokens[j], j) for j in range(len(tokens))] for i in range(len(tokens))]
            for tokens, _ in drawn
        ],
        dtype=torch.float64,
    )
    norms, _ = blocks(model)
    worst = 0.0
    for layer, (norm, _) in enumerate(norms):
        x = out.hidden_states[layer].double()
        eps = getattr(norm, "variance_epsilon", None) or norm.eps
        size = (x.pow(2).sum(-1) + x.shape[-1] * eps).sqrt()
        wanted = model.config.rope_theory["budget"]["beta"] * exact / (size[:, :, None] * size[:, None, :])
        weights = out.attentions[layer][:, 0].double()
        seen = weights > 1e-30
        rows = torch.where(seen, weights.clamp_min(1e-300).log() - wanted, torch.nan)
        centre = rows.diagonal(dim1=1, dim2=2)[..., None]  # a softmax row knows its logits up to a constant
        worst = max(worst, float((rows - centre)[seen].abs().max()))
    return worst


def planned(model):
    """The plan of an unspoilt model, built apart from it at the frequencies of its class."""
    task, layers = Tokens.of(model).task, model.config.num_hidden_layers
    if isinstance(model, LlamaForCausalLM):
        frequencies = llama_frequencies(model.config)
        slowest = frequencies[-1]
    else:
        frequencies, slowest = gptj_frequencies(model.config.rotary_dim), Fraction(0)
    if task == "letter":
        return letter_stack(17, layers, frequency=slowest)
    return number_stack(17, layers, frequencies=frequencies)


SMALL = 0.02


@pytest.mark.parametrize("kind, task", KINDS)
def test_attention_at_every_layer_is_the_constructions_with_norms_accounted_for(kind, task):
    model = CLASSES[kind][0](task)
    assert logit_differences(model, planned(model)) < SMALL


# --- saving -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind, task", KINDS)
def test_saved_and_loaded_it_is_the_same_to_the_last_bit(kind, task, tmp_path):
    model = CLASSES[kind][0](task)
    save(model, tmp_path / "m")
    names = sorted(path.name for path in (tmp_path / "m").iterdir())
    assert names == sorted(FILES)
    assert [path.name for path in tmp_path.iterdir()] == ["m"]
    ids, _ = batch(model)
    for again in (load(tmp_path / "m"), AutoModelForCausalLM.from_pretrained(tmp_path / "m")):
        assert type(again) is type(model) and Tokens.of(again) == Tokens.of(model)
        with torch.no_grad():
            assert torch.equal(again(ids).logits, model(ids).logits)


def test_what_is_not_ours_is_refused(tmp_path):
    for content, rule in (("{", "must be JSON"), ('{"model_type": "llama"}', "with the entry 'rope_theory'")):
        (tmp_path / "config.json").write_text(content, encoding="utf-8")
        (tmp_path / "model.safetensors").write_bytes(b"nothing")
        with pytest.raises(InvalidInput, match=rule):
            load(tmp_path)
    with pytest.raises(InvalidInput, match="must hold config.json"):
        load(tmp_path / "nowhere")
    save(to_llama("number", 1), tmp_path)
    (tmp_path / "model.safetensors").write_bytes(b"nothing")
    with pytest.raises(InvalidInput, match="model.safetensors must hold"):
        load(tmp_path)


def test_random_state_is_left_alone():
    torch.manual_seed(0)
    before = torch.random.get_rng_state()
    to_llama("letter", 1)
    to_gptj("letter", 1)
    assert torch.equal(torch.random.get_rng_state(), before)


@pytest.mark.parametrize(
    "make, rule",
    [
        (lambda: to_llama("index"), "task must be one of number, letter, previous"),
        (lambda: to_llama("number", 0), "layers must be at least 1"),
        (lambda: to_llama("number", head_dim=3), "head_dim must be even"),
        (lambda: to_llama("number", base=0.5), "base must be a number above 1"),
        (lambda: to_llama("number", length=513), "length must be smaller, or the frequencies others"),
        (lambda: to_llama("number", width=10), "width must be at least 29"),
        (lambda: to_llama("number", code="one-hot"), "head_dim must be at least 120"),
        (lambda: to_llama("number", layers=10**5), "layers must be at most 4096"),
        (lambda: to_gptj("number", layers=10**9), "layers must be at most 4096"),
        (lambda: to_llama("number", layers=4000, code="one-hot"), "layers must fit the memory"),
        (lambda: to_llama("number", letters=1000), "code must be one-hot for 1000 answers"),
        (lambda: to_llama("number", dtype="int8"), "dtype must be one of bfloat16, float16, float32, float64"),
        (lambda: to_llama("number", length=129, head_dim=4, code="circle", dtype="bfloat16"), "bfloat16 leaves no gap"),
        (lambda: to_llama("letter", base=2), "frequency must satisfy"),
        (lambda: to_gptj("number", rotary_dim=7), "rotary_dim must be even"),
        (lambda: to_gptj("number", rotary_dim=200, width=128), "width must be at least 200"),
        (lambda: to_gptj("letter", width=27, rotary_dim=8), "width must be even"),
        (lambda: verify(to_llama("number", 1), 0), "count must be at least 1"),
        (lambda: verify(to_llama("number", 1), 5, length=18), "length must be at most 17"),
        (lambda: verify(to_llama("number", 1, letters=["X", "Y"]), 5), "model must have the recipe's vocabulary"),
        (lambda: Tokens.of(to_llama("number", 1)).encode("A 17"), "must hold tokens of the vocabulary only"),
        (lambda: Tokens.of(to_llama("number", 1)).encode(["A"] * 18), "sequence must hold 1..17 tokens"),
    ],
)
def test_bad_argument_is_refused(make, rule):
    with pytest.raises(InvalidInput, match=rule):
        make()


# --- sabotage ---------------------------------------------------------------------------------------------


def _one_sign(model):
    """The sign of the largest query weight of one layer."""
    weight = blocks(model)[0][1][1].q_proj.weight.data
    weight.view(-1)[weight.abs().argmax()] *= -1


def _small_beta(model):
    for _, attention in blocks(model)[0]:
        attention.q_proj.weight.data *= 0.5


def _one_angle(model):
    """The fastest angle turned by 1 % more."""
    if isinstance(model, LlamaForCausalLM):
        model.model.rotary_emb.inv_freq[0] *= 1.01
        return
    for _, attention in blocks(model)[0]:
        half = attention.rotary_dim // 2
        angles = 1.01 * torch.arange(attention.max_positions)
        attention.embed_positions[:, 0], attention.embed_positions[:, half] = angles.sin(), angles.cos()


def _nothing(model):
    """The control: what is not sabotaged passes."""


@pytest.mark.parametrize("sabotage", [_nothing, _one_sign, _small_beta])
@pytest.mark.parametrize("kind, task", KINDS)
def test_sabotaged_weights_and_they_alone_fail(kind, task, sabotage):
    model = CLASSES[kind][0](task)
    sabotage(model)
    assert verify(model, 400).holds is (sabotage is _nothing)


@pytest.mark.parametrize("kind, length", [("llama", 33), ("gptj", 65)])
def test_one_angle_off_by_one_percent_gives_wrong_answers(kind, length):
    model = CLASSES[kind][0]("number", 2, length)
    assert verify(model, 200).holds
    _one_angle(model)
    found = verify(model, 200)
    assert found.right < found.inputs and not found.holds


@pytest.mark.parametrize("kind", CLASSES)
def test_one_angle_off_by_one_percent_shows_in_the_attention_at_any_length(kind):
    model = CLASSES[kind][0]("number")
    plan = planned(model)
    _one_angle(model)
    assert logit_differences(model, plan) > 50 * SMALL


@pytest.mark.parametrize("kind, task", KINDS)
def test_norms_left_out_of_the_account_fail(kind, task, monkeypatch):
    def careless(plan, width, eps, head_dim, form):
        """No ballast, and β and values as if every norm were that of the embedding of an answer."""
        size = 3 + width * eps
        beta = stack_beta(plan.length - 1, plan.gap / int(size), plan.layers, plan.miss / 3)
        norm = size**0.5
        return replace(budget(plan, width, eps, head_dim, form), ballast=0, beta=beta, norm_min=norm, norm_max=norm)

    monkeypatch.setattr(assembling, "budget", careless)
    assert not verify(CLASSES[kind][0](task), 400).holds
