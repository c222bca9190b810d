package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What PostgreSQL is asked, word by word. */
final class PostgreSql {

    /**
     * Try-lock and look-up in one round trip. They are two statements on purpose: under READ COMMITTED the second has a
     * snapshot of its own, taken after the lock was, so whoever held the lock before is seen.
     */
    static final String CLAIM = """
            SELECT pg_try_advisory_xact_lock(?);
            SELECT fingerprint, first_attempt, received_at, format, payload
              FROM counterfoil_record WHERE request_id = ? AND client = ? AND operation = ?""";

    static final String COUNT = """
            UPDATE counterfoil_record SET request_count = request_count + 1
             WHERE request_id = ? AND client = ? AND operation = ? RETURNING request_count""";

    /** The unique key has the last word: a row less than one inserted means that another has recorded. */
    static final String RECORD = """
            INSERT INTO counterfoil_record
              (request_id, client, operation, fingerprint, first_attempt, expires_at, format, payload)
            VALUES (?, ?, ?, ?, ?, now() + make_interval(secs => ?), ?, ?) ON CONFLICT DO NOTHING""";

    static final String HOLD = "SELECT pg_try_advisory_xact_lock(?)";

    static final String PURGE = """
            DELETE FROM counterfoil_record WHERE (request_id, client, operation) IN (
              SELECT request_id, client, operation FROM counterfoil_record WHERE expires_at <= now()
               ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED)""";

    private PostgreSql() {}

    /**
     * The number of the advisory lock that stands for a key: 64 bits of a hash. Two keys that share a number are only
     * ever taken for in flight at the same time, which costs the one a short wait, never for the same.
     */
    static long lockOf(IdempotencyKey key) {
        return hash(
                "request",
                key.client().value(),
                key.operation().value(),
                key.requestId().value());
    }

    static long lockOf(DataKey key) {
        return hash("data", key.kind(), key.scope(), key.key().value());
    }

    private static long hash(String... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : parts) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                // Length first: no two different lists of parts make the same bytes.
                digest.update(
                        ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
                digest.update(bytes);
            }
            return ByteBuffer.wrap(digest.digest()).getLong();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
