package io.counterfoil.springboot.store;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.jdbc.transaction.Transactions.AutoCommit;
import io.counterfoil.springboot.CounterfoilProperties.SeparateTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Transactions of Spring's own manager: a handler's {@code @Transactional} work joins them. Thread-safe.
 *
 * <p>A statement that was put off to the commit saves a round trip. Under a {@link DataSourceTransactionManager}, such as Spring Boot's own
 * for JDBC, it runs behind every other {@code beforeCommit} of the transaction; under JPA's manager on Hibernate, within the commit, behind
 * the flush and what Hibernate's listeners write ({@link HibernateCommit}). Any other manager may write in the commit itself, so that
 * nothing can be promised to be last: the statement is not taken then. What is written in a Spring {@code beforeCompletion} under the
 * former, or in a later registered synchronization of Hibernate's transaction under the latter, where writing is not meant to be done,
 * comes after the record, and may be missing where the record is.
 *
 * <p>A transaction that begins during the work and would commit apart from it is refused, or warned of: see {@link SeparateTransactions}.
 *
 * <p>A commit that failed is a {@link StoreException} where a later try may do better: a lost conflict, a broken connection. What
 * will fail again, such as a violated constraint that JPA finds in its flush, is thrown as Spring throws it.
 */
public final class SpringTransactions implements Transactions {

    private final PlatformTransactionManager manager;
    private final DataSource dataSource;
    private final SeparateTransactions separate;

    /** Transactions of this manager, on connections of the data source it manages; separate ones are refused. */
    public SpringTransactions(PlatformTransactionManager manager, DataSource dataSource) {
        this(manager, dataSource, SeparateTransactions.FAIL);
    }

    /**
     * The same.
     *
     * @param separate what happens to a transaction that would commit apart from one of these
     */
    public SpringTransactions(
            PlatformTransactionManager manager, DataSource dataSource, SeparateTransactions separate) {
        this.manager = manager;
        this.dataSource = managed(dataSource);
        this.separate = separate;
    }

    /** What Spring's managers look through as well. */
    private static DataSource managed(DataSource dataSource) {
        DataSource target =
                dataSource instanceof TransactionAwareDataSourceProxy proxy ? proxy.getTargetDataSource() : null;
        return target == null ? dataSource : target;
    }

    @Override
    public <T, X extends Exception> T run(Work<T, X> work) throws X {
        TransactionStatus status = begin();
        Spring transaction;
        T result;
        try {
            transaction = new Spring(manager, status, connection());
            result = within(transaction, work);
        } catch (Throwable failure) {
            rollBack(status, failure);
            throw failure;
        }
        end(transaction);
        return result;
    }

    private <T, X extends Exception> T within(Spring transaction, Work<T, X> work) throws X {
        KeyedWork keyed = KeyedWork.begin(separate);
        try {
            return work.run(transaction);
        } finally {
            keyed.close();
        }
    }

    @Override
    public boolean joins() {
        return TransactionSynchronizationManager.isActualTransactionActive() && isManaged();
    }

    private boolean isManaged() {
        return TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder;
    }

    @Override
    public Connection connection() {
        if (!joins()) {
            throw new IllegalStateException(
                    "this thread has no transaction of this data source; within a transaction, the transaction "
                            + "manager manages another data source than that of the records: give both the same");
        }
        try {
            return DataSourceUtils.getConnection(dataSource);
        } catch (CannotGetJdbcConnectionException failure) {
            throw new StoreException("finding the transaction's connection", failure);
        }
    }

    @Override
    public <T> T single(SingleStatement<T> statement) throws SQLException {
        return joins() ? statement.run(connection()) : AutoCommit.run(dataSource, statement);
    }

    private TransactionStatus begin() {
        try {
            return manager.getTransaction(new DefaultTransactionDefinition());
        } catch (TransactionException failure) {
            throw new StoreException("beginning a transaction", failure);
        }
    }

    private void end(Spring transaction) {
        TransactionStatus status = transaction.status;
        try {
            if (status.isRollbackOnly()) {
                manager.rollback(status);
            } else {
                manager.commit(status);
            }
        } catch (TransactionException
                | TransientDataAccessException
                | RecoverableDataAccessException
                | NonTransientDataAccessResourceException failure) {
            throw transaction.failureOfLast().orElseGet(() -> new StoreException("ending a transaction", failure));
        } catch (RuntimeException failure) {
            throw transaction
                    .failureOfLast()
                    .<RuntimeException>map(last -> last)
                    .orElse(failure);
        }
    }

    private void rollBack(TransactionStatus status, Throwable cause) {
        try {
            manager.rollback(status);
        } catch (RuntimeException failure) {
            cause.addSuppressed(failure);
        }
    }

    private static final class Spring implements Transaction {

        private final PlatformTransactionManager manager;
        private final TransactionStatus status;
        private final Connection connection;

        private @Nullable AtCommit last;

        Spring(PlatformTransactionManager manager, TransactionStatus status, Connection connection) {
            this.manager = manager;
            this.status = status;
            this.connection = connection;
        }

        @Override
        public Connection connection() {
            return connection;
        }

        @Override
        public boolean isRollbackOnly() {
            return status.isRollbackOnly();
        }

        @Override
        public void setRollbackOnly() {
            status.setRollbackOnly();
        }

        @Override
        public boolean isJoined() {
            return !status.isNewTransaction();
        }

        @Override
        public boolean atCommit(LastStatement statement) {
            if (isJoined() || last != null) {
                return false;
            }
            AtCommit atCommit = new AtCommit(statement, connection);
            if (!isLast(atCommit)) {
                return false;
            }
            last = atCommit;
            return true;
        }

        private boolean isLast(AtCommit atCommit) {
            if (manager instanceof DataSourceTransactionManager) {
                boolean taken = TransactionSynchronizationManager.isSynchronizationActive();
                if (taken) {
                    TransactionSynchronizationManager.registerSynchronization(atCommit);
                }
                return taken;
            }
            return HibernateCommit.runLast(manager, atCommit::run);
        }

        /** What the last statement has thrown, which a manager may have wrapped. */
        Optional<StoreException> failureOfLast() {
            return Optional.ofNullable(last).map(atCommit -> atCommit.failure);
        }
    }

    /** Of the lowest precedence, and registered when the work is over: Spring calls it after all others. */
    private static final class AtCommit implements TransactionSynchronization, Ordered {

        private final LastStatement statement;
        private final Connection connection;

        private @Nullable StoreException failure;

        AtCommit(LastStatement statement, Connection connection) {
            this.statement = statement;
            this.connection = connection;
        }

        @Override
        public int getOrder() {
            return LOWEST_PRECEDENCE;
        }

        @Override
        public void beforeCommit(boolean readOnly) {
            run();
        }

        void run() {
            try {
                statement.run(connection);
            } catch (StoreException failed) {
                failure = failed;
                throw failed;
            }
        }
    }
}
