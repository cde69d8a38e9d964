"""A stack in `LlamaForCausalLM`: RMSNorm, half-split RoPE, attention scale 1/√head_dim, MLPs with zero weights."""

from __future__ import annotations

from rope_theory.core.errors import require, require_int
from rope_theory.core.rope import pairs
from rope_theory.machines.catalogue import stack
from rope_theory.machines.compile.assemble import assemble, code_for, empty_model, facts, fill, needs_width
from rope_theory.machines.compile.extra import transformers
from rope_theory.machines.compile.frequencies import default_base, given, llama_frequencies, planned
from rope_theory.machines.compile.tokens import ENTRY
from rope_theory.models.config.layers import MOST_LAYERS


def to_llama(
    task: str,
    layers: int = 4,
    length: int = 17,
    *,
    base: float | None = None,
    head_dim: int | None = None,
    width: int | None = None,
    letters=None,
    integers=None,
    code: str | None = None,
    dtype: str = "float32",
):
    """A `LlamaForCausalLM` that answers a task: weights ours, code theirs.

    The answer is the next token after the query: `model.generate(ids)` appends one token, greedily. Inputs of up to
    `length` tokens whose path has at most `layers` hops are answered (letter task: proper or not, but valid in the
    reading "earlier" of `solve_letter`); the logit of the answer leads by `rope_theory.machines.compile.norms.MARGIN` at least,
    up to rounding.

    Args:
        task: "number" or "letter".
        layers: L >= 1.
        length: n0 >= 2.
        base: rope_theta; default: one whose slowest plane suits the length (see `default_base`).
        head_dim: even, at least 2; all head_dim/2 frequencies are used, mixed best (number), or the slowest (letter).
            Default: 4, or the least for the code.
        width: hidden size; default: the least.
        letters, integers: the vocabulary; default: the published one (120 and 16, or 8 and 8).
        code: of the answers, "circle" or "one-hot" (which needs as large a head_dim); default: circle, one-hot in 16 bits.
        dtype: "float32", "float64", "bfloat16" or "float16". Llama's norm, angles and softmax run in float32 in all. In
            16 bits nothing is promised but what a certificate says (`rope_theory.machines.certificates`), and only of the
            saved model loaded as it is: `model.to(torch.bfloat16)` rounds the frequencies as well.

    Raises:
        InvalidInput: an argument out of range, frequencies that leave no gap, or logits too large for float32.

    Example:
        >>> type(to_llama("letter", layers=2)).__name__
        'LlamaForCausalLM'
    """
    require_int("layers", layers, least=1, most=MOST_LAYERS)
    require_int("length", length, least=2)
    require(base is None or 1 < base < float("inf"), "base", "must be a number above 1", base)
    library = transformers()
    settings = given(letters=letters, integers=integers) | {"code": code_for(dtype, code)}
    first = stack(task).build(length, layers, **settings)
    if head_dim is None:
        size = first.codes.shape[1]
        head_dim = 4 if code is not None or size <= 4 else size + size % 2
    require_int("head_dim", head_dim, least=2)
    require(head_dim % 2 == 0, "head_dim", "must be even", head_dim)
    if base is None:
        base = default_base(first, head_dim)

    def config(width: int):
        return library.LlamaConfig(
            vocab_size=1,
            hidden_size=width,
            intermediate_size=1,
            num_hidden_layers=layers,
            num_attention_heads=1,
            num_key_value_heads=1,
            head_dim=head_dim,
            max_position_embeddings=length + 1,
            rope_parameters={"rope_type": "default", "rope_theta": float(base)},
            bos_token_id=None,
            eos_token_id=None,
            pad_token_id=None,
        )

    frequencies = llama_frequencies(config(1))
    plan, numbers = planned(task, length, layers, frequencies, False, **settings)
    wanted = config(needs_width(plan, mirrored=False) if width is None else width)
    turned = pairs(head_dim, "half")
    planes = [turned[number] for number in numbers if number is not None]  # every plane of Llama is turned
    matrices, limits = assemble(plan, planes, head_dim, wanted.rms_norm_eps, wanted.hidden_size, False, dtype)
    wanted.pad_token_id = len(plan.vocabulary)
    wanted.vocab_size = wanted.pad_token_id + 1
    setattr(wanted, ENTRY, facts(plan, limits))
    model = empty_model(library.LlamaForCausalLM, wanted, dtype)
    attentions = [(layer.self_attn, layer.self_attn.o_proj) for layer in model.model.layers]
    fill(model.model.embed_tokens.weight, model.lm_head.weight, attentions, matrices)
    return model
