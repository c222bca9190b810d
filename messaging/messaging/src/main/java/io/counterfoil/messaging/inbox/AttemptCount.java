package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.concurrent.Backoff;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.messaging.MessageOrigin;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts of this process at one message, and their number over all processes: the first attempt of what may have been delivered before
 * is counted when it begins, as is each one that fails, once. Not thread-safe.
 */
final class AttemptCount {

    static final Backoff PAUSES = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5));
    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    private final MessageKey key;
    private final Optional<AttemptLog> attempts;
    private boolean begun;
    private boolean counted;
    private int countedAlready;
    private int failuresHere;
    private int known;
    private int pauses;
    private Duration waited = Duration.ZERO;
    private @Nullable String traced;

    AttemptCount(MessageKey key, Optional<AttemptLog> attempts) {
        this.key = key;
        this.attempts = attempts;
    }

    /** Why a message is given up before an attempt. */
    static String neverEnded(int maxAttempts) {
        return "it was begun " + maxAttempts + " times, and never ended";
    }

    /** Why a message is given up after one. */
    static String failed(int failures, String last) {
        return "it failed " + failures + " times, the last time by " + last;
    }

    /** How often it was begun, where that was looked up before the first attempt here at a message that may have been delivered before; else 0. */
    int begin(boolean maybeRedelivered) {
        if (!begun && maybeRedelivered && attempts.isPresent()) {
            countedAlready = attempts.get().count(key);
            counted = true;
            known = countedAlready;
        }
        begun = true;
        return countedAlready;
    }

    /** It was in progress elsewhere, so nothing was begun here: the next attempt is the first one. */
    void takeBack() {
        if (countedAlready > 0) {
            attempts.ifPresent(log -> log.uncount(key));
            countedAlready = 0;
        }
        begun = failuresHere > 0;
    }

    /** Whether an attempt here has failed. */
    boolean hasFailed() {
        return failuresHere > 0;
    }

    /** Counts a failure, unless it was counted when it began. @return how many there were */
    int fail() {
        failuresHere++;
        known = failuresHere;
        if (attempts.isEmpty()) {
            return failuresHere;
        }
        int count = countedAlready > 0 ? countedAlready : attempts.get().count(key);
        countedAlready = 0;
        counted = true;
        known = count;
        return count;
    }

    /** Counts a failure in this process only. @return how many there were in it */
    int failHere() {
        failuresHere++;
        known = failuresHere;
        return failuresHere;
    }

    /** Keeps the last failure, for operators; what follows does not depend on it. */
    void describe(Throwable failure) {
        ignoring(
                "The failure of message {} could not be recorded",
                log -> log.failed(key, known, StoreOutage.describe(failure), PAUSES.after(pauses + 1)));
    }

    /**
     * Keeps that it becomes a dead letter; to be called before it does. What the database refuses is rejected without.
     *
     * @throws StoreException when the database is unavailable: the message is to be rejected later
     */
    void rejecting(String reason, Optional<MessageOrigin> origin) {
        try {
            attempts.ifPresent(log -> log.rejecting(key, known, reason, origin));
        } catch (StoreException failure) {
            if (StoreOutage.isReportedBy(failure)) {
                throw failure;
            }
            LOG.warn("Message {} becomes a dead letter that could not be recorded", key, failure);
        }
    }

    /** It has become a dead letter: removes the count. */
    void rejected() {
        ignoring("The attempt count of message {} could not be removed", log -> log.rejected(key));
        counted = false;
    }

    /** It was processed after it was to be rejected. */
    void processedAfterAll() {
        counted = true;
        forget();
    }

    /** Removes the count, where there is one. When it cannot be removed, a later delivery of this message begins with it. */
    void forget() {
        if (counted) {
            ignoring("The attempt count of message {} could not be removed", log -> log.forget(key));
        }
    }

    private void ignoring(String warning, Consumer<AttemptLog> change) {
        try {
            attempts.ifPresent(change);
        } catch (StoreException failure) {
            LOG.warn(warning, key, failure);
        }
    }

    /** The pause before the next attempt, which grows. */
    Duration nextPause() {
        pauses++;
        Duration pause = PAUSES.after(pauses);
        waited = waited.plus(pause);
        return pause;
    }

    /** The pauses so far. */
    Duration waited() {
        return waited;
    }

    /** The failure, for its stack trace, unless the last one was the same; a last argument that is null prints none. */
    @Nullable
    Throwable untraced(Throwable failure) {
        String text = StoreOutage.describe(failure);
        if (text.equals(traced)) {
            return null;
        }
        traced = text;
        return failure;
    }
}
