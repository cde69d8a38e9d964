"""The examples in the docstrings of rope_theory.core.tasks are true, and every public name has one."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

from rope_theory.core import tasks

MODULES = [f"{tasks.__name__}.{module.name}" for module in pkgutil.iter_modules(tasks.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_are_true(name):
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted > 0 and results.failed == 0


@pytest.mark.parametrize("name", tasks.__all__)
def test_public_function_has_an_example(name):
    public = getattr(tasks, name)
    if inspect.isfunction(public):
        assert ">>> " in public.__doc__, f"{name} has no example"


def test_tasks_import_the_standard_library_and_errors_only():
    import sys

    allowed = set(sys.stdlib_module_names) | {"rope_theory"}
    for name in MODULES:
        for line in inspect.getsource(importlib.import_module(name)).splitlines():
            if line.startswith(("import ", "from ")):
                module = line.split()[1]
                assert module.split(".")[0] in allowed, f"{name}: {line}"
                if module.startswith("rope_theory"):
                    assert module == "rope_theory.core.errors" or module.startswith("rope_theory.core.tasks."), line
