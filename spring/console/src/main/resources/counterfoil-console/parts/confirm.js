// A confirmation dialog before irreversible actions.

import { el } from './dom.js';

let asked = 0;

/**
 * Shows a modal dialog. Resolves to true if the action's button was pressed; Escape and Cancel resolve to false.
 * The initial focus is on Cancel; it returns to the previous element afterwards.
 */
export function confirm({ title, text, action }) {
  const id = 'confirm-' + (asked += 1);
  const dialog = el('dialog', { class: 'confirm', 'aria-labelledby': id, 'aria-describedby': id + '-text' },
    el('form', { method: 'dialog' },
      el('h2', { id }, title),
      el('p', { id: id + '-text' }, text),
      el('div', { class: 'confirm-actions' },
        el('button', { class: 'quiet', value: '', autofocus: true }, 'Cancel'),
        el('button', { class: 'danger', value: 'confirmed' }, action))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'confirmed');
    });
  });
}
