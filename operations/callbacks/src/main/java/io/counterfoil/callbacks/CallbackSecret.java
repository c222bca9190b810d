package io.counterfoil.callbacks;

import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret that sender and receiver of callbacks share, {@value #MIN_BYTES} to {@value #MAX_BYTES} bytes, as Standard Webhooks 1.0 has it:
 * {@code whsec_} and base64. Each receiver gets one of its own. Only {@link #text()} returns its text; {@link #toString()} hides it.
 *
 * <p>Immutable and thread-safe. Two are equal if their bytes are; they are compared in constant time.
 */
public final class CallbackSecret {

    /** The fewest bytes. */
    public static final int MIN_BYTES = 24;

    /** The most bytes. */
    public static final int MAX_BYTES = 64;

    private static final int FRESH_BYTES = 32;
    private static final int LONGEST_TEXT = 128;
    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] bytes;

    private CallbackSecret(byte[] bytes) {
        if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException("a callback's secret has %s to %s bytes; this one has %s"
                    .formatted(MIN_BYTES, MAX_BYTES, bytes.length));
        }
        this.bytes = bytes;
    }

    /**
     * {@return a secret of these bytes}
     *
     * @param bytes {@value #MIN_BYTES} to {@value #MAX_BYTES} bytes, copied
     * @throws IllegalArgumentException when they are too few or too many
     */
    public static CallbackSecret of(byte[] bytes) {
        return new CallbackSecret(bytes.clone());
    }

    /**
     * {@return the secret that {@link #text()} wrote}
     *
     * @param text {@code whsec_} and base64
     * @throws IllegalArgumentException if the text is invalid; the message does not repeat the text
     */
    public static CallbackSecret parse(String text) {
        if (!text.startsWith(PREFIX) || text.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException(
                    "a callback's secret begins with " + PREFIX + " and is base64 after that");
        }
        try {
            return new CallbackSecret(Base64.getDecoder().decode(text.substring(PREFIX.length())));
        } catch (IllegalArgumentException notBase64) {
            // Its cause would repeat some of the secret.
            throw new IllegalArgumentException("a callback's secret has %s to %s bytes as base64 after %s"
                    .formatted(MIN_BYTES, MAX_BYTES, PREFIX));
        }
    }

    /** {@return a new secret of {@value #FRESH_BYTES} random bytes} */
    public static CallbackSecret fresh() {
        byte[] random = new byte[FRESH_BYTES];
        RANDOM.nextBytes(random);
        return new CallbackSecret(random);
    }

    /** {@return the secret itself as text, for the receiver: not for logs} */
    public String text() {
        return PREFIX + Base64.getEncoder().encodeToString(bytes);
    }

    /** The HMAC-SHA256 of this content under the secret. */
    byte[] mac(byte[] content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(bytes, ALGORITHM));
            return mac.doFinal(content);
        } catch (NoSuchAlgorithmException | InvalidKeyException missing) {
            // Every Java platform has this algorithm, and takes a key of any length.
            throw new IllegalStateException(missing);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CallbackSecret secret && MessageDigest.isEqual(bytes, secret.bytes);
    }

    @Override
    public int hashCode() {
        return CallbackSecret.class.hashCode();
    }

    @Override
    public String toString() {
        return "CallbackSecret[" + bytes.length + " bytes]";
    }
}
