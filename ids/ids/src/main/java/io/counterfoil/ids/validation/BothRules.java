package io.counterfoil.ids.validation;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/** One rule, then another. */
record BothRules(UuidRule first, UuidRule next) implements UuidRule {

    BothRules {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(next, "next");
    }

    @Override
    public UuidVerdict check(UUID id, Instant now) {
        UuidVerdict verdict = first.check(id, now);
        return verdict instanceof UuidVerdict.Accepted ? next.check(id, now) : verdict;
    }

    @Override
    public UuidVerdict check(UUID id) {
        UuidVerdict verdict = first.check(id);
        return verdict instanceof UuidVerdict.Accepted ? next.check(id) : verdict;
    }
}
