-- Whether a ledger may be overdrawn is chosen when it is opened. The check stays the last guard of both limits.

ALTER TABLE ledger
  ADD COLUMN overdraft_allowed boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT ledger_balance_check,
  ADD CONSTRAINT ledger_balance_check
    CHECK (balance BETWEEN CASE WHEN overdraft_allowed THEN -9007199254740991 ELSE 0 END AND 9007199254740991);
