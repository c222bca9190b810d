package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.Lease;

/** The lease under which work runs has been taken over by another: nothing more may be written under it. */
public final class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LeaseLostException(Lease lease) {
        super("another has taken over the lease " + lease.token() + " of " + lease.key());
    }
}
