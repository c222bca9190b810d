package io.counterfoil.operations;

import io.counterfoil.callbacks.CallbackSecret;
import io.counterfoil.callbacks.Callbacks;
import io.counterfoil.callbacks.TargetPolicy;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.testkit.database.PlanCheck;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What operations read beside thousands of others, whether or not the database has statistics of its tables. The polls of callbacks are of the same
 * form as those of work.
 */
@Timeout(600)
@Tag("RF-8")
class PlansTest {

    /**
     * So many that one read of the queue is within the limit: when it starts, and once in a heartbeat, db-scheduler looks for executions whose process
     * is dead, and PostgreSQL without statistics reads the queue whole for that. It must not for each poll.
     */
    private static final int EXECUTED = 30;

    static Stream<Named<Site>> sites() {
        return Stream.of(Site.postgreSql(), Site.mariaDb(), Site.h2())
                .map(site -> Named.of(site.dialect().vendor(), site));
    }

    @ParameterizedTest
    @MethodSource("sites")
    void everyStatement_findsItsRowsByAnIndex(Site site) throws Exception {
        try (PlanCheck check = PlanCheck.on(site.dataSource())) {
            Site checked = new Site(site.dialect(), check.dataSource());
            try (Operations operations =
                    checked.builder().work("items", Site::applyNext).build()) {
                Operation known = checked.submit(operations, waiting());
                check.call("submit", () -> checked.submit(operations, waiting()));
                check.call(
                        "find",
                        () -> on(
                                checked,
                                connection -> operations.find(
                                        connection, known.namespace(), known.kind(), known.reference())));
                check.page(
                        "list",
                        () -> on(
                                checked,
                                connection -> operations.list(
                                        connection, known.namespace(), known.kind(), Optional.empty(), 10)));
                check.page(
                        "next page",
                        () -> on(
                                checked,
                                connection -> operations.list(
                                        connection,
                                        known.namespace(),
                                        known.kind(),
                                        Optional.of(known.reference()),
                                        10)));
                check.call("execute", EXECUTED, () -> execute(checked));

                check.verify(() -> fill(site, check));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sites")
    void redelivery_findsItsRowsByAnIndex(Site site) throws Exception {
        try (PlanCheck check = PlanCheck.on(site.dataSource());
                Callbacks callbacks =
                        Callbacks.under(TargetPolicy.builder().allowLoopback().build())) {
            Site checked = new Site(site.dialect(), check.dataSource());
            try (Operations operations = checked.builder()
                    .callbacks(callbacks, namespace -> List.of(CallbackSecret.fresh()))
                    .build()) {
                Operation known = site.submit(operations, waiting().callback(URI.create("http://127.0.0.1:1/")));
                OperationTable table = new OperationTable(site.dialect());
                check.call(
                        "deliver a callback again",
                        () -> on(checked, connection -> {
                            OperationRow row = table.find(
                                            connection, known.namespace(), known.kind(), known.reference())
                                    .orElseThrow();
                            table.undelivered(connection, row, CallbackState.GAVE_UP, 0);
                            return operations.redeliverCallback(
                                    connection, known.namespace(), known.kind(), known.reference());
                        }));

                check.verify(() -> fill(site, check));
            }
        }
    }

    /** Of a kind that is not executed. */
    private static NewOperation waiting() {
        return NewOperation.of(Site.ACME, "waiting", ReferenceId.next());
    }

    private static void execute(Site site) throws Exception {
        try (Operations operations = site.builder()
                .work("items", Site::applyNext)
                .settings(Site.QUICK.withIntervals(Duration.ofSeconds(1), Duration.ofMinutes(1)))
                .build()) {
            operations.start();
            List<Operation> submitted = new ArrayList<>();
            for (int i = 0; i < EXECUTED; i++) {
                submitted.add(site.submit(operations, Site.items(1)));
            }
            for (Operation operation : submitted) {
                Site.end(operations, operation);
            }
        }
    }

    private static void fill(Site site, PlanCheck check) throws SQLException {
        Timestamp later = Timestamp.from(Instant.parse("2036-01-01T00:00:00Z"));
        check.insert(
                "INSERT INTO counterfoil_operation (id, namespace, kind, reference, state, input, recovery_point, step, done,"
                        + " failures, created_at, correlation_id, callback_id, callback_state, callback_tries)"
                        + " VALUES (?, ?, 'waiting', ?, 'SUCCEEDED', '', '', 1, 1, 0, 1, 'c', ?, 'NONE', 0)",
                i -> new Object[] {
                    site.dialect().toJdbc(UuidV7.next()),
                    site.dialect().toJdbc(Site.ACME.stored()),
                    site.dialect().toJdbc("filled " + i),
                    "callback-" + i
                });
        for (String queue : List.of("counterfoil_operation_queue", "counterfoil_callback_queue")) {
            check.insert(
                    "INSERT INTO " + queue + " (task_name, task_instance, execution_time, picked, version)"
                            + " VALUES ('waiting', ?, ?, ?, 1)",
                    i -> new Object[] {"filled " + i, later, false});
        }
    }

    private interface Query {
        Object with(Connection connection) throws SQLException;
    }

    private static Object on(Site site, Query query) throws SQLException {
        try (Connection connection = site.dataSource().getConnection()) {
            return query.with(connection);
        }
    }
}
