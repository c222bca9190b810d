package io.counterfoil.idempotency.key;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A digest of a request's contents, 32 bytes: distinguishes a retry from another request under a used key. An immutable
 * value.
 */
public final class Fingerprint {

    /** The length of every fingerprint, in bytes. */
    public static final int LENGTH = 32;

    private final byte[] bytes;

    private Fingerprint(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * {@return the SHA-256 of the content}
     *
     * @param content what distinguishes the request from others under its key; may be empty
     */
    public static Fingerprint of(byte[] content) {
        try {
            return new Fingerprint(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /**
     * {@return the fingerprint a store kept as {@link #toByteArray()}}
     *
     * @param bytes the stored bytes, copied
     * @throws IllegalArgumentException when there are not {@value #LENGTH} bytes
     */
    public static Fingerprint ofStored(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("a fingerprint has " + LENGTH + " bytes, not " + bytes.length);
        }
        return new Fingerprint(bytes.clone());
    }

    /** {@return a copy of the bytes} */
    public byte[] toByteArray() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
