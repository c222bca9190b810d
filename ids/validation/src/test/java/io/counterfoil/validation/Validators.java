package io.counterfoil.validation;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;

/** Hibernate Validator without an expression language: the messages of this module need none. */
final class Validators {

    /** Minute 0 of a cycle of prefixes. */
    static final Instant START_OF_A_CYCLE = Instant.parse("2022-03-18T03:44:00Z");

    static final ValidatorFactory FACTORY = Validation.byProvider(HibernateValidator.class)
            .configure()
            .messageInterpolator(new ParameterMessageInterpolator())
            .buildValidatorFactory();

    private Validators() {}

    static Validator at(Instant now) {
        Clock clock = Clock.fixed(now, ZoneOffset.UTC);
        return FACTORY.usingContext().clockProvider(() -> clock).getValidator();
    }

    /** Reasons and messages of what is wrong with a bean, as "REASON: message". */
    static List<String> faults(Validator validator, Object bean) {
        return validator.validate(bean).stream()
                .map(violation -> ViolationReason.of(violation).orElse("none") + ": " + violation.getMessage())
                .sorted()
                .toList();
    }
}
