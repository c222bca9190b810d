package io.counterfoil.jdbc.dialect;

/** The lock of a key: given to one transaction at a time, and never waited for. */
public enum LockState {

    /** This transaction's. */
    ACQUIRED,

    /** A transaction's that claims the key for a request with other contents. */
    OTHER_CONTENTS,

    /** Another transaction's; for what contents {@link KeyLocks#isOtherContents} may find out. */
    TAKEN
}
