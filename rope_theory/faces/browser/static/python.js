// Python in a worker, so that the page stays alive: loads itself and the archives once, then runs what it is sent.
// Everything comes from the folder python/ beside this file.

const RUN = `
import ast, contextlib, io, linecache, sys, traceback

scope = {"__name__": "__main__"}


def run(code, number):
    """What the cell printed and, last, the value of its last line; then whether it went well."""
    name, printed = f"<cell {number + 1}>", io.StringIO()
    linecache.cache[name] = (len(code), None, code.splitlines(True), name)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            body = ast.parse(code, name).body
            last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None
            exec(compile(ast.Module(body, []), name, "exec"), scope)
            value = None if last is None else eval(compile(last, name, "eval"), scope)
        quiet = value is None or (isinstance(value, bool) and printed.getvalue())  # a check says its sentence
        return printed.getvalue() + ("" if quiet else repr(value)), True
    except BaseException as problem:
        while (step := problem.__traceback__) and not step.tb_frame.f_code.co_filename.startswith("<cell"):
            problem.__traceback__ = step.tb_next
            if step.tb_next is None:
                break
        return printed.getvalue() + "".join(traceback.format_exception(problem)), False
`;

let ready = null;

async function start(archives) {
  const { loadPyodide } = await import("./python/pyodide.mjs");
  const python = await loadPyodide({ indexURL: new URL("python/", self.location.href).href });
  for (const name of archives) {
    const answer = await fetch(`python/${name}`);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    python.unpackArchive(await answer.arrayBuffer(), "zip");
  }
  python.runPython(RUN);
  return python.globals.get("run");
}

self.onmessage = async ({ data }) => {
  try {
    ready = ready || start(data.archives);
    const found = (await ready)(data.code, data.number);
    const [printed, well] = found.toJs();
    found.destroy();
    self.postMessage({ number: data.number, printed, well });
  } catch (problem) {
    ready = null;
    self.postMessage({ number: data.number, printed: `Python could not be loaded: ${problem.message}`, well: false, lost: true });
  }
};
