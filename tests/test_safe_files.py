"""Safe to point at anything: one named test for each promise about files from elsewhere."""

import ast
import importlib.util
import json
import os
import shutil
from pathlib import Path

import pytest

from rope_theory.core.errors import LONGEST, InvalidInput
from rope_theory.core.files import inside
from rope_theory.core.json_files import check, maybe, number, read_json, whole
from rope_theory.core.prompts import read_ids
from rope_theory.faces.cli import main
from rope_theory.machines.certificates import check_head
from rope_theory.machines.long_context.receipts import FOLDER, read_receipt
from rope_theory.machines.long_context.sweeps import read_rows
from rope_theory.machines.training import compare
from rope_theory.machines.training import receipts as training
from rope_theory.machines.training.recipe import TrainingRecipe
from rope_theory.models.config import read_config
from tests.hostile import one_line

ROOT = Path(__file__).parents[1]
HOSTILE = "x\x1b[31m\u202e\x9b\nnote: all is well"
MODELS = all(importlib.util.find_spec(name) for name in ("torch", "transformers", "safetensors"))
needs_models = pytest.mark.skipif(
    not MODELS, reason="NOT RUN: torch and transformers (extra `models`) are not installed"
)
RECEIPT = sorted(FOLDER.glob("*.json"))[0]
RUN = compare.RUNS / "number-small"


# --- what is shown


@pytest.mark.parametrize(
    "argument, rule, value", [(HOSTILE, "must be x", 1), ("a", f"must be {HOSTILE}", 1), ("a", "must", HOSTILE)]
)
def test_an_error_is_one_line_that_a_terminal_can_show(argument, rule, value):
    text = str(InvalidInput(argument, rule, value))
    assert text.isprintable() and "note: all is well" in text


@pytest.mark.parametrize("value", ["y" * 10**6, 10**5000, [[["z" * 9]] * 10**5]], ids=["text", "whole number", "lists"])
def test_an_error_shows_the_beginning_of_a_long_value(value):
    assert len(str(InvalidInput("a" * 10**5, "must be short", value))) < 3 * LONGEST


