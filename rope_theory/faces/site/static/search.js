/* The search of the front page: what is typed is looked up in claims, questions, words, pages and papers, and what fits best is listed. */
(function () {
  "use strict";
  const HEADS = { questions: "Questions", claims: "Claims", pages: "Lessons and pages", words: "Words", papers: "Texts" };
  const MOST = { questions: 4, claims: 8, pages: 4, words: 3, papers: 3 };
  const $ = (id) => document.getElementById(id);
  const field = $("find"), form = $("lookup");
  const tools = window.lookup(window.searchData);
  const finders = Object.fromEntries(Object.entries(window.searchData.kinds).map(([kind, data]) => [kind, tools.finder(data)]));

  function make(name, text, attributes = {}) {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function row(kind, { name, text, shown, href, verdict }) {
    const item = make("li", ""), told = make("span", text);
    if (shown) told.innerHTML = shown; // with its mathematics set
    const link = kind === "words" ? make("a", name, { href }) : make("a", "", { href });
    if (kind !== "words") link.append(...told.childNodes);
    item.append(link);
    if (kind === "words") item.append(": ", ...told.childNodes);
    if (kind !== "claims") return item;
    if (verdict) item.append(" ", make("span", verdict[0], { class: verdict[1], title: verdict[2] }));
    item.append(" ", make("span", name, { class: "id" }));
    return item;
  }

  const claims = new Map(window.searchData.kinds.claims.entries.map((entry) => [entry.name, entry]));

  /* Whether all words asked for are those of a name. */
  function named(asked, name) {
    const own = tools.words(name).map(tools.stem);
    return tools.words(asked).every((word) => own.includes(tools.stem(word)));
  }

  /* Whether a text has every word that was typed as it was typed, not only its stem. */
  const spelt = (text) => new Set(tools.words(text).map((word) => word.toLowerCase()));
  function exactly(typed) {
    const asked = tools.words(typed).map((word) => word.toLowerCase());
    return ({ name, text }) => Number(asked.length > 0 && [name, text].map(spelt).some((own) => asked.every((word) => own.has(word))));
  }

  /* The claim whose name was typed, before all that has its words; these are folded then. */
  function whole(typed, parts) {
    const name = typed.toLowerCase(), entry = [...claims.values()].find((each) => each.name.toLowerCase() === name);
    if (!entry || !parts.length) return null;
    const list = make("ul", ""), others = make("details", "");
    list.append(row("claims", entry));
    others.append(make("summary", "What else has its words"), ...parts);
    return [make("h3", "The claim of this name"), list, others];
  }

  /* The sections of texts that were typed by their number, §F.2.2 or 3.5: as words their digits would find other things. */
  function places(typed) {
    const found = typed.toLowerCase().match(/^(§|section|sec\.?|appendix|app\.?)?\s*([a-z\d]+(?:\.\d+)*)$/);
    return found && (found[1] || found[2].includes(".")) ? window.searchData.sections[found[2]] || [] : [];
  }

  const KINDS = { thm: "theorem", lem: "lemma", rem: "remark", def: "definition", cor: "corollary", fig: "figure", tab: "table", page: "p.", p: "p." };
  /* A numbered statement, picture or page of a text, as people type it (Thm. 3.1, page 8): its name, and the claims that explain lists for it. */
  function statement(typed) {
    const found = typed.toLowerCase().match(/^(?:u2[56],? +)?([a-z]+)\.? *((?:[a-z]\.)?\d+(?:\.\d+)*)(?:,? +(?:of|in) +u2[56])?$/);
    if (!found) return null;
    const known = [...new Set([...Object.values(KINDS), "listing"])], word = KINDS[found[1]] || found[1];
    const mixed = known.find((each) => tools.inOrder(each) === tools.inOrder(word)); // thereom
    const kind = mixed || (word.length > 3 ? tools.slip(word, known) : null); // theorm
    if (!kind) return null;
    const name = `${kind} ${found[2]}`;
    return { called: name.startsWith("p.") ? name : name[0].toUpperCase() + name.slice(1), claims: window.searchData.statements[name] || [] };
  }

  function show() {
    const typed = field.value.trim(), parts = [], placed = places(typed), sections = make("ul", "");
    for (const [text, href] of placed) {
      const item = make("li", "");
      item.append(make("a", text, { href }));
      sections.append(item);
    }
    const asks = statement(typed);
    if (asks) { // its digits, as words, would find other things
      const list = make("ul", "");
      list.append(...asks.claims.map((name) => row("claims", claims.get(name))));
      $("found").replaceChildren(...(asks.claims.length ? [make("h3", `Claims on ${asks.called}`), list] : []));
      const pages = ["U26", "U25"].flatMap((name) => [" ", make("a", name, { href: `${name.toLowerCase()}.html` })]);
      $("looked").replaceChildren(...(asks.claims.length ? [`${asks.claims.length} found`] : [`No claim is on ${asks.called}. Every sentence:`, ...pages]));
      return;
    }
    if (placed.length) parts.push(make("h3", "Sections of texts"), sections);
    if (placed.length && !/^[\d.]+$/.test(typed)) { // 3.2 may be a theorem's number, too
      $("found").replaceChildren(...parts);
      $("looked").textContent = `${placed.length} found`;
      return;
    }
    const find = (text) => Object.keys(HEADS).map((kind) => [kind, text ? finders[kind](text) : []]);
    const first = find(typed), slips = tools.misspelt(typed, first.map(([, found]) => found)), read = Object.entries(slips);
    const asked = read.length ? tools.words(typed).map((word) => slips[word] || word).join(" ") : typed;
    let count = placed.length;
    const titled = exactly(asked);
    const hits = (read.length ? find(asked) : first).filter(([, found]) => found.length)
      .map(([kind, found]) => [kind, found.map((each) => ({ ...each, titled: titled(each) }))])
      .map(([kind, found]) => [kind, [1, 0].flatMap((is) => found.filter((each) => each.titled === is))]);
    hits.sort(([, one], [, other]) => other[0].words.length - one[0].words.length || other[0].titled - one[0].titled); // whose best has more of the words, then as typed
    const defined = hits.findIndex(([kind, [best]]) => ["words", "papers"].includes(kind) && named(asked, best.name));
    if (defined > 0) hits.unshift(...hits.splice(defined, 1)); // what a word means, before where it is used; a text, before its claims
    for (const [kind, found] of hits) {
      count += found.length;
      const more = found.length > MOST[kind] ? ` (the best ${MOST[kind]} of ${found.length})` : "";
      const list = make("ul", "");
      list.append(...found.slice(0, MOST[kind]).map((each) => row(kind, each)));
      parts.push(make("h3", HEADS[kind] + more), list);
    }
    const one = whole(typed, parts);
    $("found").replaceChildren(...(one || parts));
    $("looked").textContent = one ? `This claim; ${count - 1} more have words of its name` : !asked ? "" : count ? `${count} found${read.length ? `, read as ${read.map(([word, near]) => `${near} for ${word}`).join(", ")}` : ""}` : "Nothing has one of these words. The list of all claims, below, searches whole statements.";
  }

  /* Arrow keys go through what is found, Enter opens the first, Escape empties the field. */
  function key(event) {
    const links = [...$("found").querySelectorAll("a")], at = links.indexOf(document.activeElement);
    if (event.key === "ArrowDown" && links[at + 1]) links[at + 1].focus();
    else if (event.key === "ArrowUp" && at >= 0) (links[at - 1] || field).focus();
    else if (event.key === "Escape") {
      field.value = "";
      field.focus();
      changed();
    } else return;
    event.preventDefault();
  }

  function changed() {
    show();
    window.state.write();
  }

  form.hidden = false;
  form.addEventListener("input", changed);
  form.addEventListener("keydown", key);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = $("found").querySelector("a");
    if (first) first.click();
  });
  window.state.defaults([field]);
  window.state.read([field]);
  show();
})();
