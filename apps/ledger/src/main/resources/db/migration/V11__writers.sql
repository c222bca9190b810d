-- New ledgers share their keys; those that are there keep what they were opened with.
ALTER TABLE ledger ALTER COLUMN shared_keys SET DEFAULT true;

-- The clients that may write to a ledger besides its owner, where API keys are required.
CREATE TABLE ledger_writer (
  ledger_id uuid NOT NULL REFERENCES ledger (id),
  client    text COLLATE "C" NOT NULL CHECK (client <> ''),
  PRIMARY KEY (ledger_id, client)
);
