"""What a file says that is not read, and what it leaves to be assumed: misspelt keys, unknown model types."""

from __future__ import annotations

from dataclasses import dataclass

from rope_theory.core.meant import meant, slip
from rope_theory.models.config import dialects, types
from rope_theory.models.config.keys import as_json
from rope_theory.models.config.logits import keys_of

#: Keys that are read, beside those of `dialects.KNOWN` (tests/test_config_misread.py compares with the code).
_READ = frozenset(
    "alibi attention_chunk_size attention_multiplier attn_config decoder decoder_config dtype full_attention_interval "
    "global_attn_every_n_layers global_head_dim head_dim hidden_size kv_channels layer_types layers_block_type local_attention "
    "max_position_embeddings max_window_layers model_type n_embd d_model n_head n_heads n_positions num_attention_heads num_hidden_layers "
    "num_key_value_heads original_max_position_embeddings per_layer_config position_embedding_type qk_nope_head_dim query_pre_attn_scalar seq_length "
    "sliding_window sliding_window_pattern text_config thinker_config torch_dtype use_dynamic_ntk use_sliding_window vlm_config".split()
)
#: Keys of the outer part that are not read where they are not those of the language model.
_OUTSIDE = (*dialects.BASES, *dialects.SHARES, "rope_parameters", "rope_scaling")


@dataclass(frozen=True)
class NotRead:
    """A key of the file that nothing was read from.

    Attributes:
        key: as it stands in the file.
        meant: the key that it misspells, as it seems, or None.
        why: said in its place, where the key is known and stands elsewhere.
    """

    key: str
    meant: str | None
    why: str = ""

    @property
    def doubtful(self) -> bool:
        """Whether the author of the file may have thought that it is read."""
        return bool(self.meant or self.why)

    def __str__(self) -> str:
        return f"not read: '{self.key}'" + (f"; did you mean {self.meant}?" if self.meant else f"; {self.why}")


#: Keys that give positions another meaning in some runtimes, and what is said of them.
MOVED = {"dual_chunk_attention_config": "positions are taken as they are, not by chunks"}


def moved_notes(found: tuple[NotRead, ...]) -> list[str]:
    """What pages and JSON say of the keys of `MOVED` in a file.

    Example:
        >>> moved_notes((NotRead("dual_chunk_attention_config", None, MOVED["dual_chunk_attention_config"]),))
        ["'dual_chunk_attention_config' is not read: positions are taken as they are, not by chunks"]
    """
    return [f"'{each.key}' is not read: {each.why}" for each in found if each.key in MOVED]


def keys_read(model_type: object) -> frozenset[str]:
    """The names of keys that are read for a model type, at the top of a file."""
    row = types.row(model_type) or {}
    return (
        _READ | set(dialects.KNOWN) | set(dialects.HARMLESS) | set(row.get("names", {}).values()) | keys_of(model_type)
    )


def not_read(raw: dict, data: dict) -> tuple[NotRead, ...]:
    """The keys of a file that nothing is read from, in its order.

    Args:
        raw: the file.
        data: the language model's settings in it, without defaults.

    Example:
        >>> settings = {"head_dim": 64, "rope_theta": 10000, "num_hiden_layers": 2}
        >>> [str(each) for each in not_read(settings, settings)]
        ["not read: 'num_hiden_layers'; did you mean num_hidden_layers?"]
    """
    known, found = keys_read(data.get("model_type")), {}
    names = sorted(
        name for name in {*_READ, *dialects.KNOWN, *keys_of(data.get("model_type"))} if not name.endswith("_config")
    )
    for settings in (raw, data):
        for key, value in settings.items():
            if value is not None and key not in known:
                found[key] = NotRead(key, slip(key, names) if not key.startswith("_") else None, MOVED.get(key, ""))
    inner = next((name for name in dialects.parts_of(raw) if isinstance(raw.get(name), dict)), None)
    for key in _OUTSIDE if inner else ():
        if raw.get(key) is not None and raw[key] != data.get(key):
            found[key] = NotRead(
                key, None, f"for the language model {inner}.{key} is, and it is {_said(raw[inner].get(key))}"
            )
    return tuple(found.values())


def _said(value: object) -> str:
    return "not given" if value is None else str(as_json(value, 40))


def assumed(data: dict, pairing: str | None, mscaled: bool = False) -> tuple[str, ...]:
    """A note on what is taken for granted of a model type whose class is not known here: nothing, where it is.

    Args:
        data: the language model's settings.
        pairing: of its layers that rotate.
        mscaled: whether the file's mscale_all_dim multiplies their logits.
    """
    model_type = data.get("model_type")
    if types.row(model_type) is not None:
        return ()
    silent = {key for key in keys_read(None) if data.get(key) is None}
    facts = []
    if {
        "layer_types",
        "layers_block_type",
        "per_layer_config",
        "no_rope_layers",
        "no_rope_layer_interval",
        "layer_rope_theta",
    } <= silent:
        facts.append("all layers are alike and rotate")
    if {"sliding_window", "layer_types", "layers_block_type"} <= silent:
        facts.append("each sees everything before")
    if {"head_dim", "kv_channels", "qk_rope_head_dim"} <= silent:
        facts.append("head_dim is hidden_size/num_attention_heads")
    inner = data.get("rope_parameters") or data.get("rope_scaling") or {}
    if {*dialects.SHARES, "rotary_dim"} <= silent and not any(key in inner for key in dialects.SHARES):
        facts.append("whole heads turn")
    if {"query_pre_attn_scalar", "attention_multiplier"} <= silent:
        dim = "head_dim" if data.get("qk_rope_head_dim") is None else "(qk_nope_head_dim + qk_rope_head_dim)"
        facts.append(f"logits are divided by √{dim}" + ", times the square of the mscale of mscale_all_dim" * mscaled)
    said = (
        "no model_type in the file" if model_type is None else f"model type '{model_type}' is none whose class is known"
    )
    near = "" if model_type is None else meant(model_type, types.known(), most=1, cutoff=0.75)
    which = "" if pairing else "; which dimensions make a pair is not known"
    return (f"{said}{near}, so nothing is taken from its class; assumed: {', '.join(facts) or 'nothing'}{which}",)
