"""A stand-in for coqc, coqtop and apt-get, for tests of what surrounds Coq; it proves nothing.

A source with the word BROKEN does not compile. A compiled file is the source without comment lines, and `compiled` beside
the programs lists what was compiled. A theorem whose source holds MISTYPED fails its check. What Print
Assumptions, About and Print answer is written into the programs; asked for a meaning, Print answers
with the definition as it stands in the file, its names preceded by their file.
"""

from __future__ import annotations

import os
import re
import signal
import sys

TYPE_CHECKING = False  # of typing: its import takes as long as the rest of a stand-in
if TYPE_CHECKING:
    from pathlib import Path

DEFAULT = {
    "version": "8.16.1",
    "assumptions": "Axioms:\nClassical_Prop.classic : forall P : Prop, P \\/ ~ P\n",
    "about": "Expands to: Constant Coq.Logic.Classical_Prop.classic\n",
    "statement": "forall n : nat, n = n",
}


#: A page and what it requires, which Coq itself accepts.
PROOF = "Proof. intro n. reflexivity. Qed."
PAGE = f"""(* Theorem wrong : False. Admitted. *)
Require Base.
Definition u25_lem1_statement : Prop := forall n : nat, n = n.
Theorem u25_lem1_proved : u25_lem1_statement.
{PROOF}
Definition u25_lem1_neighbour_all : Prop := forall n m : nat, n = m.
Theorem u25_lem1_neighbour_all_false : ~ u25_lem1_neighbour_all.
Proof. intro H. discriminate (H 0 1). Qed.
"""
#: Coq itself needs Instances.v for it.
INSTANCE = "Example u25_lem1_instance : instance_of u25_lem1_statement. Proof. exists 2. exact I. Qed.\n"
TOY = {"Base.v": "Definition base := 0.\n", "u25_lem1.v": PAGE + INSTANCE}


#: coqc in the shell, which is all of PATH, as hundreds are started: VERSION, FOLDER and what it does when KILLED are put in.
COQC = """#!/bin/sh
for word; do case $word in --version) printf '%s\\n' VERSION; exit 0;; -where) printf '%s\\n' FOLDER; exit 0;; esac; done
KILLED
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    *BROKEN*) printf 'File "./%s", line 3, characters 0-6:\\nError: The reference BROKEN was\\nnot found.\\n' "$word" >&2; exit 1;;
    '(*'*) ;;
    *) printf '%s\\n' "$line"
  esac
done <"$word" >"${word%.v}.vo"
printf '%s\\n' "$word" >>FOLDER/compiled
"""


def put(folder: Path, programs=("coqc", "coqtop"), **answers: str) -> Path:
    """Write the programs into the folder and return it."""
    import shlex

    folder.mkdir(exist_ok=True)
    answers = {**DEFAULT, **answers}
    killed = "kill -XCPU $$" if answers.get("killed") == "coqc" else ""  # as by its limit of processor time
    coqc = COQC.replace("VERSION", shlex.quote(f"The Coq Proof Assistant, version {answers['version']}"))
    coqc = coqc.replace("FOLDER", shlex.quote(str(folder))).replace("KILLED", killed)
    for name in programs:
        program = folder / name
        program.write_text(
            coqc
            if name == "coqc"
            else f"#!{sys.executable} -IS\nimport sys\nsys.path.insert(0, {os.path.dirname(__file__)!r})\n"
            f"import fake_coq\nsys.exit(fake_coq.main({name!r}, {str(folder)!r}, {answers!r}))\n"
        )
        program.chmod(0o755)
    return folder


def main(program: str, folder: str, answers: dict) -> int:
    if program == "apt-get":
        from pathlib import Path

        with open(f"{folder}/apt.log", "a", encoding="utf-8") as log:
            print(*sys.argv[1:], file=log)
        if sys.argv[1] == "install":
            put(Path(folder), **answers)
        return 0
    if program == answers.get("killed"):
        os.kill(os.getpid(), signal.SIGXCPU)
    return coqtop(answers)


def coqtop(answers: dict) -> int:
    redirected = os.getcwd()
    os.chdir(sys.argv[sys.argv.index("-Q") + 1])
    for line in sys.stdin:
        asked = re.match(r'Redirect "([\w.]+)" (Print Assumptions|About|Print|Check) (\S+)\.$', line.strip())
        if not asked:
            continue
        label, command, name = asked.groups()
        if command == "Check" and any("MISTYPED" in read(file) for file in sources()):
            text = ""
        elif label.startswith("means_"):
            text = defined(name.removeprefix("RopeTheory."))
        else:
            text = {
                "Print Assumptions": answers["assumptions"],
                "About": answers["about"],
                "Check": name,
                "Print": f"{name} = \n{answers['statement']}\n     : Prop\n",
            }[command]
        with open(f"{redirected}/{label}.out", "w", encoding="utf-8") as out:
            out.write(text)
    return os.EX_OK


def sources() -> list[str]:
    return [name for name in os.listdir() if name.endswith(".v")]


def read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def defined(name: str) -> str:
    """What Print would say of `file.name`: nothing if there is no such definition."""
    homes = {short: path[:-2] for path in sources() for short in re.findall(r"Definition (\w+)", read(path))}
    file, short = name.split(".")
    text = read(f"{file}.v") if homes.get(short) == file else ""
    body = re.search(rf"Definition {short}\b[^.]*", text)
    if not body:
        return ""
    return re.sub(r"\w+", lambda word: f"{homes[word[0]]}.{word[0]}" if word[0] in homes else word[0], body[0])
