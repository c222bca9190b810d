-- The controllers' own: what swarms there are. A row that is only requested is the orchestrator's reservation of the name.
CREATE TABLE swarm (
    id            text        NOT NULL PRIMARY KEY,
    state         text        NOT NULL CHECK (state IN ('Requested', 'Ready', 'Running', 'Stopped')),
    created_under text        NOT NULL,
    changed_at    timestamptz NOT NULL DEFAULT now()
);

-- What was really done. Without a unique constraint, so that what happened twice would be there twice.
CREATE TABLE effect (
    number          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    swarm_id        text        NOT NULL,
    type            text        NOT NULL,
    idempotency_key text        NOT NULL,
    controller      text        NOT NULL,
    happened_at     timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX effect_command ON effect (swarm_id, type, idempotency_key);

-- The orchestrator's: what it sent, and what it heard. Either may be there before the other.
CREATE TABLE attempt (
    correlation_id  text        NOT NULL PRIMARY KEY,
    swarm_id        text        NOT NULL,
    type            text        NOT NULL,
    idempotency_key text        NOT NULL,
    data            text        NOT NULL,
    sent_at         timestamptz NOT NULL
);
CREATE INDEX attempt_command ON attempt (idempotency_key, swarm_id, type);
CREATE INDEX attempt_time ON attempt (sent_at);

CREATE TABLE outcome (
    correlation_id  text        NOT NULL PRIMARY KEY,
    swarm_id        text        NOT NULL,
    type            text        NOT NULL,
    idempotency_key text        NOT NULL,
    status          text        NOT NULL,
    retryable       boolean     NOT NULL,
    error_code      text,
    error_message   text,
    replay_of       text,
    origin          text        NOT NULL,
    made_at         timestamptz NOT NULL,
    heard_at        timestamptz NOT NULL DEFAULT now(),
    copies          integer     NOT NULL DEFAULT 1
);
CREATE INDEX outcome_command ON outcome (idempotency_key, swarm_id, type);

-- Attempts with what became of them; one without a time is known by its outcome alone.
CREATE VIEW known_attempt AS
    SELECT a.correlation_id, a.swarm_id, a.type, a.idempotency_key, a.sent_at, o.heard_at, o.status, o.retryable, o.error_code,
           o.error_message, o.replay_of, o.origin, o.made_at, o.copies
    FROM attempt a LEFT JOIN outcome o ON o.correlation_id = a.correlation_id
    UNION ALL
    SELECT o.correlation_id, o.swarm_id, o.type, o.idempotency_key, NULL, o.heard_at, o.status, o.retryable, o.error_code,
           o.error_message, o.replay_of, o.origin, o.made_at, o.copies
    FROM outcome o WHERE NOT EXISTS (SELECT FROM attempt a WHERE a.correlation_id = o.correlation_id);
