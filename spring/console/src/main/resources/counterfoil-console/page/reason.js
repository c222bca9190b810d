// The question whether to act, and why.

import { busy, clearProblem, el, isBusy, showProblem } from '../parts/dom.js';

let asked = 0;
let lastReason = '';

/**
 * Asks for a reason and acts. Resolves to the response, or to null: Escape and Cancel. The reason given last is proposed, since one incident
 * leaves many.
 *
 * @param title what is done
 * @param text what that means
 * @param subject what it is done to: text
 * @param path of the action
 * @param danger whether it cannot be undone
 */
export function act(context, { title, text, subject, path, danger = false }) {
  const id = `act-${asked += 1}`;
  const slot = el('div', { class: 'problem-slot' });
  const button = el('button', { type: 'submit', class: danger ? 'danger' : 'primary' }, title);
  const reason = el('input', {
    id: `${id}-reason`, name: 'reason', value: lastReason, autocomplete: 'off', required: true, autofocus: true, maxlength: 1000,
    'aria-describedby': `${id}-hint`,
  });
  const form = el('form', { class: 'decide', novalidate: true },
    el('h2', { id }, title),
    el('p', { id: `${id}-text` }, text),
    el('p', { class: 'decide-key' }, el('code', {}, subject)),
    el('div', { class: 'field' },
      el('label', { for: reason.id }, 'Reason'), reason,
      el('p', { class: 'hint', id: `${id}-hint` }, 'Kept with your name: why now?')),
    slot,
    el('div', { class: 'confirm-actions' },
      el('button', { type: 'button', class: 'quiet', click: () => dialog.close() }, 'Cancel'),
      button));
  const dialog = el('dialog', { class: 'confirm', 'aria-labelledby': id, 'aria-describedby': `${id}-text` }, form);
  let response = null;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isBusy(button)) {
      return;
    }
    clearProblem(slot, form);
    busy(button, true, 'Working…');
    try {
      response = await context.post(path, { reason: reason.value });
      lastReason = reason.value;
      dialog.close();
    } catch (problem) {
      showProblem(slot, problem, { form });
    } finally {
      busy(button, false);
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  reason.select();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(response);
    });
  });
}

/** A button of a row that asks. */
export function asks(name, label, ask) {
  return el('button', { type: 'button', class: 'quiet small', 'data-focus': name, 'aria-label': label, click: ask }, `${label.split(':')[0]}…`);
}
