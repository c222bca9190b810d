// What panels show of records alike.

import { el } from '../parts/dom.js';

const STATES = { at_work: 'in progress', unknown: 'unknown', answered: 'completed' };

/** The state in words. */
export function state(record) {
  return el('span', { class: `chip state-${record.state}` }, STATES[record.state] ?? record.state);
}

/** Request ID, client and operation. */
export function keyText(record) {
  return [el('code', {}, record.requestId), ` · ${record.operation}`, ` · ${client(record)}`];
}

/** The client's name, or that there is none. */
export function client(record) {
  return record.client ?? 'anonymous';
}

/** The link to a record. */
export function link(context, record, from) {
  return el('a', { href: context.address('record', { id: record.id, from }), 'data-focus': 'open', class: 'key' },
    el('code', {}, record.requestId));
}

/** The columns that every list of records has. */
export function columns(context, from) {
  return [
    { title: 'Request ID', cell: (record) => link(context, record, from) },
    { title: 'Operation', cell: (record) => record.operation, class: 'operation' },
    { title: 'Client', cell: client },
  ];
}
