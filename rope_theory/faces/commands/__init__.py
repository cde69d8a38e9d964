"""The subcommands of `rope-theory`, one module each.

A command module has `HEADING`, the heading that `rope-theory --help` lists it under, `add_parser(subparsers)`, which ends
in `parser.set_defaults(run=run)`, and `run(args) -> int`, the exit status. Heavy imports belong inside `run`, so that `--help`
and bad arguments answer at once.
"""

import enum


class Heading(enum.Enum):
    """By what a command is for, in the order of `--help` and docs/commands.md."""

    DECIDE = "decide and explain"
    CONFIGURATIONS = "configurations of models"
    HEADS = "constructed heads at work"
    MODELS = "real models and training"
    PAPERS = "papers and course"
    FILES = "writing files"
