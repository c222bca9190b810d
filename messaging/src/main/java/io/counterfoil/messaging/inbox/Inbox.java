package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.Completion;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.IdempotencyListener;
import io.counterfoil.idempotency.IdempotencyPolicy;
import io.counterfoil.idempotency.PayloadCodec;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.messaging.Receiver;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Messages whose work takes effect once, however often they are delivered: the {@code processed_messages} table done right, and the
 * receiver's side of control signals (SG-3 to SG-5).
 *
 * <pre>{@code
 * Inbox inbox = Inbox.on(Idempotency.on(store)).outbox(outbox).tries(tries).build();
 *
 * Receiver payments = inbox.messages("billing", message -> book(store.connection(), message));
 * Receiver swarms = inbox.signals("swarm-controller")
 *         .origin("swarm-controller:marshal-1")
 *         .at(new Scope("ALL", "swarm-controller", "marshal-1"))
 *         .on("swarm-start", signal -> Handled.done("Running", Data.EMPTY))
 *         .build();
 * }</pre>
 *
 * <h2>How it holds</h2>
 *
 * The note that a message was processed, what the handler wrote, and the outcome that is to be published are one database transaction.
 * A delivery is accepted after it has committed. Killed before the commit, nothing has happened, and the broker delivers again; killed
 * between commit and acknowledgement, the next delivery finds the note. The outcome lies in the outbox by then, and leaves from there
 * whatever becomes of this process.
 *
 * <p>A delivery that finds its message at work elsewhere, or that waits for its next try, is held unsettled in memory and by no thread:
 * the consumer's thread goes on to the next. How many are held so is bounded by what the consumer lets be unsettled (its prefetch). When
 * the process dies meanwhile, the broker still has them.
 *
 * <p>A handler that throws runs again after growing pauses, without a thread meanwhile. Tries that did not end well are counted over all
 * processes, those that the process died in among them; after too many the message is {@linkplain
 * io.counterfoil.messaging.Delivery#reject rejected}, and a signal's attempt gets an outcome that says so. When the database is away
 * nothing is counted, and the deliveries wait.
 *
 * <p>Thread-safe.
 */
public final class Inbox implements AutoCloseable {

    /** What is compared of messages under one ID: nothing (RQ-11). */
    private static final Fingerprint ANY = Fingerprint.of(new byte[0]);

    /** What is kept of a message that needs no answer: nothing. */
    private static final PayloadCodec<Boolean> NOTED = PayloadCodec.of(20, noted -> new byte[0], bytes -> Boolean.TRUE);

    private final Idempotency engine;
    private final Optional<InboxBuilder.Answers> answers;
    private final InstantSource clock;
    private final Deliveries deliveries;

    Inbox(InboxBuilder builder) {
        this.engine = builder.engine;
        this.answers = builder.answers;
        this.clock = builder.clock;
        this.deliveries = new Deliveries(builder);
    }

    /**
     * An inbox on this engine. Its policy counts, save for waits, which are made without a thread here, and for the size of answers:
     * an outcome is always kept.
     *
     * @throws IllegalArgumentException when the engine is not in transactional mode: effect and note could then come apart
     */
    public static InboxBuilder on(Idempotency engine) {
        return new InboxBuilder(engine);
    }

    /**
     * Runs the work unless it ran before for this message, in the calling thread; never waits for another who is at it.
     *
     * <p>Inside a transaction of the caller's it joins that one, and holds if that one commits.
     *
     * @throws X what the work threw; nothing of it is kept, and the message counts as not processed
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; the same call can be made again
     */
    public <X extends Exception> Processed once(MessageKey key, Work<X> work) throws X {
        return once(engine, key, work);
    }

    /**
     * The same, but waits for another who is at it, in the calling thread.
     *
     * @param atMost how long; {@link Processed#IN_FLIGHT} after that. At most {@link IdempotencyPolicy#LONGEST_WAIT}
     */
    public <X extends Exception> Processed once(MessageKey key, Duration atMost, Work<X> work) throws X {
        return once(engine.with(engine.policy().withWaitLimit(atMost)), key, work);
    }

    private static <X extends Exception> Processed once(Idempotency engine, MessageKey key, Work<X> work) throws X {
        return engine.execute(key.inEngine(), ANY, NOTED, execution -> {
                    work.run();
                    return Completion.remember(true);
                })
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

    /** What is known of a message; a look that changes nothing. */
    Known look(MessageKey key) {
        return engine.with(IdempotencyListener.NONE)
                .execute(key.inEngine(), ANY, NOTED, execution -> Completion.forget(true))
                .match(executed -> Known.NOTHING, replayed -> Known.PROCESSED, rejected -> Known.IN_FLIGHT);
    }

    /** What a look finds. */
    enum Known {
        NOTHING,
        PROCESSED,
        IN_FLIGHT
    }

    /**
     * A receiver that processes each message once, by its {@linkplain io.counterfoil.messaging.Message#id ID}. A message without one, or
     * with one that is no request ID, is rejected. The handler runs in the scope of the message's correlation ID (CO-3).
     *
     * @param receiver who processes it: the name that all processes share among which a message is to take effect once
     * @throws io.counterfoil.idempotency.key.InvalidIdentifierException when the name is empty, longer than 255 bytes of UTF-8 or unreadable
     */
    public Receiver messages(String receiver, MessageHandler handler) {
        return new MessageReceiver(this, deliveries, ClientId.of(receiver), handler);
    }

    /**
     * A receiver that carries out signals, once for each (swarm, type, idempotency key), and answers every delivery with an outcome.
     *
     * @param receiver who carries them out: the name that all processes share among which a command is to take effect once
     * @throws IllegalStateException when the inbox has no outbox, which outcomes leave by
     * @throws io.counterfoil.idempotency.key.InvalidIdentifierException when the name is empty, longer than 255 bytes of UTF-8 or unreadable
     */
    public SignalReceiverBuilder signals(String receiver) {
        InboxBuilder.Answers outbox = answers.orElseThrow(() ->
                new IllegalStateException("signals are answered, and this inbox has no outbox: call outbox(...)"));
        return new SignalReceiverBuilder(ClientId.of(receiver), engine, outbox, clock, deliveries);
    }

    /** Gives back what is held unsettled, and ends its threads; handlers that run come to their end. A second call does nothing. */
    @Override
    public void close() {
        deliveries.close();
    }

    /** What is done once for a message. */
    @FunctionalInterface
    public interface Work<X extends Exception> {

        /** Does it. */
        void run() throws X;
    }
}
