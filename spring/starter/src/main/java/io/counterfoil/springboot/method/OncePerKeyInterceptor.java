package io.counterfoil.springboot.method;

import io.counterfoil.springboot.ClaimWithFirstStatement;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.engine.IdempotencyEngines;
import io.counterfoil.springboot.internal.EndpointUnits;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import tools.jackson.databind.json.JsonMapper;

/**
 * Around annotated methods, outside of their transactions. Looks the engine up late, because it is created before
 * most beans are. Thread-safe.
 */
final class OncePerKeyInterceptor implements MethodInterceptor, SmartInitializingSingleton {

    private final OncePerKeyPointcut pointcut;
    private final BeanFactory beans;
    private final EndpointUnits units;
    private final Map<OncePerKeyPointcut.OfClass, OncePerKeyMethod> calls = new ConcurrentHashMap<>();

    OncePerKeyInterceptor(OncePerKeyPointcut pointcut, BeanFactory beans) {
        this.pointcut = pointcut;
        this.beans = beans;
        this.units = new EndpointUnits(beans, ClaimWithFirstStatement.class);
    }

    @Override
    public void afterSingletonsInstantiated() {
        pointcut.all().forEach(this::calls);
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Class<?> type = target == null ? invocation.getMethod().getDeclaringClass() : target.getClass();
        MethodSettings annotated = pointcut.find(invocation.getMethod(), type)
                .orElseThrow(() -> new IllegalStateException("no @OncePerKey on " + invocation.getMethod()));
        return units.at(
                        annotated.method(),
                        () -> Optional.ofNullable(calls(annotated).execute(invocation)))
                .orElse(null);
    }

    private OncePerKeyMethod calls(MethodSettings annotated) {
        return calls.computeIfAbsent(
                new OncePerKeyPointcut.OfClass(annotated.method(), annotated.type()), absent -> made(annotated));
    }

    private OncePerKeyMethod made(MethodSettings annotated) {
        IdempotencyEngines engines =
                beans.getBeanProvider(IdempotencyEngines.class).getIfAvailable();
        if (engines == null) {
            throw new CounterfoilStartUpException(
                    "@OncePerKey on " + annotated.method()
                            + " needs a store, but the application has no data source to store records in.",
                    "Add a data source, define a ClaimStore or LeaseStore bean, or remove the annotation.");
        }
        return OncePerKeyMethod.of(annotated, engines, Json.of(beans));
    }

    /** Loaded only where Jackson is. */
    private static final class Json {

        static MethodJson of(BeanFactory beans) {
            return new MethodJson(beans.getBeanProvider(JsonMapper.class).getIfAvailable(JsonMapper::new));
        }
    }
}
