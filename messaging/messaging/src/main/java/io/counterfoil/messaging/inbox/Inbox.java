package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.policy.ExecutionLimits;
import io.counterfoil.idempotency.policy.ResultPolicy;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Messages whose work takes effect once, however often they are delivered: a table of processed messages, with retries and dead letters.
 *
 * <pre>{@code
 * Inbox inbox = Inbox.builder(Idempotency.on(store)).attempts(tries).build();
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

    private final OnceProcessor processor;
    private final DeliveryScheduler scheduler;
    private final Redeliveries redeliveries;

    private Inbox(InboxSettings settings) {
        this.processor = new OnceProcessor(settings);
        this.scheduler = new DeliveryScheduler(settings, processor);
        this.redeliveries = new Redeliveries(processor, settings);
    }

    /**
     * {@return a builder of an inbox on an engine} The engine's policy applies, except for the wait time, because deliveries wait here without a
     * thread, and for the limits of stored results, which are the default ones.
     *
     * @param engine in transactional mode; its store holds the records of processed messages
     * @throws IllegalArgumentException when the engine is not in transactional mode: effect and record would not commit together
     */
    public static Builder builder(Idempotency engine) {
        return new Builder(engine);
    }

    /**
     * Runs the work in the calling thread unless it ran before for this message; never waits for a message in progress.
     *
     * <p>Inside a transaction of the caller it joins that one, and takes effect when that one commits.
     *
     * @param <X> the type of exception that the work throws
     * @param key of the message
     * @param work runs in the transaction that records the message
     * @return whether the work ran, or the message was a duplicate, or is in progress elsewhere
     * @throws X what the work threw; it is rolled back, and the message counts as not processed
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; the same call can be made again
     */
    public <X extends Exception> Processed once(MessageKey key, MessageWork<X> work) throws X {
        return processor.process(key, work);
    }

    /**
     * Runs the work in the calling thread unless it ran before for this message, as {@link #once(MessageKey, MessageWork)} does, but waits for a
     * message in progress.
     *
     * @param <X> the type of exception that the work throws
     * @param key of the message
     * @param atMost how long to wait, at most {@link ExecutionLimits#LONGEST_TIME}
     * @param work runs in the transaction that records the message
     * @return whether the work ran, or the message was a duplicate; {@link Processed#IN_FLIGHT} when it is in progress after the wait
     * @throws X what the work threw; it is rolled back, and the message counts as not processed
     */
    public <X extends Exception> Processed once(MessageKey key, Duration atMost, MessageWork<X> work) throws X {
        return processor.process(key, atMost, work);
    }

    /**
     * Runs the work once for several messages, in the calling thread: in one transaction, whose keys are claimed in one round trip, for those that
     * were not processed before. The records of all of them commit with what the work wrote. Where none is left, the work does not run. Never
     * waits for a message in progress: it is {@link Processed#IN_FLIGHT}, and the others are processed. Of several with one key the first counts, and
     * the later ones come to {@link Processed#DUPLICATE} with it.
     *
     * <p>Inside a transaction of the caller it joins that one, and takes effect when that one commits.
     *
     * @param <X> the type of exception that the work throws
     * @param keys of the messages; one may occur several times
     * @param work gets the keys of the messages that were not processed before
     * @return what became of each message, in their order
     * @throws X what the work threw; it is rolled back, and no message counts as processed
     * @throws io.counterfoil.idempotency.BatchUndoneException when the transaction was rolled back for another reason (a lost conflict, a refused
     *     commit), or cannot be shared under the engine's policy: no message counts as processed, and each can be processed by {@link #once}
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; the same call can be made again
     */
    public <X extends Exception> List<Processed> onceAll(List<MessageKey> keys, BatchWork<X> work) throws X {
        return processor.processAll(keys, work);
    }

    /** {@return the attempts at messages that {@link #once} processes in a container of another library, which delivers them again} */
    public Redeliveries redeliveries() {
        return redeliveries;
    }

    /**
     * Processes a delivery by a task, for receivers of messages that this inbox has no receiver of its own for: runs it in the calling
     * thread, again after growing pauses when it fails or its message is in progress elsewhere, and {@linkplain DeliveryTask#giveUp gives up}
     * after {@link Builder#maxAttempts}. Returns before the delivery is settled where the task has to run again.
     *
     * <p>Each run has a correlation ID of its own, an extension of the message's; the first one that of the consumer where the consumer has
     * begun a {@linkplain Message#processing processing} of the message.
     *
     * @param delivery is settled by the task, or rejected or given back by this inbox
     * @param key of the delivered message
     * @param task may run several times
     */
    public void process(Delivery delivery, MessageKey key, DeliveryTask task) {
        processAll(List.of(new KeyedDelivery(delivery, key, task)));
    }

    /**
     * Processes several deliveries, in order: {@linkplain SharedTask tasks that can} share a transaction, as far as {@link Builder#maxBatch} and the
     * time allow. For a receiver whose {@link Receiver#maxBatch} is {@link #maxBatch}.
     *
     * @param deliveries each with its key and its task; settled as by {@link #process}
     */
    public void processAll(List<KeyedDelivery> deliveries) {
        scheduler.attempt(deliveries.stream()
                .map(each -> scheduler.pending(each.delivery(), each.key(), each.task()))
                .toList());
    }

    /** {@return how many messages share a transaction at most at the moment: up to {@link Builder#maxBatch}, fewer after lost conflicts} */
    public int maxBatch() {
        return scheduler.maxBatch();
    }

    /**
     * {@return the engine of this inbox, as its receivers use it: it does not wait for requests in progress, and stores results of the default size}
     */
    public Idempotency engine() {
        return processor.engine();
    }

    /**
     * {@return a receiver that processes each message once, by its {@linkplain io.counterfoil.messaging.Message#id ID}} A message without an ID, or
     * whose ID is not a valid request ID, is rejected. Each run of the handler has an extension of the message's correlation ID.
     *
     * @param receiver the name that all processes share among which a message is to take effect once
     * @param handler runs in the transaction that records the message
     * @throws io.counterfoil.idempotency.key.InvalidIdentifierException when the name is empty, longer than 255 bytes of UTF-8 or unreadable
     */
    public Receiver messages(String receiver, MessageHandler handler) {
        return new MessageReceiver(scheduler, processor, ClientId.of(receiver), handler);
    }

    /** Gives back held deliveries, and ends the inbox's threads; running handlers complete. A second call does nothing. */
    @Override
    public void close() {
        scheduler.close();
    }

    /** Builds an {@link Inbox}. For one thread. */
    public static final class Builder {

        /** The largest number of attempts that can be set. */
        public static final int MAX_ATTEMPTS = 1_000;

        /** How many messages share a transaction at most, by default. */
        public static final int MAX_BATCH = 50;

        /** The largest number of messages in a transaction that can be set. */
        public static final int LARGEST_BATCH = 1_000;

        private final Idempotency engine;
        private Optional<AttemptLog> attempts = Optional.empty();
        private Optional<ScheduledExecutorService> timer = Optional.empty();
        private InboxListener listener = InboxListener.NONE;
        private int maxAttempts = 5;
        private int maxBatch = MAX_BATCH;
        private Duration holdLimit = Duration.ofMinutes(10);

        private Builder(Idempotency engine) {
            if (!engine.isTransactional()) {
                throw new IllegalArgumentException(
                        "an inbox needs an engine in transactional mode: under a lease, the effect and the record could "
                                + "diverge");
            }
            this.engine = engine.with(engine.policy()
                    .withLimits(limits -> limits.withWaitTime(Duration.ZERO))
                    .withResults(results -> results.withMaxBytes(ResultPolicy.DEFAULT.maxBytes())
                            .withCompressFrom(ResultPolicy.DEFAULT.compressFrom())));
        }

        /**
         * Sets the log that counts attempts. Without it a process counts only those that it has seen itself, and a message that kills each process
         * which attempts it is redelivered forever.
         *
         * @param attempts shared by all processes of a receiver
         * @return this builder
         */
        public Builder attempts(AttemptLog attempts) {
            this.attempts = Optional.of(attempts);
            return this;
        }

        /**
         * Sets how many attempts are made at a message before it is rejected: 5 by default.
         *
         * @param maxAttempts 1 to {@value #MAX_ATTEMPTS}
         * @return this builder
         * @throws IllegalArgumentException when it is out of these bounds
         */
        public Builder maxAttempts(int maxAttempts) {
            if (maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS) {
                throw new IllegalArgumentException("maxAttempts must be 1 to " + MAX_ATTEMPTS + ", not " + maxAttempts);
            }
            this.maxAttempts = maxAttempts;
            return this;
        }

        /**
         * Sets how many messages that are delivered while others are processed share a transaction: at most {@value #MAX_BATCH} by default. Nothing
         * waits for a batch to fill, and none begins a further message after 50 ms. What a handler fails with is undone by itself; where the transaction
         * is undone as a whole, its messages are processed one by one. Under a policy with an execution limit each message has a transaction of its
         * own.
         *
         * @param maxBatch 1 to {@value #LARGEST_BATCH}; 1 for one transaction each
         * @return this builder
         * @throws IllegalArgumentException when it is out of these bounds
         */
        public Builder maxBatch(int maxBatch) {
            if (maxBatch < 1 || maxBatch > LARGEST_BATCH) {
                throw new IllegalArgumentException("maxBatch must be 1 to " + LARGEST_BATCH + ", not " + maxBatch);
            }
            this.maxBatch = maxBatch;
            return this;
        }

        /**
         * Sets how long a delivery that waits for another one, or for the database, is held before it is given back to the broker: 10 minutes by
         * default.
         *
         * @param holdLimit positive, at most a day
         * @return this builder
         * @throws IllegalArgumentException when it is out of these bounds
         */
        public Builder holdLimit(Duration holdLimit) {
            if (holdLimit.isZero() || holdLimit.isNegative() || holdLimit.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException("holdLimit must be positive and at most a day, not " + holdLimit);
            }
            this.holdLimit = holdLimit;
            return this;
        }

        /**
         * Sets the listener to the outcome of each message and to each failed attempt. What it throws is logged.
         *
         * @param listener must be thread-safe
         * @return this builder
         */
        public Builder listener(InboxListener listener) {
            // What it throws is logged there.
            this.listener = listener.and(InboxListener.NONE);
            return this;
        }

        /**
         * Runs later attempts, handlers included, on a timer. By default the inbox has four threads of its own.
         *
         * @param timer the inbox does not shut it down
         * @return this builder
         */
        public Builder timer(ScheduledExecutorService timer) {
            this.timer = Optional.of(timer);
            return this;
        }

        /** {@return an inbox with these settings} */
        public Inbox build() {
            return new Inbox(new InboxSettings(engine, attempts, timer, listener, maxAttempts, maxBatch, holdLimit));
        }
    }
}
