"""Model types: what the classes of transformers do that a configuration file does not say.

`types.json` holds the defaults of their configuration classes (written by `tools/model_types.py`); the lists here say
what their attention does. `tests/test_supported.py` compares both with the classes themselves, layer by layer;
`compared.json` names the types where that was done (written by `tests/supported.py`).
"""

from __future__ import annotations

import functools
import json
from decimal import Decimal
from pathlib import Path

#: Plane k turns dimensions 2k and 2k+1 of the projected query, not k and k + rotary_dim/2.
ADJACENT = frozenset(
    "bailing_hybrid blt_local_decoder blt_local_encoder blt_patcher codegen cohere cohere2 cohere2_moe deepseek_v2 deepseek_v32 dots3_note_text ernie4_5 ernie4_5_moe ernie4_5_vl_moe_text glm glm4 glm4v_text "
    "glm_moe_dsa glm_ocr_text gptj helium llama4_text "
    "longcat_flash openai_privacy_filter".split()
)
#: The classes that read the rope type mrope, as default.
NAMED_MROPE = frozenset("qwen2_vl qwen2_vl_text qwen2_5_vl qwen2_5_vl_text".split())
#: M-RoPE whose axes have the planes in sections, and interleaved (tests/test_axes.py asks the classes).
IN_SECTIONS = frozenset("qwen2_vl_text qwen2_5_vl_text qwen2_5_omni_text".split())
INTERLEAVED = frozenset("qwen3_vl_text qwen3_vl_moe_text qwen3_5_text qwen3_5_moe_text".split())
#: The classes of these refuse a number of heads that does not divide the width, with a head_dim of their own, too.
DIVISIBLE = frozenset(
    "arcee aria_text cosmos3_edge_text cwm deepseek_ocr2_text deepseek_v2 dots3_note_audio_encoder dots3_note_vision_encoder esmc eurobert "
    "gemma2 gemma3_text gemma3n_text gpt_neox gradium_phonon_tts higgs_audio_v2 hrm_text hyperclovax internlm3 iquestcoder jais2 llama minicpm3 "
    "muse_glimmer_text muse_spark_text nemotron3_5_transcribe_asr_audio nemotron3_5_transcribe_word_timestamp nemotron3_diarization_audio neucodec "
    "pocket_tts t5_gemma_module t5gemma2_decoder t5gemma2_text ultrabert unlimited_ocr_text unlimited_ocr_vision_encoder vaultgemma xcodec2".split()
)
#: Layers that see everything do not rotate; those with a window do.
WINDOWS_ONLY = frozenset("afmoe cohere2 cohere2_moe flint muse_glimmer_text muse_spark_text".split())
#: The same, unless the model has no window at all: then every layer rotates.
WINDOWS_IF_ANY = frozenset("exaone4 exaone4_5_text exaone_moe kolibri1".split())
#: Without layer_types, a sliding_window is that of every layer.
ALL_SLIDE = frozenset(
    "blt_patcher doge mistral mixtral phi3 phi4_multimodal phimoe starcoder2 qwen3_moe ministral3 minimax openai_privacy_filter "
    "voxtral_realtime_text".split()
)
#: sliding_window is the number of keys on each side of the query.
TWO_SIDED = frozenset({"embedding_gemma2_text", "openai_privacy_filter", "ultrabert"})
#: sliding_window is the number of keys on both sides of the query, and itself.
BOTH_SIDES = frozenset({"t5gemma2_text"})
#: local_attention is twice the window; elsewhere half of it lies on each side of the query.
HALF_WINDOW = frozenset({"modernbert-decoder"})
#: Layers with a window turn by the plain rule; rope_scaling is for the others.
PLAIN_WINDOWS = frozenset("olmo3 gemma3_text gemma3n_text t5gemma2_decoder t5gemma2_text".split())
#: The same split, with a base and rope_scaling of each.
TWO_BASES = frozenset({"modernbert", "modernbert-decoder"})
#: The types whose class reads a base of single layer types, by its name.
LOCAL_BASES = {
    "rope_local_base_freq": PLAIN_WINDOWS - {"olmo3"},
    "local_rope_theta": TWO_BASES,
    "global_rope_theta": TWO_BASES,
}
#: Logits are q·k as they are.
UNSCALED = frozenset(
    "dia_decoder dia_encoder gemma3n_text gemma4_text gemma4_unified_text diffusion_gemma_text embedding_gemma2_text".split()
)
#: Logits are q·k/√query_pre_attn_scalar.
OWN_SCALAR = frozenset("gemma2 gemma3_text step3p5 t5gemma2_decoder t5gemma2_text vaultgemma".split())
#: Logits are multiplied by (1 + mscale_all_dim·ln(factor)/10)² once more, under any scaled rule.
MSCALE = frozenset(
    "axk1 axk2 bailing_hybrid deepseek_v2 deepseek_v3 deepseek_v32 glm4_moe_lite glm_moe_dsa hy_v4 longcat_flash "
    "minicpm3 mistral4 youtu".split()
)
#: Logits are capped by attn_logit_softcapping, unless it is null.
CAPPED = frozenset("gemma2 t5_gemma_module vaultgemma".split())
#: The class has that key; those that are not CAPPED do not use it.
READS_CAP = CAPPED | frozenset("gemma3_text t5gemma2_decoder t5gemma2_text".split())
#: A learned logit takes part in the softmax and is no key's; in some types only where the layer has a window.
SINKS = frozenset("flint gpt_oss granite_swa granitemoe_swa hy_v4 mimo_v2_flash openai_privacy_filter".split())
SINKS_IN_WINDOWS = frozenset({"mimo_v2_flash"})
#: Queries and keys are normalised.
NORMED = frozenset(
    "afmoe apertus beam chameleon diffusion_gemma_text doge dots1 embedding_gemma2_text esmc exaone4 exaone_moe flex_olmo flint "
    "gemma3_text gemma3n_text gemma4_text gemma4_unified_text gemma4_vision glm5_next_vision glm_ocr_vision hunyuan_v1_dense "
    "hunyuan_v1_moe hunyuan_vl_text hy_v3 kolibri1 laguna lfm2 lfm2_moe lfm3 lfm3_vl_vision mellum minimax_m2 minimax_m3_vl_text "
    "molmo2_text muse_glimmer_assistant muse_glimmer_text muse_spark_text nanochat nemotron3_5_transcribe_asr_audio "
    "nemotron3_5_transcribe_word_timestamp olmo2 olmo3 olmo_hybrid olmoe pe_audio_encoder qwen3 qwen3_5_moe_text qwen3_5_text "
    "qwen3_moe qwen3_next qwen3_omni_moe_talker_code_predictor qwen3_omni_moe_talker_text qwen3_omni_moe_text qwen3_vl_moe_text "
    "qwen3_vl_text qwen4_exp_text step3p5 t5gemma2_decoder t5gemma2_text timesfm2_5 zaya".split()
)
#: The same where a flag says so: the flag, and what the class has where the file is silent.
NORM_FLAGS = {
    "cohere": ("use_qk_norm", False),
    "glm4_moe": ("use_qk_norm", False),
    "llama4_text": ("use_qk_norm", True),
    "persimmon": ("qk_layernorm", True),
    "phi": ("qk_layernorm", False),
    "sapiens2": ("use_qk_norm", True),
    "stablelm": ("qk_layernorm", False),
}
#: Flags that mean it in a file of an unknown model type.
NORM_KEYS = ("use_qk_norm", "qk_norm", "qk_layernorm")
#: The norms have no weights: |q| = |k| = √head_dim.
NORMED_PLAIN = frozenset({"llama4_text", "nanochat"})
#: clip_qkv bounds each entry of queries and keys; in some types it stands in attn_config.
CLIPPED = frozenset({"olmo", "olmoe"})
CLIPPED_INSIDE = frozenset({"dbrx"})
#: The class does not read the rotary_dim that its files have.
NO_ROTARY_DIM = frozenset({"minimax_m3_vl_text"})
#: Queries and keys are normalised after the rotation, which takes the attention factor away.
NORMED_AFTER = frozenset("hunyuan_v1_dense hunyuan_v1_moe hunyuan_vl_text llama4_text nanochat".split())
#: The class keeps rope_scaling and does not use it.
UNSCALABLE = frozenset({"cohere2_moe", "esm"})
#: The base is in the class's code, and no key of a file sets it.
FIXED_BASE = {"codegen": 10000, "gptj": 10000}
#: The base on top is rotary_emb_base; rope_theta there is not read.
OWN_BASE_KEY = frozenset({"gpt_neox", "gpt_neox_japanese"})
#: A base alone in a file is that of the layers that see everything, or is told apart by its name.
BASE_ALONE = PLAIN_WINDOWS | TWO_BASES | OWN_BASE_KEY
#: Files give the base in attn_config; the class turns by the one on top, so the two must agree.
BASE_IN_ATTENTION = frozenset({"dbrx"})
#: layer_rope_theta says which layers turn; the base is rope_theta.
ONE_BASE = frozenset({"muse_glimmer_text", "muse_spark_text"})
#: The class does not read head_dim: it is hidden_size/num_attention_heads.
DIVIDED = frozenset({"deepseek_ocr2_text", "unlimited_ocr_text"})
#: No rotation in the class, whatever keys stand in the file.
UNTURNED = frozenset(
    "clvp_decoder glm5_next_text inkling2_text jamba moshi_depth nemotron_h nemo_speechlm videoprism_text_model".split()
)
#: Well-known types that do not rotate, and what they have instead: said in place of a name that theirs is near to.
WITHOUT = {
    kind: instead
    for instead, kinds in {
        "learned positions": "albert bart bert biogpt camembert distilbert electra gpt2 gpt_bigcode gpt_neo led mbart openai-gpt "
        "opt roberta whisper xlm-roberta",
        "sinusoidal positions": "ctrl m2m_100 marian pegasus xglm",
        "a bias or terms for relative positions": "deberta deberta-v2 longt5 mpnet mt5 switch_transformers t5 umt5 xlnet",
        "ALiBi, a bias on the distance": "bloom mpt",
        "no attention": "falcon_mamba mamba mamba2 rwkv",
    }.items()
    for kind in kinds.split()
}
#: Types that are refused, and why.
REFUSED: dict[str, str] = {
    "blt": "its encoder, global model and decoder have settings of their own",
    "deepseek_v4": "compressed layers turn at positions of their own",
    "mistral_large4_text": "numbers learned with its weights scale its frequencies, and positions its scores",
    "neomme": "its windows differ from layer to layer, and were not compared with its class",
    "roformer": "it turns by a table of its own, which no key sets and which was not compared",
    "zamba2": "its attention blocks are shared between layers",
}


@functools.cache
def _file() -> dict:
    return json.loads((Path(__file__).parent / "types.json").read_text(encoding="utf-8"), parse_float=Decimal)


@functools.cache
def compared() -> frozenset[str]:
    """The types whose configurations were read and compared with their own class (SUPPORTED.md: right)."""
    return frozenset(json.loads((Path(__file__).parent / "compared.json").read_text(encoding="utf-8")))


def version() -> str:
    """The version of transformers whose defaults are held."""
    return _file()["transformers"]


def row(model_type: object) -> dict | None:
    """What is known of a model type; None for one that transformers does not have (or that has no rotation)."""
    return _file()["types"].get(model_type) if isinstance(model_type, str) else None


def known() -> list[str]:
    """The model types that there is a row for."""
    return list(_file()["types"])


def text_type(model_type: object) -> str | None:
    """The type of the language model inside a type of several parts; the type itself otherwise.

    Example:
        >>> text_type("llava"), text_type("llama")
        ('llama', 'llama')
    """
    for _ in range(3):
        found = row(model_type)
        if found is None or found.get("text") in (None, model_type):
            break
        model_type = found["text"]
    return model_type if isinstance(model_type, str) else None
