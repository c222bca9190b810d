package io.counterfoil.benchmarks.failover;

import io.counterfoil.testkit.failover.Ending;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Apache Camel: a route with an idempotent consumer over its JDBC repository. */
final class CamelService implements PeerService {

    private static final String ROUTE = "direct:transfers";
    private static final String KEY = "intention";

    private final boolean inTransaction;
    private final TransactionTemplate transaction;
    private final CamelContext camel = new DefaultCamelContext();
    private final ProducerTemplate producer;

    /** @param inTransaction whether the route runs in a transaction that the repository takes part in, and not each step in its own */
    CamelService(DataSource pool, boolean inTransaction) {
        this.inTransaction = inTransaction;
        this.transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
        JdbcTemplate jdbc = new JdbcTemplate(pool);
        JdbcMessageIdRepository repository = inTransaction
                ? new JdbcMessageIdRepository(pool, transaction, "transfers")
                : new JdbcMessageIdRepository(pool, "transfers");
        // It creates its table within one transaction, which PostgreSQL has aborted when the table was found missing.
        repository.setCreateTableIfNotExists(false);
        try {
            camel.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from(ROUTE)
                            .idempotentConsumer(header(KEY), repository)
                            .process(exchange ->
                                    jdbc.update(EFFECT, exchange.getIn().getHeader(KEY, String.class)));
                }
            });
        } catch (Exception refused) {
            throw new IllegalStateException("the route of Camel", refused);
        }
        camel.start();
        producer = camel.createProducerTemplate();
    }

    /** Creates the table of the repository, by the statement of its documentation. */
    static void createTable(DataSource pool) {
        new JdbcTemplate(pool).execute("""
                CREATE TABLE CAMEL_MESSAGEPROCESSED (
                    processorName VARCHAR(255), messageId VARCHAR(100), createdAt TIMESTAMP, PRIMARY KEY (processorName, messageId))""");
    }

    @Override
    public Ending attempt(String intention) {
        if (inTransaction) {
            transaction.executeWithoutResult(status -> send(intention));
        } else {
            send(intention);
        }
        return new Ending.Acknowledged("done");
    }

    private void send(String intention) {
        producer.sendBodyAndHeader(ROUTE, intention, KEY, intention);
    }

    @Override
    public void close() {
        camel.stop();
    }
}
