package io.counterfoil.jdbc.dialect;

import io.counterfoil.jdbc.row.RecordRow;
import java.util.Optional;

/**
 * The result of one look-up by a claim.
 *
 * @param lock who has the key's lock now; it is held until the transaction ends
 * @param now the store's time, in microseconds since 1970
 * @param begun what identifies the transaction to {@link KeyLocks#check}; {@link TransactionCheck#UNKNOWN} where nothing does
 * @param row what is stored under the key, read after the lock was tried: a record has precedence over the lock
 */
public record ClaimLookup(LockState lock, long now, long begun, Optional<RecordRow> row) {

    /**
     * {@return a copy with a row}
     *
     * @param found what is stored under the key
     */
    public ClaimLookup with(RecordRow found) {
        return new ClaimLookup(lock, now, begun, Optional.of(found));
    }
}
