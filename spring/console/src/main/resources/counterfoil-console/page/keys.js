// Which keys do what.

import { el } from '../parts/dom.js';

const KEYS = [
  ['Tab', 'the next control'],
  ['↓ ↑', 'the next and the previous row of a list; ↓ from anywhere enters the list'],
  ['Home End', 'the first and the last row'],
  ['Enter', 'opens the row, presses the button'],
  ['y', 'on a row of unknown outcomes: it happened'],
  ['n', 'on a row of unknown outcomes: it did not happen'],
  ['r', 'on a row of dead letters: requeue'],
  ['s', 'on a row of messages that are set aside: send again; of a callback that was given up: deliver again'],
  ['d', 'on a row of either: discard'],
  ['Escape', 'closes a question, goes back from a record to its list'],
  ['?', 'this help'],
];

/** Shows the help; Escape or Close end it, and the focus returns. */
export function showKeys() {
  const dialog = el('dialog', { class: 'confirm', 'aria-labelledby': 'keys-title' },
    el('form', { method: 'dialog' },
      el('h2', { id: 'keys-title' }, 'Keys'),
      el('dl', { class: 'keys' }, ...KEYS.flatMap(([key, what]) => [
        el('dt', {}, ...key.split(' ').map((each) => el('kbd', {}, each))), el('dd', {}, what)])),
      el('div', { class: 'confirm-actions' }, el('button', { class: 'quiet', autofocus: true }, 'Close'))));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
