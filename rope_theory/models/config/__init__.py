"""Rotary settings of a model, read from its Hugging Face `config.json`: nothing assumed, everything unknown refused.

Reading order: `source` (a file or a dict becomes checked keys), `keys` (typed access that remembers what was
read), `types` (what transformers' classes add to a file), `dialects` (older and newer spellings become one set of
parameters per layer type), `layers` (layer by layer: kind, window, rotation or none), `dimensions` (of a head), `rules` (the
frequencies of each rope type, exact), `rotary` (what was read: `RopeConfig`), `reader` (`read_config`), `table` (the layers in lines).
"""

from rope_theory.models.config.dialects import VOUCHED
from rope_theory.models.config.reader import read_config
from rope_theory.models.config.rotary import LayerRope, RopeConfig, Still
from rope_theory.models.config.rules import ROPE_TYPES, Rope, rope

__all__ = ["ROPE_TYPES", "VOUCHED", "LayerRope", "Rope", "RopeConfig", "Still", "read_config", "rope"]
