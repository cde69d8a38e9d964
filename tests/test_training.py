"""Training: an interrupted run equals an uninterrupted one, checkpoints are whole or refused, measures are true."""

import ast
import dataclasses
import json
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file

from rope_theory.core import packages
from rope_theory.core.errors import InvalidInput
from rope_theory.core.rope import frequencies
from rope_theory.core.tasks import improper, solve_letter, solve_number
from rope_theory.faces.cli import main
from rope_theory.machines import training
from rope_theory.machines.training import checkpoint, compare, receipts
from rope_theory.machines.training import recipe as recipe_module
from rope_theory.machines.training.data import batch_at, dataset, longer, stream, tokens_of
from rope_theory.machines.training.loop import Trainer
from rope_theory.machines.training.measure import accuracy, all_measures, answers, frequency_use, length_generalisation
from rope_theory.machines.training.model import last_logits, with_positions
from rope_theory.machines.training.recipe import TrainingRecipe, preset

TINY = {"steps": 4, "every": 2, "sequences": 400, "layers": 2, "width": 8, "batch": 8, "scored": 3, "extra": (0, 2),
        "warmup": 3}  # fmt: skip
TASKS = pytest.mark.parametrize("task", ["number", "letter"])


def tiny(task="number", **changed) -> TrainingRecipe:
    return preset(task, **TINY | changed)


def same(one: Trainer, other: Trainer) -> bool:
    pairs = zip(one.model.state_dict().values(), other.model.state_dict().values(), strict=True)
    states = [[s[name] for s in t.optimizer.state.values() for name in sorted(s)] for t in (one, other)]
    return (
        all(map(torch.equal, *zip(*pairs, strict=True)))
        and all(map(torch.equal, *states))
        and one.history == other.history
    )


# --- data


@TASKS
def test_encoded_sequences_have_their_answers_and_the_split_is_the_published_one(task):
    recipe = tiny(task)
    names, parts = tokens_of(recipe), dataset(recipe)
    assert [len(part) for part in parts] == [360, 2, 38]
    solve = solve_number if task == "number" else solve_letter
    for tokens, answer, hops, position in islice(
        zip(parts[0].tokens.tolist(), parts[0].answers.tolist(), parts[0].hops.tolist(), parts[0].positions.tolist(),
            strict=True), 60):  # fmt: skip
        solution = solve([names[token] for token in tokens])
        assert (solution.answer, solution.hops, solution.path[-1]) == (names[answer], hops, position)
    assert parts[0].tokens.shape[1] == recipe.length == 17
    first = [names[token] for token in parts[0].tokens[0].tolist()]
    assert tuple(first) == next(iter(stream(recipe)))[0]


@TASKS
def test_longer_inputs_keep_answers_hops_and_properness(task):
    recipe = tiny(task)
    names, part = tokens_of(recipe), dataset(recipe)[2]
    wide = longer(part, recipe, 5)
    assert wide.tokens.shape[1] == 22 and torch.equal(wide.tokens[:, 5:], part.tokens)
    for tokens, answer, position in zip(
        wide.tokens.tolist(), wide.answers.tolist(), wide.positions.tolist(), strict=True
    ):
        sequence = [names[token] for token in tokens]
        solution = solve_number(sequence) if task == "number" else solve_letter(sequence)
        assert (solution.answer, solution.path[-1]) == (names[answer], position)
        assert task == "number" or improper(sequence) is None
    assert torch.equal(longer(part, recipe, 0).tokens, part.tokens)


def test_each_epoch_visits_every_sequence_once_in_another_order():
    recipe = tiny(batch=36)
    part = dataset(recipe)[0]
    part.answers[:] = torch.arange(360)
    epochs = [torch.cat([batch_at(part, recipe, 10 * e + s).answers for s in range(10)]) for e in range(2)]
    assert all(torch.equal(epoch.sort()[0], torch.arange(360)) for epoch in epochs)
    assert not torch.equal(*epochs)
    assert torch.equal(batch_at(part, recipe, 3).answers, epochs[0][108:144])  # whatever was asked before


# --- model and loop


def test_model_is_gpt_j_with_the_published_settings():
    config = training.model.build(preset("letter", "full", layers=12)).config
    shape = (config.n_layer, config.n_head, config.n_embd, config.rotary_dim, config.vocab_size)
    assert shape == (12, 1, 128, 128, 128) and config.activation_function == "gelu"
    assert (config.resid_pdrop, config.embd_pdrop, config.attn_pdrop) == (0.1, 0.1, 0.1)


