-- One row for each batch. pk never leaves the database; the batch is known by its namespace ("service", or "client:" and the
-- client's name) and id. opened_at is in microseconds since 1970 of the server's clock. Of its members so many were created, were
-- there before, were refused.
CREATE TABLE IF NOT EXISTS counterfoil_batch (
  pk        bigint       GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  namespace varchar(262) NOT NULL,
  batch_id  varchar(255) NOT NULL,
  kind      varchar(100) NOT NULL,
  opened_at bigint       NOT NULL,
  created   bigint       DEFAULT 0 NOT NULL,
  known     bigint       DEFAULT 0 NOT NULL,
  refused   bigint       DEFAULT 0 NOT NULL,
  UNIQUE (namespace, batch_id)
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
  reference varchar(255),
  entity_id uuid,
  problem   varchar(4000),
  PRIMARY KEY (batch_pk, position)
);
-- To find the few that were refused among many.
CREATE INDEX IF NOT EXISTS counterfoil_batch_member_status ON counterfoil_batch_member (batch_pk, status, position);
