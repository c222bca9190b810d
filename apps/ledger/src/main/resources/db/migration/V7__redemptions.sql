-- The history of a learner and content, from which the key of the next redemption is made.
CREATE INDEX ledger_transaction_redemption ON ledger_transaction (ledger_pk, lms_user_id, content_key)
  WHERE lms_user_id IS NOT NULL AND content_key IS NOT NULL;
