package io.counterfoil.benchmarks.failover;

import io.counterfoil.testkit.failover.Ending;
import javax.sql.DataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.integration.IntegrationMessageHeaderAccessor;
import org.springframework.integration.annotation.IdempotentReceiver;
import org.springframework.integration.annotation.ServiceActivator;
import org.springframework.integration.channel.DirectChannel;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.handler.advice.IdempotentReceiverInterceptor;
import org.springframework.integration.jdbc.metadata.JdbcMetadataStore;
import org.springframework.integration.metadata.ConcurrentMetadataStore;
import org.springframework.integration.selector.MetadataStoreSelector;
import org.springframework.integration.support.MessageBuilder;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.MessageHandler;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

/** Spring Integration: a service activator with the idempotent receiver's interceptor over the JDBC metadata store. */
final class SpringIntegrationService implements PeerService {

    private static final String CHANNEL = "transfers";

    private final boolean inTransaction;
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final TransactionTemplate transaction;
    private final MessageChannel channel;

    /** @param inTransaction whether the message is sent in a transaction that the store takes part in, and not each step in its own */
    SpringIntegrationService(DataSource pool, boolean inTransaction) {
        this.inTransaction = inTransaction;
        context.registerBean(DataSource.class, () -> pool);
        context.register(Flow.class);
        context.refresh();
        transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        channel = context.getBean(CHANNEL, MessageChannel.class);
    }

    /** Creates the tables of Spring Integration by its own script. */
    static void createTables(DataSource pool) {
        new ResourceDatabasePopulator(
                        new ClassPathResource("org/springframework/integration/jdbc/schema-postgresql.sql"))
                .execute(pool);
    }

    /** The application. */
    @Configuration
    @EnableIntegration
    @EnableTransactionManagement
    static class Flow {

        @Bean
        PlatformTransactionManager transactionManager(DataSource pool) {
            return new JdbcTransactionManager(pool);
        }

        @Bean
        JdbcMetadataStore metadataStore(DataSource pool) {
            return new JdbcMetadataStore(pool);
        }

        @Bean
        IdempotentReceiverInterceptor idempotentReceiver(ConcurrentMetadataStore store) {
            return new IdempotentReceiverInterceptor(
                    new MetadataStoreSelector(message -> (String) message.getPayload(), store));
        }

        @Bean
        MessageChannel transfers() {
            return new DirectChannel();
        }

        @Bean
        @ServiceActivator(inputChannel = CHANNEL)
        @IdempotentReceiver("idempotentReceiver")
        MessageHandler transfer(DataSource pool) {
            JdbcTemplate jdbc = new JdbcTemplate(pool);
            return message -> {
                if (!message.getHeaders().containsKey(IntegrationMessageHeaderAccessor.DUPLICATE_MESSAGE)) {
                    jdbc.update(EFFECT, message.getPayload());
                }
            };
        }
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
        channel.send(MessageBuilder.withPayload(intention).build());
    }

    @Override
    public void close() {
        context.close();
    }
}
