"""Scores of attention heads: how positional and how symbolic, in closed form (new.swap-scores)."""

from rope_theory.laws.exclusion import ExclusionTerms, exclusion_terms
from rope_theory.laws.scores.blocks import block_logits, block_scores
from rope_theory.laws.scores.gradients import differentiable_scores
from rope_theory.laws.scores.logits import content_logits, frequency_scores, plane_logits
from rope_theory.laws.scores.product import exclusion_terms_of_product
from rope_theory.laws.scores.pruned import PrunedScores, pruned_scores
from rope_theory.laws.scores.pure_heads import purity
from rope_theory.laws.scores.swaps import SwapScores, attention_weights, effective_swaps, swap_scores

__all__ = [
    "ExclusionTerms",
    "PrunedScores",
    "SwapScores",
    "attention_weights",
    "block_logits",
    "block_scores",
    "content_logits",
    "differentiable_scores",
    "effective_swaps",
    "exclusion_terms",
    "exclusion_terms_of_product",
    "frequency_scores",
    "plane_logits",
    "pruned_scores",
    "purity",
    "swap_scores",
]
