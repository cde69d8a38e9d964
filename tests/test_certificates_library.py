"""What certificates grant to a library's functions, against the installed torch.

Exhaustive: every number of bfloat16 and of float16 in the range, as input; every float32 of [1, 4) under the root (a factor of 4 is
exact); every phase that the kept models turn by. One float32 in 37, by bit pattern: exponentials. Seeded samples: the rest in float32. The
reference is float64. Each grant is compared with the worst that was seen, which must not be 0: a bound of 0 would be noticed.
"""

from fractions import Fraction

import flint
import numpy as np
import pytest
import torch
from torch.nn import functional
from transformers import LlamaConfig
from transformers.models.llama.modeling_llama import LlamaRMSNorm, LlamaRotaryEmbedding

from rope_theory.core.angles import ball
from rope_theory.machines.certificates import rounding
from rope_theory.machines.certificates.kept import model_of, names
from rope_theory.machines.compile.frequencies import gptj_frequencies
from rope_theory.models.precision.formats import BFLOAT16, FLOAT16, FLOAT32

FORMS = [FLOAT32, BFLOAT16, FLOAT16]
NAMES = [form.name for form in FORMS]
COUNT = 1 << 20


def numbers(kind, low, high):
    """All numbers of a 16-bit format in a range, as float32; or a seeded sample of float32 ("float32")."""
    if kind == "float32":
        drawn = torch.rand(COUNT, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
        found = (low + (high - low) * drawn).float()
    else:
        found = torch.arange(1 << 16, dtype=torch.int32).to(torch.int16).view(getattr(torch, kind)).float()
    return found[torch.isfinite(found) & (found >= low) & (found <= high)]


def worst(computed, exact, size=None):
    """The largest |computed - exact|, relative to |exact| or to a size."""
    exact = exact.double()
    return float(((computed.double() - exact).abs() / (exact.abs() if size is None else size)).max())


@pytest.mark.parametrize("kind", NAMES)
def test_exponential(kind):
    x = numbers(kind, -87, 0)
    assert 0 < worst(torch.exp(x), torch.exp(x.double())) <= rounding.GRANTS.exponential
    assert torch.exp(torch.zeros(1)) == 1


def patterns(first, last, step):
    """Every float32 whose bits, as a whole number, are first, first + step, … up to last; in parts."""
    for start in range(first, last + 1, step << 20):
        bits = torch.arange(start, min(start + (step << 20), last + 1), step, dtype=torch.int64)
        yield torch.where(bits < 1 << 31, bits, bits - (1 << 32)).to(torch.int32).view(torch.float32)


def test_exponential_of_one_float32_in_37():
    last = int(np.float32(-87).view(np.uint32))
    found = [worst(torch.exp(x), torch.exp(x.double())) for x in patterns(0x80000000, last, 37)]
    assert len(found) > 20 and 0 < max(found) <= rounding.GRANTS.exponential


@pytest.mark.parametrize("kind", NAMES)
def test_exponential_below_its_range_is_lost_to_underflow_at_most(kind):
    if kind == "float32":
        x = torch.cat(list(patterns(int(np.float32(-87).view(np.uint32)), 0xFF800000, 9973)))
    else:
        bits = torch.arange(1 << 16, dtype=torch.int32).to(torch.int16).view(getattr(torch, kind)).float()
        x = bits[bits <= -87]
    x = torch.cat([x, torch.tensor([-float("inf")])])
    exact, found = torch.exp(x.double()), torch.exp(x).double()
    lost = float(rounding.underflow(FLOAT32))
    assert len(x) > 100 and ((found - exact).abs() <= float(rounding.GRANTS.exponential) * exact + lost).all()
    assert found[-1] == 0 and (torch.softmax(torch.stack([torch.zeros_like(x), x], -1), -1)[x < -200][:, 1] == 0).all()


@pytest.mark.parametrize("function", [torch.exp, torch.rsqrt, torch.cos, torch.sin], ids=lambda f: f.__name__)
def test_ends_of_vectors_and_steps_in_memory_are_as_exact(function):
    """Kernels take eight or sixteen numbers at a time and what is left one by one: both are within what is granted."""
    x = numbers("bfloat16", 2.0**-20, 80) * (-1 if function is torch.exp else 1)
    granted = {torch.exp: rounding.GRANTS.exponential, torch.rsqrt: rounding.gamma(rounding.GRANTS.root)}
    bound = float(granted.get(function, rounding.GRANTS.trig * FLOAT32.unit_roundoff))
    exact = function(x.double())
    size = None if function in granted else 1
    apart = torch.stack([x, x], -1)[:, 0]
    parts = torch.cat([function(part) for part in x.split(7)])
    for found in (parts, function(apart), torch.stack([function(each) for each in x[:500]])):
        assert worst(found, exact[: len(found)], size) <= bound
    assert worst(function(x * (1 + 2**-12)), exact, size) > bound  # the comparison sees an error that is not granted


def test_one_over_the_root_of_every_float32_from_1_to_4():
    first, last = (int(np.float32(end).view(np.uint32)) for end in (1, 4))
    found = [worst(torch.rsqrt(x), torch.rsqrt(x.double())) for x in patterns(first, last, 1)]
    assert 0 < max(found) <= rounding.gamma(rounding.GRANTS.root)
    x = numbers("bfloat16", 2.0**-40, 2.0**40)
    assert torch.equal(torch.rsqrt(4 * x), torch.rsqrt(x) / 2)


@pytest.mark.parametrize("name", names())
def test_cosine_and_sine_of_every_phase_of_the_kept_models(name):
    model = model_of(name)
    planes = len(model.planes)
    if model.kind == "LlamaForCausalLM":
        config = LlamaConfig(
            hidden_size=2 * planes,
            num_attention_heads=1,
            head_dim=2 * planes,
            rope_parameters={"rope_type": "default", "rope_theta": model.base},
        )
        inverse = LlamaRotaryEmbedding(config).inv_freq
    else:
        inverse = torch.tensor([float(g) for g in gptj_frequencies(2 * planes)])
    phases = torch.arange(model.positions).float()[:, None] * inverse
    exact = torch.arange(model.positions).double()[:, None] * inverse.double()
    assert phases.shape == (18, planes)
    for position in range(1, model.positions):
        for plane in range(planes):
            off = abs(float(phases[position, plane]) - float(exact[position, plane]))
            assert off <= rounding.phase_error(Fraction(float(inverse[plane])), model.positions - 1)
    for function in (torch.cos, torch.sin):
        off = worst(function(phases), function(phases.double()), size=1)
        assert 0 < off <= rounding.GRANTS.trig * FLOAT32.unit_roundoff


@pytest.mark.parametrize("kind", NAMES)
def test_cosine_and_sine(kind):
    x = numbers(kind, 0, 1 << 20)
    for function in (torch.cos, torch.sin):
        off = worst(function(x), function(x.double()), size=1)
        assert 0 < off <= rounding.GRANTS.trig * FLOAT32.unit_roundoff


@pytest.mark.parametrize("kind", NAMES)
def test_one_over_the_root(kind):
    x = numbers(kind, 1e-6, 1e6)
    assert 0 < worst(torch.rsqrt(x), torch.rsqrt(x.double())) <= rounding.gamma(rounding.GRANTS.root)
    assert 0 < worst(1 / torch.sqrt(x), torch.rsqrt(x.double())) <= rounding.gamma(rounding.GRANTS.root)


@pytest.mark.parametrize("dim", [4, 8, 64, 128])
def test_frequencies_of_the_class_lie_in_their_balls(dim):
    off = 0.0
    bases = [0.6, 1.5, 2.0, 7.32, 100.0, 10000.0, 500000.0, 1e6, 1e9]
    for base in bases:
        config = LlamaConfig(
            hidden_size=dim,
            num_attention_heads=1,
            head_dim=dim,
            rope_parameters={"rope_type": "default", "rope_theta": base},
        )
        off = max(off, _frequencies(LlamaRotaryEmbedding(config).inv_freq.tolist(), base, dim))
    off = max(off, _frequencies([float(g) for g in gptj_frequencies(dim)], 10000.0, dim))
    assert off > 0


def _frequencies(found, base, dim):
    assert found[0] == 1
    off = 0.0
    with flint.ctx.workprec(128):
        for plane, g in enumerate(found[1:], 1):
            exact = ball(Fraction(base)) ** (-ball(Fraction(2 * plane, dim)))
            relative = float(abs(ball(Fraction(g)) / exact - 1).upper())
            assert relative <= rounding.frequency_error(base)
            off = max(off, relative)
    return off


def rows(width, kind="float32"):
    """Seeded rows: normal ones, ones with a large mean, mirrored ones, one-hot ones with a ballast."""
    generator = torch.Generator().manual_seed(width)
    plain = torch.randn(4000, width, generator=generator)
    half = torch.randn(4000, width // 2, generator=generator)
    sparse = torch.zeros(width, width)
    sparse[torch.arange(width), torch.arange(width)] = 1
    sparse[:, 0] += 9
    return torch.cat([plain, plain + 5, torch.stack([half, -half], 2).reshape(4000, -1), sparse]).to(
        getattr(torch, kind)
    )


@pytest.mark.parametrize("width", [26, 64, 128, 1024])
def test_rms_norm(width):
    x, eps = rows(width), 1e-6
    exact = torch.rsqrt(x.double().pow(2).mean(-1, keepdim=True) + eps)
    computed = torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)
    assert 0 < worst(computed, exact) <= rounding.size_error(width)


@pytest.mark.parametrize("kind", NAMES)
def test_a_coordinate_of_rms_norm(kind):
    """What the class's norm does to a coordinate beyond the error of 1/N itself."""
    x = rows(128, kind)
    norm = LlamaRMSNorm(128).to(getattr(torch, kind))
    wide = x.float()
    scale = torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + norm.variance_epsilon)
    exact = wide.double() * scale.double()
    some = (exact.abs() > 1e-3).expand_as(exact)  # float16 rounds smaller ones to its least spacing: `underflow`
    with torch.no_grad():
        found = norm(x)
    assert 0 < worst(found[some], exact[some]) <= rounding.coordinate_error(_form(kind))


