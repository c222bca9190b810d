-- Requests that are in progress under a lease, or whose outcome is unknown, the oldest first, on MariaDB and MySQL.
SELECT CASE WHEN leased_until > UNIX_TIMESTAMP(SYSDATE(6)) * 1000000 THEN 'in progress' ELSE 'unknown' END AS state,
       CONVERT(operation USING utf8mb4) AS operation, CONVERT(client USING utf8mb4) AS client,
       CONVERT(request_id USING utf8mb4) AS request_id,
       FROM_UNIXTIME(received_at / 1000000) AS received, FROM_UNIXTIME(leased_until / 1000000) AS leased_until
  FROM counterfoil_record
 WHERE expires_at = 9223372036854775807 AND leased_until > 0
 ORDER BY received_at LIMIT 100;
