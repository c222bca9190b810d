package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.BatchRequest;
import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.KeyedRequest;
import java.time.Duration;
import java.util.Optional;

/**
 * Runs the work on a message once: in the transaction that records that it ran. Knows no deliveries, and not when they are attempted: that is
 * {@link DeliveryScheduler}'s role. Thread-safe.
 */
final class OnceProcessor {

    /** The contents of messages under one ID are not compared. */
    private static final Fingerprint ANY = Fingerprint.of(new byte[0]);

    /** Nothing is stored about a message but its key. */
    static final PayloadCodec<Boolean> NOTED = PayloadCodec.of(20, noted -> new byte[0], bytes -> Boolean.TRUE);

    private final Idempotency engine;
    private final InboxListener listener;

    OnceProcessor(InboxSettings settings) {
        this.engine = settings.engine();
        this.listener = settings.listener();
    }

    Idempotency engine() {
        return engine;
    }

    /** Runs the work in the calling thread unless it ran before; never waits for a message in progress. */
    <X extends Exception> Processed process(MessageKey key, MessageWork<X> work) throws X {
        return process(engine, key, work);
    }

    /** The same, but waits for a message in progress. */
    <X extends Exception> Processed process(MessageKey key, Duration atMost, MessageWork<X> work) throws X {
        return process(engine.with(engine.policy().withLimits(limits -> limits.withWaitTime(atMost))), key, work);
    }

    private <X extends Exception> Processed process(Idempotency engine, MessageKey key, MessageWork<X> work) throws X {
        return reported(key, engine.execute(key.idempotencyKey(), ANY, NOTED, new Processing<>(work)));
    }

    /** What the work on a message came to, after its transaction; the listener is notified. */
    Processed reported(MessageKey key, Outcome<Boolean> outcome) {
        Processed processed = outcome.match(
                executed -> switch (executed.stored()) {
                    case RESULT, RESULT_TOO_LARGE, RESULT_WITHHELD -> Processed.PROCESSED;
                    case NOTHING ->
                        throw new IllegalStateException("the transaction of the work on message " + key
                                + " was marked for roll-back: it was not processed");
                },
                replayed -> Processed.DUPLICATE,
                rejected -> Processed.IN_FLIGHT);
        switch (processed) {
            case PROCESSED -> listener.processed(key);
            case DUPLICATE -> listener.duplicate(key);
            case IN_FLIGHT -> {}
        }
        return processed;
    }

    /** The work on a message, for {@link Idempotency#executeAll}; what it came to is to be {@link #reported}. */
    static BatchRequest<Boolean> request(MessageKey key, MessageWork<Exception> work) {
        return new BatchRequest<>(
                new KeyedRequest(key.idempotencyKey(), ANY, Optional.empty()), new Processing<>(work));
    }

    /** Rejects a message that has used up its attempts, unless it was processed after all: under its claim, and records nothing. */
    GivenUp giveUp(MessageKey key, String reason, Runnable rejecting) {
        GivenUp givenUp = engine.with(IdempotencyListener.NONE)
                .execute(key.idempotencyKey(), ANY, NOTED, execution -> Completion.forget(true))
                .match(
                        executed -> {
                            rejecting.run();
                            return GivenUp.REJECTED;
                        },
                        replayed -> GivenUp.PROCESSED,
                        rejected -> GivenUp.IN_FLIGHT);
        if (givenUp == GivenUp.REJECTED) {
            listener.rejected(key, reason);
        }
        return givenUp;
    }

    /** Work on a message: it has no result but that it was done. */
    private record Processing<X extends Exception>(MessageWork<X> work) implements Action<Boolean, X> {

        private static final Completion<Boolean> DONE = Completion.remember(true);

        @Override
        public Completion<Boolean> run(Execution execution) throws X {
            work.run();
            return DONE;
        }

        @Override
        public Optional<Completion<Boolean>> known() {
            return Optional.of(DONE);
        }
    }
}
