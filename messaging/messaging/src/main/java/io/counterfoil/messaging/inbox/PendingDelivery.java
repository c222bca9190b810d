package io.counterfoil.messaging.inbox;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.Extension;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
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

    /** The first attempt, in the consumer's thread, which handles what this throws. */
    void attempt() {
        Correlation.Scope processing = message.processing(processing());
        try (processing) {
            attemptInScopes();
        }
    }

    /** A later attempt. A failure that left a thread of the timer would be lost, and the delivery with it. */
    void attemptAgain() {
        Correlation.Scope processing = message.processing(processing());
        try (processing) {
            try {
                attemptInScopes();
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

    private void attemptInScopes() {
        boolean settled;
        AutoCloseable scope = task.openScope();
        try (scope) {
            settled = isSettledByAttempt();
        } catch (Exception failure) {
            throw new IllegalStateException("a scope did not close", failure);
        }
        if (settled) {
            scheduler.settled(key);
        }
    }

    private boolean isSettledByAttempt() {
        boolean usedUp;
        try {
            usedUp = count.begin(delivery.isMaybeRedelivered()) > settings.maxAttempts();
        } catch (StoreException uncounted) {
            return held(uncounted);
        }
        boolean settled;
        try {
            settled = usedUp ? task.giveUp(AttemptCount.neverEnded(settings.maxAttempts())) : task.run();
        } catch (Exception | Error failure) {
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
        return task.giveUp(AttemptCount.failed(failures, text)) ? ended() : later();
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
