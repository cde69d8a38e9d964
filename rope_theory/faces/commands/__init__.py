"""The subcommands of `rope-theory`, one module each.

A command module has `add_parser(subparsers)`, which ends in `parser.set_defaults(run=run)`, and
`run(args) -> int`, the exit status. Heavy imports belong inside `run`, so that `--help` and bad arguments answer
at once.
"""
