package io.counterfoil.ledger.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An API key itself: {@code cfk_} and 256 random bits. Who has read it can act as its owner, so it is shown to the owner once,
 * and neither stored nor logged. An immutable value.
 *
 * <p>A fast hash is right for it. Passwords need a slow one, such as bcrypt, because they can be guessed; 256 random bits cannot,
 * at whatever speed, and a slow hash would be paid for at every request. For the same reason there is no salt, so that a key is
 * found by its hash.
 *
 * <p>Nothing need be compared in constant time. What the index of the database compares is a hash: how long that takes may tell
 * how far two hashes agree, and no key can be made whose hash agrees any further.
 */
final class Secret {

    private static final String PREFIX = "cfk_";
    private static final int RANDOM_BYTES = 32;
    private static final Pattern FORM = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String text;

    private Secret(String text) {
        this.text = text;
    }

    /** A new one. */
    static Secret random() {
        byte[] random = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(random);
        return new Secret(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random));
    }

    /** The key that this text is; empty where it has not the form of one, so that nothing else is looked up. */
    static Optional<Secret> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new Secret(text)) : Optional.empty();
    }

    /** The key, to be shown to its owner. */
    String reveal() {
        return text;
    }

    /** Its SHA-256: what is stored. */
    byte[] hash() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** Without the key. */
    @Override
    public String toString() {
        return PREFIX + "...";
    }
}
