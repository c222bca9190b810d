package io.counterfoil.callbacks;

import io.counterfoil.http.message.HeaderField;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The ID and the time of a callback, with signatures, in the three header fields of Standard Webhooks 1.0. Signed is {@code
 * id.timestamp.body}, by HMAC-SHA256, with each of the sender's secrets, so that receivers with the old and with the new secret can verify
 * it while a secret is replaced.
 *
 * @param id the callback's, the same for all attempts
 * @param sentAt when this attempt was sent; whole seconds go over the wire
 * @param signatures one for each secret, as base64
 */
record CallbackSignature(String id, Instant sentAt, List<String> signatures) {

    /** The field with the callback's id. */
    public static final String ID = "webhook-id";

    /** The field with the time of the attempt, in seconds since 1970. */
    public static final String TIMESTAMP = "webhook-timestamp";

    /** The field with the signatures, each after {@code v1,}, with spaces between them. */
    public static final String SIGNATURE = "webhook-signature";

    static final String VERSION = "v1,";

    /** Copies the signatures. */
    public CallbackSignature {
        signatures = List.copyOf(signatures);
    }

    /**
     * Signs an attempt.
     *
     * @param secrets one or more
     * @throws IllegalArgumentException when there is no secret, or the id has a full stop, which would let two callbacks have one signature
     */
    public static CallbackSignature of(String id, Instant sentAt, byte[] body, List<CallbackSecret> secrets) {
        if (id.isEmpty() || id.indexOf('.') >= 0) {
            throw new IllegalArgumentException(
                    "a callback's ID must not be empty or contain a full stop: \"" + id + '"');
        }
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("a callback needs at least one secret");
        }
        byte[] content = content(id, Long.toString(sentAt.getEpochSecond()), body);
        return new CallbackSignature(
                id,
                sentAt,
                secrets.stream()
                        .map(secret -> Base64.getEncoder().encodeToString(secret.mac(content)))
                        .toList());
    }

    /** The three header fields. */
    public List<HeaderField> fields() {
        return List.of(
                new HeaderField(ID, id),
                new HeaderField(TIMESTAMP, Long.toString(sentAt.getEpochSecond())),
                new HeaderField(
                        SIGNATURE, signatures.stream().map(VERSION::concat).collect(Collectors.joining(" "))));
    }

    static byte[] content(String id, String timestamp, byte[] body) {
        ByteArrayOutputStream content = new ByteArrayOutputStream(body.length + 64);
        content.writeBytes((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        content.writeBytes(body);
        return content.toByteArray();
    }
}
