-- The pending requests are distributed over the nodes of Citus by the request ID, in both ways: they are this service's own. To be run on the coordinator.
SELECT create_distributed_table('counterfoil_client_journal', 'request_id')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_client_journal'::regclass);
