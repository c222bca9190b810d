-- Keys and reference IDs are compared byte by byte, whatever the database's locale: COLLATE "C".
-- pk never leaves the database; id is what the world sees.

CREATE TABLE ledger (
  pk              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id              uuid        NOT NULL UNIQUE,
  client          text        COLLATE "C" NOT NULL,
  idempotency_key text        COLLATE "C" NOT NULL,
  reference_id    text        COLLATE "C",
  unit            text        NOT NULL,
  initial_deposit bigint      CHECK (initial_deposit > 0),
  metadata        text,
  -- Kept beside the transactions it sums up, so that a debit need not read them all. The last guard against overdraft.
  balance         bigint      NOT NULL DEFAULT 0 CHECK (balance BETWEEN 0 AND 9007199254740991),
  created_at      timestamptz NOT NULL DEFAULT now(),
  UNIQUE (client, idempotency_key),
  UNIQUE (client, reference_id)
);

CREATE TABLE ledger_transaction (
  pk              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id              uuid        NOT NULL UNIQUE,
  ledger_pk       bigint      NOT NULL REFERENCES ledger,
  client          text        COLLATE "C" NOT NULL,
  idempotency_key text        COLLATE "C" NOT NULL,
  quantity        bigint      NOT NULL CHECK (quantity <> 0),
  two_phase       boolean     NOT NULL,
  state           text        NOT NULL CHECK (state IN ('PENDING', 'COMMITTED', 'FAILED')),
  settlement_key  text        COLLATE "C",
  reference_id    text        COLLATE "C",
  lms_user_id     bigint,
  content_key     text,
  subsidy_access_policy_uuid uuid,
  metadata        text,
  created_at      timestamptz NOT NULL DEFAULT now(),
  UNIQUE (ledger_pk, idempotency_key),
  UNIQUE (client, reference_id)
);

-- A ledger's transactions in the order in which they were granted: the lock on the ledger gives out pk in that order.
CREATE INDEX ledger_transaction_order ON ledger_transaction (ledger_pk, pk);

CREATE TABLE reversal (
  pk              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id              uuid        NOT NULL UNIQUE,
  -- At most one reversal a transaction; so its key is unique per transaction as well.
  transaction_pk  bigint      NOT NULL UNIQUE REFERENCES ledger_transaction,
  idempotency_key text        COLLATE "C" NOT NULL,
  quantity        bigint      NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now()
);
