-- The names are distributed over the nodes of Citus by their client. To be run on the coordinator.
SELECT create_distributed_table('counterfoil_reference', 'namespace')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_reference'::regclass);
