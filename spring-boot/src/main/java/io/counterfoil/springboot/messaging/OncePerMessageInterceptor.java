package io.counterfoil.springboot.messaging;

import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.inbox.Processed;
import io.counterfoil.springboot.CounterfoilStartUpException;
import java.lang.reflect.Method;
import java.time.Duration;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** Around annotated methods, outside of their transactions. Asks the application for its inbox late. Thread-safe. */
final class OncePerMessageInterceptor implements MethodInterceptor {

    private final BeanFactory beans;

    OncePerMessageInterceptor(BeanFactory beans) {
        this.beans = beans;
    }

    /** Refuses what cannot be, when the bean is made. */
    static boolean isAnnotated(Method method, Class<?> type) {
        OncePerMessage said = find(method, type);
        if (said == null) {
            return false;
        }
        if (method.getReturnType() != void.class) {
            throw new CounterfoilStartUpException(
                    "@OncePerMessage on " + method
                            + ", which returns something: a duplicate runs nothing, and has nothing to return.",
                    "Make the method void, or use an Inbox of control signals, whose outcomes are repeated.");
        }
        return true;
    }

    private static @Nullable OncePerMessage find(Method method, Class<?> type) {
        Method specific = AopUtils.getMostSpecificMethod(method, ClassUtils.getUserClass(type));
        return AnnotatedElementUtils.findMergedAnnotation(specific, OncePerMessage.class);
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Class<?> type = target == null ? invocation.getMethod().getDeclaringClass() : target.getClass();
        OncePerMessage said = find(invocation.getMethod(), type);
        if (said == null) {
            throw new IllegalStateException("no @OncePerMessage on " + invocation.getMethod());
        }
        MessageKey key = MessageKey.of(said.value(), messageId(invocation.getMethod()));
        Processed processed = beans.getBean(Inbox.class)
                .once(key, beans.getBean(Waiting.class).limit(), () -> proceed(invocation));
        if (processed == Processed.IN_FLIGHT) {
            throw new MessageInFlightException("message " + key + " is being processed elsewhere");
        }
        return null;
    }

    private static String messageId(Method method) {
        return CurrentMessage.find()
                .orElseThrow(() -> new IllegalStateException(method
                        + " is called for no message: @OncePerMessage is for what a listener container of Spring AMQP or Spring"
                        + " for Apache Kafka calls"))
                .id()
                .orElseThrow(() -> new IllegalStateException(
                        "a message for " + method + " has no message ID, by which it could be known again"));
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
