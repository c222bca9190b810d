-- One row for each name of an entity. The namespace is "service", or "client:" and the client's name.
CREATE TABLE IF NOT EXISTS counterfoil_reference (
  namespace varchar(262) NOT NULL,
  kind      varchar(100) NOT NULL,
  reference varchar(255) NOT NULL,
  entity_id uuid         NOT NULL,
  PRIMARY KEY (namespace, kind, reference)
);
