// A table whose rows are kept over refreshes, with their focus, and are walked through by the arrow keys.

import { el } from '../parts/dom.js';

export class List {
  /**
   * @param label of the table, for screen readers
   * @param columns each { title, cell: (item) => a node or text, class }
   * @param key of an item, a text
   * @param empty what is shown instead of no rows
   * @param keys what keys do in a row: { y: (item) => … }
   */
  constructor({ label, columns, key, empty, keys = {} }) {
    this.columns = columns;
    this.key = key;
    this.keys = keys;
    this.rows = new Map();
    this.body = el('tbody');
    this.table = el('table', { class: 'rows listed', keydown: (event) => this.pressed(event) },
      el('caption', { class: 'visually-hidden' }, label),
      el('thead', {}, el('tr', {}, ...columns.map(({ title, class: name }) => el('th', { scope: 'col', class: name ?? null }, title)))),
      this.body);
    this.empty = el('p', { class: 'muted empty' }, empty);
    this.root = el('div', { class: 'list' }, this.table, this.empty);
  }

  /** Shows these items; the row that has the focus keeps it, or the next one gets it. */
  update(items) {
    const active = document.activeElement;
    const row = this.body.contains(active) ? active.closest('tr') : null;
    const held = row && { key: row.dataset.key, index: [...this.body.rows].indexOf(row), name: active.dataset.focus };
    const rows = new Map();
    for (const item of items) {
      const key = this.key(item);
      const text = JSON.stringify(item);
      const known = this.rows.get(key);
      rows.set(key, known?.text === text ? known : { item, text, node: this.row(key, item) });
    }
    this.rows = rows;
    const nodes = [...rows.values()].map(({ node }) => node);
    if (nodes.length !== this.body.rows.length || nodes.some((node, i) => this.body.rows[i] !== node)) {
      this.place(nodes);
    }
    this.table.hidden = nodes.length === 0;
    this.empty.hidden = nodes.length > 0;
    if (held && !this.body.contains(document.activeElement)) {
      this.focus(held.key, held.name, held.index);
    }
  }

  /** Rows that stay are not moved, since that would take their focus away. */
  place(nodes) {
    const wanted = new Set(nodes);
    for (const row of [...this.body.rows]) {
      if (!wanted.has(row)) {
        row.remove();
      }
    }
    nodes.forEach((node, i) => {
      if (this.body.rows[i] !== node) {
        this.body.insertBefore(node, this.body.rows[i] ?? null);
      }
    });
  }

  row(key, item) {
    return el('tr', { 'data-key': key }, ...this.columns.map(({ title, cell, class: name }) =>
      el('td', { 'data-label': title, class: name ?? null }, cell(item))));
  }

  /** Focuses the row of a key; without one, the row at this index, the last one, or the heading. */
  focus(key, name = 'open', index = 0) {
    const row = this.rows.get(key)?.node ?? this.body.rows[Math.min(index, this.body.rows.length - 1)];
    const target = row?.querySelector(`[data-focus="${name}"]`) ?? row?.querySelector('[data-focus]')
      ?? this.root.closest('section')?.querySelector('h1');
    target?.focus();
  }

  pressed(event) {
    const row = event.target.closest('tr');
    if (!row || !this.body.contains(row) || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const rows = [...this.body.rows];
    const moves = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length };
    const action = this.keys[event.key];
    if (event.key in moves) {
      event.preventDefault();
      const index = Math.max(0, Math.min(rows.length - 1, rows.indexOf(row) + moves[event.key]));
      this.focus(rows[index].dataset.key, event.target.dataset.focus);
    } else if (action) {
      event.preventDefault();
      action(this.rows.get(row.dataset.key).item);
    }
  }
}
