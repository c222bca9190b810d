package io.counterfoil.validation;

import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.ConstraintViolation;
import java.lang.annotation.Annotation;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a constraint of this package was violated, for programs. It is the key of the message template, which is the one
 * thing that every provider of Bean Validation passes on.
 */
public final class ViolationReason {

    private static final Pattern KEY = Pattern.compile("\\{(.+)\\.([A-Z_]+)}");

    private ViolationReason() {}

    /**
     * {@return the name of the reason, such as {@code TOO_OLD}: of {@link io.counterfoil.ids.validation.RejectionReason}, or for {@link
     * IdOf} of {@link io.counterfoil.ids.text.InvalidIdReason}; empty for the constraints of others, and where the constraint was given a
     * message of its own}
     *
     * @param violation of any constraint
     */
    public static Optional<String> of(ConstraintViolation<?> violation) {
        Matcher key = KEY.matcher(violation.getMessageTemplate());
        Class<? extends Annotation> constraint =
                violation.getConstraintDescriptor().getAnnotation().annotationType();
        return key.matches()
                        && constraint.getPackage() == ViolationReason.class.getPackage()
                        && key.group(1).equals(constraint.getName())
                ? Optional.of(key.group(2))
                : Optional.empty();
    }

    /** Puts the reason in the place of the standard message; returns what a validator returns then. */
    static boolean report(Class<? extends Annotation> constraint, Enum<?> reason, ConstraintValidatorContext context) {
        String standard = template(constraint, "message");
        if (context.getDefaultConstraintMessageTemplate().equals(standard)) {
            context.disableDefaultConstraintViolation();
            context.buildConstraintViolationWithTemplate(template(constraint, reason.name()))
                    .addConstraintViolation();
        }
        return false;
    }

    private static String template(Class<? extends Annotation> constraint, String name) {
        return "{%s.%s}".formatted(constraint.getName(), name);
    }
}
