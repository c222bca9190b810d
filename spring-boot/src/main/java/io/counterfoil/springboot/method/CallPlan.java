package io.counterfoil.springboot.method;

import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.Idempotent;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import org.springframework.util.ClassUtils;

/**
 * What is said of a method that is carried out once per key; everything is read, and nothing is asked of the application yet.
 *
 * @param method the method of the class
 * @param type the class
 * @param key gives the key
 * @param client gives the client
 * @param contents gives what tells a retry from a mistake; empty for all arguments
 * @param operation what is asked for
 * @param settings the rest
 */
record CallPlan(
        Method method,
        Class<?> type,
        CallExpression key,
        Optional<CallExpression> client,
        Optional<CallExpression> contents,
        OperationName operation,
        CallSettings settings) {

    private static final boolean JACKSON =
            ClassUtils.isPresent("tools.jackson.databind.json.JsonMapper", CallPlan.class.getClassLoader());

    /** @throws CounterfoilStartUpException when it cannot be */
    static CallPlan of(Method method, Class<?> type, Idempotent said) {
        try {
            refuse(method, said);
            return new CallPlan(
                    method,
                    type,
                    CallExpression.of("key", said.key(), method),
                    expression("client", said.client(), method),
                    expression("contents", said.contents(), method),
                    new OperationName(said.operation().isEmpty() ? name(method) : said.operation()),
                    new CallSettings(said));
        } catch (IllegalArgumentException refused) {
            throw cannotBe(method, refused);
        }
    }

    static CounterfoilStartUpException cannotBe(Method method, IllegalArgumentException refused) {
        return new CounterfoilStartUpException(
                "@Idempotent on " + name(method) + " cannot be: " + refused.getMessage() + ".",
                "Change the annotation or the method, or remove the annotation.",
                refused);
    }

    private static void refuse(Method method, Idempotent said) {
        if (!JACKSON) {
            throw new IllegalArgumentException(
                    "results are kept as JSON by Jackson 3, which is not on the class path: add"
                            + " tools.jackson.core:jackson-databind");
        }
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers) || Modifier.isFinal(modifiers) || Modifier.isStatic(modifiers)) {
            throw new IllegalArgumentException(
                    "a private, final or static method is called past Spring's proxy: make it none of these");
        }
        if (said.key().isEmpty()) {
            throw new IllegalArgumentException(
                    "key is missing: give an expression on the arguments, such as key = \"#command.requestId\"");
        }
    }

    private static Optional<CallExpression> expression(String setting, String text, Method method) {
        return text.isEmpty() ? Optional.empty() : Optional.of(CallExpression.of(setting, text, method));
    }

    /** Stable over versions as long as class and method keep their names. */
    private static String name(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }
}
