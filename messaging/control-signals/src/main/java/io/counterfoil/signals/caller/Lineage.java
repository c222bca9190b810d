package io.counterfoil.signals.caller;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The correlation IDs of all attempts at one command: that of the work which sent it, and a segment that begins with a prefix which no
 * other command has (48 random bits) and ends with the attempt's number. So an ID shows whether this command was sent under it, without a
 * list of IDs. A command that is resumed from a journal keeps the prefix; because the last number of the previous process is unknown, it
 * counts anew after a marker of its own (24 random bits).
 */
record Lineage(CorrelationId base, String prefix, String beforeTheNumber) {

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static final int PREFIX_LENGTH = 8;
    private static final int LONGEST_SEGMENT = PREFIX_LENGTH + 1 + 4 + 1 + 10;

    /** Continues the current work; where its ID has no room for an extension, under a fresh one that replaces it. */
    static Lineage fresh(RandomGenerator random) {
        CorrelationId current = Correlation.current().orElseGet(CorrelationId::fresh);
        boolean room = current.value().length() + 1 + LONGEST_SEGMENT <= CorrelationId.maxLength();
        String prefix = text(random, 6);
        return new Lineage(room ? current : Correlation.replacing(current), prefix, prefix + "-");
    }

    /** Continues the story of a command that was sent by a process which is gone. */
    static Lineage resumed(CorrelationId first, String prefix, RandomGenerator random) {
        return new Lineage(first.parent().orElse(first), prefix, prefix + "-" + text(random, 3) + "-");
    }

    CorrelationId attempt(int number) {
        // Where the longest is set to 32 characters or little more, not even a fresh one has room.
        return base.extendedBy(beforeTheNumber + number).orElseGet(() -> CorrelationId.parse(beforeTheNumber + number));
    }

    /** The prefix of an ID that a lineage has made, or that looks so. */
    static Optional<String> prefixOf(CorrelationId id) {
        String segment = id.value().substring(id.value().lastIndexOf('.') + 1);
        return segment.length() > PREFIX_LENGTH && segment.charAt(PREFIX_LENGTH) == '-'
                ? Optional.of(segment.substring(0, PREFIX_LENGTH))
                : Optional.empty();
    }

    boolean has(CorrelationId id) {
        return prefixOf(id).filter(prefix::equals).isPresent();
    }

    private static String text(RandomGenerator random, int bytes) {
        byte[] bits = new byte[bytes];
        random.nextBytes(bits);
        return BASE64.encodeToString(bits);
    }
}
