-- Data keys are unique per client, or per ledger where its clients share one sequence of keys; those of reversals too.

ALTER TABLE ledger ADD COLUMN shared_keys boolean NOT NULL DEFAULT false;

-- A ledger that several clients have written to had one sequence of keys, and keeps it.
UPDATE ledger l SET shared_keys = true
 WHERE EXISTS (SELECT 1 FROM ledger_transaction t WHERE t.ledger_pk = l.pk AND t.client <> l.client);

-- 'client:' and the client's name, or 'ledger:' and the ledger's id.
ALTER TABLE ledger_transaction ADD COLUMN key_scope text COLLATE "C";
ALTER TABLE reversal ADD COLUMN key_scope text COLLATE "C";

UPDATE ledger_transaction t SET key_scope = CASE WHEN l.shared_keys THEN 'ledger:' || l.id ELSE 'client:' || t.client END
  FROM ledger l WHERE l.pk = t.ledger_pk;

-- Until now one key reversed several transactions. It belongs to the first reversal; under the others' transactions it stays known.
UPDATE reversal r SET key_scope = CASE WHEN ranked.number = 1 THEN ranked.scope ELSE 'transaction:' || ranked.transaction_id END
  FROM (SELECT scoped.*, row_number() OVER (PARTITION BY scope, idempotency_key ORDER BY pk) AS number
          FROM (SELECT r.pk, r.idempotency_key, t.id AS transaction_id,
                  CASE WHEN l.shared_keys THEN 'ledger:' || l.id ELSE 'client:' || r.client END AS scope
                  FROM reversal r JOIN ledger_transaction t ON t.pk = r.transaction_pk JOIN ledger l ON l.pk = t.ledger_pk) scoped) ranked
 WHERE ranked.pk = r.pk;

ALTER TABLE ledger_transaction
  ALTER COLUMN key_scope SET NOT NULL,
  DROP CONSTRAINT ledger_transaction_ledger_pk_idempotency_key_key,
  ADD UNIQUE (ledger_pk, key_scope, idempotency_key);

ALTER TABLE reversal
  ALTER COLUMN key_scope SET NOT NULL,
  ADD UNIQUE (key_scope, idempotency_key);
