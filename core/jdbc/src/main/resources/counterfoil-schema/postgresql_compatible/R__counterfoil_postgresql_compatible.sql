-- The tables of counterfoil, schema version 1, for databases with PostgreSQL's protocol and SQL, without its
-- advisory locks or its row identifiers: CockroachDB since 23.2 and YugabyteDB since 2.18. Can be run again: what is there stays as it is.

-- One row for each request that was executed, is in progress under a lease, or has an unknown outcome.
--
-- Times are microseconds since 1970-01-01 00:00 UTC of the database's clock. To read one:
--   SELECT to_timestamp(received_at / 1000000.0) FROM counterfoil_record;
-- 9223372036854775807 in expires_at is never.
--
-- The state of a row is in leased_until:
--   NULL                 executed; format and payload are the result
--   0                    released; kept for a day, so that its token keeps increasing
--   in the future        in progress, until then unless the lease is renewed; format and payload are its progress
--   in the past, not 0   its lease expired: the outcome is unknown, until an operator or a resolver settles it
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

-- What replaces locks that end with their transaction: a request in progress in a transaction holds the lock of the row that its key
-- falls on. The rows are created once, and never removed. key_hash and contents_hash are not used here.
CREATE TABLE IF NOT EXISTS counterfoil_slot (
  slot          integer NOT NULL PRIMARY KEY,
  key_hash      bigint  NOT NULL DEFAULT 0,
  contents_hash bigint  NOT NULL DEFAULT 0
);

INSERT INTO counterfoil_slot (slot)
SELECT generate_series(0, 16383) WHERE NOT EXISTS (SELECT 1 FROM counterfoil_slot WHERE slot = 16383) ON CONFLICT DO NOTHING;

-- One row for each version of these tables that was applied; the newest is the current one. A program made for an earlier
-- version can share the tables as long as its version is not below compatible_from.
CREATE TABLE IF NOT EXISTS counterfoil_schema (
  version         integer NOT NULL PRIMARY KEY,
  compatible_from integer NOT NULL
);

INSERT INTO counterfoil_schema (version, compatible_from) VALUES (1, 1) ON CONFLICT DO NOTHING;
