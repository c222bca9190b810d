package io.counterfoil.validation;

import io.counterfoil.ids.text.UuidFormat;
import io.counterfoil.ids.validation.RejectionReason;
import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.ids.validation.UuidVerdict;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import java.lang.annotation.Annotation;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Applies a rule, at the time of Bean Validation's clock. */
abstract class RuleValidator<A extends Annotation, T> implements ConstraintValidator<A, T> {

    private @Nullable UuidRule rule;
    private @Nullable Class<? extends Annotation> constraint;

    /** The rule of a constraint. */
    abstract UuidRule ruleOf(A constraint);

    /** The rule's verdict on a value. */
    abstract UuidVerdict verdict(UuidRule rule, T value, Instant now);

    /** The verdict on a text that the program will hold as it was sent: one UUID must have one text there. */
    static UuidVerdict ofText(UuidRule rule, CharSequence value, Instant now) {
        Optional<UUID> id = UuidFormat.HEX.tryParse(value);
        return id.isPresent()
                ? rule.check(id.get(), now)
                : new UuidVerdict.Rejected(RejectionReason.NOT_CANONICAL, "not a UUID in canonical text");
    }

    @Override
    public final void initialize(A annotation) {
        rule = ruleOf(annotation);
        constraint = annotation.annotationType();
    }

    @Override
    public final boolean isValid(@Nullable T value, ConstraintValidatorContext context) {
        if (rule == null || constraint == null) {
            throw new IllegalStateException(
                    "%s was not initialized".formatted(getClass().getName()));
        }
        if (value == null) {
            return true;
        }
        Instant now = context.getClockProvider().getClock().instant();
        return verdict(rule, value, now) instanceof UuidVerdict.Rejected rejected
                ? ViolationReason.report(constraint, rejected.reason(), context)
                : true;
    }
}
