-- Every node has the history of the schema, so that a service can be started on any of them.
SELECT create_reference_table('flyway_schema_history')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'flyway_schema_history'::regclass);
