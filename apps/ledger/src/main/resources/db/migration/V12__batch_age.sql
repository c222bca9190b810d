-- The library's own, as Batches.SCHEMA.script has it: for the removal of old batches.
CREATE INDEX IF NOT EXISTS counterfoil_batch_opened ON counterfoil_batch (opened_at);
