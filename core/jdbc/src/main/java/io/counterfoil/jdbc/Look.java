package io.counterfoil.jdbc;

import java.util.Optional;

/**
 * The result of one look-up by a claim.
 *
 * @param lock who has the key's lock now; it is held until the transaction ends
 * @param now the store's time, in microseconds since 1970
 * @param begun when the transaction began, in microseconds since 1970, by which it is recognised; {@link #NOT_TOLD} where the database does not tell
 * @param row what is stored under the key, read after the lock was tried: a record has precedence over the lock
 */
record Look(Lock lock, long now, long begun, Optional<Row> row) {

    /** {@link #begun} where the database does not tell. */
    static final long NOT_TOLD = 0;

    /** The lock of a key: given to one transaction at a time, and never waited for. */
    enum Lock {
        /** This transaction's. */
        ACQUIRED,
        /** A transaction's that claims the key for a request with other contents. */
        OTHER_CONTENTS,
        /** Another transaction's; for what contents {@link ClaimStatements#isOtherContents} may tell. */
        TAKEN
    }
}
