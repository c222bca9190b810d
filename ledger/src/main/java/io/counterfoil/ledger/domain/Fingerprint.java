package io.counterfoil.ledger.domain;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Sums up what was asked for, part by part, so that it need not be kept to be compared, by SHA-256. Not thread-safe. */
public final class Fingerprint {

    private final MessageDigest digest = sha256();

    /** Of nothing yet. */
    public Fingerprint() {}

    /** A new digest, for what is summed up otherwise than by parts. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** Adds a part, its length first: parts cannot run into each other, whatever they contain. */
    public void add(String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
    }

    /** The sum, in hexadecimal; nothing can be added afterwards. */
    public String text() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
