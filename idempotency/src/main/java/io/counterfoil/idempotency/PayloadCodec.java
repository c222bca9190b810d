package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.Payload;

/** Turns an answer into what is remembered of it, and back. Thread-safe. */
public interface PayloadCodec<T> {

    /** What is to be remembered of the answer. */
    Payload encode(T value);

    /**
     * The answer as it was.
     *
     * @throws IllegalArgumentException when the format is one that this version cannot read; the message names it
     */
    T decode(Payload payload);
}
