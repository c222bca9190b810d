CREATE TABLE IF NOT EXISTS counterfoil_note (
  id bigint PRIMARY KEY
);
