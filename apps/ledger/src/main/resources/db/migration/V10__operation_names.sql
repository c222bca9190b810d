-- The library's index of the name, newer than that of the list: without statistics the planner takes the newer one of two that seem equally good.
CREATE UNIQUE INDEX counterfoil_operation_name ON counterfoil_operation (namespace, kind, reference);
ALTER TABLE counterfoil_operation DROP CONSTRAINT counterfoil_operation_namespace_kind_reference_key;
