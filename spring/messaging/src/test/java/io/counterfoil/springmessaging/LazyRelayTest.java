package io.counterfoil.springmessaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** The relay of the outbox in an application whose beans are made when they are needed. */
@Timeout(600)
@Tag("SG-5")
class LazyRelayTest {

    static class Broker {

        private static final CompletableFuture<String> PUBLISHED = new CompletableFuture<>();

        @Bean
        Publisher publisher() {
            return message -> {
                PUBLISHED.complete(message.topic());
                return CompletableFuture.completedFuture(null);
            };
        }
    }

    @Test
    void relay_publishes_thoughNothingAsksForIt() throws Exception {
        Database database = TestPostgres.freshDatabase();
        try (ConfigurableApplicationContext context =
                MessageApplication.start(database, List.of(Broker.class), "--spring.main.lazy-initialization=true")) {
            JdbcOutbox.of(database.dataSource()).add(Message.of("bookings", new byte[] {1}));

            assertThat(Broker.PUBLISHED.get(5, TimeUnit.MINUTES)).isEqualTo("bookings");
            assertThat(context.isRunning()).isTrue();
        }
    }
}
