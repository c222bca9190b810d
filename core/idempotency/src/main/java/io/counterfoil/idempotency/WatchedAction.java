package io.counterfoil.idempotency;

import io.counterfoil.idempotency.engine.OpenExecutions;
import io.counterfoil.idempotency.result.Completion;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Counts an action while it runs, and knows how its last run ended, whatever the mode and the store made of it. Used by one thread. */
final class WatchedAction<T, X extends Exception> implements Action<T, X> {

    private final Action<T, X> action;
    private final OpenExecutions executions;
    private final LongSupplier nanoTime;
    private @Nullable Throwable thrown;
    private boolean failed;

    WatchedAction(Action<T, X> action, OpenExecutions executions, LongSupplier nanoTime) {
        this.action = action;
        this.executions = executions;
        this.nanoTime = nanoTime;
    }

    @Override
    public Completion<T> run(Execution execution) throws X {
        failed = false;
        OpenExecutions.Running running = executions.begin(nanoTime);
        try {
            Completion<T> completion = action.run(execution);
            failed = completion.end() == Completion.End.FAILED;
            return completion;
        } catch (Throwable failure) {
            thrown = failure;
            throw failure;
        } finally {
            running.end();
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
