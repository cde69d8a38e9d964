"""Every example in rope_theory/laws/discrepancy runs and ends in the identity it shows."""

import doctest
import importlib
import pkgutil

import pytest

import rope_theory.laws.discrepancy as package

MODULES = sorted(module.name for module in pkgutil.iter_modules(package.__path__))


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name):
    outcome = doctest.testmod(importlib.import_module(f"{package.__name__}.{name}"))
    assert outcome.failed == 0
    assert outcome.attempted > 0, f"{name} shows no example"
