-- An order that is no primary key's, versions, the commands that an entity remembers, and the library's tables beside them.

ALTER TABLE ledger
  -- How many transactions were granted: the ordinal of the last one.
  ADD COLUMN transactions   bigint NOT NULL DEFAULT 0,
  ADD COLUMN version        bigint NOT NULL DEFAULT 1,
  ADD COLUMN commands       text   NOT NULL DEFAULT '[]',
  -- Metadata can be replaced; a creation that is sent again is compared with what it asked for.
  ADD COLUMN asked_metadata text,
  -- The row stays, so that no late retry of the creation makes the ledger again.
  ADD COLUMN deleted_at     timestamptz,
  ALTER COLUMN idempotency_key DROP NOT NULL,
  -- The directory below sees to it.
  DROP CONSTRAINT ledger_client_reference_id_key,
  ADD CHECK (deleted_at IS NULL OR transactions = 0);

ALTER TABLE ledger_transaction
  -- The order in which the ledger granted it, from 1; given out under the ledger's lock.
  ADD COLUMN ordinal  bigint CHECK (ordinal > 0),
  ADD COLUMN version  bigint NOT NULL DEFAULT 1,
  ADD COLUMN commands text   NOT NULL DEFAULT '[]',
  -- The service's own name for what it made of its own accord.
  ADD COLUMN service_reference_id text COLLATE "C",
  ALTER COLUMN idempotency_key DROP NOT NULL,
  DROP CONSTRAINT ledger_transaction_client_reference_id_key;

ALTER TABLE reversal
  ADD COLUMN client       text COLLATE "C",
  ADD COLUMN reference_id text COLLATE "C";

UPDATE ledger_transaction t SET ordinal = granted.ordinal
  FROM (SELECT pk, row_number() OVER (PARTITION BY ledger_pk ORDER BY pk) AS ordinal FROM ledger_transaction) granted
 WHERE granted.pk = t.pk;

UPDATE ledger l SET asked_metadata = metadata,
  transactions = coalesce((SELECT max(t.ordinal) FROM ledger_transaction t WHERE t.ledger_pk = l.pk), 0);

-- Who reversed was not kept: the transaction's client is the nearest there is.
UPDATE reversal r SET client = t.client FROM ledger_transaction t WHERE t.pk = r.transaction_pk;

ALTER TABLE ledger_transaction ALTER COLUMN ordinal SET NOT NULL, ADD UNIQUE (ledger_pk, ordinal);
ALTER TABLE reversal ALTER COLUMN client SET NOT NULL;

DROP INDEX ledger_transaction_order;
CREATE INDEX ledger_client_order ON ledger (client, created_at, id);

-- An initial deposit is the service's own doing.
UPDATE ledger_transaction t SET service_reference_id = gen_random_uuid()::text
  FROM ledger l
 WHERE l.pk = t.ledger_pk AND l.initial_deposit = t.quantity
   AND t.idempotency_key = l.idempotency_key || '-' || l.initial_deposit || '-initial-deposit';

-- One row for each entity that a command created: the command's id, made by the client and time-based; the entity's, made by
-- the server; the command's name; when, in microseconds since 1970 of the server's clock.
CREATE TABLE counterfoil_creation (
  command_id   uuid         NOT NULL PRIMARY KEY,
  entity_id    uuid         NOT NULL,
  command_name varchar(100) NOT NULL,
  created_at   bigint       NOT NULL
);
-- To forget an entity's creation, and to find the oldest of a command and of all.
CREATE INDEX counterfoil_creation_entity ON counterfoil_creation (entity_id);
CREATE INDEX counterfoil_creation_name ON counterfoil_creation (command_name, created_at, command_id);
CREATE INDEX counterfoil_creation_age ON counterfoil_creation (created_at, command_id);

-- One row for each name of an entity. The namespace is "service", or "client:" and the client's name. Names are compared
-- byte by byte, whatever the database's locale: COLLATE "C".
CREATE TABLE counterfoil_reference (
  namespace text COLLATE "C" NOT NULL,
  kind      text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  entity_id uuid             NOT NULL,
  PRIMARY KEY (namespace, kind, reference)
);

-- One row for each batch. pk never leaves the database; the batch is known by its namespace ("service", or "client:" and the
-- client's name) and id, which are compared byte by byte: COLLATE "C". opened_at is in microseconds since 1970 of the server's
-- clock. Of its members so many were created, were there before, were refused.
CREATE TABLE counterfoil_batch (
  pk        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  namespace text   COLLATE "C" NOT NULL,
  batch_id  text   COLLATE "C" NOT NULL,
  kind      text   COLLATE "C" NOT NULL,
  opened_at bigint NOT NULL,
  created   bigint NOT NULL DEFAULT 0,
  known     bigint NOT NULL DEFAULT 0,
  refused   bigint NOT NULL DEFAULT 0,
  UNIQUE (namespace, batch_id)
);
-- For lists, newest first.
CREATE INDEX counterfoil_batch_age ON counterfoil_batch (namespace, opened_at, batch_id);
-- One row for each member, at its place in the request. Status: 0 created, 1 was there before, 2 refused; entity_id is that of the first
-- two, problem says why the third was.
CREATE TABLE counterfoil_batch_member (
  batch_pk  bigint   NOT NULL,
  position  bigint   NOT NULL,
  status    smallint NOT NULL,
  reference text     COLLATE "C",
  entity_id uuid,
  problem   text,
  PRIMARY KEY (batch_pk, position)
);
-- To find the few that were refused among many.
CREATE INDEX counterfoil_batch_member_status ON counterfoil_batch_member (batch_pk, status, position);

INSERT INTO counterfoil_reference (namespace, kind, reference, entity_id)
SELECT 'client:' || client, 'ledger', reference_id, id
  FROM ledger WHERE reference_id IS NOT NULL
UNION ALL
SELECT 'client:' || client, 'transaction', reference_id, id
  FROM ledger_transaction WHERE reference_id IS NOT NULL
UNION ALL
SELECT 'service', 'transaction', service_reference_id, id
  FROM ledger_transaction WHERE service_reference_id IS NOT NULL;
