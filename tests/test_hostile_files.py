"""Every kind of file that a user can point at, changed at random: an answer, or one named error; in bounded time; no lie.

`--profile thorough` draws 20 000 files of each kind, else 300. What an accepted configuration says is compared with a
small oracle in NumPy that shares no code with the reader. Cases that once fell are pinned in `test_found_by_fuzzing`.
"""

import csv
import importlib.util
import io
import json
import math
import re
import shutil
import time
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rope_theory.core.errors import InvalidInput
from rope_theory.core.json_files import read_json
from rope_theory.core.prompts import read_ids
from rope_theory.evidence.formal import receipts as formal
from rope_theory.evidence.formal import sources as formal_sources
from rope_theory.evidence.theory import claims
from rope_theory.machines.certificates import certify, check, check_head, head_certificate
from rope_theory.machines.long_context.receipts import FOLDER, describe, read_receipt
from rope_theory.machines.long_context.run import LongRunSettings
from rope_theory.machines.long_context.sweeps import KEYS, VALUES, read_rows, write_rows
from rope_theory.machines.training import compare
from rope_theory.machines.training import receipts as training
from rope_theory.machines.training.recipe import TrainingRecipe, preset
from rope_theory.models.config import read_config
from rope_theory.models.config.table import lines, to_json
from tests.hostile import NUMBERS, TEXTS, edited, one_line, sized

TORCH = all(importlib.util.find_spec(name) for name in ("torch", "transformers", "safetensors"))
needs_torch = pytest.mark.skipif(not TORCH, reason="NOT RUN: torch and transformers (extra `models`) are not installed")
SECONDS = 10


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("hostile")


def written(path: Path, text: str) -> Path:
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path


class Bounded:
    """Processor time of one input."""

    def __enter__(self):
        self.started = time.process_time()

    def __exit__(self, kind, *_):
        if kind is None:
            assert time.process_time() - self.started < SECONDS


# --- config.json: an oracle of frequencies, from the definitions in floating point


