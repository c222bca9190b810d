-- One row for each long-running operation. The step counts those that are finished; failures those in a row since
-- the last of them. Times are microseconds since 1970. The id is made by the service, in order of time, and never leaves it.
CREATE TABLE IF NOT EXISTS counterfoil_operation (
  id              uuid NOT NULL PRIMARY KEY,
  namespace       varchar(262) NOT NULL,
  kind            varchar(100) NOT NULL,
  reference       varchar(255) NOT NULL,
  state           varchar(10) NOT NULL,
  input           varchar(65536) NOT NULL,
  recovery_point  varchar(65536) NOT NULL,
  step            bigint NOT NULL,
  done            bigint NOT NULL,
  total           bigint,
  result          varchar(65536),
  failure         varchar(65536),
  failures        int NOT NULL,
  created_at      bigint NOT NULL,
  started_at      bigint,
  finished_at     bigint,
  correlation_id  varchar(1024) NOT NULL,
  callback_target varchar(2048),
  callback_id     varchar(64) NOT NULL,
  callback_state  varchar(10) NOT NULL,
  callback_tries  int NOT NULL,
  UNIQUE (namespace, kind, reference)
);
CREATE INDEX IF NOT EXISTS counterfoil_operation_age ON counterfoil_operation (namespace, kind, id);
-- The queues of work and of callbacks: what is due when, which process has picked it, and its last heartbeat. They are db-scheduler's,
-- which knows a task by its name (the operation's kind) and instance (the operation's id).
CREATE TABLE IF NOT EXISTS counterfoil_operation_queue (
  task_name            varchar(100) NOT NULL,
  task_instance        varchar(36) NOT NULL,
  task_data            varbinary(1024),
  execution_time       timestamp(6) with time zone NOT NULL,
  picked               boolean NOT NULL,
  picked_by            varchar(50),
  last_success         timestamp(6) with time zone,
  last_failure         timestamp(6) with time zone,
  consecutive_failures int,
  last_heartbeat       timestamp(6) with time zone,
  version              bigint NOT NULL,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX IF NOT EXISTS counterfoil_operation_queue_due ON counterfoil_operation_queue (execution_time);
CREATE INDEX IF NOT EXISTS counterfoil_operation_queue_dead ON counterfoil_operation_queue (last_heartbeat);
CREATE TABLE IF NOT EXISTS counterfoil_callback_queue (
  task_name            varchar(100) NOT NULL,
  task_instance        varchar(36) NOT NULL,
  task_data            varbinary(1024),
  execution_time       timestamp(6) with time zone NOT NULL,
  picked               boolean NOT NULL,
  picked_by            varchar(50),
  last_success         timestamp(6) with time zone,
  last_failure         timestamp(6) with time zone,
  consecutive_failures int,
  last_heartbeat       timestamp(6) with time zone,
  version              bigint NOT NULL,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX IF NOT EXISTS counterfoil_callback_queue_due ON counterfoil_callback_queue (execution_time);
CREATE INDEX IF NOT EXISTS counterfoil_callback_queue_dead ON counterfoil_callback_queue (last_heartbeat);
