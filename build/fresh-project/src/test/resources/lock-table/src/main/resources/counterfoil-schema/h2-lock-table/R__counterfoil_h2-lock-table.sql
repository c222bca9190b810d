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

CREATE TABLE IF NOT EXISTS key_lock (id integer NOT NULL PRIMARY KEY);

INSERT INTO key_lock SELECT x FROM SYSTEM_RANGE(0, 4095) WHERE NOT EXISTS (SELECT 1 FROM key_lock WHERE id = 4095);

CREATE TABLE IF NOT EXISTS counterfoil_schema (version integer NOT NULL PRIMARY KEY, compatible_from integer NOT NULL);

INSERT INTO counterfoil_schema SELECT 1, 1 WHERE NOT EXISTS (SELECT 1 FROM counterfoil_schema WHERE version = 1);
