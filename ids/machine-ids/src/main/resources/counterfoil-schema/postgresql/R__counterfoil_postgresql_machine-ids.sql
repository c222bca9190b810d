-- One row a machine id. reserved_until is in milliseconds since 1970 of its owners' clocks: no id of this machine id has a
-- later timestamp, and the next owner begins above it. leased_until is of the database's clock. token grows with each
-- change of owner.
CREATE TABLE IF NOT EXISTS counterfoil_machine (
  machine_id     integer     NOT NULL PRIMARY KEY CHECK (machine_id BETWEEN 0 AND 1023),
  token          bigint      NOT NULL DEFAULT 0,
  holder         text,
  leased_until   timestamptz NOT NULL DEFAULT '-infinity',
  reserved_until bigint      NOT NULL DEFAULT 0
);
