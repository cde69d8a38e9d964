"""`python -m mutants`: see the package."""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from mutants import judge, reach
from mutants.operators import Mutant
from mutants.reach import Unit
from mutants.report import TIMEOUT, Declared, Outcome, print_report, share
from mutants.settings import Settings, all_mutants, copy, digest

#: A mutant first meets the quickest of its tests: so many seconds' worth, out of so many files.
QUICK_SECONDS, QUICK_FILES = 3, 4
#: Units after which they are kept.
SAVED_EVERY = 20
#: Exit codes of a process that was ended from outside (255: with the process that forks); it is tried so often.
ENDED, TRIES = (-signal.SIGTERM, -signal.SIGKILL, 255), 3
#: The same in every run: no order of sets, no threads that would be lost in a fork.
ENVIRONMENT = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(prog="python -m mutants", description="Mutation testing, in a copy of the checkout.")
    made.add_argument("--sample", type=int, metavar="N", help="how many mutants, drawn at random (default 200; 0: all)")
    made.add_argument("--seed", type=int, default=1, help="of the sample (default 1)")
    made.add_argument(
        "--by", choices=("checks", "both"), default="both", help="judged by checks/, or tests/ too (default)"
    )
    made.add_argument("--only", metavar="PATH[:LINE]", help="mutants of this file, folder or line")
    made.add_argument("--jobs", type=int, default=2, help="processes at a time (default 2)")
    made.add_argument("--json", type=Path, metavar="PATH", help="write the outcomes to this file")
    made.add_argument("--list", action="store_true", help="list the mutants and run nothing")
    made.add_argument("--resume", action="store_true", help="keep the outcomes of the last run on the same sources")
    made.add_argument("--root", type=Path, default=Path(), help="the checkout (default: here)")
    return made


