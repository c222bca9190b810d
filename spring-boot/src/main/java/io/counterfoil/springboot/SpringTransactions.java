package io.counterfoil.springboot;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.Transactions;
import java.sql.Connection;
import javax.sql.DataSource;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** Transactions of Spring's own manager: a handler's {@code @Transactional} work joins them. Thread-safe. */
public final class SpringTransactions implements Transactions {

    private final PlatformTransactionManager manager;
    private final DataSource dataSource;

    /** Transactions of this manager, on connections of the data source it manages. */
    public SpringTransactions(PlatformTransactionManager manager, DataSource dataSource) {
        this.manager = manager;
        this.dataSource = dataSource;
    }

    @Override
    public <T, X extends Exception> T run(Work<T, X> work) throws X {
        TransactionStatus status = begin();
        T result;
        try {
            result = work.run(new Spring(status, connection()));
        } catch (Throwable failure) {
            rollBack(status, failure);
            throw failure;
        }
        end(status);
        return result;
    }

    private TransactionStatus begin() {
        try {
            return manager.getTransaction(new DefaultTransactionDefinition());
        } catch (TransactionException failure) {
            throw new StoreException("beginning a transaction", failure);
        }
    }

    /** The transaction's own connection, which it also closes. */
    private Connection connection() {
        try {
            return DataSourceUtils.getConnection(dataSource);
        } catch (CannotGetJdbcConnectionException failure) {
            throw new StoreException("finding the transaction's connection", failure);
        }
    }

    private void end(TransactionStatus status) {
        try {
            if (status.isRollbackOnly()) {
                manager.rollback(status);
            } else {
                manager.commit(status);
            }
        } catch (TransactionException failure) {
            throw new StoreException("ending a transaction", failure);
        }
    }

    private void rollBack(TransactionStatus status, Throwable cause) {
        try {
            manager.rollback(status);
        } catch (TransactionException failure) {
            cause.addSuppressed(failure);
        }
    }

    private record Spring(TransactionStatus status, Connection connection) implements Transaction {

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
    }
}
