package printed;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.store.LeaseStore;
import java.io.IOException;
import java.sql.Connection;
import java.util.Optional;
import javax.sql.DataSource;

/** What a reader of docs/guides/engine.md has. */
class EngineReader {

    DataSource pool;
    DataSource dataSource;
    LeaseStore leaseStore;
    IdempotencyPolicy policy;
    IdempotencyKey key;
    DataKey dataKey;
    byte[] body;
    Order order;
    Bank bank;

    record Order(String number) {}

    record Ledger(String name) {}

    static class CardDeclinedException extends Exception {}

    interface Bank {
        String transfer(Order order, RequestId key) throws IOException;

        String hold(Order order, RequestId key) throws IOException;

        String capture(String hold, RequestId key) throws IOException;

        Optional<String> find(Order order) throws IOException;
    }

    String book(Connection connection, Order order) {
        return order.number();
    }

    void audit(Connection connection) {}

    void alarm(String text) {}

    Optional<Ledger> findLedger(Connection connection) {
        return Optional.empty();
    }

    Ledger insertLedger(Connection connection) {
        return new Ledger("seven");
    }

    Optional<Ledger> insertIfAbsent(Order order) {
        return Optional.empty();
    }
}
