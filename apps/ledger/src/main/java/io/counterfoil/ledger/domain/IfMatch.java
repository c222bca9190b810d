package io.counterfoil.ledger.domain;

import java.util.Optional;
import java.util.Set;

/**
 * The precondition of a request on the object's version (RFC 9110, section 13.1.1): optimistic locking by the client.
 *
 * @param versions the accepted versions; absent if every version is accepted
 */
public record IfMatch(Optional<Set<Long>> versions) {

    /** Accepts every version. */
    public static final IfMatch ANY = new IfMatch(Optional.empty());

    /** One of these versions. */
    public static IfMatch oneOf(Set<Long> versions) {
        return new IfMatch(Optional.of(Set.copyOf(versions)));
    }

    /** Refuses the request if its precondition excludes this version. */
    void check(long version) {
        if (versions.isPresent() && !versions.get().contains(version)) {
            throw new RefusedException(new Refusal.OtherVersion(version));
        }
    }
}
