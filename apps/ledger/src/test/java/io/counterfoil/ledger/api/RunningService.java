package io.counterfoil.ledger.api;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.ledger.LedgerApplication;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.time.SettableClock;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The service on a port of its own, with a database of its own. */
final class RunningService implements AutoCloseable {

    private final Database database;
    private final ConfigurableApplicationContext context;

    private RunningService(Database database, ConfigurableApplicationContext context) {
        this.database = database;
        this.context = context;
    }

    /** @param settings {@code name=value} each, over those of {@code application.yaml} */
    static RunningService start(List<String> settings) {
        return start(settings, application -> {});
    }

    /** The same with another clock. */
    static RunningService start(List<String> settings, SettableClock clock) {
        return on(TestPostgres.freshDatabase().reusing("test"), settings, clock);
    }

    /** The same with another clock, on a database that is there. */
    static RunningService on(Database database, List<String> settings, SettableClock clock) {
        return start(
                database,
                settings,
                application -> application.addInitializers(
                        context -> context.getBeanFactory().registerSingleton("clock", clock)));
    }

    /** The same with another policy of requests. */
    static RunningService start(List<String> settings, HttpPolicy policy) {
        return start(
                settings,
                application -> application.addInitializers(
                        context -> context.getBeanFactory().registerSingleton("httpPolicy", policy)));
    }

    private static RunningService start(List<String> settings, Consumer<SpringApplication> more) {
        return start(TestPostgres.freshDatabase().reusing("test"), settings, more);
    }

    /** The same on a database that is there. */
    static RunningService on(Database database, String... settings) {
        return start(database, List.of(settings), application -> {});
    }

    private static RunningService start(Database database, List<String> settings, Consumer<SpringApplication> more) {
        // Libraries that start before the service has configured its logging would write whatever they have to say.
        LoggingSystem.get(RunningService.class.getClassLoader())
                .setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.WARN);
        SpringApplication application = new SpringApplication(LedgerApplication.class);
        application.setRegisterShutdownHook(false);
        more.accept(application);
        String[] arguments = Stream.concat(
                        Stream.of(
                                "server.port=0",
                                "logging.threshold.console=WARN",
                                "spring.datasource.url=" + database.jdbcUrl(),
                                "spring.datasource.username=" + database.user(),
                                "spring.datasource.password=" + database.password()),
                        settings.stream())
                .map(setting -> "--" + setting)
                .toArray(String[]::new);
        return new RunningService(database, application.run(arguments));
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    <T> T bean(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    Database database() {
        return database;
    }

    /** Questions to the database past the service and its pool. */
    JdbcClient sql() {
        return JdbcClient.create(database.dataSource());
    }

    @Override
    public void close() {
        context.close();
    }
}
