package io.counterfoil.validation;

import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.ids.validation.UuidRule.Verdict;
import java.time.Instant;
import java.util.UUID;

/** Validators of {@link CanonicalUuid}; for the provider, not for you. */
public abstract sealed class CanonicalUuidValidator<T> extends RuleValidator<CanonicalUuid, T> {

    private CanonicalUuidValidator() {}

    @Override
    final UuidRule ruleOf(CanonicalUuid constraint) {
        return UuidRule.version(constraint.version());
    }

    /** Of texts. */
    public static final class OfText extends CanonicalUuidValidator<CharSequence> {

        /** For the provider. */
        public OfText() {}

        @Override
        Verdict verdict(UuidRule rule, CharSequence value, Instant now) {
            return rule.check(value, now);
        }
    }

    /** Of UUIDs. */
    public static final class OfUuid extends CanonicalUuidValidator<UUID> {

        /** For the provider. */
        public OfUuid() {}

        @Override
        Verdict verdict(UuidRule rule, UUID value, Instant now) {
            return rule.check(value, now);
        }
    }
}
