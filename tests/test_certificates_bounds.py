"""Every bound of a certificate against what torch does, on all valid inputs of small tasks: none is below what is measured.

Llama and GPT-J, number and letter task, eager and sdpa. What torch does is measured inside the model: sizes, attention
logits, attention weights, what layers write, leads.
"""

from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
import pytest
import torch

from rope_theory.core import tasks
from rope_theory.core.errors import InvalidInput
from rope_theory.machines.certificates import prove, read_folder, rounding
from rope_theory.machines.certificates.kept import model_of
from rope_theory.machines.certificates.proof import Blocks
from rope_theory.machines.compile import Tokens, save, to_gptj, to_llama
from rope_theory.machines.compile.verify import lead
from rope_theory.models.precision.formats import FLOAT32

LAYERS, LENGTH = 3, 5
CASES = [
    ("llama", "number", "eager"),
    ("llama", "number", "sdpa"),
    ("llama", "letter", "eager"),
    ("llama", "letter", "sdpa"),
    ("gptj", "number", "eager"),
    ("gptj", "letter", "eager"),
]
SIZES = {"number": {"letters": 2, "integers": 4}, "letter": {"letters": 3, "integers": 1}}


def inputs(task):
    """All valid inputs of at most LENGTH tokens with at most LAYERS hops, with their solutions, by length."""
    found = defaultdict(list)
    for n in range(2, LENGTH + 1):
        for first in range(1, n):
            if task == "number":
                drawn = ((s, tasks.solve_number(s)) for s in tasks.all_number_inputs(2, 4, first, n - first))
            else:
                drawn = (
                    (s, tasks.solve_letter(s, "earlier"))
                    for s in tasks.all_letter_inputs(3, 1, first, n - first, visible="earlier")
                )
            found[n] += [(sequence, solution) for sequence, solution in drawn if solution.hops <= LAYERS]
    return found


@dataclass
class Seen:
    """What a run showed, at worst.

    Args:
        scale: (least, largest) computed 1/N, by layer; the last is the last norm's.
        logit: error of an attention logit against exact weights, angles and the computed 1/N.
        miss: share of a row's rivals, on the path, by layer.
        stray: distance of what a layer wrote from the line of the answer beyond ρ, on the path, by layer.
        content: length of what a layer wrote, by layer.
        margin: least lead of the answer.
        inputs: how many.
    """

    scale: list = field(default_factory=lambda: [[np.inf, 0.0] for _ in range(LAYERS + 1)])
    logit: float = 0.0
    miss: list = field(default_factory=lambda: [0.0] * LAYERS)
    stray: list = field(default_factory=lambda: [0.0] * LAYERS)
    content: list = field(default_factory=lambda: [0.0] * LAYERS)
    margin: float = np.inf
    inputs: int = 0


def parts(network):
    if hasattr(network, "transformer"):
        blocks = network.transformer.h
        return [(b.ln_1, b.attn, b.attn.out_proj) for b in blocks], network.transformer.ln_f
    return [(b.input_layernorm, b.self_attn, b.self_attn.o_proj) for b in network.model.layers], network.model.norm


@contextmanager
def watched(network):
    """Inputs and outputs of norms and output projections, and scores where attention is eager."""
    record, handles = defaultdict(list), []
    layers, last = parts(network)

    def keep(name):
        return lambda module, given, out: record[name].append((given[0].double().numpy(), out.double().numpy()))

    for number, (norm, _, projection) in enumerate(layers):
        handles.append(norm.register_forward_hook(keep(("norm", number))))
        handles.append(projection.register_forward_hook(keep(("output", number))))
    handles.append(last.register_forward_hook(keep(("norm", LAYERS))))
    softmax = torch.nn.functional.softmax

    def spy(scores, *args, **kwargs):
        weights = softmax(scores, *args, **kwargs)
        record["scores"].append(scores[:, 0].double().numpy())
        record["weights"].append(weights[:, 0].double().numpy())
        return weights

    torch.nn.functional.softmax = spy
    try:
        yield record
    finally:
        torch.nn.functional.softmax = softmax
        for handle in handles:
            handle.remove()


def exact_logits(model, number, ids):
    """λ/√d in float64: (inputs, queries, keys), before the factors 1/N of both sides."""
    layer = model.layer(number)
    rows = model.embedding[ids] * layer.norm
    q, k = rows @ layer.query.T, rows @ layer.key.T
    half = len(model.planes)
    frequencies = np.array([model.base ** (-plane / half) for plane in range(half)])
    if model.norm == "rms":  # the class's own float32 numbers; GPT-J's are as near
        frequencies = (
            (1 / torch.tensor(model.base).pow(torch.arange(0, 2 * half, 2).float() / (2 * half))).double().numpy()
        )
    positions = np.arange(ids.shape[1])
    total = 0
    turned = {each for plane in model.planes for each in plane}
    for (a, b), g in zip(model.planes, frequencies, strict=True):
        z, w = q[..., a] + 1j * q[..., b], k[..., a] + 1j * k[..., b]
        spin = np.exp(1j * positions * g)
        total = total + ((z * spin)[:, :, None] * (w * spin)[:, None, :].conj()).real
    for each in sorted(set(range(model.head_dim)) - turned):
        total = total + q[:, :, None, each] * k[:, None, :, each]
    return total / np.sqrt(model.head_dim)


