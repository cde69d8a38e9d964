"""The tokenizer of a GGUF file, built with the library `tokenizers` from the vocabulary and the merges that it holds.

Two kinds are built: byte-level BPE, where the file names a way of splitting text that is known here, and the
SentencePiece vocabulary of Gemma 3. Of any other kind nothing is written; models can then be given token ids.
"""

from __future__ import annotations

from typing import Any

#: How text is split before byte-level BPE, by the name in the file; "" is the split of GPT-2 itself.
_CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_AFTER_NUMBERS = r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
_SPLITS = {
    "gpt-2": "",
    "smollm": "",  # each digit alone, then GPT-2's
    "llama-bpe": _CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}" + _AFTER_NUMBERS,
    "qwen2": _CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}" + _AFTER_NUMBERS,
}
#: Kinds of tokens in GGUF.
_CONTROL, _USER_DEFINED = 3, 4


def tokenizer_of(architecture: str, fields: dict[str, Any]) -> tuple[Any, str]:
    """(tokenizer, "written"), or (None, why there is none).

    Args:
        architecture: as the file names it.
        fields: the file's keys and values.
    """
    kind, split = fields.get("tokenizer.ggml.model"), fields.get("tokenizer.ggml.pre")
    tokens: Any = fields.get("tokenizer.ggml.tokens")
    if not _texts(tokens) or len(set(tokens)) != len(tokens):
        return None, "none: the file holds no vocabulary, or one with a token twice"
    if kind == "gpt2" and split in _SPLITS and _texts(fields.get("tokenizer.ggml.merges")):
        made = _byte_level(tokens, fields["tokenizer.ggml.merges"], split)
    elif kind == "llama" and architecture == "gemma3":
        made = _gemma(tokens, _token(fields, "unknown"))
    else:
        return None, f"none: {kind} with the split {split} is not built here"
    return _finished(made, tokens, fields), "written"


def _texts(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 0 and all(isinstance(each, str) for each in value)


def _byte_level(tokens: list[str], merges: list[str], split: str):
    from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

    pairs = [(left, right) for left, _, right in (merge.partition(" ") for merge in merges)]
    vocabulary = {token: k for k, token in enumerate(tokens)}
    made = Tokenizer(models.BPE(vocab=vocabulary, merges=pairs, ignore_merges=split == "llama-bpe"))
    own = _SPLITS[split]
    parts: list[Any] = [pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=not own)]
    if own:
        parts.insert(0, pre_tokenizers.Split(Regex(own), behavior="isolated"))
    if split == "smollm":
        parts.insert(0, pre_tokenizers.Digits(individual_digits=True))
    if split == "qwen2":
        made.normalizer = normalizers.NFC()
    made.pre_tokenizer, made.decoder = pre_tokenizers.Sequence(parts), decoders.ByteLevel()
    return made


def _gemma(tokens: list[str], unknown: int | None):
    """The file holds no merges: each way to cut a token into two others is one, tokens that come first go first."""
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

    spelt = ["\u2581" * len(token) if token and not token.strip(" ") else token for token in tokens]
    vocabulary = {token: k for k, token in enumerate(spelt)}
    pairs = []
    for token in spelt:
        cuts = [(token[:k], token[k:]) for k in range(1, len(token))]
        known = [cut for cut in cuts if cut[0] in vocabulary and cut[1] in vocabulary]
        pairs += sorted(known, key=lambda cut: (len(cut[0]), len(cut[1])), reverse=True)
    made = Tokenizer(
        models.BPE(
            vocab=vocabulary,
            merges=pairs,
            unk_token=None if unknown is None else spelt[unknown],
            fuse_unk=True,
            byte_fallback=True,
        )
    )
    made.normalizer = normalizers.Replace(" ", "\u2581")
    made.pre_tokenizer = pre_tokenizers.Split(" ", behavior="merged_with_previous")
    made.decoder = decoders.Sequence([decoders.Replace("\u2581", " "), decoders.ByteFallback(), decoders.Fuse()])
    return made


def _finished(made, tokens: list[str], fields: dict[str, Any]):
    """With the file's special tokens, each whole in a text, and the first token where the file asks for it."""
    from tokenizers import AddedToken, processors
    from transformers import PreTrainedTokenizerFast

    kinds = fields.get("tokenizer.ggml.token_type") or []
    named = list(zip(tokens, kinds, strict=False))
    vocabulary = made.get_vocab()
    made.add_special_tokens([AddedToken(each, normalized=False) for each, kind in named if kind == _CONTROL])
    made.add_tokens(
        [AddedToken(each, normalized=False) for each, kind in named if kind == _USER_DEFINED and each in vocabulary]
    )
    first = _token(fields, "bos")
    if fields.get("tokenizer.ggml.add_bos_token") is True and first is not None:
        made.post_processor = processors.TemplateProcessing(
            single=f"{tokens[first]} $A",
            pair=f"{tokens[first]} $A {tokens[first]} $B",
            special_tokens=[(tokens[first], first)],
        )
    names = {"bos": "bos_token", "eos": "eos_token", "unknown": "unk_token", "padding": "pad_token"}
    special = {setting: tokens[k] for key, setting in names.items() if (k := _token(fields, key)) is not None}
    return PreTrainedTokenizerFast(tokenizer_object=made, clean_up_tokenization_spaces=False, **special)


def _token(fields: dict[str, Any], name: str) -> int | None:
    value = fields.get(f"tokenizer.ggml.{name}_token_id")
    return value if isinstance(value, int) and 0 <= value < len(fields["tokenizer.ggml.tokens"]) else None
