"""What makes a compiled model's folder usable by itself: a tokenizer that AutoTokenizer finds, and a model card.

Plain data and text; nothing is imported from transformers or tokenizers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rope_theory.core.heads import Token
from rope_theory.core.words import counted
from rope_theory.models.config import VOUCHED

PADDING = "<pad>"
TOKENIZER, TOKENIZER_CONFIG, CARD = "tokenizer.json", "tokenizer_config.json", "README.md"
CERTIFICATE = "certificate.json"
_TASKS = {
    "number": "Letters, then integers. The answer is the letter at the end of a path: from the last integer as many positions back "
    "as it says, and so on until a letter is reached.",
    "letter": "Letter-integer pairs, then letter pairs. The answer is the letter-integer pair at the end of a path: from the last "
    "pair to the token whose left letter is its right letter, and so on.",
    "previous": "Letters. The answer is the letter as many positions back as the model has layers, or the first.",
}
_EXAMPLES = {"number": "B A 1 2", "letter": "A1 BA", "previous": "A B A"}


def tokenizer(vocabulary: Sequence[Token]) -> dict[str, Any]:
    """tokenizer.json: words between spaces, token number k is vocabulary[k]; a word that is none is an error, not a token.

    The padding token comes after the last.

    Example:
        >>> tokenizer(("A", 1))["model"]["vocab"]
        {'A': 0, '1': 1, '<pad>': 2}
    """
    words = [*map(str, vocabulary), PADDING]
    special = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [{"id": len(vocabulary), "content": PADDING} | special],
        "normalizer": None,
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "post_processor": None,
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": {word: k for k, word in enumerate(words)}, "unk_token": "<unknown>"},
    }


def tokenizer_config(length: int) -> dict[str, Any]:
    """tokenizer_config.json: padding stands on the left, where it moves no distance."""
    return {
        "model_max_length": length,
        "pad_token": PADDING,
        "padding_side": "left",
        "tokenizer_class": "PreTrainedTokenizerFast",
    }


def allowed(allowance: int) -> str:
    """How far weights may be from those of a certificate, as a sentence.

    Example:
        >>> allowed(1)
        'Each weight may differ by 1 unit in the last place; zeros stay zero.'
    """
    if not allowance:
        return "The weights must be exactly these."
    return f"Each weight may differ by {counted(allowance, 'unit')} in the last place; zeros stay zero."


def guarantee(certificate: Mapping[str, Any], folder: str) -> dict[str, str]:
    """What a compiled model's certificate says, where, what it does not say, and how to check it: a heading and sentences each.

    Args:
        certificate: as `rope_theory.machines.certificates` writes it for a folder.
        folder: how the commands name the folder.
    """
    dtype, length, layers = (certificate["model"][name] for name in ("dtype", "length", "layers"))
    hops = "" if certificate["model"]["task"] == "previous" else f", or with more than {counted(layers, 'hop')}"
    return {
        "Guaranteed": f"In {dtype}, and in no other format: {certificate['statement']}",
        "Where": f"Loaded as it was saved, on any device whose kernels (this is trusted) sum products in float32 or wider, in any order, "
        f"without TF32: eager attention or sdpa, in batches, padded on the left, with a cache of keys and values. {allowed(certificate['allowance'])}",
        "Not guaranteed": f"Another format ({VOUCHED} in config.json names the one); inputs of more than {length} tokens{hops}, or that "
        "the task does not allow; other programs than the model class of transformers (ONNX, GGUF). Nothing is said of trained models.",
        "Check it": f"`rope-theory certify {folder}` proves it anew from the weights, by bounds through every layer, without torch; "
        f"`rope-theory compile --from {folder} --verify 1000` runs 1000 inputs; `rope-theory certify {folder} --dtype FORMAT` tries the "
        "proof for another format.",
    }


def card(kind: str, entry: Mapping[str, Any], dtype: str, certificate: Mapping[str, Any] | None) -> str:
    """README.md: the construction, what is claimed of it, how to use it.

    Args:
        kind: the model class.
        entry: the configuration's entry.
        dtype: of the weights.
        certificate: as `rope_theory.machines.certificates` writes it, or None.
    """
    task, layers, length = entry["task"], entry["layers"], entry["length"]
    words = entry["vocabulary"].split()
    if certificate is None:
        vouched = [
            f"**Nothing is vouched for**: there is no certificate, in {dtype} or in any other format. "
            "`rope-theory compile --from FOLDER --verify 1000` says how many inputs of a sample are answered."
        ]
    else:
        vouched = [f"- **{name}.** {said}" for name, said in guarantee(certificate, "FOLDER").items()]
    lines = [
        "---",
        "library_name: transformers",
        "pipeline_tag: text-generation",
        "---",
        "",
        f"# {kind}, {task} task, {layers} layers, constructed",
        "",
        f"The weights were computed, not trained. {_TASKS[task]} Inputs of up to {length} tokens, paths of up to {layers} hops; "
        "the answer is the next token.",
        "",
        *vouched,
        "",
        "## Use",
        "",
        "```python",
        "from transformers import AutoModelForCausalLM, AutoTokenizer",
        "tokenizer = AutoTokenizer.from_pretrained(FOLDER)",
        f"model = AutoModelForCausalLM.from_pretrained(FOLDER)  # in {dtype}, as saved",
        f'made = model.generate(**tokenizer("{_EXAMPLES[task]}", return_tensors="pt"))',
        "print(tokenizer.decode(made[0, -1]))",
        f"print(model.dtype, 'vouched for:', model.config.{VOUCHED})",
        "```",
        "",
        "## Construction",
        "",
        f"One head per layer. Each token of a path attends to the next; its answer, held as {entry['code']} code, comes one hop "
        f"nearer per layer. Before norms a target leads its rivals by {entry['gap']:.6g}; β and a constant in the residual stream make "
        "up for what the norms take. All MLPs are zero. `rope_theory` (`rope-theory compile`) made it.",
        "",
        f"{len(words)} tokens, and one that pads (on the left): {' '.join(words[:4])} … {words[-1]}",
    ]
    if certificate is not None:
        lines += [
            "",
            "## Another format",
            "",
            "Loading it in another format, or `model.to(…)` another format, leaves what is certified: in 16 bits that also rounds Llama's "
            "frequencies. transformers does not warn of it.",
            "",
            "## Trusted",
            "",
            "It is trusted that",
            "",
            *(f"- {fact};" for fact in certificate["trusted"]),
        ]
    return "\n".join(lines) + "\n"
