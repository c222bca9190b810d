package io.counterfoil.ledger.domain;

import java.util.Optional;
import java.util.Set;

/**
 * Which versions of an object a wish was meant for (RFC 9110, section 13.1.1): optimistic locking by the client.
 *
 * @param versions one of these; any where it is absent
 */
public record IfMatch(Optional<Set<Long>> versions) {

    /** Whatever the version. */
    public static final IfMatch ANY = new IfMatch(Optional.empty());

    /** One of these versions. */
    public static IfMatch oneOf(Set<Long> versions) {
        return new IfMatch(Optional.of(Set.copyOf(versions)));
    }

    /** Refuses a wish that was meant for another version than this. */
    void check(long version) {
        if (versions.isPresent() && !versions.get().contains(version)) {
            throw new RefusedException(new Refusal.OtherVersion(version));
        }
    }
}
