package io.counterfoil.springboot.store;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.jdbc.transaction.EndpointWork;
import io.counterfoil.jdbc.transaction.JoiningDataSource;
import io.counterfoil.jdbc.transaction.SingleStatement;
import io.counterfoil.jdbc.transaction.Transaction;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.springboot.settings.SeparateTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Units of work in an application of Spring's, on the data source that its transaction managers use. Thread-safe.
 *
 * <p>A unit is a database transaction of its own, and none of Spring's: inside it the application's {@code @Transactional} methods begin and end
 * transactions of their managers as without a unit, and each of them is a scope of the unit ({@link JoiningDataSource}). Callbacks after a commit
 * ({@code @TransactionalEventListener}, {@code TransactionSynchronization.afterCommit}) run once the unit has committed. Where the caller is in
 * a transaction of the manager already, the work joins that one instead, and an exception of the work marks it for roll-back.
 *
 * <p>A transaction that begins during the work and would commit apart from it is refused, or warned of: see {@link SeparateTransactions}.
 */
public final class SpringTransactions implements Transactions {

    private final PlatformTransactionManager manager;
    private final DataSource dataSource;
    private final DataSourceTransactions units;
    private final SeparateTransactions separate;

    /**
     * Makes units on connections of a data source; separate transactions are refused.
     *
     * @param manager of the transactions that a caller may be in
     * @param dataSource a {@link JoiningDataSource}, or one that wraps it, which the application and its transaction managers use as well
     * @throws IllegalArgumentException when its connections do not join
     */
    public SpringTransactions(PlatformTransactionManager manager, DataSource dataSource) {
        this(manager, dataSource, SeparateTransactions.FAIL);
    }

    /**
     * Makes units on connections of a data source.
     *
     * @param manager of the transactions that a caller may be in
     * @param dataSource a {@link JoiningDataSource}, or one that wraps it, which the application and its transaction managers use as well
     * @param separate what happens to a transaction that would commit apart from a unit
     * @throws IllegalArgumentException when the data source's connections do not join
     */
    public SpringTransactions(
            PlatformTransactionManager manager, DataSource dataSource, SeparateTransactions separate) {
        this.manager = manager;
        this.dataSource = managed(dataSource);
        this.separate = separate;
        joining(this.dataSource).listeningWith(new SpringScopes());
        this.units = new DataSourceTransactions(this.dataSource);
    }

    /** What Spring's managers look through as well. */
    private static DataSource managed(DataSource dataSource) {
        DataSource target =
                dataSource instanceof TransactionAwareDataSourceProxy proxy ? proxy.getTargetDataSource() : null;
        return target == null ? dataSource : target;
    }

    private static JoiningDataSource joining(DataSource dataSource) {
        try {
            if (dataSource.isWrapperFor(JoiningDataSource.class)) {
                return dataSource.unwrap(JoiningDataSource.class);
            }
        } catch (SQLException failure) {
            throw new IllegalArgumentException("the data source does not unwrap", failure);
        }
        throw new IllegalArgumentException("connections of this data source do not join a unit of work: pass"
                + " JoiningDataSource.of(dataSource) here, and to the transaction manager");
    }

    /** Whether a manager's transactions are on the data source of the units. */
    boolean isUsedBy(DataSource other) {
        return managed(other) == dataSource;
    }

    @Override
    public <T, X extends Exception> T run(Work<T, X> work) throws X {
        return isInSpringsTransaction() && !units.joins() ? join(work) : units.run(unit -> within(unit, work));
    }

    private <T, X extends Exception> T within(Transaction unit, Work<T, X> work) throws X {
        if (unit.isJoined()) {
            return work.run(unit);
        }
        KeyedWork keyed = KeyedWork.begin(unit, separate);
        try {
            return work.run(unit);
        } finally {
            keyed.close();
        }
    }

    @Override
    public <T, X extends Exception> T at(Object endpoint, EndpointWork<T, X> work) throws X {
        return units.at(endpoint, work);
    }

    @Override
    public <T, X extends Exception> T claimingWithFirstStatement(EndpointWork<T, X> work) throws X {
        return units.claimingWithFirstStatement(work);
    }

    @Override
    public boolean joins() {
        return units.joins() || isInSpringsTransaction();
    }

    /** Whether this thread is in a transaction of a manager of the data source. */
    boolean isInSpringsTransaction() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder;
    }

    @Override
    public Connection connection() {
        if (!isInSpringsTransaction()) {
            return units.connection();
        }
        try {
            return DataSourceUtils.getConnection(dataSource);
        } catch (CannotGetJdbcConnectionException failure) {
            throw new StoreException("finding the transaction's connection", failure);
        }
    }

    @Override
    public <T> T single(SingleStatement<T> statement) throws SQLException {
        return isInSpringsTransaction() ? statement.run(connection()) : units.single(statement);
    }

    private <T, X extends Exception> T join(Work<T, X> work) throws X {
        TransactionStatus status;
        try {
            status = manager.getTransaction(new DefaultTransactionDefinition());
        } catch (TransactionException failure) {
            throw new StoreException("joining a transaction", failure);
        }
        T result;
        try {
            result = work.run(new Joined(connection(), status));
        } catch (Throwable failure) {
            rollBack(status, failure);
            throw failure;
        }
        if (status.isRollbackOnly()) {
            manager.rollback(status);
        } else {
            manager.commit(status);
        }
        return result;
    }

    /** Marks the caller's transaction for roll-back. */
    private void rollBack(TransactionStatus status, Throwable cause) {
        try {
            manager.rollback(status);
        } catch (RuntimeException failure) {
            cause.addSuppressed(failure);
        }
    }

    /** A transaction of the caller's. */
    private record Joined(Connection connection, TransactionStatus status) implements Transaction {

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
            return true;
        }

        /** The commit is the caller's. */
        @Override
        public boolean atCommit(LastStatement statement) {
            return false;
        }
    }
}
