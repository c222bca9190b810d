// The list of ledgers, newest first.

import { call } from '../counterfoil/parts/api.js';
import { $, clearProblem, el, showProblem, whenReleased } from '../counterfoil/parts/dom.js';
import { amount } from '../counterfoil/parts/format.js';
import { ledgerName, ledgerPath, ledgersPage } from './paths.js';

const list = $('ledgers');
const more = $('more-ledgers');
const slot = $('ledgers-problem');

let ledgers = [];
let next = null;
let current = null;
let lists = 0;
/** Names that were asked for, of ledgers that are not on the list. */
const names = new Map();

export function bindLedgers() {
  more.addEventListener('click', () => load(next));
}

/** Reads the newest ledgers; resolves to them, or to null when the service could not say or another list was asked for. */
export async function loadLedgers() {
  lists += 1;
  ledgers = [];
  return load(null);
}

async function load(after) {
  const list = lists;
  clearProblem(slot);
  try {
    const { body } = await call('GET', ledgersPage(after));
    if (list !== lists) {
      return null;
    }
    const known = new Set(ledgers.map((each) => each.id));
    ledgers.push(...body.items.filter((each) => !known.has(each.id)));
    next = body.next;
    draw();
    return ledgers;
  } catch (problem) {
    if (!problem.title) {
      throw problem;
    }
    if (list === lists) {
      showProblem(slot, problem);
    }
    return null;
  }
}

export function markCurrent(id) {
  current = id;
  draw();
}

/** Shows a ledger's latest balance; one that is not on the list yet joins it. */
export function refresh(ledger) {
  const at = ledgers.findIndex((each) => each.id === ledger.id);
  if (at >= 0) {
    ledgers[at] = ledger;
  } else {
    ledgers.push(ledger);
  }
  whenReleased(draw);
}

/** Resolves to what a ledger is called: its ID where the service does not say. */
export async function nameOf(id) {
  const listed = ledgers.find((each) => each.id === id);
  if (listed) {
    return ledgerName(listed);
  }
  if (!names.has(id)) {
    names.set(id, call('GET', ledgerPath(id)).then(({ body }) => ledgerName(body)).catch((problem) => {
      if (!problem.title) {
        throw problem;
      }
      names.delete(id);
      return id;
    }));
  }
  return names.get(id);
}

/** Sorts by time, then by ID: without the Z a shorter fraction of a second is the smaller text. */
const place = ({ created_at: at, id }) => `${at.replace('Z', '')} ${id}`;

function draw() {
  // Newest first, as the service lists them.
  ledgers.sort((one, other) => (place(one) < place(other) ? 1 : -1));
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  list.replaceChildren(...ledgers.map(item));
  $('ledgers-note').textContent = ledgers.length === 0 ? 'None yet.' : '';
  more.hidden = !next;
  if (focused) {
    [...list.querySelectorAll('a')].find((each) => each.getAttribute('href') === focused)?.focus();
  }
}

function item(ledger) {
  return el('li', {},
    el('a', { href: `#/${encodeURIComponent(ledger.id)}`, 'aria-current': ledger.id === current ? 'page' : null },
      el('span', { class: 'ledger-ref' }, ledgerName(ledger)),
      el('span', { class: 'ledger-sum' }, `${amount(ledger.balance)} `, el('small', {}, ledger.unit))));
}
