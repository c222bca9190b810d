package io.counterfoil.correlation;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The id of a unit of work: a root, and one more segment for each time that the work was split.
 *
 * <pre>
 *  id      = segment *( "." segment )     ; at most 128 characters
 *  segment = 1*64( ALPHA / DIGIT / "_" / "-" )
 * </pre>
 *
 * <p>The first segment is the root. A UUID fits as one, and so do a W3C trace id and a whole {@code traceparent}. Everything is
 * ASCII and case-sensitive; nothing in it needs escaping in a header, a URL or a log.
 *
 * <p>It belongs to the work, and never to an entity: each request has its own, a duplicate too.
 *
 * <p>Immutable; equal when the texts are.
 *
 * @param value the whole text
 */
public record CorrelationId(String value) {

    /** The longest id that is read or made, in characters, unless {@value #MAX_LENGTH_PROPERTY} is set. */
    public static final int DEFAULT_MAX_LENGTH = 128;

    /**
     * The system property that sets {@link #maxLength}, between 32 and 1024; it is read once, and a JVM with another value there fails
     * at the first use of this class. All services that share a story should agree on it.
     */
    public static final String MAX_LENGTH_PROPERTY = "counterfoil.correlation.max-length";

    /** The longest segment, in characters. */
    public static final int MAX_SEGMENT_LENGTH = 64;

    private static final int MAX_LENGTH = MaxLength.of(System.getProperty(MAX_LENGTH_PROPERTY));
    private static final char SEPARATOR = '.';
    private static final int ROOT_BYTES = 12;
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * The same as {@link #parse}.
     *
     * @param value a text of the grammar, at most {@link #maxLength} characters
     * @throws InvalidCorrelationIdException when the text breaks the grammar
     */
    public CorrelationId {
        requireGrammar(value);
    }

    /**
     * {@return the id with this text}
     *
     * @param text the whole id
     * @throws InvalidCorrelationIdException when the text breaks the grammar; the message names the rule. For a text from outside, {@link
     *     Correlation#acceptOrFresh} is the way that does not fail.
     */
    public static CorrelationId parse(String text) {
        return new CorrelationId(text);
    }

    /** {@return the longest id that is read or made, in characters} */
    public static int maxLength() {
        return MAX_LENGTH;
    }

    /** {@return a new root: 96 random bits as 16 characters of URL-safe base64, from a {@link SecureRandom}} Thread-safe. */
    public static CorrelationId fresh() {
        return fresh(RANDOM);
    }

    /**
     * {@return a new root of 96 bits of this randomness}
     *
     * @param random gives the 96 bits; one that can be predicted makes predictable ids
     */
    public static CorrelationId fresh(RandomGenerator random) {
        byte[] bits = new byte[ROOT_BYTES];
        random.nextBytes(bits);
        return new CorrelationId(BASE64.encodeToString(bits));
    }

    /**
     * The id of the n-th piece of work that this work was split into: {@code abcd.1}, {@code abcd.2}. The parent counts, so
     * that no two pieces have one number.
     *
     * @param n not negative; counting conventionally starts at 1
     * @return the child; empty when it would be longer than {@link #maxLength} characters. Then the work needs an id that is
     *     not an extension of this one. That is for the caller to decide, because both ids have to be logged;
     *     it is no error, since a long story must not make the work fail.
     * @throws IllegalArgumentException when n is negative
     */
    public Optional<CorrelationId> child(long n) {
        if (n < 0) {
            throw new IllegalArgumentException("the number of a child must not be negative, and is " + n);
        }
        return extendedBy(Long.toString(n));
    }

    /**
     * The id of an uncounted piece of this work, such as one processing of a message that may be delivered again.
     *
     * @param extension how the new segment is made; another one at each call
     * @return the longer id; empty when it would be longer than {@link #maxLength} characters, see {@link #child}
     */
    public Optional<CorrelationId> extend(Extension extension) {
        return extendedBy(extension.next());
    }

    /**
     * This id with one more segment.
     *
     * @param segment 1 to {@value #MAX_SEGMENT_LENGTH} characters of the grammar
     * @return the longer id; empty when it would be longer than {@link #maxLength} characters, see {@link #child}
     * @throws InvalidCorrelationIdException when the text is no segment: empty, too long, or with other characters
     */
    public Optional<CorrelationId> extendedBy(String segment) {
        requireSegment(segment);
        return value.length() + 1 + segment.length() <= MAX_LENGTH
                ? Optional.of(new CorrelationId(value + SEPARATOR + segment))
                : Optional.empty();
    }

    /**
     * {@return whether this is a child of the other id, or a child's child, and so on} By whole segments: {@code abcd.10} descends from
     * {@code abcd}, and not from {@code abcd.1}. No id descends from itself.
     *
     * @param other the possible ancestor
     */
    public boolean isDescendantOf(CorrelationId other) {
        String ancestor = other.value;
        return value.length() > ancestor.length()
                && value.charAt(ancestor.length()) == SEPARATOR
                && value.startsWith(ancestor);
    }

    /**
     * {@return whether this is the other id or a descendant of it: what a search for the story of the other one has to find}
     *
     * @param other the possible ancestor, or the same id
     */
    public boolean isWithin(CorrelationId other) {
        return equals(other) || isDescendantOf(other);
    }

    /** {@return the id that this one extends; empty for a root} */
    public Optional<CorrelationId> parent() {
        int last = value.lastIndexOf(SEPARATOR);
        return last < 0 ? Optional.empty() : Optional.of(new CorrelationId(value.substring(0, last)));
    }

    /** {@return the first segment, as an id of its own; this id when it is a root} */
    public CorrelationId root() {
        int first = value.indexOf(SEPARATOR);
        return first < 0 ? this : new CorrelationId(value.substring(0, first));
    }

    /** The text, and nothing round it. */
    @Override
    public String toString() {
        return value;
    }

    private static void requireGrammar(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new InvalidCorrelationIdException("a correlation id has at most %s characters, and this text has %s"
                    .formatted(MAX_LENGTH, text.length()));
        }
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == SEPARATOR) {
                requireSegmentLength(start, i - start);
                start = i + 1;
            } else if (!isOfSegment(text.charAt(i))) {
                throw new InvalidCorrelationIdException(
                        "a correlation id consists of A-Z a-z 0-9 _ - and dots, and there is U+%s at index %s"
                                .formatted(HexFormat.of().withUpperCase().toHexDigits(text.charAt(i)), i));
            }
        }
    }

    private static void requireSegment(String text) {
        if (text.indexOf(SEPARATOR) >= 0) {
            throw new InvalidCorrelationIdException(
                    "a segment of a correlation id has no dot, and there is one at index %s"
                            .formatted(text.indexOf(SEPARATOR)));
        }
        requireGrammar(text);
    }

    private static void requireSegmentLength(int start, int length) {
        if (length < 1 || length > MAX_SEGMENT_LENGTH) {
            throw new InvalidCorrelationIdException(
                    "a segment of a correlation id has 1 to %s characters, and the one at index %s has %s"
                            .formatted(MAX_SEGMENT_LENGTH, start, length));
        }
    }

    private static boolean isOfSegment(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }
}
