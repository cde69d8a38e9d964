"""Profiles of real models: positional and symbolic scores of every head. Needs the extra `models`."""

from rope_theory.profiles.head_profile import head_profile
from rope_theory.profiles.load import load_model, load_tokenizer
from rope_theory.profiles.result import HeadProfile

__all__ = ["HeadProfile", "head_profile", "load_model", "load_tokenizer"]
