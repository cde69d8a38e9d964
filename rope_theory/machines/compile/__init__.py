"""The stacks as weights of ordinary transformers classes: their code untouched, their normalisation accounted for.

Reading order: `norms` (what RMSNorm and LayerNorm do to the β and the margin, and the constants that make up for
it), `frequencies` (the angles that a configuration gives), `llama`, `gptj` (the weights, put in place), `tokens`
(tokens and their numbers, kept in the model's configuration), `verify` (a model against the oracles).

Needs the extra `models` (torch, transformers, safetensors); nothing is imported from them before a function is
called.

Example:
    >>> model = to_llama("number", layers=4, length=17)
    >>> tokens = Tokens.of(model)
    >>> tokens.decode(model.generate(tokens.encode("C B A 1 4 1 3 2 1")))[-1]
    'C'
"""

from rope_theory.machines.compile.gptj import to_gptj
from rope_theory.machines.compile.llama import to_llama
from rope_theory.machines.compile.tokens import FILES, Tokens, load, save
from rope_theory.machines.compile.verify import RECIPE, verify

__all__ = ["FILES", "RECIPE", "Tokens", "load", "save", "to_gptj", "to_llama", "verify"]
