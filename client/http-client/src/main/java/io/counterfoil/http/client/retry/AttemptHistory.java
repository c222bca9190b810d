package io.counterfoil.http.client.retry;

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
 * The attempts of one request over all its sends: their numbers, their IDs, and whether one of them explains a duplicate.
 *
 * <p>An attempt ID is a prefix of 48 random bits, which no other request has, and a number. So the ID of an original shows
 * whether this request has sent it, and no list is kept. A request from a journal keeps its prefix; because the number of its
 * earlier attempts is not known, it adds a mark of 24 random bits and counts from 1.
 */
final class AttemptHistory {

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

    private AttemptHistory(String prefix, String beforeTheNumber, Predecessor predecessor, @Nullable Instant openedAt) {
        this.prefix = prefix;
        this.beforeTheNumber = beforeTheNumber;
        this.predecessor = predecessor;
        this.openedAt = new AtomicReference<>(openedAt);
    }

    /** For a request that was never sent. */
    static AttemptHistory fresh() {
        String prefix = random(PREFIX_BYTES);
        return new AttemptHistory(prefix, prefix + ".", Predecessor.NONE, null);
    }

    /** For a request that was sent before, under unknown attempt IDs. */
    static AttemptHistory afterUnknown(@Nullable Instant openedAt) {
        String prefix = random(PREFIX_BYTES);
        return new AttemptHistory(prefix, prefix + ".", Predecessor.UNKNOWN, openedAt);
    }

    /** For a request that may have been sent before, under attempt IDs with this prefix. */
    static AttemptHistory after(String prefix, Instant openedAt) {
        return new AttemptHistory(prefix, prefix + "." + random(MARK_BYTES) + ".", Predecessor.SAME_PREFIX, openedAt);
    }

    /** Another process may send the request from now on, under attempt IDs with the same prefix. */
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

    /** When the request was first to be sent: now, if that is not recorded yet. */
    Instant openedBy(Instant now) {
        openedAt.compareAndSet(null, now);
        return openedAt();
    }

    /** When the request was first to be sent; recorded from the first send on. */
    Instant openedAt() {
        return Objects.requireNonNull(openedAt.get(), "not sent yet");
    }

    void end(AttemptResult result) {
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

    /** Whether an attempt other than the one that was just answered explains a duplicate. */
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

    /** Which earlier attempts there may be that this object has not counted. */
    private enum Predecessor {
        NONE,
        SAME_PREFIX,
        UNKNOWN
    }
}
