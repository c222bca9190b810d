-- The tables of counterfoil, schema version 1, for MariaDB 10.6 and later and MySQL 8. Can be run again: what is there stays as
-- it is.

-- One row for each request that was carried out, is at work under a lease, or ended in a way that nobody knows.
--
-- Times are microseconds since 1970-01-01 00:00 UTC of the database's clock. To read one, and the texts, which are kept as
-- bytes of UTF-8 so that keys are compared byte by byte, whatever the database's collation:
--   SELECT CONVERT(request_id USING utf8mb4), FROM_UNIXTIME(received_at / 1000000) FROM counterfoil_record
-- 9223372036854775807 in expires_at is never.
--
-- What a row is, its leased_until tells:
--   NULL                 carried out; format and payload are the answer
--   0                    given up, as if it had never come; kept for a day for the sake of its token
--   in the future        at work, until then unless the lease is renewed; format and payload are how far it has come
--   in the past, not 0   its lease ran out: whether it took effect is not known, until somebody resolves it
--
-- Rows that can be removed, and the oldest of them:
--   SELECT count(*), FROM_UNIXTIME(min(expires_at) / 1000000) FROM counterfoil_record
--    WHERE expires_at <= UNIX_TIMESTAMP(SYSDATE(6)) * 1000000
-- Rows whose outcome is unknown:
--   SELECT * FROM counterfoil_record WHERE leased_until BETWEEN 1 AND UNIX_TIMESTAMP(SYSDATE(6)) * 1000000
--
-- The key leads with the request ID, so that request IDs in the order of time keep the table local.
CREATE TABLE IF NOT EXISTS counterfoil_record (
  request_id    varbinary(255)  NOT NULL,
  client        varbinary(255)  NOT NULL,
  operation     varbinary(1024) NOT NULL,
  fingerprint   binary(32)      NOT NULL,
  first_attempt varbinary(64),
  received_at   bigint          NOT NULL,
  expires_at    bigint          NOT NULL,
  request_count bigint          NOT NULL DEFAULT 1,
  token         bigint          NOT NULL,
  leased_until  bigint,
  format        smallint,
  payload       longblob,
  PRIMARY KEY (request_id, client, operation),
  KEY counterfoil_record_expiry (expires_at)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- What stands for locks that end with their transaction, which these databases lack: a request at work in a transaction holds
-- the lock of the row that its key falls on, and writes there what it is. The rows are made once, and never removed.
CREATE TABLE IF NOT EXISTS counterfoil_slot (
  slot          integer NOT NULL PRIMARY KEY,
  key_hash      bigint  NOT NULL DEFAULT 0,
  contents_hash bigint  NOT NULL DEFAULT 0
) ENGINE = InnoDB;

INSERT IGNORE INTO counterfoil_slot (slot)
WITH digit (n) AS (
  SELECT 0 UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6
  UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9 UNION ALL SELECT 10 UNION ALL SELECT 11 UNION ALL SELECT 12
  UNION ALL SELECT 13 UNION ALL SELECT 14 UNION ALL SELECT 15
)
SELECT a.n * 4096 + b.n * 256 + c.n * 16 + d.n FROM digit a, digit b, digit c, digit d
 WHERE a.n < 4 AND NOT EXISTS (SELECT 1 FROM counterfoil_slot filled WHERE filled.slot = 16383);

-- One row for each version of these tables that was applied, the newest the one that holds. A program made for an earlier
-- version can share the tables as long as its version is not below compatible_from.
CREATE TABLE IF NOT EXISTS counterfoil_schema (
  version         integer NOT NULL PRIMARY KEY,
  compatible_from integer NOT NULL
) ENGINE = InnoDB;

INSERT IGNORE INTO counterfoil_schema (version, compatible_from) VALUES (1, 1);
-- Messages that wait to be published, in the order in which they were written. key_hash tells the messages of one key, whose order is kept;
-- topic is for the reader's eye; message is all of it, in the library's format, whose version is the first byte. added_at is the time of its
-- statement, in microseconds since 1970 of the database's clock.
CREATE TABLE IF NOT EXISTS counterfoil_outbox (
  id       bigint         NOT NULL AUTO_INCREMENT PRIMARY KEY,
  key_hash bigint,
  topic    varbinary(255) NOT NULL,
  message  mediumblob     NOT NULL,
  added_at bigint         NOT NULL DEFAULT (TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))),
  KEY counterfoil_outbox_key (key_hash, id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
-- One row, which the relay that is at work holds locked.
CREATE TABLE IF NOT EXISTS counterfoil_outbox_relay (
  id smallint NOT NULL PRIMARY KEY
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
INSERT IGNORE INTO counterfoil_outbox_relay (id) VALUES (1);
-- Tries of messages that did not end well. counted_at is the last one's, in microseconds since 1970 of the process's clock.
CREATE TABLE IF NOT EXISTS counterfoil_message_try (
  message_hash binary(32) NOT NULL PRIMARY KEY,
  tries        integer    NOT NULL,
  counted_at   bigint     NOT NULL
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
-- Messages that the broker refused, while they are in the outbox: how often, and why the last time. One that was refused too often is set
-- aside: it is not sent any more, nor are later ones of its key. set_aside_at is in microseconds since 1970.
CREATE TABLE IF NOT EXISTS counterfoil_outbox_failure (
  id           bigint          NOT NULL PRIMARY KEY,
  key_hash     bigint,
  attempts     integer         NOT NULL,
  reason       varbinary(4000) NOT NULL,
  set_aside_at bigint,
  KEY counterfoil_outbox_failure_key (key_hash)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
-- One row for each name of an entity. The namespace is "service", or "client:" and the client's name. Names are bytes of
-- UTF-8, so that they are compared byte by byte, whatever the database's collation. To read them:
--   SELECT CONVERT(namespace USING utf8mb4), kind, CONVERT(reference USING utf8mb4), HEX(entity_id) FROM counterfoil_reference
CREATE TABLE IF NOT EXISTS counterfoil_reference (
  namespace varbinary(262) NOT NULL,
  kind      varchar(100)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reference varbinary(765) NOT NULL,
  entity_id binary(16)     NOT NULL,
  PRIMARY KEY (namespace, kind, reference)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
-- One row for each batch. pk never leaves the database; the batch is known by its namespace ("service", or "client:" and the
-- client's name) and id, which are bytes of UTF-8, so that they are compared byte by byte. opened_at is in microseconds since 1970
-- of the server's clock. Of its members so many were created, were there before, were refused. The
-- last key is for lists, newest first.
CREATE TABLE IF NOT EXISTS counterfoil_batch (
  pk        bigint         NOT NULL AUTO_INCREMENT PRIMARY KEY,
  namespace varbinary(262) NOT NULL,
  batch_id  varbinary(765) NOT NULL,
  kind      varchar(100)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  opened_at bigint         NOT NULL,
  created   bigint         NOT NULL DEFAULT 0,
  known     bigint         NOT NULL DEFAULT 0,
  refused   bigint         NOT NULL DEFAULT 0,
  UNIQUE KEY counterfoil_batch_id (namespace, batch_id),
  KEY counterfoil_batch_age (namespace, opened_at, batch_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
-- One row for each member, at its place in the request. Status: 0 created, 1 was there before, 2 refused; entity_id is that of the first
-- two, problem says why the third was. The index is to find the few that were refused among many.
CREATE TABLE IF NOT EXISTS counterfoil_batch_member (
  batch_pk  bigint        NOT NULL,
  position  bigint        NOT NULL,
  status    smallint      NOT NULL,
  reference varbinary(765),
  entity_id binary(16),
  problem   varchar(4000) CHARACTER SET utf8mb4,
  PRIMARY KEY (batch_pk, position),
  KEY counterfoil_batch_member_status (batch_pk, status, position)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
-- One row for each entity that a command created: the command's id, made by the client and time-based; the entity's, made by
-- the server; the command's name; when, in microseconds since 1970 of the server's clock. The indexes: to forget an entity's
-- creation, and to find the oldest of a command and of all.
CREATE TABLE IF NOT EXISTS counterfoil_creation (
  command_id   binary(16)   NOT NULL PRIMARY KEY,
  entity_id    binary(16)   NOT NULL,
  command_name varchar(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at   bigint       NOT NULL,
  KEY counterfoil_creation_entity (entity_id),
  KEY counterfoil_creation_name (command_name, created_at, command_id),
  KEY counterfoil_creation_age (created_at, command_id)
) ENGINE = InnoDB;
-- One row for each long-running operation. Names are bytes of UTF-8, so that they are compared byte
-- by byte, whatever the database's collation. The step counts those that are finished; failures those in a row since
-- the last of them. Times are microseconds since 1970. The id is made by the service, in order of time, and never leaves it.
CREATE TABLE IF NOT EXISTS counterfoil_operation (
  id              binary(16) NOT NULL PRIMARY KEY,
  namespace       varbinary(262) NOT NULL,
  kind            varchar(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reference       varbinary(765) NOT NULL,
  state           varchar(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  input           mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  recovery_point  mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  step            bigint NOT NULL,
  done            bigint NOT NULL,
  total           bigint,
  result          mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  failure         mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  failures        int NOT NULL,
  created_at      bigint NOT NULL,
  started_at      bigint,
  finished_at     bigint,
  correlation_id  varchar(1024) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  callback_target varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  callback_id     varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  callback_state  varchar(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  callback_tries  int NOT NULL,
  UNIQUE KEY counterfoil_operation_name (namespace, kind, reference),
  KEY counterfoil_operation_age (namespace, kind, id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
-- The queues of work and of callbacks: what is due when, who has picked it, and when that one was last heard of. They are db-scheduler's,
-- which knows a task by its name (the operation's kind) and instance (the operation's id). Their times are in UTC.
CREATE TABLE IF NOT EXISTS counterfoil_operation_queue (
  task_name            varchar(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  task_instance        varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  task_data            blob,
  execution_time       datetime(6) NOT NULL,
  picked               boolean NOT NULL,
  picked_by            varchar(50),
  last_success         datetime(6) NULL,
  last_failure         datetime(6) NULL,
  consecutive_failures int,
  last_heartbeat       datetime(6) NULL,
  version              bigint NOT NULL,
  PRIMARY KEY (task_name, task_instance),
  KEY counterfoil_operation_queue_due (execution_time),
  KEY counterfoil_operation_queue_dead (last_heartbeat)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
CREATE TABLE IF NOT EXISTS counterfoil_callback_queue (
  task_name            varchar(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  task_instance        varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  task_data            blob,
  execution_time       datetime(6) NOT NULL,
  picked               boolean NOT NULL,
  picked_by            varchar(50),
  last_success         datetime(6) NULL,
  last_failure         datetime(6) NULL,
  consecutive_failures int,
  last_heartbeat       datetime(6) NULL,
  version              bigint NOT NULL,
  PRIMARY KEY (task_name, task_instance),
  KEY counterfoil_callback_queue_due (execution_time),
  KEY counterfoil_callback_queue_dead (last_heartbeat)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
-- One row for each intention of an HTTP client that has not been answered yet, in its stored form: body and header fields are in it
-- as they are. target is for people to read. Times are microseconds since 1970-01-01 00:00 UTC: opened_at by the client's clock,
-- held_until by the database's. Until then the row is in its holder's hands; 0, or a time in the past: in nobody's. The request ID
-- is bytes of UTF-8, so that it is compared byte by byte. The index is to find the oldest.
CREATE TABLE IF NOT EXISTS counterfoil_client_journal (
  request_id varbinary(255)                       NOT NULL PRIMARY KEY,
  target     varchar(1000) CHARACTER SET utf8mb4  NOT NULL,
  opened_at  bigint                               NOT NULL,
  holder     varchar(36) CHARACTER SET ascii,
  held_until bigint                               NOT NULL,
  entry      longblob                             NOT NULL,
  KEY counterfoil_client_journal_age (opened_at, request_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
