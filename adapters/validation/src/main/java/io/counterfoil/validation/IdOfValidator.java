package io.counterfoil.validation;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.text.InvalidIdException;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import org.jspecify.annotations.Nullable;

/** Validator of {@link IdOf}; for the provider, not for you. */
public final class IdOfValidator implements ConstraintValidator<IdOf, CharSequence> {

    private @Nullable IdType<?> type;

    /** For the provider. */
    public IdOfValidator() {}

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
