-- One row for each long-running operation. Names are compared byte by byte, whatever the database's locale. The step counts those that are
-- finished; failures those in a row since the last of them. Times are microseconds since 1970. The id is made by the service, in order of
-- time, and never leaves it.
CREATE TABLE IF NOT EXISTS counterfoil_operation (
  id              uuid   NOT NULL PRIMARY KEY,
  namespace       text   COLLATE "C" NOT NULL,
  kind            text   COLLATE "C" NOT NULL,
  reference       text   COLLATE "C" NOT NULL,
  state           text   NOT NULL,
  input           text   NOT NULL,
  recovery_point  text   NOT NULL,
  step            bigint NOT NULL,
  done            bigint NOT NULL,
  total           bigint,
  result          text,
  failure         text,
  failures        int    NOT NULL,
  created_at      bigint NOT NULL,
  started_at      bigint,
  finished_at     bigint,
  correlation_id  text   NOT NULL,
  callback_target text,
  callback_id     text   NOT NULL,
  callback_state  text   NOT NULL,
  callback_tries  int    NOT NULL
);
CREATE INDEX IF NOT EXISTS counterfoil_operation_age ON counterfoil_operation (namespace, kind, id);
-- The last index: without statistics the planner takes the newer one of two that seem equally good, and the older one leads to all operations
-- of a client and kind.
CREATE UNIQUE INDEX IF NOT EXISTS counterfoil_operation_name ON counterfoil_operation (namespace, kind, reference);
-- The queues of work and of callbacks: what is due when, which process has picked it, and its last heartbeat. They are db-scheduler's,
-- which knows a task by its name (the operation's kind) and instance (the operation's id).
CREATE TABLE IF NOT EXISTS counterfoil_operation_queue (
  task_name            text        NOT NULL,
  task_instance        text        NOT NULL,
  task_data            bytea,
  execution_time       timestamptz NOT NULL,
  picked               boolean     NOT NULL,
  picked_by            text,
  last_success         timestamptz,
  last_failure         timestamptz,
  consecutive_failures int,
  last_heartbeat       timestamptz,
  version              bigint      NOT NULL,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX IF NOT EXISTS counterfoil_operation_queue_due ON counterfoil_operation_queue (execution_time);
CREATE INDEX IF NOT EXISTS counterfoil_operation_queue_dead ON counterfoil_operation_queue (last_heartbeat);
CREATE TABLE IF NOT EXISTS counterfoil_callback_queue (
  task_name            text        NOT NULL,
  task_instance        text        NOT NULL,
  task_data            bytea,
  execution_time       timestamptz NOT NULL,
  picked               boolean     NOT NULL,
  picked_by            text,
  last_success         timestamptz,
  last_failure         timestamptz,
  consecutive_failures int,
  last_heartbeat       timestamptz,
  version              bigint      NOT NULL,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX IF NOT EXISTS counterfoil_callback_queue_due ON counterfoil_callback_queue (execution_time);
CREATE INDEX IF NOT EXISTS counterfoil_callback_queue_dead ON counterfoil_callback_queue (last_heartbeat);
