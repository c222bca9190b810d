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
    headers: typeof body === 'string' ? { 'Content-Type': 'text/csv' } : { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify({ idempotency_key: randomUUID(), ...body }),
  });
  if (!response.ok) {
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  }
  return response.json();
}

const ledger = await post('/v1/ledgers', { unit: 'cents', initial_deposit: 2 ** 52, reference_id: randomUUID() });
const empty = await post('/v1/ledgers', { unit: 'cents' });
const emptyNamed = await post('/v1/ledgers', { unit: 'cents', reference_id: randomUUID() });
const transactions = `/v1/ledgers/${ledger.id}/transactions`;
const posted = (fields) => post(transactions, { quantity: -1, ...fields });
const named = await posted({ reference_id: randomUUID() });
const reversal = await post(`/v1/transactions/${(await posted()).id}/reversal`, { reference_id: randomUUID() });
// `after` is a batch in the list of batches, and a position in one batch: this name is both.
const batch = `${Date.now()}`;
await post(`/v1/ledgers/${ledger.id}/transaction-batches`, {
  batch_id: batch, mode: 'all_or_nothing', transactions: [{ quantity: -1 }],
});
const rows = 'quantity\n-1\n';
const imported = await post(`/v1/imports?idempotency_key=${randomUUID()}&ledger_id=${ledger.id}`, rows);

const { parameters, schemas } = document.components;
const only = (value) => ({ type: 'string', enum: [value] });
const parameter = (path, method, name) => document.paths[path][method].parameters.find((one) => one.name === name);
const without = (path, method, ...names) => {
  const operation = document.paths[path][method];
  operation.parameters = operation.parameters.filter(
    (one) => !names.includes(one.name) && !names.some((name) => one.$ref?.endsWith(`/${name}`)));
};

// This ledger asks for no API keys.
delete document.security;

// Only what exists is found.
parameters['ledger-id'].schema = only(ledger.id);
parameters['after-ledger'].schema = only(ledger.id);
parameters['after-transaction'].schema = only(named.id);
parameters['reference-id'].schema = only(ledger.reference_id);
parameters['ledger-reference'].schema = only(ledger.reference_id);
parameters['transaction-id'].schema = only(named.id);
parameter('/v1/transactions', 'get', 'reference_id').schema = only(named.reference_id);
parameter('/v1/reversals', 'get', 'reference_id').schema = only(reversal.reference_id);
for (const name of ['batch-id', 'batch-id-query', 'after-batch']) {
  parameters[name].schema = only(batch);
}
for (const name of ['import-reference', 'import-reference-query', 'after-import']) {
  parameters[name].schema = only(imported.reference_id);
}
parameter('/v1/imports', 'post', 'ledger_id').schema = only(ledger.id);
parameter('/v1/imports', 'post', 'ledger_id').required = true;
without('/v1/imports', 'post', 'ledger_reference_id');
// Names and ledgers are a client's own: what is to be found was made without a name.
for (const [path, item] of Object.entries(document.paths)) {
  if (item.get) {
    without(path, 'get', 'X-Client-Name');
  }
  // So are the names by which commands find them.
  for (const method of Object.keys(item)) {
    if (item[method].operationId?.endsWith('ByReference')) {
      without(path, method, 'X-Client-Name');
    }
  }
}

// A transaction is found by one of two names, and others by a name or a key, which a document cannot say of parameters.
parameter('/v1/transactions', 'get', 'reference_id').required = true;
without('/v1/transactions', 'get', 'service-reference-id');
parameter('/v1/reversals', 'get', 'reference_id').required = true;
without('/v1/reversals', 'get', 'idempotency-key-query', 'ledger_id');
without('/v1/ledgers', 'get', 'idempotency-key-query');
for (const path of ['/v1/ledgers/{id}/transactions', '/v1/ledgers/transactions']) {
  without(path, 'get', 'idempotency-key-query');
}

// A callback would be sent to a host that is none.
without('/v1/imports', 'post', 'callback_url');

// The generator makes a single word of a schema without a type in `oneOf`: here each is an object with one of the ways to be told apart.
const ways = ['idempotency_key', 'id', 'command_id'];
function eachWay(name) {
  const { oneOf, dependentRequired, ...wish } = schemas[name];
  schemas[name] = {
    oneOf: oneOf.map(({ required: [way] }) => ({
      ...wish,
      required: [way, ...(wish.required ?? [])],
      properties: Object.fromEntries(Object.entries(wish.properties).filter(
        ([field]) => field === way || !ways.includes(field) && field !== 'client_time')),
    })),
  };
}

