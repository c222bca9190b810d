package io.counterfoil.benchmarks.messaging;

import io.counterfoil.benchmarks.engine.Booking;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Receiver;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The consumer without deduplication in the batches of the inbox: one transaction for what waits.
 *
 * @param savepoints whether a message that fails is undone alone, as in the inbox
 */
record SameBatches(DataSourceTransactions transactions, int maxBatch, boolean savepoints) implements Receiver {

    @Override
    public void receive(Delivery delivery) {
        receiveAll(List.of(delivery));
    }

    @Override
    public void receiveAll(List<Delivery> deliveries) {
        transactions.run(transaction -> {
            try {
                book(transaction.connection(), deliveries);
                return deliveries;
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        });
        deliveries.forEach(Delivery::accept);
    }

    private void book(Connection connection, List<Delivery> deliveries) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean first = true;
            for (Delivery delivery : deliveries) {
                if (savepoints && deliveries.size() > 1) {
                    statement.execute(first ? "SAVEPOINT message" : "RELEASE SAVEPOINT message; SAVEPOINT message");
                    first = false;
                }
                Booking.book(connection, delivery.message().id().orElseThrow());
            }
        }
    }
}
