"""Rotary settings of a model, read from its Hugging Face `config.json`: nothing assumed, everything unknown refused.

Reading order: `source` (a file or a dict becomes checked keys), `keys` (typed access that remembers what was
read), `dialects` (older and newer spellings become one set of parameters per layer type), `rules` (the
frequencies of each rope type, exact), `reader` (`read_config`).
"""

from rope_theory.models.config.reader import LayerRope, RopeConfig, read_config
from rope_theory.models.config.rules import ROPE_TYPES, Rope, rope

__all__ = ["ROPE_TYPES", "LayerRope", "Rope", "RopeConfig", "read_config", "rope"]
