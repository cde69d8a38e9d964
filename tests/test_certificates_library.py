"""What certificates grant to a library's functions, against the installed torch.

Exhaustive: every number of bfloat16 and of float16 in the range, as input. Seeded samples: float32. The reference is
float64. Each grant is compared with the worst that was seen, which must not be 0: a bound of 0 would be noticed.
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
