"""Coq itself: is it there, is it new enough, how to get it; compiling a folder; asking it questions."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from threading import Semaphore
from typing import Any, NamedTuple

from rope_theory.evidence.formal.compiled import CompiledFiles
from rope_theory.evidence.formal.sources import LOGICAL, Sources

#: The oldest version that the development is written for.
OLDEST = (8, 16)
WORKERS = 2
#: Of the processor, for one process of Coq; a busy machine gives it later, and up to PATIENCE is waited for it.
SECONDS, PATIENCE = 600, 7200
#: For OCaml, unless the caller has said otherwise: Coq's own 256 MiB for new objects, touched by each
#: process, cost more than they save, and so does looking for garbage while libraries are loaded (an eighth of the time of all
#: files together). Where Coq is asked about all of them, garbage that nobody looks for would be gigabytes: it is looked for sooner.
MEMORY = {"coqc": "s=512k,o=2000", "coqtop": "s=512k,o=500"}
#: Debian's packages by the folder of user-contrib that they bring.
PACKAGES = {
    "Coquelicot": "libcoq-coquelicot",
    "Flocq": "libcoq-flocq",
    "Interval": "libcoq-interval",
    "mathcomp/ssreflect": "libcoq-mathcomp-ssreflect",
    "mathcomp/fingroup": "libcoq-mathcomp-fingroup",
    "mathcomp/algebra": "libcoq-mathcomp-algebra",
}


class CoqProblem(Exception):
    """Coq cannot be used: one line that says why.

    Args:
        text: the line.
        status: exit status: 1 for a run that did not end, 3 for what is missing, 4 for a version too old.
    """

    def __init__(self, text: str, status: int = 3):
        super().__init__(text)
        self.status = status


def _first_line(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip().partition("\n")[0] if done.returncode == 0 else ""


def version() -> str:
    """The version of the coqc on PATH.

    Raises:
        CoqProblem: none there, none that answers, or too old.
    """
    if not shutil.which("coqc") or not shutil.which("coqtop"):
        raise CoqProblem(f"coqc is missing; to install: {_install_line(_wanted({'mathcomp'}))}")
    line = _first_line(["coqc", "--version"])
    match = re.search(r"version (\d+)\.(\d+)[\w.+~-]*", line)
    if not match:
        raise CoqProblem(f"coqc does not tell its version, it says {line!r}")
    if (int(match[1]), int(match[2])) < OLDEST:
        raise CoqProblem(f"coqc is too old: {match[0]}, needed is {OLDEST[0]}.{OLDEST[1]} or newer", 4)
    return match[0].removeprefix("version ")


def _wanted(roots: Iterable[str]) -> list[str]:
    return [library for library in PACKAGES if library.partition("/")[0] in set(roots)]


def _install_line(libraries: Iterable[str]) -> str:
    return "apt-get install " + " ".join(["coq", *(PACKAGES[library] for library in libraries)])


def _missing_libraries(sources: Sources) -> list[str]:
    contrib = Path(_first_line(["coqc", "-where"]) or "/nonexistent") / "user-contrib"
    return [library for library in _wanted(sources.libraries) if not (contrib / library).is_dir()]


def ready(sources: Sources) -> str:
    """The version, if Coq and every library that the sources require are there.

    Raises:
        CoqProblem: something is missing or too old.
    """
    found = version()
    if missing := _missing_libraries(sources):
        raise CoqProblem(f"Coq's library {missing[0]} is missing; to install: {_install_line(missing)}")
    return found


def install(sources: Sources) -> None:
    """Install with apt-get what is missing, where that can be done (Debian, as root).

    Raises:
        CoqProblem: it cannot, or apt-get failed.
    """
    try:
        ready(sources)
        return
    except CoqProblem as problem:
        if problem.status != 3:
            raise
        if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid():
            raise
    command = ["apt-get", "install", "-y", "--no-install-recommends"]
    command += _install_line(_wanted(sources.libraries)).split()[2:]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["apt-get", "update"], command):
        done = subprocess.run(step, capture_output=True, text=True, env=environment, check=False)
        if done.returncode:
            last = (done.stderr.strip() or "no message").splitlines()[-1]
            raise CoqProblem(f"{' '.join(step)} failed: {last}")
    ready(sources)


def versions(sources: Sources) -> dict[str, str]:
    """Versions of Coq and, where Debian's package manager knows them, of the libraries that the sources require."""
    found = {"coq": version()}
    for library in _wanted(sources.libraries):
        package = PACKAGES[library]
        found[package] = _first_line(["dpkg-query", "-W", "-f", "${Version}", package]) or "unknown"
    return found


class Part(NamedTuple):
    """A part of what sessions are asked.

    Args:
        start: commands before its others, in every session.
        groups: commands that stay together; the groups are shared out over the sessions.
        cost: of one command, in units that are the same for all parts asked at once.
    """

    start: Sequence[str]
    groups: Sequence[Sequence[str]]
    cost: float = 1.0


