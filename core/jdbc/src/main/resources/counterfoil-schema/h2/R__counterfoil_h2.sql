-- The tables of counterfoil, schema version 1, for H2 2.2.220 and later. Can be run again: what is there stays as it is.

-- One row for each request that was executed, is in progress under a lease, or has an unknown outcome.
--
-- Times are microseconds since 1970-01-01 00:00 UTC of the database's clock. To read one:
--   SELECT DATEADD(MICROSECOND, received_at, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z') FROM counterfoil_record
-- 9223372036854775807 in expires_at is never.
--
-- The state of a row is in leased_until:
--   NULL                 executed; format and payload are the result
--   0                    released; kept for a day, so that its token keeps increasing
--   in the future        in progress, until then unless the lease is renewed; format and payload are its progress
--   in the past, not 0   its lease expired: the outcome is unknown, until an operator or a resolver settles it
--
-- Rows that can be removed, and the oldest of them:
--   SELECT count(*), DATEADD(MICROSECOND, min(expires_at), TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z') FROM counterfoil_record
--    WHERE expires_at <= EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000
-- Rows whose outcome is unknown:
--   SELECT * FROM counterfoil_record
--    WHERE leased_until BETWEEN 1 AND EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000
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

-- What replaces locks that end with their transaction, which this database lacks: a request in progress in a transaction
-- holds the lock of the row that its key falls on, and writes its hashes there. The rows are created once, and never removed.
CREATE TABLE IF NOT EXISTS counterfoil_slot (
  slot          integer NOT NULL PRIMARY KEY,
  key_hash      bigint  DEFAULT 0 NOT NULL,
  contents_hash bigint  DEFAULT 0 NOT NULL
);

INSERT INTO counterfoil_slot (slot)
SELECT x FROM SYSTEM_RANGE(0, 16383) WHERE NOT EXISTS (SELECT 1 FROM counterfoil_slot WHERE slot = 16383);

-- One row for each version of these tables that was applied; the newest is the current one. A program made for an earlier
-- version can share the tables as long as its version is not below compatible_from.
CREATE TABLE IF NOT EXISTS counterfoil_schema (
  version         integer NOT NULL PRIMARY KEY,
  compatible_from integer NOT NULL
);

INSERT INTO counterfoil_schema (version, compatible_from)
SELECT 1, 1 WHERE NOT EXISTS (SELECT 1 FROM counterfoil_schema WHERE version = 1);
