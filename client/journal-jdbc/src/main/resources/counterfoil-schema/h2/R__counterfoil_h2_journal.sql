-- One row for each request of an HTTP client that has no response yet, in its stored form, which includes body and header fields
-- as they are. target is for operators to read. Times are microseconds since 1970-01-01 00:00 UTC: opened_at by the client's clock,
-- held_until by the database's. Until then the row belongs to its holder; with 0, or a time in the past, to no process.
CREATE TABLE IF NOT EXISTS counterfoil_client_journal (
  request_id varchar(255)  NOT NULL PRIMARY KEY,
  target     varchar(1000) NOT NULL,
  opened_at  bigint        NOT NULL,
  holder     varchar(36),
  held_until bigint        NOT NULL,
  entry      blob          NOT NULL
);
-- To find the oldest.
CREATE INDEX IF NOT EXISTS counterfoil_client_journal_age ON counterfoil_client_journal (opened_at, request_id);
