package io.counterfoil.ids.validation;

import io.counterfoil.ids.validation.UuidRule.Verdict;
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
    public Verdict check(UUID id, Instant now) {
        Verdict verdict = first.check(id, now);
        return verdict instanceof Verdict.Accepted ? next.check(id, now) : verdict;
    }

    @Override
    public Verdict check(UUID id) {
        Verdict verdict = first.check(id);
        return verdict instanceof Verdict.Accepted ? next.check(id) : verdict;
    }
}
