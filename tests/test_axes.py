"""Which axis turns which plane: against the classes of transformers, and what the reader says of images."""

import importlib
from types import SimpleNamespace

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.laws.axes import in_sections, interleaved, planes_of, slowest
from rope_theory.models.config import read_config, types

SECTIONS = ([16, 24, 24], [24, 20, 20], [22, 21, 21], [2, 31, 31], [64, 0, 0], [0, 40, 24])


def owners(model_type, sections):
    """The axis of each plane as the model's own rotary class composes it: frequencies that are the axis's number."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    folder = model_type.removesuffix("_text")
    module = importlib.import_module(f"transformers.models.{folder}.modeling_{folder}")
    [rotary] = {
        each
        for name in dir(module)
        if name.endswith("RotaryEmbedding")
        and "Vision" not in name
        and hasattr(each := getattr(module, name), "recomposition_frequencies")
    }
    numbers = torch.arange(3.0)[:, None, None, None].expand(3, 1, 1, sum(sections)).clone()
    composed = rotary.recomposition_frequencies(SimpleNamespace(mrope_section=sections), numbers)
    return [int(axis) for axis in composed[0, 0, : sum(sections)]]


@pytest.mark.parametrize("sections", SECTIONS, ids=str)
@pytest.mark.parametrize("model_type", sorted(types.IN_SECTIONS | types.INTERLEAVED))
def test_axes_are_those_of_the_class_of_the_model_type(model_type, sections):
    law = in_sections if model_type in types.IN_SECTIONS else interleaved
    assert law(sections) == owners(model_type, sections)


def test_the_two_laws_differ():
    assert in_sections([16, 24, 24]) != interleaved([16, 24, 24]) != interleaved([24, 20, 20])
    assert planes_of(in_sections([16, 24, 24])) == (16, 24, 24) and slowest([0, 0], 1) is None


@pytest.mark.parametrize("bad", ([1, 2], [1, -1, 2], [1.5, 1, 1]))
def test_sections_that_are_none_are_refused(bad):
    with pytest.raises(InvalidInput, match="sections"):
        interleaved(bad)


def note(model_type, sections, **more):
    inner = {"rope_type": "default", "rope_theta": 1e6, "mrope_section": sections}
    found = read_config({"model_type": model_type, "head_dim": 128, "rope_parameters": inner, **more}).notes
    return next((each for each in found if each.startswith(("in images", "mrope_section adds"))), None)


def test_reader_says_what_each_axis_gets_and_how_far_it_reaches():
    said = note("qwen2_5_vl_text", [16, 24, 24])
    assert "time 16 planes, longest wavelength 160.114; height 24 planes, longest wavelength 28472.8; width 24" in said
    said = note("qwen3_vl_text", [16, 24, 24])
    assert "time 22 planes, longest wavelength 5.06326e+06; height 21 planes" in said
    assert note("qwen3_vl_text", [64, 0, 0]).endswith("height 0 planes; width 0 planes (new.mrope.sum)")
    assert note("llama", [16, 24, 24]) is None


@pytest.mark.parametrize("sections", ([16, 24, 20], [0, 24, 20], [16, 40, 40], [16, 64, 64]), ids=str)
def test_sections_that_do_not_add_up_are_said_and_read_as_the_class_reads_them(sections):
    """The class does not look at the first number; height and width end with the planes."""
    inner = {"rope_type": "default", "rope_theta": 1e6, "mrope_section": sections}
    notes = read_config({"model_type": "qwen3_vl_text", "head_dim": 128, "rope_parameters": inner}).notes
    assert any(
        each.startswith(f"mrope_section adds up to {sum(sections)}, and the number of planes is 64") for each in notes
    )
    counts = [len(range(axis, min(64, 3 * sections[axis]), 3)) for axis in (1, 2)]
    said = next(each for each in notes if each.startswith("in images"))
    assert f"time {64 - sum(counts)} planes" in said and f"height {counts[0]} planes" in said
    assert f"width {counts[1]} planes" in said


@pytest.mark.parametrize("sections", ([16, 24, 23], [16, 24, 25], [0, 0, 0]), ids=str)
@pytest.mark.parametrize("model_type", sorted(types.IN_SECTIONS))
def test_sections_that_a_class_cannot_split_are_refused(model_type, sections):
    """torch.split, by which the class takes its planes, fails there as well."""
    with pytest.raises(
        InvalidInput, match=f"mrope_section must add up to the number of planes, 64.*in all {sum(sections)}"
    ):
        note(model_type, sections)


def test_sections_of_a_file_that_are_no_numbers_are_one_error():
    for bad in ("16,24,24", [16, 24], [16, 24, "24"], [16, True, 24], [-1, 24, 24]):
        with pytest.raises(InvalidInput, match="mrope_section must be three whole numbers"):
            note("qwen3_vl_text", bad)
