"""The examples in the docstrings are true (those of rope_theory.core.tasks are run in test_tasks_doctests.py)."""

import doctest
import importlib
import pkgutil

import pytest

import rope_theory

MODULES = [
    info.name
    for info in pkgutil.walk_packages(rope_theory.__path__, "rope_theory.")
    if not info.name.startswith(("rope_theory.core.tasks", "rope_theory.proofs", "rope_theory.laws.discrepancy"))
    and not info.name.endswith("__main__")
]


@pytest.mark.parametrize("name", ["rope_theory", *MODULES])
def test_docstring_examples_are_true(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize(
    "name",
    [
        "rope_theory",
        "rope_theory.core.angles",
        "rope_theory.core.rope",
        "rope_theory.core.constructions",
        "rope_theory.core.hops",
        "rope_theory.core.run_tasks",
        "rope_theory.machines.torch_model",
        "rope_theory.evidence.engines.symbolic",
    ],
)
def test_module_has_an_example(name):
    assert doctest.testmod(importlib.import_module(name)).attempted > 0


@pytest.mark.parametrize("name", sorted(set(rope_theory.__all__) - {"__version__"}))
def test_an_example_of_a_public_name_needs_the_name_and_its_own_imports_only(name):
    thing = getattr(rope_theory, name)
    for example in doctest.DocTestFinder().find(thing, name, globs={name: thing}):
        assert doctest.DocTestRunner().run(example).failed == 0, example.name
        imported = [each.source for each in example.examples if each.source.startswith("from rope_theory")]
        assert all(line.startswith("from rope_theory import ") for line in imported), imported
