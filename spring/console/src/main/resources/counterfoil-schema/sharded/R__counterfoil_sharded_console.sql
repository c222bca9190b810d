-- The decisions are distributed over the nodes of Citus by their subject, in both ways: a row need not have a client. To be run on the coordinator.
SELECT create_distributed_table('counterfoil_console_audit', 'subject', colocate_with => 'none')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_console_audit'::regclass);
