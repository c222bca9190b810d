package printed;

import com.rabbitmq.client.ConnectionFactory;
import io.counterfoil.retry.journal.FileJournal;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.SwarmScope;
import java.sql.Connection;
import org.slf4j.Logger;

/** What a reader of docs/guides/control-signals.md has. */
class ControlSignalsReader {

    Logger log;
    Message message;
    Publisher publisher;
    FileJournal journal;
    SwarmScope scope;
    RequestId idempotencyKey;
    Data data;
    JdbcOutbox outbox;
    JdbcClaimStore store;
    DataSourceTransactions transactions;
    ConnectionFactory connectionFactory;
    Swarms swarms;
    Page page;

    interface Swarms {
        void start(Connection connection, String swarm);
    }

    interface Page {
        void show(Envelope envelope);
    }
}
