package io.counterfoil.springboot.internal;

import io.counterfoil.jdbc.transaction.EndpointWork;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.springboot.ClaimWithFirstStatement;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * The units of work of endpoints, whose isolation levels are remembered by endpoint: see {@link Transactions#at}; those that have {@link
 * ClaimWithFirstStatement} claim so. Looks the transactions up late, and
 * remembers nothing where there are none. Thread-safe.
 */
public final class EndpointUnits {

    private final SingletonSupplier<Optional<Transactions>> transactions;
    private final Map<Method, Boolean> claimsWithFirstStatement = new ConcurrentHashMap<>();

    /** Those of the application's transactions. */
    public EndpointUnits(BeanFactory beans) {
        this.transactions = SingletonSupplier.of(() ->
                Optional.ofNullable(beans.getBeanProvider(Transactions.class).getIfAvailable()));
    }

    /**
     * Runs work whose units are an endpoint's.
     *
     * @param endpoint equal for all runs of one endpoint, such as its method
     * @throws X what the work threw
     */
    public <T, X extends Exception> T at(Object endpoint, EndpointWork<T, X> work) throws X {
        Optional<Transactions> known = transactions.obtain();
        return known.isPresent() ? known.get().at(endpoint, claiming(known.get(), endpoint, work)) : work.run();
    }

    private <T, X extends Exception> EndpointWork<T, X> claiming(Transactions units, Object endpoint, EndpointWork<T, X> work) {
        return endpoint instanceof Method method
                        && claimsWithFirstStatement.computeIfAbsent(method, EndpointUnits::isAnnotated)
                ? () -> units.claimingWithFirstStatement(work)
                : work;
    }

    private static boolean isAnnotated(Method method) {
        return AnnotatedElementUtils.hasAnnotation(method, ClaimWithFirstStatement.class);
    }
}
