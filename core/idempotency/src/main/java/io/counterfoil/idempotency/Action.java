package io.counterfoil.idempotency;

import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.Completion;
import java.util.Optional;

/**
 * The work behind a key.
 *
 * @param <T> the result's type
 * @param <X> the checked exceptions that the work throws
 */
@FunctionalInterface
public interface Action<T, X extends Exception> {

    /**
     * Does the work, in the calling thread.
     *
     * <p>In transactional mode it runs inside the store's unit of work: its database work belongs to the transaction that
     * also keeps the record. An exception undoes both and is handed on.
     *
     * <p>In lease mode an exception does not reveal whether an external effect happened: it is rethrown, and the request is one whose
     * outcome is unknown. Work that knows that nothing happened returns {@link Completion#forget}, or throws an exception of a
     * type that {@link LeasePolicy#noEffectOn} names.
     *
     * @param execution the lease under which it runs; for this thread, until the method returns
     * @return how the work ended, and whether its result is recorded
     * @throws X what the work throws; the same exception reaches the caller of the engine
     */
    Completion<T> run(Execution execution) throws X;

    /**
     * {@return how this work ends unless it throws, where that is known before it runs; empty, the default, where it is not} {@link #run}
     * must then return an equal completion. In transactional mode a store may insert the record before the work runs, which saves it
     * statements.
     */
    default Optional<Completion<T>> known() {
        return Optional.empty();
    }

    /** {@return the resolver that decides after a lease of this work has expired; empty, the default, for none} */
    default Optional<OutcomeResolver<T, X>> resolver() {
        return Optional.empty();
    }

    /**
     * {@return the same work with another resolver} The work itself is not copied.
     *
     * @param resolver decides after a lease of this work has expired; replaces the {@link #resolver()} of this one
     */
    default Action<T, X> resolvedBy(OutcomeResolver<T, X> resolver) {
        Action<T, X> work = this;
        return new Action<>() {
            @Override
            public Completion<T> run(Execution execution) throws X {
                return work.run(execution);
            }

            @Override
            public Optional<Completion<T>> known() {
                return work.known();
            }

            @Override
            public Optional<OutcomeResolver<T, X>> resolver() {
                return Optional.of(resolver);
            }
        };
    }
}
