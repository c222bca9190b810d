-- Requests that are in progress under a lease, or whose outcome is unknown, the oldest first, on H2.
SELECT CASE WHEN leased_until > EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000 THEN 'in progress' ELSE 'unknown' END,
       operation, client, request_id,
       DATEADD(MICROSECOND, received_at, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'),
       DATEADD(MICROSECOND, leased_until, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z')
  FROM counterfoil_record
 WHERE expires_at = 9223372036854775807 AND leased_until > 0
 ORDER BY received_at LIMIT 100;
