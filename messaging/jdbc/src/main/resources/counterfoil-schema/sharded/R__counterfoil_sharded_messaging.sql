-- Distributes the tables of messaging over the nodes of Citus. To be run on the coordinator. Can be run again: a table that is distributed
-- stays as it is.
--
-- The outbox is distributed by place, the message's key: the messages of one key are on one node. A message without a key has a place of its
-- own. The id is the time at which the message was written, in units of 1/2048 microsecond since 1970, and above that of every message that
-- waits at its place; the library makes it. key_hash is not used. Messages that wait already have no place, so there must be none.
DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_outbox'::regclass) THEN
  IF EXISTS (SELECT FROM counterfoil_outbox) THEN RAISE EXCEPTION
    'counterfoil_outbox has messages: distribute it when all are published or discarded, and none is added'; END IF; ALTER TABLE
  counterfoil_outbox ALTER COLUMN id DROP IDENTITY, ADD COLUMN place text COLLATE "C" NOT NULL,
    DROP CONSTRAINT counterfoil_outbox_pkey, ADD PRIMARY KEY (place, id); END IF; END $$;
CREATE INDEX IF NOT EXISTS counterfoil_outbox_age ON counterfoil_outbox (id);
SELECT create_distributed_table('counterfoil_outbox', 'place', colocate_with => 'none')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_outbox'::regclass);

-- One row, in one shard.
SELECT create_distributed_table('counterfoil_outbox_relay', NULL, colocate_with => 'none')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_outbox_relay'::regclass);

SELECT create_distributed_table('counterfoil_message_try', 'message_hash', colocate_with => 'none')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_message_try'::regclass);

SELECT create_distributed_table('counterfoil_message_failure', 'message_hash', colocate_with => 'none')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_message_failure'::regclass);

-- Few rows, on every node: it is read along with the outbox of any node. As in the outbox, an id is unique at its place; key_hash is not used.
DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_outbox_failure'::regclass) THEN
  ALTER TABLE counterfoil_outbox_failure ADD COLUMN place text COLLATE "C" NOT NULL,
    DROP CONSTRAINT counterfoil_outbox_failure_pkey, ADD PRIMARY KEY (place, id); END IF; END $$;
SELECT create_reference_table('counterfoil_outbox_failure')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'counterfoil_outbox_failure'::regclass);
