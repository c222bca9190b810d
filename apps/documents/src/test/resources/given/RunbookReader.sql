CREATE TABLE counterfoil_record (
  request_id text, client text, operation text, received_at bigint, expires_at bigint, leased_until bigint
);
