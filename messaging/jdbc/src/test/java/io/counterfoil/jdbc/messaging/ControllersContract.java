package io.counterfoil.jdbc.messaging;

import static io.counterfoil.jdbc.messaging.Controllers.signal;

import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.SignalFailure;
import io.counterfoil.signals.receiver.HandlerResult;
import io.counterfoil.signals.receiver.SignalHandler;
import io.counterfoil.testkit.tables.TablesContract;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;

/** A database with fresh tables, controllers on it, and handlers for them. */
abstract class ControllersContract extends TablesContract {

    static final Duration A_WHILE = Duration.ofMinutes(1);
    static final int LIMIT_SECONDS = 300;
    static final SignalFailure FULL = new SignalFailure("no-capacity", "the host is full");

    final AtomicInteger runs = new AtomicInteger();
    Controllers here;

    @BeforeEach
    void freshTables() throws SQLException {
        run(
                "DROP TABLE IF EXISTS counterfoil_outbox",
                "DROP TABLE IF EXISTS counterfoil_outbox_relay",
                "DROP TABLE IF EXISTS counterfoil_message_try",
                "DROP TABLE IF EXISTS counterfoil_message_failure",
                "DROP TABLE IF EXISTS counterfoil_outbox_failure",
                "DROP TABLE IF EXISTS effect",
                "CREATE TABLE effect (command varchar(300))",
                database().distributed("effect", "command"));
        JdbcOutbox.SCHEMA.create(database().administration(), database().dialect());
        JdbcSchema.create(database().administration(), database().dialect());
        // A purge in the background may be at work over several nodes.
        untilItGoes(Mode.AUTO_COMMIT, connection -> {
            try (Statement delete = connection.createStatement()) {
                return delete.executeUpdate("DELETE FROM counterfoil_record");
            }
        });
        here = new Controllers(database().dataSource());
    }

    SignalHandler running(Controllers controllers) {
        return signal -> {
            runs.incrementAndGet();
            controllers.effect(signal);
            return HandlerResult.done("Running", Data.of(Map.of("run", runs.get())));
        };
    }

    SignalHandler saying(HandlerResult handled) {
        return signal -> {
            running(here).handle(signal);
            return handled;
        };
    }

    SignalHandler failing() {
        return signal -> {
            running(here).handle(signal);
            throw new IllegalStateException("no machine");
        };
    }
}
