// Unknown outcomes that wait for a decision.

import { el } from '../parts/dom.js';
import { count } from '../parts/format.js';
import { decide } from './decide.js';
import { List } from './list.js';
import { columns } from './record-parts.js';
import { since } from './time.js';

export function panel(context) {
  const { act } = context.session;
  const ask = async (record, happened) => {
    if (await decide(context, record, happened)) {
      await context.refresh();
      context.announce(`${record.requestId}: ${happened ? 'it happened' : 'it did not happen'}. ${waiting(list.rows.size)}`);
    }
  };
  const button = (record, happened) => el('button', {
    type: 'button', class: 'quiet small', 'data-focus': happened ? 'happened' : 'not', 'aria-label': `${happened ? 'It happened' : 'It did not happen'}: ${record.requestId}`,
    click: () => ask(record, happened),
  }, happened ? 'It happened…' : 'It did not…');
  const decision = { title: 'Decision', cell: (record) => el('span', { class: 'choices' }, button(record, true), button(record, false)) };
  const list = new List({
    label: 'Unknown outcomes',
    columns: [
      ...columns(context, 'unknown'),
      { title: 'Received', cell: (record) => since(record.firstReceived) },
      { title: 'Requests', cell: (record) => String(record.requestCount), class: 'number' },
      ...(act ? [decision] : []),
    ],
    key: (record) => record.id,
    empty: 'No outcome is unknown. Nothing waits for a decision.',
    keys: act ? { y: (record) => ask(record, true), n: (record) => ask(record, false) } : {},
  });
  const note = el('p', { class: 'lead' });
  const root = el('section', { 'aria-labelledby': 'unknown-title' },
    el('h1', { id: 'unknown-title', tabindex: -1 }, 'Unknown outcomes'),
    note,
    list.root);
  return {
    root,
    async refresh() {
      const page = await context.get('records?state=unknown&limit=200');
      return () => {
        list.update(page.records);
        note.textContent = page.next
          ? `More than ${page.records.length} wait; the oldest come first.`
          : `${waiting(page.records.length)} A process ended, or lost its lease, before it recorded a result: find out whether it took effect.`;
      };
    },
    focus({ focus }) {
      focus ? list.focus(focus) : root.querySelector('h1').focus();
    },
  };
}

function waiting(number) {
  return number === 0 ? 'None waits.' : `${count(number, 'outcome waits', 'outcomes wait')}.`;
}
