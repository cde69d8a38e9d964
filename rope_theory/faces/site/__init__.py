"""The report as a static site: every claim's page, lists, graph, figures and an interactive page.

It needs no network and no server: relative links, classic scripts, one style sheet. All of it can be read
without scripts. `content` gathers, `build` sets, `folder` writes.
"""
