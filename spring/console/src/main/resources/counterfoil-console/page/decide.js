// The question whether an unknown outcome happened, and why the operator knows.

import { busy, clearProblem, el, isBusy, showProblem } from '../parts/dom.js';
import { keyText } from './record-parts.js';

let asked = 0;
let lastReason = '';

/**
 * Asks and decides. Resolves to true when it was decided; Escape and Cancel resolve to false. The reason given last is proposed, since one
 * incident leaves many.
 */
export function decide(context, record, happened) {
  const id = `decide-${asked += 1}`;
  const slot = el('div', { class: 'problem-slot' });
  const button = el('button', { type: 'submit', class: happened ? 'primary' : 'danger' }, happened ? 'It happened' : 'It did not happen');
  const form = el('form', { class: 'decide', novalidate: true },
    el('h2', { id }, happened ? 'It happened' : 'It did not happen'),
    el('p', { id: `${id}-text` }, happened
      ? 'Duplicates get the response below from now on. The handler does not run again.'
      : 'The next request under this key is executed.'),
    el('p', { class: 'decide-key' }, ...keyText(record)),
    field(id, 'reason', 'Reason', el('input', { value: lastReason, autocomplete: 'off', required: true, autofocus: true, maxlength: 1000 }),
      'Kept with your name: how do you know?'),
    ...(happened ? response(id) : []),
    slot,
    el('div', { class: 'confirm-actions' },
      el('button', { type: 'button', class: 'quiet', click: () => dialog.close() }, 'Cancel'),
      button));
  const dialog = el('dialog', { class: 'confirm', 'aria-labelledby': id, 'aria-describedby': `${id}-text` }, form);
  let decided = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isBusy(button)) {
      return;
    }
    clearProblem(slot, form);
    busy(button, true, 'Deciding…');
    const fields = Object.fromEntries(new FormData(form));
    try {
      await context.post(`records/${record.id}/decision`, { happened, ...fields });
      lastReason = fields.reason;
      decided = true;
      dialog.close();
    } catch (problem) {
      showProblem(slot, problem, { form });
    } finally {
      busy(button, false);
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  form.elements.reason.select();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(decided);
    });
  });
}

function response(id) {
  return [
    field(id, 'status', 'Status', el('input', { value: '200', inputmode: 'numeric', autocomplete: 'off' }), '200 to 599'),
    field(id, 'headers', 'Header fields', el('textarea', { rows: 2, spellcheck: 'false', placeholder: 'Location: /orders/7' }), 'One on each line; may be empty'),
    field(id, 'body', 'Body', el('textarea', { rows: 3, spellcheck: 'false' }), 'As text; may be empty'),
  ];
}

function field(id, name, label, input, hint) {
  input.id = `${id}-${name}`;
  input.name = name;
  input.setAttribute('aria-describedby', `${input.id}-hint`);
  return el('div', { class: 'field' }, el('label', { for: input.id }, label), input, el('p', { class: 'hint', id: `${input.id}-hint` }, hint));
}
