package io.counterfoil.springmessaging;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.springboot.internal.CallExpression;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationException;

/** The keys of the messages of annotated methods. Thread-safe. */
final class MessageKeys {

    private static final String HEADERS = "headers";

    private final Map<Method, Optional<CallExpression>> expressions = new ConcurrentHashMap<>();

    /** @throws IllegalArgumentException when the annotation's expression cannot be read */
    static Optional<CallExpression> expression(OncePerMessage said, Method method) {
        return said.key().isEmpty()
                ? Optional.empty()
                : Optional.of(CallExpression.of("key", said.key(), method, HEADERS));
    }

    /**
     * The key of a message.
     *
     * @param target the bean
     * @param arguments those of the method for this message
     * @throws RuntimeException by which the message's container rejects it, where it has no key
     */
    MessageKey of(
            OncePerMessage said,
            Method method,
            @Nullable Object target,
            @Nullable Object[] arguments,
            CurrentMessage message) {
        try {
            Optional<CallExpression> expression = expressions.computeIfAbsent(method, of -> expression(said, of));
            return MessageKey.of(
                    said.value(),
                    expression.isPresent()
                            ? expression
                                    .get()
                                    .text(
                                            target,
                                            arguments,
                                            Map.of(HEADERS, message.headers().get()))
                            : message.id()
                                    .orElseThrow(() -> new InvalidIdentifierException(
                                            "message ID", "is missing, and no key expression identifies the message")));
        } catch (InvalidIdentifierException | EvaluationException none) {
            throw message.rejecting()
                    .apply("a message for " + method + " cannot be identified on redelivery: " + none.getMessage());
        }
    }
}
