package io.counterfoil.ledger.persistence;

import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;

/** The connection of the calling thread's transaction or keyed unit of work, for what works on plain JDBC; failures become Spring's. Thread-safe. */
@Component
class SpringConnection {

    private final JdbcOperations jdbc;
    private final Transactions transactions;

    SpringConnection(JdbcOperations jdbc, Transactions transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    /** Does it on that connection, or on one that commits by itself where there is no transaction. */
    <T> T run(Work<T> work) {
        T result = jdbc.execute(
                (Connection connection) -> work.on(transactions.joins() ? transactions.connection() : connection));
        if (result == null) {
            throw new IllegalStateException("the work returned null");
        }
        return result;
    }

    /** Does something on a connection. */
    @FunctionalInterface
    interface Work<T> {

        T on(Connection connection) throws SQLException;
    }
}
