package io.counterfoil.springboot.method;

import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.policy.OnMismatch;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.OncePerKey;
import io.counterfoil.springboot.internal.CallExpression;
import io.counterfoil.springboot.internal.SettingText;
import io.counterfoil.springboot.settings.EndpointSettings;
import io.counterfoil.springboot.settings.PolicyCustomizer;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import org.springframework.util.ClassUtils;

/**
 * The settings of a method that is executed once per key, read from its annotation, without any bean of the application.
 *
 * @param method the method of the class
 * @param contents what must be the same under one key; empty for all arguments
 * @param settings of mode, lease, retention and limits
 * @param results sets what becomes of results
 */
record MethodSettings(
        Method method,
        Class<?> type,
        CallExpression key,
        Optional<CallExpression> client,
        Optional<CallExpression> contents,
        OperationName operation,
        EndpointSettings settings,
        PolicyCustomizer results) {

    private static final boolean JACKSON =
            ClassUtils.isPresent("tools.jackson.databind.json.JsonMapper", MethodSettings.class.getClassLoader());

    /** @throws CounterfoilStartUpException when it cannot be */
    static MethodSettings of(Method method, Class<?> type, OncePerKey annotation) {
        try {
            refuse(method);
            return new MethodSettings(
                    method,
                    type,
                    CallExpression.of("key", annotation.key(), method),
                    expression("client", annotation.client(), method),
                    expression("contents", annotation.contents(), method),
                    new OperationName(annotation.operation().isEmpty() ? name(method) : annotation.operation()),
                    EndpointSettings.of(annotation),
                    results(annotation));
        } catch (IllegalArgumentException refused) {
            throw cannotBe(method, refused);
        }
    }

    static CounterfoilStartUpException cannotBe(Method method, IllegalArgumentException refused) {
        return new CounterfoilStartUpException(
                "@OncePerKey on " + name(method) + " is invalid: " + refused.getMessage() + ".",
                "Change the annotation or the method, or remove the annotation.",
                refused);
    }

    private static void refuse(Method method) {
        if (!JACKSON) {
            throw new IllegalArgumentException(
                    "results are stored as JSON with Jackson 3, which is not on the class path: add"
                            + " tools.jackson.core:jackson-databind");
        }
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers) || Modifier.isFinal(modifiers) || Modifier.isStatic(modifiers)) {
            throw new IllegalArgumentException(
                    "Spring's proxy cannot intercept a private, final or static method: remove these modifiers");
        }
    }

    /** Of what only methods have an attribute for. */
    private static PolicyCustomizer results(OncePerKey annotation) {
        PolicyCustomizer replay = annotation.replayOnMismatch()
                ? policies -> policies.withIdempotency(
                        policy -> policy.withDuplicates(duplicates -> duplicates.withOnMismatch(OnMismatch.REPLAY)))
                : PolicyCustomizer.NONE;
        if (annotation.maxStored().isEmpty()) {
            return replay;
        }
        int bytes = SettingText.inMemory("maxStored", 0, SettingText.size("maxStored", annotation.maxStored()));
        return policies -> replay.customize(policies)
                .withIdempotency(policy -> policy.withResults(results -> results.withMaxBytes(bytes)));
    }

    private static Optional<CallExpression> expression(String setting, String text, Method method) {
        return text.isEmpty() ? Optional.empty() : Optional.of(CallExpression.of(setting, text, method));
    }

    /** Stable over versions as long as class and method keep their names. */
    private static String name(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }
}
