"""Reporting: what the ledger says, as a table, a trust list, a page, and the generated files.

`rows` turns records into plain data; `table` shows them on a console; `errata` and `files` write what is
committed; `pages` and `explain` show one claim, `run` the outcome of a constructed head.
"""
