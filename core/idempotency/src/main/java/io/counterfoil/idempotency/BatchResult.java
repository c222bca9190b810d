package io.counterfoil.idempotency;

import io.counterfoil.idempotency.result.Outcome;

/** What became of one of several requests: one of three. */
public sealed interface BatchResult<T> {

    /** It has an outcome, as if it had been executed alone. */
    record Ended<T>(Outcome<T> outcome) implements BatchResult<T> {}

    /** Its action threw this, or the store did where it had a unit of its own: it was undone alone, nothing is recorded, and the key is free. */
    record Failed<T>(Throwable failure) implements BatchResult<T> {}

    /** It was not executed, and its key not kept; it can be passed again. */
    record NotBegun<T>() implements BatchResult<T> {}
}
