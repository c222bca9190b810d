"use strict";
(() => {
  const lines = [...document.querySelectorAll(".line")];
  const texts = lines.map((line) => line.textContent.toLowerCase());
  const units = [...document.querySelectorAll(".unit")].reverse();
  const form = document.getElementById("search");
  const query = document.getElementById("query");
  const severe = document.getElementById("severe");
  const found = document.getElementById("found");
  const nothing = document.getElementById("nothing");
  const services = [...document.querySelectorAll("[data-service]")].filter((one) => one.type === "checkbox");

  function apply() {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    const off = new Set(services.filter((one) => !one.checked).map((one) => one.dataset.service));
    const all = words.length === 0 && off.size === 0 && !severe.checked;
    let count = 0;
    lines.forEach((line, i) => {
      const shown = all || (words.every((word) => texts[i].includes(word))
        && !off.has(line.dataset.service)
        && (!severe.checked || line.classList.contains("is-error") || line.classList.contains("is-warning")));
      line.hidden = !shown;
      count += shown ? 1 : 0;
    });
    document.body.classList.toggle("searching", !all);
    for (const unit of units) {
      unit.hidden = !all && !unit.querySelector(".line:not([hidden])");
    }
    found.textContent = all ? "" : count + " of " + lines.length;
    if (nothing) {
      nothing.hidden = all || count > 0;
    }
  }

  if (lines.length > 0) {
    form.hidden = false;
    services.forEach((one) => { one.disabled = false; });
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", apply);
  services.forEach((one) => one.addEventListener("change", apply));
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== query) {
      event.preventDefault();
      query.focus();
    } else if (event.key === "Escape" && document.activeElement === query) {
      query.value = "";
      apply();
    }
  });
  window.addEventListener("hashchange", () => {
    const target = document.getElementById(location.hash.slice(1));
    for (let one = target; one; one = one.parentElement) {
      if (one.tagName === "DETAILS") {
        one.open = true;
      }
    }
    if (target) {
      target.scrollIntoView();
    }
  });
  apply();
})();
