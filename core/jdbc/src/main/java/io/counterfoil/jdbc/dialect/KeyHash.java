package io.counterfoil.jdbc.dialect;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The numbers that stand for a key where a database can lock numbers only: 64 bits of a SHA-256, so that a client cannot choose a
 * key that shares its number with another client's. Two keys that do are only ever taken for in flight at the same time, which
 * costs the one a short wait, never for the same.
 *
 * @param key the hash of the key
 * @param contents the hash of the key with its contents
 */
public record KeyHash(long key, long contents) {

    /**
     * Computes both numbers from one digest: other bits of it, mixed with those of the contents' own.
     *
     * @param request the request, of which the key and the fingerprint count
     * @return the numbers
     */
    public static KeyHash of(KeyedRequest request) {
        ByteBuffer digest = digestOf(request.key());
        long contents = ByteBuffer.wrap(request.fingerprint().toByteArray()).getLong();
        return new KeyHash(digest.getLong(), digest.getLong() ^ contents);
    }

    /**
     * {@return the number of a key alone}
     *
     * @param key the key
     */
    public static long of(IdempotencyKey key) {
        return digestOf(key).getLong();
    }

    /**
     * {@return the number of a data key} It is computed from other bytes than those of any request.
     *
     * @param key the key
     */
    public static long of(DataKey key) {
        return digest("data", key.kind(), key.scope(), key.key().value()).getLong();
    }

    private static ByteBuffer digestOf(IdempotencyKey key) {
        return digest(
                "request",
                key.client().value(),
                key.operation().value(),
                key.requestId().value());
    }

    /** Length first: no two different lists of parts make the same bytes. */
    private static ByteBuffer digest(String... parts) {
        byte[][] encoded = new byte[parts.length][];
        int length = 0;
        for (int i = 0; i < parts.length; i++) {
            encoded[i] = parts[i].getBytes(StandardCharsets.UTF_8);
            length += Integer.BYTES + encoded[i].length;
        }
        ByteBuffer all = ByteBuffer.allocate(length);
        for (byte[] part : encoded) {
            all.putInt(part.length).put(part);
        }
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(all.array()));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