def test_receipt_of_a_hostile_machine_is_shown_escaped(tmp_path, capsys):
    data = json.loads(RECEIPT.read_text(encoding="utf-8"))
    name = data["machine"]["device_name"]
    text = json.dumps(data).replace(json.dumps(name)[1:-1], json.dumps(name + HOSTILE)[1:-1])
    (tmp_path / "run.json").write_text(text)
    assert main(["run-long", "--show-receipts", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert all(line.isprintable() for line in said.splitlines()) and "\nnote" not in said and r"x\x1b[31m" in said


def test_quotations_show_a_paper_escaped(tmp_path, capsys):
    page = f"arXiv:2605.31558v1 {HOSTILE} there is no such sentence here"
    (tmp_path / "paper.txt").write_text(page, encoding="utf-8")
    assert main(["quotes", "--paper", str(tmp_path / "paper.txt"), "--as", "U26", "--claim", "u26.rem31b"]) == 1
    assert all(line.isprintable() for line in capsys.readouterr().out.splitlines())


def test_a_receipts_numbers_are_called_its_claims(tmp_path, capsys):
    shutil.copy(RECEIPT, tmp_path)
    assert main(["run-long", "--show-receipts", str(tmp_path)]) == 0
    assert "claimed by the receipt" in capsys.readouterr().out
    assert main(["train", "compare"]) == 0
    assert "as the files of the runs claim them" in capsys.readouterr().out


@pytest.mark.parametrize(
    "change, rule",
    [
        (lambda r: r.update(decoded=r["checked"] + 1, accuracy=(r["checked"] + 1) / r["checked"]), "accuracy must be"),
        (lambda r: r.update(first_failure=3), "first_failure must be null"),
        (lambda r: r["throughput"].update(tokens_per_second=1e6), "tokens_per_second must be checked/seconds"),
        (lambda r: r.update(peak_memory="much"), "peak_memory must be a whole number"),
        (lambda r: r["predicted"].pop("because"), "predicted must hold"),
    ],
)
def test_a_receipts_numbers_that_can_be_recomputed_are(change, rule, tmp_path):
    data = json.loads(RECEIPT.read_text(encoding="utf-8"))
    change(data["results"])
    (tmp_path / "run.json").write_text(json.dumps(data))
    with pytest.raises(InvalidInput, match=rule):
        read_receipt(tmp_path / "run.json")


# --- what is read


def run_folder(path: Path):
    """The receipt of training whose run.json this is."""
    folder = path.parent / "run"
    shutil.copytree(RUN, folder, dirs_exist_ok=True)
    shutil.copy(path, folder / "run.json")
    return training.read(folder)


def compiled(path: Path):
    """The compiled model whose config.json this is."""
    from rope_theory.machines.compile import load

    folder = path.parent / "model"
    folder.mkdir(exist_ok=True)
    (folder / "model.safetensors").write_bytes(b"\0" * 8)
    shutil.copy(path, folder / "config.json")
    return load(folder)


READERS = {
    "configuration": read_config,
    "token ids": read_ids,
    "receipt": read_receipt,
    "table of a sweep": read_rows,
    "run of training": run_folder,
    "certificate of a head": check_head,
    "compiled model": pytest.param(compiled, marks=needs_models),
}
BROKEN = {
    "deep lists": "[" * 100_000 + "]" * 100_000,
    "deep objects": '{"a":' * 25 + "1" + "}" * 25,
    "huge exponent": '{"schema": 1e99999999999999999999, "rope_theta": 1e99999999999999999999, "head_dim": 64}',
    "no number": '{"rope_theta": NaN, "head_dim": 64}',
    "thousands of digits": '{"rope_theta": ' + "9" * 5000 + "}",
    "a key twice": '{"a": 1, "a": 2}',
    "a text": '"text"',
    "null": "null",
    "nothing": "",
    "half": '{"a": [1, 2',
    "binary": "\x00\x01\x02",
    "a terminal sequence": json.dumps({HOSTILE: HOSTILE, "rope\x1b": 1, "schema": HOSTILE}),
    "wrong types": '{"rope_theta": [], "head_dim": {}, "recipe": 3, "schema": [], "rope_theory": 5}',
}


@pytest.mark.parametrize("case", BROKEN)
@pytest.mark.parametrize(
    "reader", [value if name == "compiled model" else pytest.param(value, id=name) for name, value in READERS.items()]
)
def test_a_broken_file_is_one_named_error(reader, case, tmp_path):
    path = tmp_path / "file.json"
    path.write_text(BROKEN[case], encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        reader(path)
    one_line(caught.value)


@pytest.mark.parametrize("name", training.FILES)
def test_a_table_of_a_run_with_a_missing_column_is_one_named_error(name, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(RUN, folder)
    path = folder / name
    text = path.read_text(encoding="utf-8")
    path.write_text("{}" if name == "run.json" else "\n".join(line.rpartition(",")[0] for line in text.splitlines()))
    with pytest.raises(InvalidInput) as caught:
        training.read(folder)
    one_line(caught.value)


def test_a_file_of_another_kind_is_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    for path in (tmp_path / "pipe.json", tmp_path, Path("/dev/zero"), tmp_path / "null\0byte"):
        with pytest.raises(InvalidInput):
            read_json("ids", path)
    with (tmp_path / "large.json").open("wb") as file:
        file.truncate(5 << 20)
    with pytest.raises(InvalidInput, match="at most"):
        read_json("receipt", tmp_path / "large.json")


def test_a_form_is_exact():
    form = {"seed": whole(0, 9), "at": {"loss": maybe(number(0))}}
    check("run", {"seed": 9, "at": {"loss": None}}, form)
    for bad in (
        {"seed": 10},
        {"seed": True},
        {"seed": 1.0},
        {"at": {}},
        {"at": {"loss": -1}},
        {"at": {"loss": 1, "x": 2}},
        {"x": 1},
    ):
        with pytest.raises(InvalidInput):
            check("run", {"seed": 9, "at": {"loss": None}} | bad, form)


@pytest.mark.parametrize(
    "change, name",
    [
        ({"layers": "6"}, "layers"),
        ({"width": 10**12}, "width"),
        ({"hops": 3}, "hops"),
        ({"hops": [1, "2"]}, "hops"),
        ({"extra": []}, "extra"),
        ({"dropout": "0.1"}, "dropout"),
        ({"rate": True}, "rate"),
        ({"decay": float("inf")}, "decay"),
        ({"preset": None}, "preset"),
        ({"warmup": None}, "warmup"),
        ({"letters": 1.5}, "letters"),
    ],
)
def test_a_recipe_of_the_wrong_types_is_refused_by_name(change, name):
    recipe = json.loads((RUN / "run.json").read_text(encoding="utf-8"))["recipe"]
    with pytest.raises(InvalidInput) as caught:
        TrainingRecipe.from_json(recipe | change)
    assert caught.value.argument == name


@pytest.mark.parametrize("name", [r"$\frac$", "$x", "_{^", "\u4f60", r"\mathbf{"])
def test_a_layer_with_mathematics_in_its_name_is_drawn(name, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    rope = {f"{name}_attention": {"rope_type": "default", "rope_theta": 50}}
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"head_dim": 8, "max_position_embeddings": 64, "rope_parameters": rope}))
    for command in (["limits", "--length", "32", "--quick"], ["scale", "--to", "128"]):
        picture = tmp_path / f"{command[0]}.svg"
        assert main([command[0], str(path), *command[1:], "--plot", str(picture)]) == 0
        assert picture.stat().st_size > 1000


@pytest.mark.parametrize(
    "more",
    [
        {"rope_theta": int("5" * 40)},
        {
            "rope_theta": 10000,
            "rope_scaling": {"type": "yarn", "factor": 8.123456789, "original_max_position_embeddings": 100},
        },
    ],
)
def test_the_largest_heads_are_answered_with_a_search_cut_to_their_size(more, tmp_path, capsys):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"head_dim": 2048, "max_position_embeddings": 1000} | more))
    assert main(["limits", str(path), "--length", "64", "--quick", "--json"]) == 0
    [layer] = json.loads(capsys.readouterr().out)["layers"]
    kernel = layer["kernel"]
    assert len(layer["planes"]) == 1024
    assert 63 <= (kernel["first_negative"] or kernel["certified_nonnegative_up_to"]) <= 2**27 // 1024


