package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.thread.TestThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** The end of an application whose database gives no connection any more: nothing waits for statistics. */
@Timeout(600)
class UnreachableAtCloseTest {

    /** Gives no connection, and heeds no interruption, while it is shut. */
    static final class Gate implements BeanPostProcessor {

        private volatile CompletableFuture<Void> open = CompletableFuture.completedFuture(null);
        private final AtomicInteger waiting = new AtomicInteger();

        void shut() {
            open = new CompletableFuture<>();
        }

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof DataSource dataSource ? behind(dataSource) : bean;
        }

        private DataSource behind(DataSource dataSource) {
            return new DelegatingDataSource(dataSource) {
                @Override
                public Connection getConnection() throws SQLException {
                    waiting.incrementAndGet();
                    open.join();
                    waiting.decrementAndGet();
                    return super.getConnection();
                }
            };
        }
    }

    static class Gated {

        @Bean
        static Gate gate() {
            return new Gate();
        }
    }

    @Test
    @Tag("RQ-9")
    void close_withoutADatabase_waitsNeitherForCountsNorForThePurge() throws Exception {
        Database database = TestPostgres.freshDatabase();
        RunningApplication.createBookings(database);
        RunningApplication application = RunningApplication.start(
                database, List.of(SampleApplication.class, Gated.class), "--counterfoil.purge.interval=1ms");
        Gate gate = application.bean(Gate.class);
        String key = UUID.randomUUID().toString();
        application.post("/book", key);
        assertThat(application.post("/book", key).headers().firstValue("Idempotency-Replayed"))
                .contains("true");
        gate.shut();
        await().atMost(Duration.ofMinutes(1)).until(() -> gate.waiting.get() > 0);

        try (TestThreads threads = new TestThreads()) {
            CompletableFuture<Void> closed = CompletableFuture.runAsync(application::close, threads);

            assertThat(closed).succeedsWithin(Duration.ofMinutes(1));
        } finally {
            gate.open.complete(null);
        }
    }
}
