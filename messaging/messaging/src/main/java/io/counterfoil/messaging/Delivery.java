package io.counterfoil.messaging;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One delivery of a message, at least one of which a broker makes. It is settled by the first of {@link #accept}, {@link #reject} and
 * {@link #giveBack}, from any thread; further calls do nothing. What is not settled when the consumer ends, or its connection, is
 * delivered again. Thread-safe.
 */
public interface Delivery {

    /** {@return the delivered message} */
    Message message();

    /** {@return whether it may have been delivered before; false only where it certainly was not} */
    boolean isMaybeRedelivered();

    /**
     * {@return where it was delivered from, for operators and for a {@linkplain io.counterfoil.messaging.deadletter.DeadLetterBroker requeueing} of a
     * dead letter; empty where the adapter does not provide it}
     */
    default Optional<MessageOrigin> origin() {
        return Optional.empty();
    }

    /** Done with: the broker may forget it. To be called after the work's commit, never before. */
    void accept();

    /**
     * Cannot be processed, now or later: it goes where its kind goes (a dead-letter queue or topic) with the reason in the header {@value
     * #REASON}, and is forgotten here once it has arrived there. Where it cannot be put there, it is delivered again.
     *
     * @param reason what is wrong, in words for an operator; {@linkplain #cutReason cut} to {@value #MAX_REASON_LENGTH} characters
     */
    void reject(String reason);

    /** Not processed: the broker delivers it again, to this or another consumer. */
    void giveBack();

    /**
     * {@return the part of a reason that fits the header {@value #REASON}: its first characters, within {@link #MAX_REASON_LENGTH} and {@link
     * Message#MAX_VALUE_BYTES}, none cut in two} For adapters of brokers.
     *
     * @param reason of any length
     */
    static String cutReason(String reason) {
        int end = 0;
        int bytes = 0;
        while (end < reason.length()) {
            String next = Character.toString(reason.codePointAt(end));
            bytes += next.getBytes(StandardCharsets.UTF_8).length;
            if (end + next.length() > MAX_REASON_LENGTH || bytes > Message.MAX_VALUE_BYTES) {
                break;
            }
            end += next.length();
        }
        return reason.substring(0, end);
    }

    /** The longest reason that a rejected message carries, in UTF-16 units. */
    int MAX_REASON_LENGTH = 512;

    /** The header under which a rejected message carries the reason. */
    String REASON = "counterfoil-reason";

    /** The header under which a rejected message carries the topic that it was sent to. */
    String TOPIC = "counterfoil-topic";
}
