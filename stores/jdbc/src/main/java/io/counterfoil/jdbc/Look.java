package io.counterfoil.jdbc;

import java.util.Optional;

/**
 * The result of one look-up by a claim.
 *
 * @param lock who has the key's lock now; it is held until the transaction ends
 * @param now the store's time, in microseconds since 1970
 * @param row what is stored under the key, read after the lock was tried: a record has precedence over the lock
 */
record Look(Lock lock, long now, Optional<Row> row) {

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
