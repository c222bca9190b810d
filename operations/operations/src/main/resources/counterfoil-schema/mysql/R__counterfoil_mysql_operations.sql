-- One row for each long-running operation. Names are bytes of UTF-8, so that they are compared byte
-- by byte, whatever the database's collation. The step counts those that are finished; failures those in a row since
-- the last of them. Times are microseconds since 1970. The id is made by the service, in order of time, and never leaves it.
CREATE TABLE IF NOT EXISTS counterfoil_operation (
  id              binary(16) NOT NULL PRIMARY KEY,
  namespace       varbinary(262) NOT NULL,
  kind            varchar(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reference       varbinary(765) NOT NULL,
  state           varchar(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  input           mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  recovery_point  mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  step            bigint NOT NULL,
  done            bigint NOT NULL,
  total           bigint,
  result          mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  failure         mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  failures        int NOT NULL,
  created_at      bigint NOT NULL,
  started_at      bigint,
  finished_at     bigint,
  correlation_id  varchar(1024) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  callback_target varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  callback_id     varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  callback_state  varchar(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  callback_tries  int NOT NULL,
  UNIQUE KEY counterfoil_operation_name (namespace, kind, reference),
  KEY counterfoil_operation_age (namespace, kind, id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
-- The queues of work and of callbacks: what is due when, which process has picked it, and its last heartbeat. They are db-scheduler's,
-- which knows a task by its name (the operation's kind) and instance (the operation's id). Their times are in UTC.
CREATE TABLE IF NOT EXISTS counterfoil_operation_queue (
  task_name            varchar(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  task_instance        varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  task_data            blob,
  execution_time       datetime(6) NOT NULL,
  picked               boolean NOT NULL,
  picked_by            varchar(50),
  last_success         datetime(6) NULL,
  last_failure         datetime(6) NULL,
  consecutive_failures int,
  last_heartbeat       datetime(6) NULL,
  version              bigint NOT NULL,
  PRIMARY KEY (task_name, task_instance),
  KEY counterfoil_operation_queue_due (execution_time),
  KEY counterfoil_operation_queue_dead (last_heartbeat)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
CREATE TABLE IF NOT EXISTS counterfoil_callback_queue (
  task_name            varchar(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  task_instance        varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  task_data            blob,
  execution_time       datetime(6) NOT NULL,
  picked               boolean NOT NULL,
  picked_by            varchar(50),
  last_success         datetime(6) NULL,
  last_failure         datetime(6) NULL,
  consecutive_failures int,
  last_heartbeat       datetime(6) NULL,
  version              bigint NOT NULL,
  PRIMARY KEY (task_name, task_instance),
  KEY counterfoil_callback_queue_due (execution_time),
  KEY counterfoil_callback_queue_dead (last_heartbeat)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
