package io.counterfoil.ledger.domain;

import java.util.function.Function;

/** The result of a request. */
public sealed interface Result<T> {

    /**
     * Accepted.
     *
     * @param value the object's current state
     * @param duplicate whether it was accepted before under the same key; this call changed nothing
     */
    record Granted<T>(T value, boolean duplicate) implements Result<T> {}

    /** Refused; nothing was changed, and the key remains usable. */
    record Refused<T>(Refusal refusal) implements Result<T> {}

    /** Applies the function of the actual case. */
    default <R> R match(Function<Granted<T>, R> granted, Function<Refusal, R> refused) {
        if (this instanceof Granted<T> g) {
            return granted.apply(g);
        }
        return refused.apply(((Refused<T>) this).refusal());
    }
}
