package io.counterfoil.entities;

import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.text.UuidFormat;

/**
 * The name of the batch that one request created: chosen by the client, or by the service where the client chose none.
 * A client that lost the request's response finds by it what has become of each member.
 *
 * <p>It is opaque, and compared character by character. It names one batch in a {@link Namespace}, for batches of any kind. It has the
 * same rules as a {@link ReferenceId}, and is a type of its own.
 *
 * @param value 1 to {@value #MAX_LIMIT} characters (UTF-16 units), none of them a control character, no unpaired surrogate
 */
public record BatchId(String value) {

    /** The lowest limit that can be set, in characters: a UUID's text. */
    public static final int MIN_LIMIT = OpaqueText.MIN_LIMIT;

    /** The default limit, in characters. */
    public static final int DEFAULT_LIMIT = OpaqueText.DEFAULT_LIMIT;

    /** The highest limit, in characters. */
    public static final int MAX_LIMIT = OpaqueText.MAX_LIMIT;

    private static final String WHAT = "a batch ID";

    /**
     * The batch ID of a text, within the highest limit.
     *
     * @param value 1 to {@value #MAX_LIMIT} characters, as above
     * @throws InvalidReferenceException if the text is invalid
     */
    public BatchId {
        check(value, MAX_LIMIT);
    }

    /**
     * {@return the batch ID of a text from outside, of at most {@value #DEFAULT_LIMIT} characters}
     *
     * @param text 1 to {@value #DEFAULT_LIMIT} characters (UTF-16 units)
     * @throws InvalidReferenceException if the text is invalid
     */
    public static BatchId of(String text) {
        return of(text, DEFAULT_LIMIT);
    }

    /**
     * {@return the batch ID of a text from outside}
     *
     * @param text 1 to {@code limit} characters (UTF-16 units)
     * @param limit how many characters it may have, {@value #MIN_LIMIT} to {@value #MAX_LIMIT}
     * @throws InvalidReferenceException if the text is invalid
     * @throws IllegalArgumentException if the limit is out of range
     */
    public static BatchId of(String text, int limit) {
        check(text, OpaqueText.checkedLimit(limit));
        return new BatchId(text);
    }

    private static void check(String text, int limit) {
        OpaqueText.fault(text, limit).ifPresent(reason -> {
            throw new InvalidReferenceException(WHAT, reason);
        });
    }

    /**
     * {@return a new batch ID, for a batch that the client did not name: the text of a UUID of version 7, greater than all that this
     * process made before}
     */
    public static BatchId next() {
        return new BatchId(UuidFormat.HEX.format(UuidV7.next()));
    }

    /** The text, fit for a line of a log or a message: brackets, equals signs and characters that cannot be seen are escaped. */
    @Override
    public String toString() {
        return OpaqueText.shown(value);
    }
}
