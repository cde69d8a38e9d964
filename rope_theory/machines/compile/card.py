"""What makes a compiled model's folder usable by itself: a tokenizer that AutoTokenizer finds, and a model card.

Plain data and text; nothing is imported from transformers or tokenizers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rope_theory.core.heads import Token
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
        "",
        "## Vouched for",
        "",
    ]
    if certificate is None:
        lines.append(
            f"Nothing is vouched for: there is no certificate, in {dtype} or in any other format. "
            f"`rope-theory compile --verify` says how many inputs of a sample are answered."
        )
    else:
        lines += [
            f"In {dtype}, and in no other format: {certificate['statement']}",
            "",
            f"That is certified by bounds through every layer (certificate.json; `rope-theory certify FOLDER` proves it anew, without "
            f"torch). Each weight may differ by {certificate['allowance']} units in the last place. Loading it in another format, or "
            "`model.to(…)` another format, leaves what is certified: in 16 bits that also rounds Llama's frequencies. transformers does not "
            f"warn of it; `{VOUCHED}` in config.json and generation_config.json names the format, and `rope-theory certify FOLDER "
            "--dtype FORMAT` says whether a proof goes through in another.",
            "",
            "It is trusted that",
            "",
            *(f"- {fact};" for fact in certificate["trusted"]),
        ]
    return "\n".join(lines) + "\n"
