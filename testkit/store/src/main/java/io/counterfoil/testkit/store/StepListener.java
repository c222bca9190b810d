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

    /**
     * Reports that a request has reached a step.
     *
     * @param step the step
     * @param key of the request
     */
    void reached(Step step, IdempotencyKey key);

    /**
     * Reports that the creation of an object has reached a step; does nothing by default.
     *
     * @param step the step
     * @param key of the object
     */
    default void reached(Step step, DataKey key) {}

    /**
     * {@return a listener for the requests and objects with a marked request ID; it ignores all others}
     *
     * @param marked accepts the request IDs to report
     * @param reached called with each step that such a request or object has reached
     */
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
