-- All rows are on one node of Citus, in one shard, and every node finds them there: which is free is decided over all of them. To be run on
-- the coordinator.
SELECT create_distributed_table('counterfoil_machine', NULL, colocate_with => 'none')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_machine'::regclass);
