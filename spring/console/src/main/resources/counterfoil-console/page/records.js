// Records with filters, page by page.

import { el } from '../parts/dom.js';
import { List } from './list.js';
import { columns, state } from './record-parts.js';
import { query } from './service.js';
import { since } from './time.js';

const STATES = [['', 'any state'], ['answered', 'completed'], ['at_work', 'in progress'], ['unknown', 'unknown']];

export function panel(context) {
  const list = new List({
    label: 'Records',
    columns: [
      ...columns(context, 'records'),
      { title: 'State', cell: state },
      { title: 'Received', cell: (record) => since(record.firstReceived) },
      { title: 'Requests', cell: (record) => String(record.requestCount), class: 'number' },
    ],
    key: (record) => record.id,
    empty: 'No record matches.',
  });
  const field = (name, label, input) => {
    input.id = `filter-${name}`;
    input.name = name;
    return el('div', { class: 'field' }, el('label', { for: input.id }, label), input);
  };
  const text = () => el('input', { autocomplete: 'off', spellcheck: 'false' });
  const anonymous = el('label', { class: 'check' }, el('input', { type: 'checkbox', name: 'anonymous' }), el('span', {}, 'Of no client'));
  const form = el('form', { class: 'filters', role: 'search', 'aria-label': 'Filters', novalidate: true, submit: filter },
    field('requestId', 'Request ID', text()),
    field('operation', 'Operation', text()),
    field('client', 'Client', text()),
    field('state', 'State', el('select', {}, ...STATES.map(([value, name]) => el('option', { value }, name)))),
    anonymous,
    el('button', { type: 'submit', class: 'primary' }, 'Filter'));
  const next = el('a', { class: 'button quiet', hidden: true }, 'Next page');
  const first = el('a', { class: 'button quiet', hidden: true }, 'First page');
  const root = el('section', { 'aria-labelledby': 'records-title' },
    el('h1', { id: 'records-title', tabindex: -1 }, 'Records'),
    form, list.root, el('p', { class: 'pages' }, first, next));

  function filter(event) {
    event.preventDefault();
    const { anonymous: none, ...fields } = Object.fromEntries(new FormData(form));
    const given = Object.entries(fields).filter(([, value]) => value !== '');
    context.open('records', { ...Object.fromEntries(given), ...(none ? { anonymous: 'true' } : {}) });
  }

  let filled = null;

  /** The fields follow the address, but are left alone while that stays. */
  function fill(parameters) {
    const now = JSON.stringify(parameters);
    if (now !== filled) {
      filled = now;
      for (const name of ['requestId', 'operation', 'client', 'state']) {
        form.elements[name].value = parameters[name] ?? '';
      }
      form.elements.anonymous.checked = parameters.anonymous === 'true';
    }
  }

  return {
    root,
    async refresh({ focus, anonymous: none, cursor, ...filters }) {
      const { records, next: after } = await context.get(
        query('records', { ...filters, cursor, limit: 50 }) + (none ? '&client=' : ''));
      return () => {
        fill({ ...filters, ...(none ? { anonymous: none } : {}) });
        list.update(records);
        const parameters = { ...filters, ...(none ? { anonymous: none } : {}) };
        next.hidden = !after;
        next.href = after ? context.address('records', { ...parameters, cursor: after }) : '#';
        first.hidden = !cursor;
        first.href = context.address('records', parameters);
      };
    },
    focus({ focus }) {
      focus ? list.focus(focus) : root.querySelector('h1').focus();
    },
  };
}
