package io.counterfoil.validation;

import static java.lang.annotation.ElementType.ANNOTATION_TYPE;
import static java.lang.annotation.ElementType.CONSTRUCTOR;
import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;
import static java.lang.annotation.ElementType.TYPE_USE;

import io.counterfoil.ids.validation.ShortPrefixCombRule;
import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The id is a short prefix COMB made at about the time of the check: what a {@link ShortPrefixCombRule} takes. For the creation
 * of entities alone, see the package.
 *
 * <p>On a {@link CharSequence} (a UUID in canonical text), a {@link java.util.UUID}, or an {@linkplain io.counterfoil.ids.TypedId
 * id of any type}. The clock is Bean Validation's. Reasons: {@code NOT_CANONICAL}, {@code NIL}, {@code WRONG_VARIANT}, {@code
 * WRONG_VERSION}, {@code TOO_OLD}, {@code TOO_NEW}.
 */
@Documented
@Constraint(
        validatedBy = {
            ShortPrefixCombIdValidator.OfText.class,
            ShortPrefixCombIdValidator.OfUuid.class,
            ShortPrefixCombIdValidator.OfTypedId.class
        })
@Target({METHOD, FIELD, ANNOTATION_TYPE, CONSTRUCTOR, PARAMETER, TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(ShortPrefixCombId.List.class)
public @interface ShortPrefixCombId {

    /** How long a prefix lasts, as an ISO 8601 duration of whole milliseconds: what the clients have. */
    String interval() default "PT1M";

    /** How many intervals before the present one are accepted too; at most 65534 together with {@link #future}. */
    int past() default ShortPrefixCombRule.DEFAULT_TOLERANCE;

    /** How many intervals after the present one are accepted too. */
    int future() default ShortPrefixCombRule.DEFAULT_TOLERANCE;

    /** One message for all faults, instead of one for each; {@link ViolationReason} then finds none. */
    String message() default "{io.counterfoil.validation.ShortPrefixCombId.message}";

    /** As in every constraint. */
    Class<?>[] groups() default {};

    /** As in every constraint. */
    Class<? extends Payload>[] payload() default {};

    /** Several of them, for several groups. */
    @Documented
    @Target({METHOD, FIELD, ANNOTATION_TYPE, CONSTRUCTOR, PARAMETER, TYPE_USE})
    @Retention(RetentionPolicy.RUNTIME)
    @interface List {

        /** The constraints. */
        ShortPrefixCombId[] value();
    }
}
