"""Profiles as tables and files, of chosen layers and heads, from texts, and layer by layer."""

import gc
import importlib.util
import json
import sys
import threading
import time
import traceback
import tracemalloc

import numpy as np
import pytest
import torch

from rope_theory.core.errors import InvalidInput
from rope_theory.machines.profiles import HeadProfile, head_profile, stream_profile
from rope_theory.machines.profiles import model as model_module
from tests.tiny_models import LENGTH, tiny, token_ids


def needs(*packages):
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    return pytest.mark.skipif(bool(missing), reason=f"NOT RUN: {', '.join(missing)} (extra `tables`) is not installed")


@pytest.fixture(scope="module")
def whole():
    return head_profile(tiny("Llama, grouped"), token_ids(), (4, -1), frequencies=True)


# --- Layers, heads, texts


def test_chosen_layers_and_heads_are_those_of_the_whole_profile(whole):
    part = head_profile(tiny("Llama, grouped"), token_ids(), (4, -1), layers=[1], heads=(3, 0))
    assert part.numbers == [1] and part.heads == [0, 3] and part.layers == whole.layers[1:]
    assert np.array_equal(part.positional, whole.positional[1:, [0, 3]])
    assert np.array_equal(part.exclusion.variance, whole.exclusion.variance[1:, [0, 3]])
    columns = part.columns()
    assert set(columns["layer"]) == {1} and set(columns["head"]) == {0, 3} and part.summary()["layers"][0]["layer"] == 1


@pytest.mark.parametrize(
    "given, argument, says",
    [({"layers": [2]}, "layers", "at most 1"), ({"layers": []}, "layers", "at least one"), ({"heads": [4]}, "heads", "heads 0..3"),
     ({"heads": "0"}, "heads", "numbers from 0"), ({"layers": [-1]}, "layers", "at least 0"), ({"heads": 1}, "heads", "numbers from 0")],
)  # fmt: skip
def test_layers_and_heads_that_there_are_not_are_refused(given, argument, says):
    with pytest.raises(InvalidInput, match=says) as caught:
        head_profile(tiny("Llama, grouped"), token_ids(), **given)
    assert caught.value.argument == argument


class _Letters:
    """A tokenizer with a token for each letter."""

    def __call__(self, text):
        return {"input_ids": [ord(letter) - ord("a") for letter in text]}


def test_texts_and_what_a_tokenizer_returns_are_read_as_their_tokens():
    from transformers import BatchEncoding

    model = tiny("Llama")
    wanted = head_profile(model, [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]])
    padded = BatchEncoding({"input_ids": torch.tensor([[0, 1, 2, 3, 4, 0, 0], [0, 0, 5, 6, 7, 8, 9]]),
                            "attention_mask": torch.tensor([[1, 1, 1, 1, 1, 0, 0], [0, 0, 1, 1, 1, 1, 1]])})  # fmt: skip
    for inputs in (["abcde", "fghij"], padded, {"input_ids": [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]}):
        found = head_profile(model, inputs, tokenizer=_Letters())
        assert np.allclose(found.positional, wanted.positional, rtol=0, atol=1e-12)
    one = head_profile(model, "abcde", tokenizer=_Letters())
    assert np.allclose(one.positional, wanted.positional[:, :, :1], rtol=0, atol=1e-12)
    single = head_profile(model, BatchEncoding({"input_ids": [0, 1, 2, 3, 4], "attention_mask": [1] * 5}))
    assert np.allclose(single.positional, one.positional, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    "inputs, says",
    [("abcde", "text with its tokenizer"), ({"ids": [[1, 2, 3]]}, "hold input_ids"),
     ({"input_ids": [[1, 2, 3, 4]], "attention_mask": [[1, 0, 1, 1]]}, "its ones together"),
     ({"input_ids": [[1, 2, 3, 4]], "attention_mask": [[1, 1, 1]]}, "like input_ids")],
)  # fmt: skip
def test_texts_without_tokenizer_and_torn_masks_are_refused(inputs, says):
    with pytest.raises(InvalidInput, match=says):
        head_profile(tiny("Llama"), inputs)


# --- Tables and files


def test_a_saved_profile_is_the_same_when_it_is_loaded(whole, tmp_path):
    whole.save(tmp_path / "profile.json")
    found = HeadProfile.load(tmp_path / "profile.json")
    for key in ("scores", "terms", "planes", "effective"):
        assert np.array_equal(found.array(key), whole.array(key))
    assert found.summary() == whole.summary() and np.array_equal(found.frequencies, whole.frequencies)
    assert all(np.array_equal(values, found.columns()[key]) for key, values in whole.columns().items())
    part = head_profile(tiny("Llama"), token_ids(), layers=[1], heads=[2], leave_out=[1])
    part.save(tmp_path / "profile.json")
    again = HeadProfile.load(tmp_path / "profile.json")
    assert (again.numbers, again.heads, again.leave_out) == ([1], [2], (1,))


def _scores(data):
    return data["arrays"]["scores"]


FORGED = {
    "another format": lambda data: data.update(format="2"),
    "a key more": lambda data: data.update(more=1),
    "a shape that is not its numbers'": lambda data: _scores(data)["shape"].append(2),
    "another head": lambda data: data["heads"].append(4),
    "a query less": lambda data: data["queries"].pop(),
    "no scores": lambda data: data["arrays"].update(scores=None),
    "text for a score": lambda data: _scores(data)["values"].__setitem__(0, "0.5"),
    "terms of another size": lambda data: data["arrays"].update(terms=_scores(data)),
    "a layer without frequencies": lambda data: data["frequencies"].pop(),
}


