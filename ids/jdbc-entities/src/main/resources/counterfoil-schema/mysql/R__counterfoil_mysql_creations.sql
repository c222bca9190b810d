-- One row for each entity that a command created: the command's id, made by the client and time-based; the entity's, made by
-- the server; the command's name; when, in microseconds since 1970 of the server's clock. The indexes: to forget an entity's
-- creation, and to find the oldest of a command and of all.
CREATE TABLE IF NOT EXISTS counterfoil_creation (
  command_id   binary(16)   NOT NULL PRIMARY KEY,
  entity_id    binary(16)   NOT NULL,
  command_name varchar(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at   bigint       NOT NULL,
  KEY counterfoil_creation_entity (entity_id),
  KEY counterfoil_creation_name (command_name, created_at, command_id),
  KEY counterfoil_creation_age (created_at, command_id)
) ENGINE = InnoDB;
