package io.counterfoil.idempotency;

import io.counterfoil.idempotency.result.Completion;

/**
 * What a {@link OutcomeResolver} decided about work whose lease has expired.
 *
 * @param <T> the result's type
 */
public sealed interface Resolution<T> {

    /**
     * It happened; its result is recorded like any other.
     *
     * @param <T> the result's type
     * @param completion how the work ended
     */
    record Happened<T>(Completion<T> completion) implements Resolution<T> {}

    /**
     * It did not happen, and will not: it may be executed now.
     *
     * @param <T> the result's type
     */
    record DidNotHappen<T>() implements Resolution<T> {}

    /**
     * It is undecided; the policy applies.
     *
     * @param <T> the result's type
     */
    record Undecided<T>() implements Resolution<T> {}

    /**
     * It happened: the result is recorded, and replayed to duplicates.
     *
     * @param <T> the result's type
     * @param value the result
     * @return a resolution with this result
     */
    static <T> Resolution<T> happened(T value) {
        return new Happened<>(Completion.remember(value));
    }

    /**
     * It did not happen, and will not: the request may be executed now.
     *
     * @param <T> the result's type
     * @return a resolution without a result
     */
    static <T> Resolution<T> didNotHappen() {
        return new DidNotHappen<>();
    }

    /**
     * It is undecided: the policy applies, {@link io.counterfoil.idempotency.policy.LeasePolicy#onExpiry()}.
     *
     * @param <T> the result's type
     * @return a resolution without a result
     */
    static <T> Resolution<T> undecided() {
        return new Undecided<>();
    }
}