class Build:
    """A fresh folder with the sources, in which they are compiled; a context manager that removes it.

    Args:
        sources: what is compiled.
        store: a folder of files that earlier runs compiled; what nothing has changed under is taken from there.
            Default: everything is compiled.

    Attributes:
        kept: the files that were taken from the store.
    """

    def __init__(self, sources: Sources, store: Path | None = None):
        self.sources = sources
        self.kept: list[str] = []
        self._hashes: dict[str, str] = {}  # of compiled files, by the names of their sources
        self._store = None if store is None else CompiledFiles(store, Path(_first_line(["coqc", "-where"])))
        self._temporary = tempfile.TemporaryDirectory(prefix="rope-theory-formal-")
        self.folder = Path(self._temporary.name)
        self._turn = Semaphore(WORKERS)

    def __enter__(self) -> Build:
        for name, text in self.sources.text.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        return self

    def __exit__(self, *_: Any) -> None:
        self._temporary.cleanup()

    def compile(self, watch: Any = iter) -> dict[str, str]:
        """File -> the first error in one line ("" for none); two files at a time, each after what it requires.

        Of those that can be compiled the one comes first that the longest chain of others waits for.

        Args:
            watch: wraps the outcomes as they come (a progress bar).
        """
        order: list[str] = []
        for name in self.sources.text:
            order += [other for other in self.sources.closure(name) if other not in order]
        before: dict[str, list[str]] = {}
        for name in order:  # of files that require each other one comes first, and Coq refuses it
            before[name] = [other for other in self.sources.requires(name) if other in before]
        chain = dict.fromkeys(order, 0)
        for name in reversed(order):
            chain |= {other: max(chain[other], chain[name] + 1) for other in before[name]}
        todo = sorted(order, key=lambda name: -chain[name])
        running: dict[Future[str], str] = {}
        outcomes: dict[str, str] = {}
        with ThreadPoolExecutor(WORKERS) as pool:
            for _ in watch(order):
                free = [name for name in todo if all(other in outcomes for other in before[name])]
                for name in free[: WORKERS - len(running)]:
                    todo.remove(name)
                    running[pool.submit(self._one, name, any(outcomes[other] for other in before[name]))] = name
                done = next(as_completed(running))
                outcomes[running.pop(done)] = done.result()
        if self._store:
            self._store.clear()
        return {name: outcomes[name] for name in order}

    def _one(self, name: str, on_broken: bool) -> str:
        if on_broken:
            return "rests on a file that does not compile"
        if self._store is None:
            return self._compile(name)
        # of files that require each other one is not compiled yet: Coq refuses them
        required = {other: self._hashes.get(other, "") for other in self.sources.requires(name)}
        key = self._store.key(name, self.sources.text[name], required)
        made = (self.folder / name).with_suffix(".vo")
        if found := self._store.fetch(key, made):
            self.kept.append(name)
        elif error := self._compile(name):
            return error
        self._hashes[name] = found or self._store.keep(key, made)
        return ""

    def _compile(self, name: str) -> str:
        done = self._coq("coqc", ["-noglob", name], f"compiling {name}", self.folder)
        if done.returncode == 0:
            return ""
        return _error_line(done.stderr) or f"{name}: coqc ended with status {done.returncode} and no message"

    def ask(self, *parts: Part) -> dict[str, str]:
        """Run the parts in coqtop, which several threads may do at once, and gather what they redirect: `Redirect "name" …` -> text.

        Each session goes through all the parts in their order, with a share of each: to start a session takes longer than most answers.
        An error ends its command only; what it should have redirected is empty or not in the answer. A session that does
        not end is no answer at all, and never taken for one.

        Raises:
            CoqProblem: a session did not end.
        """
        shares: list[list[list[str]]] = [[[] for _ in parts] for _ in range(WORKERS)]
        loads = [0.0] * WORKERS
        groups = [(part.cost * len(group), at, group) for at, part in enumerate(parts) for group in part.groups]
        for cost, at, group in sorted(groups, key=lambda found: -found[0]):
            least = loads.index(min(loads))
            loads[least] += cost
            shares[least][at] += group
        sessions = [
            [line for part, share in zip(parts, shared, strict=True) for line in (*part.start, *share)]
            for shared in shares
            if any(shared)
        ]
        with tempfile.TemporaryDirectory(dir=self.folder) as answers, ThreadPoolExecutor(WORKERS) as pool:
            where = Path(answers)
            list(pool.map(lambda commands: self._session(commands, where), sessions))
            return {path.stem: path.read_text(encoding="utf-8") for path in sorted(where.glob("*.out"))}

    def _session(self, commands: Sequence[str], where: Path) -> None:
        self._coq("coqtop", [], "checking the statements", where, "\n".join([*commands, ""]))

    def _coq(
        self, program: str, arguments: Sequence[str], task: str, where: Path, text: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """A process of Coq that ended by itself.

        Raises:
            CoqProblem: it used up its time, or was killed.
        """
        limited = [
            "/bin/sh",
            "-c",
            f'ulimit -t {SECONDS} && exec "$@"',
            "sh",
            program,
            "-q",
            "-Q",
            str(self.folder),
            LOGICAL,
            *arguments,
        ]
        environment = {"OCAMLRUNPARAM": MEMORY[program], **os.environ}
        try:
            with self._turn:
                done = subprocess.run(
                    limited,
                    cwd=where,
                    env=environment,
                    input=text,
                    capture_output=True,
                    text=True,
                    timeout=PATIENCE,
                    check=False,
                )
        except subprocess.TimeoutExpired:
            raise CoqProblem(f"{task}: no answer after {PATIENCE} s; nothing is said about the proofs", 1) from None
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            spent = f"{program} used up {SECONDS} s of processor time, or was killed"
            raise CoqProblem(f"{task}: {spent}; nothing is said about the proofs", 1)
        return done


def _error_line(stderr: str) -> str:
    """The first error of coqc in one line: file, line and message."""
    match = re.search(r'File "\./([^"]+)", line (\d+), characters [\d-]+:\s*Error:?\s*(.*)', stderr, re.DOTALL)
    text = f"{match[1]}, line {match[2]}: {match[3]}" if match else stderr
    text = " ".join(text.split())
    return text if len(text) <= 240 else text[:239] + "…"
