package io.counterfoil.signals.caller;

import io.counterfoil.signals.envelope.SignalOutcome;
import java.util.List;
import java.util.function.Function;

/** The reply to a command. */
public sealed interface CommandReply {

    /**
     * Calls the function for this kind of reply.
     *
     * @param <R> the result's type
     * @param answered called with an answer
     * @param unanswered called when there was none
     * @return what the called function returns
     */
    <R> R match(Function<? super Answered, R> answered, Function<? super Unanswered, R> unanswered);

    /**
     * The receiver has answered.
     *
     * @param outcome the outcome, under the correlation ID of the attempt that it answers, which may be an earlier one than the awaited one
     */
    record Answered(SignalOutcome outcome) implements CommandReply {

        /** {@return whether the outcome is final: the command was executed, or failed and is not retryable} */
        public boolean isFinal() {
            return outcome.error().isEmpty() || !outcome.isRetryable();
        }

        @Override
        public <R> R match(Function<? super Answered, R> answered, Function<? super Unanswered, R> unanswered) {
            return answered.apply(this);
        }
    }

    /**
     * The outcome is unknown: the command may have been executed, and may still be.
     *
     * @param command the command
     * @param attempts the history of the attempts, in order
     * @param why the reason why the wait ended
     */
    record Unanswered(Command command, List<SentAttempt> attempts, String why) implements CommandReply {

        /**
         * Copies the list.
         *
         * @param command the command
         * @param attempts in order; may be empty
         * @param why for people
         */
        public Unanswered {
            attempts = List.copyOf(attempts);
        }

        @Override
        public <R> R match(Function<? super Answered, R> answered, Function<? super Unanswered, R> unanswered) {
            return unanswered.apply(this);
        }
    }
}
