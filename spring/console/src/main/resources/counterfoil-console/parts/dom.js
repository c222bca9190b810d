// Creates elements. External text is inserted only as textContent.

export const $ = (id) => document.getElementById(id);

/** Creates an element: attributes by name, children as nodes or text. */
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

/**
 * Draws now, or after the button or link that is being pressed has been released: a press that ends on another element is no click, so a
 * list that is redrawn under it would lose it.
 */
export function whenReleased(draw) {
  if (document.querySelector('button:active, a:active')) {
    setTimeout(() => whenReleased(draw), 50);
  } else {
    draw();
  }
}

let toastTimer;

/** Shows a message for some seconds, and announces it to screen readers once. */
export function toast(text) {
  const box = $('toast');
  box.textContent = text;
  box.classList.add('shown');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => box.classList.remove('shown'), 6000);
}

let problems = 0;

/** The form field that a problem names; null if there is none. */
function fieldOf(problem, form) {
  const input = form && problem.field ? form.elements.namedItem(problem.field) : null;
  return input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input : null;
}

/** The text with names of API fields replaced by their labels. */
function labelled(text, name, label) {
  const names = [name, name.replaceAll('_', ' ')].map((each) => each.replace(/\W/g, '\\$&'));
  return text.replace(new RegExp(`\\b(${names.join('|')})\\b`, 'gi'), (found, all, at) => (at === 0 ? label : label.toLowerCase()));
}

/**
 * A box with a problem (RFC 9457). The field of the `form` that it names is shown by its label; a field that is not in the form is not
 * named. `retry` adds a button that sends the same request again.
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

/** Shows a problem in the form and marks the field that it names. */
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

/** Marks a button as busy. It keeps its focus; handlers check `isBusy` and ignore its clicks. */
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
