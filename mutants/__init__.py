"""Mutation testing: small wrong changes to the exact code, each of which a check or a test should notice.

`make mutants` runs a sample; `python -m mutants --help` names the options. What is mutated, and by which folders it is
judged, stands in pyproject.toml under [tool.mutants]; survivors that change nothing are declared in equivalent.toml.

Why not a library: mutmut 3 leaves out whatever stands outside of functions and every decorated function, which here
are the statements (lambdas in `Claim(...)`), cached functions and properties; cosmic-ray runs one fixed command for
every mutant, without a choice of tests, and writes each mutant into the working tree. Here a mutant is compiled in
memory, in a fork of a process that has the large libraries loaded, and is judged by the tests that reach its line. The
source that it shows stays the original, so nothing that hashes or reads sources (a claim's fingerprint) can kill it.

The parts: `operators` makes mutants, `reach` finds which tests reach which lines, `judge` runs the tests
against one mutant, `report` knows the declared survivors and prints the outcome.
"""
