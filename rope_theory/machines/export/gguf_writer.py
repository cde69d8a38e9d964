"""A compiled Llama as a GGUF file: the package `gguf` writes it, and what is read back is asked beside the original.

llama.cpp's own converter takes no tokenizer that it does not know by its hash, and knows none of words; so the file is written
here. Every token is a user-defined one with a space before it, which llama.cpp cuts out of a text before anything else.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from rope_theory.core.errors import require
from rope_theory.core.files import write_bytes
from rope_theory.core.layouts import convert_projection
from rope_theory.machines.compile.card import PADDING
from rope_theory.machines.compile.extra import quiet
from rope_theory.machines.compile.tokens import Tokens, format_of, load
from rope_theory.machines.export.inputs import SAMPLE, Agreement, compare
from rope_theory.machines.pretrained.gguf_file import convert, require_gguf


def export_gguf(directory: str | Path, out: Path, *, sample: int = SAMPLE, seed: int = 2026) -> Agreement:
    """Write a compiled Llama as GGUF in float32: rows of query and key in llama.cpp's order, base and eps in float32.

    The file is read back, into transformers' class, and compared before it is put in place. llama.cpp reads a text with a
    space before every token, also the first. The certificate is for the model class in torch, not for llama.cpp, which keeps its
    cache in float16 unless told otherwise.

    Args:
        directory: a folder of `compile --class llama`, in float32.
        out: the file.
        sample, seed: of the comparison, see `rope_theory.machines.export.inputs`.

    Returns:
        how what was read back compared; where that does not hold, nothing is written.

    Raises:
        InvalidInput: a package is missing, no folder of ours, another class or format, or a path that cannot be written.
    """
    import torch
    from transformers import LlamaForCausalLM

    gguf = require_gguf()
    model = load(directory)
    kind, dtype = type(model).__name__, format_of(model)
    rule = "must hold a LlamaForCausalLM in float32 to be exported (llama.cpp has no GPT-J)"
    require((kind, dtype) == ("LlamaForCausalLM", "float32"), "directory", rule, f"{kind} in {dtype}")
    with tempfile.TemporaryDirectory() as folder:
        file, back = Path(folder) / "model.gguf", Path(folder) / "back"
        back.mkdir()
        _write(gguf, model, file)
        convert(file, back)
        with quiet():
            again = LlamaForCausalLM.from_pretrained(
                back, local_files_only=True, trust_remote_code=False, dtype=torch.float32
            )

        def run(ids, mask):
            with torch.inference_mode():
                return again(input_ids=ids, attention_mask=mask, use_cache=False).logits[:, -1]

        found = compare(model, run, masked=True, sample=sample, seed=seed)
        if found.holds:
            write_bytes(out, file.read_bytes())
    return found


def _write(gguf: Any, model: Any, file: Path) -> None:
    tokens, config = Tokens.of(model), model.config
    words = [f" {token}" for token in tokens.vocabulary] + [PADDING]
    types = [gguf.TokenType.USER_DEFINED] * len(tokens.vocabulary) + [gguf.TokenType.CONTROL]
    writer = gguf.GGUFWriter(file, "llama")
    writer.add_name(f"{tokens.task} task, {config.num_hidden_layers} layers, constructed")
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_key_length(config.head_dim)
    writer.add_value_length(config.head_dim)
    writer.add_rope_dimension_count(config.head_dim)
    writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_vocab_size(config.vocab_size)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(words)
    writer.add_token_scores([0.0] * len(words))
    writer.add_token_types(types)
    writer.add_pad_token_id(len(tokens.vocabulary))
    for add in (writer.add_add_bos_token, writer.add_add_eos_token, writer.add_add_space_prefix):
        add(False)
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.LLAMA, config.num_hidden_layers)
    for key, weight in model.state_dict().items():
        stem, _, suffix = key.rpartition(".")
        if stem.endswith(("q_proj", "k_proj")):
            weight = convert_projection(weight, config.num_attention_heads, to="adjacent")
        writer.add_tensor(f"{names.get_name(stem)}.{suffix}", weight.contiguous().numpy())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
