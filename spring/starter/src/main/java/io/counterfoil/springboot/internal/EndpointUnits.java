package io.counterfoil.springboot.internal;

import io.counterfoil.jdbc.transaction.EndpointWork;
import io.counterfoil.jdbc.transaction.Transactions;
import java.util.Optional;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.function.SingletonSupplier;

/**
 * The units of work of endpoints, whose isolation levels are remembered by endpoint: see {@link Transactions#at}. Looks the transactions up late, and
 * remembers nothing where there are none. Thread-safe.
 */
public final class EndpointUnits {

    private final SingletonSupplier<Optional<Transactions>> transactions;

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
        return known.isPresent() ? known.get().at(endpoint, work) : work.run();
    }
}