@pytest.mark.parametrize("case", FORGED)
def test_a_file_that_is_no_saved_profile_is_refused(case, whole, tmp_path):
    path = tmp_path / "profile.json"
    whole.save(path)
    data = json.loads(path.read_text())
    FORGED[case](data)
    path.write_text(json.dumps(data))
    with pytest.raises(InvalidInput, match="profile"):
        HeadProfile.load(path)


@needs("pandas", "pyarrow", "polars")
def test_tables_of_all_kinds_hold_the_same_rows(whole, tmp_path):
    import pandas
    import polars
    import pyarrow
    from pyarrow import parquet

    columns = whole.columns()
    assert len(columns["layer"]) == whole.positional.size and columns["positional"].dtype == np.float64
    assert all(np.array_equal(columns[key], getattr(whole, key).ravel()) for key in ("effective", "spread", "norms"))
    row = {"layer": 1, "head": 2, "sample": 0, "query": LENGTH}
    whole.to_parquet(tmp_path / "scores.parquet")
    frames = {
        "pandas": whole.to_pandas(),
        "polars": whole.to_polars().to_pandas(),
        "polars by itself": polars.DataFrame(whole).to_pandas(),
        "arrow by itself": pyarrow.table(whole).to_pandas(),
        "parquet": pandas.read_parquet(tmp_path / "scores.parquet"),
    }
    for frame in frames.values():
        assert list(frame.columns) == list(columns)
        assert all(np.array_equal(frame[key], columns[key]) for key in columns)
        found = frame.query(" and ".join(f"{k} == {v}" for k, v in row.items()))
        assert found["symbolic"].tolist() == [whole.symbolic[1, 2, 0, 1]]
    assert parquet.read_schema(tmp_path / "scores.parquet").metadata[b"model"] == b"LlamaModel"


def test_a_missing_package_is_said_in_one_line(whole, monkeypatch):
    from rope_theory.core import packages

    def missing(name):
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(packages.importlib, "import_module", missing)
    for ask in (whole.to_pandas, whole.to_polars, whole.to_arrow, lambda: whole.to_parquet("x.parquet")):
        with pytest.raises(InvalidInput, match=r"pip install '\.\[tables\]'"):
            ask()


# --- Layer by layer


def test_streamed_layers_are_those_of_the_whole_profile(whole):
    model, ids = tiny("Llama, grouped"), token_ids()
    parts = list(stream_profile(model, ids, (4, -1), frequencies=True))
    assert [each.numbers for each in parts] == [[0], [1]] and all(each.samples == [0, 1] for each in parts)
    assert np.array_equal(np.concatenate([each.positional for each in parts]), whole.positional)
    assert np.array_equal(np.concatenate([each.frequencies for each in parts]), whole.frequencies)
    ragged = list(stream_profile(model, [*ids.tolist(), ids[0, :5].tolist()], batch_size=1, layers=[1]))
    assert [(each.numbers, each.samples) for each in ragged] == [([1], [0]), ([1], [1]), ([1], [2])]
    assert ragged[2].columns()["sample"].tolist() == [2] * 4


def _at_rest() -> bool:
    """Whether the thread that works waits to be asked for more: only then it has let go of what it handed over."""
    [thread] = [each for each in threading.enumerate() if each.name == "handed over"]
    frame = sys._current_frames().get(thread.ident)
    return any(each.f_code.co_name == "wait" for each, _ in traceback.walk_stack(frame))


def _peak(layers: int) -> tuple[int, int]:
    """Largest size of what Python and NumPy hold while layers are streamed, and of live profiles."""
    model, ids = tiny("Llama", num_hidden_layers=layers), token_ids(4, 30)
    queries = tuple(range(3, 31))
    live = 0
    for _ in stream_profile(model, ids[:1], queries):
        pass  # what is made once
    gc.collect()  # profiles of other tests that nobody holds any more: one more or less is no streamed layer
    gc.freeze()  # what there is already is not looked through for each layer
    tracemalloc.start()
    for part in stream_profile(model, ids, queries):
        assert part.positional.shape == (1, 4, 4, 28)
        while not _at_rest():
            time.sleep(0.001)
        live = max(live, sum(type(each) is HeadProfile for each in gc.get_objects()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    gc.unfreeze()
    return peak, live


def test_streaming_holds_one_layer_however_many_there_are():
    few, many = _peak(2), _peak(12)
    assert few[1] == many[1]
    assert many[0] < 1.25 * few[0]


def test_whole_profiles_hold_all_layers_so_that_the_test_above_can_fail(monkeypatch):
    kept = []
    right = model_module.handed_over
    monkeypatch.setattr(model_module, "handed_over", lambda work: (kept.append(each) or each for each in right(work)))
    few = _peak(2)
    kept.clear()
    many = _peak(12)
    assert many[1] >= few[1] + 10


def test_a_stream_that_is_left_leaves_the_model_as_it_was():
    model = tiny("Llama", attn_implementation="sdpa").train()
    stream = stream_profile(model, token_ids())
    next(stream)
    stream.close()
    assert model.training and model.config._attn_implementation == "sdpa"
    assert not any(module._forward_hooks for module in model.modules())
    assert not [each for each in threading.enumerate() if each.name == "handed over"]


def test_errors_of_a_stream_come_to_who_reads_it():
    with pytest.raises(InvalidInput, match="two earlier"):
        stream_profile(tiny("Llama"), token_ids(), 2)
    model = tiny("Llama")
    with torch.no_grad():
        model.model.layers[1].self_attn.k_proj.weight[0, 0] = torch.nan
    stream = stream_profile(model, token_ids())
    assert next(stream).numbers == [0]
    with pytest.raises(InvalidInput, match=r"finite logits of .*layers\.1"):
        next(stream)