def angles(layer, length: int | None) -> np.ndarray | None:
    """The frequencies of the settings that an answer states; None where floating point does not decide a corner."""
    p = {key: float(value) for key, value in layer.parameters.items() if isinstance(value, int | Decimal | Fraction)}
    b, d = float(layer.base), layer.rotary_dim
    g = b ** (-np.arange(0, d, 2) / d)
    kind = layer.rope_type
    if kind == "default":
        return g
    if kind == "linear":
        return g / p["factor"]
    if kind == "dynamic" and "alpha" not in p:
        most = layer.geometry.max_length
        n = max(length or most, most)
        ratio = p["factor"] * n / most - (p["factor"] - 1)
        return (b * ratio ** (d / (d - 2))) ** (-np.arange(0, d, 2) / d)
    if kind == "proportional":
        turned = int(float(layer.geometry.share) * layer.head_dim) // 2
        g = b ** (-np.arange(0, layer.head_dim, 2) / layer.head_dim) / p.get("factor", 1.0)
        return np.where(np.arange(layer.head_dim // 2) < turned, g, 0.0)
    if kind == "longrope":
        long = length is not None and length > p["original_max_position_embeddings"]
        if "short_mscale" in p:
            return None
        factors = layer.parameters["long_factor" if long else "short_factor"]
        return g / np.array([float(each) for each in factors])
    if kind == "llama3":
        waves, old = 2 * np.pi / g, p["original_max_position_embeddings"]
        low, high = p["low_freq_factor"], p["high_freq_factor"]
        if low == high:
            return None
        smooth = np.clip((old / waves - low) / (high - low), 0, 1)
        return (1 - smooth) * g / p["factor"] + smooth * g
    if kind == "yarn":
        if b == 1:  # a base above it by less than floating point tells
            return None
        old = p["original_max_position_embeddings"]
        fast, slow = p.get("beta_fast", 32.0), p.get("beta_slow", 1.0)
        low, high = (d * math.log(old / (turns * 2 * math.pi)) / (2 * math.log(b)) for turns in (fast, slow))
        if layer.parameters.get("truncate", True):
            if min(abs(low - round(low)), abs(high - round(high))) < 1e-6:
                return None
            low, high = math.floor(low), math.ceil(high)
        low, high = max(low, 0), min(high, d - 1)
        if abs(high - low) < 1e-6:
            if high != low:
                return None
            high += 0.001
        ramp = np.clip((np.arange(d // 2) - low) / (high - low), 0, 1)
        return g * (1 - ramp) + g / p["factor"] * ramp
    return None


def close(mine, theirs, tolerance=1e-7) -> bool:
    return len(mine) == len(theirs) and all(
        math.isclose(a, b, rel_tol=tolerance, abs_tol=1e-300) for a, b in zip(mine, theirs, strict=True)
    )


def numbers(value) -> set[Fraction]:
    """All finite numbers of a file."""
    if isinstance(value, dict | list):
        return set().union(*map(numbers, value.values() if isinstance(value, dict) else value))
    known = isinstance(value, int | Decimal) and not isinstance(value, bool)
    return {Fraction(value)} if known and Decimal(value).is_finite() and abs(Decimal(value).adjusted()) < 99 else set()


def _decimal(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except ArithmeticError:
        return None


def truthful(config, text: str, length: int | None) -> None:
    """What a reader says of an accepted file."""
    table = to_json(config)
    assert json.dumps(table) and all(line.isprintable() for line in (*lines(config), *config.notes))
    covered = [k for row in table for k in row["layers"]]
    assert len(covered) == len(set(covered)) and config.layers
    stated = numbers(json.loads(text.removeprefix("\ufeff"), parse_float=_decimal, parse_constant=lambda _: None))
    said = " ".join(config.notes)
    for layer in config.layers:
        filled = any(f"{key} = " in said for key in ("rope_theta", "rope_parameters", "rope_local_base_freq"))
        filled = filled or any(f"{key} = " in said for key in ("global_rope_theta", "local_rope_theta"))
        known = layer.base in stated or filled or "fixes the base" in said
        assert known, f"base {layer.base} stands nowhere in the file"
        assert 2 <= layer.rotary_dim <= layer.head_dim <= layer.query_dim and layer.score_scale() > 0
        assert layer.window is None or layer.window >= 1
        wanted = angles(layer, length)
        assert wanted is None or close(layer.rope.floats(), wanted), (layer.rope_type, layer.rope.floats()[:3])


_PUBLISHED = json.loads((Path(__file__).parent / "data" / "rope_configs.json").read_text(encoding="utf-8"))
_YARN = {"rope_type": "yarn", "factor": 4, "original_max_position_embeddings": 2048, "beta_fast": 32, "truncate": False}
BASES = [
    *(case["config"] for case in _PUBLISHED.values()),
    {"head_dim": 16, "rope_theta": 10000, "num_hidden_layers": 4},
    {"head_dim": 16, "rope_theta": 10000.0, "max_position_embeddings": 4096, "rope_scaling": _YARN, "num_hidden_layers": 3},
    {"model_type": "smollm3", "num_hidden_layers": 6},
    {"model_type": "cohere2", "num_hidden_layers": 5},
    {"model_type": "llama4_text", "num_hidden_layers": 5},
    {"model_type": "modernbert", "num_hidden_layers": 4, "local_attention": 16},
    {"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "head_dim": 16, "num_hidden_layers": 7}},
    {"model_type": "gemma4_text", "head_dim": 16, "num_hidden_layers": 6, "per_layer_config": {"5": {"head_dim": 32}}},
    {"model_type": "qwen", "kv_channels": 16, "rotary_emb_base": 10000, "use_dynamic_ntk": True, "seq_length": 64},
    {"model_type": "dbrx", "attn_config": {"rope_theta": 10000}},
]  # fmt: skip
WORDS = (
    "model_type head_dim hidden_size num_attention_heads num_hidden_layers rope_theta rope_scaling rope_parameters type "
    "layer_types sliding_window no_rope_layers per_layer_config partial_rotary_factor text_config max_position_embeddings "
    "query_pre_attn_scalar qk_rope_head_dim qk_nope_head_dim rope_local_base_freq use_sliding_window factor rope_type rotary_dim "
    "full_attention sliding_attention original_max_position_embeddings mrope_section attention_multiplier layer_rope_theta "
    "beta_fast beta_slow truncate low_freq_factor high_freq_factor short_factor long_factor attention_factor mscale "
    "mscale_all_dim rotary_pct rope_ratio alibi attn_config local_attention global_rope_theta rotary_emb_base n_embd n_head"
).split()


@sized
@given(data=st.data(), length=st.sampled_from((None, 50, 5000, 10**6)))
def test_configurations(folder, data, length):
    tree = data.draw(st.sampled_from(BASES))
    text = data.draw(edited(tree, sorted({*tree, *WORDS})))
    path = written(folder / "config.json", text)
    with Bounded():
        try:
            config = read_config(path, length=length)
        except InvalidInput as problem:
            one_line(problem)
            return
    truthful(config, text, length)


@st.composite
def meanings(draw):
    """(file, meaning): a configuration spelled at random, and what it means: rule, base, dimensions, parameters."""
    head = 2 * draw(st.integers(2, 24))
    base = draw(st.sampled_from((100, 10000, 500000, 1234567, Decimal("10000.5"))))
    kind = draw(st.sampled_from(("default", "linear", "dynamic", "yarn", "llama3", "longrope")))
    most = draw(st.sampled_from((512, 4096, 131072)))
    short = st.decimals(1, 16, places=2)
    rule: dict = {} if kind in ("default", "longrope") else {"factor": draw(short)}
    if kind in ("yarn", "llama3", "longrope"):
        rule["original_max_position_embeddings"] = draw(st.sampled_from((256, 300)))
    if kind == "yarn":
        rule |= draw(
            st.sampled_from(({}, {"truncate": False}, {"beta_fast": 20, "beta_slow": 2}, {"attention_factor": 2}))
        )
    if kind == "llama3":
        rule |= {"low_freq_factor": 1, "high_freq_factor": draw(st.sampled_from((2, 4)))}
    if kind == "longrope":
        lists = st.lists(short, min_size=head // 2, max_size=head // 2)
        rule |= {"short_factor": draw(lists), "long_factor": draw(lists)}
    inner = {draw(st.sampled_from(("rope_type", "type"))): kind, **rule}
    inside = draw(st.booleans())
    outer = {"rope_theta": base} if not inside else {}
    inner |= {"rope_theta": base} if inside else {}
    if kind == "default" and not inside and draw(st.booleans()):
        inner = {}
    file = {**outer, "max_position_embeddings": most, "num_hidden_layers": draw(st.integers(1, 5))}
    if inner:
        file[draw(st.sampled_from(("rope_parameters", "rope_scaling")))] = inner
    heads = draw(st.integers(1, 4))
    file |= draw(
        st.sampled_from(
            (
                {"head_dim": head},
                {"hidden_size": head * heads, "num_attention_heads": heads},
                {"head_dim": head, "n_embd": 7},
            )
        )
    )
    file |= draw(
        st.sampled_from(({}, {"vocab_size": 99}, {"rope_scaling_note": None}, {"vision_config": {"rope_theta": 1}}))
    )
    if draw(st.booleans()):
        file = {"text_config": file}
    return file, {"kind": kind, "base": Fraction(base), "head": head, "most": most, "rule": rule}


@sized
@given(both=meanings(), length=st.sampled_from((None, 100, 10**6)))
def test_a_configuration_means_what_it_was_made_to_mean(folder, both, length):
    file, meaning = both
    text = re.sub(r'"@(.*?)@"', r"\1", json.dumps(file, default=lambda number: f"@{number}@"))
    found = read_config(written(folder / "meant.json", text), length=length).layer()
    assert (found.rope_type, found.base, found.head_dim) == (meaning["kind"], meaning["base"], meaning["head"])
    assert found.geometry.max_length == meaning["most"]
    assert {key: value for key, value in found.parameters.items() if value is not None} == meaning["rule"]
    wanted = angles(found, length)
    assert wanted is None or close(found.rope.floats(), wanted)


def test_the_oracle_of_frequencies_notices_a_change():
    """Each rule, one parameter changed by a little: floating point sees it."""
    plain = {"head_dim": 32, "rope_theta": 10000, "max_position_embeddings": 1000}
    rules = {
        "linear": {"factor": 2},
        "dynamic": {"factor": 2},
        "yarn": {"factor": 2, "original_max_position_embeddings": 100},
        "llama3": {"factor": 2, "original_max_position_embeddings": 999, "low_freq_factor": 1, "high_freq_factor": 4},
        "longrope": {"original_max_position_embeddings": 99, "short_factor": [2] * 16, "long_factor": [3] * 16},
    }
    for kind, rule in rules.items():
        layer = read_config({**plain, "rope_scaling": {"type": kind, **rule}}, length=5000).layer()
        assert close(layer.rope.floats(), angles(layer, 5000))
        changed = (
            {**rule, "long_factor": [3] * 15 + [4]} if kind == "longrope" else {**rule, "factor": Decimal("2.001")}
        )
        other = read_config({**plain, "rope_scaling": {"type": kind, **changed}}, length=5000).layer()
        assert not close(layer.rope.floats(), angles(other, 5000)), kind


# --- receipts of long runs, and the tables of sweeps

RUNS = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))[::4]]


@sized
@given(data=st.data())
def test_receipts_of_long_runs(folder, data):
    text = data.draw(edited(data.draw(st.sampled_from(RUNS))))
    path = written(folder / "receipt.json", text)
    with Bounded():
        try:
            found = read_receipt(path)
        except InvalidInput as problem:
            one_line(problem)
            return
        said = describe(found)
    results = found["results"]
    assert all(line.isprintable() for line in said.splitlines())
    assert results["accuracy"] == results["decoded"] / results["checked"] <= 1
    assert found["machine"]["device_name"] in results["domain"]


ROW = dict.fromkeys(VALUES, 1.0) | {
    "construction": "index", "length": 20, "dtype": "bfloat16", "base": "500000", "seed": 0, "device": "cpu",
    "queries": "all", "beta": "auto", "rotation": "float64", "head_dim": 32, "theta": None, "letters": None, "checked": 20,
    "first_failure": None, "predicted_safe_up_to": 74, "peak_memory": 5, "domain": "T_Index",
}  # fmt: skip


@sized
@given(data=st.data(), kind=st.sampled_from(("json", "csv")))
def test_tables_of_sweeps(folder, data, kind):
    path = folder / f"rows.{kind}"
    if kind == "json":
        written(path, data.draw(edited([ROW, {**ROW, "length": 21}])))
    else:
        write_rows([ROW, {**ROW, "length": 21}], path)
        cells = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()]
        for _ in range(data.draw(st.integers(0, 3))):
            line = data.draw(st.sampled_from(cells))
            line[data.draw(st.integers(0, len(line) - 1))] = str(data.draw(st.one_of(NUMBERS, TEXTS)))
        written(path, "\n".join(",".join(line) for line in cells))
    with Bounded():
        try:
            rows = read_rows(path)
        except InvalidInput as problem:
            one_line(problem)
            return
    assert all(
        set(row) == {*KEYS, *VALUES} and type(row["length"]) is int and 0 <= row["accuracy"] <= 1 for row in rows
    )
    if kind == "json":
        assert len(rows) == len(json.loads(path.read_text(encoding="utf-8-sig")))


# --- training: recipes, runs

TINY = {"steps": 4, "every": 2, "sequences": 400, "layers": 2, "width": 8, "batch": 8, "scored": 3, "extra": (0, 2)}


def _run(task: str) -> dict[str, object]:
    """The files of a small finished run."""
    recipe = preset(task, **TINY)
    hops = {f"hops_{h}": 0.5 for h in recipe.hops}
    pure = {f"{kind}_{gamma}": 0 for gamma in ("0.1", "0.05") for kind in ("positional", "symbolic")}
    steps = (0, 2, 4)
    heads = [{"step": s, "layer": k, "head": 1, "positional": 0.9, "symbolic": 0.25} for s in steps for k in (1, 2)]
    planes = {f"plane_{k}": 0.25 for k in range(1, 5)}
    return {
        "run.json": {
            "label": f"{task} task, small preset, seed 0, cpu", "finished": True, "steps_done": 4, "seconds": 1.5,
            "device": "cpu", "threads": 1, "parameters": 99,
            "versions": {"python": "3.11.7", "torch": "2", "transformers": "5", "safetensors": "0", "numpy": None},
            "test": {"loss": 0.5, "accuracy": 0.75, "hops": {"1": 0.5}}, "recipe": recipe.as_json(),
        },
        "curves.csv": [{"step": s, "train_loss": None, "loss": 1.5, "accuracy": 0.5} | hops | pure for s in steps],
        "heads.csv": heads,
        "frequency_use.csv": [{"step": s, "layer": k} | planes for s in steps for k in (1, 2)],
        "length.csv": [{"extra": n, "length": 17 + n, "sequences": 9, "accuracy": 0.5} | hops for n in (0, 2)],
    }  # fmt: skip


def _csv(rows: list[dict]) -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


@pytest.fixture(scope="module")
def runs(folder) -> dict[str, Path]:
    for task in ("number", "letter"):
        (folder / task).mkdir()
        for name, content in _run(task).items():
            written(folder / task / name, json.dumps(content) if name == "run.json" else _csv(content))
    return {task: folder / task for task in ("number", "letter")}


def test_the_run_that_is_changed_below_is_whole(runs):
    number, letter = (training.read(runs[task]) for task in ("number", "letter"))
    assert len(compare.rows(number, letter)) == 12


@sized
@given(data=st.data(), name=st.sampled_from(("run.json", "run.json", *training.FILES[1:])))
def test_runs_of_training(folder, runs, data, name):
    content = _run("number")[name]
    if name == "run.json":
        text = data.draw(edited(content))
    else:
        cells = [line.split(",") for line in _csv(content).splitlines()]
        for _ in range(data.draw(st.integers(0, 2))):
            line = data.draw(st.sampled_from(cells))
            line[data.draw(st.integers(0, len(line) - 1))] = str(data.draw(st.one_of(NUMBERS, TEXTS)))
        text = "\n".join(",".join(line) for line in cells)
    kept = (runs["number"] / name).read_bytes()
    written(runs["number"] / name, text)
    try:
        with Bounded():
            number, letter = (training.read(runs[task]) for task in ("number", "letter"))
            recipe = number.recipe
            if number.run["finished"]:
                table = compare.table(number, letter)
                assert all(line.isprintable() for line in table.splitlines())
        assert (
            number.run["label"]
            == f"{recipe.task} task, {recipe.preset} preset, seed {recipe.seed}, {number.run['device']}"
        )
        assert all(0 <= row["accuracy"] <= 1 for row in number.curves)
    except InvalidInput as problem:
        one_line(problem)
    finally:
        (runs["number"] / name).write_bytes(kept)


@sized
@given(data=st.data())
def test_recipes(folder, data):
    text = data.draw(edited(preset("letter", **TINY).as_json()))
    path = written(folder / "recipe.json", text)
    with Bounded():
        try:
            plain = read_json("recipe", path)
            recipe = TrainingRecipe.from_json(plain)
        except InvalidInput as problem:
            one_line(problem)
            return
    assert recipe.as_json() == plain and 1 <= recipe.layers <= 4096 and 0 <= recipe.dropout < 1


@needs_torch
@sized
@given(data=st.data())
def test_checkpoints(folder, data):
    import torch
    from safetensors.torch import save_file

    from rope_theory.machines.training import checkpoint

    entry = {"step": 2, "train_loss": 1.0, "loss": 1.0, "accuracy": 0.5, "hops": {"1": 0.5}, "positional": [[0.5]],
             "symbolic": [[0.5]], "use": [[1.0]], "pure": {"0.1": [0, 0], "0.05": [0, 0]}}  # fmt: skip
    header = {"recipe": preset("letter", **TINY).as_json(), "step": 2, "history": [entry], "seconds": 1.0}
    text = data.draw(edited(header))
    path = folder / checkpoint.NAME
    state = {"format": "rope_theory training 1", "state": text.encode("utf-8", "replace").decode("utf-8")}
    save_file({"rng.cpu": torch.zeros(3, dtype=torch.uint8)}, path, state)
    if data.draw(st.integers(0, 19)) == 0:
        content = path.read_bytes()
        path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    with Bounded():
        try:
            _, found = checkpoint.read(path)
            recipe = TrainingRecipe.from_json(found["recipe"])
            checkpoint._history(found["history"], found["step"], recipe)
        except InvalidInput as problem:
            one_line(problem)
            return
    assert found["recipe"] == recipe.as_json() and all(0 <= each["accuracy"] <= 1 for each in found["history"])


# --- token ids


@sized
@given(data=st.data())
def test_token_ids(folder, data):
    path = written(folder / "ids.json", data.draw(edited([[1, 2, 3, 4], [5, 6, 7]])))
    with Bounded():
        try:
            found = read_ids(path)
        except InvalidInput as problem:
            one_line(problem)
            return
    assert found == json.loads(path.read_text(encoding="utf-8-sig"))
    assert all(type(i) is int and i >= 0 for sample in found for i in sample)


# --- receipts of Coq's kernel

CLAIM = "u25.thm1"


@pytest.fixture(scope="module")
def kept() -> dict:
    whole = formal.read_receipts()
    return {"versions": whole["versions"], "claims": {CLAIM: whole["claims"][CLAIM]}}


@pytest.fixture(scope="module")
def coq() -> formal_sources.Sources:
    return formal_sources.read()


@sized
@given(data=st.data())
def test_receipts_of_the_kernel(folder, kept, coq, data):
    path = folder / formal.NAME
    written(path, data.draw(edited(kept)))
    with Bounded():
        found = formal.read_receipts(folder)
        status = formal.from_receipt(claims()[CLAIM], coq, found)
    assert status.status in ("receipt", "drifted", "none")
    if status.status == "receipt":
        same = ("file", "kind", "claim_hash", "statement", "statement_hash", "sources")
        assert all(found["claims"][CLAIM][key] == kept["claims"][CLAIM][key] for key in same)
        assert isinstance(status.versions["coq"], str)


# --- compiled models


@pytest.fixture(scope="module")
def models(folder) -> dict[str, Path]:
    from rope_theory.machines.compile import save, to_gptj, to_llama

    made = {
        "llama": to_llama("number", 1, 5, letters=4, integers=3),
        "gptj": to_gptj("letter", 1, 5, letters=3, integers=3),
    }
    for name, model in made.items():
        save(model, folder / name)
        shutil.copytree(folder / name, folder / f"{name}-changed")
    return {name: folder / name for name in made}


@needs_torch
@sized
@given(data=st.data(), name=st.sampled_from(("llama", "gptj")))
def test_compiled_models(folder, models, data, name):
    from rope_theory.machines.compile import Tokens, load
    from rope_theory.machines.compile.tokens import described

    changed = folder / f"{name}-changed"
    tree = json.loads((models[name] / "config.json").read_text(encoding="utf-8"))
    written(
        changed / "config.json",
        data.draw(edited(tree, sorted({*tree, "auto_map", "quantization_config", "rope_theory"}))),
    )
    weights = (models[name] / "model.safetensors").read_bytes()
    if data.draw(st.integers(0, 19)) == 0:
        weights = weights[: data.draw(st.integers(0, len(weights)))]
    (changed / "model.safetensors").write_bytes(weights)
    with Bounded():
        try:
            model = load(changed)
        except InvalidInput as problem:
            one_line(problem)
            return
        said = json.dumps(described(model))
    tokens = Tokens.of(model)
    assert type(model).__name__ in ("LlamaForCausalLM", "GPTJForCausalLM") and "parameters" in said
    assert model.get_input_embeddings().weight.shape[0] - len(tokens.vocabulary) in (0, 1)
    assert sum(each.numel() for each in model.parameters()) * 4 <= len(weights) + 10**4


# --- certificates


@pytest.fixture(scope="module")
def head() -> dict:
    return head_certificate(LongRunSettings("mix", 97, "bfloat16", head_dim=8))


@sized
@given(data=st.data())
def test_certificates_of_heads(folder, head, data):
    path = written(folder / "head.json", data.draw(edited(head)))
    with Bounded():
        try:
            found = check_head(path)
        except InvalidInput as problem:
            one_line(problem)
            return
    facts, (layer,) = found["model"], found["layers"]
    assert facts["construction"] == "mix" and f"at most {facts['length']} tokens" in found["statement"]
    ((content,),) = [found["weights"]["contents"]]
    weights = np.zeros(content["shape"])
    weights[content["at"]] = content["value"]
    g = float(Fraction(facts["base"])) ** (-np.arange(0, facts["head_dim"], 2) / facts["head_dim"])
    gap = facts["beta"] * min(weights @ (1 - np.cos(t * g)) for t in range(1, facts["length"]))
    unit = {"bfloat16": 2.0**-8, "float16": 2.0**-11, "float32": 2.0**-24, "float64": 2.0**-53}[facts["dtype"]]
    assert layer["gap"] <= gap * (1 + 1e-9) and layer["logit_error"] >= facts["beta"] * unit
    assert layer["lead"] <= gap - 2 * facts["beta"] * unit and layer["miss"] >= facts["length"] * math.exp(-gap)
    assert 0 < found["margin"] < 1


@pytest.fixture(scope="module")
def certified(folder, models) -> tuple[Path, dict]:
    from rope_theory.machines.compile import load, save

    save(load(models["llama"]), folder / "certified", certify)
    return folder / "certified", json.loads((folder / "certified" / "certificate.json").read_text(encoding="utf-8"))


@needs_torch
@sized
@given(data=st.data())
def test_certificates_of_compiled_models(certified, data):
    target, honest = certified
    written(target / "certificate.json", data.draw(edited(honest)))
    with Bounded():
        try:
            found = check(target)
        except InvalidInput as problem:
            one_line(problem)
            return
    assert (
        found["model"] == honest["model"] and found["weights"]["tensors"].keys() == honest["weights"]["tensors"].keys()
    )
    assert 0 < found["margin"] <= honest["margin"] * 1.2 and found["allowance"] <= 4 * honest["allowance"]
    assert found["statement"].endswith(f"{found['margin']:g}.") and found["trusted"] == honest["trusted"]


# --- cases that fell


def test_found_by_fuzzing_a_base_of_windows_in_a_model_without_windows(tmp_path):
    """A key that the class does not read made a table that named every layer twice."""
    file = {"model_type": "phi3", "num_hidden_layers": 4, "rope_local_base_freq": 2}
    with pytest.raises(InvalidInput, match="rope_local_base_freq must be null"):
        read_config(file)


def test_found_by_fuzzing_parameters_per_layer_type_without_layer_types():
    """Nothing says which layers are of which type: no layer has a number, and none is named twice."""
    inner = {name: {"rope_type": "default", "rope_theta": 100} for name in ("full_attention", "sliding_attention")}
    config = read_config({"head_dim": 8, "num_hidden_layers": 4, "rope_parameters": inner})
    assert [layer.indices for layer in config.layers] == [(), ()]
    with pytest.raises(InvalidInput, match="layer_types must be given"):
        read_config({"model_type": "llama", "num_hidden_layers": 4, "rope_parameters": inner})


@pytest.mark.parametrize("value", [[32], {"a": 1}])
def test_found_by_fuzzing_a_list_where_one_layer_has_a_number(value):
    """Settings of single layers are compared with one another: a list had no hash."""
    file = {"model_type": "gemma4_text", "head_dim": 16, "num_hidden_layers": 6}
    with pytest.raises(InvalidInput, match=r"per_layer_config\.5\.head_dim must be a number"):
        read_config(file | {"per_layer_config": {"5": {"head_dim": value}}})
    with pytest.raises(InvalidInput, match=r"layer_rope_theta\[1\] must be a number"):
        read_config({"head_dim": 16, "num_hidden_layers": 2, "rope_theta": 9, "layer_rope_theta": [9, value]})


def test_found_by_fuzzing_null_where_true_is_the_default():
    """transformers takes null for false there: the ramp would not be rounded."""
    scaling = {"rope_type": "yarn", "factor": 4, "original_max_position_embeddings": 2048, "truncate": None}
    with pytest.raises(InvalidInput, match="truncate must be true or false, got nothing"):
        read_config({"head_dim": 16, "rope_theta": 10000, "max_position_embeddings": 4096, "rope_scaling": scaling})


def test_found_by_fuzzing_samples_of_token_ids_that_are_objects(tmp_path):
    """The keys of an object were taken for a list of token ids."""
    for text in ('[{"1": 2}]', '["12"]', "[[1.0]]", "[[true]]", "[[-1]]", "{}"):
        with pytest.raises(InvalidInput, match="ids must be a list"):
            read_ids(written(tmp_path / "ids.json", text))
