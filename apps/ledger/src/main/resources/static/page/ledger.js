// One ledger: its balance, its plot, its transactions.

import { call } from '../counterfoil/parts/api.js';
import { bindBreak, resetBreak } from './break.js';
import { $, toast } from '../counterfoil/parts/dom.js';
import { intentionForm, optionalText } from './form.js';
import { amount, metadataText, moment, parseWhole } from '../counterfoil/parts/format.js';
import { bindImports, findRunning, resetImports } from './imports.js';
import { ledgerName, ledgerPath, transactionsPage } from './paths.js';
import { plot, resetPlot } from './plot.js';
import { bindTransactions, noteFor, resetTransactions, showTransactions } from './transactions.js';
import { show, showFailure } from './views.js';

/** What the page keeps of one ledger. A longer history is shown up to here, and the page says so. */
const MOST_TRANSACTIONS = 20_000;

let ledgerId = null;
let loads = 0;
let changed = () => {};

const postForm = intentionForm($('post-form'), {
  read: (form) => ({
    path: `${ledgerPath(ledgerId)}/transactions`,
    body: {
      quantity: parseWhole(form.elements.namedItem('quantity').value, 'quantity'),
      ...(form.elements.namedItem('pending').checked ? { pending: true } : {}),
      ...optionalText(form, 'reference_id'),
    },
  }),
  done: async ({ replayed }) => {
    postForm.clear();
    toast(replayed ? 'Posted by an earlier attempt; nothing was added.' : 'Posted.');
    await reload();
  },
});

/** `onChange(ledger)` is called with every ledger that was read. */
export function bindLedger(onChange) {
  changed = onChange;
  bindTransactions(reload);
  const place = { ledgerId: () => ledgerId, moved: (id) => (id === ledgerId ? reload() : undefined) };
  bindBreak(place);
  bindImports(place);
}

export async function openLedger(id) {
  if (id !== ledgerId) {
    ledgerId = id;
    resetBreak();
    resetImports();
    resetTransactions();
    resetPlot();
    postForm.clear();
    show('loading');
    await reload();
    await findRunning(id);
  } else {
    await reload();
  }
}

export function closeLedger() {
  ledgerId = null;
  loads += 1;
}

/** Reads the ledger and its history anew. A load that was overtaken by another one shows nothing. */
async function reload() {
  const load = (loads += 1);
  const id = ledgerId;
  try {
    const { body: ledger } = await call('GET', ledgerPath(id));
    const transactions = [];
    let next = null;
    do {
      const { body: page } = await call('GET', transactionsPage(id, next));
      if (load !== loads) {
        return;
      }
      transactions.push(...page.items);
      next = page.next;
    } while (next && transactions.length < MOST_TRANSACTIONS);
    showLedger(ledger, transactions, !next);
    changed(ledger);
  } catch (problem) {
    if (!problem.title) {
      throw problem;
    }
    if (load === loads) {
      showFailure(problem);
    }
  }
}

function showLedger(ledger, transactions, isWhole) {
  show('ledger');
  const name = ledgerName(ledger);
  document.title = `${name} · Counterfoil ledger`;
  $('ledger-title').textContent = name;
  $('ledger-id').textContent = ledger.id;
  $('ledger-since').textContent = [`opened ${moment(ledger.created_at)}`, ledger.overdraft === 'allowed' && 'overdraft allowed',
    !ledger.shared_keys && 'idempotency keys per client'].filter(Boolean).join(' · ');
  $('ledger-balance').textContent = amount(ledger.balance);
  $('ledger-unit').textContent = ledger.unit;
  const metadata = metadataText(ledger.metadata);
  $('ledger-metadata').textContent = metadata;
  $('ledger-metadata').hidden = metadata === '';
  plot(transactions, ledger.unit);
  $('transactions-note').textContent = noteFor(transactions, isWhole);
  showTransactions(transactions);
}
