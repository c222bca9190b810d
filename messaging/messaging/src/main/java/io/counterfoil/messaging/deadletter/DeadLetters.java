package io.counterfoil.messaging.deadletter;

import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.inbox.MessageKey;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an operator does with dead letters: requeue or discard them. Every decision is logged at INFO with its operator and its reason.
 * Thread-safe.
 *
 * <pre>{@code
 * DeadLetters letters = new DeadLetters(JdbcFailedMessages.of(transactions), List.of(RabbitDeadLetters.of(factory, topology)));
 * letters.requeue(key, new DeadLetterDecision("alice", "the supplier is back"));
 * }</pre>
 *
 * <h2>How it works</h2>
 *
 * The content of a dead letter is at the broker, its state in the database; they have no common transaction. A decision holds the row locked
 * while the broker confirms the copy and removes the dead letter, and removes the row then. So of several presses of a button one publishes.
 * When the process fails in between, the row is still there. After the copy was confirmed and before the dead letter was removed, the next press
 * publishes a second copy, whose message the inbox processes once. After the dead letter was removed and before the commit, the next press finds
 * it {@linkplain DeadLetterResult#MISSING missing}: it was published.
 *
 * <p>With the row its attempts are gone: those of the requeued message are counted from one. An attempt at it that fails meanwhile waits with its
 * count for the lock, at most as long as the broker takes to confirm.
 */
public final class DeadLetters {

    private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

    private final FailedMessageStore store;
    private final List<DeadLetterBroker> brokers;

    /**
     * Gives access to the dead letters of a store.
     *
     * @param store lists the dead letters
     * @param brokers where they are; the first that serves an origin is used
     */
    public DeadLetters(FailedMessageStore store, List<? extends DeadLetterBroker> brokers) {
        this.store = store;
        this.brokers = List.copyOf(brokers);
    }

    /** {@return the store, which lists dead letters and messages that have failed attempts} */
    public FailedMessageStore store() {
        return store;
    }

    /**
     * Delivers a dead letter again to where it came from. Holds a database connection until the broker has confirmed.
     *
     * @param key of the dead letter
     * @param decision who decided, and why; logged
     * @return {@link DeadLetterResult#REQUEUED}, or why nothing was done: {@link DeadLetterResult#NOT_FOUND}, {@link DeadLetterResult#MISSING},
     *     {@link DeadLetterResult#UNREACHABLE}
     * @throws DeadLetterException when the broker did not confirm; the dead letter is listed as before
     * @throws io.counterfoil.idempotency.store.StoreException when the database failed; the dead letter is listed as before
     */
    public DeadLetterResult requeue(MessageKey key, DeadLetterDecision decision) {
        DeadLetterResult result = store.settle(
                key,
                letter -> broker(letter)
                        .map(broker -> broker.requeue(letter.origin().orElseThrow())
                                ? DeadLetterResult.REQUEUED
                                : DeadLetterResult.MISSING)
                        .orElse(DeadLetterResult.UNREACHABLE));
        LOG.info("Dead letter {}: to be requeued, {} {}", key, result, decision);
        return result;
    }

    /**
     * Removes a dead letter for good: at the broker where that can remove it, and from the list. One that the broker has no more, or whose
     * place is unknown, is removed from the list.
     *
     * @param key of the dead letter
     * @param decision who decided, and why; logged
     * @return {@link DeadLetterResult#DISCARDED}, {@link DeadLetterResult#FORGOTTEN} or {@link DeadLetterResult#NOT_FOUND}
     * @throws DeadLetterException when the broker could not be asked; the dead letter is listed as before
     * @throws io.counterfoil.idempotency.store.StoreException when the database failed; the dead letter is listed as before
     */
    public DeadLetterResult discard(MessageKey key, DeadLetterDecision decision) {
        DeadLetterResult result = store.settle(
                key,
                letter -> broker(letter)
                                .filter(broker -> broker.discard(letter.origin().orElseThrow()))
                                .isPresent()
                        ? DeadLetterResult.DISCARDED
                        : DeadLetterResult.FORGOTTEN);
        LOG.info("Dead letter {}: to be discarded, {} {}", key, result, decision);
        return result;
    }

    private Optional<DeadLetterBroker> broker(DeadLetter letter) {
        Optional<MessageOrigin> origin = letter.origin();
        return brokers.stream()
                .filter(broker -> origin.filter(broker::serves).isPresent())
                .findFirst();
    }
}
