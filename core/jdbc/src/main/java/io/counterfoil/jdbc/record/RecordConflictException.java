package io.counterfoil.jdbc.record;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.StoreException;
import java.util.List;

/** Another transaction has recorded under the same key; this one must be rolled back, and replay that record. */
public final class RecordConflictException extends StoreException {

    private static final long serialVersionUID = 1L;

    /** The conflict under this key. */
    public RecordConflictException(IdempotencyKey key) {
        super(message(key));
    }

    /** The same, with the failure that showed it. */
    public RecordConflictException(IdempotencyKey key, Throwable cause) {
        super(message(key), cause);
    }

    /** A conflict under one of these keys. */
    public RecordConflictException(List<IdempotencyKey> keys, Throwable cause) {
        super("another transaction has stored a record under one of the keys " + keys, cause);
    }

    private static String message(IdempotencyKey key) {
        return "another transaction has stored a record under the key " + key;
    }
}
