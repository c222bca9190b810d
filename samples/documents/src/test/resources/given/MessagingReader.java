package printed;

import com.rabbitmq.client.ConnectionFactory;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import java.math.BigDecimal;
import java.sql.Connection;
import javax.sql.DataSource;

/** What a reader of docs/messaging.md has. */
class MessagingReader {

    DataSource dataSource;
    ConnectionFactory connectionFactory;
    Publisher publisher;
    Message message;
    String messageId;
    Order order;
    Accounts accounts;

    record Order(String number, String customer, BigDecimal total) {}

    interface Accounts {
        void debit(String customer, BigDecimal amount);
    }

    void book(Connection connection, Message message) {}

    void book(Connection connection, Order order) {}
}
