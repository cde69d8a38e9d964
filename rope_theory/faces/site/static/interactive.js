/* The interactive page: reads the controls, asks numbers.js, draws with drawing.js, says it in words. */
(function () {
  "use strict";
  const N = window.numbers, D = window.drawing;
  const $ = (id) => document.getElementById(id);
  const value = (id) => Number($(id).value);
  const short = (x) => String(Number(x.toPrecision(5)));

  const BASES = [2, 3, 4, 5, 6].flatMap((power) => [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9].map((each) => each * 10 ** power)).concat(1e7);
  const TIMES = [1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64];
  const ORIGINALS = Array.from({ length: 11 }, (_, k) => 128 * 2 ** k);
  /* Every length to 512, then 64 to each doubling. */
  const LENGTHS = Array.from({ length: 510 }, (_, k) => k + 3).concat(Array.from({ length: 8 * 64 }, (_, k) => (65 + (k % 64)) * 2 ** (3 + Math.floor(k / 64))));
  const SHARES = 100; // steps of θ's slider in 2π/n
  /* What a slider's step stands for, and the step that stands for a number: a share of 1, or a power of 10. */
  const parts = (count) => ({ shown: (step) => step / count(), step: (x) => x * count(), read: N.number });
  const powers = (count) => ({ shown: (step) => Number(Math.pow(10, step / count).toPrecision(3)), step: (x) => count * Math.log10(x), read: N.number });
  const among = (list) => ({ shown: (step) => list[step], step: (x) => list.reduce((best, each, at) => Math.abs(Math.log(each / x)) < Math.abs(Math.log(list[best] / x)) ? at : best, 0), read: N.number });
  const inShares = () => $("unit").value === "shares";
  const scales = {
    /* an angle that is written as such is one in either unit */
    theta: { ...parts(() => (inShares() ? SHARES : 1000)),
      read: (text) => N.number(text) * (inShares() && /π|pi|turn/i.test(text) ? value("n") / N.TURN : 1),
      keep, kept: () => held && held.text },
    unit: { former: { turns: "shares" } },
    beta: powers(50),
    "m-theta1": parts(() => 1000), "m-theta2": parts(() => 1000), "m-b": parts(() => 100), "m-beta": powers(50),
    "f-n": among(LENGTHS), "f-base": among(BASES), "f-factor": among(TIMES), "f-from": among(ORIGINALS),
  };
  let held = null; // the angle of the address, {text, exact}, where the slider has no such step, until a control of θ moves
  function keep(text) {
    const exact = N.exactAngle(text, inShares() ? value("n") : 0), size = exact ? N.radians(exact) : NaN;
    held = size >= 0 && size <= Math.PI ? { text: text.trim(), exact } : null;
    return held !== null;
  }
  const scaled = (id) => scales[id].shown(value(id));
  let speech = 0;

  /* Say it to a screen reader once the hand rests. */
  function say(text) {
    clearTimeout(speech);
    speech = setTimeout(() => { $("spoken").textContent = text; }, 400);
  }

  function angle() {
    const n = value("n");
    if (held) return held.exact;
    if (inShares()) return { unit: "turns", top: value("theta"), bottom: SHARES * n };
    return { unit: "radians", top: value("theta"), bottom: 1000 };
  }

  function settings() {
    const n = value("n"), exact = angle(), p = Math.min(value("p"), n);
    return { n, exact, theta: N.radians(exact), p, beta: scaled("beta"), format: $("format").value };
  }

  function limits() {
    const n = value("n"), slider = $("theta"), before = N.radians(last);
    held = null;
    slider.max = inShares() ? (SHARES / 2) * n : 3141;
    const wanted = inShares() ? (before * SHARES * n) / N.TURN : before * 1000;
    slider.value = before === 0 ? 0 : Math.max(1, Math.round(wanted));
    const moved = Math.abs(N.radians(angle()) - before) > 1e-9;
    was = moved ? ` (was ${short(before)})` : "";
    $("p").max = n;
  }

  /* One of them by its number, or that several tie, and which: of more than eight the first, the last and how many. */
  const listed = (found) => found.length <= 8 ? found.join(", ") : `${found.slice(0, 3).join(", ")}, …, ${found[found.length - 1]} (${found.length} of them)`;
  const tied = (noun, found) => found.length === 1 ? `${noun} ${found[0]}` : `a tie of ${noun}s ${listed(found)}`;
  const answered = (found, wanted) => tied("position", found) + (found.length > 1 ? "" : found[0] === wanted ? ", right" : ", wrong");

  function onePlane() {
    const at = settings();
    last = at.exact;
    $("n-value").textContent = at.n;
    const written = held && /π|pi|turn/i.test(held.text) ? `${held.text.replace(/pi/gi, "π")} = ` : "";
    $("theta-value").textContent = `${inShares() ? `${short((at.theta * at.n) / N.TURN)} · 2π/n = ` : written}${short(at.theta)}${was}`;
    $("beta-value").textContent = short(at.beta);
    $("p-value").textContent = at.p;

    const named = at.n <= 16 ? (k) => String(k + 1) : (k) => (k + 1 === at.p || k === 0 || k === at.n - 1 ? String(k + 1) : "");
    const v = [0, 1], asked = N.rotate(-(at.n - at.p) * at.theta, v);
    $("before").innerHTML = D.circle("before RoPE", asked, [[0, 1, "all keys"]], 0);
    const keys = Array.from({ length: at.n }, (_, k) => [...N.rotate((k + 1) * at.theta, v), named(k)]);
    $("after").innerHTML = D.circle("after RoPE", N.rotate(at.n * at.theta, asked), keys, at.p);

    const logits = N.logitsPosIn(at.n, at.theta, at.p, at.format);
    const weights = N.softmax(logits, at.beta), exactly = N.largestPos(at.n, at.exact, at.p);
    const best = at.format === "float64" ? exactly : N.maximisers(logits);
    $("weights").innerHTML = D.chart("attention weights over the positions", weights, { marked: [at.p] });
    const curve = N.wMax(at.n, at.theta, at.beta);
    $("curve").innerHTML = D.chart("largest weight over the position asked for", curve, { marked: [at.p], line: true, most: 1 });

    const shape = N.shape(at.n, at.exact), found = N.gap(at.theta, at.n - 1), own = N.gap(at.theta, Math.max(at.p - 1, at.n - at.p)), sharp = N.sharpGap(at.n - 1);
    const decoded = answered(best, at.p) + (exactly.length > 1 && String(best) !== String(exactly) ? `; exactly ${tied("position", exactly)}` : "");
    const close = N.closest(at.exact, Math.max(at.p - 1, at.n - at.p)), far = N.closest(at.exact, at.n - 1);
    const rivals = Array.from({ length: at.n }, (_, k) => k + 1).filter((j) => close.includes(Math.abs(at.p - j)));
    const turns = (at.n * at.theta) / N.TURN;
    const relation = shape.name === "flat" ? ` = ${short(turns)} · 2π` : shape.name === "undecided" ? "; too near a multiple of 2π to tell" : ` ${turns < 1 ? "<" : ">"} 2π`;
    const extrema = shape.count > 1 ? `, ${shape.count} of them` : "";
    $("r-decoded").textContent = decoded;
    $("r-weight").textContent = short(weights[at.p - 1]);
    $("r-shape").textContent = `${shape.name}${extrema}: nθ = ${short(at.n * at.theta)}${relation}`;
    $("r-gap").textContent = `${short(near(found.gap))}, at ${tied("distance", far)}`;
    $("r-own-gap").textContent = `${short(near(own.gap))}, over ${tied("position", rivals)}`;
    $("r-sharp").textContent = short(sharp);
    const behaved = behaviour(N.matrixPos(at.n, at.theta, at.p), Math.cos((at.p - at.n) * at.theta), at.beta, Array.from({ length: at.n - 1 }, (_, k) => String(k + 1)), "r-one", "matrix");
    const said = `Largest logit in ${at.format}: ${decoded}. Weight of the position asked for ${short(weights[at.p - 1])}. Shape ${shape.name}. Lead of position ${at.p} ${short(own.gap)}, gap at the worst position ${short(found.gap)}, at best ${short(sharp)}.`;
    return { n: at.n, theta: at.theta, exact: at.exact, p: at.p, beta: at.beta, format: at.format, logits, weights, best, exactly, rivals, far, curve, shape, gap: found, own, sharp, behaved, said };
  }

  const TAU = 1e-4;

  /* The matrix of the last query's logits, its two energies against Theorem 1's bound, and the scores at this β. */
  function behaviour(M, own, beta, labels, prefix, panel) {
    $(panel).innerHTML = D.matrix("logits of the last query: contents down, positions across", M, labels);
    const terms = N.exclusionTerms(M), scores = N.swapScores(M, own, beta, TAU);
    $(`${prefix}-energies`).textContent = `${short(near(terms.positional))} and ${short(near(terms.symbolic))}`;
    $(`${prefix}-bound`).textContent = `${short(terms.positional + terms.symbolic)} = ${short(terms.variance)} + ${short(near(terms.interaction))}`;
    $(`${prefix}-scores`).textContent = `${short(scores.positional)} and ${short(scores.symbolic)}`;
    return { M, terms, scores };
  }

  /* 0 for what only rounding keeps from it. */
  const near = (x) => (x < 1e-25 ? 0 : x);

  /* Both numbers with the sign between them. */
  const compared = (a, b) => `${short(a)} ${a < b ? "<" : a > b ? ">" : "="} ${short(b)}`;

  function manyPlanes() {
    const n = scaled("f-n"), dim = value("f-dim"), base = scaled("f-base");
    $("f-planes").max = dim / 2;
    const planes = Math.min(value("f-planes"), dim / 2);
    const rule = $("f-rule").value, factor = scaled("f-factor"), original = scaled("f-from");
    const texts = { "f-n": n, "f-base": base, "f-planes": planes, "f-factor": factor, "f-from": original };
    for (const [id, text] of Object.entries(texts)) $(`${id}-value`).textContent = String(text);
    for (const id of ["f-factor", "f-from"]) $(id).disabled = rule === "plain" || (id === "f-from" && rule === "linear");
    const plain = N.frequencies(base, dim).slice(0, planes), angles = N.frequencies(base, dim, rule, factor, original).slice(0, planes);
    const least = (found) => { const at = found.reduce((best, each, t) => (each < found[best] ? t : best), 0); return { gap: found[at], at: at + 1 }; };
    const leads = N.mixLead(angles, n - 1), { gap, at } = least(leads), slow = angles[planes - 1];
    const without = rule === "plain" ? null : least(N.mixLead(plain, n - 1)), slowed = plain.filter((g, k) => g !== angles[k]), times = N.logitsTimes(rule, factor), drawn = D.each(n - 1);
    $("f-lead").innerHTML = D.chart("how far a key at distance t lies behind the target", leads, { marked: [at], line: true });
    $("r-f-gap").textContent = `${short(gap)}, at distance ${at}`;
    $("r-f-plain").textContent = without ? `${short(without.gap)}, at distance ${without.at}${given(slowed, plain, without.at)}` : "the same: there is no rule";
    $("r-f-rule").textContent = ruled(angles, plain, factor) + (times === 1 ? "" : `; YaRN’s attention factor, squared, multiplies every logit by ${short(times)}, which is not in the curve`);
    $("r-f-slow").textContent = `plane ${planes}: frequency ${short(slow)}, one turn in ${short(N.TURN / slow)} positions` + (rule === "plain" ? "" : `, plain in ${short(N.TURN / plain[planes - 1])}`);
    $("r-f-drawn").textContent = drawn === 1 ? "every distance" : `of every ${drawn} distances the least and the largest lead`;
    $("r-f-one").textContent = short(N.sharpGap(n - 1));
    return { n, base, dim, planes, rule, factor, original, angles, leads, gap, without, said: `Many angles: gap ${short(gap)} at distance ${at}; one plane at best ${short(N.sharpGap(n - 1))}.` };
  }

  /* How much of the lead at a distance the planes give that a rule changes. */
  function given(slowed, plain, distance) {
    const share = N.leadAt(slowed, distance) / N.leadAt(plain, distance);
    return slowed.length ? `, where the planes that the rule changes give ${short(Number((100 * share).toPrecision(2)))} % of it` : "";
  }

  /* How many of the planes a rule leaves as they are, divides by its factor, or by less. */
  function ruled(angles, plain, factor) {
    const kept = angles.filter((g, k) => g === plain[k]).length, whole = angles.filter((g, k) => g !== plain[k] && g === plain[k] / factor).length;
    return [[kept, "as they are"], [whole, `divided by ${factor}`], [angles.length - kept - whole, `divided by less than ${factor}`]]
      .filter(([count]) => count).map(([count, told]) => `${count} ${told}`).join(", ");
  }

  function twoPlanes() {
    const n = value("m-n"), s = value("m-letters"), one = scaled("m-theta1"), two = scaled("m-theta2");
    const B = scaled("m-b"), beta = scaled("m-beta");
    const texts = { "m-n": n, "m-letters": s, "m-theta1": one, "m-theta2": two, "m-b": B, "m-beta": beta };
    for (const [id, text] of Object.entries(texts)) $(`${id}-value`).textContent = short(text);
    const held = N.letters(n, s), word = (letter) => (letter === s ? "?" : "ABCDEFGH"[letter]);
    const last = held.lastIndexOf(0) + 1, omega = N.spacing(s);
    const logits = N.logitsMix(n, s, one, two, 1, B), weights = N.softmax(logits, beta), best = N.largestMix(n, s, one, two, 1, B);
    const labelled = (k) => (n <= 16 || k + 1 === last ? `${word(held[k])}${k + 1}` : "");
    const turned = (phase, theta, text) => Array.from({ length: n }, (_, k) => [...N.rotate(phase(k) + (k + 1) * theta, [0, 1]), text(k)]);
    $("m-symbol").innerHTML = D.circle("symbol plane after RoPE", N.rotate(n * one, [0, 1]), turned((k) => -held[k] * omega, one, one ? labelled : () => ""), last)
      .replace("</svg>", one ? "</svg>" : `${names(s, omega, word)}</svg>`);
    $("m-recency").innerHTML = D.circle("recency plane after RoPE", N.rotate(n * two, [0, 1]), turned(() => 0, two, labelled), last);
    $("m-weights").innerHTML = D.chart("attention weights over the positions", weights, { marked: [last], labels: n <= 16 ? held.map((l, k) => `${word(l)}${k + 1}`) : null });
    const decoded = answered(best, last);
    const law = one === 0 ? N.mixSolves(n, s, two, 1, B) : B === 0 ? N.symSolves(n, s, one) : undefined;
    const need = one === 0 && (B === 0 || two === 0) ? "without recency (a₂ = 0 or θ₂ = 0) equal letters tie" : one === 0 ?
      `(n − 3/2)θ₂ = ${compared((n - 1.5) * two, Math.PI)} = π; a₂(1 − cos((n−1)θ₂)) = ${compared(B * (1 - Math.cos((n - 1) * two)), 1 - Math.cos(omega))} = 1 − cos ω` :
      `(2n − 3)θ₁ = ${compared((2 * n - 3) * one, omega)} = ω`;
    $("r-mix").textContent = decoded;
    $("r-mix-weight").textContent = short(weights[last - 1]);
    $("r-law").textContent = law === undefined ? "the laws are about θ₁ = 0 (H_MIX) and a₂ = 0 (H_SYM)" :
      law === null ? "too close to tell here" : `${law ? "yes" : "no"}: ${need}`;
    const behaved = behaviour(N.matrixMix(n, s, one, two, 1, B), logits[n - 1], beta, held.slice(0, n - 1).map((l, k) => `${word(l)}${k + 1}`), "r-two", "m-matrix");
    const said = `Two angles: largest logit at ${decoded}. Weight of the last A ${short(weights[last - 1])}.`;
    return { n, symbols: s, theta1: one, theta2: two, B, beta, logits, weights, best, law, behaved, said };
  }

  /* The letters beside the symbol plane that RoPE does not turn, and the spare point of the query's own key. */
  function names(s, omega, word) {
    return Array.from({ length: s + 1 }, (_, l) => {
      const [x, y] = N.rotate(-l * omega, [0, 1.22]);
      return `<text x="${x.toFixed(3)}" y="${(-y + 0.045).toFixed(3)}" text-anchor="middle">${word(l)}</text>`;
    }).join("");
  }

  let last = { unit: "radians", top: 500, bottom: 1000 };
  let was = ""; // what θ was where a change of its unit or of n moved it to a step
  function draw(event) {
    window.shown = { one: onePlane(), two: twoPlanes(), three: manyPlanes() };
    for (const output of document.querySelectorAll("output")) $(output.htmlFor[0]).setAttribute("aria-valuetext", output.textContent);
    if (!event) return;
    say(window.shown[event.target.closest("form").id].said);
    $("missed").hidden = true; // it was about the address as it was
    window.state.write();
  }
  for (const id of ["unit", "n"]) $(id).addEventListener("input", limits);
  $("theta").addEventListener("input", () => { was = ""; held = null; });
  for (const control of document.querySelectorAll("form.controls input, form.controls select")) control.addEventListener("input", draw);
  for (const form of document.querySelectorAll("form.controls")) form.addEventListener("submit", (event) => event.preventDefault());
  $("boundary").addEventListener("click", (event) => {
    $("unit").value = "shares";
    last = { unit: "turns", top: SHARES, bottom: SHARES * value("n") };
    limits();
    draw(event);
  });
  /* U26's Theorem 3.2, its bound by the length for Index: n = 4, the token one position back. */
  $("theorem").addEventListener("click", (event) => {
    $("unit").value = "radians";
    $("n").value = 4;
    last = { unit: "radians", top: 2094, bottom: 1000 };
    limits();
    $("theta").value = 2094;
    $("p").value = 3;
    draw(event);
  });
  /* Put values into the controls that are named, then draw. */
  function preset(button, values) {
    $(button).addEventListener("click", (event) => {
      for (const [id, text] of Object.entries(values)) $(id).value = text;
      draw(event);
    });
  }
  preset("only-symbol", { "m-b": 0, "m-theta1": 30 });
  preset("only-mix", { "m-b": 40, "m-theta1": 0, "m-theta2": 200 });
  for (const name of ["one", "two", "three"]) {
    $(`reset-${name}`).addEventListener("click", (event) => {
      for (const [control, text] of known) if (control.form.id === name) control.value = text;
      if (name === "one") { last = { unit: "radians", top: 500, bottom: 1000 }; limits(); $("theta").value = 500; $("p").value = 5; }
      draw(event);
    });
  }
  /* To a part, and the address stays that of the controls. */
  for (const link of document.querySelectorAll(".lead a")) {
    link.addEventListener("click", (event) => { event.preventDefault(); $(link.hash.slice(1)).scrollIntoView(); });
  }
  const controls = [...document.querySelectorAll("form.controls input, form.controls select")];
  const known = window.state.defaults(controls, scales);

  /* The controls as the address says, the others as the page is written; what was not taken stands above them. */
  function fromAddress() {
    /* These first: they set how far other sliders go. */
    const first = [$("n"), $("unit"), $("f-dim")];
    for (const control of first) control.value = known.get(control);
    window.state.read(first);
    last = { unit: "radians", top: 500, bottom: 1000 };
    limits();
    $("f-planes").max = value("f-dim") / 2;
    for (const control of controls) if (![...first, $("theta")].includes(control)) control.value = known.get(control);
    const missed = window.state.read(controls);
    $("missed").hidden = !missed.length;
    $("missed").textContent = missed.length ? `Of the address: ${missed.join(" ")}` : "";
    last = angle();
    was = ""; // what of the address was not taken is said above
    draw();
    const parts = [...new URLSearchParams(location.hash.slice(1)).keys()].map((id) => $(id) && $(id).closest("section"));
    if (parts[0] && parts[0] !== $("one-angle") && parts.every((part) => part === parts[0])) parts[0].scrollIntoView();
    if (missed.length) window.state.write();
  }
  window.addEventListener("hashchange", fromAddress);
  fromAddress();
})();
