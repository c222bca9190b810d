package io.counterfoil.messaging.inbox;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.Extension;
import io.counterfoil.correlation.Snapshot;
import io.counterfoil.idempotency.BatchRequest;
import io.counterfoil.idempotency.BatchResult;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One delivery, over all its attempts here, until it is settled. An attempt has three steps: it is begun, the task runs, and the delivery is
 * settled or held by what came of it. Used by one thread at a time.
 */
final class PendingDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    private final Delivery delivery;
    private final Message message;
    private final MessageKey key;
    private final DeliveryTask task;
    private final InboxSettings settings;
    private final DeliveryScheduler scheduler;
    private final AttemptCount count;

    /** The scope of the attempt that has begun and not ended. */
    private Optional<Snapshot> work = Optional.empty();

    /** How often it was begun, this time included, where it may have been delivered before. */
    private int begun;

    PendingDelivery(
            Delivery delivery, MessageKey key, DeliveryTask task, InboxSettings settings, DeliveryScheduler scheduler) {
        this.delivery = delivery;
        this.message = delivery.message().incoming();
        this.key = key;
        this.task = task;
        this.settings = settings;
        this.scheduler = scheduler;
        this.count = new AttemptCount(key, settings.attempts());
    }

    MessageKey key() {
        return key;
    }

    void giveBack() {
        delivery.giveBack();
    }

    /** A later attempt. A failure that left a thread of the timer would be lost, and the delivery with it. */
    void attemptAgain() {
        Correlation.Scope processing = message.processing(processing());
        try (processing) {
            try {
                if (begin()) {
                    attemptAlone();
                }
            } catch (RuntimeException | Error failure) {
                LOG.error(
                        "Message {} could be neither processed nor rejected, and is returned to the broker",
                        key,
                        failure);
                delivery.giveBack();
            }
        }
    }

    private Extension processing() {
        return Extension.timed(AttemptCount.PAUSES.first(), AttemptCount.PAUSES.longest(), settings.maxAttempts());
    }

    /**
     * Begins an attempt, unless one has begun that has not ended.
     *
     * @return false when there is none: the delivery is settled, or held until the next attempt
     */
    boolean begin() {
        if (work.isPresent()) {
            return true;
        }
        Correlation.Scope processing = message.processing(processing());
        try (processing) {
            work = Optional.of(Correlation.capture());
        }
        return inScopes(this::isBegun);
    }

    private boolean isBegun() {
        try {
            begun = count.begin(delivery.isMaybeRedelivered());
        } catch (StoreException uncounted) {
            over();
            end(held(uncounted));
            return false;
        }
        if (begun > settings.maxAttempts()) {
            end(isSettledBy(() -> isGivenUp(AttemptCount.neverEnded(settings.maxAttempts()))));
            return false;
        }
        return true;
    }

    /** Before the delivery is settled or held: from then on another thread may begin its next attempt. */
    private void over() {
        work = Optional.empty();
        begun = 0;
    }

    /**
     * Whether it shares no transaction. One that was begun before and never ended may end its process, which then counts as an attempt at each
     * message of the transaction.
     */
    boolean isAlone() {
        return begun > 1 || !(task instanceof SharedTask);
    }

    /** Whether its work and that of another, neither of which is alone, can share a transaction. */
    boolean sharesWith(PendingDelivery other) {
        return shared().codec().equals(other.shared().codec());
    }

    /** The attempt that has begun, in a transaction of its own. */
    void attemptAlone() {
        end(inScopes(() -> isSettledBy(task::run)));
    }

    /**
     * What the attempt executes in a shared transaction.
     *
     * @param like a task with the same codec
     */
    <T> BatchRequest<T> request(SharedTask<T> like) {
        BatchRequest<T> request = shared(like).request();
        return new BatchRequest<>(
                request.request(), execution -> inScopes(() -> request.action().run(execution)));
    }

    /** What came of the attempt in a shared transaction, which has ended. */
    <T> void end(SharedTask<T> like, BatchResult<T> result) {
        end(inScopes(() -> isSettledBy(() -> {
            if (result instanceof BatchResult.Ended<T> ended) {
                return shared(like).settle(ended.outcome());
            }
            throw ((BatchResult.Failed<T>) result).failure();
        })));
    }

    /** The task, where it is not alone. */
    SharedTask<?> shared() {
        return (SharedTask<?>) task;
    }

    @SuppressWarnings("unchecked") // One codec encodes results of one type.
    private <T> SharedTask<T> shared(SharedTask<T> like) {
        if (!shared().codec().equals(like.codec())) {
            throw new IllegalArgumentException("tasks with different codecs share no transaction");
        }
        return (SharedTask<T>) task;
    }

    private void end(boolean settled) {
        if (settled) {
            scheduler.settled(key);
        }
    }

    /** A step of the attempt, in its scopes. */
    private interface Step<T, X extends Exception> {
        T run() throws X;
    }

    private <T, X extends Exception> T inScopes(Step<T, X> step) throws X {
        Correlation.Scope processing = work.orElseGet(Correlation::capture).open();
        try (processing) {
            AutoCloseable scope = task.openScope();
            T result;
            try {
                result = step.run();
            } catch (Throwable failure) {
                close(scope, failure);
                throw failure;
            }
            close(scope, null);
            return result;
        }
    }

    private static void close(AutoCloseable scope, @Nullable Throwable failed) {
        try {
            scope.close();
        } catch (Exception failure) {
            IllegalStateException unclosed = new IllegalStateException("a scope did not close", failure);
            if (failed == null) {
                throw unclosed;
            }
            failed.addSuppressed(unclosed);
        }
    }

    /** A step that settles the delivery, or finds its message in progress elsewhere. */
    private interface Settling {
        boolean run() throws Throwable;
    }

    private boolean isSettledBy(Settling settling) {
        boolean settled;
        try {
            settled = settling.run();
            over();
        } catch (Throwable failure) {
            over();
            // An Error too: a message that overflows the stack does so at every attempt.
            return StoreOutage.isReportedBy(failure) ? held(failure) : failed(failure);
        }
        return settled ? ended() : inFlight();
    }

    private boolean ended() {
        count.forget();
        return true;
    }

    /** It is in progress elsewhere: no attempt was made here. */
    private boolean inFlight() {
        try {
            count.takeBack();
        } catch (StoreException stillCounted) {
            return held(stillCounted);
        }
        return later();
    }

    private boolean held(Throwable failure) {
        String text = StoreOutage.describe(failure);
        LOG.warn("The inbox's database failed; message {} is held: {}", key, text, count.untraced(failure));
        return later();
    }

    private boolean failed(Throwable failure) {
        try {
            int failures = count.fail();
            settings.listener().failed(key, failures, settings.maxAttempts(), failure);
            return failures < settings.maxAttempts() ? retried(failures, failure) : givenUp(failures, failure);
        } catch (StoreException away) {
            away.addSuppressed(failure);
            return held(away);
        }
    }

    private boolean retried(int failures, Throwable failure) {
        count.describe(failure);
        LOG.warn(
                "Message {} failed, attempt {} of {}; it will be retried: {}",
                key,
                failures,
                settings.maxAttempts(),
                StoreOutage.describe(failure),
                count.untraced(failure));
        return later();
    }

    private boolean givenUp(int failures, Throwable failure) {
        String text = StoreOutage.describe(failure);
        LOG.error(
                "Message {} failed, attempt {} of {}; it is rejected: {}",
                key,
                failures,
                settings.maxAttempts(),
                text,
                count.untraced(failure));
        return isGivenUp(AttemptCount.failed(failures, text)) ? ended() : later();
    }

    /** Recorded as a dead letter before it becomes one: one that is rejected and not recorded would not be found. */
    private boolean isGivenUp(String reason) {
        count.rejecting(reason, delivery.origin());
        GivenUp givenUp = task.giveUp(reason);
        switch (givenUp) {
            case REJECTED -> count.rejected();
            case PROCESSED -> count.processedAfterAll();
            case IN_FLIGHT -> {}
        }
        return givenUp != GivenUp.IN_FLIGHT;
    }

    /** Holds the delivery, or gives it back after the limit; whether it is settled now. */
    private boolean later() {
        if (count.waited().compareTo(settings.holdLimit()) >= 0) {
            LOG.warn("Message {} was held for {} and is returned to the broker", key, count.waited());
            delivery.giveBack();
            return true;
        }
        if (!scheduler.hold(this, count.nextPause())) {
            delivery.giveBack();
        }
        return false;
    }
}
