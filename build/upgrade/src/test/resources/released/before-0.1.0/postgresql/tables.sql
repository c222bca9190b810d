-- The tables of counterfoil, schema version 1, for PostgreSQL 12 and later. Can be run again: what is there stays as it is.

-- One row for each request that was carried out, is at work under a lease, or ended in a way that nobody knows.
--
-- Times are microseconds since 1970-01-01 00:00 UTC of the database's clock. To read one:
--   SELECT to_timestamp(received_at / 1000000.0) FROM counterfoil_record;
-- 9223372036854775807 in expires_at is never.
--
-- What a row is, its leased_until tells:
--   NULL                 carried out; format and payload are the answer
--   0                    given up, as if it had never come; kept for a day for the sake of its token
--   in the future        at work, until then unless the lease is renewed; format and payload are how far it has come
--   in the past, not 0   its lease ran out: whether it took effect is not known, until somebody resolves it
--
-- Rows that can be removed, and the oldest of them:
--   SELECT count(*), to_timestamp(min(expires_at) / 1000000.0) FROM counterfoil_record
--    WHERE expires_at <= extract(epoch FROM clock_timestamp()) * 1000000;
-- Rows whose outcome is unknown:
--   SELECT * FROM counterfoil_record
--    WHERE leased_until BETWEEN 1 AND extract(epoch FROM clock_timestamp()) * 1000000;
--
-- The key leads with the request ID, so that request IDs in the order of time keep the index local. "C" collation: keys are
-- compared byte by byte, whatever the database's locale.
CREATE TABLE IF NOT EXISTS counterfoil_record (
  request_id    text COLLATE "C" NOT NULL,
  client        text COLLATE "C" NOT NULL,
  operation     text COLLATE "C" NOT NULL,
  fingerprint   bytea            NOT NULL,
  first_attempt text,
  received_at   bigint           NOT NULL,
  expires_at    bigint           NOT NULL,
  request_count bigint           NOT NULL DEFAULT 1,
  token         bigint           NOT NULL,
  leased_until  bigint,
  format        smallint,
  payload       bytea,
  PRIMARY KEY (request_id, client, operation)
);

CREATE INDEX IF NOT EXISTS counterfoil_record_expiry ON counterfoil_record (expires_at);

-- One row for each version of these tables that was applied, the newest the one that holds. A program made for an earlier
-- version can share the tables as long as its version is not below compatible_from.
CREATE TABLE IF NOT EXISTS counterfoil_schema (
  version         integer NOT NULL PRIMARY KEY,
  compatible_from integer NOT NULL
);

