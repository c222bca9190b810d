-- The tables of counterfoil, schema version 1, for H2 2.2.220 and later. Can be run again: what is there stays as it is.

-- One row for each request that was carried out, is at work under a lease, or ended in a way that nobody knows.
--
-- Times are microseconds since 1970-01-01 00:00 UTC of the database's clock. To read one:
--   SELECT DATEADD(MICROSECOND, received_at, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z') FROM counterfoil_record
-- 9223372036854775807 in expires_at is never.
--
-- What a row is, its leased_until tells:
--   NULL                 carried out; format and payload are the answer
--   0                    given up, as if it had never come; kept for a day for the sake of its token
--   in the future        at work, until then unless the lease is renewed; format and payload are how far it has come
--   in the past, not 0   its lease ran out: whether it took effect is not known, until somebody resolves it
--
-- The key leads with the request ID, so that request IDs in the order of time keep the index local.
CREATE TABLE IF NOT EXISTS counterfoil_record (
  request_id    varchar(255)  NOT NULL,
  client        varchar(255)  NOT NULL,
  operation     varchar(1024) NOT NULL,
  fingerprint   varbinary(32) NOT NULL,
  first_attempt varchar(64),
  received_at   bigint        NOT NULL,
  expires_at    bigint        NOT NULL,
  request_count bigint        DEFAULT 1 NOT NULL,
  token         bigint        NOT NULL,
  leased_until  bigint,
  format        smallint,
  payload       blob,
  PRIMARY KEY (request_id, client, operation)
);

CREATE INDEX IF NOT EXISTS counterfoil_record_expiry ON counterfoil_record (expires_at);

-- What stands for locks that end with their transaction, which this database lacks: a request at work in a transaction holds
-- the lock of the row that its key falls on, and writes there what it is. The rows are made once, and never removed.
CREATE TABLE IF NOT EXISTS counterfoil_slot (
  slot          integer NOT NULL PRIMARY KEY,
  key_hash      bigint  DEFAULT 0 NOT NULL,
  contents_hash bigint  DEFAULT 0 NOT NULL
);

INSERT INTO counterfoil_slot (slot)
SELECT x FROM SYSTEM_RANGE(0, 16383) WHERE NOT EXISTS (SELECT 1 FROM counterfoil_slot WHERE slot = 16383);

-- One row for each version of these tables that was applied, the newest the one that holds. A program made for an earlier
-- version can share the tables as long as its version is not below compatible_from.
CREATE TABLE IF NOT EXISTS counterfoil_schema (
  version         integer NOT NULL PRIMARY KEY,
  compatible_from integer NOT NULL
);

INSERT INTO counterfoil_schema (version, compatible_from)
SELECT 1, 1 WHERE NOT EXISTS (SELECT 1 FROM counterfoil_schema WHERE version = 1);
-- Messages that wait to be published, in the order in which they were written. key_hash tells the messages of one key, whose order is kept;
-- topic is for the reader's eye; message is all of it, in the library's format, whose version is the first byte. added_at is the time of its
-- statement, in microseconds since 1970 of the database's clock.
CREATE TABLE IF NOT EXISTS counterfoil_outbox (
  id       bigint         GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_hash bigint,
  topic    varchar(255)   NOT NULL,
  message  varbinary(1048576) NOT NULL,
  added_at bigint         DEFAULT CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000 AS BIGINT) NOT NULL
);
-- For what is older of the same key.
CREATE INDEX IF NOT EXISTS counterfoil_outbox_key ON counterfoil_outbox (key_hash, id);
-- One row, which the relay that is at work holds locked.
CREATE TABLE IF NOT EXISTS counterfoil_outbox_relay (
  id smallint PRIMARY KEY
);
MERGE INTO counterfoil_outbox_relay (id) KEY (id) VALUES (1);
-- Tries of messages that did not end well. counted_at is the last one's, in microseconds since 1970 of the process's clock.
CREATE TABLE IF NOT EXISTS counterfoil_message_try (
  message_hash binary(32) PRIMARY KEY,
  tries        integer    NOT NULL,
  counted_at   bigint     NOT NULL
);
-- Messages that the broker refused, while they are in the outbox: how often, and why the last time. One that was refused too often is set
-- aside: it is not sent any more, nor are later ones of its key. set_aside_at is in microseconds since 1970.
CREATE TABLE IF NOT EXISTS counterfoil_outbox_failure (
  id           bigint        PRIMARY KEY,
  key_hash     bigint,
  attempts     integer       NOT NULL,
  reason       varchar(1000) NOT NULL,
  set_aside_at bigint
);
CREATE INDEX IF NOT EXISTS counterfoil_outbox_failure_key ON counterfoil_outbox_failure (key_hash);
-- One row for each name of an entity. The namespace is "service", or "client:" and the client's name.
CREATE TABLE IF NOT EXISTS counterfoil_reference (
  namespace varchar(262) NOT NULL,
  kind      varchar(100) NOT NULL,
  reference varchar(255) NOT NULL,
  entity_id uuid         NOT NULL,
  PRIMARY KEY (namespace, kind, reference)
);
-- One row for each batch. pk never leaves the database; the batch is known by its namespace ("service", or "client:" and the
-- client's name) and id. opened_at is in microseconds since 1970 of the server's clock. Of its members so many were created, were
-- there before, were refused.
CREATE TABLE IF NOT EXISTS counterfoil_batch (
  pk        bigint       GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  namespace varchar(262) NOT NULL,
  batch_id  varchar(255) NOT NULL,
  kind      varchar(100) NOT NULL,
  opened_at bigint       NOT NULL,
  created   bigint       DEFAULT 0 NOT NULL,
  known     bigint       DEFAULT 0 NOT NULL,
  refused   bigint       DEFAULT 0 NOT NULL,
  UNIQUE (namespace, batch_id)
);
-- For lists, newest first.
CREATE INDEX IF NOT EXISTS counterfoil_batch_age ON counterfoil_batch (namespace, opened_at, batch_id);
-- One row for each member, at its place in the request. Status: 0 created, 1 was there before, 2 refused; entity_id is that of the first
-- two, problem says why the third was.
CREATE TABLE IF NOT EXISTS counterfoil_batch_member (
  batch_pk  bigint   NOT NULL,
  position  bigint   NOT NULL,
  status    smallint NOT NULL,
  reference varchar(255),
  entity_id uuid,
  problem   varchar(4000),
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
-- One row for each long-running operation. The step counts those that are finished; failures those in a row since
-- the last of them. Times are microseconds since 1970. The id is made by the service, in order of time, and never leaves it.
CREATE TABLE IF NOT EXISTS counterfoil_operation (
  id              uuid NOT NULL PRIMARY KEY,
  namespace       varchar(262) NOT NULL,
  kind            varchar(100) NOT NULL,
  reference       varchar(255) NOT NULL,
  state           varchar(10) NOT NULL,
  input           varchar(65536) NOT NULL,
  recovery_point  varchar(65536) NOT NULL,
  step            bigint NOT NULL,
  done            bigint NOT NULL,
  total           bigint,
  result          varchar(65536),
  failure         varchar(65536),
  failures        int NOT NULL,
  created_at      bigint NOT NULL,
  started_at      bigint,
  finished_at     bigint,
  correlation_id  varchar(1024) NOT NULL,
  callback_target varchar(2048),
  callback_id     varchar(64) NOT NULL,
  callback_state  varchar(10) NOT NULL,
  callback_tries  int NOT NULL,
  UNIQUE (namespace, kind, reference)
);
CREATE INDEX IF NOT EXISTS counterfoil_operation_age ON counterfoil_operation (namespace, kind, id);
-- The queues of work and of callbacks: what is due when, who has picked it, and when that one was last heard of. They are db-scheduler's,
-- which knows a task by its name (the operation's kind) and instance (the operation's id).
CREATE TABLE IF NOT EXISTS counterfoil_operation_queue (
  task_name            varchar(100) NOT NULL,
  task_instance        varchar(36) NOT NULL,
  task_data            varbinary(1024),
  execution_time       timestamp(6) with time zone NOT NULL,
  picked               boolean NOT NULL,
  picked_by            varchar(50),
  last_success         timestamp(6) with time zone,
  last_failure         timestamp(6) with time zone,
  consecutive_failures int,
  last_heartbeat       timestamp(6) with time zone,
  version              bigint NOT NULL,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX IF NOT EXISTS counterfoil_operation_queue_due ON counterfoil_operation_queue (execution_time);
CREATE INDEX IF NOT EXISTS counterfoil_operation_queue_dead ON counterfoil_operation_queue (last_heartbeat);
CREATE TABLE IF NOT EXISTS counterfoil_callback_queue (
  task_name            varchar(100) NOT NULL,
  task_instance        varchar(36) NOT NULL,
  task_data            varbinary(1024),
  execution_time       timestamp(6) with time zone NOT NULL,
  picked               boolean NOT NULL,
  picked_by            varchar(50),
  last_success         timestamp(6) with time zone,
  last_failure         timestamp(6) with time zone,
  consecutive_failures int,
  last_heartbeat       timestamp(6) with time zone,
  version              bigint NOT NULL,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX IF NOT EXISTS counterfoil_callback_queue_due ON counterfoil_callback_queue (execution_time);
CREATE INDEX IF NOT EXISTS counterfoil_callback_queue_dead ON counterfoil_callback_queue (last_heartbeat);
-- One row for each intention of an HTTP client that has not been answered yet, in its stored form: body and header fields are in it
-- as they are. target is for people to read. Times are microseconds since 1970-01-01 00:00 UTC: opened_at by the client's clock,
-- held_until by the database's. Until then the row is in its holder's hands; 0, or a time in the past: in nobody's.
CREATE TABLE IF NOT EXISTS counterfoil_client_journal (
  request_id varchar(255)  NOT NULL PRIMARY KEY,
  target     varchar(1000) NOT NULL,
  opened_at  bigint        NOT NULL,
  holder     varchar(36),
  held_until bigint        NOT NULL,
  entry      blob          NOT NULL
);
-- To find the oldest.
CREATE INDEX IF NOT EXISTS counterfoil_client_journal_age ON counterfoil_client_journal (opened_at, request_id);
