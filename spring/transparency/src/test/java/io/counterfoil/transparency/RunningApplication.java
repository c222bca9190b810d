package io.counterfoil.transparency;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.transparency.DifferentUnderAKey;
import io.counterfoil.testkit.transparency.KeyComparison;
import io.counterfoil.transparency.shapes.Handlers;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** The application with one transaction manager on one database. */
final class RunningApplication implements AutoCloseable {

    private static final Pattern IDENTITY = Pattern.compile("(?<=@)[0-9a-f]{5,}|(?<=conn=)[0-9]+");

    private final Engine engine;
    private final Database database;
    private final ConfigurableApplicationContext context;
    private final KeyComparison comparison;
    private final Seen seen;
    private final SeenConfiguration.Lines lines;
    private List<String> seed = List.of();

    private RunningApplication(Engine engine, Database database, ConfigurableApplicationContext context) {
        this.engine = engine;
        this.database = database;
        this.context = context;
        this.seen = context.getBean(Seen.class);
        this.lines = new SeenConfiguration.Lines(seen);
        int port = Objects.requireNonNull(((ServletWebServerApplicationContext) context).getWebServer())
                .getPort();
        this.comparison = KeyComparison.of(URI.create("http://127.0.0.1:" + port), database.dataSource(), this::reset)
                .withObservations(seen::ofEndedRequest)
                .withNormalization(text -> IDENTITY.matcher(text)
                        .replaceAll("<identity>")
                        .replace(":" + port, ":<port>")
                        .replaceAll("jsessionid=\\w+", "jsessionid=<session>"));
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        lines.setContext((LoggerContext) factory);
        lines.start();
        root().addAppender(lines);
    }

    static RunningApplication start(Engine engine, Kind kind) {
        Database database = engine.create();
        Map<String, Object> settings = Map.of(
                "server.port",
                "0",
                "server.address",
                "127.0.0.1",
                "server.tomcat.max-keep-alive-requests",
                "1",
                "spring.datasource.url",
                database.jdbcUrl(),
                "spring.datasource.username",
                database.user(),
                "spring.datasource.password",
                database.password(),
                "spring.datasource.hikari.maximum-pool-size",
                "5",
                "spring.mvc.hiddenmethod.filter.enabled",
                "true",
                "spring.main.banner-mode",
                "off",
                "logging.level.root",
                "WARN");
        ConfigurableApplicationContext context = new SpringApplicationBuilder(kind.configuration())
                .initializers(fresh -> fresh.getBeanFactory().registerSingleton("neighbour", new Neighbour(database)))
                .profiles(kind.profiles())
                .properties(settings)
                // The lines are compared, and thousands of them have a stack trace: -Dlogging.threshold.console=WARN
                // shows them.
                .properties("logging.threshold.console=OFF")
                .properties(kind.settings())
                .run();
        return new RunningApplication(engine, database, context);
    }

    /** The shapes of all handlers, and those that have none of their own. */
    List<HandlerShape> shapes() {
        List<HandlerShape> shapes = new ArrayList<>();
        context.getBeansOfType(Handlers.class)
                .values()
                .forEach(handlers -> shapes.addAll(HandlerShape.in(AopUtils.getTargetClass(handlers))));
        context.getBeansOfType(MoreShapes.class).values().forEach(more -> shapes.addAll(more.shapes()));
        return shapes.stream()
                .filter(shape -> shape.on().contains(engine))
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .toList();
    }

    void compare(HandlerShape shape) {
        seed = shape.seed();
        comparison.assertSameWithKey(shape.request(), shape.shows().toArray(new DifferentUnderAKey[0]));
    }

    private void reset() {
        List<String> statements = new ArrayList<>(
                Engine.TABLES.stream().map(table -> "DELETE FROM " + table).toList());
        statements.addAll(seed);
        Engine.run(database, statements);
        seen.reset();
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    @Override
    public void close() {
        root().detachAppender(lines);
        context.close();
    }
}
