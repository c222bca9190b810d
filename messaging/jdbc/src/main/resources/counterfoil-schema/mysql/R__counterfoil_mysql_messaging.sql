-- Messages that wait to be published, in the order in which they were written. key_hash tells the messages of one key, whose order is kept;
-- topic is for operators to read; message is the whole message in the library's format, whose version is the first byte. added_at is the time of its
-- statement, in microseconds since 1970 of the database's clock.
CREATE TABLE IF NOT EXISTS counterfoil_outbox (
  id       bigint         NOT NULL AUTO_INCREMENT PRIMARY KEY,
  key_hash bigint,
  topic    varbinary(255) NOT NULL,
  message  mediumblob     NOT NULL,
  added_at bigint         NOT NULL DEFAULT (TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))),
  KEY counterfoil_outbox_key (key_hash, id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
-- One row, which the active relay holds locked.
CREATE TABLE IF NOT EXISTS counterfoil_outbox_relay (
  id smallint NOT NULL PRIMARY KEY
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
INSERT IGNORE INTO counterfoil_outbox_relay (id) VALUES (1);
-- Failed attempts of messages. counted_at is the last one's, in microseconds since 1970 of the process's clock.
CREATE TABLE IF NOT EXISTS counterfoil_message_try (
  message_hash binary(32) NOT NULL PRIMARY KEY,
  tries        integer    NOT NULL,
  counted_at   bigint     NOT NULL
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
-- Messages whose attempts failed and that were not processed since: how often, why the last time, and when the next attempt is due. A
-- message that was rejected is a dead letter: is_dead is 1, and the last columns say where it came from, where it is and how it is found
-- there. Times are in microseconds since 1970 of the process's clock.
CREATE TABLE IF NOT EXISTS counterfoil_message_failure (
  message_hash binary(32)      NOT NULL PRIMARY KEY,
  receiver     varbinary(255)  NOT NULL,
  kind         varbinary(255)  NOT NULL,
  message_id   varbinary(255)  NOT NULL,
  attempts     integer         NOT NULL,
  failure      varbinary(4000) NOT NULL,
  since        bigint          NOT NULL,
  changed_at   bigint          NOT NULL,
  next_at      bigint          NOT NULL,
  is_dead      smallint        NOT NULL,
  broker       varbinary(255)  NOT NULL,
  source       varbinary(4000) NOT NULL,
  dead_letters varbinary(4000) NOT NULL,
  letter       varbinary(4000) NOT NULL,
  KEY counterfoil_message_failure_age (is_dead, changed_at, message_hash)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
-- Messages that the broker refused, while they are in the outbox: how often, and why the last time. One that was refused too often is set
-- aside: it is not sent any more, nor are later ones of its key. set_aside_at is in microseconds since 1970.
CREATE TABLE IF NOT EXISTS counterfoil_outbox_failure (
  id           bigint          NOT NULL PRIMARY KEY,
  key_hash     bigint,
  attempts     integer         NOT NULL,
  reason       varbinary(4000) NOT NULL,
  set_aside_at bigint,
  KEY counterfoil_outbox_failure_key (key_hash)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