class Run:
    """One run of the tool.

    Args:
        root: the checkout.
        tree: its copy, in which everything runs.
        jobs: processes at a time.
        progress: where to show it.
    """

    def __init__(self, root: Path, tree: Path, jobs: int, progress: Progress):
        self.root, self.tree, self.jobs, self.progress = root, tree, jobs, progress
        self.settings = Settings.read(tree)
        self.files = self.settings.files(tree)
        self.work = root / "build" / "mutants"
        self.processes = multiprocessing.get_context("forkserver")
        self.processes.set_forkserver_preload(["mutants.reach", *self.settings.preload])
        self.running: set[int] = set()
        self.units: dict[str, dict[str, Unit]] = {}
        self.texts = {
            path.relative_to(tree).as_posix(): path.read_text(encoding="utf-8") for path in tree.rglob("*.py")
        }

    def start(self, target, *arguments):
        """(process, pipe) of target(root, tree, *arguments, pipe) in a fork of the process that is preloaded."""
        receiving, sending = self.processes.Pipe(duplex=False)
        process = self.processes.Process(target=target, args=(str(self.root), str(self.tree), *arguments, sending))
        process.start()
        self.running.add(process.pid)
        sending.close()
        return process, receiving

    def end(self, process) -> int:
        """Wait for a process, end what it left running, and return its exit code."""
        process.join()
        self.kill(process.pid)
        return process.exitcode

    def kill(self, pid: int) -> None:
        """End a process of this run and all that it started."""
        self.running.discard(pid)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)

    def gather(self, kinds: list[str]) -> None:
        """Know which tests reach which lines."""
        for kind in kinds:
            path = self.work / f"reach-{kind}.json"
            kept = reach.load(path, self.tree)
            names: set[str] = set()
            task = self.progress.add_task(f"which {kind} reach which lines", total=None)

            for folder in getattr(self.settings, kind):
                known = (kind == "checks", set(self.files), set(kept), self.jobs)
                for name, unit in self.sent(reach.gather, folder, self.settings.blind, *known):
                    names.add(name)
                    if unit is not None:
                        kept[name] = unit
                        if len(kept) % SAVED_EVERY == 0:
                            reach.save(path, kept)
                    self.progress.update(task, total=len(names), completed=len(names & set(kept)))
            self.units[kind] = {name: unit for name, unit in kept.items() if name in names}
            reach.save(path, self.units[kind])
            self.progress.update(task, description=f"{kind} without any mutation", total=None)
            self.control([unit for unit in self.units[kind].values() if not unit.controlled])
            reach.save(path, self.units[kind])
            self.progress.remove_task(task)
            for test in (test for unit in self.units[kind].values() for test in unit.failed):
                self.progress.console.print(f"[red]fails without any mutation, and is left out:[/red] {escape(test)}")

    def control(self, units: list[Unit]) -> None:
        """Judge nothing: a test that fails when all run in one process, as they are judged, is left out."""
        failed = self.killers("", None, {name: seconds for unit in units for name, seconds in unit.seconds.items()})
        for unit in units:
            unit.failed += (out := [name for name in failed if name in unit.seconds])
            for name in out:
                del unit.seconds[name]
                failed.remove(name)
            unit.controlled = True
        if failed:
            raise SystemExit(f"without any mutation: {failed[0]}")

    def sent(self, target, *arguments) -> Iterator:
        """What a process sends until it ends."""
        process, pipe = self.start(target, *arguments)
        with contextlib.suppress(EOFError):
            while True:
                yield pipe.recv()
        self.end(process)

    def reaching(self, mutant: Mutant, kind: str) -> dict[str, float]:
        """The tests of a kind that reach a mutant, quickest first, with their seconds."""
        folders = [self.units[kind][folder] for folder in getattr(self.settings, kind)]
        imported = mutant.imported or any(folder.reaches(mutant.file, *mutant.reached) for folder in folders)
        tests: dict[str, float] = {}
        for unit in self.units[kind].values():
            if unit.reaches(mutant.file, *mutant.reached) or (imported and self._imports(unit, mutant.file)):
                tests |= unit.seconds
        return dict(sorted(tests.items(), key=lambda item: item[1]))

    def _imports(self, unit: Unit, file: str) -> bool:
        """Whether a unit runs something of a file, or of one that names its module or the package around it."""
        module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        package = module.rpartition(".")[0]
        names = [module, *([package] if "." in package else [])]
        return any(used == file or any(name in self.texts[used] for name in names) for used in unit.lines)

    def judge(self, index: int, mutant: Mutant) -> Outcome:
        """What becomes of a mutant: the quickest checks first, then the other checks, then the tests."""
        start = time.perf_counter()
        count = 0
        for kind in self.units:
            tests = self.reaching(mutant, kind)
            count += len(tests)
            for wanted in _stages(tests):
                if killers := self.killers(mutant.file, index, wanted):
                    return Outcome(mutant, kind, killers[0], time.perf_counter() - start, count)
        return Outcome(mutant, "survived" if count else "unreached", "", time.perf_counter() - start, count)

    def killers(self, file: str, index: int | None, tests: dict[str, float]) -> list[str]:
        """What fails with a mutant (without an index: with none)."""
        limits = {name: self.settings.patience * seconds + self.settings.grace for name, seconds in tests.items()}
        for _ in range(TRIES if tests else 0):
            process, pipe = self.start(judge.judge, file, index, self.files.get(file), limits)
            try:
                return pipe.recv()
            except EOFError:
                code = process.join() or process.exitcode
                if code not in ENDED:
                    return [TIMEOUT if -code in judge.LIMITS else f"the process ends with {code}"]
            finally:
                self.end(process)
        return [f"the process is ended {TRIES} times"] if tests else []


def _stages(tests: dict[str, float]) -> list[dict[str, float]]:
    """The tests in one or two parts: a few quick ones, the others."""
    quick: dict[str, float] = {}
    files: set[str] = set()
    for name, seconds in tests.items():
        files.add(name.partition("::")[0])
        if len(files) > QUICK_FILES or sum(quick.values()) + seconds > QUICK_SECONDS:
            break
        quick[name] = seconds
    return [part for part in (quick, {name: tests[name] for name in tests if name not in quick}) if part]


