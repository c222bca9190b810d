package io.counterfoil.ledger.domain;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Computes a SHA-256 digest of a request, part by part, so that contents can be compared without storing them. Not
 * thread-safe.
 */
public final class Fingerprint {

    private final MessageDigest digest = sha256();

    /** Starts without parts. */
    public Fingerprint() {}

    /** A new digest, for content that is not made of parts. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** Adds a part, preceded by its length, so that different sequences of parts cannot give the same input. */
    public void add(String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
    }

    /** The digest in hexadecimal. No part can be added afterwards. */
    public String text() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
