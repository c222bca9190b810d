-- Distributes the tables of operations over the nodes of Citus by their reference. To be run on the coordinator. Can be run again: a
-- table that is distributed stays as it is.

-- What was submitted before is in the queues by its id alone.
DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_operation_queue'::regclass) THEN
  UPDATE counterfoil_operation_queue q SET task_instance = concat_ws(chr(9), q.task_instance, o.namespace, o.reference)
    FROM counterfoil_operation o WHERE o.id::text = q.task_instance; END IF; END $$;
DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_callback_queue'::regclass) THEN
  UPDATE counterfoil_callback_queue q SET task_instance = concat_ws(chr(9), q.task_instance, o.namespace, o.reference)
    FROM counterfoil_operation o WHERE o.id::text = q.task_instance; END IF; END $$;

DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_operation'::regclass) THEN
  ALTER TABLE counterfoil_operation DROP CONSTRAINT counterfoil_operation_pkey, ADD PRIMARY KEY (id, reference); END IF; END $$;
SELECT create_distributed_table('counterfoil_operation', 'reference', colocate_with => 'none')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_operation'::regclass);

-- The queues, by the entry: its instance is the operation's id, namespace and reference, separated by tabs.
SELECT create_distributed_table('counterfoil_operation_queue', 'task_instance', colocate_with => 'none')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_operation_queue'::regclass);
SELECT create_distributed_table('counterfoil_callback_queue', 'task_instance', colocate_with => 'counterfoil_operation_queue')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_callback_queue'::regclass);
