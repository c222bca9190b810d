-- One row for each decision of an operator in the console: on what (kind, subject: a request ID, a message ID; client and operation, or empty),
-- what was decided, by whom, when (microseconds since 1970 of the database's clock) and why.
CREATE TABLE IF NOT EXISTS counterfoil_console_audit (
  subject    varchar(255)  NOT NULL,
  id         uuid          NOT NULL,
  kind       varchar(20)   NOT NULL,
  client     varchar(255)  NOT NULL,
  operation  varchar(1024) NOT NULL,
  action     varchar(40)   NOT NULL,
  decided_by varchar(300)  NOT NULL,
  decided_at bigint        NOT NULL,
  reason     varchar(1000) NOT NULL,
  PRIMARY KEY (subject, id)
);
-- For the list, newest first, and to remove the oldest.
CREATE INDEX IF NOT EXISTS counterfoil_console_audit_age ON counterfoil_console_audit (decided_at, id);
