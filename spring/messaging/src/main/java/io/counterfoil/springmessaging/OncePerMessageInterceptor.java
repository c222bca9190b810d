package io.counterfoil.springmessaging;

import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.internal.EndpointUnits;
import io.counterfoil.springmessaging.internal.CurrentBatch;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** Around annotated methods, outside of their transactions. Looks the inbox up late. Thread-safe. */
final class OncePerMessageInterceptor implements MethodInterceptor {

    private final BeanFactory beans;
    private final EndpointUnits units;
    private final MessageKeys keys = new MessageKeys();

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
            var unused = MessageKeys.expression(said, specific(method, type));
        } catch (IllegalArgumentException unreadable) {
            throw new CounterfoilStartUpException(
                    "Invalid @OncePerMessage on " + method + ": " + unreadable.getMessage() + ".",
                    "Write an expression on the method's arguments and #headers, or omit the key where messages "
                            + "have IDs.",
                    unreadable);
        }
        return true;
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
        Optional<CurrentBatch> batch = CurrentMessage.findBatch();
        if (batch.isPresent()) {
            processBatch(batch.get(), said, method, invocation);
        } else {
            process(said, method, invocation);
        }
        return null;
    }

    private void process(OncePerMessage said, Method method, MethodInvocation invocation) throws Throwable {
        CurrentMessage message = CurrentMessage.find()
                .orElseThrow(() -> new IllegalStateException(method
                        + " was called without a message: @OncePerMessage is for methods called by a listener container "
                        + "of Spring AMQP or Spring for Apache Kafka"));
        MessageKey key = keys.of(said, method, invocation.getThis(), invocation.getArguments(), message);
        Inbox inbox = beans.getBean(Inbox.class);
        ContainerAttempt attempt = new ContainerAttempt(key, message.delivery(), inbox.redeliveries());
        attempt.run(() -> units.at(method, () -> inbox.once(key, waitLimit(), () -> proceed(invocation))));
    }

    private void processBatch(CurrentBatch batch, OncePerMessage said, Method method, MethodInvocation invocation)
            throws Throwable {
        BatchArguments arguments =
                new BatchArguments(invocation.getArguments(), batch.messages().size());
        Inbox inbox = beans.getBean(Inbox.class);
        BatchCalls calls = new BatchCalls(
                arguments,
                index -> keys.of(
                        said,
                        method,
                        invocation.getThis(),
                        arguments.of(List.of(index)),
                        batch.messages().get(index)),
                narrowed -> proceed(((ProxyMethodInvocation) invocation).invocableClone(narrowed)),
                method,
                inbox,
                units,
                waitLimit());
        BatchAttempt attempt = new BatchAttempt(batch, calls, inbox.redeliveries());
        if (beans.getBean(ClaimStore.class).joins()) {
            attempt.refuse(
                    method
                            + " was called in a transaction, which a message that fails would roll back with those before it, and they are"
                            + " acknowledged: annotate the method that the container calls, and begin no transaction around it");
        } else if (arguments.haveMessages()) {
            attempt.run();
        } else if (!arguments.areEmpty()) {
            attempt.refuse(method + " was called without a list of the " + arguments.size()
                    + " messages of its container's batch, some of which may have been left out");
        }
    }

    private Duration waitLimit() {
        return beans.getBean(Waiting.class).limit();
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
