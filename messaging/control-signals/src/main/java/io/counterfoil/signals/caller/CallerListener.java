package io.counterfoil.signals.caller;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.signals.envelope.SignalOutcome;
import java.time.Instant;

/**
 * Reports what a caller notices in addition to the replies. Called in the scope of the correlation ID and the idempotency key concerned, on
 * the thread that noticed it; must be thread-safe. Exceptions are logged, and have no other effect.
 */
public interface CallerListener {

    /** Hears nothing. */
    CallerListener NONE = new CallerListener() {};

    /**
     * The same command was handed to {@link Caller#send} again, not as a retry: a double click, say. Nothing more was sent.
     *
     * @param command the command, which is sent under the key of the first call
     */
    default void sentTwice(Command command) {}

    /**
     * Another caller has sent the same command, under the same idempotency key: another process, another browser
     * tab, say. It was executed only once.
     *
     * @param command this caller's command
     * @param attempt the correlation ID that the other one sent it under
     */
    default void sentElsewhere(Command command, CorrelationId attempt) {}

    /**
     * An outcome that came after the command was answered, such as one that was delivered twice. It was ignored.
     *
     * @param command the answered command
     * @param outcome the ignored outcome
     */
    default void lateDuplicate(Command command, SignalOutcome outcome) {}

    /**
     * An outcome that came after {@link CommandReply.Unanswered}, or after a failure that may be retried. If it is final, the journal forgets the
     * command.
     *
     * @param command the command
     * @param outcome its first outcome that is final, or a further failure
     */
    default void answeredLate(Command command, SignalOutcome outcome) {}

    /**
     * A further receiver's outcome, of a command whose scope has {@code ALL}. The first one was the reply.
     *
     * @param command the answered command
     * @param outcome the outcome of that further receiver
     */
    default void anotherAnswer(Command command, SignalOutcome outcome) {}

    /**
     * A command in the journal is older than the receiver's retention, so it was not sent again: it might be executed a second time.
     * It stays in the journal until it is {@linkplain Caller#giveUp given up}.
     *
     * @param command the command, which was not sent
     * @param openedAt when it was first sent
     */
    default void expired(Command command, Instant openedAt) {}
}
