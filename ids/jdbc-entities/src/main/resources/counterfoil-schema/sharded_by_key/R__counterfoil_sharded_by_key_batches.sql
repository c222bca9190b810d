-- The batches are distributed over the nodes of Citus by their id, their members by the batch's number: those of one batch are on one node. That
-- number is unique because a sequence makes it, with a range for each node. A constraint would need the distribution column. To be run
-- on the coordinator.
ALTER TABLE counterfoil_batch DROP CONSTRAINT IF EXISTS counterfoil_batch_pk_key;
SELECT create_distributed_table('counterfoil_batch', 'batch_id')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_batch'::regclass);
SELECT create_distributed_table('counterfoil_batch_member', 'batch_pk')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_batch_member'::regclass);
