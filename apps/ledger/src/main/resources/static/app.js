// Which view is shown, by the address's fragment: #/ is the newest ledger, #/new the form, #/ldg_… one ledger, #/batches all
// batches, #/batches/… one of them.

import { actAs, apiKey, clientName, useApiKey, whenKeyIsWanted } from './counterfoil/parts/api.js';
import { bindBatches, openBatch, openBatches } from './page/batches.js';
import { $, toast } from './counterfoil/parts/dom.js';
import { intentionForm, optionalText } from './page/form.js';
import { parseWhole } from './counterfoil/parts/format.js';
import { bindLedger, closeLedger, openLedger } from './page/ledger.js';
import { bindLedgers, loadLedgers, markCurrent, refresh } from './page/ledgers.js';
import { show, showFailure } from './page/views.js';

const newForm = intentionForm($('new-form'), {
  read: (form) => {
    const deposit = form.elements.namedItem('initial_deposit').value;
    return {
      path: '/v1/ledgers',
      body: {
        unit: form.elements.namedItem('unit').value,
        ...(deposit.trim() === '' ? {} : { initial_deposit: parseWhole(deposit, 'initial_deposit') }),
        ...optionalText(form, 'reference_id'),
        ...(form.elements.namedItem('overdraft').checked ? { overdraft: 'allowed' } : {}),
        ...(form.elements.namedItem('own_keys').checked ? { shared_keys: false } : {}),
      },
    };
  },
  done: async ({ body, replayed }) => {
    newForm.clear();
    refresh(body);
    toast(replayed ? 'Opened by an earlier attempt.' : 'The ledger is open.');
    location.hash = `#/${encodeURIComponent(body.id)}`;
  },
});

function showNew(isFirst) {
  closeLedger();
  markCurrent(null);
  document.title = 'Open a ledger · Counterfoil ledger';
  $('new-title').textContent = isFirst ? 'Open your first ledger' : 'Open a ledger';
  if (isFirst && $('new-reference').value === '') {
    $('new-reference').value = 'my-first-ledger';
  }
  show('new');
}

/** The parts of the address's fragment; null where they cannot be decoded. */
function targetOf(hash) {
  try {
    return hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  } catch (undecodable) {
    if (!(undecodable instanceof URIError)) {
      throw undecodable;
    }
    return null;
  }
}

let visits = 0;

async function route() {
  visits += 1;
  const target = targetOf(location.hash);
  if (target === null) {
    closeLedger();
    markCurrent(null);
    showFailure({ title: 'Not found', detail: 'The address has a percent-encoding that cannot be decoded.', status: 404 });
    return;
  }
  if (target[0] === 'new') {
    showNew(false);
  } else if (target[0] === 'batches') {
    closeLedger();
    markCurrent(null);
    await (target.length > 1 ? openBatch(target[1]) : openBatches());
  } else if (target[0] !== '') {
    markCurrent(target[0]);
    await openLedger(target[0]);
  } else {
    await home();
  }
}

/** A visitor who went elsewhere while the list was on its way stays there. */
async function home() {
  const visit = (visits += 1);
  closeLedger();
  show('loading');
  const ledgers = await loadLedgers();
  if (visit !== visits) {
    return;
  }
  if (ledgers === null) {
    show(null);
  } else if (ledgers.length === 0) {
    showNew(true);
  } else {
    location.replace(`#/${encodeURIComponent(ledgers[0].id)}`);
  }
}

function bindClient() {
  const form = $('client-form');
  const input = $('client-name');
  input.value = clientName();
  const act = () => {
    if (input.value.trim() !== clientName()) {
      actAs(input.value.trim());
      toast(clientName() ? `Acting as ${clientName()}.` : 'Acting as an anonymous client.');
      if (location.hash === '#/') {
        home();
      } else {
        location.hash = '#/';
      }
    }
  };
  input.addEventListener('change', act);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    act();
  });
}

/** Where the service asks for API keys, the owner of the key is the client, and its name cannot be chosen. */
function bindKey() {
  const form = $('key-form');
  const input = $('api-key');
  const ask = () => {
    form.hidden = false;
    $('client-form').hidden = true;
  };
  const enter = () => {
    if (input.value.trim() !== apiKey()) {
      useApiKey(input.value.trim());
      location.reload();
    }
  };
  if (apiKey()) {
    input.value = apiKey();
    ask();
  }
  whenKeyIsWanted(() => {
    ask();
    toast(apiKey() ? 'Unknown API key.' : 'This service requires an API key.');
  });
  input.addEventListener('change', enter);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    enter();
  });
}

$('skip').addEventListener('click', (event) => {
  event.preventDefault();
  $('content').focus();
});
bindLedgers();
bindLedger(refresh);
bindBatches();
bindClient();
bindKey();
window.addEventListener('hashchange', route);
if (location.hash.replace(/^#\/?/, '') !== '') {
  loadLedgers();
}
route();
