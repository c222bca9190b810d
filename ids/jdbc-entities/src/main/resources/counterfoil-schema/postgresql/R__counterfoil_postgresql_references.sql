-- One row for each name of an entity. The namespace is "service", or "client:" and the client's name. Names are compared
-- byte by byte, whatever the database's locale: COLLATE "C".
CREATE TABLE IF NOT EXISTS counterfoil_reference (
  namespace text COLLATE "C" NOT NULL,
  kind      text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  entity_id uuid             NOT NULL,
  PRIMARY KEY (namespace, kind, reference)
);
