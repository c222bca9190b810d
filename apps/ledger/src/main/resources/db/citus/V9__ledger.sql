-- The tables of the ledger on Citus, as they are on PostgreSQL after version 9 (db/migration), and where their rows are.
--
-- A ledger, its transactions and their reversals are rows of one shard, that of the ledger's id: what changes a balance locks and writes there. They
-- are keyed by ids; there are no numbers that would have to be unique over all nodes.
-- What is unique over all ledgers cannot be a constraint of these tables, which are distributed by another column. It is a row of ledger_key or
-- ledger_object, whose distribution column it is, inserted in the same transaction.

CREATE TABLE ledger (
  id                uuid        NOT NULL PRIMARY KEY,
  client            text        COLLATE "C" NOT NULL,
  idempotency_key   text        COLLATE "C",
  reference_id      text        COLLATE "C",
  unit              text        NOT NULL,
  initial_deposit   bigint      CHECK (initial_deposit > 0),
  metadata          text,
  asked_metadata    text,
  overdraft_allowed boolean     NOT NULL DEFAULT false,
  shared_keys       boolean     NOT NULL DEFAULT false,
  balance           bigint      NOT NULL DEFAULT 0 CONSTRAINT ledger_balance_check
    CHECK (balance BETWEEN CASE WHEN overdraft_allowed THEN -9007199254740991 ELSE 0 END AND 9007199254740991),
  transactions      bigint      NOT NULL DEFAULT 0,
  version           bigint      NOT NULL DEFAULT 1,
  commands          text        NOT NULL DEFAULT '[]',
  created_at        timestamptz NOT NULL DEFAULT now(),
  deleted_at        timestamptz,
  CHECK (deleted_at IS NULL OR transactions = 0)
);
CREATE INDEX ledger_client_order ON ledger (client, created_at, id);

CREATE TABLE ledger_transaction (
  ledger_id                  uuid        NOT NULL REFERENCES ledger,
  id                         uuid        NOT NULL,
  ordinal                    bigint      NOT NULL CHECK (ordinal > 0),
  client                     text        COLLATE "C" NOT NULL,
  key_scope                  text        COLLATE "C" NOT NULL,
  idempotency_key            text        COLLATE "C",
  quantity                   bigint      NOT NULL CHECK (quantity <> 0),
  two_phase                  boolean     NOT NULL,
  state                      text        NOT NULL CHECK (state IN ('PENDING', 'COMMITTED', 'FAILED')),
  settlement_scope           text        COLLATE "C",
  settlement_key             text        COLLATE "C",
  reference_id               text        COLLATE "C",
  service_reference_id       text        COLLATE "C",
  lms_user_id                bigint,
  content_key                text,
  subsidy_access_policy_uuid uuid,
  metadata                   text,
  version                    bigint      NOT NULL DEFAULT 1,
  commands                   text        NOT NULL DEFAULT '[]',
  created_at                 timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (ledger_id, id),
  UNIQUE (ledger_id, ordinal),
  UNIQUE (ledger_id, key_scope, idempotency_key)
);
CREATE INDEX ledger_transaction_redemption ON ledger_transaction (ledger_id, lms_user_id, content_key)
  WHERE lms_user_id IS NOT NULL AND content_key IS NOT NULL;

-- At most one reversal of a transaction.
CREATE TABLE reversal (
  ledger_id       uuid        NOT NULL,
  transaction_id  uuid        NOT NULL,
  id              uuid        NOT NULL,
  client          text        COLLATE "C" NOT NULL,
  key_scope       text        COLLATE "C" NOT NULL,
  idempotency_key text        COLLATE "C" NOT NULL,
  reference_id    text        COLLATE "C",
  quantity        bigint      NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (ledger_id, transaction_id),
  UNIQUE (ledger_id, id),
  FOREIGN KEY (ledger_id, transaction_id) REFERENCES ledger_transaction
);

-- Which ledger a transaction or a reversal is of: its id is unique, and finds the shard of its row.
CREATE TABLE ledger_object (
  id        uuid NOT NULL PRIMARY KEY,
  ledger_id uuid NOT NULL
);

-- The data keys that are unique over all ledgers, those of ledgers and of reversals: the scope is 'ledger ' or 'reversal ' and the client's or the
-- ledger's; the object is the ledger or the reversed transaction.
CREATE TABLE ledger_key (
  scope           text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  ledger_id       uuid NOT NULL,
  object_id       uuid NOT NULL,
  PRIMARY KEY (scope, idempotency_key)
);

-- Asked at each request where API keys are: a copy on every node.
CREATE TABLE api_key (
  id         uuid        NOT NULL PRIMARY KEY,
  owner      text        COLLATE "C" NOT NULL CHECK (owner <> ''),
  hash       bytea       NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);

CREATE TABLE ledger_batch (
  client          text        COLLATE "C" NOT NULL,
  batch_id        text        COLLATE "C" NOT NULL,
  ledger_id       uuid        NOT NULL,
  idempotency_key text        COLLATE "C",
  fingerprint     text,
  PRIMARY KEY (client, batch_id),
  UNIQUE (client, idempotency_key)
);

