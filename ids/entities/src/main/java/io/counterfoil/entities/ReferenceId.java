package io.counterfoil.entities;

import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.text.UuidFormat;

/**
 * The name that an entity has outside of the service: chosen by the client, or by the service for what the client did not name.
 *
 * <p>It is opaque: compared character by character, {@code a} is not {@code A}, and never parsed. It names one entity of a kind in a
 * {@link Namespace}, at any endpoint and time, until that entity is deleted. It is neither the request's ID nor the entity's own ID, which
 * the service makes.
 *
 * @param value 1 to {@value #MAX_LIMIT} characters (UTF-16 units), none of them a control character, no unpaired surrogate
 */
public record ReferenceId(String value) {

    /** The lowest limit that can be set, in characters: a UUID's text. */
    public static final int MIN_LIMIT = OpaqueText.MIN_LIMIT;

    /** The default limit, in characters. */
    public static final int DEFAULT_LIMIT = OpaqueText.DEFAULT_LIMIT;

    /** The highest limit, in characters. */
    public static final int MAX_LIMIT = OpaqueText.MAX_LIMIT;

    private static final String WHAT = "a reference ID";

    /**
     * The reference ID of a text, within the highest limit.
     *
     * @param value 1 to {@value #MAX_LIMIT} characters, as above
     * @throws InvalidReferenceException if the text is invalid
     */
    public ReferenceId {
        check(value, MAX_LIMIT);
    }

    /**
     * {@return the reference ID of a text from outside, of at most {@value #DEFAULT_LIMIT} characters}
     *
     * @param text 1 to {@value #DEFAULT_LIMIT} characters (UTF-16 units)
     * @throws InvalidReferenceException if the text is invalid
     */
    public static ReferenceId of(String text) {
        return of(text, DEFAULT_LIMIT);
    }

    /**
     * {@return the reference ID of a text from outside}
     *
     * @param text 1 to {@code limit} characters (UTF-16 units)
     * @param limit how many characters it may have, {@value #MIN_LIMIT} to {@value #MAX_LIMIT}
     * @throws InvalidReferenceException if the text is invalid
     * @throws IllegalArgumentException if the limit is out of range
     */
    public static ReferenceId of(String text, int limit) {
        check(text, OpaqueText.checkedLimit(limit));
        return new ReferenceId(text);
    }

    private static void check(String text, int limit) {
        OpaqueText.fault(text, limit).ifPresent(reason -> {
            throw new InvalidReferenceException(WHAT, reason);
        });
    }

    /**
     * {@return a new reference ID, for what a client did not name: the text of a UUID of version 7, greater than all that this process made before}
     */
    public static ReferenceId next() {
        return new ReferenceId(UuidFormat.HEX.format(UuidV7.next()));
    }

    /** The text, fit for a line of a log or a message: brackets, equals signs and characters that cannot be seen are escaped. */
    @Override
    public String toString() {
        return OpaqueText.shown(value);
    }
}