def targets(task, sequence, solution):
    """position (from 0) of each row on the path -> (its targets, hops that remain)."""
    found, here = {}, {len(sequence) - 1}
    for remaining in range(solution.hops, -1, -1):
        following = set()
        for i in here:
            token = sequence[i]
            if task == "number":
                keys = {i - token if isinstance(token, int) else i}
            else:
                wanted = token.right if isinstance(token.right, str) else token.left
                keys = {j for j in range(i + 1) if sequence[j].left == wanted}
            found.setdefault(i, (keys, remaining))
            following |= keys
        here = following
    return found


def measure(network, model, task, proof):
    seen, blocks, tokens = Seen(), Blocks(model), Tokens.of(network)
    codes = {}
    for k, token in enumerate(model.vocabulary):
        code, chain = model.embedding[k, blocks.content[0]], []
        for number in range(LAYERS):
            layer = model.layer(number)
            value = layer.value[:, blocks.content[number]] * layer.norm[blocks.content[number]]
            code = layer.output[blocks.content[number + 1]] @ (value @ code)
            chain.append(code)
        codes[token] = chain
    for drawn in inputs(task).values():
        ids = np.array([[tokens.numbers[token] for token in sequence] for sequence, _ in drawn])
        with torch.no_grad(), watched(network) as record:
            logits = network(torch.tensor(ids), use_cache=False).logits[:, -1].double()
        right = torch.tensor([tokens.numbers[solution.answer] for _, solution in drawn])
        seen.margin = min(seen.margin, float(lead(logits, right).min()))
        seen.inputs += len(drawn)
        scales = []
        for number in range(LAYERS + 1):
            ((x, h),) = record["norm", number]
            at = np.abs(x[0, 0]).argmax()  # the ballast: the same coordinate for all tokens
            scales.append(h[..., at] / x[..., at])
            low, high = seen.scale[number]
            seen.scale[number] = [min(low, scales[-1].min()), max(high, scales[-1].max())]
        for number in range(LAYERS):
            ((_, written),) = record["output", number]
            written = written[..., blocks.content[number + 1]]
            seen.content[number] = max(seen.content[number], np.linalg.norm(written, axis=-1).max())
            if record["scores"]:
                scores, r = record["scores"][number], scales[number]
                wanted = exact_logits(model, number, ids) * r[:, :, None] * r[:, None, :]
                causal = np.tril(np.ones(scores.shape[1:], dtype=bool))
                seen.logit = max(seen.logit, np.abs(scores - wanted)[:, causal].max())
            kept = float(proof.layers[number].kept)
            for row, (sequence, solution) in enumerate(drawn):
                code = codes[solution.answer][number]
                for i, (keys, remaining) in targets(task, sequence, solution).items():
                    if record["weights"]:
                        weights = record["weights"][number][row, i]
                        missed = sum(weights[j] for j in range(i + 1) if j not in keys)
                        seen.miss[number] = max(seen.miss[number], missed)
                    if remaining <= number + 1:
                        content = written[row, i]
                        share = max(content @ code / (code @ code), kept)
                        seen.stray[number] = max(seen.stray[number], np.linalg.norm(content - share * code))
    return seen


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    found, root = {}, tmp_path_factory.mktemp("bounds")
    for kind, task, attention in CASES:
        network = (to_llama if kind == "llama" else to_gptj)(task, LAYERS, LENGTH, **SIZES[task])
        folder = root / f"{kind}-{task}"
        save(network, folder)
        model = read_folder(folder)
        if kind == "llama":
            network.set_attn_implementation(attention)
        proof = prove(model)
        found[kind, task, attention] = measure(network, model, task, proof), proof, model
    return found


@pytest.mark.parametrize("case", CASES)
def test_no_bound_is_below_what_torch_does_on_all_valid_inputs(measured, case):
    seen, proof, _ = measured[case]
    assert seen.inputs > 200 and proof.holds.value == "true"
    assert 0 < float(proof.margin) <= seen.margin
    for number, layer in enumerate(proof.layers):
        low, high = seen.scale[number]
        off = 1 + 2**-22  # the ballast's own rounding
        assert float(layer.scale_least) <= low * off and high <= float(layer.scale_most) * off
        assert 0 < seen.content[number] <= float(layer.content_most)
        assert 0 < seen.stray[number] <= float(layer.stray)
        if case[2] == "eager":
            assert 0 < seen.miss[number] <= float(layer.miss)
            assert 0 < seen.logit <= float(layer.logit_error)


@pytest.mark.parametrize("case", CASES)
def test_bounds_are_not_idle(measured, case):
    """Where rivals are as near as they get the bounds are near what is seen: off by less than these factors."""
    seen, proof, _ = measured[case]
    assert seen.margin < 2 * float(proof.margin)
    for number, layer in enumerate(proof.layers):
        assert float(layer.content_most) < 1.05 * seen.content[number]
        if case[2] == "eager":
            assert float(layer.miss) < 4 * seen.miss[number]
            assert float(layer.logit_error) < 3000 * seen.logit


