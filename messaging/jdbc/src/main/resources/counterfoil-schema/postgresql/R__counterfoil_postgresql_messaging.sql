-- Messages that wait to be published, in the order in which they were written. key_hash tells the messages of one key, whose order is kept;
-- topic is for operators to read; message is the whole message in the library's format, whose version is the first byte. added_at is the time of its
-- statement, in microseconds since 1970 of the database's clock.
CREATE TABLE IF NOT EXISTS counterfoil_outbox (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_hash bigint,
  topic    text   NOT NULL,
  message  bytea  NOT NULL,
  added_at bigint NOT NULL DEFAULT (date_part('epoch', statement_timestamp()) * 1000000)::bigint
);
-- For what is older of the same key.
CREATE INDEX IF NOT EXISTS counterfoil_outbox_key ON counterfoil_outbox (key_hash, id);
-- One row, which the active relay holds locked.
CREATE TABLE IF NOT EXISTS counterfoil_outbox_relay (
  id smallint PRIMARY KEY
);
INSERT INTO counterfoil_outbox_relay (id) VALUES (1) ON CONFLICT DO NOTHING;
-- Failed attempts of messages. counted_at is the last one's, in microseconds since 1970 of the process's clock.
CREATE TABLE IF NOT EXISTS counterfoil_message_try (
  message_hash bytea   PRIMARY KEY,
  tries        integer NOT NULL,
  counted_at   bigint  NOT NULL
);
-- Messages whose attempts failed and that were not processed since: how often, why the last time, and when the next attempt is due. A
-- message that was rejected is a dead letter: is_dead is 1, and the last columns say where it came from, where it is and how it is found
-- there. Times are in microseconds since 1970 of the process's clock.
CREATE TABLE IF NOT EXISTS counterfoil_message_failure (
  message_hash bytea    PRIMARY KEY,
  receiver     text     NOT NULL,
  kind         text     NOT NULL,
  message_id   text     NOT NULL,
  attempts     integer  NOT NULL,
  failure      text     NOT NULL,
  since        bigint   NOT NULL,
  changed_at   bigint   NOT NULL,
  next_at      bigint   NOT NULL,
  is_dead      smallint NOT NULL,
  broker       text     NOT NULL,
  source       text     NOT NULL,
  dead_letters text     NOT NULL,
  letter       text     NOT NULL
);
CREATE INDEX IF NOT EXISTS counterfoil_message_failure_age ON counterfoil_message_failure (is_dead, changed_at, message_hash);
-- Messages that the broker refused, while they are in the outbox: how often, and why the last time. One that was refused too often is set
-- aside: it is not sent any more, nor are later ones of its key. set_aside_at is in microseconds since 1970.
CREATE TABLE IF NOT EXISTS counterfoil_outbox_failure (
  id           bigint  PRIMARY KEY,
  key_hash     bigint,
  attempts     integer NOT NULL,
  reason       text    NOT NULL,
  set_aside_at bigint
);
CREATE INDEX IF NOT EXISTS counterfoil_outbox_failure_key ON counterfoil_outbox_failure (key_hash);
