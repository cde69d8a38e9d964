/* Texts found by words, as rope_theory/core/lookup.py finds them: the tests compare both. No page is touched here. */
(function (root) {
  "use strict";

  const normal = (text) => text.normalize("NFKC");

  /* lookup(data): stem, words, and find for the texts of one kind; data as rope_theory/faces/site/search.py writes it. */
  function lookup(data) {
    const stop = new Set(data.stop);

    function stem(word) {
      let found = word.toLowerCase();
      for (const ending of data.endings) {
        const left = found.slice(0, -ending.length);
        if (!found.endsWith(ending) || left.length < 3 || (ending === "ed" && left.endsWith("e"))) continue;
        found = left;
        break;
      }
      if (found.endsWith("iz")) found = `${found.slice(0, -1)}s`;
      const [before, last] = found.slice(-2);
      return found.length > 3 && before === last && !"aeiou0123456789".includes(last) ? found.slice(0, -1) : found;
    }

    function words(text) {
      const parts = (normal(text).match(/[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*/gu) || []).flatMap((match) => {
        const pieces = match.split(/[-_]/);
        return pieces.some((piece) => [...piece].length === 1) ? [pieces.join("")] : pieces;
      });
      const named = parts.map((word) => data.greek[word.toLowerCase()] || word);
      return [...new Set(named.filter((word) => !stop.has(word.toLowerCase()) && !/^[A-Za-z]$/.test(word)))];
    }

    function stems(text) {
      const long = (normal(text).match(/[\p{L}\p{N}]{2,}/gu) || []).join(" ");
      return new Set([...words(text), ...words(long)].map(stem));
    }

    /* (what is asked) -> {name, text, href, words, score} of every entry with one of the words, the best first. */
    function finder({ weights, entries, general }) {
      const common = new Set(general);
      const fields = entries.map((entry) => entry.fields.map(stems));
      const weight = (asked, own) => own.reduce((best, has, k) => Math.max(best,
        has.has(asked) ? weights[k] : asked.length >= data.beginning && [...has].some((each) => each.startsWith(asked)) ? weights[k] / 2 : 0), 0);
      return (text) => {
        const found = entries.map((entry) => ({ ...entry, words: [], score: 0 })), seen = new Set();
        const all = words(text), subject = all.filter((word) => !common.has(stem(word)));
        for (const word of subject.length ? subject : all) {
          const asked = stem(word);
          if (seen.has(asked)) continue;
          seen.add(asked);
          const worth = fields.map((own) => weight(asked, own)), holds = worth.filter(Boolean).length;
          const rarity = 32 - Math.clz32(Math.floor(entries.length / Math.max(1, holds)));
          worth.forEach((each, k) => {
            if (!each) return;
            found[k].score += each * rarity ** 2;
            found[k].words.push(word);
          });
        }
        return found.filter((each) => each.score).sort((a, b) => b.score - a.score);
      };
    }

    /* The least number of letters inserted, deleted, changed, or swapped with their neighbour, that turns one word into the other; 3 is too many. */
    function edits(one, other) {
      if (Math.abs(one.length - other.length) > 2 || one.length > 100) return 3;
      const rows = [[...other, ""].map((_, j) => j)];
      for (let i = 1; i <= one.length; i++) {
        const row = [i];
        for (let j = 1; j <= other.length; j++) {
          row.push(Math.min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1)));
          if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
        }
        rows.push(row);
      }
      return rows[one.length][other.length];
    }

    /* The known word that this one misspells, or nothing. */
    function slip(given, known) {
      const letters = [...given.toLowerCase()];
      let near = null, least = 3;
      for (const name of known) {
        const own = [...name], most = own.length >= 10 && own[0] === letters[0] ? 2 : 1;
        const apart = new Set([...letters, ...own].filter((each) => letters.includes(each) !== own.includes(each)));
        if (name === given || apart.size > 2 * most) continue;
        const found = edits(letters, own);
        if (found <= most && found < least) [near, least] = [name, found];
      }
      return near;
    }

    const inOrder = (word) => [...word].sort().join("");
    /* Whether two words of five letters differ in a letter that is another, not in their order. */
    const changed = (word, near) => word.length === data.slipped && near.length === data.slipped && inOrder(word) !== inOrder(near);

    let known = null;
    function everyWord() {
      if (known) return known;
      const texts = Object.values(data.kinds).flatMap((kind) => kind.entries.flatMap((entry) => entry.fields));
      known = [...new Set(texts.flatMap(words).map((word) => word.toLowerCase()))].sort();
      return known;
    }

    /* {word asked for that nothing found has: the word that it misspells}; found is what the finder of each kind found. */
    function misspelt(asked, found) {
      const had = new Set(found.flat().flatMap((one) => one.words.map(stem)));
      const gone = words(asked).filter((word) => !had.has(stem(word)) && word.length >= data.slipped && !/^\p{N}/u.test(word));
      const nearest = gone.map((word) => [word, slip(word, everyWord())]);
      return Object.fromEntries(nearest.filter(([word, near]) => near && !changed(word.toLowerCase(), near)));
    }

    return { stem, words, finder, misspelt, slip, inOrder };
  }

  if (typeof module !== "undefined" && module.exports) module.exports = lookup;
  else root.lookup = lookup;
})(typeof self !== "undefined" ? self : this);
