-- What batches are of, which request made which, and which file an import reads. The batches themselves, their members and the work that is done in
-- the background are in the library's own tables.

CREATE TABLE ledger_batch (
  pk              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client          text        COLLATE "C" NOT NULL,
  batch_id        text        COLLATE "C" NOT NULL,
  ledger_id       uuid        NOT NULL,
  -- Of the request that made it; an import has its own.
  idempotency_key text        COLLATE "C",
  fingerprint     text,
  UNIQUE (client, batch_id),
  UNIQUE (client, idempotency_key)
);

CREATE TABLE import_file (
  pk              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
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
  UNIQUE (client, idempotency_key),
  UNIQUE (client, reference_id)
);

-- The rows of a file that were not posted yet. Each is read once, and deleted in the transaction that posts it.
CREATE TABLE import_chunk (
  file_pk bigint NOT NULL REFERENCES import_file,
  number  int    NOT NULL,
  rows    text   NOT NULL,
  PRIMARY KEY (file_pk, number)
);

-- The library's own, as Operations.SCHEMA.script has them.
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
