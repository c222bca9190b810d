-- One row for each decision of an operator in the console: on what (kind, subject: a request ID, a message ID; client and operation, or empty),
-- what was decided, by whom, when (microseconds since 1970 of the database's clock) and why. Subject, client and operation are bytes of UTF-8, so
-- that they are compared byte by byte, whatever the database's collation. The last key is for the list, newest first, and to remove the oldest.
CREATE TABLE IF NOT EXISTS counterfoil_console_audit (
  subject    varbinary(1020) NOT NULL,
  id         binary(16)      NOT NULL,
  kind       varchar(20)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  client     varbinary(255)  NOT NULL,
  operation  varbinary(1024) NOT NULL,
  action     varchar(40)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  decided_by varchar(300)    CHARACTER SET utf8mb4 NOT NULL,
  decided_at bigint          NOT NULL,
  reason     varchar(1000)   CHARACTER SET utf8mb4 NOT NULL,
  PRIMARY KEY (subject, id),
  KEY counterfoil_console_audit_age (decided_at, id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
