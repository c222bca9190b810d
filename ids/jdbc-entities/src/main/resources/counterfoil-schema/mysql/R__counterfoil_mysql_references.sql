-- One row for each name of an entity. The namespace is "service", or "client:" and the client's name. Names are bytes of
-- UTF-8, so that they are compared byte by byte, whatever the database's collation. To read them:
--   SELECT CONVERT(namespace USING utf8mb4), kind, CONVERT(reference USING utf8mb4), HEX(entity_id) FROM counterfoil_reference
CREATE TABLE IF NOT EXISTS counterfoil_reference (
  namespace varbinary(262) NOT NULL,
  kind      varchar(100)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reference varbinary(765) NOT NULL,
  entity_id binary(16)     NOT NULL,
  PRIMARY KEY (namespace, kind, reference)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
