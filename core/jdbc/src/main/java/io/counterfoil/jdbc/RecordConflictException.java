package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.StoreException;

/** Another transaction has recorded under the same key; this one must be rolled back, and replay that record. */
final class RecordConflictException extends StoreException {

    private static final long serialVersionUID = 1L;

    RecordConflictException(IdempotencyKey key) {
        super(message(key));
    }

    RecordConflictException(IdempotencyKey key, Throwable cause) {
        super(message(key), cause);
    }

    private static String message(IdempotencyKey key) {
        return "another transaction has stored a record under the key " + key;
    }
}
