package io.counterfoil.http.client;

import io.counterfoil.idempotency.key.AttemptId;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The tries of one intention, over all its sends: their numbers, their IDs, and whether a duplicate can be one of its own.
 *
 * <p>An attempt ID is a prefix that no other intention has (48 random bits), and the number. So the ID of an original tells by
 * itself whether this intention has sent it, and no list has to be kept. An intention that comes back from a journal keeps the
 * prefix; because nobody knows how far its predecessor had counted, it counts anew behind a mark of its own (24 random bits).
 */
final class Tries {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static final int PREFIX_BYTES = 6;
    private static final int MARK_BYTES = 3;
    private static final int LONGEST_NUMBER = 10;

    private final String prefix;
    private final String beforeTheNumber;
    private final Predecessor predecessor;
    private final AtomicReference<@Nullable Instant> openedAt;
    private volatile boolean shared;
    private final AtomicInteger begun = new AtomicInteger();
    // All that began, without those that are known not to have arrived.
    private final AtomicInteger possibleOriginals = new AtomicInteger();
    // All that began, without those that are known to have had no effect.
    private final AtomicInteger possibleEffects = new AtomicInteger();

    private Tries(String prefix, String beforeTheNumber, Predecessor predecessor, @Nullable Instant openedAt) {
        this.prefix = prefix;
        this.beforeTheNumber = beforeTheNumber;
        this.predecessor = predecessor;
        this.openedAt = new AtomicReference<>(openedAt);
    }

    /** Of an intention that nobody has sent before. */
    static Tries fresh() {
        String prefix = random(PREFIX_BYTES);
        return new Tries(prefix, prefix + ".", Predecessor.NONE, null);
    }

    /** Of one that was sent before, under attempt IDs that nobody remembers. */
    static Tries afterUnknown(@Nullable Instant openedAt) {
        String prefix = random(PREFIX_BYTES);
        return new Tries(prefix, prefix + ".", Predecessor.UNKNOWN, openedAt);
    }

    /** Of one that may have been sent before, under attempt IDs with this prefix. */
    static Tries after(String prefix, Instant openedAt) {
        return new Tries(prefix, prefix + "." + random(MARK_BYTES) + ".", Predecessor.SAME_PREFIX, openedAt);
    }

    /** From now on another process may send the intention too, under attempt IDs with the same prefix. */
    void sharedByAJournal() {
        shared = true;
    }

    int begin() {
        possibleOriginals.incrementAndGet();
        possibleEffects.incrementAndGet();
        return begun.incrementAndGet();
    }

    AttemptId id(int number) {
        return new AttemptId(beforeTheNumber + number);
    }

    int longestId() {
        return beforeTheNumber.length() + LONGEST_NUMBER;
    }

    String prefix() {
        return prefix;
    }

    /** When the first try of all was to be made: now, if it was not known yet. */
    Instant openedBy(Instant now) {
        openedAt.compareAndSet(null, now);
        return openedAt();
    }

    /** When the first try of all was to be made; it is known from the first send on. */
    Instant openedAt() {
        return Objects.requireNonNull(openedAt.get(), "not sent yet");
    }

    void end(Attempt.Result result) {
        if (!result.mayHaveArrived()) {
            possibleOriginals.decrementAndGet();
        }
        if (!result.effectPossible()) {
            possibleEffects.decrementAndGet();
        }
    }

    boolean effectPossible() {
        return predecessor != Predecessor.NONE || possibleEffects.get() > 0;
    }

    /** Whether a duplicate can be explained by a try other than the one that was answered, which counts as arrived. */
    boolean explain(Optional<String> firstAttempt) {
        return switch (predecessor) {
            case NONE -> firstAttempt.map(this::isOurs).orElseGet(() -> possibleOriginals.get() > 1);
            case SAME_PREFIX ->
                firstAttempt.map(it -> it.startsWith(prefix + ".")).orElse(true);
            case UNKNOWN -> true;
        };
    }

    private boolean isOurs(String attemptId) {
        if (shared) {
            return attemptId.startsWith(prefix + ".");
        }
        if (!attemptId.startsWith(beforeTheNumber)) {
            return false;
        }
        String number = attemptId.substring(beforeTheNumber.length());
        for (int sent = begun.get(); sent > 0; sent--) {
            if (number.equals(Integer.toString(sent))) {
                return true;
            }
        }
        return false;
    }

    private static String random(int bytes) {
        byte[] bits = new byte[bytes];
        RANDOM.nextBytes(bits);
        return BASE64.encodeToString(bits);
    }

    /** Who may have sent the intention before this object was made. */
    private enum Predecessor {
        NONE,
        SAME_PREFIX,
        UNKNOWN
    }
}
