package io.counterfoil.callbacks;

import io.counterfoil.http.message.HeaderField;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a callback says of itself: its id, when it was sent, and proof of both and of its body, in the three header fields of Standard
 * Webhooks 1.0. What is signed is {@code id.timestamp.body}, by HMAC-SHA256, under each of the sender's secrets: so a secret is replaced
 * while receivers that know the old one, and those that know the new one, both believe.
 *
 * @param id the callback's, the same over all tries
 * @param sentAt when this try was sent; whole seconds go over the wire
 * @param signatures one for each secret, as base64
 */
public record CallbackSignature(String id, Instant sentAt, List<String> signatures) {

    /** The field with the callback's id. */
    public static final String ID = "webhook-id";

    /** The field with the time of the try, in seconds since 1970. */
    public static final String TIMESTAMP = "webhook-timestamp";

    /** The field with the signatures, each after {@code v1,}, with spaces between them. */
    public static final String SIGNATURE = "webhook-signature";

    static final String VERSION = "v1,";

    /** Copies the signatures. */
    public CallbackSignature {
        signatures = List.copyOf(signatures);
    }

    /**
     * Signs a try.
     *
     * @param secrets one or more
     * @throws IllegalArgumentException when there is no secret, or the id has a full stop, which would let two callbacks have one signature
     */
    public static CallbackSignature of(String id, Instant sentAt, byte[] body, List<CallbackSecret> secrets) {
        if (id.isEmpty() || id.indexOf('.') >= 0) {
            throw new IllegalArgumentException("a callback's id has no full stop and is not empty: \"" + id + '"');
        }
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("a callback needs one secret at the least");
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
