// "Break the network": one transfer through a channel that fails, and every attempt of it.

import { upload } from '../counterfoil/parts/api.js';
import { $, busy, clearProblem, el, isBusy, problemBox, showProblem } from '../counterfoil/parts/dom.js';
import { amount, count, parseWhole, signed } from '../counterfoil/parts/format.js';
import { wire } from './wire.js';

const form = $('break-form');
const button = form.querySelector('button[type=submit]');
const slot = form.querySelector('.problem-slot');
const result = $('break-result');
const refusal = result.querySelector('.problem-slot');

/** `ledgerId()` is the ledger on show; `moved()` is called when its transactions may have changed. */
export function bindBreak({ ledgerId, moved }) {
  form.addEventListener('input', () => clearProblem(slot, form));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isBusy(button)) {
      return;
    }
    const ledger = ledgerId();
    const fault = form.elements.namedItem('fault').value;
    clearProblem(slot, form);
    result.hidden = true;
    busy(button, true, 'On its way…');
    try {
      const quantity = parseWhole(form.elements.namedItem('quantity').value, 'quantity');
      // All attempts together may take longer than a call may.
      const { body } = await upload('/playground/transfers', JSON.stringify({ ledger_id: ledger, quantity, fault }), 'application/json');
      if (ledger === ledgerId()) {
        showResult(body, fault);
      }
    } catch (problem) {
      if (!problem.title) {
        throw problem;
      }
      showProblem(slot, explained(problem), { form });
    } finally {
      busy(button, false);
    }
    await moved(ledger);
  });
}

export function resetBreak() {
  result.hidden = true;
  clearProblem(slot, form);
}

function explained(problem) {
  if (problem.status !== 404) {
    return problem;
  }
  return { ...problem, detail: `${problem.detail} If the ledger exists, this service has the broken network switched off (ledger.playground.enabled).` };
}

function showResult(answer, fault) {
  const { attempts, transaction, problem } = answer;
  $('attempts').replaceChildren(...attempts.map((attempt) => row(attempt, fault)));
  refusal.replaceChildren(...(problem ? [problemBox(problem, { form })] : []));
  result.hidden = false;
  // A live region speaks of changes that come while it is shown.
  requestAnimationFrame(() => {
    $('break-summary').textContent = summary(answer);
  });
  $('break-detail').replaceChildren(...detail(transaction, answer.idempotency_key));
}

function summary({ attempts, transaction, problem, balance_before: before, balance_after: after }) {
  const tries = count(attempts.length, 'attempt', 'attempts');
  const balance = before === after ? `The balance stays at ${amount(after)}.` : `Balance ${amount(before)} → ${amount(after)}.`;
  if (transaction) {
    return `${tries}, booked once: ${signed(transaction.quantity)}. ${balance}`;
  }
  return problem ? `${tries}, and refused. ${balance}` : `${tries}, and no response arrived. ${balance}`;
}

function detail(transaction, key) {
  const parts = transaction ? ['Transaction ', el('code', {}, transaction.id)] : [];
  return key ? [...parts, parts.length ? ', every attempt under the key ' : 'Every attempt under the key ', el('code', {}, key)] : parts;
}

function row(attempt, fault) {
  const failed = attempt.failure !== null;
  return el('tr', { role: 'row', 'data-attempt': attempt.number },
    cell('Attempt', String(attempt.number)),
    cell('Network', wire(fault, failed)),
    cell('Response', response(attempt)),
    cell('Duplicate', duplicate(attempt.duplicate)),
    cell('Attempt ID', el('code', {}, attempt.attempt_id)),
    cell('Correlation ID', el('span', { class: 'traced' }, el('code', {}, attempt.correlation_id), story(attempt))),
    cell('Time', `${amount(attempt.millis)} ms`, 'number'));
}

function cell(label, content, kind) {
  return el('td', { role: 'cell', 'data-label': label, class: kind ?? null }, el('span', {}, content));
}

/** The page of its story, which opens beside this one: what is on show here is not kept. Null where the service tells none. */
function story({ number, story: path }) {
  return path && el('a', { class: 'story', href: path, target: '_blank', rel: 'noopener' }, 'story',
    el('span', { class: 'visually-hidden' }, ` of attempt ${number}, in a new tab`));
}

function response({ status, failure }) {
  if (failure !== null) {
    return el('span', { class: 'bad' }, status === null ? failure : `${status}: ${failure}`);
  }
  return status < 400
    ? el('span', { class: 'good' }, `${status} booked`)
    : el('span', { class: 'bad' }, `${status} ${status < 500 ? 'refused' : 'failed'}`);
}

function duplicate(isDuplicate) {
  if (isDuplicate === null) {
    return el('span', { class: 'muted' }, 'unknown');
  }
  return isDuplicate ? el('span', { class: 'chip duplicate' }, 'duplicate') : el('span', { class: 'chip' }, 'original');
}
