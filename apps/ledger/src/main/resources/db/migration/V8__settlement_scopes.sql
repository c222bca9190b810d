-- The key of a settlement has a scope as well. Who settled was not kept: the scope of the transaction's own key is the nearest there is.
ALTER TABLE ledger_transaction ADD COLUMN settlement_scope text COLLATE "C";
UPDATE ledger_transaction SET settlement_scope = key_scope WHERE settlement_key IS NOT NULL;
