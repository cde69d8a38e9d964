"""A stand-in for coqc, coqtop and apt-get, for tests of what surrounds Coq; it proves nothing.

A source with the word BROKEN does not compile. A theorem whose source holds MISTYPED fails its check. What Print
Assumptions, About and Print answer is read from answers.json beside the programs; asked for a meaning, Print answers
with the definition as it stands in the file, its names preceded by their file.
"""

import json
import os
import re
import signal
import sys
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


def put(folder: Path, programs=("coqc", "coqtop"), **answers: str) -> Path:
    """Write the programs into the folder and return it."""
    folder.mkdir(exist_ok=True)
    (folder / "answers.json").write_text(json.dumps({**DEFAULT, **answers}))
    for name in programs:
        program = folder / name
        program.write_text(
            f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(Path(__file__).parent)!r})\n"
            f"import fake_coq\nsys.exit(fake_coq.main({name!r}, {str(folder)!r}))\n"
        )
        program.chmod(0o755)
    return folder


def main(program: str, folder: str) -> int:
    answers = json.loads((Path(folder) / "answers.json").read_text())
    if program == "apt-get":
        with open(Path(folder) / "apt.log", "a", encoding="utf-8") as log:
            print(*sys.argv[1:], file=log)
        if sys.argv[1] == "install":
            put(Path(folder), **answers)
        return 0
    if program == answers.get("killed") and "--version" not in sys.argv and "-where" not in sys.argv:
        os.kill(os.getpid(), signal.SIGXCPU)  # as by its limit of processor time
    if program == "coqtop":
        return coqtop(answers)
    if "--version" in sys.argv:
        print(f"The Coq Proof Assistant, version {answers['version']}")
    elif "-where" in sys.argv:
        print(folder)
    else:
        name = sys.argv[-1]
        if "BROKEN" in Path(name).read_text(encoding="utf-8"):
            print(
                f'File "./{name}", line 3, characters 0-6:\nError: The reference BROKEN was\nnot found.',
                file=sys.stderr,
            )
            return 1
    return 0


def coqtop(answers: dict) -> int:
    for line in sys.stdin:
        asked = re.match(r'Redirect "(\w+)" (Print Assumptions|About|Print|Check) (\S+)\.$', line.strip())
        if not asked:
            continue
        label, command, name = asked.groups()
        if command == "Check" and any("MISTYPED" in p.read_text() for p in Path().glob("*.v")):
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
        Path(f"{label}.out").write_text(text, encoding="utf-8")
    return os.EX_OK


def defined(name: str) -> str:
    """What Print would say of `file.name`: nothing if there is no such definition."""
    homes = {
        short: path.stem for path in Path().glob("*.v") for short in re.findall(r"Definition (\w+)", path.read_text())
    }
    file, short = name.split(".")
    text = Path(f"{file}.v").read_text() if homes.get(short) == file else ""
    body = re.search(rf"Definition {short}\b[^.]*", text)
    if not body:
        return ""
    return re.sub(r"\w+", lambda word: f"{homes[word[0]]}.{word[0]}" if word[0] in homes else word[0], body[0])
