package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.IdempotencyPolicy.ResultLimits;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Messages whose work takes effect once, however often they are delivered: a table of processed messages, with retries and dead letters.
 *
 * <pre>{@code
 * Inbox inbox = Inbox.on(Idempotency.on(store)).attempts(tries).build();
 *
 * Receiver payments = inbox.messages("billing", message -> book(store.connection(), message));
 * }</pre>
 *
 * <h2>How it works</h2>
 *
 * The record that a message was processed and what the handler wrote are one database transaction. A delivery is accepted after it has
 * committed. When the process is killed before the commit, nothing has happened, and the broker delivers again; when it is killed between
 * commit and acknowledgement, the next delivery finds the record.
 *
 * <p>A delivery whose message is being processed by another consumer, or that waits for its next attempt, is held
 * unsettled in memory and occupies no thread: the consumer's thread proceeds to the next delivery. The consumer's limit
 * of unsettled deliveries (its prefetch) bounds how many are held. When the process fails, the broker still has them.
 *
 * <p>A handler that throws runs again after growing pauses. Attempts that did not succeed are counted over all
 * processes, including those during which the process failed; after too many the message is
 * {@linkplain io.counterfoil.messaging.Delivery#reject rejected}. While the database is unavailable nothing is counted,
 * and the deliveries wait.
 *
 * <p>Thread-safe.
 */
public final class Inbox implements AutoCloseable {

    /** The contents of messages under one ID are not compared. */
    private static final Fingerprint ANY = Fingerprint.of(new byte[0]);

    /** Nothing is stored about a message but its key. */
    private static final PayloadCodec<Boolean> NOTED = PayloadCodec.of(20, noted -> new byte[0], bytes -> Boolean.TRUE);

    private final Idempotency engine;
    private final InboxListener events;
    private final Deliveries deliveries;
    private final Redeliveries redeliveries;

    Inbox(Builder builder) {
        this.engine = builder.engine;
        this.events = builder.listener;
        this.deliveries = new Deliveries(builder);
        this.redeliveries = new Redeliveries(this, builder);
    }

    /**
     * An inbox on this engine. Its policy applies, except for the wait limit, because deliveries wait here without a thread, and for the
     * limits of stored results, which are the default ones.
     *
     * @throws IllegalArgumentException when the engine is not in transactional mode: effect and record would not commit together
     */
    public static Builder on(Idempotency engine) {
        return new Builder(engine);
    }

    /**
     * Runs the work in the calling thread unless it ran before for this message; never waits for a message in progress.
     *
     * <p>Inside a transaction of the caller it joins that one, and takes effect when that one commits.
     *
     * @throws X what the work threw; it is rolled back, and the message counts as not processed
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; the same call can be made again
     */
    public <X extends Exception> Processed once(MessageKey key, Work<X> work) throws X {
        return once(engine, key, work);
    }

    /**
     * The same, but waits for a message in progress, in the calling thread.
     *
     * @param atMost how long; {@link Processed#IN_FLIGHT} after that. At most {@link IdempotencyPolicy#LONGEST_WAIT}
     */
    public <X extends Exception> Processed once(MessageKey key, Duration atMost, Work<X> work) throws X {
        return once(engine.with(engine.policy().withWaitLimit(atMost)), key, work);
    }

    private <X extends Exception> Processed once(Idempotency engine, MessageKey key, Work<X> work) throws X {
        Processed processed = execute(engine, key, work);
        switch (processed) {
            case PROCESSED -> events.processed(key);
            case DUPLICATE -> events.duplicate(key);
            case IN_FLIGHT -> {}
        }
        return processed;
    }

    private static <X extends Exception> Processed execute(Idempotency engine, MessageKey key, Work<X> work) throws X {
        return engine.execute(key.idempotencyKey(), ANY, NOTED, new Processing<>(work))
                .match(
                        executed -> switch (executed.stored()) {
                            case RESULT, RESULT_TOO_LARGE, RESULT_WITHHELD -> Processed.PROCESSED;
                            case NOTHING ->
                                throw new IllegalStateException("the transaction of the work on message " + key
                                        + " was marked for roll-back: it was not processed");
                        },
                        replayed -> Processed.DUPLICATE,
                        rejected -> Processed.IN_FLIGHT);
    }

    /** Rejects a message that has used up its attempts, unless it was processed after all; false while it is in progress elsewhere. */
    boolean giveUp(MessageKey key, Delivery delivery, String reason) {
        return switch (giveUp(key, () -> delivery.reject(reason))) {
            case REJECTED -> {
                events.rejected(key, reason);
                yield true;
            }
            case PROCESSED -> {
                delivery.accept();
                yield true;
            }
            case IN_FLIGHT -> false;
        };
    }

    /** The same, by what rejects it. */
    Redeliveries.GivenUp giveUp(MessageKey key, Runnable rejecting) {
        return engine.with(IdempotencyListener.NONE)
                .execute(key.idempotencyKey(), ANY, NOTED, execution -> Completion.forget(true))
                .match(
                        executed -> {
                            rejecting.run();
                            return Redeliveries.GivenUp.REJECTED;
                        },
                        replayed -> Redeliveries.GivenUp.PROCESSED,
                        rejected -> Redeliveries.GivenUp.IN_FLIGHT);
    }

    /** Attempts at messages that {@link #once} processes in a container of another library, which delivers them again. */
    public Redeliveries redeliveries() {
        return redeliveries;
    }

    /**
     * Processes a delivery by a task, for receivers of messages that this inbox has no receiver of its own for: runs it in the calling
     * thread, again after growing pauses when it fails or its message is in progress elsewhere, and {@linkplain Task#giveUp gives up}
     * after {@link Builder#maxAttempts}. Returns before the delivery is settled where the task has to run again.
     *
     * <p>Each run has a correlation ID of its own, an extension of the message's; the first one that of the consumer where the consumer has
     * begun a {@linkplain Message#processing processing} of the message.
     */
    public void process(Delivery delivery, MessageKey key, Task task) {
        deliveries.take(delivery, key, task);
    }

    /** The engine of this inbox, as its receivers use it: it does not wait for requests in progress, and stores results of the default size. */
    public Idempotency engine() {
        return engine;
    }

    /**
     * A receiver that processes each message once, by its {@linkplain io.counterfoil.messaging.Message#id ID}. A message without an ID, or
     * whose ID is not a valid request ID, is rejected. Each run of the handler has an extension of the message's correlation ID.
     *
     * @param receiver the name that all processes share among which a message is to take effect once
     * @throws io.counterfoil.idempotency.key.InvalidIdentifierException when the name is empty, longer than 255 bytes of UTF-8 or unreadable
     */
    public Receiver messages(String receiver, Handler handler) {
        return new MessageReceiver(this, ClientId.of(receiver), handler);
    }

    /** Gives back held deliveries, and ends the inbox's threads; running handlers complete. A second call does nothing. */
    @Override
    public void close() {
        deliveries.close();
    }

    /** Work on a message: it has no result but that it was done. */
    private record Processing<X extends Exception>(Work<X> work) implements Action<Boolean, X> {

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

    /** The work that runs once for a message. */
    @FunctionalInterface
    public interface Work<X extends Exception> {

        /** Does it. */
        void run() throws X;
    }

    /** Builds an {@link Inbox}. For one thread. */
    public static final class Builder {

        /** The largest number of attempts that can be set. */
        public static final int MAX_ATTEMPTS = 1_000;

        final Idempotency engine;
        Optional<AttemptLog> attempts = Optional.empty();
        Optional<ScheduledExecutorService> timer = Optional.empty();
        InboxListener listener = InboxListener.NONE;
        int maxAttempts = 5;
        Duration holdLimit = Duration.ofMinutes(10);

        Builder(Idempotency engine) {
            if (!engine.isTransactional()) {
                throw new IllegalArgumentException(
                        "an inbox needs an engine in transactional mode: under a lease, the effect and the record could "
                                + "diverge");
            }
            this.engine =
                    engine.with(engine.policy().withWaitLimit(Duration.ZERO).withResultLimits(ResultLimits.DEFAULT));
        }

        /**
         * Counts attempts in this log. Without it a process counts only those that it has seen itself, and a message that kills each process
         * which attempts it is redelivered forever.
         */
        public Builder attempts(AttemptLog attempts) {
            this.attempts = Optional.of(attempts);
            return this;
        }

        /**
         * How many attempts are made at a message before it is rejected; 5 by default.
         *
         * @throws IllegalArgumentException when it is not 1 to {@value #MAX_ATTEMPTS}
         */
        public Builder maxAttempts(int maxAttempts) {
            if (maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS) {
                throw new IllegalArgumentException("maxAttempts must be 1 to " + MAX_ATTEMPTS + ", not " + maxAttempts);
            }
            this.maxAttempts = maxAttempts;
            return this;
        }

        /**
         * How long a delivery that waits for another one, or for the database, is held before it is given back to the broker; 10 minutes by default.
         *
         * @throws IllegalArgumentException when it is not positive, or more than a day
         */
        public Builder holdLimit(Duration holdLimit) {
            if (holdLimit.isZero() || holdLimit.isNegative() || holdLimit.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException("holdLimit must be positive and at most a day, not " + holdLimit);
            }
            this.holdLimit = holdLimit;
            return this;
        }

        /** Notifies this listener of the outcome of each message and of each failed attempt. */
        public Builder listener(InboxListener listener) {
            // What it throws is logged there.
            this.listener = listener.and(InboxListener.NONE);
            return this;
        }

        /**
         * Runs later attempts, handlers included, on this timer, which the inbox does not shut down. By default the inbox has four threads of its
         * own.
         */
        public Builder timer(ScheduledExecutorService timer) {
            this.timer = Optional.of(timer);
            return this;
        }

        /** The inbox. */
        public Inbox build() {
            return new Inbox(this);
        }
    }

    /** What {@link Inbox#once} did. */
    public enum Processed {
        /** The work ran, and is committed together with the record that it did; or will be, with the caller's transaction. */
        PROCESSED,
        /** The message was processed before: nothing ran. */
        DUPLICATE,
        /** It is in progress elsewhere, and may yet fail: nothing ran. Try again later. */
        IN_FLIGHT
    }

    /**
     * What a receiver does with one delivery, for {@link Inbox#process}. All methods may be called several times, by one thread at a time.
     */
    public interface Task {

        /**
         * Processes the delivery, and accepts or rejects it.
         *
         * @return false when the message is in progress elsewhere: the delivery is not settled, and the task runs again later
         * @throws Exception when processing failed; the task runs again later, a bounded number of times
         */
        boolean run() throws Exception;

        /**
         * Rejects a delivery whose message has used up its attempts; accepts it when the message has been processed after all.
         *
         * @param reason for {@link Delivery#reject}
         * @return false when the message is in progress elsewhere, as for {@link #run}
         */
        boolean giveUp(String reason);

        /** Opens the scopes that the task needs beside its correlation ID, which is open then; by default none. */
        default AutoCloseable openScope() {
            return () -> {};
        }
    }

    /** Processes messages. Thread-safe. */
    @FunctionalInterface
    public interface Handler {

        /**
         * Processes a message, in the calling thread, inside the transaction that records that it was processed.
         *
         * @throws Exception any exception: the transaction rolls back, and the handler runs again, after pauses and a bounded number of times
         */
        void handle(Message message) throws Exception;
    }

    /**
     * Counts attempts that did not succeed, over all processes and crashes, so that a message which always fails, or kills its process, is
     * rejected in the end. Thread-safe.
     *
     * <p>A message that is processed at its first delivery is never counted. Any method may throw {@link
     * io.counterfoil.idempotency.store.StoreException}.
     */
    public interface AttemptLog {

        /** Counts one more, in a transaction of its own. @return how many there were, including this one */
        int count(MessageKey key);

        /** Takes back one that was counted, and turned out not to have begun, because the message was in progress elsewhere. */
        void uncount(MessageKey key);

        /** Removes the count. */
        void forget(MessageKey key);
    }

    /**
     * The identity of a message: two messages with one key are duplicates. It is stored as an idempotency key whose client is the receiver.
     *
     * @param receiver the name that all processes share among which a message is to take effect once
     * @param kind what kind of message it is
     * @param id the message's name within its kind
     */
    public record MessageKey(ClientId receiver, OperationName kind, RequestId id) {

        private static final OperationName PLAIN = new OperationName("message");

        /**
         * The key of a message with this ID.
         *
         * @throws io.counterfoil.idempotency.key.InvalidIdentifierException when a part is empty, longer than 255 bytes of UTF-8 or
         *     unreadable; the message names it
         */
        public static MessageKey of(String receiver, String messageId) {
            return new MessageKey(ClientId.of(receiver), PLAIN, new RequestId(messageId));
        }

        /** The key that the inbox's engine stores for the message. */
        public IdempotencyKey idempotencyKey() {
            return new IdempotencyKey(receiver, kind, id);
        }

        @Override
        public String toString() {
            return receiver + " " + kind + " " + id;
        }
    }
}