@pytest.mark.parametrize("width", [26, 64, 128, 1024])
def test_moments_of_layer_norm(width):
    x, eps = rows(width), 1e-5
    wide = x.double()
    out, mean, root = torch.native_layer_norm(x, [width], torch.ones(width), torch.zeros(width), eps)
    square = wide.pow(2).mean(-1, keepdim=True)
    granted = float(rounding.moment_error(width))
    assert 0 < worst(mean, wide.mean(-1, keepdim=True), size=wide.abs().mean(-1, keepdim=True)) <= granted
    variance = root.double().pow(-2) - eps
    off = (variance - wide.var(-1, unbiased=False, keepdim=True)).abs() / square
    assert 0 < float(off.max()) <= granted + 4 * float(rounding.size_error(width))
    exact = (wide - mean.double()) * root.double()
    size = (wide.abs() + mean.double().abs()) * root.double()
    assert 0 < worst(out, exact, size=size) <= rounding.coordinate_error(FLOAT32)


@pytest.mark.parametrize("kind", NAMES[1:])
@pytest.mark.parametrize("width", [64, 128, 1024])
def test_layer_norm_in_sixteen_bits(kind, width):
    """All of it at once: moments and root in float32, then one coordinate in the format."""
    x, eps, form = rows(width, kind), 1e-5, _form(kind)
    dtype, wide = getattr(torch, kind), x.double()
    out = torch.native_layer_norm(x, [width], torch.ones(width, dtype=dtype), torch.zeros(width, dtype=dtype), eps)[0]
    mean = wide.mean(-1, keepdim=True)
    root = (wide.var(-1, unbiased=False, keepdim=True) + eps).rsqrt()
    exact, size = (wide - mean) * root, (wide.abs() + mean.abs()) * root
    moments, whole = float(rounding.moment_error(width)), float(rounding.size_error(width))
    spread = wide.pow(2).mean(-1, keepdim=True).sqrt() * root  # how much the mean of squares is above the variance
    granted = float(rounding.coordinate_error(form)) * (1 + moments * spread) + (moments + whole) * spread**2
    off = (out.double() - exact).abs() - float(rounding.underflow(form)) - moments * spread
    assert 0 < float((off / size).max()) and (off <= granted * size).all() and float((off / size).max()) > 2.0**-13


