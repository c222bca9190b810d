// A file of transactions: sent whole, posted in the background, followed to its end.

import { call, requestId, upload } from '../counterfoil/parts/api.js';
import { $, busy, clearProblem, el, isBusy, showProblem, toast } from '../counterfoil/parts/dom.js';
import { amount, count } from '../counterfoil/parts/format.js';
import { importPath, importsPage } from './paths.js';

const WAIT_SECONDS = 2;
const REFUSALS = 20;

const form = $('import-form');
const slot = form.querySelector('.problem-slot');
const button = form.querySelector('button[type=submit]');
const result = $('import-result');

let ledgerId = () => null;
let moved = async () => {};
/** The key of a file whose outcome is unknown: sending it again is the same import. */
let intention = null;
let follows = 0;

/** `moved(id)` is called when an import has changed a ledger. */
export function bindImports(options) {
  ({ ledgerId, moved } = options);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    start();
  });
  form.addEventListener('input', () => {
    intention = null;
    clearProblem(slot, form);
  });
}

export function resetImports() {
  follows += 1;
  intention = null;
  form.reset();
  clearProblem(slot, form);
  result.hidden = true;
}

/** An import of this ledger that is still running, from another visit or another program, is followed too. */
export async function findRunning(id) {
  const follow = follows;
  const { body } = await call('GET', importsPage());
  const running = body.items.find((each) => each.ledger_id === id && !hasEnded(each));
  if (running && follow === follows && result.hidden) {
    await followToItsEnd(running);
  }
}

const hasEnded = ({ state }) => state === 'succeeded' || state === 'failed';

async function start() {
  if (isBusy(button)) {
    return;
  }
  clearProblem(slot, form);
  const file = form.elements.namedItem('file').files[0];
  if (!file) {
    showProblem(slot, { title: 'No file', detail: 'Choose a CSV file.', field: 'file' }, { form });
    return;
  }
  const id = ledgerId();
  intention = intention ?? requestId();
  busy(button, true, 'Sending…');
  try {
    const query = new URLSearchParams({ idempotency_key: intention, ledger_id: id });
    const { body } = await upload(`/v1/imports?${query}`, file, 'text/csv');
    intention = null;
    form.reset();
    busy(button, false);
    await followToItsEnd(body);
  } catch (problem) {
    if (!problem.title) {
      throw problem;
    }
    if (!problem.unknown) {
      intention = null;
    }
    showProblem(slot, problem, { form, retry: problem.unknown ? start : undefined });
  } finally {
    if (isBusy(button)) {
      busy(button, false);
    }
  }
}

/** Asks again and again; each question waits on the service's side until the import has ended, for some seconds. */
async function followToItsEnd(running) {
  const follow = (follows += 1);
  let current = running;
  showProgress(current);
  while (!hasEnded(current)) {
    const { body } = await call('GET', importPath(running.reference_id), undefined, { Prefer: `wait=${WAIT_SECONDS}` });
    if (follow !== follows) {
      return;
    }
    current = body;
    showProgress(current);
  }
  showEnd(current);
  await moved(current.ledger_id);
}

function showProgress(current) {
  const { rows_done: done, rows } = current.progress;
  result.hidden = false;
  $('import-bar').max = Math.max(1, rows);
  $('import-bar').value = done;
  $('import-summary').textContent = hasEnded(current)
    ? 'Finished.' : `${amount(done)} of ${count(rows, 'row', 'rows')}`;
  $('import-detail').replaceChildren('Import ', el('code', {}, current.reference_id));
  $('import-refusals').replaceChildren();
}

function showEnd(current) {
  if (current.state === 'failed') {
    $('import-summary').textContent = `Failed: ${current.failure.detail ?? current.failure.title}`;
    return;
  }
  const { created, known, refused, refusals } = current.result;
  const parts = [count(created, 'transaction', 'transactions') + ' posted'];
  if (known > 0) {
    parts.push(`${amount(known)} posted before`);
  }
  if (refused > 0) {
    parts.push(`${amount(refused)} refused`);
  }
  $('import-summary').textContent = `${parts.join(', ')}.`;
  toast('The import has ended.');
  $('import-refusals').replaceChildren(
    ...refusals.slice(0, REFUSALS).map(({ line, problem }) => el('li', {}, el('b', {}, `Line ${amount(line)}: `),
      problem.field ? el('code', {}, problem.field) : null, ` ${problem.detail ?? problem.title}`)),
    ...(refused > REFUSALS ? [el('li', {}, el('a', { href: `#/batches/${encodeURIComponent(current.batch_id)}` }, 'all of them'))] : []));
}
