package io.counterfoil.ledger.domain;

import java.util.function.Function;

/** What came of a wish. */
public sealed interface Result<T> {

    /**
     * Granted.
     *
     * @param value the object as it now is
     * @param duplicate whether it had been granted before, under the same key: this call changed nothing
     */
    record Granted<T>(T value, boolean duplicate) implements Result<T> {}

    /** Not granted; nothing was changed, and the key is as free as it was. */
    record Refused<T>(Refusal refusal) implements Result<T> {}

    /** Goes on with the one case that holds. */
    default <R> R match(Function<Granted<T>, R> granted, Function<Refusal, R> refused) {
        if (this instanceof Granted<T> g) {
            return granted.apply(g);
        }
        return refused.apply(((Refused<T>) this).refusal());
    }
}
