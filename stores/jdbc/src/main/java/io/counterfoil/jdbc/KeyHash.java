package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The numbers that stand for keys where a database can lock numbers only: 64 bits of a SHA-256, so that nobody can choose a
 * key that shares its number with another client's. Two keys that do are only ever taken for in flight at the same time, which
 * costs the one a short wait, never for the same.
 */
final class KeyHash {

    private KeyHash() {}

    static long of(IdempotencyKey key) {
        return first(digestOf(key));
    }

    /** The number of a key together with the contents it is used for. */
    static long ofContents(KeyedRequest request) {
        MessageDigest digest = digestOf(request.key());
        digest.update(request.fingerprint().toByteArray());
        return first(digest);
    }

    static long of(DataKey key) {
        MessageDigest digest = digest();
        add(digest, "data");
        add(digest, key.kind());
        add(digest, key.scope());
        add(digest, key.key().value());
        return first(digest);
    }

    private static MessageDigest digestOf(IdempotencyKey key) {
        MessageDigest digest = digest();
        add(digest, "request");
        add(digest, key.client().value());
        add(digest, key.operation().value());
        add(digest, key.requestId().value());
        return digest;
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** Length first: no two different lists of parts make the same bytes. */
    private static void add(MessageDigest digest, String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        digest.update(bytes);
    }

    private static long first(MessageDigest digest) {
        return ByteBuffer.wrap(digest.digest()).getLong();
    }
}
