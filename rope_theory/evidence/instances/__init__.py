"""Families of instances and hypotheses that several pages share, one module for each topic."""