// A transaction is settled or reversed once; each further request must be a duplicate of the first, by the same client.
const settled = randomUUID();
schemas.Settlement.properties.idempotency_key = only(settled);
schemas.NewReversal.properties.idempotency_key = only(settled);
delete schemas.NewReversal.properties.reference_id;
for (const [action, fields] of [['commit', { pending: true }], ['fail', { pending: true }], ['reversal', {}]]) {
  const transaction = await posted({ reference_id: randomUUID(), ...fields });
  document.paths[`/v1/transactions/{id}/${action}`].parameters =
    [{ ...parameters['transaction-id'], schema: only(transaction.id) }];
  without(`/v1/transactions/{id}/${action}`, 'post', 'X-Client-Name');
  const byReference = `/v1/transactions/${action}`;
  without(byReference, 'post', 'transaction-reference');
  document.paths[byReference].post.parameters.push(
    { ...parameters['transaction-reference'], schema: only(transaction.reference_id) });
}
// So each is settled in one way: by a key, or by a command.
const { idempotency_key: byKey, command_id: byCommand } = schemas.Settlement.properties;
schemas.CommandSettlement = { ...schemas.Settlement, properties: { command_id: { ...byCommand, ...only(settled) } }, required: ['command_id'] };
schemas.Settlement = { ...schemas.Settlement, properties: { idempotency_key: byKey }, required: ['idempotency_key'] };
for (const settlement of [schemas.Settlement, schemas.CommandSettlement]) {
  delete settlement.oneOf;
}
for (const path of ['/v1/transactions/{id}/fail', '/v1/transactions/fail']) {
  document.paths[path].post.requestBody.content['application/json'] = { schema: { $ref: '#/components/schemas/CommandSettlement' } };
}

if (kind === 'right') {
  // A key or a name that was used before is answered as one: each request needs fresh ones, and the generator tries the shortest
  // and the longest text of a kind again and again.
  const fresh = { type: 'string', format: 'uuid' };
  const command = { type: 'string', pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$' };
  for (const wish of [schemas.NewLedger, schemas.NewTransaction, schemas.NewBatch, schemas.BatchItem]) {
    wish.properties.idempotency_key = fresh;
    wish.properties.command_id &&= command;
    wish.properties.reference_id &&= fresh;
    wish.properties.batch_id &&= fresh;
  }
  schemas.NewRedemption.properties.reference_id = fresh;
  schemas.NewMetadata.properties.command_id = command;
  for (const [wish, prefix] of [[schemas.NewLedger, 'ldg'], [schemas.NewTransaction, 'txn']]) {
    wish.properties.id = { type: 'string', pattern: comb(prefix) };
  }
  for (const name of ['idempotency_key', 'reference_id', 'batch_id']) {
    parameter('/v1/imports', 'post', name).schema = fresh;
  }
  for (const header of ['Idempotency-Key', 'Idempotency-Attempt', 'Correlation-Id', 'X-Client-Name']) {
    parameters[header].schema = fresh;
  }
  parameters['If-Match'].schema = only('*');
  // An import that is waited for is answered with 200, any other with 202.
  parameters.Prefer.schema = only('wait=1');
  without('/v1/imports', 'post', 'Prefer');
  delete document.paths['/v1/imports'].post.responses['200'];
  document.paths['/v1/imports'].post.requestBody.content['text/csv'].schema = only(rows);
  // A ledger is deleted once, and one with transactions never.
  document.paths['/v1/ledgers/{id}'].delete.parameters =
    ['Correlation-Id', 'If-Match'].map((name) => ({ ...parameters[name], required: true }));
  document.paths['/v1/ledgers/{id}'].delete.parameters.push({ ...parameters['ledger-id'], schema: only(empty.id) });
  document.paths['/v1/ledgers'].delete.parameters =
    ['Correlation-Id', 'If-Match'].map((name) => ({ ...parameters[name], required: true }));
  document.paths['/v1/ledgers'].delete.parameters.push(
    { ...parameters['ledger-reference'], schema: only(emptyNamed.reference_id) });
  // The balance stays above nothing, and below the limit.
  schemas.NewLedger.properties.initial_deposit.maximum = 2 ** 40;
  schemas.NewTransaction.properties.quantity = { type: 'integer', minimum: -(2 ** 30), maximum: -1 };
  schemas.BatchItem.properties.quantity = schemas.NewTransaction.properties.quantity;
  schemas.NewRedemption.properties.quantity = schemas.NewTransaction.properties.quantity;
}

if (kind === 'wrong') {
  // With a reference ID the other parameters of the list mean nothing, so that a wrong one is no fault.
  without('/v1/ledgers', 'get', 'reference-id');
  without('/v1/batches', 'get', 'batch-id-query', 'outcome');
  without('/v1/imports', 'get', 'import-reference-query');
  // Where each item stands for itself, a wrong one is refused in a response of 201.
  schemas.NewBatch.properties.mode = only('all_or_nothing');
}
['NewLedger', 'NewTransaction'].forEach(eachWay);

/** The IDs that a client may make in these minutes: a UUID of version 4 whose first 16 bits are the minute, in base 32. */
function comb(prefix) {
  const digits = '0123456789abcdefghjkmnpqrstvwxyz';
  const minute = Math.floor(Date.now() / 60_000) & 0xffff;
  const three = [minute >> 13, minute >> 8 & 31, minute >> 3 & 31].map((digit) => digits[digit]).join('');
  const fourth = digits.slice((minute & 7) << 2, ((minute & 7) << 2) + 4);
  const any = (count) => `[${digits}]{${count}}`;
  return `^${prefix}_${three}[${fourth}]${any(6)}[89]${any(2)}[89abrstv]${any(12)}$`;
}

console.log(JSON.stringify(document));