def test_a_base_is_shown_with_all_of_its_digits(tmp_path, capsys):
    path = tmp_path / "config.json"
    path.write_text('{"head_dim": 8, "rope_theta": 1.00000000000000000000000001}')
    assert main(["limits", str(path), "--length", "16", "--quick"]) == 0
    assert capsys.readouterr().out.count("base 1.00000000000000000000000001,") == 2


# --- loaders


def loaders() -> list[tuple[str, ast.Call]]:
    """(place, call) of every from_pretrained in the package, tools and lessons."""
    found = []
    for folder in ("rope_theory", "tools", "lessons", "benchmarks"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and node.func.attr == "from_pretrained"
                ):
                    found.append((f"{path.relative_to(ROOT)}:{node.lineno}", node))
    return found


def test_no_loader_asks_runs_code_or_uses_the_network():
    assert len(loaders()) >= 3
    for place, call in loaders():
        given = {word.arg: getattr(word.value, "value", None) for word in call.keywords}
        assert given.get("trust_remote_code") is False and given.get("local_files_only") is True, place


@needs_models
def test_code_in_a_compiled_folder_does_not_run(tmp_path):
    from rope_theory.machines.compile import load, save, to_llama

    save(to_llama("number", 1, 5, letters=3, integers=3), tmp_path / "model")
    assert load(tmp_path / "model").config.rope_theory["length"] == 5
    data = json.loads((tmp_path / "model" / "config.json").read_text(encoding="utf-8"))
    (tmp_path / "model" / "evil.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    maps = {"AutoConfig": "evil.C", "AutoModelForCausalLM": "evil.M"}
    for change in (
        {"auto_map": maps},
        {"auto_map": maps, "model_type": "evil"},
        {"quantization_config": {"quant_method": "x"}},
    ):
        (tmp_path / "model" / "config.json").write_text(json.dumps(data | change))
        with pytest.raises(InvalidInput):
            load(tmp_path / "model")
    assert not (tmp_path / "ran").exists()


@needs_models
@pytest.mark.parametrize(
    "change, key",
    [
        ({"num_hidden_layers": 10**9}, "num_hidden_layers"),
        ({"hidden_size": 10**9}, "hidden_size"),
        ({"vocab_size": 10**12}, "vocab_size"),
        ({"max_position_embeddings": 10**12}, "max_position_embeddings"),
        ({"intermediate_size": 2}, "model.safetensors"),
        ({"num_hidden_layers": 2}, "model.safetensors"),
        ({"head_dim": -4}, "head_dim"),
        ({"rope_parameters": 7}, "config.json"),
        ({"hidden_act": "no such function"}, "config.json"),
    ],
)
def test_a_compiled_model_is_no_larger_than_its_weights(change, key, tmp_path):
    from rope_theory.machines.compile import load, save, to_llama

    save(to_llama("number", 1, 5, letters=3, integers=3), tmp_path / "model")
    path = tmp_path / "model" / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | change))
    with pytest.raises(InvalidInput) as caught:
        load(tmp_path / "model")
    assert key in caught.value.argument
    one_line(caught.value)


