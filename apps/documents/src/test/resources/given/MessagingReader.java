package printed;

import com.rabbitmq.client.ConnectionFactory;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import java.sql.Connection;
import javax.sql.DataSource;

/** What a reader of docs/guides/messaging.md has. */
class MessagingReader {

    DataSource dataSource;
    ConnectionFactory connectionFactory;
    Publisher publisher;
    Message message;
    String messageId;
    Order order;

    record Order(String number) {}

    void book(Connection connection, Message message) {}

    void book(Connection connection, Order order) {}
}
