-- A batch is known by its client and id: the library's tables have that as the primary key, so that they can be distributed.
ALTER TABLE counterfoil_batch
  DROP CONSTRAINT counterfoil_batch_pkey,
  DROP CONSTRAINT counterfoil_batch_namespace_batch_id_key,
  ADD PRIMARY KEY (namespace, batch_id),
  ADD UNIQUE (pk);