def test_lead_is_the_least_over_all_corners_of_the_norms():
    """Rivals with positive logits lead most where their own norm is least: brute force over the ends of 1/N, in floats."""
    model = model_of("llama-number-2-float32")
    proof = prove(model)
    numbers = {token: k for k, token in enumerate(model.vocabulary)}
    for layer in proof.layers:
        ends, least = (float(layer.scale_least), float(layer.scale_most)), np.inf
        for asked in range(1, model.length):
            ids = np.array([[numbers["A"]] * (model.length - 1) + [numbers[asked]]])
            logits = exact_logits(model, 0, ids)[0, -1]
            target, rivals = logits[-1 - asked], np.delete(logits, model.length - 1 - asked)
            for own in ends:
                for first in ends:
                    for second in ends:
                        least = min(least, own * (target * first - rivals * second).min())
        assert rivals.max() > 0
        lead = float(layer.lead) + 2 * float(layer.logit_error)
        assert least - 1e-3 < lead <= least + 1e-4


def test_margin_is_what_is_left_after_the_stray_and_norms_count_their_eps():
    model = model_of("llama-letter-2-float32")
    proof, blocks = prove(model), Blocks(model)
    code = model.embedding[:, blocks.content[0]]
    for number in range(model.layers):
        layer = model.layer(number)
        code = code @ layer.value[:, blocks.content[number]].T @ layer.output[blocks.content[number + 1]].T
    readout, last, least = model.readout[:, blocks.content[-1]], proof.layers[-1], np.inf
    answers = [k for k, token in enumerate(model.vocabulary) if isinstance(token.right, int)]
    for answer in answers:
        apart = np.delete(readout[answer] - readout, answer, axis=0)
        least = min(
            least, (float(last.kept) * apart @ code[answer] - np.linalg.norm(apart, axis=1) * float(last.stray)).min()
        )
    most = float(proof.layers[0].scale_most)
    assert float(proof.margin) < most * least < 1.05 * float(proof.margin)
    wider = prove(replace(model, eps=model.eps + 0.01))
    assert float(wider.layers[0].scale_most) < most * (1 - 1e-3)


@pytest.mark.parametrize(
    "part, bound",
    [
        ("self_attn.v_proj", "content_most"),
        ("self_attn.o_proj", "content_most"),
        ("input_layernorm", "content_most"),
        ("self_attn.q_proj", "lead"),
        ("self_attn.k_proj", "lead"),
    ],
)
def test_of_layers_that_differ_in_one_matrix_each_has_bounds_of_its_own(part, bound):
    """Twice the second layer's weights: it writes twice as much or leads by twice as much, and the first as before."""
    model, name = model_of("llama-number-2-float32"), f"model.layers.1.{part}.weight"
    weights = model.tensors[name].copy()
    weights[Blocks(model).content[1] if weights.ndim == 1 else ...] *= 2
    layers = prove(replace(model, tensors={**model.tensors, name: weights})).layers
    first, second = (
        float(getattr(new, bound)) / float(getattr(old, bound))
        for new, old in zip(layers, prove(model).layers, strict=True)
    )
    assert first == 1 and second == pytest.approx(2, rel=1e-2)


#: The stages of `rounding`: a bound made far larger must cost margin, so each is used.
STAGES = (
    "product_error",
    "size_error",
    "coordinate_error",
    "scaling_error",
    "phase_error",
    "exponent_error",
    "exponential_error",
    "weight_error",
    "underflow",
    "frequency_error",
    "moment_error",
    "attention_recipe",
)


@pytest.mark.parametrize("stage", STAGES)
def test_each_stage_counts(measured, stage, monkeypatch):
    _, proof, model = measured["gptj" if stage == "moment_error" else "llama", "number", "eager"]
    honest = getattr(rounding, stage)

    def coarse(*given):
        if stage == "attention_recipe":
            return honest(*given).but(trig="bfloat16", rotation="bfloat16")
        return 1000 * honest(*given) + Fraction(1, 10**9) * (stage == "underflow")

    monkeypatch.setattr(rounding, stage, coarse)
    assert float(prove(model).margin) < float(proof.margin) - 1e-9


def test_no_stage_is_left_out():
    functions = {
        name for name, found in vars(rounding).items() if callable(found) and found.__module__ == rounding.__name__
    }
    assert functions == {*STAGES, "gamma", "Grants", "_both"}


def test_a_larger_roundoff_is_refused_and_so_is_a_larger_allowance(measured, monkeypatch):
    _, proof, model = measured["llama", "number", "eager"]
    assert prove(model, 64).margin < proof.margin
    assert not_certain(model, 1 << 22)
    monkeypatch.setattr(rounding, "WIDE", 2**16 * FLOAT32.unit_roundoff)
    honest = rounding.gamma
    monkeypatch.setattr(rounding, "gamma", lambda operations, unit=None: honest(operations, unit or rounding.WIDE))
    assert not_certain(model, 0)


def not_certain(model, allowance):
    try:
        return prove(model, allowance).holds.value != "true"
    except InvalidInput:
        return True
