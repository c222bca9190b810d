-- One row for each request of an HTTP client that has no response yet, in its stored form, which includes body and header fields
-- as they are. target is for operators to read. Times are microseconds since 1970-01-01 00:00 UTC: opened_at by the client's clock,
-- held_until by the database's. Until then the row belongs to its holder; with 0, or a time in the past, to no process. The request ID
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