@pytest.mark.parametrize("terms", [1, 2, 4, 17, 128, 1579])
@pytest.mark.parametrize("kind", NAMES)
def test_sums_of_products(kind, terms):
    generator = torch.Generator().manual_seed(terms)
    a = torch.randn(300, terms, generator=generator).to(getattr(torch, kind))
    b = torch.randn(200, terms, generator=generator).to(getattr(torch, kind))
    exact, size = a.double() @ b.double().T, a.double().abs() @ b.double().abs().T
    bound = float(rounding.product_error(_form(kind), terms))
    for computed in (
        functional.linear(a, b),
        torch.matmul(a, b.T),
        torch.stack([functional.linear(row[None], b)[0] for row in a]),
    ):
        off = (computed.double() - exact).abs() - float(rounding.underflow(_form(kind)))
        assert 0 < float((off / size).max()) <= bound


@pytest.mark.parametrize("length", [2, 17, 300, 1100])
@pytest.mark.parametrize("kind", NAMES)
def test_weights_of_sdpa_and_of_eager_attention(kind, length):
    """Values are the unit vectors, so the output is the weights; logits are exact, -40..0 in quarters."""
    generator = torch.Generator().manual_seed(length)
    steps = torch.randint(-160, 1, (8, length), generator=generator).float() / 4
    steps[:, 0] = 0
    query = torch.ones(8, 1, 1, 1).to(getattr(torch, kind))
    key = steps[:, None, :, None].to(getattr(torch, kind))
    value = torch.eye(length)[None, None].expand(8, 1, -1, -1).to(getattr(torch, kind))
    eager = torch.softmax((query @ key.transpose(-1, -2)).float(), -1).to(query.dtype) @ value
    exact = torch.softmax(key.double().squeeze(-1), -1)[:, :, None]
    grant = float(rounding.exponential_error(length) + rounding.exponent_error(Fraction(40)))
    bound = 2 * grant + float(rounding.weight_error(_form(kind), length) + rounding.product_error(_form(kind), length))
    for computed in (eager, functional.scaled_dot_product_attention(query, key, value, scale=1.0)):
        off = (computed.double() - exact).abs() - float(rounding.underflow(_form(kind))) * 4
        assert 0 < float((off / exact).max()) <= bound


