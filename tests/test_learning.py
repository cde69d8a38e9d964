"""Small trained models: the tasks as said, attention as RoPE defines it, models that do not touch each other."""

import csv
import json
import re

import pytest
import torch

from rope_theory.core import packages
from rope_theory.core.errors import InvalidInput
from rope_theory.core.rope import apply_rope
from rope_theory.faces.cli import main
from rope_theory.faces.commands.learn import frequencies
from rope_theory.machines.learning import report
from rope_theory.machines.learning.model import Models
from rope_theory.machines.learning.sweep import LearningSettings, sweep, sweeps
from rope_theory.machines.learning.tasks import TASKS, ToyTask

TINY = LearningSettings(steps=3, batch=4, tested=300)
SIZES = {"index": (6, 4, 2), "retrieval": (6, 7, 3), "induction": (6, 3, 3)}


def source(seed=0):
    return torch.Generator().manual_seed(seed)


@pytest.mark.parametrize("name", TASKS)
def test_answers_are_those_of_the_task_and_positions_are_uniform(name):
    task = ToyTask(name, *SIZES[name])
    drawn = task.draw((3000,), source())
    tokens = drawn.tokens.tolist()
    assert [task.solve(row) for row in tokens] == drawn.answers.tolist()
    counts = drawn.positions.bincount(minlength=task.length)[1:]
    assert counts.sum() == 3000 and counts.min() > 400
    assert drawn.tokens[:, :-1].max() < task.earlier <= drawn.tokens[:, -1].min()
    assert drawn.tokens.max() < task.tokens and drawn.answers.max() < task.outputs
    for row, position in zip(tokens, drawn.positions.tolist(), strict=True):
        found = [j for j, token in enumerate(row[:-1], 1) if token // task.attributes == row[-1] - task.earlier]
        assert name == "index" or found[-1] == position
        assert name != "retrieval" or len(found) == 1


def test_attention_is_that_of_rope_as_defined_and_another_angle_is_seen():
    task = ToyTask("index", 5, 3)
    models = Models(task, torch.tensor([[[0.7, 0.2]], [[1.1, 0.0]]], dtype=torch.float64), 8, [0, 1]).double()
    tokens = task.draw((2, 4), source()).tokens
    positions = torch.arange(1, task.length + 1, dtype=torch.float64)

    def expected(model, angles):
        keys, queries = (models.vectors(side)[model, :, 0].flatten(1)[tokens[model]] for side in ("key", "query"))
        keys, queries = (apply_rope(each, positions, torch.tensor(angles)) for each in (keys, queries))
        return ((queries[:, -1:] @ keys.transpose(1, 2))[:, 0] / 2).softmax(-1)

    found = models.attention(tokens)[:, :, 0]
    assert torch.allclose(found[0], expected(0, [0.7, 0.2]), atol=1e-6)
    assert torch.allclose(found[1], expected(1, [1.1, 0.0]), atol=1e-6)
    assert not torch.allclose(found[0], expected(0, [0.707, 0.2]), atol=1e-4)


def test_nope_does_not_see_the_order():
    task = ToyTask("retrieval", 4, 5, 3)
    models = Models(task, torch.zeros(1, 1, 1), 8, [0])
    tokens = task.draw((1, 8), source()).tokens
    turned = torch.cat([tokens[..., :-1].flip(-1), tokens[..., -1:]], -1)
    assert torch.allclose(models(tokens), models(turned), atol=1e-5)


def test_models_trained_together_are_those_trained_alone():
    task = ToyTask("index", 5, 4)
    together = sweep(task, [[0.5], [0.0]], [3, 4], TINY)
    alone = sweep(task, [[0.5]], [4], TINY)
    for (name, many), (_, one) in zip(together.models.named_parameters(), alone.models.named_parameters(), strict=True):
        assert torch.allclose(many[1], one[0], atol=1e-5), name
    assert not torch.allclose(together.models.query[0], alone.models.query[0], atol=1e-2)


def test_models_beside_those_with_shuffled_answers_are_those_trained_alone():
    task, asked = (
        ToyTask("retrieval", 4, 4, 3),
        [LearningSettings(steps=9, batch=8, tested=256, shuffle=s) for s in (False, True)],
    )
    beside = sweeps(task, [[0.0], [1.0]], (3, 4), asked)
    for settings, found in zip(asked, beside, strict=True):
        alone = sweep(task, [[0.0], [1.0]], (3, 4), settings)
        assert found.settings == settings and torch.allclose(found.weight, alone.weight, atol=1e-4)
        for one, other in zip(found.models.parameters(), alone.models.parameters(), strict=True):
            assert torch.allclose(one, other, atol=1e-5)
    assert not torch.allclose(beside[0].models.value, beside[1].models.value, atol=1e-2)
    with pytest.raises(InvalidInput, match="must differ in shuffle alone"):
        sweeps(task, [[0.0]], (3,), [asked[0], LearningSettings(steps=8)])


def test_same_seed_gives_the_same_bits():
    task = ToyTask("induction", 5, 3, 3)
    first, again = (sweep(task, [[0.2]], [7], TINY) for _ in range(2))
    assert all(map(torch.equal, first.models.parameters(), again.models.parameters()))
    assert torch.equal(first.by_position, again.by_position)


def test_ends_over_middle_is_positive_for_a_u_and_negative_upside_down():
    learnt = sweep(ToyTask("index", 6, 3), [[0.5]], [0], TINY)
    learnt.by_position[:] = torch.tensor([1.0, 0.5, 0.2, 0.2, 0.5, 1.0])
    assert learnt.ends_over_middle(0.5, ends=1) == pytest.approx(0.8)
    learnt.by_position[:] = 1 - learnt.by_position
    assert learnt.ends_over_middle(0.5, ends=2) == pytest.approx(-0.55)


@pytest.mark.parametrize(
    "make, rule",
    [
        (lambda: ToyTask("copy"), "task must be one of index, retrieval, induction"),
        (lambda: ToyTask("retrieval", 8, 7), "symbols must be at least the positions"),
        (lambda: ToyTask("index", 1), "positions must be at least 2"),
        (lambda: LearningSettings(rate=float("nan")), "rate must be positive"),
        (lambda: LearningSettings(steps=0), "steps must be at least 1"),
        (lambda: sweep(ToyTask("index"), [[0.1], [0.1, 0.2]], [0], TINY), "angles must be rows of one length"),
        (lambda: sweep(ToyTask("index"), [], [0], TINY), "angles must be rows"),
        (lambda: sweep(ToyTask("index"), [[float("nan")]], [0], TINY), "angles must be finite"),
        (lambda: sweep(ToyTask("index"), [[0.1]], [0, 0], TINY), "seeds must be distinct"),
        (lambda: sweep(ToyTask("index"), [[0.1]], [-1], TINY), "seed must be at least 0"),
        (lambda: sweep(ToyTask("index"), [[0.1]], [0], LearningSettings(steps=1, tested=3)), "tested must be enough"),
        (lambda: frequencies(["0.1", "x"]), "frequencies must be radians"),
        (lambda: frequencies(["1e400"]), "frequencies must be in the range of floats"),
        (lambda: frequencies(["1e400 turn"]), "frequencies must be in the range of floats"),
        (lambda: frequencies(["0.1", "0.1"]), "frequencies must not repeat"),
    ],
)
def test_bad_argument_is_refused(make, rule):
    with pytest.raises(InvalidInput, match=rule):
        make()


def test_planes_are_shared_out_evenly():
    assert frequencies(["0", "0.3"], 2) == [(0, 0), (0.3, 0.3)]
    assert frequencies(["0,0.3", "1", "1,2,3"], 1) == [(0, 0, 0, 0.3, 0.3, 0.3), (1,) * 6, (1, 1, 2, 2, 3, 3)]


def test_command_writes_tables_and_pictures_and_prints_json(tmp_path, capsys):
    status = main(["learn", "index", "--frequencies", "0", "1", "--seeds", "2", "--positions", "4", "--steps", "2",
                   "--out", str(tmp_path / "new"), "--json"])  # fmt: skip
    data = json.loads(capsys.readouterr().out)
    assert status == 0 and [row["frequencies"] for row in data["results"]] == [[0.0], [1.0]]
    names = {"accuracy.csv", "positions.csv", "accuracy.png", "positions.png", "vectors.png"}
    assert {path.name for path in (tmp_path / "new").iterdir()} == names
    rows = list(csv.DictReader((tmp_path / "new" / "positions.csv").read_text().splitlines()))
    assert len(rows) == 2 * 2 * 4 and rows[0] == rows[0] | {"task": "index", "frequencies": "0", "position": "1"}


def test_columns_stand_below_their_heads_however_long_a_frequency_is(capsys):
    short = ["--positions", "4", "--steps", "2", "--seeds", "1"]
    assert main(["learn", "induction", "--frequencies", "0,0.1,0.2", "0.3", *short]) == 0
    _, heads, *rows = capsys.readouterr().out.splitlines()
    assert all(re.match(r"\d\.\d{3} \(", row[heads.index("accuracy") :]) for row in rows) and len(rows) == 2


def test_text_names_each_frequency_once(capsys):
    assert main(["learn", "induction", "--frequencies", "0", "0,0.3", "--seeds", "1", "--steps", "1"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in out[2:]] == ["0", "0 and 0.3"] and "2 planes" in out[0]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["index", "--frequencies", "fast"], "frequencies must be radians"),
        (["index", "--seeds", "0"], "seeds must be at least 1"),
        (["retrieval", "--symbols", "3"], "symbols must be at least the positions"),
        (["index", "--steps", "many"], "steps must be a whole number"),
        (["index", "--out", __file__], "out must be a folder"),
    ],
)
def test_bad_command_line_is_one_line_and_status_2(arguments, message, capsys):
    assert main(["learn", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and message in err


def test_missing_torch_is_one_line_that_names_the_extra(monkeypatch, capsys):
    monkeypatch.setattr(packages, "installed", lambda name: False)
    assert main(["learn", "index"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "pip install '.[torch]'" in err


def test_lines_of_a_picture_differ():
    looks = [
        (report.COLOURS[row % 8], report.LINES[(row + row // 8) % 4], report.MARKS[row % 8], row // 8 % 2)
        for row in range(16)
    ]
    assert len(set(looks)) == 16
