package io.counterfoil.idempotency;

import io.counterfoil.idempotency.result.Completion;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Distinguishes failures of the action from failures of the mode and the store. Used by one thread. */
final class WatchedAction<T, X extends Exception> implements Action<T, X> {

    private final Action<T, X> action;
    private @Nullable Throwable thrown;

    WatchedAction(Action<T, X> action) {
        this.action = action;
    }

    @Override
    public Completion<T> run(Execution execution) throws X {
        try {
            return action.run(execution);
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

    boolean threw(Throwable failure) {
        return thrown == failure;
    }
}
