// Where the API has what, and what a ledger is called.

const segment = encodeURIComponent;

/** The client's own name; its key where it has none; its ID where it has neither. */
export const ledgerName = (ledger) => ledger.reference_id ?? ledger.idempotency_key ?? ledger.id;

export const ledgerPath = (id) => `/v1/ledgers/${segment(id)}`;
export const transactionPath = (id, action) => `/v1/transactions/${segment(id)}/${action}`;
export const ledgersPage = (after) => `/v1/ledgers?limit=50${after ? '&after=' + segment(after) : ''}`;
export const transactionsPage = (id, after) =>
  `${ledgerPath(id)}/transactions?limit=1000${after ? '&after=' + segment(after) : ''}`;
export const importsPage = () => '/v1/imports?limit=50';
export const importPath = (reference) => `/v1/imports?reference_id=${segment(reference)}`;
export const batchesPage = (after) => `/v1/batches?limit=50${after ? '&after=' + segment(after) : ''}`;
export const batchPath = (id, after) => `/v1/batches?batch_id=${segment(id)}&limit=100${after ? '&after=' + segment(after) : ''}`;
