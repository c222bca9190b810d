package io.counterfoil.testkit.store;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.RequestId;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Is told which step of the protocol a request has reached, in the thread that reached it. It may throw, block, or end the
 * process: what it throws comes out of the store's method, as if the store had thrown it there. Must be thread-safe.
 */
@FunctionalInterface
public interface StepListener {

    /** A request has reached this step. */
    void reached(Step step, IdempotencyKey key);

    /** The making of an object has reached this step; passes unnoticed unless overridden. */
    default void reached(Step step, DataKey key) {}

    /** A listener to the requests and the objects whose request ID is marked; all others pass unnoticed. */
    static StepListener of(Predicate<RequestId> marked, Consumer<Step> reached) {
        return new StepListener() {
            @Override
            public void reached(Step step, IdempotencyKey key) {
                tell(step, key.requestId());
            }

            @Override
            public void reached(Step step, DataKey key) {
                tell(step, key.key());
            }

            private void tell(Step step, RequestId id) {
                if (marked.test(id)) {
                    reached.accept(step);
                }
            }
        };
    }
}
