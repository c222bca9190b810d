package io.counterfoil.springmessaging;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.internal.CallExpression;
import io.counterfoil.springboot.internal.EndpointUnits;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.expression.EvaluationException;
import org.springframework.util.ClassUtils;

/** Around annotated methods, outside of their transactions. Looks the inbox up late. Thread-safe. */
final class OncePerMessageInterceptor implements MethodInterceptor {

    private static final String HEADERS = "headers";

    private final BeanFactory beans;
    private final EndpointUnits units;
    private final Map<Method, Optional<CallExpression>> keys = new ConcurrentHashMap<>();

    OncePerMessageInterceptor(BeanFactory beans) {
        this.beans = beans;
        this.units = new EndpointUnits(beans);
    }

    /** @throws CounterfoilStartUpException if the annotation is invalid */
    static boolean isAnnotated(Method method, Class<?> type) {
        OncePerMessage said = find(method, type);
        if (said == null) {
            return false;
        }
        if (method.getReturnType() != void.class) {
            throw new CounterfoilStartUpException(
                    "@OncePerMessage on " + method
                            + ", which returns a value: a duplicate is not executed and has no value to return.",
                    "Make the method void, or use an Inbox of control signals, whose outcomes are repeated.");
        }
        try {
            key(said, specific(method, type));
        } catch (IllegalArgumentException unreadable) {
            throw new CounterfoilStartUpException(
                    "Invalid @OncePerMessage on " + method + ": " + unreadable.getMessage() + ".",
                    "Write an expression on the method's arguments and #headers, or omit the key where messages "
                            + "have IDs.",
                    unreadable);
        }
        return true;
    }

    private static Optional<CallExpression> key(OncePerMessage said, Method method) {
        return said.key().isEmpty()
                ? Optional.empty()
                : Optional.of(CallExpression.of("key", said.key(), method, HEADERS));
    }

    private static @Nullable OncePerMessage find(Method method, Class<?> type) {
        return AnnotatedElementUtils.findMergedAnnotation(specific(method, type), OncePerMessage.class);
    }

    private static Method specific(Method method, Class<?> type) {
        return AopUtils.getMostSpecificMethod(method, ClassUtils.getUserClass(type));
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Class<?> type = target == null ? invocation.getMethod().getDeclaringClass() : target.getClass();
        OncePerMessage said = find(invocation.getMethod(), type);
        if (said == null) {
            throw new IllegalStateException("no @OncePerMessage on " + invocation.getMethod());
        }
        Method method = specific(invocation.getMethod(), type);
        CurrentMessage message = CurrentMessage.find()
                .orElseThrow(() -> new IllegalStateException(method
                        + " was called without a message: @OncePerMessage is for methods called by a listener container "
                        + "of Spring AMQP or Spring for Apache Kafka"));
        MessageKey key = key(said, method, invocation, message);
        Inbox inbox = beans.getBean(Inbox.class);
        ContainerAttempt attempt = new ContainerAttempt(key, message.delivery(), inbox.redeliveries());
        attempt.run(() -> units.at(
                method, () -> inbox.once(key, beans.getBean(Waiting.class).limit(), () -> proceed(invocation))));
        return null;
    }

    private MessageKey key(OncePerMessage said, Method method, MethodInvocation invocation, CurrentMessage message) {
        try {
            Optional<CallExpression> expression = keys.computeIfAbsent(method, of -> key(said, of));
            return MessageKey.of(
                    said.value(),
                    expression.isPresent()
                            ? expression
                                    .get()
                                    .text(
                                            invocation.getThis(),
                                            invocation.getArguments(),
                                            Map.of(HEADERS, message.headers().get()))
                            : message.id()
                                    .orElseThrow(() -> new InvalidIdentifierException(
                                            "message ID", "is missing, and no key expression identifies the message")));
        } catch (InvalidIdentifierException | EvaluationException none) {
            throw message.rejecting()
                    .apply("a message for " + method + " cannot be identified on redelivery: " + none.getMessage());
        }
    }

    private static void proceed(MethodInvocation invocation) throws Exception {
        try {
            invocation.proceed();
        } catch (Exception | Error failure) {
            throw failure;
        } catch (Throwable other) {
            throw new IllegalStateException("neither an exception nor an error", other);
        }
    }

    /** How long a duplicate waits for its original. */
    record Waiting(Duration limit) {}
}