@pytest.mark.parametrize("order", ["backwards", "drawn"])
@pytest.mark.parametrize("length", [17, 300])
def test_weights_of_a_softmax_that_takes_blocks_of_keys_in_any_order(length, order):
    """As flash attention does, each block scaled again when a larger logit comes: worst when logits grow from block to block."""
    generator = torch.Generator().manual_seed(length)
    logits = 40 * torch.rand(64, length, generator=generator) - 40
    logits[:, 0] = 0
    turn = torch.arange(length).flip(0) if order == "backwards" else torch.randperm(length, generator=generator)
    largest, total = torch.full((64, 1), -float("inf")), torch.zeros(64, 1)
    weights = torch.zeros(64, length)
    for block in turn.split(rounding.GRANTS.block):
        new = torch.maximum(largest, logits[:, block].amax(-1, keepdim=True))
        scale = torch.exp(largest - new)
        part = torch.exp(logits[:, block] - new)
        weights, total, largest = weights * scale, total * scale + part.sum(-1, keepdim=True), new
        weights[:, block] = part
    exact = torch.softmax(logits.double(), -1)
    grant = float(rounding.exponential_error(length) + rounding.exponent_error(Fraction(40)))
    bound = 2 * grant + float(rounding.weight_error(FLOAT32, length))
    off = (weights / total).double() - exact
    assert 0 < float((off.abs() - float(rounding.underflow(FLOAT32))).div(exact).max()) <= bound


@pytest.mark.parametrize("kind", NAMES)
def test_a_masked_key_gets_no_weight(kind):
    dtype = getattr(torch, kind)
    least = torch.finfo(dtype).min
    scores = torch.tensor([[0.0, least], [-40.0, least]], dtype=dtype)
    assert (torch.softmax(scores.float(), -1)[:, 1] == 0).all()
    q, k, v = (torch.ones(1, 1, 3, 4, dtype=dtype) for _ in range(3))
    v[..., 2, :] = 1000
    mask = torch.tensor([[True, True, False]] * 3)[None, None]
    assert (functional.scaled_dot_product_attention(q, k, v, attn_mask=mask) == 1).all()


def _form(kind):
    return {form.name: form for form in FORMS}[kind]


def test_spacings_are_those_of_the_format():
    from rope_theory.machines.certificates.folder import spacing

    values = np.float32([1, 1.5, 2, 3e-38, 1e-40, -7, 0])
    expected = np.where(values == 0, 0, np.spacing(np.abs(values))).astype(np.float64)
    assert np.array_equal(spacing(values.astype(np.float64), FLOAT32), expected)
