package io.counterfoil.http.client;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.RequestId;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The request IDs of the calls that a handler makes to other services, derived from the key of the request that it handles: one
 * for each named call. A handler that runs again repeats its calls under the same IDs, and the other services execute each of
 * them once.
 *
 * <pre>{@code
 * DownstreamKeys keys = DownstreamKeys.of(execution.key());
 * client.send(RetryableRequest.post(payments).json(payment).derivedRequestId(keys.key("charge")).build());
 * for (Item item : items) {
 *     client.send(RetryableRequest.post(stock).json(text(item)).derivedRequestId(keys.key("reserve", item.number())).build());
 * }
 * }</pre>
 *
 * <p>A handler in transactional mode runs again from its beginning after a crash, and so does one in lease mode with the policy
 * to run again; the calls that it made before the crash cannot be undone. Under random IDs they would be executed twice.
 *
 * <h2>Two dangers</h2>
 *
 * A derived ID has two dangers:
 *
 * <ul>
 *   <li><b>There is no second identical request.</b> Two calls of one request with the same name and index are one call: the
 *     second receives the response to the first. Name each call after its purpose, and number the calls of a loop by a property
 *     of the data rather than by the loop's counter, unless the order is always the same. The contents must be the same as
 *     well, or the other service rejects the call.
 *   <li><b>It can be predicted.</b> With {@link #of(IdempotencyKey)}, a party that knows the incoming key, as its client does,
 *     and the names in this program, knows the IDs before they are used. Where the other service scopes request IDs by
 *     authenticated client, other clients cannot use them. Where it does not, another client can use the ID first, and the
 *     handler's call is answered as a duplicate and never executed. In that case, and where the incoming clients can call the
 *     other service under this service's name, use {@link #of(IdempotencyKey, byte[])}.
 * </ul>
 *
 * <p>An ID does not reveal what it was derived from. It is the text of a UUIDv8 (RFC 9562, section 5.8) with 122 bits of
 * SHA-256, or of HMAC-SHA-256 (RFC 2104) with a secret, over the parts of the incoming key, the name and the index, each
 * preceded by its length, so that different parts never give the same input. The derivation never changes between versions of
 * this library.
 *
 * <p>Immutable and thread-safe.
 */
public final class DownstreamKeys {

    /** The longest name of a call, in bytes of UTF-8. */
    public static final int MAX_CALL_BYTES = 255;

    /** The shortest secret, in bytes: as many as the result of SHA-256 has. */
    public static final int LEAST_SECRET_BYTES = 32;

    /** Separates these hashes from others over the same parts. */
    private static final String DOMAIN = "counterfoil downstream key 1";

    private static final String HMAC = "HmacSHA256";

    private final IdempotencyKey incoming;
    private final @Nullable SecretKeySpec secret;

    private DownstreamKeys(IdempotencyKey incoming, @Nullable SecretKeySpec secret) {
        this.incoming = incoming;
        this.secret = secret;
    }

    /**
     * {@return the IDs of calls made for this request} They can be predicted: see above.
     *
     * @param incoming the key of the request that is handled
     */
    public static DownstreamKeys of(IdempotencyKey incoming) {
        return new DownstreamKeys(incoming, null);
    }

    /**
     * {@return the IDs of calls made for this request, which cannot be predicted without the secret}
     *
     * @param incoming the key of the request that is handled
     * @param secret at least {@value #LEAST_SECRET_BYTES} random bytes, copied; the same in all processes of this service, and for as
     *     long as a request may run again: another secret gives other IDs
     * @throws IllegalArgumentException when the secret is too short
     */
    public static DownstreamKeys of(IdempotencyKey incoming, byte[] secret) {
        if (secret.length < LEAST_SECRET_BYTES) {
            throw new IllegalArgumentException(
                    "the secret must have at least " + LEAST_SECRET_BYTES + " bytes, and has " + secret.length);
        }
        return new DownstreamKeys(incoming, new SecretKeySpec(secret, HMAC));
    }

    /**
     * {@return the request ID of the call with this name; always the same}
     *
     * @param call 1 to {@value #MAX_CALL_BYTES} bytes of UTF-8, compared byte by byte
     * @throws IllegalArgumentException when the name is empty, too long, or not valid Unicode
     */
    public RequestId key(String call) {
        return derived(call, Optional.empty());
    }

    /**
     * {@return the request ID of one of several calls with this name}
     *
     * @param call as for {@link #key(String)}
     * @param index 0 or more; 0 gives another ID than {@link #key(String)}
     * @throws IllegalArgumentException when the index is negative, or as for {@link #key(String)}
     */
    public RequestId key(String call, int index) {
        if (index < 0) {
            throw new IllegalArgumentException("the index of a call must not be negative: " + index);
        }
        return derived(call, Optional.of(index));
    }

    private RequestId derived(String call, Optional<Integer> index) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream parts = new DataOutputStream(bytes)) {
            write(parts, utf8(DOMAIN));
            write(parts, utf8(incoming.client().value()));
            write(parts, utf8(incoming.operation().value()));
            write(parts, utf8(incoming.requestId().value()));
            write(parts, utf8(checked(call)));
            if (index.isPresent()) {
                parts.writeInt(index.get());
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return new RequestId(uuidV8(hash(bytes.toByteArray())).toString());
    }

    private static void write(DataOutputStream parts, byte[] part) throws IOException {
        parts.writeInt(part.length);
        parts.write(part);
    }

    private static String checked(String call) {
        int bytes = utf8(call).length;
        if (bytes < 1 || bytes > MAX_CALL_BYTES) {
            throw new IllegalArgumentException(
                    "the name of a call must have 1 to " + MAX_CALL_BYTES + " bytes of UTF-8, and has " + bytes);
        }
        return call;
    }

    /** Not by {@code getBytes}, which gives the same bytes for different invalid strings. */
    private static byte[] utf8(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException unpaired) {
            throw new IllegalArgumentException("the name of a call has an unpaired surrogate", unpaired);
        }
    }

    private byte[] hash(byte[] parts) {
        try {
            if (secret == null) {
                return MessageDigest.getInstance("SHA-256").digest(parts);
            }
            Mac mac = Mac.getInstance(HMAC);
            mac.init(secret);
            return mac.doFinal(parts);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has SHA-256 and " + HMAC, missing);
        }
    }

    private static UUID uuidV8(byte[] hash) {
        ByteBuffer bits = ByteBuffer.wrap(hash);
        long high = (bits.getLong() & ~0xF000L) | 0x8000L;
        long low = (bits.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }
}