def main(arguments: list[str] | None = None) -> int:
    """The exit status: 0, or 1 if too few mutants are killed or a declaration is stale."""
    options = parser().parse_args(arguments)
    console = Console()
    console.width = max(console.width, 110)
    root = options.root.resolve()
    settings = Settings.read(root)
    everything = all_mutants(root, settings)
    chosen = _choose(everything, options)
    if options.list:
        for _, mutant in chosen:
            console.print(
                f"{mutant.file}:{mutant.line} {mutant.function}: {mutant.mutation}", markup=False, soft_wrap=True
            )
        console.print(f"{len(chosen)} of {len(everything)} mutants")
        return 0
    os.environ.update(ENVIRONMENT)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does: nothing is left behind
    declared = Declared(root)
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()]
    with (
        tempfile.TemporaryDirectory(prefix="mutants-") as folder,
        Progress(*columns, TextColumn("left:"), TimeRemainingColumn(), console=console) as progress,
    ):
        tree = Path(folder).resolve() / "tree"
        copy(root, tree)
        run = Run(root, tree, options.jobs, progress)
        try:
            run.gather(["checks"] if options.by == "checks" else ["checks", "tests"])
            outcomes = _outcomes(run, chosen, options)
        finally:
            for process in list(run.running):
                run.kill(process)
    stale = declared.stale((mutant for _, mutant in everything), outcomes)
    print_report(console, outcomes, declared, options.by, stale)
    if options.json:
        rows = [{**outcome.as_json(), "declared": outcome.mutant in declared} for outcome in outcomes]
        options.json.write_text(
            json.dumps({"by": options.by, "stale": stale, "mutants": rows}, indent=1, ensure_ascii=False)
        )
    least = settings.least
    enough = share(outcomes, declared, ("checks",)) >= least["checks"]
    if options.by == "both":
        enough = enough and share(outcomes, declared) >= least["both"]
    return 0 if enough and not stale else 1


def _choose(everything: list[tuple[int, Mutant]], options) -> list[tuple[int, Mutant]]:
    path, _, line = (options.only or "").partition(":")
    found = [
        (index, mutant) for index, mutant in everything
        if not path or (Path(mutant.file).is_relative_to(path) and line in ("", str(mutant.line)))
    ]  # fmt: skip
    size = options.sample if options.sample is not None else 0 if options.list or options.only else 200
    if 0 < size < len(found):
        found = [found[at] for at in sorted(random.Random(options.seed).sample(range(len(found)), size))]
    return found


def _outcomes(run: Run, chosen: list[tuple[int, Mutant]], options) -> list[Outcome]:
    """Judge the chosen mutants, keeping each outcome at once for `--resume`."""
    path = run.work / "results.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    sources = digest(run.tree)
    kept: dict[tuple[str, int], list] = {}
    if options.resume and path.is_file():
        for entry in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            if entry["sources"] == sources and (entry["by"] == options.by or entry["outcome"][0] == "checks"):
                kept[entry["file"], entry["index"]] = entry["outcome"]
    done = {at: Outcome(mutant, *kept[mutant.file, index]) for at, (index, mutant) in enumerate(chosen)
            if (mutant.file, index) in kept}  # fmt: skip
    task = run.progress.add_task("mutants", total=len(chosen), completed=len(done))
    with ThreadPoolExecutor(options.jobs) as pool, path.open("a" if options.resume else "w", encoding="utf-8") as log:
        waiting = {pool.submit(run.judge, *chosen[at]): at for at in range(len(chosen)) if at not in done}
        try:
            for future in as_completed(waiting):
                at = waiting[future]
                outcome = done[at] = future.result()
                entry = {"sources": sources, "by": options.by, "file": outcome.mutant.file, "index": chosen[at][0]}
                judged = [outcome.verdict, outcome.killer, outcome.seconds, outcome.tests]
                print(json.dumps({**entry, "outcome": judged}), file=log, flush=True)
                left = sum(not outcome.killed for outcome in done.values())
                run.progress.update(task, completed=len(done), description=f"mutants ({left} not killed)")
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for pid in list(run.running):
                run.kill(pid)
            run.progress.console.print("interrupted: go on with --resume; so far:")
    return [done[at] for at in sorted(done)]


if __name__ == "__main__":
    sys.exit(main())
