// Requests in progress, under a lease.

import { el } from '../parts/dom.js';
import { List } from './list.js';
import { columns } from './record-parts.js';
import { since } from './time.js';

export function panel(context) {
  const list = new List({
    label: 'Requests in progress',
    columns: [
      ...columns(context, 'progress'),
      { title: 'Since', cell: (record) => since(record.firstReceived) },
      { title: 'Lease ends', cell: (record) => (record.leasedUntil ? since(record.leasedUntil) : '') },
      { title: 'Requests', cell: (record) => String(record.requestCount), class: 'number' },
    ],
    key: (record) => record.id,
    empty: 'No lease is running. A request in a transaction is not seen before it commits.',
  });
  const lead = el('p', { class: 'lead' });
  const root = el('section', { 'aria-labelledby': 'progress-title' },
    el('h1', { id: 'progress-title', tabindex: -1 }, 'In progress'),
    lead,
    list.root);
  return {
    root,
    async refresh() {
      const { records, next } = await context.get('records?state=at_work&limit=200');
      return () => {
        list.update(records);
        lead.textContent = `Requests that are executed under a lease, the oldest first${next ? `: ${records.length} of more` : ''}.`;
      };
    },
    focus({ focus }) {
      focus ? list.focus(focus) : root.querySelector('h1').focus();
    },
  };
}
