package io.counterfoil.validation;

import static java.lang.annotation.ElementType.ANNOTATION_TYPE;
import static java.lang.annotation.ElementType.CONSTRUCTOR;
import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;
import static java.lang.annotation.ElementType.TYPE_USE;

import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.ids.validation.UuidVerdict;
import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Instant;
import java.util.UUID;

/**
 * The text is a UUID in canonical form, or the value is a UUID; of the variant of RFC 9562, of one of these versions, and not
 * nil.
 *
 * <p>On a {@link CharSequence} or a {@link java.util.UUID}. A text is accepted in lower case only, since it stays as it was sent, and is
 * compared so; to accept either case, bind the value as a {@link java.util.UUID}. Reasons: {@code NOT_CANONICAL}, {@code NIL}, {@code WRONG_VARIANT},
 * {@code WRONG_VERSION}.
 */
@Documented
@Constraint(validatedBy = {CanonicalUuid.Validator.OfText.class, CanonicalUuid.Validator.OfUuid.class})
@Target({METHOD, FIELD, ANNOTATION_TYPE, CONSTRUCTOR, PARAMETER, TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(CanonicalUuid.List.class)
public @interface CanonicalUuid {

    /** {@return the versions that are accepted, 1 to 8 each; one at least} */
    int[] version() default {1, 2, 3, 4, 5, 6, 7, 8};

    /** {@return one message for all faults, instead of one for each; {@link ViolationReason} then finds none} */
    String message() default "{io.counterfoil.validation.CanonicalUuid.message}";

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
        CanonicalUuid[] value();
    }

    /**
     * Validators of {@link CanonicalUuid}; for the provider, not for you.
     *
     * @param <T> what is validated
     */
    abstract sealed class Validator<T> extends RuleValidator<CanonicalUuid, T> {

        private Validator() {}

        @Override
        final UuidRule ruleOf(CanonicalUuid constraint) {
            return UuidRule.version(constraint.version());
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
    }
}
