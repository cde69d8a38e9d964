/* Pictures of the interactive page, as SVG text made from numbers alone. */
(function (root) {
  "use strict";

  const f = (x) => (Math.abs(x) < 5e-4 ? "0" : x.toFixed(3));

  /* Query (arrow) and keys (dots, the one asked for a square) on the unit circle; vectors are [x, y, label]. */
  function circle(title, query, keys, target) {
    const spokes = keys.map(([x, y], k) =>
      `<line class="${k + 1 === target ? "asked" : "key"}" x1="0" y1="0" x2="${f(x)}" y2="${f(-y)}"/>`);
    const dots = keys.map(([x, y], k) => k + 1 === target ? "" :
      `<circle class="key" cx="${f(x)}" cy="${f(-y)}" r="0.045"/>`);
    const labels = apart(keys, target).map(([x, y, text]) => label(x, y, text));
    const chosen = keys[target - 1];
    if (chosen) dots.push(`<rect class="asked" x="${f(chosen[0] - 0.06)}" y="${f(-chosen[1] - 0.06)}" width="0.12" height="0.12"/>`);
    const [x, y] = query, size = Math.hypot(x, y) || 1, ux = x / size, uy = y / size;
    const head = [[x, y], [x - 0.16 * ux - 0.07 * uy, y - 0.16 * uy + 0.07 * ux], [x - 0.16 * ux + 0.07 * uy, y - 0.16 * uy - 0.07 * ux]]
      .map(([a, b]) => `${f(a)},${f(-b)}`).join(" ");
    return `<svg viewBox="-1.45 -1.45 2.9 2.9" role="img" aria-label="${title}"><circle class="rim" r="1"/>${spokes.join("")}` +
      `<line class="query" x1="0" y1="0" x2="${f(x - 0.1 * ux)}" y2="${f(-y + 0.1 * uy)}"/><polygon class="query" points="${head}"/>` +
      `${dots.join("")}${labels.join("")}</svg>`;
  }

  /* Keys whose labels do not touch: the one asked for and both ends first, then the others in order. Keys at one point share a label. */
  function apart(all, target) {
    const here = ([x, y], [u, v]) => Math.hypot(x - u, y - v) < 0.03;
    const named = all.map((key, k) => [...key, k]).filter(([, , text]) => text);
    const keys = all.map(([x, y, text], k) => {
      const same = text ? named.filter((each) => here(each, all[k])) : [];
      const told = same.length < 3 ? same.map((each) => each[2]).join(", ") : `${(same.find((each) => each[3] === target - 1) || same[0])[2]}, …`;
      return [x, y, text && told];
    });
    const order = [...new Set([target - 1, 0, keys.length - 1, ...keys.keys()])].filter((k) => keys[k] && keys[k][2]);
    const kept = [];
    const touches = ([x, y, text], [u, v, other]) => {
      const wide = 0.085 * (String(text).length + String(other).length) + 0.06;
      return Math.abs(x - u) * 1.13 < wide && Math.abs(y - v) * 1.16 < 0.17;
    };
    for (const k of order) if (!kept.some((at) => touches(keys[k], keys[at]))) kept.push(k);
    return kept.sort((a, b) => a - b).map((k) => keys[k]);
  }

  function label(x, y, text) {
    const anchor = x > 0.35 ? "start" : x < -0.35 ? "end" : "middle";
    return `<text x="${f(1.13 * x)}" y="${f(-1.16 * y + 0.045)}" text-anchor="${anchor}">${text}</text>`;
  }

  /* Values over positions 1..n: bars from 0, or a line with dots that fills the height; `marked` ones stand out. */
  function chart(title, values, { marked = [], line = false, labels = null, most = Infinity } = {}) {
    const n = values.length, width = 320, height = 150, left = 48, right = 6, bottom = 26, upper = 12;
    const [low, high] = line ? around(values, most) : [0, niceTop(Math.max(...values))];
    const inside = width - left - right, step = inside / n;
    const x = (k) => left + (k + 0.5) * step, y = (v) => height - bottom - ((v - low) / (high - low)) * (height - bottom - upper);
    const ends = line && n > 2 * COLUMNS ? thinned(values) : values.map((v, k) => [k, v]);
    const ticks = [low, (low + high) / 2, high].map((v) =>
      `<line class="grid" x1="${left}" x2="${width - right}" y1="${y(v).toFixed(2)}" y2="${y(v).toFixed(2)}"/>` +
      `<text x="${left - 4}" y="${(y(v) + 3).toFixed(2)}" text-anchor="end">${+v.toPrecision(4)}</text>`);
    const digits = String(n).length, fit = digits > 3 ? Math.floor(inside / (6 * (digits + 1))) : labels ? 14 : 16; // labels that have room
    const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000].find((k) => n / k <= fit) || n;
    const held = (k) => Boolean(labels) && marked.includes(k); // a name that is marked stays, the two beside it give way
    const named = (k) => every === 1 || held(k) || (k % every === 0 && !held(k - 1) && !held(k + 1));
    const labelled = values.map((_, k) => named(k + 1) ?
      `<text x="${x(k).toFixed(2)}" y="${height - bottom + 11}" text-anchor="middle">${labels ? labels[k] : k + 1}</text>` : "");
    const marks = values.map((v, k) => {
      const kind = marked.includes(k + 1) ? "asked" : "key";
      if (line && n > COLUMNS && kind === "key") return "";
      if (line) return `<circle class="${kind}" cx="${x(k).toFixed(2)}" cy="${y(v).toFixed(2)}" r="${kind === "asked" ? 3 : Math.min(3, 0.4 * step).toFixed(2)}"/>`;
      return `<rect class="${kind}" x="${(x(k) - 0.38 * step).toFixed(2)}" y="${y(v).toFixed(2)}" width="${(0.76 * step).toFixed(2)}" height="${(y(low) - y(v)).toFixed(2)}"/>`;
    });
    const path = line ? `<polyline class="curve" points="${ends.map(([k, v]) => `${x(k).toFixed(2)},${y(v).toFixed(2)}`).join(" ")}"/>` : "";
    return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">${ticks.join("")}${path}${marks.join("")}${labelled.join("")}</svg>`;
  }

  const COLUMNS = 512;

  /* [index, value] of the least and the largest of each so many values, as they follow: no extreme is left out. */
  function thinned(values) {
    const size = Math.ceil(values.length / COLUMNS), kept = [];
    for (let first = 0; first < values.length; first += size) {
      let low = first, high = first;
      for (let k = first; k < Math.min(first + size, values.length); k += 1) {
        if (values[k] < values[low]) low = k;
        if (values[k] > values[high]) high = k;
      }
      for (const k of new Set([Math.min(low, high), Math.max(low, high)])) kept.push([k, values[k]]);
    }
    return kept;
  }

  /* How many values each pair of the curve's points stands for; 1 where all are drawn. */
  const each = (n) => (n > 2 * COLUMNS ? Math.ceil(n / COLUMNS) : 1);

  /* A matrix: a row for each content, a column for each position; blue where a logit is high, orange where it is low. */
  function matrix(title, rows, labels) {
    const n = rows.length, size = 200, left = 30, upper = 20, step = (size - left - 4) / n;
    const most = Math.max(...rows.flat().map(Math.abs)) || 1;
    const cells = rows.flatMap((row, a) => row.map((value, b) =>
      `<rect class="${value < 0 ? "low" : "high"}" fill-opacity="${f(Math.abs(value) / most)}" x="${f(left + b * step)}" y="${f(upper + a * step)}" width="${f(step)}" height="${f(step)}"/>`));
    const every = Math.ceil(n / 12), shown = labels.map((_, k) => k % every === 0);
    const contents = labels.map((text, a) => (shown[a] ? `<text x="${left - 3}" y="${f(upper + (a + 0.5) * step + 3)}" text-anchor="end">${text}</text>` : ""));
    const places = labels.map((_, b) => (shown[b] ? `<text x="${f(left + (b + 0.5) * step)}" y="${upper - 4}" text-anchor="middle">${b + 1}</text>` : ""));
    return `<svg viewBox="0 0 ${size} ${size - 6}" role="img" aria-label="${title}">${cells.join("")}${contents.join("")}${places.join("")}</svg>`;
  }

  /* Room for all values; from 0 to twice the value where they are equal up to rounding; not above what a value can be. */
  function around(values, limit) {
    const least = values.reduce((a, b) => Math.min(a, b)), most = values.reduce((a, b) => Math.max(a, b)), range = most - least; // a call has not so many arguments
    return range > 1e-9 ? [Math.max(0, least - 0.2 * range), Math.min(limit, most + 0.1 * range)] : [0, Math.min(limit, 2 * most)];
  }

  function niceTop(value) {
    if (!(value > 0)) return 1;
    const unit = Math.pow(10, Math.floor(Math.log10(value)));
    return [1, 2, 4, 6, 8, 10].map((k) => k * unit).find((t) => t >= value * (1 - 1e-12));
  }

  root.drawing = { circle, chart, matrix, thinned, each };
})(typeof self !== "undefined" ? self : this);
