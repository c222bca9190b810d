package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.Lease;

/** The lease under which work runs has been taken over by another: nothing more may be written under it. */
public final class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * For a lease that was taken over.
     *
     * @param lease the one that was lost
     */
    public LeaseLostException(Lease lease) {
        super("the lease was taken over " + lease.token() + " of " + lease.key());
    }
}
