package io.counterfoil.benchmarks.http.bookings;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.Supplier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.server.ResponseStatusException;

/**
 * What one writes by hand for keyed requests: the key is claimed by an insertion, the response is written into that row at the end of the
 * same transaction, and a duplicate finds the row. A duplicate of a request in progress waits in the database.
 */
class ByHandRequests {

    static final String TABLE = """
            CREATE TABLE request (
                id text COLLATE "C" PRIMARY KEY,
                fingerprint bytea NOT NULL,
                received_at timestamptz NOT NULL DEFAULT now(),
                status int,
                content_type text,
                body bytea);
            CREATE INDEX ON request (received_at)""";

    private final JdbcTemplate jdbc;

    ByHandRequests(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Transactional
    public ResponseEntity<byte[]> once(String key, byte[] body, Supplier<ResponseEntity<byte[]>> work) {
        byte[] fingerprint = sha256(body);
        int claimed = jdbc.update(
                "INSERT INTO request (id, fingerprint) VALUES (?, ?) ON CONFLICT DO NOTHING", key, fingerprint);
        if (claimed == 0) {
            return replay(key, fingerprint);
        }
        ResponseEntity<byte[]> made = work.get();
        jdbc.update(
                "UPDATE request SET status = ?, content_type = ?, body = ? WHERE id = ?",
                made.getStatusCode().value(),
                made.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE),
                made.getBody(),
                key);
        return made;
    }

    private ResponseEntity<byte[]> replay(String key, byte[] fingerprint) {
        return jdbc
                .query(
                        "SELECT status, content_type, body FROM request WHERE id = ? AND fingerprint = ?",
                        (row, number) -> ResponseEntity.status(row.getInt(1))
                                .header(HttpHeaders.CONTENT_TYPE, row.getString(2))
                                .body(row.getBytes(3)),
                        key,
                        fingerprint)
                .stream()
                .findFirst()
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.UNPROCESSABLE_CONTENT, "the key was used for another body"));
    }

    private static byte[] sha256(byte[] body) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(body);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
