-- One row for each batch. pk never leaves the database; the batch is known by its namespace ("service", or "client:" and the
-- client's name) and id, which are compared byte by byte: COLLATE "C". opened_at is in microseconds since 1970 of the server's
-- clock. The counts are of members created, found, refused.
CREATE TABLE IF NOT EXISTS counterfoil_batch (
  pk        bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  namespace text   COLLATE "C" NOT NULL,
  batch_id  text   COLLATE "C" NOT NULL,
  kind      text   COLLATE "C" NOT NULL,
  opened_at bigint NOT NULL,
  created   bigint NOT NULL DEFAULT 0,
  known     bigint NOT NULL DEFAULT 0,
  refused   bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (namespace, batch_id)
);
-- For lists, newest first.
CREATE INDEX IF NOT EXISTS counterfoil_batch_age ON counterfoil_batch (namespace, opened_at, batch_id);
-- For the removal of old ones.
CREATE INDEX IF NOT EXISTS counterfoil_batch_opened ON counterfoil_batch (opened_at);
-- One row for each member, at its place in the request. Status: 0 created, 1 was there before, 2 refused; entity_id is that of the first
-- two, problem says why the third was.
CREATE TABLE IF NOT EXISTS counterfoil_batch_member (
  batch_pk  bigint   NOT NULL,
  position  bigint   NOT NULL,
  status    smallint NOT NULL,
  reference text     COLLATE "C",
  entity_id uuid,
  problem   text,
  PRIMARY KEY (batch_pk, position)
);
-- To find the few that were refused among many.
CREATE INDEX IF NOT EXISTS counterfoil_batch_member_status ON counterfoil_batch_member (batch_pk, status, position);
