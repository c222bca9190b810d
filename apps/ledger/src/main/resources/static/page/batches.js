// The client's batches, newest first, and the members of one.

import { call } from '../counterfoil/parts/api.js';
import { $, clearProblem, el, showProblem } from '../counterfoil/parts/dom.js';
import { amount, moment, signed } from '../counterfoil/parts/format.js';
import { nameOf } from './ledgers.js';
import { batchesPage, batchPath } from './paths.js';
import { show, showFailure } from './views.js';

const OUTCOMES = { created: 'posted', known: 'posted before', refused: 'refused' };

let loads = 0;

const form = $('batch-form');
const formSlot = form.querySelector('.problem-slot');

const views = {
  list: { rows: $('batches'), more: $('more-batches'), note: $('batches-note'), slot: formSlot },
  one: { rows: $('members'), more: $('more-members'), note: $('members-note'), slot: $('members-problem') },
};

/** A name that is given opens the batch; one that no batch has is a problem of the form. */
export function bindBatches() {
  form.addEventListener('input', () => clearProblem(formSlot, form));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const name = $('batch-name').value;
    const load = loads;
    clearProblem(formSlot, form);
    try {
      if (name.trim() === '') {
        throw { title: 'No name', detail: 'Enter the name of a batch.', field: 'batch_id' };
      }
      await call('GET', batchPath(name));
      if (load === loads) {
        form.reset();
        location.hash = `#/batches/${encodeURIComponent(name)}`;
      }
    } catch (problem) {
      if (!problem.title) {
        throw problem;
      }
      const missing = problem.status === 404
        ? { title: 'Not found', detail: `None of your batches has the name “${name}”.`, field: 'batch_id' } : problem;
      showProblem(formSlot, missing, { form });
    }
  });
}

/** Shows all batches. */
export async function openBatches() {
  document.title = 'Batches · Counterfoil ledger';
  await open('batches', views.list, (after) => batchesPage(after), ({ items, next }) => ({ rows: items.map(batchRow), next }),
    'None yet. A batch is many transactions by one request, or by a file.');
}

/** Shows the members of one batch. */
export async function openBatch(id) {
  document.title = `${id} · Counterfoil ledger`;
  $('batch-title').textContent = id;
  $('batch-summary').textContent = '';
  await open('batch', views.one, (after) => batchPath(id, after), (batch) => {
    $('batch-summary').replaceChildren(summary(batch), ', ledger ', ledgerLink(batch));
    return { rows: batch.members.map(memberRow), next: batch.next };
  }, 'No transactions.');
}

async function open(view, place, path, read, none) {
  const load = (loads += 1);
  place.rows.replaceChildren();
  place.more.hidden = true;
  show('loading');
  const page = async (after) => {
    clearProblem(place.slot);
    try {
      const { body } = await call('GET', path(after));
      if (load !== loads) {
        return;
      }
      const { rows, next } = read(body);
      place.rows.append(...rows);
      place.more.hidden = !next;
      place.more.onclick = () => page(next);
      place.note.textContent = place.rows.children.length === 0 ? none : '';
      show(view);
    } catch (problem) {
      if (!problem.title) {
        throw problem;
      }
      if (load === loads) {
        showFailure(problem);
      }
    }
  };
  await page(null);
}

function batchRow(batch) {
  return el('tr', { role: 'row' },
    cell('Created', el('time', { datetime: batch.created_at }, moment(batch.created_at))),
    cell('Batch', el('a', { href: `#/batches/${encodeURIComponent(batch.batch_id)}` }, batch.batch_id), 'named'),
    cell('Made by', batch.source === 'import' ? 'a file' : 'a request'),
    cell('Posted', amount(batch.created), 'number'),
    cell('Posted before', amount(batch.known), 'number'),
    cell('Refused', amount(batch.refused), batch.refused > 0 ? 'number bad' : 'number'),
    cell('Ledger', ledgerLink(batch), 'named'));
}

function memberRow({ position, outcome, transaction_id: id, reference_id: name, service_reference_id: given, state, quantity, problem }) {
  return el('tr', { role: 'row' },
    cell('No.', amount(position), 'number muted'),
    cell('Outcome', el('span', { class: `chip ${outcome}` }, OUTCOMES[outcome])),
    cell('Quantity', quantity === null || quantity === undefined ? '' : signed(quantity), 'number'),
    cell('State', state ? el('span', { class: `chip ${state}` }, state) : ''),
    cell('Transaction', problem
      ? el('span', { class: 'bad' }, (problem.detail ?? problem.title).replaceAll('reference_id', 'name').replaceAll('_', ' '))
      : el('span', { class: 'names' }, el('span', { class: 'name' }, name ?? given ?? ''), el('code', {}, id ?? '')), 'named'));
}

const summary = ({ created, known, refused }) =>
  `${amount(created)} posted, ${amount(known)} posted before, ${amount(refused)} refused`;

/** Under the ledger's name, as soon as that is known. */
function ledgerLink({ ledger_id: id }) {
  const link = el('a', { href: `#/${encodeURIComponent(id)}` }, id);
  nameOf(id).then((name) => {
    link.textContent = name;
  });
  return link;
}

function cell(label, content, kind) {
  return el('td', { role: 'cell', 'data-label': label, class: kind ?? null }, content);
}
