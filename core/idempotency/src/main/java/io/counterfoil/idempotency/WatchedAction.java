package io.counterfoil.idempotency;

import io.counterfoil.idempotency.result.Completion;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Knows how the last run of an action ended, whatever the mode and the store made of it. Used by one thread. */
final class WatchedAction<T, X extends Exception> implements Action<T, X> {

    private final Action<T, X> action;
    private @Nullable Throwable thrown;
    private boolean failed;

    WatchedAction(Action<T, X> action) {
        this.action = action;
    }

    @Override
    public Completion<T> run(Execution execution) throws X {
        failed = false;
        try {
            Completion<T> completion = action.run(execution);
            failed = completion.end() == Completion.End.FAILED;
            return completion;
        } catch (Throwable failure) {
            thrown = failure;
            throw failure;
        }
    }

    @Override
    public Optional<Completion<T>> known() {
        return action.known();
    }

    @Override
    public Optional<OutcomeResolver<T, X>> resolver() {
        return action.resolver();
    }

    /** Whether it completed as {@linkplain Completion#fail failed}. */
    boolean hasFailed() {
        return failed;
    }

    boolean threw(Throwable failure) {
        return thrown == failure;
    }
}
