-- New ledgers share their keys; those that are there keep what they were opened with.
ALTER TABLE ledger ALTER COLUMN shared_keys SET DEFAULT true;

-- The clients that may write to a ledger besides its owner, where API keys are required; in the ledger's shard.
CREATE TABLE ledger_writer (
  ledger_id uuid NOT NULL,
  client    text COLLATE "C" NOT NULL CHECK (client <> ''),
  PRIMARY KEY (ledger_id, client)
);
SELECT create_distributed_table('ledger_writer', 'ledger_id', colocate_with => 'ledger');
ALTER TABLE ledger_writer ADD CONSTRAINT ledger_writer_ledger FOREIGN KEY (ledger_id) REFERENCES ledger;
