-- The tables of counterfoil, schema version 1, for MariaDB 10.6 and later and MySQL 8. Can be run again: what is there stays as
-- it is.

-- One row for each request that was executed, is in progress under a lease, or has an unknown outcome.
--
-- Times are microseconds since 1970-01-01 00:00 UTC of the database's clock. To read one, and the texts, which are kept as
-- bytes of UTF-8 so that keys are compared byte by byte, whatever the database's collation:
--   SELECT CONVERT(request_id USING utf8mb4), FROM_UNIXTIME(received_at / 1000000) FROM counterfoil_record
-- 9223372036854775807 in expires_at is never.
--
-- The state of a row is in leased_until:
--   NULL                 executed; format and payload are the result
--   0                    released; kept for a day, so that its token keeps increasing
--   in the future        in progress, until then unless the lease is renewed; format and payload are its progress
--   in the past, not 0   its lease expired: the outcome is unknown, until an operator or a resolver settles it
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

-- What replaces locks that end with their transaction, which these databases lack: a request in progress in a transaction
-- holds the lock of the row that its key falls on, and writes its hashes there. The rows are created once, and never removed.
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

-- One row for each version of these tables that was applied; the newest is the current one. A program made for an earlier
-- version can share the tables as long as its version is not below compatible_from.
CREATE TABLE IF NOT EXISTS counterfoil_schema (
  version         integer NOT NULL PRIMARY KEY,
  compatible_from integer NOT NULL
) ENGINE = InnoDB;

INSERT IGNORE INTO counterfoil_schema (version, compatible_from) VALUES (1, 1);
