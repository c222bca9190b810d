-- The names are distributed over the nodes of Citus, each by itself. To be run on the coordinator.
SELECT create_distributed_table('counterfoil_reference', 'reference')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_reference'::regclass);
