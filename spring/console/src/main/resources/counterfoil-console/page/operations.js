// Long-running operations: those that have not ended, callbacks that wait, and what has failed: a callback that was given up is delivered again.

import { el } from '../parts/dom.js';
import { amount } from '../parts/format.js';
import { List } from './list.js';
import { act, asks } from './reason.js';
import { query } from './service.js';
import { at, since } from './time.js';

const STATES = { pending: 'not started', running: 'in progress', succeeded: 'succeeded', failed: 'failed' };
const CALLBACKS = { none: '', pending: 'callback waits', delivered: 'callback delivered', gave_up: 'callback given up' };

export function panel(context) {
  const { act: may } = context.session;

  async function deliverAgain({ callback, namespace, kind, reference }) {
    if (callback !== 'gave_up') {
      return;
    }
    const response = await act(context, {
      title: 'Deliver again',
      text: 'The callback is delivered now, and as often as a new one where that fails. Its target knows it by its ID if it has had it before.',
      subject: reference,
      path: query('operations/callbacks/deliver-again', { namespace, kind, reference }),
    });
    if (response) {
      await context.refresh();
      context.announce(`The callback of ${reference} is delivered again.`);
    }
  }

  const choices = {
    title: 'Decision',
    cell: (operation) => (operation.callback === 'gave_up'
      ? el('span', { class: 'choices' }, asks('again', `Deliver again: ${operation.reference}`, () => deliverAgain(operation)))
      : ''),
  };
  const names = [
    { title: 'Operation', cell: (operation) => el('code', { 'data-focus': 'open', tabindex: 0 }, operation.reference) },
    { title: 'Kind', cell: (operation) => operation.kind },
    { title: 'Of', cell: (operation) => operation.namespace, class: 'operation' },
  ];
  const key = (operation) => `${operation.namespace} ${operation.kind} ${operation.reference}`;
  const failed = { title: 'Failed', cell: (operation) => amount(operation.failures), class: 'number' };
  const due = { title: 'Next attempt', cell: (operation) => since(operation.dueAt) };
  const unfinished = new List({
    label: 'Operations that have not ended',
    columns: [
      ...names,
      { title: 'State', cell: (operation) => STATES[operation.state] ?? operation.state },
      { title: 'Done', cell: progress, class: 'number' },
      failed,
      { title: 'Submitted', cell: (operation) => since(operation.createdAt) },
      { title: 'Next step', cell: (operation) => (operation.picked ? 'now' : since(operation.dueAt)) },
    ],
    key,
    empty: 'Every operation has ended.',
  });
  const callbacks = new List({
    label: 'Callbacks that have not been delivered',
    columns: [...names, { title: 'To', cell: (operation) => operation.target, class: 'operation' }, failed, due],
    key,
    empty: 'No callback waits.',
  });
  const failures = new List({
    label: 'Failed operations and callbacks that were given up',
    columns: [
      ...names,
      { title: 'State', cell: (operation) => [STATES[operation.state], CALLBACKS[operation.callback]].filter(Boolean).join(', ') },
      { title: 'Ended', cell: (operation) => (operation.finishedAt ? at(operation.finishedAt) : '') },
      { title: 'Correlation ID', cell: (operation) => el('code', {}, operation.correlationId), class: 'operation' },
      ...(may ? [choices] : []),
    ],
    key,
    empty: 'Nothing has failed.',
    keys: may ? { s: deliverAgain } : {},
  });
  const note = el('p', { class: 'lead' });
  const root = el('section', { 'aria-labelledby': 'operations-title' },
    el('h1', { id: 'operations-title', tabindex: -1 }, 'Operations'),
    note,
    el('div', { class: 'card' }, el('h2', {}, 'Not ended'), unfinished.root),
    el('div', { class: 'card' }, el('h2', {}, 'Callbacks'), callbacks.root),
    el('div', { class: 'card' }, el('h2', {}, 'Failed'), failures.root));
  return {
    root,
    async refresh() {
      const found = await context.get('operations');
      return () => {
        unfinished.update(found.unfinished);
        callbacks.update(found.callbacks);
        failures.update(found.failures);
        note.textContent = `Work that is longer than a request: at most ${amount(found.most)} of each list.`;
      };
    },
  };
}

function progress({ done, total }) {
  return total === undefined ? amount(done) : `${amount(done)} of ${amount(total)}`;
}
