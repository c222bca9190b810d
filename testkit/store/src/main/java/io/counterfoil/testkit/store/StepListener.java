package io.counterfoil.testkit.store;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.RequestId;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Receives each step of the protocol that a request reaches, in the thread that reached it. It may throw, block, or end
 * the process; the store's method throws what it throws. Must be thread-safe.
 */
@FunctionalInterface
public interface StepListener {

    /** A request has reached this step. */
    void reached(Step step, IdempotencyKey key);

    /** The creation of an object has reached this step; does nothing by default. */
    default void reached(Step step, DataKey key) {}

    /** {@return a listener for the requests and objects with a marked request ID; it ignores all others} */
    static StepListener of(Predicate<RequestId> marked, Consumer<Step> reached) {
        return new StepListener() {
            @Override
            public void reached(Step step, IdempotencyKey key) {
                report(step, key.requestId());
            }

            @Override
            public void reached(Step step, DataKey key) {
                report(step, key.key());
            }

            private void report(Step step, RequestId id) {
                if (marked.test(id)) {
                    reached.accept(step);
                }
            }
        };
    }
}
