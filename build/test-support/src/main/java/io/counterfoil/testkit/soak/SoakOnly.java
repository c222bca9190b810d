package io.counterfoil.testkit.soak;

import static org.junit.jupiter.api.extension.ConditionEvaluationResult.disabled;
import static org.junit.jupiter.api.extension.ConditionEvaluationResult.enabled;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A test that {@code ./soak} runs, and the build leaves out. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SoakOnly.Condition.class)
public @interface SoakOnly {

    /** The count of {@link Depth#of} that the test is run for: it runs where the system property {@code soak.<value>} is set. */
    String value();

    /** Runs the tests where their property is set. */
    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return context.getElement()
                    .map(element -> element.getAnnotation(SoakOnly.class))
                    .filter(soak -> System.getProperty("soak." + soak.value()) == null)
                    .map(soak -> disabled("a part of ./soak alone"))
                    .orElseGet(() -> enabled("chosen by its count, or part of the build"));
        }
    }
}
