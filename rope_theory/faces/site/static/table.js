/* The filter above the table of claims. Without this script the table is simply whole. */
(function () {
  "use strict";
  const form = document.getElementById("filter");
  const rows = [...document.querySelectorAll("#claims tbody tr")];
  const names = ["verdict", "wording", "relation", "paper"];
  const choice = (name) => document.getElementById(`choose-${name}`);
  const texts = rows.map((row) => row.textContent.toLowerCase());

  const controls = [document.getElementById("search"), ...names.map(choice)];
  window.state.defaults(controls);

  function filter() {
    const words = document.getElementById("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, at) => {
      const fits = names.every((name) => !choice(name).value || row.dataset[name].split(" ").includes(choice(name).value)) &&
        words.every((word) => texts[at].includes(word));
      row.hidden = !fits;
      shown += fits;
    });
    document.getElementById("shown").textContent = `${shown} of ${rows.length} claims`;
  }

  /* Whoever asks for something sees the table; until then it is folded. */
  const table = document.getElementById("table");
  const asked = () => controls.some((control) => control.value);

  form.hidden = false;
  form.addEventListener("input", () => {
    filter();
    if (asked()) table.open = true;
    window.state.write();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  window.state.read(controls);
  table.open = asked();
  filter();
})();