def test_loss_is_that_of_the_last_token_only():
    trainer = Trainer(tiny(dropout=0.0))
    batch = batch_at(trainer.train, trainer.recipe, 0)
    with torch.no_grad():
        whole = trainer.model(input_ids=batch.tokens).logits
        expected = torch.nn.functional.cross_entropy(whole[:, -1], batch.answers).item()
    trainer._step()
    assert trainer._running == [pytest.approx(expected, rel=1e-5)]
    assert trainer.optimizer.param_groups[0]["lr"] == pytest.approx(trainer.recipe.rate / 3)


@TASKS
def test_training_lowers_the_loss_on_what_it_sees(task):
    trainer = Trainer(tiny(task, steps=30, every=30, batch=64, rate=0.01, dropout=0.0))
    before = accuracy(trainer.model, trainer.train)["loss"]
    trainer.run()
    assert accuracy(trainer.model, trainer.train)["loss"] < before - 0.1


@TASKS
def test_interrupted_and_resumed_equals_uninterrupted_bit_for_bit(task, tmp_path):
    recipe, path = tiny(task), tmp_path / checkpoint.NAME
    whole = Trainer(recipe, measures=(all_measures,))
    whole.run()

    first = Trainer(recipe, measures=(all_measures,))
    with pytest.raises(KeyboardInterrupt):
        first.run(path, moved=interrupt_after(3))  # one step after the checkpoint at 2: that step is taken again
    torch.manual_seed(99)
    second = Trainer(recipe, measures=(all_measures,))
    second.resume(path)
    assert second.step == 2
    second.run(path)
    assert same(whole, second) and [entry["step"] for entry in second.history] == [0, 2, 4]


def interrupt_after(step):
    def moved(done, total):
        if done == step:
            raise KeyboardInterrupt

    return moved


def test_resumed_run_differs_when_the_random_state_is_not_restored(tmp_path, monkeypatch):
    """Dropout draws from torch's generator: the test above would see it."""
    recipe, path = tiny(), tmp_path / checkpoint.NAME
    whole = Trainer(recipe)
    whole.run()
    first = Trainer(recipe)
    with pytest.raises(KeyboardInterrupt):
        first.run(path, moved=interrupt_after(2 + 1))
    second = Trainer(recipe)
    monkeypatch.setattr(torch, "set_rng_state", lambda state: None)
    second.resume(path)
    torch.manual_seed(99)
    second.run()
    assert not same(whole, second)


def test_a_finished_run_can_be_taken_further_and_is_the_longer_run(tmp_path):
    path = tmp_path / checkpoint.NAME
    Trainer(tiny(steps=2)).run(path)
    further = Trainer(tiny(steps=4))
    further.resume(path)
    further.run()
    whole = Trainer(tiny(steps=4))
    whole.run()
    assert same(whole, further)


# --- checkpoints


@pytest.fixture
def stored(tmp_path):
    path = tmp_path / checkpoint.NAME
    Trainer(tiny(steps=1)).run(path)
    return path


def test_checkpoint_is_safetensors_with_json_and_no_other_file_is_left(stored):
    assert [path.name for path in stored.parent.iterdir()] == [checkpoint.NAME]
    with safe_open(stored, framework="pt") as file:
        names = set(file.keys())
        state = json.loads(file.metadata()["state"])
    assert state["step"] == 1 and TrainingRecipe.from_json(state["recipe"]) == tiny(steps=1)
    assert {"rng.cpu", "model.lm_head.weight", "optimizer.exp_avg_sq.lm_head.weight"} <= names