INSERT INTO counterfoil_schema (version, compatible_from) VALUES (1, 1) ON CONFLICT DO NOTHING;
-- Messages that wait to be published, in the order in which they were written. key_hash tells the messages of one key, whose order is kept;
-- topic is for the reader's eye; message is all of it, in the library's format, whose version is the first byte. added_at is the time of its
-- statement, in microseconds since 1970 of the database's clock.
CREATE TABLE IF NOT EXISTS counterfoil_outbox (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_hash bigint,
  topic    text   NOT NULL,
  message  bytea  NOT NULL,
  added_at bigint NOT NULL DEFAULT (date_part('epoch', statement_timestamp()) * 1000000)::bigint
);
-- For what is older of the same key.
CREATE INDEX IF NOT EXISTS counterfoil_outbox_key ON counterfoil_outbox (key_hash, id);
-- One row, which the relay that is at work holds locked.
CREATE TABLE IF NOT EXISTS counterfoil_outbox_relay (
  id smallint PRIMARY KEY
);
INSERT INTO counterfoil_outbox_relay (id) VALUES (1) ON CONFLICT DO NOTHING;
-- Tries of messages that did not end well. counted_at is the last one's, in microseconds since 1970 of the process's clock.
CREATE TABLE IF NOT EXISTS counterfoil_message_try (
  message_hash bytea   PRIMARY KEY,
  tries        integer NOT NULL,
  counted_at   bigint  NOT NULL
);
-- Messages that the broker refused, while they are in the outbox: how often, and why the last time. One that was refused too often is set
-- aside: it is not sent any more, nor are later ones of its key. set_aside_at is in microseconds since 1970.
CREATE TABLE IF NOT EXISTS counterfoil_outbox_failure (
  id           bigint  PRIMARY KEY,
  key_hash     bigint,
  attempts     integer NOT NULL,
  reason       text    NOT NULL,
  set_aside_at bigint
);
CREATE INDEX IF NOT EXISTS counterfoil_outbox_failure_key ON counterfoil_outbox_failure (key_hash);
-- One row for each name of an entity. The namespace is "service", or "client:" and the client's name. Names are compared
-- byte by byte, whatever the database's locale: COLLATE "C".
CREATE TABLE IF NOT EXISTS counterfoil_reference (
  namespace text COLLATE "C" NOT NULL,
  kind      text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  entity_id uuid             NOT NULL,
  PRIMARY KEY (namespace, kind, reference)
);
-- One row for each batch. pk never leaves the database; the batch is known by its namespace ("service", or "client:" and the
-- client's name) and id, which are compared byte by byte: COLLATE "C". opened_at is in microseconds since 1970 of the server's
-- clock. Of its members so many were created, were there before, were refused.
CREATE TABLE IF NOT EXISTS counterfoil_batch (
  pk        bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
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
CREATE INDEX IF NOT EXISTS counterfoil_batch_age ON counterfoil_batch (namespace, opened_at, batch_id);
-- One row for each member, at its place in the request. Status: 0 created, 1 was there before, 2 refused; entity_id is that of the first
-- two, problem says why the third was.
CREATE TABLE IF NOT EXISTS counterfoil_batch_member (
  batch_pk  bigint   NOT NULL,
  position  bigint   NOT NULL,
  status    smallint NOT NULL,
  reference text     COLLATE "C",
  entity_id uuid,
  problem   text,
  PRIMARY KEY (batch_pk, position)
);
-- To find the few that were refused among many.
CREATE INDEX IF NOT EXISTS counterfoil_batch_member_status ON counterfoil_batch_member (batch_pk, status, position);
-- One row for each entity that a command created: the command's id, made by the client and time-based; the entity's, made by
-- the server; the command's name; when, in microseconds since 1970 of the server's clock.
CREATE TABLE IF NOT EXISTS counterfoil_creation (
  command_id   uuid         NOT NULL PRIMARY KEY,
  entity_id    uuid         NOT NULL,
  command_name varchar(100) NOT NULL,
  created_at   bigint       NOT NULL
);
-- To forget an entity's creation, and to find the oldest of a command and of all.
CREATE INDEX IF NOT EXISTS counterfoil_creation_entity ON counterfoil_creation (entity_id);
CREATE INDEX IF NOT EXISTS counterfoil_creation_name ON counterfoil_creation (command_name, created_at, command_id);
CREATE INDEX IF NOT EXISTS counterfoil_creation_age ON counterfoil_creation (created_at, command_id);
-- One row for each long-running operation. Names are compared byte by byte, whatever the database's locale. The step counts those that are
-- finished; failures those in a row since the last of them. Times are microseconds since 1970. The id is made by the service, in order of
-- time, and never leaves it.
CREATE TABLE IF NOT EXISTS counterfoil_operation (
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
  callback_tries  int    NOT NULL
);
CREATE INDEX IF NOT EXISTS counterfoil_operation_age ON counterfoil_operation (namespace, kind, id);
-- The last index: without statistics the planner takes the newer one of two that seem equally good, and the older one leads to all operations
-- of a client and kind.
CREATE UNIQUE INDEX IF NOT EXISTS counterfoil_operation_name ON counterfoil_operation (namespace, kind, reference);
-- The queues of work and of callbacks: what is due when, who has picked it, and when that one was last heard of. They are db-scheduler's,
-- which knows a task by its name (the operation's kind) and instance (the operation's id).
CREATE TABLE IF NOT EXISTS counterfoil_operation_queue (
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
CREATE INDEX IF NOT EXISTS counterfoil_operation_queue_due ON counterfoil_operation_queue (execution_time);
CREATE INDEX IF NOT EXISTS counterfoil_operation_queue_dead ON counterfoil_operation_queue (last_heartbeat);
CREATE TABLE IF NOT EXISTS counterfoil_callback_queue (
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
CREATE INDEX IF NOT EXISTS counterfoil_callback_queue_due ON counterfoil_callback_queue (execution_time);
CREATE INDEX IF NOT EXISTS counterfoil_callback_queue_dead ON counterfoil_callback_queue (last_heartbeat);
-- One row for each intention of an HTTP client that has not been answered yet, in its stored form: body and header fields are in it
-- as they are. target is for people to read. Times are microseconds since 1970-01-01 00:00 UTC: opened_at by the client's clock,
-- held_until by the database's. Until then the row is in its holder's hands; 0, or a time in the past: in nobody's.
CREATE TABLE IF NOT EXISTS counterfoil_client_journal (
  request_id text COLLATE "C" NOT NULL PRIMARY KEY,
  target     text             NOT NULL,
  opened_at  bigint           NOT NULL,
  holder     text,
  held_until bigint           NOT NULL,
  entry      bytea            NOT NULL
);
-- To find the oldest.
CREATE INDEX IF NOT EXISTS counterfoil_client_journal_age ON counterfoil_client_journal (opened_at, request_id);
