package io.counterfoil.springboot.method;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.IdempotencyEngines;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import tools.jackson.databind.json.JsonMapper;

/**
 * Around annotated methods, outside of their transactions. Asks the application for its engine late, because it is made before
 * most beans are. Thread-safe.
 */
final class IdempotentInterceptor implements MethodInterceptor, SmartInitializingSingleton {

    private final IdempotentPointcut pointcut;
    private final BeanFactory beans;
    private final Map<Method, GuardedCalls> calls = new ConcurrentHashMap<>();

    IdempotentInterceptor(IdempotentPointcut pointcut, BeanFactory beans) {
        this.pointcut = pointcut;
        this.beans = beans;
    }

    @Override
    public void afterSingletonsInstantiated() {
        pointcut.all().forEach(this::calls);
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Class<?> type = target == null ? invocation.getMethod().getDeclaringClass() : target.getClass();
        CallPlan plan = pointcut.find(invocation.getMethod(), type)
                .orElseThrow(() -> new IllegalStateException("no @Idempotent on " + invocation.getMethod()));
        return calls(plan).execute(invocation);
    }

    private GuardedCalls calls(CallPlan plan) {
        return calls.computeIfAbsent(plan.method(), method -> made(plan));
    }

    private GuardedCalls made(CallPlan plan) {
        IdempotencyEngines engines =
                beans.getBeanProvider(IdempotencyEngines.class).getIfAvailable();
        if (engines == null) {
            throw new CounterfoilStartUpException(
                    "@Idempotent on " + plan.method()
                            + " needs a store, and the application has no data source to keep records in.",
                    "Add a data source, define a ClaimStore or LeaseStore bean, or remove the annotation.");
        }
        return GuardedCalls.of(plan, engines, Json.of(beans));
    }

    /** Loaded only where Jackson is. */
    private static final class Json {

        static MethodJson of(BeanFactory beans) {
            return new MethodJson(beans.getBeanProvider(JsonMapper.class).getIfAvailable(JsonMapper::new));
        }
    }
}
