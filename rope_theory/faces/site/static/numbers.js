/* The numbers of the interactive page. No page is touched here: the tests run this file by itself and compare
   every function with its counterpart in Python. Positions are 1..n; angles are in radians per position. */
(function (root) {
  "use strict";

  const TURN = 2 * Math.PI;
  const FORMATS = {
    float64: { bits: 53, least: -1022, greatest: 1023 },
    float32: { bits: 24, least: -126, greatest: 127 },
    bfloat16: { bits: 8, least: -126, greatest: 127 },
    float16: { bits: 11, least: -14, greatest: 15 },
  };
  const view = new DataView(new ArrayBuffer(8));

  /* e with 2^e <= |x| < 2^(e+1); -1023 for subnormal float64 and 0. */
  function exponent(x) {
    view.setFloat64(0, x);
    return ((view.getUint32(0) >>> 20) & 0x7ff) - 1023;
  }

  /* The nearest number of the format, ties to even; overflow gives infinity. */
  function round(x, name) {
    if (name === "float64" || x === 0 || !Number.isFinite(x)) return x;
    const form = FORMATS[name];
    const unit = Math.pow(2, Math.max(exponent(x), form.least) - form.bits + 1);
    const size = Math.abs(x) / unit;
    let whole = Math.floor(size);
    const rest = size - whole;
    if (rest > 0.5 || (rest === 0.5 && whole % 2 === 1)) whole += 1;
    const rounded = whole * unit;
    const largest = (2 - Math.pow(2, 1 - form.bits)) * Math.pow(2, form.greatest);
    return Math.sign(x) * (rounded > largest ? Infinity : rounded);
  }

  /* ρ(angle)(x, y). */
  function rotate(angle, [x, y]) {
    const c = Math.cos(angle), s = Math.sin(angle);
    return [c * x - s * y, s * x + c * y];
  }

  /* Logits of H_POS at query position n, asked for position p: cos((p - j)θ), j = 1..n. */
  function logitsPos(n, theta, p) {
    return Array.from({ length: n }, (_, k) => Math.cos((p - k - 1) * theta));
  }

  /* The same with every step in the format; cos, sin and the dot product in float32 at least. */
  function logitsPosIn(n, theta, p, name) {
    const wide = name === "float64" ? name : "float32";
    const near = (x) => round(x, name);
    const frequency = near(theta);
    const turned = (position, [x, y]) => {
      const phase = near(near(position) * frequency);
      const c = near(round(Math.cos(phase), wide)), s = near(round(Math.sin(phase), wide));
      return [near(near(c * x) - near(s * y)), near(near(s * x) + near(c * y))];
    };
    const query = turned(n, rotate(-(n - p) * theta, [0, 1]).map(near));
    return Array.from({ length: n }, (_, k) => {
      const key = turned(k + 1, [0, 1]);
      return near(round(round(query[0] * key[0], wide) + round(query[1] * key[1], wide), wide));
    });
  }

  /* Letters stand at multiples of ω = 2π/(s + 1) on the circle; one point is left for the query, which holds none. */
  function spacing(symbols) {
    return TURN / (symbols + 1);
  }

  /* The letter of each key 1..n-1 on the page: the alphabet over and over; key n is the query's own. */
  function letters(n, symbols) {
    return Array.from({ length: n }, (_, k) => (k === n - 1 ? symbols : k % symbols));
  }

  /* The two-plane head's logit for letter 0 of a letter at distance t: A cos(letter·ω + tθ₁) + B cos(tθ₂). */
  function logitMix(letter, t, symbols, theta1, theta2, A, B) {
    return A * Math.cos(letter * spacing(symbols) + t * theta1) + B * Math.cos(t * theta2);
  }

  /* Its logits at the page's keys j = 1..n, t = n - j. */
  function logitsMix(n, symbols, theta1, theta2, A, B) {
    return letters(n, symbols).map((letter, k) => logitMix(letter, n - k - 1, symbols, theta1, theta2, A, B));
  }

  /* Whether H_MIX (θ₁ = 0) finds the last occurrence on every input of length n: new.two-angle-threshold, the
     query's own key competing. null where the two sides are too close for floats to tell. */
  function mixSolves(n, symbols, theta2, A, B) {
    if (!(B > 0 && theta2 > 0)) return false; // two matches tie
    const room = Math.PI - (n - 1.5) * theta2;
    const lead = A * (1 - Math.cos(spacing(symbols))) - B * (1 - Math.cos((n - 1) * theta2));
    if (Math.abs(room) < 1e-9 || Math.abs(lead) < 1e-9) return null;
    return room > 0 && lead > 0;
  }

  /* Whether H_SYM (B = 0) finds the last occurrence on every input of length n: (2n - 3)θ < ω
     (new.single-angle-induction). null where floats cannot tell. */
  function symSolves(n, symbols, theta1) {
    if (!(theta1 > 0)) return false; // two matches tie
    const room = spacing(symbols) - (2 * n - 3) * theta1;
    return Math.abs(room) < 1e-9 ? null : room > 0;
  }

  /* M[a][b], the last query's logit for content a at position b, a, b < n: rope_theory.core.heads.content_by_position.
     H_POS asked for position p, and the two-plane head. */
  function matrixPos(n, theta, p) {
    const row = logitsPos(n, theta, p).slice(0, n - 1);
    return Array.from({ length: n - 1 }, () => [...row]);
  }

  function matrixMix(n, symbols, theta1, theta2, A, B) {
    return letters(n, symbols).slice(0, n - 1).map((letter) =>
      Array.from({ length: n - 1 }, (_, b) => logitMix(letter, n - 1 - b, symbols, theta1, theta2, A, B)));
  }

  /* The terms of positional + symbolic = variance + interaction: rope_theory.laws.exclusion.exclusion_terms. */
  function exclusionTerms(M) {
    const N = M.length, own = M.map((row, j) => row[j]), mean = own.reduce((a, b) => a + b, 0) / N;
    const over = (term) => M.reduce((sum, row, a) => sum + row.reduce((part, x, b) => part + term(x, own[a], own[b]) ** 2, 0), 0) / (N * N);
    return {
      positional: over((x, a, b) => x - b),
      symbolic: over((x, a) => x - a),
      variance: own.reduce((sum, x) => sum + (x - mean) ** 2, 0) / N,
      interaction: 2 * over((x, a, b) => x - (a + b) / 2),
    };
  }

  /* s_POS and s_SYM of βM and the query's own logit: rope_theory.laws.scores.swap_scores, by its closed form. */
  function swapScores(M, own, beta, tau) {
    const N = M.length, weights = softmax([...M.map((row, j) => row[j]), own], beta);
    const size = (x) => Math.abs(x) + Math.log1p(Math.exp(-2 * Math.abs(x))); // log(2 cosh x)
    const earlier = weights.slice(0, N), widest = Math.max(...earlier) - Math.min(...earlier);
    let total = 0, positional = 0, symbolic = 0;
    for (let i = 0; i < N; i += 1) for (let j = i + 1; j < N; j += 1) {
      const A = beta * (M[i][i] - M[j][j]), B = beta * (M[j][i] - M[i][j]), below = (size(A) + size(B)) / 2;
      const share = Math.exp((Math.abs(weights[i] - weights[j]) - widest) / tau);
      total += share;
      positional += share * Math.exp(size((A + B) / 2) - below);
      symbolic += share * Math.exp(size((A - B) / 2) - below);
    }
    return { positional: positional / total, symbolic: symbolic / total };
  }

  /* The frequencies g of RoPE, base^(-2k/d), k = 0..d/2 - 1, under a rule that stretches an original length by a factor:
     rope_theory.models.scaling.rules, with the parameters that it supposes. */
  function frequencies(base, dim, rule = "plain", factor = 1, original = 1) {
    const plain = Array.from({ length: dim / 2 }, (_, k) => Math.pow(base, (-2 * k) / dim));
    const divided = { plain: () => 0, linear: () => 1, llama3: (g) => llama3Share(g, original), yarn: yarnShare(base, dim, original) }[rule];
    return plain.map((g, k) => { const r = divided(g, k); return r === 0 ? g : r === 1 ? g / factor : g * (1 - r + r / factor); });
  }

  const LLAMA3 = { low: 1, high: 4 }, YARN = { fast: 32, slow: 1 };

  /* The share of a plane that llama3 divides by the factor: all of it below `low` turns within the original length, nothing from `high` on. */
  function llama3Share(g, original) {
    return Math.min(1, Math.max(0, (LLAMA3.high - (original * g) / TURN) / (LLAMA3.high - LLAMA3.low)));
  }

  /* The share of plane k that YaRN divides: from 0 to 1 between the planes that turn `fast` and `slow` times within the original length. */
  function yarnShare(base, dim, original) {
    const index = (turns) => (dim * Math.log(original / (TURN * turns))) / (2 * Math.log(base));
    const low = Math.max(0, Math.floor(index(YARN.fast))), last = Math.min(dim - 1, Math.ceil(index(YARN.slow)));
    const high = last === low ? low + 0.001 : last;
    return (g, k) => Math.min(1, Math.max(0, (k - low) / (high - low)));
  }

  /* What a rule multiplies the logits by: the square of YaRN's attention factor. */
  function logitsTimes(rule, factor) {
    return rule === "yarn" ? (1 + Math.log(factor) / 10) ** 2 : 1;
  }

  /* 1 - the mean of cos(t·g) over these frequencies, t = 1..span: a rival at distance t is so far behind. */
  function mixLead(planes, span) {
    return Array.from({ length: span }, (_, k) => leadAt(planes, k + 1) / planes.length);
  }

  /* The sum of 1 - cos(t·g) over the planes. */
  function leadAt(planes, t) {
    return planes.reduce((sum, g) => sum + 2 * Math.sin((t * g) / 2) ** 2, 0);
  }

  const TERM = /(?<sign>\+\s*-|[+-]|)\s*(?<number>(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:\/\d+)?)?\s*(?:(?<star>\*?)\s*(?<pi>pi)(?:\s*\/\s*(?<divisor>[\d.]+))?|(?<turn>turns?)|)\s*/y;

  /* The terms of a number as people write it, "0.8", "1/8", "2pi/9", "π/3", "1/9 turn", "2pi/3 - 1/10": the grammar of
     rope_theory.core.angles. None for what is no number. */
  function terms(text) {
    const given = text.toLowerCase().replace(/π/g, "pi").trim(), all = [];
    for (let at = 0; at < given.length; at = TERM.lastIndex) {
      TERM.lastIndex = at;
      const found = TERM.exec(given).groups, [top, bottom] = (found.number || "1").split("/");
      const none = !(found.number || (found.pi && !found.star)) || (at && !found.sign) || (bottom && !/^\d+$/.test(top));
      if (none) return [];
      all.push({ sign: found.sign.includes("-") ? -1 : 1, factors: [top, bottom || "1", found.divisor || "1"], unit: found.pi ? "pi" : found.turn ? "turn" : "" });
    }
    return all;
  }

  /* The number that a text says; NaN for what is none. */
  function number(text) {
    const all = terms(text);
    return all.reduce((sum, { sign, factors: [a, b, c], unit }) =>
      sum + ((sign * a) / b / c) * (unit === "pi" ? Math.PI : unit === "turn" ? TURN : 1), all.length ? 0 : NaN);
  }

  /* The exact angle that a text says; one without π and turn in shares of 2π/n where n is given. null for what is none, and
     for a fraction of a turn whose whole numbers are too large to multiply by positions here. */
  function exactAngle(text, n = 0) {
    const size = number(text), all = terms(text);
    if (!Number.isFinite(size) || /e[+-]?\d{3}/i.test(text)) return null;
    const shares = n && all.every((each) => !each.unit);
    const whole = (decimal) => { // [top, bottom] of "2.5e-1"
      const [digits, power] = decimal.split("e"), [before, after = ""] = digits.split("."), shift = Number(power || 0) - after.length;
      const tens = 10n ** BigInt(Math.abs(shift));
      return shift < 0 ? [BigInt(before + after), tens] : [BigInt(before + after) * tens, 1n];
    };
    const sum = (units) => all.filter((each) => units.includes(each.unit)).reduce(([top, bottom], { sign, factors, unit }) => {
      const [[a, b], [c, d], [e, f]] = factors.map(whole);
      const [above, below] = [BigInt(sign) * a * d * f, b * c * e * (unit === "pi" ? 2n : unit ? 1n : BigInt(n || 1))];
      return [top * below + above * bottom, bottom * below];
    }, [0n, 1n]);
    const radiansOf = shares ? [0n, 1n] : sum([""]), [top, bottom] = sum(shares ? [""] : ["pi", "turn"]);
    if (radiansOf[0] !== 0n) return { unit: "radians", top: size, bottom: 1 };
    const divisor = (a, b) => (b === 0n ? a : divisor(b, a % b)), common = divisor(top < 0n ? -top : top, bottom);
    const made = { unit: "turns", top: Number(top / common), bottom: Number(bottom / common) };
    return Math.max(Math.abs(made.top), made.bottom) < 2 ** 40 ? made : null;
  }

  /* Attention weights e^(βL)/Σ e^(βL). */
  function softmax(logits, beta) {
    const top = Math.max(...logits);
    const powers = logits.map((x) => Math.exp(beta * (x - top)));
    const sum = powers.reduce((a, b) => a + b, 0);
    return powers.map((x) => x / sum);
  }

  /* Positions (from 1) of the largest logit. */
  function maximisers(logits) {
    const top = Math.max(...logits);
    return logits.flatMap((x, k) => (x === top ? [k + 1] : []));
  }

  /* Positions of H_POS's largest logit, exactly: those where (p - j)·angle is a multiple of 2π. A whole number of
     radians over another is one only at 0. */
  function largestPos(n, angle, p) {
    const whole = (t) => (angle.unit === "turns" ? (t * angle.top) % angle.bottom === 0 : t * angle.top === 0);
    return Array.from({ length: n }, (_, k) => k + 1).filter((j) => whole(Math.abs(p - j)));
  }

  /* Distances 1..span at which cos(t·angle) is largest, exactly: in radians two distances never tie but at angle 0. */
  function closest(angle, span) {
    const all = Array.from({ length: span }, (_, k) => k + 1);
    if (angle.top === 0) return all;
    if (angle.unit !== "turns") return [gap(radians(angle), span).t];
    const away = (t) => Math.min((t * angle.top) % angle.bottom, angle.bottom - ((t * angle.top) % angle.bottom));
    const least = Math.min(...all.map(away));
    return all.filter((t) => away(t) === least);
  }

  /* Positions of the two-plane head's largest logit. With θ₁ = 0 and no recency (B = 0 or θ₂ = 0) all copies of letter 0
     have the same number; at the other settings the tests find no two positions that tie exactly, and none in floats. */
  function largestMix(n, symbols, theta1, theta2, A, B) {
    return maximisers(logitsMix(n, symbols, theta1, theta2, A, B));
  }

  /* The largest weight of H_POS when position p = 1..n is asked for. */
  function wMax(n, theta, beta) {
    return Array.from({ length: n }, (_, k) => Math.max(...softmax(logitsPos(n, theta, k + 1), beta)));
  }

  /* min over t = 1..span of 1 - cos(tθ), and the first t that attains it. */
  function gap(theta, span) {
    let best = { gap: Infinity, t: 0 };
    for (let t = 1; t <= span; t += 1) {
      const half = Math.sin((t * theta) / 2);
      if (2 * half * half < best.gap) best = { gap: 2 * half * half, t };
    }
    return best;
  }

  /* The largest that gap can be over all angles: 1 - cos(2π/(span + 1)). */
  function sharpGap(span) {
    const half = Math.sin(Math.PI / (span + 1));
    return 2 * half * half;
  }

  /* An exact angle is {unit: "turns" or "radians", top, bottom}: top/bottom turns, whole numbers, or radians; these are no
     fraction of a turn, unless 0. */
  function radians(angle) {
    return angle.unit === "turns" ? (TURN * angle.top) / angle.bottom : angle.top / angle.bottom;
  }

  /* ⌈k·angle/2π⌉ for whole k >= 0, and whether k·angle is a multiple of 2π: exact for turns; for radians, which are
     rational, by floats, whose error is far below the distance checked. */
  function turnsOf(k, angle) {
    const top = k * angle.top;
    if (angle.unit === "turns") return { ceiling: Math.ceil(top / angle.bottom), whole: top % angle.bottom === 0 };
    const share = top / angle.bottom / TURN;
    if (top !== 0 && Math.abs(share - Math.round(share)) < 1e-9) return null;
    return { ceiling: Math.ceil(share), whole: top === 0 };
  }

  /* The shape of wMax over p = 1..n by new.u-shape-sign.shape, 0 <= θ <= π, n >= 3: {name, count}. */
  function shape(n, angle) {
    const all = turnsOf(n, angle), inner = turnsOf(n - 2, angle);
    if (all === null || inner === null) return { name: "undecided", count: null };
    if (all.whole) return { name: "flat", count: 0 };
    const count = 2 * inner.ceiling - 1;
    if (all.ceiling === 1) return { name: "U", count };
    return { name: count === 1 ? "inverted-U" : "several extrema", count };
  }

  const numbers = {
    FORMATS, TURN, round, rotate, logitsPos, logitsPosIn, spacing, letters, logitsMix, mixSolves, symSolves, matrixPos, matrixMix, exclusionTerms, swapScores, frequencies, logitsTimes, mixLead, leadAt, number, exactAngle, softmax, maximisers,
    largestPos, closest, largestMix,
    wMax, gap, sharpGap, radians, shape,
  };
  if (typeof module !== "undefined" && module.exports) module.exports = numbers;
  else root.numbers = numbers;
})(typeof self !== "undefined" ? self : this);
