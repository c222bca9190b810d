-- One row for each batch. pk never leaves the database; the batch is known by its namespace ("service", or "client:" and the
-- client's name) and id, which are bytes of UTF-8, so that they are compared byte by byte. opened_at is in microseconds since 1970
-- of the server's clock. The counts are of members created, found, refused. The
-- last key is for lists, newest first.
CREATE TABLE IF NOT EXISTS counterfoil_batch (
  pk        bigint         NOT NULL AUTO_INCREMENT PRIMARY KEY,
  namespace varbinary(262) NOT NULL,
  batch_id  varbinary(765) NOT NULL,
  kind      varchar(100)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  opened_at bigint         NOT NULL,
  created   bigint         NOT NULL DEFAULT 0,
  known     bigint         NOT NULL DEFAULT 0,
  refused   bigint         NOT NULL DEFAULT 0,
  UNIQUE KEY counterfoil_batch_id (namespace, batch_id),
  KEY counterfoil_batch_age (namespace, opened_at, batch_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
-- For the removal of old ones. MySQL does not have CREATE INDEX IF NOT EXISTS.
SET @counterfoil_index = IF(
  EXISTS (SELECT 1 FROM information_schema.statistics
           WHERE table_schema = DATABASE() AND table_name = 'counterfoil_batch' AND index_name = 'counterfoil_batch_opened'),
  'DO 0', 'CREATE INDEX counterfoil_batch_opened ON counterfoil_batch (opened_at)');
PREPARE counterfoil_index FROM @counterfoil_index;
EXECUTE counterfoil_index;
DEALLOCATE PREPARE counterfoil_index;
-- One row for each member, at its place in the request. Status: 0 created, 1 was there before, 2 refused; entity_id is that of the first
-- two, problem says why the third was. The index is to find the few that were refused among many.
CREATE TABLE IF NOT EXISTS counterfoil_batch_member (
  batch_pk  bigint        NOT NULL,
  position  bigint        NOT NULL,
  status    smallint      NOT NULL,
  reference varbinary(765),
  entity_id binary(16),
  problem   varchar(4000) CHARACTER SET utf8mb4,
  PRIMARY KEY (batch_pk, position),
  KEY counterfoil_batch_member_status (batch_pk, status, position)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
