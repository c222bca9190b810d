package io.counterfoil.validation;

import static java.lang.annotation.ElementType.ANNOTATION_TYPE;
import static java.lang.annotation.ElementType.CONSTRUCTOR;
import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;
import static java.lang.annotation.ElementType.TYPE_USE;

import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.validation.ShortPrefixCombRule;
import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.ids.validation.UuidVerdict;
import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.UUID;

/**
 * The id is a short prefix COMB made at about the time of the check: what a {@link ShortPrefixCombRule} takes. For the creation
 * of entities alone, see the package.
 *
 * <p>On a {@link CharSequence} (a UUID in canonical text), a {@link java.util.UUID}, or a {@linkplain io.counterfoil.ids.TypedId
 * typed id over a UUID}. The clock is Bean Validation's. Reasons: {@code NOT_CANONICAL}, {@code NIL}, {@code WRONG_VARIANT}, {@code
 * WRONG_VERSION}, {@code TOO_OLD}, {@code TOO_NEW}.
 */
@Documented
@Constraint(
        validatedBy = {
            ShortPrefixCombId.Validator.OfText.class,
            ShortPrefixCombId.Validator.OfUuid.class,
            ShortPrefixCombId.Validator.OfTypedId.class
        })
@Target({METHOD, FIELD, ANNOTATION_TYPE, CONSTRUCTOR, PARAMETER, TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(ShortPrefixCombId.List.class)
public @interface ShortPrefixCombId {

    /** {@return how long a prefix lasts, as an ISO 8601 duration of whole milliseconds: what the clients have} */
    String interval() default "PT1M";

    /** {@return how many intervals before the present one are accepted too; at most 65534 together with {@link #future}} */
    int past() default ShortPrefixCombRule.DEFAULT_TOLERANCE;

    /** {@return how many intervals after the present one are accepted too} */
    int future() default ShortPrefixCombRule.DEFAULT_TOLERANCE;

    /** {@return one message for all faults, instead of one for each; {@link ViolationReason} then finds none} */
    String message() default "{io.counterfoil.validation.ShortPrefixCombId.message}";

    /** {@return the groups in which it is checked; the default group where there are none} */
    Class<?>[] groups() default {};

    /** {@return what the application attaches for clients of the validator; the check does not use it} */
    Class<? extends Payload>[] payload() default {};

    /** Several of them, for several groups. */
    @Documented
    @Target({METHOD, FIELD, ANNOTATION_TYPE, CONSTRUCTOR, PARAMETER, TYPE_USE})
    @Retention(RetentionPolicy.RUNTIME)
    @interface List {

        /** {@return the constraints} */
        ShortPrefixCombId[] value();
    }

    /**
     * Validators of {@link ShortPrefixCombId}; for the provider, not for you.
     *
     * @param <T> what is validated
     */
    abstract sealed class Validator<T> extends RuleValidator<ShortPrefixCombId, T> {

        private Validator() {}

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
        public static final class OfText extends Validator<CharSequence> {

            /** For the provider. */
            public OfText() {}

            @Override
            UuidVerdict verdict(UuidRule rule, CharSequence value, Instant now) {
                return ofText(rule, value, now);
            }
        }

        /** Of UUIDs. */
        public static final class OfUuid extends Validator<UUID> {

            /** For the provider. */
            public OfUuid() {}

            @Override
            UuidVerdict verdict(UuidRule rule, UUID value, Instant now) {
                return rule.check(value, now);
            }
        }

        /** Of ids of any type. */
        public static final class OfTypedId extends Validator<TypedId<?>> {

            /** For the provider. */
            public OfTypedId() {}

            @Override
            UuidVerdict verdict(UuidRule rule, TypedId<?> value, Instant now) {
                return rule.check(value.value(), now);
            }
        }
    }
}
