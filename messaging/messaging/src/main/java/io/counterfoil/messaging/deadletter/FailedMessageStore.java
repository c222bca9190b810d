package io.counterfoil.messaging.deadletter;

import io.counterfoil.messaging.inbox.MessageKey;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The messages whose attempts have failed, as the inbox's {@link io.counterfoil.messaging.inbox.AttemptLog} has recorded them. A message without a
 * usable ID has no key: it is in the broker's dead letters, and not here. Thread-safe.
 *
 * <p>Any method may throw {@link io.counterfoil.idempotency.store.StoreException} when the store failed.
 */
public interface FailedMessageStore {

    /** The largest page. */
    int MAX_LIMIT = 1_000;

    /**
     * Lists messages that are to be attempted again, the one that failed longest ago first.
     *
     * @param after {@link MessagePage#next} of the page before; empty for the first page
     * @param limit 1 to {@value #MAX_LIMIT}
     * @return a page, whose {@link MessagePage#next} is empty when it is the last
     * @throws IllegalArgumentException when the limit is out of range, or {@code after} is no position
     */
    MessagePage<FailedMessage> failing(Optional<String> after, int limit);

    /**
     * Lists dead letters, the one that was rejected longest ago first.
     *
     * @param after {@link MessagePage#next} of the page before; empty for the first page
     * @param limit 1 to {@value #MAX_LIMIT}
     * @return a page, whose {@link MessagePage#next} is empty when it is the last
     * @throws IllegalArgumentException when the limit is out of range, or {@code after} is no position
     */
    MessagePage<DeadLetter> deadLetters(Optional<String> after, int limit);

    /** {@return how many there are: bounded queries along an index, without a lock} */
    DeadLetterBacklog backlog();

    /**
     * Settles a dead letter: locks its row, which no attempt at another message waits for, calls the decision, and removes the row where the
     * decision {@linkplain DeadLetterResult#isSettled settles} it, all in one transaction. A second call for the same message waits until the
     * first has ended. What the decision throws rolls back, and the row stays.
     *
     * @param key of the dead letter
     * @param decision called once, in the calling thread, while the row is locked
     * @return what the decision returned; {@link DeadLetterResult#NOT_FOUND} where there is no dead letter of this key
     */
    DeadLetterResult settle(MessageKey key, Function<DeadLetter, DeadLetterResult> decision);

    /**
     * Removes rows of messages whose last failure or rejection is old. The messages themselves stay where they are.
     *
     * @param age how long ago the last failure or rejection is, at least
     * @param limit how many at most, at least 1
     * @return how many were removed; as many as the limit where there may be more
     * @throws IllegalArgumentException when the limit is not at least 1
     */
    int purge(Duration age, int limit);
}
