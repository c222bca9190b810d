-- The tables of counterfoil, schema version 1, in Oracle's types.

CREATE TABLE IF NOT EXISTS counterfoil_record (
  request_id    raw(255)   NOT NULL,
  client        raw(255)   NOT NULL,
  operation     raw(1024)  NOT NULL,
  fingerprint   raw(32)    NOT NULL,
  first_attempt raw(64),
  received_at   bigint     NOT NULL,
  expires_at    bigint     NOT NULL,
  request_count bigint     DEFAULT 1 NOT NULL,
  token         bigint     NOT NULL,
  leased_until  bigint,
  format        smallint,
  payload       blob,
  PRIMARY KEY (request_id, client, operation)
);

CREATE INDEX IF NOT EXISTS counterfoil_record_expiry ON counterfoil_record (expires_at);

CREATE TABLE IF NOT EXISTS counterfoil_slot (
  slot          integer NOT NULL PRIMARY KEY,
  key_hash      bigint  DEFAULT 0 NOT NULL,
  contents_hash bigint  DEFAULT 0 NOT NULL
);

INSERT INTO counterfoil_slot (slot)
SELECT x FROM SYSTEM_RANGE(0, 16383) WHERE NOT EXISTS (SELECT 1 FROM counterfoil_slot WHERE slot = 16383);

CREATE TABLE IF NOT EXISTS counterfoil_schema (
  version         integer NOT NULL PRIMARY KEY,
  compatible_from integer NOT NULL
);

INSERT INTO counterfoil_schema (version, compatible_from)
SELECT 1, 1 FROM dual WHERE NOT EXISTS (SELECT 1 FROM counterfoil_schema WHERE version = 1);
