package io.counterfoil.idempotency;

/**
 * Finds out whether a request took effect whose lease has expired.
 *
 * @param <T> the result's type
 * @param <X> the checked exceptions that it throws
 */
@FunctionalInterface
public interface OutcomeResolver<T, X extends Exception> {

    /**
     * Looks whether the effect took place. Runs under a lease of its own, so that no two look for one key at a time; its token is greater
     * than that of every earlier owner.
     *
     * @param execution the lease of this look, whose {@link Execution#lease() key} names the request
     * @return what it found; {@link Resolution#undecided} where the policy is to decide
     * @throws X when it could not look; the request stays one whose outcome is unknown
     */
    Resolution<T> resolve(Execution execution) throws X;
}
