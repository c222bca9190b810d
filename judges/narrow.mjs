// Makes objects in a running ledger, and prints its OpenAPI document narrowed to them, because a generator of requests knows
// neither which ledgers there are nor which requests it has sent before.
//
//   node narrow.mjs DOCUMENT URL KIND
//
// KIND is `right` for requests that must succeed, or `wrong` for requests that must be refused.

import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';

const [file, service, kind] = process.argv.slice(2);

// The generator misreads a pattern with escapes, here those of control characters: it takes good texts for bad ones, and bad ones
// for good. Beyond ASCII it does not know either that a key is limited in bytes of UTF-8.
const document = JSON.parse(readFileSync(file, 'utf8'), (name, value) =>
  name === 'pattern' && value.includes('\\u') ? { right: '^[!-~]*$' }[kind] : value);

async function post(path, body) {
  const response = await fetch(service + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ idempotency_key: randomUUID(), ...body }),
  });
  if (!response.ok) {
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  }
  return response.json();
}

const ledger = await post('/v1/ledgers', { unit: 'cents', initial_deposit: 2 ** 52, reference_id: randomUUID() });
const transactions = `/v1/ledgers/${ledger.id}/transactions`;
const posted = (fields) => post(transactions, { quantity: -1, ...fields });
const named = await posted({ reference_id: randomUUID() });

const { parameters, schemas } = document.components;
const only = (value) => ({ type: 'string', enum: [value] });

// This ledger asks for no API keys.
delete document.security;

// Only what exists is found.
parameters['ledger-id'].schema = only(ledger.id);
parameters['after-ledger'].schema = only(ledger.id);
parameters['after-transaction'].schema = only(named.id);
parameters['reference-id'].schema = only(ledger.reference_id);
document.paths['/v1/transactions'].get.parameters.find((one) => one.name === 'reference_id').schema = only(named.reference_id);
parameters['transaction-id'].schema = only(named.id);
// Reference IDs and ledgers are a client's own: what is to be found was made without a name.
for (const path of ['/v1/ledgers', '/v1/transactions']) {
  const { get } = document.paths[path];
  get.parameters = get.parameters.filter((one) => !one.$ref?.endsWith('/X-Client-Name'));
}

// A transaction is settled or reversed once; each further request must be a duplicate of the first.
schemas.Settlement.properties.idempotency_key = only('judge');
for (const [action, fields] of [['commit', { pending: true }], ['fail', { pending: true }], ['reversal', {}]]) {
  const path = document.paths[`/v1/transactions/{id}/${action}`];
  path.parameters = [{ ...parameters['transaction-id'], schema: only((await posted(fields)).id) }];
}

if (kind === 'right') {
  // A key or a name that was used before is answered as one: each request needs fresh ones, and the generator tries the shortest
  // and the longest text of a kind again and again.
  const fresh = { type: 'string', format: 'uuid' };
  for (const wish of [schemas.NewLedger, schemas.NewTransaction]) {
    wish.properties.idempotency_key = fresh;
    wish.properties.reference_id = fresh;
  }
  for (const header of ['Idempotency-Key', 'Idempotency-Attempt', 'Correlation-Id', 'X-Client-Name']) {
    parameters[header].schema = fresh;
  }
  // The balance stays above nothing, and below the limit.
  schemas.NewLedger.properties.initial_deposit.maximum = 2 ** 40;
  schemas.NewTransaction.properties.quantity = { type: 'integer', minimum: -(2 ** 30), maximum: -1 };
}

if (kind === 'wrong') {
  // With a reference ID the other parameters of the list mean nothing, so that a wrong one is no fault.
  const list = document.paths['/v1/ledgers'].get;
  list.parameters = list.parameters.filter((one) => !one.$ref.endsWith('/reference-id'));
}

console.log(JSON.stringify(document));
