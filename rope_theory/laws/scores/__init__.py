"""Scores of attention heads: how positional and how symbolic, in closed form (new.swap-scores)."""

from rope_theory.laws.exclusion import ExclusionTerms, exclusion_terms
from rope_theory.laws.scores.blocks import block_logits, block_scores
from rope_theory.laws.scores.logits import content_logits, frequency_scores, plane_logits
from rope_theory.laws.scores.pure_heads import purity
from rope_theory.laws.scores.swaps import SwapScores, attention_weights, effective_swaps, swap_scores

__all__ = [
    "ExclusionTerms",
    "SwapScores",
    "attention_weights",
    "block_logits",
    "block_scores",
    "content_logits",
    "effective_swaps",
    "exclusion_terms",
    "frequency_scores",
    "plane_logits",
    "purity",
    "swap_scores",
]
