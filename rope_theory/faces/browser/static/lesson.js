// The cells of a lesson: a cell runs after those before it that have not run as they stand.
"use strict";

const archives = document.getElementById("content").dataset.archives.split(" ");
const state = document.getElementById("state");
const stop = document.getElementById("stop");
const cells = [...document.querySelectorAll(".cell")].map((box, number) => ({
  number,
  field: box.querySelector("textarea"),
  button: box.querySelector("button"),
  output: box.querySelector(".printed"),
  ran: null,
}));
let worker = null;
let waiting = [];
let loaded = false;

function say(text) {
  state.textContent = text;
}

function show(cell, text, well) {
  cell.output.textContent = text || (well ? "done" : "");
  cell.output.classList.toggle("failed", !well);
  cell.output.hidden = false;
}

function next() {
  if (!waiting.length) {
    stop.hidden = !worker;
    say(loaded ? "Python is ready." : "Python is not loaded.");
    return;
  }
  const cell = cells[waiting[0]];
  stop.hidden = false;
  say(loaded ? `Running cell ${cell.number + 1} …` : "Loading Python: about 27 MB, once …");
  cell.button.disabled = true;
  worker.postMessage({ number: cell.number, code: cell.field.value, archives });
  cell.sent = cell.field.value;
}

function heard({ data }) {
  const cell = cells[data.number];
  loaded = !data.lost;
  cell.button.disabled = false;
  cell.ran = data.well ? cell.sent : null;
  show(cell, data.printed, data.well);
  waiting = data.well ? waiting.slice(1) : [];
  next();
}

function run(number) {
  if (waiting.length) return;
  if (!worker) {
    worker = new Worker("python.js", { type: "module" });
    worker.onmessage = heard;
    worker.onerror = (problem) => {
      begin();
      say(`Python could not be started (${problem.message || "this page must come from a server: python -m http.server"}).`);
    };
  }
  // solutions stand apart: they are not run on the way to another cell
  const apart = (cell) => Boolean(cell.field.closest(".solutions"));
  const before = cells.filter((cell) => cell.number < number && (apart(cells[number]) || !apart(cell)) && cell.ran !== cell.field.value);
  waiting = [...before.map((cell) => cell.number), number];
  next();
}

function begin() {
  if (worker) worker.terminate();
  worker = null;
  waiting = [];
  loaded = false;
  for (const cell of cells) {
    cell.ran = null;
    cell.button.disabled = false;
  }
  next();
}

for (const cell of cells) {
  cell.button.addEventListener("click", () => run(cell.number));
  cell.field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run(cell.number);
    }
  });
  cell.field.addEventListener("input", () => {
    cell.field.rows = cell.field.value.split("\n").length;
  });
}
stop.addEventListener("click", begin);
