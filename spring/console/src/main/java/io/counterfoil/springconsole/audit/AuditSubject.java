package io.counterfoil.springconsole.audit;

import io.counterfoil.idempotency.key.IdempotencyKey;
import java.util.regex.Pattern;

/**
 * What a decision was about. An immutable value.
 *
 * @param kind {@code record}, {@code message}, {@code outbox}, {@code callback}, …: 1 to 20 lower-case letters
 * @param name which one: a request ID, a message ID, an operation's reference; at most {@value #LONGEST_NAME} characters
 * @param client whose; empty for no named client, and where there are no clients
 * @param operation of which operation, at which destination, or of which kind; may be empty
 */
public record AuditSubject(String kind, String name, String client, String operation) {

    /** The longest name, in characters. */
    public static final int LONGEST_NAME = 255;

    private static final Pattern KIND = Pattern.compile("[a-z]{1,20}");

    /**
     * Checks the kind and the name.
     *
     * @param kind 1 to 20 lower-case letters
     * @param name 1 to {@value #LONGEST_NAME} characters
     * @param client may be empty
     * @param operation may be empty
     * @throws IllegalArgumentException when the kind or the name breaks these rules
     */
    public AuditSubject {
        if (!KIND.matcher(kind).matches()) {
            throw new IllegalArgumentException("kind must be 1 to 20 lower-case letters, not " + kind);
        }
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("name must have 1 to " + LONGEST_NAME + " characters");
        }
    }

    /**
     * {@return a record as a subject}
     *
     * @param key of the record
     */
    public static AuditSubject of(IdempotencyKey key) {
        return new AuditSubject(
                "record",
                key.requestId().value(),
                key.client().value(),
                key.operation().value());
    }
}