CREATE TABLE import_file (
  client          text        COLLATE "C" NOT NULL,
  idempotency_key text        COLLATE "C" NOT NULL,
  reference_id    text        COLLATE "C" NOT NULL,
  batch_id        text        COLLATE "C" NOT NULL,
  ledger_id       uuid        NOT NULL,
  columns         text        NOT NULL,
  fingerprint     text        NOT NULL,
  rows            bigint      NOT NULL,
  callback_url    text,
  created_at      timestamptz NOT NULL DEFAULT now(),
  pk              uuid        NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (client, reference_id),
  UNIQUE (client, idempotency_key)
);

-- The rows of a file that were not posted yet. The files of a client are in one shard, the rows of a file in another one.
CREATE TABLE import_chunk (
  file_pk uuid NOT NULL,
  number  int  NOT NULL,
  rows    text NOT NULL,
  PRIMARY KEY (file_pk, number)
);

SELECT create_distributed_table('ledger', 'id');
SELECT create_distributed_table('ledger_transaction', 'ledger_id', colocate_with => 'ledger');
SELECT create_distributed_table('reversal', 'ledger_id', colocate_with => 'ledger');
SELECT create_distributed_table('ledger_object', 'id', colocate_with => 'ledger');
SELECT create_distributed_table('ledger_key', 'idempotency_key');
SELECT create_reference_table('api_key');
SELECT create_distributed_table('ledger_batch', 'client');
SELECT create_distributed_table('import_file', 'client', colocate_with => 'ledger_batch');
SELECT create_distributed_table('import_chunk', 'file_pk', colocate_with => 'ledger');

-- The library's own, and where its scripts place them.
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
  pk        bigint GENERATED ALWAYS AS IDENTITY,
  namespace text   COLLATE "C" NOT NULL,
  batch_id  text   COLLATE "C" NOT NULL,
  kind      text   COLLATE "C" NOT NULL,
  opened_at bigint NOT NULL,
  created   bigint NOT NULL DEFAULT 0,
  known     bigint NOT NULL DEFAULT 0,
  refused   bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (namespace, batch_id)
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
-- One row for each long-running operation. Names are compared byte by byte, whatever the database's locale. The step counts those that are
-- finished; failures those in a row since the last of them. Times are microseconds since 1970. The id is made by the service, in order of
-- time, and never leaves it.
CREATE TABLE counterfoil_operation (
  id              uuid   NOT NULL PRIMARY KEY,
  namespace       text   COLLATE "C" NOT NULL,
  kind            text   COLLATE "C" NOT NULL,
  reference       text   COLLATE "C" NOT NULL,
  state           text   NOT NULL,
  input           text   NOT NULL,
  recovery_point  text   NOT NULL,
  step            bigint NOT NULL,
  done            bigint NOT NULL,
  total           bigint,
  result          text,
  failure         text,
  failures        int    NOT NULL,
  created_at      bigint NOT NULL,
  started_at      bigint,
  finished_at     bigint,
  correlation_id  text   NOT NULL,
  callback_target text,
  callback_id     text   NOT NULL,
  callback_state  text   NOT NULL,
  callback_tries  int    NOT NULL,
  UNIQUE (namespace, kind, reference)
);
CREATE INDEX counterfoil_operation_age ON counterfoil_operation (namespace, kind, id);
-- The queues of work and of callbacks: what is due when, who has picked it, and when that one was last heard of. They are db-scheduler's,
-- which knows a task by its name (the operation's kind) and instance (the operation's id).
CREATE TABLE counterfoil_operation_queue (
  task_name            text        NOT NULL,
  task_instance        text        NOT NULL,
  task_data            bytea,
  execution_time       timestamptz NOT NULL,
  picked               boolean     NOT NULL,
  picked_by            text,
  last_success         timestamptz,
  last_failure         timestamptz,
  consecutive_failures int,
  last_heartbeat       timestamptz,
  version              bigint      NOT NULL,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX counterfoil_operation_queue_due ON counterfoil_operation_queue (execution_time);
CREATE INDEX counterfoil_operation_queue_dead ON counterfoil_operation_queue (last_heartbeat);
CREATE TABLE counterfoil_callback_queue (
  task_name            text        NOT NULL,
  task_instance        text        NOT NULL,
  task_data            bytea,
  execution_time       timestamptz NOT NULL,
  picked               boolean     NOT NULL,
  picked_by            text,
  last_success         timestamptz,
  last_failure         timestamptz,
  consecutive_failures int,
  last_heartbeat       timestamptz,
  version              bigint      NOT NULL,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX counterfoil_callback_queue_due ON counterfoil_callback_queue (execution_time);
CREATE INDEX counterfoil_callback_queue_dead ON counterfoil_callback_queue (last_heartbeat);

SELECT create_distributed_table('counterfoil_creation', 'command_id');
SELECT create_distributed_table('counterfoil_reference', 'reference');
SELECT create_distributed_table('counterfoil_batch', 'batch_id');
SELECT create_distributed_table('counterfoil_batch_member', 'batch_pk');
SELECT create_reference_table('counterfoil_operation');
SELECT create_reference_table('counterfoil_operation_queue');
SELECT create_reference_table('counterfoil_callback_queue');
