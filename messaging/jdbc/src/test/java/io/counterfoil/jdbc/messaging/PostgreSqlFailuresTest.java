package io.counterfoil.jdbc.messaging;

import static io.counterfoil.jdbc.messaging.Controllers.deliver;
import static io.counterfoil.jdbc.messaging.Controllers.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.inbox.MessageHandler;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.receiver.HandlerResult;
import io.counterfoil.testkit.tables.TestedDatabase;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PostgreSqlFailuresTest extends FailuresContract {

    private static TestedDatabase database;

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.postgreSql();
    }

    @Override
    protected TestedDatabase database() {
        return database;
    }

    @BeforeEach
    void constraints() throws SQLException {
        run(
                "DROP TABLE IF EXISTS line, invoice, customer",
                "CREATE TABLE invoice (id integer PRIMARY KEY)",
                "CREATE TABLE line (invoice integer REFERENCES invoice (id) DEFERRABLE INITIALLY DEFERRED)",
                "CREATE TABLE customer (name text PRIMARY KEY)",
                "INSERT INTO customer (name) VALUES ('known')");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = here.store.connection().createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    /** As consumers do that were written for auto-commit: the customer is there already, so all is well. */
    private void insertKnownCustomer() throws SQLException {
        try {
            execute("INSERT INTO customer (name) VALUES ('known')");
        } catch (SQLException known) {
            assertThat(known.getSQLState()).isEqualTo("23505");
        }
    }

    @Test
    @Tag("SG-5")
    void violationThatTheCommitFinds_isCounted_andRejected() throws Exception {
        NotedDelivery delivery = billed(message -> {
            execute("INSERT INTO invoice (id) VALUES (1)");
            execute("INSERT INTO line (invoice) VALUES (999)");
        });

        assertThat(delivery.settled()).singleElement().asString().contains("3 times", "foreign key");
    }

    @Test
    @Tag("SG-5")
    void transactionThatTheServerAborted_isCounted_andRejected() throws Exception {
        NotedDelivery delivery = billed(message -> {
            execute("INSERT INTO invoice (id) VALUES (1)");
            insertKnownCustomer();
        });

        assertThat(delivery.settled()).singleElement().asString().contains("3 times", "was rolled back");
    }

    /** Hands one message to an inbox until its delivery is settled; nothing of its work may be left. */
    private NotedDelivery billed(MessageHandler handler) throws Exception {
        Receiver receiver = here.inbox().messages("billing", message -> {
            runs.incrementAndGet();
            handler.handle(message);
        });
        NotedDelivery delivery =
                new NotedDelivery(Message.of("order.placed", new byte[0]).withId("m-1"), false);
        receiver.receive(delivery);
        assertThat(here.counted()).isOne();

        here.timer.advance(A_WHILE);

        assertThat(runs).hasValue(Controllers.MAX_TRIES);
        assertThat(number("SELECT count(*) FROM invoice")).isZero();
        assertThat(number("SELECT count(*) FROM counterfoil_record")).isZero();
        assertThat(here.counted()).isZero();
        return delivery;
    }

    @Test
    @Tag("SG-5")
    void abortedTransaction_isCounted_andRejectedAfterMaxAttempts() throws Exception {
        Signal signal = start("k");
        NotedDelivery delivery = deliver(signal, here.starting(it -> {
            running(here).handle(it);
            insertKnownCustomer();
            return HandlerResult.done("Running", Data.EMPTY);
        }));

        here.timer.advance(A_WHILE);

        assertThat(runs).hasValue(Controllers.MAX_TRIES);
        assertThat(delivery.settled()).singleElement().asString().contains("3 times");
        assertThat(here.outcome(signal).error().orElseThrow().code()).isEqualTo("handler-failed");
        assertThat(here.effects(signal)).isZero();
    }
}
