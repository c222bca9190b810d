package io.counterfoil.springmessaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.springmessaging.internal.CurrentBatch;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import io.counterfoil.springmessaging.internal.DeliveredMessage;
import io.counterfoil.testkit.database.CountingSockets;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** What PostgreSQL is sent about a batch, counted at the socket. */
@Timeout(240)
@Tag("SG-5")
class BatchRoundTripsTest {

    private static final Database DATABASE = TestPostgres.freshDatabase().reusing("test");

    /** More than it takes until the driver sends statements under names, without their text. */
    private static final int WARM = 12;

    private static final int SIZE = 10;

    @Test
    void batch_takesTwoRoundTripsBeyondItsWork() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        JdbcClientAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        CounterfoilMessagingAutoConfiguration.class))
                .withConfiguration(Named.configurations(
                        "springboot.store.CounterfoilStoreAutoConfiguration",
                        "springboot.store.CounterfoilTablesAutoConfiguration",
                        "springboot.engine.CounterfoilAutoConfiguration"))
                .withUserConfiguration(Application.class)
                .run(context -> {
                    context.getBean(JdbcClient.class)
                            .sql("CREATE TABLE delivered (position bigserial, what text NOT NULL)")
                            .update();
                    Listener listener = context.getBean(Listener.class);
                    CountingSockets.Sent sent = CountingSockets.sent();
                    for (int i = 0; i < WARM; i++) {
                        List<String> texts = Stream.generate(
                                        () -> UUID.randomUUID().toString())
                                .limit(SIZE)
                                .toList();
                        CountingSockets.Sent before = CountingSockets.sent();
                        deliver(texts, listener);
                        sent = CountingSockets.sent().since(before);
                    }

                    assertThat(sent.roundTrips())
                            .as("the claims; each row; the records with the commit")
                            .isEqualTo(1 + SIZE + 1);
                });
    }

    private static void deliver(List<String> texts, Listener listener) {
        try (CurrentMessage.Scope batch = CurrentMessage.openBatch(texts, String.class, text -> null, Batch::of)
                .orElseThrow()) {
            assertThat(batch).isNotNull();
            listener.receive(texts);
        }
    }

    private record Batch(List<CurrentMessage> messages) implements CurrentBatch {

        static Batch of(List<String> texts) {
            return new Batch(texts.stream()
                    .map(text -> new CurrentMessage(
                            Optional.of(text),
                            Map::of,
                            IllegalStateException::new,
                            new DeliveredMessage(text, false, false)))
                    .toList());
        }

        @Override
        public RuntimeException failed(int index, Throwable cause) {
            return new IllegalStateException("message " + index, cause);
        }

        @Override
        public Optional<RuntimeException> failureWasCaught(int index) {
            return Optional.empty();
        }

        @Override
        public int settledBy(Throwable failure) {
            return 0;
        }
    }

    static class Application {

        @Bean(destroyMethod = "destroy")
        DataSource database() {
            PGSimpleDataSource counted = new PGSimpleDataSource();
            counted.setUrl(DATABASE.counted().jdbcUrl());
            counted.setUser(DATABASE.user());
            counted.setPassword(DATABASE.password());
            try {
                return new SingleConnectionDataSource(counted.getConnection(), true);
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        }

        @Bean
        Delivered delivered(JdbcClient jdbc) {
            return new Delivered(jdbc);
        }

        @Bean
        Listener listener(Delivered delivered) {
            return new Listener(delivered);
        }
    }

    static class Listener {

        private final Delivered delivered;

        Listener(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage("delivered")
        void receive(List<String> texts) {
            delivered.receive(texts);
        }
    }
}
