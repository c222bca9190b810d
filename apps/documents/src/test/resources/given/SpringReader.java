package printed;

import io.counterfoil.idempotency.key.RequestId;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.servlet.config.annotation.CorsRegistry;

/** What a reader of docs/guides/spring.md has. */
class SpringReader {

    int port;
    JdbcClient jdbc;
    DataSource dataSource;
    CorsRegistry registry;
    Transfers transfers;
    Sessions sessions;
    Bank bank;
    Receipts receipts;

    record Order(int amount) {}

    record Transfer(String id) {}

    record Credentials(String user, String password) {}

    record Session(String id) {}

    record Receipt(String number) {}

    record BookCommand(String requestId, String sender, int seats) {}

    interface ApiKeys {
        java.util.Optional<String> findOwner(byte[] hash);
    }

    interface Transfers {
        Transfer book(Order order);
    }

    interface Sessions {
        Session open(Credentials credentials);
    }

    interface Bank {
        Receipt charge(Order order, RequestId key);
    }

    interface Receipts {
        Receipt add(int seats);
    }

    byte[] sha256(String key) {
        return new byte[32];
    }
}
