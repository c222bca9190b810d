package io.counterfoil.springboot.store;

import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.util.ClassUtils;

/**
 * Follows the transactions of one manager while keyed work runs. On another data source, or of another kind, they commit apart from the work.
 *
 * @param manager the manager
 * @param transactions those that records are kept in; empty where the application has others than Spring's
 */
record KeyedTransactionListener(
        ConfigurableTransactionManager manager, Supplier<Optional<SpringTransactions>> transactions)
        implements TransactionExecutionListener {

    private static final boolean JPA = ClassUtils.isPresent(
            "org.springframework.orm.jpa.JpaTransactionManager", KeyedTransactionListener.class.getClassLoader());

    @Override
    public void beforeBegin(TransactionExecution transaction) {
        KeyedWork.beforeBegin(transaction.getTransactionName(), this::isJoining);
    }

    @Override
    public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
        if (failure == null) {
            KeyedWork.afterBegin();
        } else {
            KeyedWork.refuse(failure);
        }
    }

    /** Whether its connections take part in units of work. */
    private boolean isJoining() {
        Optional<DataSource> dataSource = dataSource(manager);
        return dataSource.isPresent()
                && transactions
                        .get()
                        .filter(units -> units.isUsedBy(dataSource.get()))
                        .isPresent();
    }

    private static Optional<DataSource> dataSource(TransactionManager manager) {
        if (manager instanceof ResourceTransactionManager resources
                && resources.getResourceFactory() instanceof DataSource dataSource) {
            return Optional.of(dataSource);
        }
        return JPA ? OfJpa.dataSource(manager) : Optional.empty();
    }

    /** Loaded where the types are there. */
    private static final class OfJpa {

        static Optional<DataSource> dataSource(TransactionManager manager) {
            return manager instanceof JpaTransactionManager jpa
                    ? Optional.ofNullable(jpa.getDataSource())
                    : Optional.empty();
        }
    }
}
