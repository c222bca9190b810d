-- The creations are distributed over the nodes of Citus by the command's id, in both ways: a row knows no client. To be run on the coordinator.
SELECT create_distributed_table('counterfoil_creation', 'command_id')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_creation'::regclass);
