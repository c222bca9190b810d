// The document. Whatever came from outside goes in by textContent.

export const $ = (id) => document.getElementById(id);

/** An element: attributes by name, children as nodes or text. */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      node.addEventListener(key, value);
    } else if (value !== null && value !== false) {
      node.setAttribute(key, value === true ? '' : String(value));
    }
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

let toastTimer;

/** Says what has happened, to eyes for some seconds and to screen readers once. */
export function toast(text) {
  const box = $('toast');
  box.textContent = text;
  box.classList.add('shown');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => box.classList.remove('shown'), 6000);
}

let problems = 0;

/** The field of the form that a problem names; null where there is none. */
function fieldOf(problem, form) {
  const input = form && problem.field ? form.elements.namedItem(problem.field) : null;
  return input instanceof HTMLInputElement ? input : null;
}

/** The text, with the label of a field in place of its name in the API. */
function labelled(text, name, label) {
  const names = [name, name.replaceAll('_', ' ')].map((each) => each.replace(/\W/g, '\\$&'));
  return text.replace(new RegExp(`\\b(${names.join('|')})\\b`, 'gi'), (found, all, at) => (at === 0 ? label : label.toLowerCase()));
}

/**
 * A problem (RFC 9457) in a box. The field of the `form` that it names is called by its label; a field that the form has not is not
 * named. `retry` adds a button that sends the same intention again.
 */
export function problemBox(problem, { form, retry } = {}) {
  const label = fieldOf(problem, form)?.labels[0]?.firstChild.textContent.trim();
  const plain = (text) => (label ? labelled(text, problem.field, label) : text);
  const box = el('div', { class: 'problem', role: 'alert', id: 'problem-' + (++problems) },
    el('p', { class: 'problem-title' }, plain(problem.title)),
    problem.detail ? el('p', {}, plain(problem.detail)) : null,
    label ? el('p', { class: 'problem-field' }, `Field ${label}`) : null);
  if (retry) {
    box.append(el('p', {}, 'Trying again repeats the same request: it cannot happen twice.'),
      el('button', { type: 'button', class: 'quiet', click: retry }, 'Try again'));
  }
  return box;
}

/** Puts a problem where it belongs and marks the field of the form that it names. */
export function showProblem(slot, problem, { form, retry } = {}) {
  const box = problemBox(problem, { form, retry });
  slot.replaceChildren(box);
  const input = fieldOf(problem, form);
  if (input) {
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-errormessage', box.id);
    input.focus();
  }
}

export function clearProblem(slot, form) {
  slot.replaceChildren();
  for (const input of form ? form.elements : []) {
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-errormessage');
  }
}

/** Marks a button as at work. It keeps its focus, and its clicks are ignored by whoever asks `isBusy`. */
export function busy(button, isBusy, text) {
  if (isBusy) {
    button.dataset.label = button.textContent;
    button.textContent = text;
    button.setAttribute('aria-disabled', 'true');
  } else {
    button.textContent = button.dataset.label;
    button.removeAttribute('aria-disabled');
  }
}

export const isBusy = (button) => button.getAttribute('aria-disabled') === 'true';
