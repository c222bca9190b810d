package io.counterfoil.validation;

import static java.lang.annotation.ElementType.ANNOTATION_TYPE;
import static java.lang.annotation.ElementType.CONSTRUCTOR;
import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;
import static java.lang.annotation.ElementType.TYPE_USE;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.text.InvalidIdException;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;

/**
 * The text is one of an id of this type, as {@link io.counterfoil.ids.IdType#parse} reads it: the canonical one, and those that the
 * type declares. The entity need not exist.
 *
 * <p>On a {@link CharSequence}. Reasons, as in {@link io.counterfoil.ids.text.InvalidIdReason}: {@code LENGTH}, {@code
 * CHARACTER}, {@code CASE}, {@code OVERFLOW}, {@code PREFIX}.
 */
@Documented
@Constraint(validatedBy = {IdOf.Validator.class})
@Target({METHOD, FIELD, ANNOTATION_TYPE, CONSTRUCTOR, PARAMETER, TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(IdOf.List.class)
public @interface IdOf {

    /** {@return the class of ids; refused at the first check where it has no {@link io.counterfoil.ids.Prefix}} */
    Class<? extends AnyTypedId<?>> value();

    /** {@return one message for all faults, instead of one for each; {@link ViolationReason} then finds none} */
    String message() default "{io.counterfoil.validation.IdOf.message}";

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
        IdOf[] value();
    }

    /** Validator of {@link IdOf}; for the provider, not for you. */
    final class Validator implements ConstraintValidator<IdOf, CharSequence> {

        private @Nullable IdType<?> type;

        /** For the provider. */
        public Validator() {}

        @Override
        public void initialize(IdOf constraint) {
            type = IdType.forClass(constraint.value());
        }

        @Override
        public boolean isValid(@Nullable CharSequence value, ConstraintValidatorContext context) {
            if (type == null) {
                throw new IllegalStateException(
                        "%s was not initialized".formatted(getClass().getName()));
            }
            if (value == null) {
                return true;
            }
            try {
                type.parse(value);
                return true;
            } catch (InvalidIdException fault) {
                return ViolationReason.report(IdOf.class, fault.reason(), context);
            }
        }
    }
}
