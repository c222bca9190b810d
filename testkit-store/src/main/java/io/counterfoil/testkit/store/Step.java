package io.counterfoil.testkit.store;

import java.util.List;

/**
 * A point in the protocol between engine and store, at which a process may die or fall asleep: the whole list of them.
 *
 * <p>{@link SteppedClaimStore} and {@link SteppedLeaseStore} tell a {@link StepListener} of each.
 */
public enum Step {
    /** Both modes: the record is about to be looked for. */
    BEFORE_FIND,
    /** Both modes: whether there is a record is known. */
    AFTER_FIND,

    /** Transactional mode: the request is about to be claimed, or the data key held. */
    BEFORE_CLAIM,
    /** Transactional mode: the answer to the claim is known; the work comes next, where it was acquired. */
    AFTER_CLAIM,
    /** Transactional mode: the effect is written, its record is not. With a data key alone the object is its own record. */
    BEFORE_RECORD,
    /** Transactional mode: the record is written, or noted to be written with the commit. */
    AFTER_RECORD,
    /** Transactional mode: everything is done in the unit of work, and nothing of it is visible to others yet. */
    BEFORE_COMMIT,
    /** Transactional mode: the unit of work has ended well, and the caller does not know it yet. */
    AFTER_COMMIT,

    /** Lease mode: the request is about to be leased. */
    BEFORE_LEASE,
    /** Lease mode: the answer of the store is known; the work comes next, where the lease was acquired. */
    AFTER_LEASE,
    /** Lease mode: the lease is about to be renewed, on the timer's thread. */
    BEFORE_RENEW,
    /** Lease mode: whether the lease still is the owner's is known, on the timer's thread. */
    AFTER_RENEW,
    /** Lease mode: a phase is over, its result is not kept. */
    BEFORE_SAVE,
    /** Lease mode: the result of the phase is kept. */
    AFTER_SAVE,
    /** Lease mode: the effect has taken place, its record is not written. */
    BEFORE_COMPLETE,
    /** Lease mode: the record is written, and the caller does not know it yet. */
    AFTER_COMPLETE,
    /** Lease mode: the work has thrown, or cannot be resolved, and its lease is about to be ended. */
    BEFORE_ABANDON,
    /** Lease mode: the request is one whose outcome is unknown. */
    AFTER_ABANDON,
    /** Lease mode: a lease that ran out is about to be taken over by its key alone. */
    BEFORE_TAKE_OVER,
    /** Lease mode: whether it was taken over is known. */
    AFTER_TAKE_OVER,

    /** Both modes: nothing is to be remembered, and the claim is about to be given up. */
    BEFORE_RELEASE,
    /** Both modes: the claim is given up; in transactional mode the unit of work has yet to end. */
    AFTER_RELEASE;

    /** The steps of a first execution in transactional mode, in their order. */
    public static final List<Step> OF_A_TRANSACTION =
            List.of(BEFORE_CLAIM, AFTER_CLAIM, BEFORE_RECORD, AFTER_RECORD, BEFORE_COMMIT, AFTER_COMMIT);

    /** The steps of a first execution in lease mode whose work has one phase, in their order; renewals come in between. */
    public static final List<Step> OF_A_LEASE =
            List.of(BEFORE_LEASE, AFTER_LEASE, BEFORE_SAVE, AFTER_SAVE, BEFORE_COMPLETE, AFTER_COMPLETE);
}
