package io.counterfoil.signals.caller;

import io.counterfoil.signals.envelope.SignalOutcome;
import java.util.List;
import java.util.function.Function;

/** What a caller gets in the end. */
public sealed interface Reply {

    /** One of the two. */
    <R> R match(Function<? super Answered, R> answered, Function<? super Unanswered, R> unanswered);

    /**
     * The receiver has said what became of the command.
     *
     * @param outcome its words; under the correlation ID of the attempt that it answers, which may be an earlier one than was waited for
     */
    record Answered(SignalOutcome outcome) implements Reply {

        /** Whether that is the end of the command: it was carried out, or failed in a way that no retry changes. */
        public boolean isFinal() {
            return outcome.error().isEmpty() || !outcome.isRetryable();
        }

        @Override
        public <R> R match(Function<? super Answered, R> answered, Function<? super Unanswered, R> unanswered) {
            return answered.apply(this);
        }
    }

    /**
     * Nothing is known of the command's end: it may have been carried out, and may yet be.
     *
     * @param command what was asked for
     * @param attempts what is known of the attempts, the first one first
     * @param why what the wait ended with
     */
    record Unanswered(Command command, List<SentAttempt> attempts, String why) implements Reply {

        /** The list is copied. */
        public Unanswered {
            attempts = List.copyOf(attempts);
        }

        @Override
        public <R> R match(Function<? super Answered, R> answered, Function<? super Unanswered, R> unanswered) {
            return unanswered.apply(this);
        }
    }
}
