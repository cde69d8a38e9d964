/* The state of controls in the address: what is not at its default stands behind #, and a link brings it back. */
(function (root) {
  "use strict";

  const known = new Map(), starts = new Map(), scales = new Map(), former = new Map();
  const plain = { shown: (value) => value, step: (number) => number, read: (text) => (text.trim() === "" ? NaN : Number(text)) };

  /* The controls with an id, and what they say as the page is written. The address has the number that the page shows:
     `given` has for the id of a slider `shown`, that number from the slider's step, `step`, the way back, and `read`, the number
     of a text; if a slider can stand for a number between its steps, `keep` does so with a text if it is one, and `kept` has it.
     For the id of a choice `former` has words that old links use, and those for them. */
  function defaults(controls, given = {}) {
    const found = new Map(controls.map((control) => [control, control.value]));
    for (const [control, value] of found) {
      known.set(control, value);
      if (control.type === "range") scales.set(control, { ...plain, ...given[control.id] });
      else former.set(control, { ...(given[control.id] || {}).former });
      starts.set(control, text(control));
    }
    return found;
  }

  const shown = (control, value) => scales.get(control).shown(Number(value));
  const kept = (control) => (scales.get(control).kept ? scales.get(control).kept() : null);
  const text = (control) => (scales.has(control) ? kept(control) || String(shown(control, control.value)) : control.value);

  /* Put the address's values into the controls that it names; a sentence on each value that was not taken as it is. */
  function read(controls) {
    const asked = new URLSearchParams(root.location.hash.slice(1)), missed = [];
    for (const control of controls) {
      const value = asked.get(control.id);
      if (value === null) continue;
      const why = scales.has(control) ? slide(control, value) : choose(control, value);
      if (why) missed.push(`${control.id}=${value} was ${why}.`);
    }
    for (const [name, value] of asked) {
      if (value === "" && root.document.querySelector("section#" + root.CSS.escape(name))) continue; // a part of the page
      if (![...known.keys()].some((control) => control.id === name)) missed.push(`${name} was not taken: no control has this name.`);
    }
    return missed;
  }

  /* Move a slider to the step nearest to a number; what became of the number if it is no step and is not kept, or "". */
  function slide(control, value) {
    const number = scales.get(control).read(value), [least, most] = [Number(control.min), Number(control.max)];
    if (!Number.isFinite(number)) return `not taken: it is no number, and the slider stays at ${text(control)}`;
    const step = Math.round(scales.get(control).step(number));
    control.value = Number.isNaN(step) ? least : Math.min(most, Math.max(least, step)); // a logarithm may be none
    if (shown(control, control.value) === number || (scales.get(control).keep && scales.get(control).keep(value))) return "";
    const [low, high] = [shown(control, least), shown(control, most)];
    return low <= number && number <= high ? `taken to the nearest step, ${text(control)}` : `not taken: the slider goes from ${low} to ${high}, and is set to ${text(control)}`;
  }

  /* Choose or write a value; why it was not taken, or "". */
  function choose(control, value) {
    const before = control.value;
    control.value = (former.get(control) || {})[value] || value;
    if (control.tagName !== "SELECT" || control.selectedIndex >= 0) return "";
    control.value = before;
    return `not taken: the choices are ${[...control.options].map((each) => each.value).join(", ")}`;
  }

  /* Put what is not at its default into the address, of all scripts' controls, without a new entry in the history. */
  function write() {
    const said = new URLSearchParams();
    for (const [control, value] of known) {
      if (control.value !== value || text(control) !== starts.get(control)) said.set(control.id, text(control));
    }
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
