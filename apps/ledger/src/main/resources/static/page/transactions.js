// The table of transactions, newest first, and what can be done to each.

import { Intention } from '../counterfoil/parts/api.js';
import { confirm } from '../counterfoil/parts/confirm.js';
import { $, busy, clearProblem, el, isBusy, showProblem, toast, whenReleased } from '../counterfoil/parts/dom.js';
import { amount, count, metadataText, moment, signed } from '../counterfoil/parts/format.js';
import { transactionPath } from './paths.js';

const PAGE = 100;
/** What is done at once has no `warning`; what has one asks first, and says it. */
const ACTIONS = {
  commit: { label: 'Commit', done: 'Committed.' },
  fail: {
    label: 'Fail', done: 'Marked as failed: its amount is free again.',
    warning: 'Its amount becomes free again. A failed transaction cannot be committed later.',
  },
  reversal: {
    label: 'Reverse', done: 'Reversed: the balance is as before the transaction.',
    warning: 'The balance changes back. A reversal cannot be undone.',
  },
};

const body = $('transactions');
const more = $('more-transactions');
const slot = $('transactions-problem');
/** Intentions whose outcome is unknown, by transaction and action: trying again is the same one. */
const open = new Map();

let shown = PAGE;
let all = [];
let changed = async () => {};

/** `after()` is called when a transaction was changed. */
export function bindTransactions(after) {
  changed = after;
  more.addEventListener('click', () => {
    const first = shown;
    shown += PAGE;
    draw();
    body.children[first]?.focus();
  });
}

export function resetTransactions() {
  shown = PAGE;
  open.clear();
  clearProblem(slot);
}

export function showTransactions(transactions) {
  all = transactions;
  whenReleased(draw);
}

function draw() {
  const focused = body.contains(document.activeElement) ? document.activeElement.closest('tr').dataset.id : null;
  const rows = [];
  for (let i = all.length - 1; i >= Math.max(0, all.length - shown); i -= 1) {
    rows.push(row(all[i], i + 1));
  }
  body.replaceChildren(...rows);
  $('transactions-table').hidden = all.length === 0;
  const left = Math.max(0, all.length - shown);
  more.hidden = left === 0;
  more.textContent = `Load ${Math.min(PAGE, left)} more of ${amount(left)}`;
  if (focused) {
    [...body.children].find((each) => each.dataset.id === focused)?.focus();
  }
}

export function noteFor(transactions, isWhole) {
  if (transactions.length === 0) {
    return 'None yet.';
  }
  const number = count(transactions.length, 'transaction', 'transactions');
  return isWhole ? `${number}, newest first.` : `The oldest ${number}, of more; the newest of them first.`;
}

function row(transaction, number) {
  const line = el('tr', { role: 'row', 'data-id': transaction.id, tabindex: '-1', class: `is-${transaction.state}` });
  line.append(
    cell('No.', amount(number), 'number muted'),
    cell('Created', el('time', { datetime: transaction.created_at }, moment(transaction.created_at))),
    cell('Quantity', signed(transaction.quantity), `${numeric(transaction.quantity)} quantity`),
    cell('Balance', amount(transaction.running_balance), numeric(transaction.running_balance)),
    cell('State', state(transaction)),
    cell('Transaction', named(transaction), 'named'),
    el('td', { role: 'cell', class: 'row-actions' }, ...actions(transaction).map((name) => actionButton(transaction, name, number))));
  return line;
}

function cell(label, content, kind) {
  return el('td', { role: 'cell', 'data-label': label, class: kind ?? null }, content);
}

/** A number that is wider than its column may break. */
function numeric(number) {
  return amount(number).length > 13 ? 'number long' : 'number';
}

function state({ state: name, reversal }) {
  return el('span', { class: 'states' }, el('span', { class: `chip ${name}` }, name),
    reversal ? el('span', { class: 'chip reversed', title: reversal.id }, 'reversed') : null);
}

/** The ID, and under it whatever its maker called it. */
function named(transaction) {
  const { content_key: content, subsidy_access_policy_uuid: policy, lms_user_id: user } = transaction;
  const names = [transaction.reference_id, content && `content ${content}`, policy && `policy ${policy}`, user && `user ${user}`,
    metadataText(transaction.metadata)];
  return el('span', { class: 'names' },
    ...names.filter(Boolean).map((name) => el('span', { class: 'name' }, name)),
    el('code', {}, transaction.id));
}

function actions({ state: name, reversal }) {
  if (name === 'pending') {
    return ['commit', 'fail'];
  }
  return name === 'committed' && !reversal ? ['reversal'] : [];
}

function actionButton(transaction, name, number) {
  const { label } = ACTIONS[name];
  const button = el('button', { type: 'button', class: 'quiet small', 'aria-label': `${label} transaction ${number}` }, label);
  button.addEventListener('click', async () => {
    if (!isBusy(button) && await confirmed(transaction, name, number)) {
      await act(transaction, name, button);
    }
  });
  return button;
}

async function confirmed({ quantity }, name, number) {
  const { label, warning } = ACTIONS[name];
  return !warning || confirm({ title: `${label} transaction ${amount(number)}, ${signed(quantity)}?`, text: warning, action: label });
}

async function act(transaction, name, button) {
  if (isBusy(button)) {
    return;
  }
  const id = `${transaction.id} ${name}`;
  const intention = open.get(id) ?? new Intention(transactionPath(transaction.id, name));
  open.set(id, intention);
  clearProblem(slot);
  busy(button, true, '…');
  try {
    const { replayed } = await intention.send();
    open.delete(id);
    toast(replayed ? `${ACTIONS[name].done} An earlier attempt had done it.` : ACTIONS[name].done);
    await changed();
  } catch (problem) {
    if (!problem.title) {
      throw problem;
    }
    if (!problem.unknown) {
      open.delete(id);
    }
    showProblem(slot, problem, { retry: problem.unknown ? () => act(transaction, name, button) : undefined });
  } finally {
    busy(button, false);
  }
}
