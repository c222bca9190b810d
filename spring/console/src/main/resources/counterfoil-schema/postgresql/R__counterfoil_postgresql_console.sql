-- One row for each decision of an operator in the console: on what (kind, subject: a request ID, a message ID; client and operation, or empty),
-- what was decided, by whom, when (microseconds since 1970 of the database's clock) and why. Subject, client and operation are compared byte by
-- byte: COLLATE "C".
CREATE TABLE IF NOT EXISTS counterfoil_console_audit (
  subject    text   COLLATE "C" NOT NULL,
  id         uuid   NOT NULL,
  kind       text   NOT NULL,
  client     text   COLLATE "C" NOT NULL,
  operation  text   COLLATE "C" NOT NULL,
  action     text   NOT NULL,
  decided_by text   NOT NULL,
  decided_at bigint NOT NULL,
  reason     text   NOT NULL,
  PRIMARY KEY (subject, id)
);
-- For the list, newest first, and to remove the oldest.
CREATE INDEX IF NOT EXISTS counterfoil_console_audit_age ON counterfoil_console_audit (decided_at, id);
