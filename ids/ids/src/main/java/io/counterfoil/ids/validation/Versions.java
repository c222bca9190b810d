package io.counterfoil.ids.validation;

import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The shape: not nil, the variant of RFC 9562, one of these versions. */
final class Versions implements UuidRule {

    private static final int FIRST = 1;
    private static final int LAST = 8;
    private static final int RFC_9562 = 2;

    static final Versions ANY = new Versions(IntStream.rangeClosed(FIRST, LAST).toArray());

    /** Bit n represents version n. */
    private final int allowed;

    Versions(int... versions) {
        if (versions.length == 0) {
            throw new IllegalArgumentException("no version is allowed, so no UUID would be accepted");
        }
        int bits = 0;
        for (int version : versions) {
            if (version < FIRST || version > LAST) {
                throw new IllegalArgumentException("versions must be %s to %s; one of %s is %s"
                        .formatted(FIRST, LAST, Arrays.toString(versions), version));
            }
            bits |= 1 << version;
        }
        this.allowed = bits;
    }

    @Override
    public UuidVerdict check(UUID id, Instant now) {
        return check(id);
    }

    @Override
    public UuidVerdict check(UUID id) {
        UuidVerdict.Rejected fault = fault(id);
        return fault != null ? fault : new UuidVerdict.Accepted(id);
    }

    UuidVerdict.@Nullable Rejected fault(UUID id) {
        if ((id.getMostSignificantBits() | id.getLeastSignificantBits()) == 0) {
            return new UuidVerdict.Rejected(RejectionReason.NIL, "the nil UUID is not a valid ID");
        }
        if (id.variant() != RFC_9562) {
            return new UuidVerdict.Rejected(
                    RejectionReason.WRONG_VARIANT,
                    "%s has variant %s, must have %s, the variant of RFC 9562".formatted(id, id.variant(), RFC_9562));
        }
        if ((allowed & (1 << id.version())) == 0) {
            return new UuidVerdict.Rejected(
                    RejectionReason.WRONG_VERSION,
                    "%s has version %s, must have version %s".formatted(id, id.version(), this));
        }
        return null;
    }

    @Override
    public String toString() {
        return IntStream.rangeClosed(FIRST, LAST)
                .filter(version -> (allowed & (1 << version)) != 0)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" or "));
    }
}