# --- what is written


def test_a_link_in_an_output_folder_is_not_written_through(tmp_path):
    precious = tmp_path / "precious"
    precious.write_text("mine")
    out = tmp_path / "out"
    out.mkdir()
    for name in ("captions.txt", "curves.png", "run.json", "scores.csv"):
        (out / name).symlink_to(precious)
        with pytest.raises(InvalidInput, match="must not hold a link"):
            inside(out, name)
    (tmp_path / "link").symlink_to(out)
    assert inside(tmp_path / "link", "new.csv") == tmp_path / "link" / "new.csv"  # the folder is as its user named it
    assert precious.read_text() == "mine"


def test_figures_are_not_drawn_through_a_link(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "captions.txt").symlink_to(tmp_path / "precious")
    assert main(["figures", "--out", str(tmp_path / "out"), "shape"]) == 2
    assert (tmp_path / "precious").read_text() == "mine"


@needs_models
def test_tables_models_and_checkpoints_are_not_written_through_a_link(tmp_path, capsys):
    from rope_theory.faces.commands import learn, profile
    from rope_theory.machines.compile import save, to_llama

    precious = tmp_path / "precious"
    precious.write_text("mine")
    for name in ("accuracy.csv", "positions.csv", "run.json", "curves.csv", "heads.csv", "scores.csv", "config.json"):
        (tmp_path / name).symlink_to(precious)
    fake = type("Fake", (), {"has_frequencies": False})()
    with pytest.raises(InvalidInput, match="must not hold a link"):
        profile._write(fake, tmp_path)
    with pytest.raises(InvalidInput, match="must not hold a link"):
        learn._write(small_sweep(), tmp_path)
    save(to_llama("number", 1, 5, letters=3, integers=3), tmp_path)  # takes the link's place
    assert precious.read_text() == "mine" and not (tmp_path / "config.json").is_symlink()


def small_sweep():
    """A sweep of one step."""
    from rope_theory.machines.learning.sweep import LearningSettings, sweep
    from rope_theory.machines.learning.tasks import ToyTask

    return sweep(ToyTask("index", 4, 4, 4), [(0.1,)], range(1), LearningSettings(steps=1))


@needs_models
def test_a_run_of_training_is_not_written_through_a_link(tmp_path, monkeypatch, capsys):
    from rope_theory.machines.training import recipe as recipes

    tiny = {"steps": 2, "every": 2, "sequences": 400, "layers": 1, "width": 8, "batch": 8, "scored": 3, "extra": (0,)}
    for name, value in tiny.items():
        monkeypatch.setitem(recipes._SMALL, name, value)
    (tmp_path / "precious").write_text("mine")
    out = tmp_path / "out"
    out.mkdir()
    for name in (".checkpoint.safetensors.part", "curves.csv"):
        (out / name).symlink_to(tmp_path / "precious")
    assert main(["train", "number", "--out", str(out)]) == 2
    assert (tmp_path / "precious").read_text() == "mine" and "must not hold a link" in capsys.readouterr().err
