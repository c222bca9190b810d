package io.counterfoil.springmessaging;

import io.counterfoil.springmessaging.TransactionalService.Happened;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.support.TransactionTemplate;

/** The application whose listeners are compared: its statements, services and transactions. */
public final class ShapeApplication {

    /** The shape of the message that follows those that are compared. */
    static final String END = "end";

    /** Deliveries of a message that is never processed end after so many runs. */
    private static final int MOST_RUNS = 3;

    final Observed observed;
    final TransactionalService service;
    final TransactionTemplate template;
    private final JdbcTemplate jdbc;
    private final DataSource dataSource;
    private final ApplicationEventPublisher events;

    ShapeApplication(
            Observed observed,
            TransactionalService service,
            TransactionTemplate template,
            JdbcTemplate jdbc,
            DataSource dataSource,
            ApplicationEventPublisher events) {
        this.observed = observed;
        this.service = service;
        this.template = template;
        this.jdbc = jdbc;
        this.dataSource = dataSource;
        this.events = events;
    }

    /** Called by listeners, with their message's payload and header field. */
    public void receive(String payload, String shape) throws Exception {
        if (shape.equals(END)) {
            observed.end();
        } else if (observed.run() > MOST_RUNS) {
            observed.line("given up");
        } else {
            ListenerShapes.named(shape).body().receive(this, payload);
        }
    }

    /** An effect, in the transaction that is recorded as Spring and the database see it. */
    void add(String what) {
        observed.transaction(what);
        observed.line(what + " in the database: "
                + jdbc.queryForObject(
                        "SELECT current_setting('transaction_isolation') || ', read-only ' || current_setting('transaction_read_only')",
                        String.class));
        jdbc.update("INSERT INTO note VALUES (?)", what);
    }

    /** Violates a unique constraint. */
    void addTaken() {
        jdbc.update("INSERT INTO item VALUES ('taken')");
    }

    /** Violates a constraint that is checked at the commit. */
    void addOrphan() {
        jdbc.update("INSERT INTO child VALUES (999)");
    }

    /** Ends a transaction that is managed by hand. */
    @FunctionalInterface
    interface End {
        void of(Connection connection) throws SQLException;
    }

    /** An insert in a transaction that is managed by hand. */
    void byHand(String what, End end) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            observed.line("auto-commit %s, isolation %s, read-only %s"
                    .formatted(
                            connection.getAutoCommit(), connection.getTransactionIsolation(), connection.isReadOnly()));
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO note VALUES (?)")) {
                insert.setString(1, what);
                insert.executeUpdate();
            }
            end.of(connection);
            connection.setAutoCommit(true);
        }
    }

    /** The number of effects. */
    void count() {
        jdbc.queryForObject("SELECT count(*) FROM note", Integer.class);
    }

    /** Another client counts the effects and adds one, serializable, in the first run of the listener. */
    void conflictOnce() {
        if (observed.runs() == 1) {
            CompletableFuture.runAsync(
                            () -> {
                                try (Connection connection = dataSource.getConnection();
                                        Statement statement = connection.createStatement()) {
                                    statement.execute("BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT count(*) FROM note;"
                                            + " INSERT INTO note VALUES ('neighbour'); COMMIT");
                                } catch (SQLException failure) {
                                    throw new IllegalStateException(failure);
                                }
                            },
                            command -> new Thread(command, "neighbour").start())
                    .join();
        }
    }

    /** Has a listener do this at a phase of the current transaction. */
    void at(TransactionPhase phase, Runnable work) {
        events.publishEvent(new Happened(phase, work));
    }

    /** Records the exception that work throws. */
    void caught(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException failure) {
            observed.failure("listener", failure);
        }
    }

    /** Fails in the first run of the listener. */
    void failOnce() {
        if (observed.runs() == 1) {
            throw broken();
        }
    }

    static IllegalStateException broken() {
        return new IllegalStateException("broken");
    }
}
