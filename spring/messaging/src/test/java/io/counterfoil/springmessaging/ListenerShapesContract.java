package io.counterfoil.springmessaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.transparency.DifferentUnderAKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The first processing of a message by a listener with {@link OncePerMessage} cannot be told from that by one without: each
 * shape of a listener receives a message without it, with it, and with it a message and its duplicate. Compared are the rows
 * and what {@link Observed} records: runs, exceptions in the listener and at its container, transactions. A container that
 * takes one message after the other gets to the last one when those before it are acknowledged: each exception at the container
 * is a redelivery, and there are no others.
 */
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
public abstract class ListenerShapesContract {

    private final Database database = TestPostgres.freshDatabase().reusing("test");
    private final JdbcTemplate jdbc = new JdbcTemplate(database.dataSource());
    private @Nullable ConfigurableApplicationContext application;

    /** Starts the broker; returns the properties of the application that connects to it. */
    protected abstract Map<String, Object> broker();

    /** The configuration with the listeners: one message at a time, redelivered after each exception. */
    protected abstract Class<?> listeners();

    /** Sends a message to the listener with or without {@link OncePerMessage}. */
    protected abstract void send(boolean once, String shape, String id) throws Exception;

    /** What the processing led to. */
    private record Execution(List<String> observed, List<String> rows) {}

    @BeforeAll
    void startApplication() {
        jdbc.execute("CREATE TABLE note (what text NOT NULL)");
        jdbc.execute("CREATE TABLE item (name text PRIMARY KEY)");
        jdbc.execute("CREATE TABLE parent (id bigint PRIMARY KEY)");
        jdbc.execute("CREATE TABLE child (parent bigint REFERENCES parent DEFERRABLE INITIALLY DEFERRED)");
        jdbc.execute("INSERT INTO item VALUES ('taken')");
        application = new SpringApplicationBuilder(
                        listeners(),
                        Observed.class,
                        TransactionalService.class,
                        TransactionalService.Listeners.class,
                        ShapeApplication.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .properties(broker())
                .run(
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=ERROR",
                        "--spring.datasource.url=" + database.jdbcUrl(),
                        "--spring.datasource.username=" + database.user(),
                        "--spring.datasource.password=" + database.password());
    }

    @AfterAll
    void stopApplication() {
        if (application != null) {
            application.close();
        }
    }

    /** A bean of the application. */
    protected final <T> T bean(Class<T> type) {
        if (application == null) {
            throw new IllegalStateException("the application has not started");
        }
        return application.getBean(type);
    }

    @Tag("RQ-22")
    @TestFactory
    Stream<DynamicTest> shapes_withOncePerMessage_areTheSame() {
        return ListenerShapes.all().stream().map(shape -> dynamicTest(shape.name(), () -> compare(shape)));
    }

    private void compare(ListenerShape shape) throws Exception {
        Execution without = execute(shape, false, 1);
        Execution with = execute(shape, true, 1);
        Execution duplicated = execute(shape, true, 2);

        assertThat(duplicated).as("with a duplicate").isEqualTo(with);
        if (shape.shows().isPresent()) {
            assertDifferent(shape.shows().get(), without, with);
        } else {
            assertThat(with).as("with @OncePerMessage").isEqualTo(without);
        }
    }

    private static void assertDifferent(DifferentUnderAKey expected, Execution without, Execution with) {
        assertThat(with).as("with " + expected).isNotEqualTo(without);
        switch (expected) {
            case EFFECTS_COMMIT_TOGETHER ->
                assertThat(with.observed()).as("observed").isEqualTo(without.observed());
            case AFTER_COMMIT_LATER -> {
                assertThat(with.observed()).as("observed").containsExactlyInAnyOrderElementsOf(without.observed());
                assertThat(with.rows()).as("rows").isEqualTo(without.rows());
            }
            case SEPARATE_WORK_REFUSED ->
                assertThat(with.observed())
                        .as("observed")
                        .anyMatch(line -> line.contains("IllegalTransactionStateException"));
            case FAILURE_IS_NO_SUCCESS ->
                assertThat(with.observed()).as("observed").anyMatch(line -> line.startsWith("container: "));
            case LOST_CONFLICT_RUNS_AGAIN ->
                assertThat(with.observed())
                        .as("observed")
                        .contains("run 2")
                        .noneMatch(line -> line.startsWith("container: "));
        }
    }

    private Execution execute(ListenerShape shape, boolean once, int deliveries) throws Exception {
        jdbc.update("DELETE FROM note");
        jdbc.update("DELETE FROM child");
        String id = UUID.randomUUID().toString();
        for (int i = 0; i < deliveries; i++) {
            send(once, shape.name(), id);
        }
        send(once, ShapeApplication.END, "end of " + id);
        return new Execution(bean(Observed.class).untilTheEnd(), rows());
    }

    private List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (String table : List.of("note", "item", "parent", "child")) {
            jdbc.queryForList("SELECT row::text FROM " + table + " row ORDER BY 1", String.class)
                    .forEach(row -> rows.add(table + row));
        }
        return rows;
    }
}
