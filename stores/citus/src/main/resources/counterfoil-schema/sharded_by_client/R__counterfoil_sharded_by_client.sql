-- Distributes the tables of counterfoil over the nodes of Citus by the client, after they were created. To be run on the coordinator. Can be run
-- again: a table that is distributed stays as it is.

SELECT create_distributed_table('counterfoil_record', 'client')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_record'::regclass);

SELECT create_reference_table('counterfoil_schema')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_schema'::regclass);
