package io.counterfoil.springboot.internal;

import io.counterfoil.jdbc.transaction.EndpointWork;
import io.counterfoil.jdbc.transaction.Transactions;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * The units of work of endpoints, whose isolation levels are remembered by endpoint: see {@link Transactions#at}. Looks the transactions up late, and
 * remembers nothing where there are none. Thread-safe.
 */
public final class EndpointUnits {

    private final SingletonSupplier<Optional<Transactions>> transactions;
    private final Predicate<Method> claimsWithFirstStatement;
    private final Map<Method, Boolean> found = new ConcurrentHashMap<>();

    /** Those of the application's transactions, all of which claim first. */
    public EndpointUnits(BeanFactory beans) {
        this(beans, method -> false);
    }

    /**
     * Those of the application's transactions.
     *
     * @param claimingWithFirstStatement the annotation of methods that {@linkplain Transactions#claimingWithFirstStatement claim so}
     */
    public EndpointUnits(BeanFactory beans, Class<? extends Annotation> claimingWithFirstStatement) {
        this(beans, method -> AnnotatedElementUtils.hasAnnotation(method, claimingWithFirstStatement));
    }

    private EndpointUnits(BeanFactory beans, Predicate<Method> claimsWithFirstStatement) {
        this.transactions = SingletonSupplier.of(() ->
                Optional.ofNullable(beans.getBeanProvider(Transactions.class).getIfAvailable()));
        this.claimsWithFirstStatement = claimsWithFirstStatement;
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

    private <T, X extends Exception> EndpointWork<T, X> claiming(
            Transactions units, Object endpoint, EndpointWork<T, X> work) {
        return endpoint instanceof Method method && found.computeIfAbsent(method, claimsWithFirstStatement::test)
                ? () -> units.claimingWithFirstStatement(work)
                : work;
    }
}
