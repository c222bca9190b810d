-- One row for each entity that a command created: the command's id, made by the client and time-based; the entity's, made by
-- the server; the command's name; when, in microseconds since 1970 of the server's clock.
CREATE TABLE IF NOT EXISTS counterfoil_creation (
  command_id   uuid         NOT NULL PRIMARY KEY,
  entity_id    uuid         NOT NULL,
  command_name varchar(100) NOT NULL,
  created_at   bigint       NOT NULL
);
-- To forget an entity's creation, and to find the oldest of a command and of all.
CREATE INDEX IF NOT EXISTS counterfoil_creation_entity ON counterfoil_creation (entity_id);
CREATE INDEX IF NOT EXISTS counterfoil_creation_name ON counterfoil_creation (command_name, created_at, command_id);
CREATE INDEX IF NOT EXISTS counterfoil_creation_age ON counterfoil_creation (created_at, command_id);
