package io.counterfoil.idempotency;

/** Finds out whether a request took effect whose lease has expired. */
@FunctionalInterface
public interface OutcomeResolver<T, X extends Exception> {

    /**
     * Looks whether the effect took place. Runs under a lease of its own, so that no two ask for one key at a time; its
     * token is above that of everyone who worked before.
     *
     * @throws X when it could not look; the request stays one whose outcome is unknown
     */
    Resolution<T> resolve(Execution execution) throws X;
}
