// Searches the index that was made with the pages. It is loaded when the search is first used.
"use strict";

const MOST_RESULTS = 30;
const BEFORE = 50;
const SNIPPET = 190;

const base = document.body.dataset.base;
const form = document.getElementById("search");
const query = document.getElementById("query");
const results = document.getElementById("results");
const found = document.getElementById("found");
const matches = document.getElementById("matches");

let loading;

function load() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = base + "search-index.js";
    script.onload = () => resolve(globalThis.searchIndex);
    script.onerror = () => reject(new Error("the search index cannot be loaded"));
    document.head.append(script);
  });
  return loading;
}

function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}@_]+(?:[.:-]+[\p{L}\p{N}_]+)*/gu) ?? [];
}

/** A pattern for the beginning of a word. */
function beginning(text) {
  return new RegExp("(?<![\\p{L}\\p{N}])" + text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "iu");
}

function score(entry, text, terms, phrase) {
  const name = entry.heading || entry.page;
  let sum = 0;
  for (const term of terms) {
    const points = (term.test(name) ? 8 : 0)
      + (entry.heading && term.test(entry.page) ? 3 : 0)
      + (term.test(entry.text) ? 2 : 0);
    if (points === 0) {
      return 0;
    }
    sum += points;
  }
  if (phrase.test(name)) {
    sum += name.search(phrase) === 0 ? 20 : 12;
  }
  if (terms.length > 1 && phrase.test(entry.text)) {
    sum += 6;
  }
  // Guides and reference come before what is for contributors, and before types with other names.
  return /^(decisions|internals|api)\//.test(entry.url) && name.toLowerCase() !== text ? sum / 2 : sum;
}

function search(index, text) {
  const words = wordsOf(text);
  const terms = words.map(beginning);
  const phrase = beginning(words.join(" "));
  return words.length === 0 ? [] : index
    .map(entry => ({ entry, score: score(entry, words.join(" "), terms, phrase) }))
    .filter(match => match.score > 0)
    .sort((one, other) => other.score - one.score)
    .map(match => match.entry);
}

/** The text round the first place that was found, with what was found marked. */
function snippet(text, words) {
  const any = new RegExp(words.map(word => beginning(word).source).join("|"), "giu");
  const phrase = text.search(beginning(words.join(" ")));
  const at = Math.max(0, phrase >= 0 ? phrase : text.search(any));
  const start = at <= BEFORE ? 0 : text.lastIndexOf(" ", at - BEFORE) + 1;
  const part = (start > 0 ? "… " : "") + text.slice(start, start + SNIPPET) + (start + SNIPPET < text.length ? " …" : "");
  const line = document.createElement("span");
  let written = 0;
  for (const match of part.matchAll(any)) {
    const mark = document.createElement("mark");
    mark.textContent = match[0];
    line.append(part.slice(written, match.index), mark);
    written = match.index + match[0].length;
  }
  line.append(part.slice(written));
  return line;
}

function show(entry, words) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const name = document.createElement("strong");
  link.href = base + entry.url;
  name.textContent = entry.heading ? entry.page + " › " + entry.heading : entry.page;
  link.append(name, snippet(entry.text, words));
  item.append(link);
  return item;
}

async function update() {
  const text = query.value;
  const words = wordsOf(text);
  if (words.length === 0) {
    close();
    return;
  }
  try {
    const all = search(await load(), text);
    if (text !== query.value) {
      return;
    }
    found.textContent = all.length === 0 ? "Nothing found"
      : all.length > MOST_RESULTS ? `The first ${MOST_RESULTS} of ${all.length} results`
      : all.length === 1 ? "1 result" : `${all.length} results`;
    matches.replaceChildren(...all.slice(0, MOST_RESULTS).map(entry => show(entry, words)));
  } catch (failure) {
    found.textContent = "Search does not work: " + failure.message;
    matches.replaceChildren();
  }
  results.scrollTop = 0;
  results.hidden = false;
}

function close() {
  results.hidden = true;
}

/** Moves the focus from the field through the results, and back. */
function move(step) {
  const stops = [query, ...matches.querySelectorAll("a")];
  const at = stops.indexOf(document.activeElement);
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
}

form.hidden = false;
query.addEventListener("focus", () => load().catch(() => {}));
query.addEventListener("input", update);
form.addEventListener("submit", event => {
  event.preventDefault();
  matches.querySelector("a")?.click();
});
form.addEventListener("keydown", event => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Escape") {
    query.focus();
    close();
  }
});
form.addEventListener("click", event => {
  if (event.target.closest("a")) {
    close();
  }
});
document.addEventListener("keydown", event => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    query.focus();
    query.select();
  }
});
document.addEventListener("pointerdown", event => {
  if (!form.contains(event.target)) {
    close();
  }
});
