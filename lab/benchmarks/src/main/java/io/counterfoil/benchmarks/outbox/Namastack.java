package io.counterfoil.benchmarks.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.ids.generator.UuidV7;
import io.namastack.outbox.Outbox;
import io.namastack.outbox.OutboxProcessingScheduler;
import io.namastack.outbox.handler.OutboxRecordMetadata;
import io.namastack.outbox.handler.OutboxTypedHandler;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Namastack's outbox on Spring Boot and JDBC, with the polling and the threads of its own published measurements. */
final class Namastack implements Contestant {

    private static final Map<String, Object> SETTINGS = Map.of(
            "namastack.outbox.enabled", "true",
            "namastack.outbox.polling.batch-size", "800",
            "namastack.outbox.polling.fixed.interval", "25ms",
            "namastack.outbox.processing.executor-core-pool-size", "16",
            "namastack.outbox.processing.executor-max-pool-size", "32",
            "namastack.outbox.multicaster.enabled", "false",
            // That of this project is on the class path as well.
            "counterfoil.create-table", "true",
            "spring.main.banner-mode", "off");

    private final HikariDataSource pool;
    private final Counting counting = new Counting();
    private final ConfigurableApplicationContext application;
    private final Outbox outbox;
    private final OutboxProcessingScheduler scheduler;
    private final TransactionTemplate transactions;

    /** An event. */
    public record Payment(String id, String text) {}

    /** The handler. */
    static final class Counting implements OutboxTypedHandler<Payment> {

        private final AtomicLong handled = new AtomicLong();

        @Override
        public void handle(Payment payment, OutboxRecordMetadata metadata) {
            handled.incrementAndGet();
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    Namastack(HikariDataSource pool) {
        this.pool = pool;
        this.application = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(SETTINGS)
                .initializers(context -> {
                    GenericApplicationContext beans = (GenericApplicationContext) context;
                    beans.registerBean("dataSource", HikariDataSource.class, () -> pool);
                    beans.registerBean("counting", Counting.class, () -> counting);
                })
                .run();
        this.outbox = application.getBean(Outbox.class);
        this.scheduler = application.getBean(OutboxProcessingScheduler.class);
        this.transactions = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
        scheduler.stop();
    }

    @Override
    public String name() {
        return "Namastack, `namastack-outbox-jdbc`";
    }

    @Override
    public void write(int events) {
        transactions.executeWithoutResult(status -> {
            String key = "";
            for (int i = 0; i < events; i++) {
                key = i % OutboxCommand.OF_ONE_KEY == 0 ? UuidV7.next().toString() : key;
                outbox.schedule(new Payment(UuidV7.next().toString(), new String(OutboxCommand.TEXT, UTF_8)), key);
            }
        });
    }

    @Override
    public void start() {
        scheduler.start();
    }

    @Override
    public void stop() {
        scheduler.stop();
    }

    @Override
    public long handled() {
        return counting.handled.get();
    }

    @Override
    public void close() {
        application.close();
        pool.close();
    }
}
