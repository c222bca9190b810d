-- One row a request that was carried out. The key leads with the request ID, so that time-ordered request IDs keep the
-- index local. "C" collation: keys are compared byte by byte, whatever the database's locale.
CREATE TABLE IF NOT EXISTS counterfoil_record (
  request_id    text COLLATE "C" NOT NULL,
  client        text COLLATE "C" NOT NULL,
  operation     text COLLATE "C" NOT NULL,
  fingerprint   bytea            NOT NULL,
  first_attempt text,
  received_at   timestamptz      NOT NULL DEFAULT now(),
  expires_at    timestamptz,
  request_count bigint           NOT NULL DEFAULT 1,
  format        smallint         NOT NULL,
  payload       bytea            NOT NULL,
  PRIMARY KEY (request_id, client, operation)
);

CREATE INDEX IF NOT EXISTS counterfoil_record_expiry ON counterfoil_record (expires_at) WHERE expires_at IS NOT NULL;
