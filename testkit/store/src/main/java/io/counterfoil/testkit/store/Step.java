package io.counterfoil.testkit.store;

import java.util.List;

/**
 * The steps of the protocol between engine and store. A process may crash or pause at any of them.
 *
 * <p>{@link SteppedClaimStore} and {@link SteppedLeaseStore} report each step to a {@link StepListener}.
 */
public enum Step {
    /** Both modes: before the record is looked up. */
    BEFORE_FIND,
    /** Both modes: after the record was looked up. */
    AFTER_FIND,

    /** Transactional mode: before the request is claimed or the data key is held. */
    BEFORE_CLAIM,
    /** Transactional mode: after the claim. If it was acquired, the work follows. */
    AFTER_CLAIM,
    /**
     * Transactional mode: after the effect, before its record is written. With only a data key, the object is its own
     * record.
     */
    BEFORE_RECORD,
    /** Transactional mode: after the record is written, or scheduled to be written with the commit. */
    AFTER_RECORD,
    /** Transactional mode: at the end of the unit of work, before its commit. */
    BEFORE_COMMIT,
    /** Transactional mode: after the commit, before the caller returns. */
    AFTER_COMMIT,

    /** Lease mode: before the request is leased. */
    BEFORE_LEASE,
    /** Lease mode: after the lease request. If it was acquired, the work follows. */
    AFTER_LEASE,
    /** Lease mode: before the lease is renewed, on the timer's thread. */
    BEFORE_RENEW,
    /** Lease mode: after the lease was renewed or found lost, on the timer's thread. */
    AFTER_RENEW,
    /** Lease mode: after a phase, before its result is saved. */
    BEFORE_SAVE,
    /** Lease mode: after the result of a phase is saved. */
    AFTER_SAVE,
    /** Lease mode: after the effect, before its record is written. */
    BEFORE_COMPLETE,
    /** Lease mode: after the record is written, before the caller returns. */
    AFTER_COMPLETE,
    /** Lease mode: the work has thrown or cannot be resolved; before its lease is abandoned. */
    BEFORE_ABANDON,
    /** Lease mode: after the lease was abandoned; the outcome is unknown. */
    AFTER_ABANDON,
    /** Lease mode: before an expired lease is taken over by its key. */
    BEFORE_TAKE_OVER,
    /** Lease mode: after the takeover was attempted. */
    AFTER_TAKE_OVER,

    /** Both modes: nothing is remembered; before the claim is released. */
    BEFORE_RELEASE,
    /** Both modes: after the claim is released. In transactional mode, the unit of work has not ended yet. */
    AFTER_RELEASE;

    /** The steps of a first execution in transactional mode, in order. */
    public static final List<Step> OF_A_TRANSACTION =
            List.of(BEFORE_CLAIM, AFTER_CLAIM, BEFORE_RECORD, AFTER_RECORD, BEFORE_COMMIT, AFTER_COMMIT);

    /** The steps of a first execution with one phase in lease mode, in order; renewals may occur between them. */
    public static final List<Step> OF_A_LEASE =
            List.of(BEFORE_LEASE, AFTER_LEASE, BEFORE_SAVE, AFTER_SAVE, BEFORE_COMPLETE, AFTER_COMPLETE);
}
