package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.messaging.MessageOrigin;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts at messages that a container of another library delivers, and delivers again after a failure: counted as an inbox counts
 * those of its receivers, with the same pauses and the same limit. The container asks before each delivery and after each failure. Thread-safe.
 *
 * <p>What it knows of a message between two deliveries ends with the message, or when {@value #MAX_KEPT} others have failed since; the count
 * is in the {@link AttemptLog}.
 */
public final class Redeliveries {

    /** How often a message may be delivered again to a container whose own error handling decides; a container that never ends is ended there. */
    public static final int CEILING = 100;

    private static final int MAX_KEPT = 10_000;
    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    private final OnceProcessor processor;
    private final InboxSettings settings;
    private final Map<MessageKey, Kept> kept = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<MessageKey, Kept> eldest) {
            return size() > MAX_KEPT;
        }
    };

    Redeliveries(OnceProcessor processor, InboxSettings settings) {
        this.processor = processor;
        this.settings = settings;
    }

    /** What is known of a message that has not ended. One delivery of it at a time is processed, by the claim on its key. */
    private static final class Kept {

        private final AttemptCount count;
        private long pausedUntil = System.nanoTime();

        Kept(AttemptCount count) {
            this.count = count;
        }

        synchronized Duration pause() {
            Duration pause = count.nextPause();
            pausedUntil = System.nanoTime() + pause.toNanos();
            return pause;
        }

        synchronized Duration remaining() {
            return Duration.ofNanos(Math.max(0, pausedUntil - System.nanoTime()));
        }
    }

    /**
     * Waits, in the calling thread, for the end of the pause that the last failure of a message in this process has begun; 5 s at most.
     *
     * @param key of the message; one that has not failed here has no pause
     * @throws InterruptedException when the thread is interrupted while it waits
     */
    public void awaitPause(MessageKey key) throws InterruptedException {
        Optional<Kept> known = find(key);
        if (known.isPresent()) {
            TimeUnit.NANOSECONDS.sleep(known.get().remaining().toNanos());
        }
    }

    /**
     * Begins an attempt.
     *
     * @param key of the message
     * @param maybeRedelivered whether the message may have been delivered before, to this process or another
     * @return why it has used up its attempts, where it has: nothing is to be attempted then
     * @throws StoreException when the attempts could not be counted
     */
    public Optional<String> begin(MessageKey key, boolean maybeRedelivered) {
        if (!maybeRedelivered && find(key).isEmpty()) {
            return Optional.empty();
        }
        Kept message = kept(key);
        synchronized (message) {
            return message.count.begin(maybeRedelivered) > settings.maxAttempts()
                    ? Optional.of(AttemptCount.neverEnded(settings.maxAttempts()))
                    : Optional.empty();
        }
    }

    /**
     * Begins an attempt that shares its transaction with attempts at other messages.
     *
     * @param key of the message
     * @param maybeRedelivered whether the message may have been delivered before, to this process or another
     * @return false when the message is to be attempted alone, by {@link #begin}: an attempt failed here or is not over, or one was begun before
     *     and never ended, which may be what ended its process
     * @throws StoreException when the attempts could not be counted
     */
    public boolean beginShared(MessageKey key, boolean maybeRedelivered) {
        if (find(key).isPresent()) {
            return false;
        }
        if (!maybeRedelivered) {
            return true;
        }
        Kept message = kept(key);
        synchronized (message) {
            return message.count.begin(true) <= 1;
        }
    }

    /**
     * Takes back an attempt that was begun and not made, because another message of its transaction failed.
     *
     * @param key of the message
     */
    public void takeBack(MessageKey key) {
        find(key).ifPresent(message -> {
            try {
                synchronized (message) {
                    message.count.takeBack();
                    if (message.count.hasFailed()) {
                        return;
                    }
                }
                remove(key);
            } catch (StoreException stillCounted) {
                logStillCounted(key, stillCounted);
            }
        });
    }

    private static void logStillCounted(MessageKey key, StoreException failure) {
        LOG.warn("An attempt at message {} that was not made stays counted", key, failure);
    }

    /**
     * Forgets a message that was processed, now or before.
     *
     * @param key of the message
     */
    public void ended(MessageKey key) {
        remove(key).ifPresent(message -> {
            synchronized (message) {
                message.count.forget();
            }
        });
    }

    /**
     * Notes that the message is in progress elsewhere. Nothing is counted.
     *
     * @param key of the message
     * @return {@link RedeliveryDecision.Again} with a pause
     */
    public RedeliveryDecision inFlight(MessageKey key) {
        Kept message = kept(key);
        try {
            synchronized (message) {
                message.count.takeBack();
            }
        } catch (StoreException stillCounted) {
            logStillCounted(key, stillCounted);
        }
        return new RedeliveryDecision.Again(message.pause());
    }

    /**
     * Counts an attempt that failed, unless the database of the inbox did. Its failure is logged here without its stack trace, which the
     * container logs.
     *
     * @param key of the message
     * @param failure what the attempt failed with
     * @return whether the message is to be delivered again, and when
     */
    public RedeliveryDecision failed(MessageKey key, Throwable failure) {
        return failed(key, failure, settings.maxAttempts(), AttemptCount::fail, count -> count.describe(failure));
    }

    /**
     * Counts an attempt that failed, in this process only, where error handling of the application decides how often the message is delivered again,
     * and does not report its end.
     *
     * @param key of the message
     * @param failure what the attempt failed with
     * @return {@link RedeliveryDecision.Again}, or {@link RedeliveryDecision.GiveUp} after {@value #CEILING} attempts, which only a container that
     *     would never end comes to
     */
    public RedeliveryDecision failedUnderOtherHandling(MessageKey key, Throwable failure) {
        int limit = Math.max(CEILING, settings.maxAttempts());
        return failed(key, failure, limit, AttemptCount::failHere, count -> {});
    }

    private RedeliveryDecision failed(
            MessageKey key,
            Throwable failure,
            int limit,
            ToIntFunction<AttemptCount> counting,
            Consumer<AttemptCount> describing) {
        Kept message = kept(key);
        if (StoreOutage.isReportedBy(failure)) {
            return held(message, key, failure);
        }
        int failures;
        try {
            synchronized (message) {
                failures = counting.applyAsInt(message.count);
            }
        } catch (StoreException away) {
            away.addSuppressed(failure);
            return held(message, key, away);
        }
        settings.listener().failed(key, failures, limit, failure);
        String text = StoreOutage.describe(failure);
        if (failures >= limit) {
            LOG.error("Message {} failed, attempt {} of {}; it is rejected: {}", key, failures, limit, text);
            return new RedeliveryDecision.GiveUp(AttemptCount.failed(failures, text));
        }
        LOG.warn("Message {} failed, attempt {} of {}; it will be delivered again: {}", key, failures, limit, text);
        synchronized (message) {
            describing.accept(message.count);
        }
        return new RedeliveryDecision.Again(message.pause());
    }

    private static RedeliveryDecision held(Kept message, MessageKey key, Throwable failure) {
        LOG.warn(
                "The inbox's database failed; message {} will be delivered again: {}",
                key,
                StoreOutage.describe(failure));
        return new RedeliveryDecision.Again(message.pause());
    }

    /**
     * Rejects a message that has used up its attempts, unless it was processed after all.
     *
     * @param key of the message
     * @param reason for the dead letter, and for operators
     * @param origin where it was delivered from
     * @param rejecting hands it to the dead letters, and returns once it has arrived there
     * @return whether it was rejected, or turned out to be processed or in progress
     * @throws RuntimeException what {@code rejecting} throws: the message is to be delivered again, after a pause
     */
    public GivenUp giveUp(MessageKey key, String reason, Optional<MessageOrigin> origin, Runnable rejecting) {
        Kept message = kept(key);
        GivenUp givenUp;
        try {
            synchronized (message) {
                message.count.rejecting(reason, origin);
            }
            givenUp = processor.giveUp(key, reason, rejecting);
        } catch (RuntimeException refused) {
            message.pause();
            throw refused;
        }
        if (givenUp == GivenUp.IN_FLIGHT) {
            message.pause();
            return givenUp;
        }
        remove(key);
        synchronized (message) {
            if (givenUp == GivenUp.REJECTED) {
                message.count.rejected();
            } else {
                message.count.processedAfterAll();
            }
        }
        return givenUp;
    }

    /**
     * Rejects a message whose origin is unknown, as {@linkplain #giveUp(MessageKey, String, Optional, Runnable) above}: it is listed as a dead
     * letter, and cannot be delivered again from that list.
     *
     * @param key of the message
     * @param reason for the dead letter, and for operators
     * @param rejecting hands it to the dead letters, and returns once it has arrived there
     * @return whether it was rejected, or turned out to be processed or in progress
     */
    public GivenUp giveUp(MessageKey key, String reason, Runnable rejecting) {
        return giveUp(key, reason, Optional.empty(), rejecting);
    }

    private Optional<Kept> find(MessageKey key) {
        synchronized (kept) {
            return Optional.ofNullable(kept.get(key));
        }
    }

    private Optional<Kept> remove(MessageKey key) {
        synchronized (kept) {
            return Optional.ofNullable(kept.remove(key));
        }
    }

    private Kept kept(MessageKey key) {
        synchronized (kept) {
            return kept.computeIfAbsent(key, first -> new Kept(new AttemptCount(key, settings.attempts())));
        }
    }
}