def damaged(content: bytes, how: str) -> bytes:
    return {"cut": content[: len(content) // 2], "empty": b"", "text": b"no checkpoint " * 50,
            "header": content[:20] + b"\xff" * 40 + content[60:]}[how]  # fmt: skip


@pytest.mark.parametrize("how", ["cut", "empty", "text", "header"])
def test_damaged_checkpoint_is_refused_in_one_line(stored, how):
    stored.write_bytes(damaged(stored.read_bytes(), how))
    with pytest.raises(InvalidInput, match="checkpoint must be a readable safetensors file"):
        Trainer(tiny(steps=1)).resume(stored)


def test_checkpoint_of_other_settings_or_another_program_is_refused(stored, tmp_path):
    with pytest.raises(InvalidInput, match="seed must be 0 as in the checkpoint to resume from it, got 5"):
        Trainer(tiny(steps=1, seed=5)).resume(stored)
    with pytest.raises(InvalidInput, match="task must be 'number'"):
        Trainer(tiny("letter", steps=1)).resume(stored)
    save_file({"a": torch.zeros(2)}, tmp_path / "other")
    with pytest.raises(InvalidInput, match="must be one of rope-theory train"):
        checkpoint.read(tmp_path / "other")
    with pytest.raises(InvalidInput, match="must be a file that exists"):
        checkpoint.read(tmp_path / "none")


def test_checkpoint_with_a_tensor_missing_is_refused(stored):
    with safe_open(stored, framework="pt") as file:
        meta = file.metadata()
        tensors = {name: file.get_tensor(name) for name in file.keys() if name != "model.lm_head.bias"}
    save_file(tensors, stored, metadata=meta)
    with pytest.raises(InvalidInput, match="checkpoint must hold the model of its settings"):
        Trainer(tiny(steps=1)).resume(stored)


def test_failed_write_leaves_the_checkpoint_before(stored, monkeypatch):
    before = stored.read_bytes()
    trainer = Trainer(tiny(steps=1))

    def full_disk(*arguments):
        raise OSError("no space left")

    monkeypatch.setattr(checkpoint.os, "fsync", full_disk)
    with pytest.raises(OSError, match="no space left"):
        trainer.run(stored)
    assert stored.read_bytes() == before and len(list(stored.parent.iterdir())) == 1


def test_nothing_is_pickled():
    banned = {"pickle", "joblib", "dill", "marshal", "shelve"}
    for package in (training, __import__("rope_theory.machines.learning", fromlist=["_"])):
        for path in Path(package.__file__).parent.glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = {alias.name for alias in node.names} if isinstance(node, ast.Import | ast.ImportFrom) else set()
                assert not names & banned and getattr(node, "module", None) not in banned, path
                called = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
                assert not (called and (node.value.id, node.attr) in {("torch", "load"), ("torch", "save")}), path


# --- measures


def test_accuracy_by_hops_is_counted_by_hand():
    trainer = Trainer(tiny(dropout=0.0))
    part = trainer.test
    given = torch.stack([last_logits(trainer.model.eval(), row[None])[0] for row in part.tokens]).argmax(-1)
    part.answers[::2] = given[::2]
    found = accuracy(trainer.model, part)
    right = (given == part.answers).tolist()
    for h in (1, 2, 3, 4):
        chosen = [ok for ok, hops in zip(right, part.hops.tolist(), strict=True) if hops == h]
        assert found["hops"][h] == pytest.approx(sum(chosen) / len(chosen))
    assert found["accuracy"] == pytest.approx(sum(right) / len(right)) and 0.5 <= found["accuracy"] < 1


def test_measuring_changes_neither_model_nor_random_state():
    trainer = Trainer(tiny())
    trainer.model.train()
    before, state = torch.get_rng_state(), [p.clone() for p in trainer.model.parameters()]
    all_measures(trainer)
    length_generalisation(trainer.model, trainer.test[:4], trainer.recipe)
    assert torch.equal(before, torch.get_rng_state()) and trainer.model.training
    assert all(map(torch.equal, state, trainer.model.parameters()))


def test_frequency_use_finds_the_plane_that_is_used():
    trainer = Trainer(tiny())
    for block in trainer.model.transformer.h:
        block.attn.q_proj.weight.data[:] *= 1e-6
        block.attn.q_proj.weight.data[4:6] *= 1e6  # the third plane of the adjacent layout
    use = np.array(frequency_use(trainer.model, trainer.test)["use"])
    assert use.shape == (2, 4) and np.allclose(use.sum(1), 1, atol=1e-5) and (use[:, 2] > 0.999).all()
    assert len(frequencies(10000, 8)) == 4


def test_longer_inputs_without_extra_symbols_are_the_inputs():
    trainer = Trainer(tiny())
    found = length_generalisation(trainer.model, trainer.test, trainer.recipe)
    assert [row["length"] for row in found] == [17, 19]
    assert found[0]["accuracy"] == pytest.approx(accuracy(trainer.model, trainer.test)["accuracy"])
    wide = with_positions(trainer.model, trainer.recipe, 40)
    scores, _ = answers(wide, trainer.test.tokens)
    assert torch.allclose(scores, answers(trainer.model, trainer.test.tokens)[0], atol=1e-5)
    assert all(map(torch.equal, wide.parameters(), trainer.model.parameters()))


# --- settings and the command


@pytest.mark.parametrize(
    "make, rule",
    [
        (lambda: preset("word"), "task must be one of number, letter"),
        (lambda: preset("number", "huge"), "preset must be one of small, full"),
        (lambda: preset("number", speed=3), "recipe must not hold other settings"),
        (lambda: tiny(width=7), "width must be an even multiple of the heads"),
        (lambda: tiny(rate=float("inf")), "rate must be positive and finite"),
        (lambda: tiny(dropout=1.0), "dropout must be"),
        (lambda: tiny(seed=-1), "seed must be at least 0"),
        (lambda: tiny(extra=(-1,)), "extra must be at least 0"),
        (lambda: Trainer(tiny(), "warp"), "device must be one that torch has"),
        (lambda: Trainer(tiny(sequences=50)), "sequences must leave no part"),
        (lambda: Trainer(tiny(batch=999)).run(), "batch must be at most the 360"),
        (lambda: TrainingRecipe.from_json({"task": "number"}), "recipe must hold"),
    ],
)
def test_bad_setting_is_refused(make, rule):
    with pytest.raises(InvalidInput, match=rule):
        make()


def test_recipe_survives_json():
    assert TrainingRecipe.from_json(json.loads(json.dumps(tiny().as_json()))) == tiny()


@pytest.fixture
def small_is_tiny(monkeypatch):
    for name, value in TINY.items():
        monkeypatch.setitem(recipe_module._SMALL, name, value)


def test_command_trains_resumes_and_leaves_receipts(tmp_path, small_is_tiny, capsys):
    out = str(tmp_path / "run")
    assert main(["train", "letter", "--out", out, "--steps", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["steps"] == 2 and [row["length"] for row in data["length"]] == [17, 19]
    assert main(["train", "letter", "--out", out]) == 2
    assert "--resume" in capsys.readouterr().err
    assert main(["train", "letter", "--out", out, "--resume"]) == 0
    assert "letter task, small preset, seed 0, cpu: 4 steps" in capsys.readouterr().out
    receipt = receipts.read(tmp_path / "run")
    assert [row["step"] for row in receipt.curves] == [0, 2, 4] and receipt.run["finished"]
    assert {path.name for path in (tmp_path / "run").iterdir()} == {*receipts.FILES, "curves.png", checkpoint.NAME}
    assert len(receipt.heads) == 3 * 2 and len(receipt.use) == 3 * 2 and receipt.recipe.steps == 4


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["number", "--preset", "hugh"], "preset must be one of small, full"),
        (["number", "--steps", "0"], "steps must be at least 1"),
        (["number", "--device", "warp"], "device must be one that torch has"),
        (["number", "--seed", "x"], "seed must be a whole number"),
        (["number", "--resume", "--out", "nowhere"], "resume must find checkpoint.safetensors"),
        (["number", "--out", __file__], "out must be a folder"),
    ],
)
def test_bad_command_line_is_one_line_and_status_2(arguments, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["train", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and message in err and not list(tmp_path.iterdir())


def test_missing_package_is_one_line_that_names_the_extra(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(packages, "installed", lambda name: name != "transformers")
    assert main(["train", "number", "--out", str(tmp_path / "new")]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "pip install '.[models]'" in err and not (tmp_path / "new").exists()


@pytest.mark.parametrize("name", receipts.FILES)
def test_receipt_without_one_of_its_files_is_refused(name, tmp_path, small_is_tiny):
    (tmp_path / "run.json").write_text("{}")
    with pytest.raises(InvalidInput, match="receipt must"):
        receipts.read(tmp_path)
    for other in receipts.FILES[1:]:
        (tmp_path / other).write_text("step\n1\n")
    (tmp_path / name).unlink()
    with pytest.raises(InvalidInput, match=f"receipt must hold {name}"):
        receipts.read(tmp_path)


# --- the runs that come with the package, and the comparison


@TASKS
def test_committed_run_is_finished_small_and_learnt(task):
    folder = compare.RUNS / f"{task}-small"
    receipt = receipts.read(folder)
    assert receipt.run["finished"] and receipt.run["steps_done"] == receipt.recipe.steps
    assert receipt.recipe == preset(task, "small"), "the preset has changed since: run it again"
    assert receipt.run["device"] == "cpu" and "cpu" in receipt.run["label"]
    assert receipt.run["test"]["hops"]["1"] > 0.9 > 0.05 > receipt.curves[0]["accuracy"]
    assert [row["step"] for row in receipt.curves] == list(range(0, receipt.recipe.steps + 1, receipt.recipe.every))
    assert sum(path.stat().st_size for path in folder.iterdir()) < 500_000
    assert {path.name for path in folder.iterdir()} == {*receipts.FILES, "curves.png"}


def altered(receipt, **columns):
    return dataclasses.replace(receipt, **columns)


def test_comparison_turns_when_its_cause_does():
    number, letter = (receipts.read(compare.RUNS / f"{task}-small") for task in ("number", "letter"))

    def agrees(number, letter, what):
        return next(row.agrees for row in compare.rows(number, letter) if row.what.startswith(what))

    at_once = [row | {f"hops_{h}": row["hops_1"] for h in number.hops} for row in number.curves]
    in_turn = [row | {f"hops_{h}": float(row["step"] >= 100 * h) for h in number.hops} for row in number.curves]
    simultaneous, orderly = altered(number, curves=at_once), altered(number, curves=in_turn)
    every = altered(letter, curves=[row | {f"hops_{h}": row["hops_1"] for h in letter.hops} for row in letter.curves])
    never = altered(letter, curves=[row | {f"hops_{h}": 0.0 for h in letter.hops} for row in letter.curves])
    assert compare.learnt_at(orderly) == {1: 100, 2: 200, 3: 300, 4: 400}
    of_number, of_letter = "hop classes learnt, number", "hop classes learnt, letter"
    assert agrees(orderly, never, of_number) == "yes" and agrees(number, never, of_number) == "in part"  # 2 with 3 hops
    assert agrees(simultaneous, every, of_number) == "no"
    assert agrees(simultaneous, every, of_letter) == "yes" and agrees(orderly, never, of_letter) == "no"

    def scored(run, *kinds):
        score = {"p": (1.0, 0.0), "s": (0.0, 1.0), "-": (0.5, 0.6)}
        rows = [{"step": 9, "layer": i, "head": 1} | dict(zip(("positional", "symbolic"), score[k], strict=True))
                for i, k in enumerate(kinds, 1)]  # fmt: skip
        return altered(run, heads=rows)

    assert agrees(scored(number, *"pp-s"), scored(letter, *"-s-s"), "layers of pure") == "yes"
    assert agrees(scored(number, *"sp--"), scored(letter, *"-s-s"), "layers of pure") == "in part"
    assert agrees(scored(number, *"sp--"), scored(letter, *"ps--"), "layers of pure") == "no"
    assert agrees(scored(number, *"ss"), scored(letter, *"pp"), "least positional") == "no"
    assert agrees(number, scored(letter, *"pp"), "least positional") == "in part"
    assert agrees(number, letter, "least positional") == "yes"
    far = [{"length": n, "accuracy": 0.95} for n in (17, 40, 850)]
    near = [{"length": 17, "accuracy": 1.0}, {"length": 40, "accuracy": 0.5}, {"length": 850, "accuracy": 1.0}]
    assert compare.reach(altered(number, length=near)) == 17
    of_tasks = [f"accuracy > 0.9 up to length, {task}" for task in ("number task", "letter task", "both tasks")]
    few, many = {"length": near}, {"length": far}
    for runs, words in (
        ((few, many), ["yes"] * 3),
        ((many, few), ["no", "not so far", "no"]),
        ((few, few), ["yes", "not so far", "no"]),
    ):
        found = altered(number, **runs[0]), altered(letter, **runs[1])
        assert [agrees(*found, what) for what in of_tasks] == words
    as_large = altered(letter, length=near, run=letter.run | {"recipe": letter.run["recipe"] | {"preset": "full"}})
    assert agrees(number, as_large, of_tasks[1]) == "no"  # only a smaller run may reach less and say nothing
    assert agrees(altered(number, length=far), altered(letter, length=far), of_tasks[2]) == "no"  # as far is not beyond


def test_turning_share_counts_the_planes_that_turn_within_the_window():
    number = receipts.read(compare.RUNS / "number-small")
    one = [row | {f"plane_{k}": float(k == 4) for k in range(1, 33)} for row in number.use]
    assert set(compare.turning_share(altered(number, use=one))) == {1.0}  # 10000^(-6/64)·17 = 7.2 ≥ 2π
    one = [row | {f"plane_{k}": float(k == 5) for k in range(1, 33)} for row in number.use]
    assert set(compare.turning_share(altered(number, use=one))) == {0.0}  # 10000^(-8/64)·17 = 5.4


def test_compare_prints_the_table_and_refuses_runs_of_the_wrong_task(capsys):
    assert main(["train", "compare"]) == 0
    assert capsys.readouterr().out.startswith("| | U26 reports | number task | letter task | agrees |")
    assert main(["train", "compare", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 12
    runs = [str(compare.RUNS / f"{task}-small") for task in ("letter", "number")]
    assert main(["train", "compare", "--runs", *runs]) == 2
    assert "runs must be a number run and a letter run" in capsys.readouterr().err
    assert main(["train", "number", "--runs", *runs]) == 2
