/* The state of controls in the address: what is not at its default stands behind #, and a link brings it back. */
(function (root) {
  "use strict";

  const known = new Map();

  /* The controls with an id, and what they say as the page is written. */
  function defaults(controls) {
    const found = new Map(controls.map((control) => [control, control.value]));
    for (const [control, value] of found) known.set(control, value);
    return found;
  }

  /* Put the address's values into the controls that it names. */
  function read(controls) {
    const asked = new URLSearchParams(root.location.hash.slice(1));
    for (const control of controls) {
      const value = asked.get(control.id);
      if (value === null) continue;
      const before = control.value;
      control.value = value;
      if (control.tagName === "SELECT" && control.selectedIndex < 0) control.value = before; // no such choice
    }
  }

  /* Put what is not at its default into the address, of all scripts' controls, without a new entry in the history. */
  function write() {
    const said = new URLSearchParams();
    for (const [control, value] of known) if (control.value !== value) said.set(control.id, control.value);
    const hash = said.toString();
    if (hash === root.location.hash.slice(1)) return;
    try {
      root.history.replaceState(null, "", hash ? `#${hash}` : root.location.href.split("#")[0]);
    } catch (problem) {
      if (hash) root.location.replace(`#${hash}`); // a browser that keeps files apart
    }
  }

  root.state = { defaults, read, write };
})(window);
