"""Families of instances, hypotheses and steps of derivations that several pages share, one module for each topic."""
