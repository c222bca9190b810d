package io.counterfoil.validation;

import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.ids.validation.UuidRule.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.UUID;

/** Validators of {@link ShortPrefixCombId}; for the provider, not for you. */
public abstract sealed class ShortPrefixCombIdValidator<T> extends RuleValidator<ShortPrefixCombId, T> {

    private ShortPrefixCombIdValidator() {}

    @Override
    final UuidRule ruleOf(ShortPrefixCombId constraint) {
        return UuidRule.shortPrefixComb()
                .interval(interval(constraint.interval()))
                .past(constraint.past())
                .future(constraint.future())
                .build();
    }

    private static Duration interval(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "interval must be an ISO 8601 duration such as PT1M, and is \"%s\"".formatted(text), e);
        }
    }

    /** Of texts. */
    public static final class OfText extends ShortPrefixCombIdValidator<CharSequence> {

        /** For the provider. */
        public OfText() {}

        @Override
        Verdict verdict(UuidRule rule, CharSequence value, Instant now) {
            return rule.check(value, now);
        }
    }

    /** Of UUIDs. */
    public static final class OfUuid extends ShortPrefixCombIdValidator<UUID> {

        /** For the provider. */
        public OfUuid() {}

        @Override
        Verdict verdict(UuidRule rule, UUID value, Instant now) {
            return rule.check(value, now);
        }
    }

    /** Of ids of any type. */
    public static final class OfTypedId extends ShortPrefixCombIdValidator<TypedId<?>> {

        /** For the provider. */
        public OfTypedId() {}

        @Override
        Verdict verdict(UuidRule rule, TypedId<?> value, Instant now) {
            return rule.check(value.value(), now);
        }
    }
}
