package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.BatchRequest;
import io.counterfoil.idempotency.BatchResult;
import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.KeyedRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** Runs the work in the calling thread for those messages for which it did not run before; never waits for one in progress. */
    <X extends Exception> List<Processed> processAll(List<MessageKey> keys, BatchWork<X> work) throws X {
        if (keys.size() == 1) {
            return List.of(process(keys.get(0), () -> work.run(keys)));
        }
        Map<IdempotencyKey, MessageKey> byKey = new HashMap<>();
        keys.forEach(key -> byKey.put(key.idempotencyKey(), key));
        List<KeyedRequest> requests = keys.stream().map(OnceProcessor::request).toList();
        List<BatchResult<Boolean>> results = engine.executeTogether(requests, NOTED, free -> {
            work.run(free.stream().map(request -> byKey.get(request.key())).toList());
            return true;
        });
        Map<MessageKey, Processed> first = new HashMap<>();
        List<Processed> all = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            MessageKey key = keys.get(i);
            if (results.get(i) instanceof BatchResult.Ended<Boolean> ended) {
                Processed processed = reported(key, ended.outcome());
                first.put(key, processed);
                all.add(processed);
            } else {
                all.add(repeated(key, first.getOrDefault(key, Processed.IN_FLIGHT)));
            }
        }
        return all;
    }

    /** A later message of a batch under the key of an earlier one. */
    private Processed repeated(MessageKey key, Processed earlier) {
        if (earlier == Processed.IN_FLIGHT) {
            return earlier;
        }
        listener.duplicate(key);
        return Processed.DUPLICATE;
    }

    private static KeyedRequest request(MessageKey key) {
        return new KeyedRequest(key.idempotencyKey(), ANY, Optional.empty());
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
        return new BatchRequest<>(request(key), new Processing<>(work));
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
