package io.counterfoil.springmessaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.springmessaging.Desk.Seen;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What an application with listeners relies on that has nothing but Spring Boot's own wiring and properties: the same over each broker.
 * One application and one database for all tests of a class; each test has orders of its own.
 */
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
public abstract class ListenersContract {

    /** The topic of the messages that arrive at the desk. */
    protected static final String ORDERS = "order.placed";

    /** How long is waited for what must come. */
    protected static final long LIMIT_SECONDS = 300;

    private final Database database = TestPostgres.freshDatabase().reusing("test");
    private final JdbcClient jdbc = JdbcClient.create(database.dataSource());
    private @Nullable ConfigurableApplicationContext application;

    /** Starts the broker, and says by which properties it is found. */
    protected abstract Map<String, Object> broker();

    /** The application's own class: its listeners. */
    protected abstract Class<?> listeners();

    /** Sends an order to the desk by the application's own template, as the broker's users do. */
    protected abstract void order(String order, String id) throws Exception;

    /** Sends an order to the annotated listener; those of one test arrive in their order. */
    protected abstract void invoice(String order, @Nullable String id) throws Exception;

    /** The next dead letter of the annotated listener, which a container would deliver again for ever if it were not told otherwise. */
    protected abstract @Nullable String deadInvoice() throws Exception;

    /** Has the broker refuse, or never see, what acknowledges the message that a listener of the desk is at. */
    protected abstract void loseTheAcknowledgement() throws Exception;

    @BeforeAll
    void startApplication() {
        Map<String, Object> properties = broker();
        jdbc.sql("CREATE TABLE booked (what text NOT NULL)").update();
        jdbc.sql("CREATE TABLE invoiced (what text NOT NULL)").update();
        jdbc.sql("CREATE TABLE stamp (what text PRIMARY KEY)").update();
        jdbc.sql("INSERT INTO stamp VALUES ('used')").update();
        SpringApplication booted = new SpringApplication(listeners(), Desk.class, Bookings.class);
        booted.setWebApplicationType(WebApplicationType.NONE);
        booted.setRegisterShutdownHook(false);
        booted.setDefaultProperties(properties);
        application = booted.run(
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

    private Desk desk() {
        return bean(Desk.class);
    }

    /** How often a table has this. */
    private int count(String table, String what) {
        return jdbc.sql("SELECT count(*) FROM " + table + " WHERE what = ?")
                .param(what)
                .query(Integer.class)
                .single();
    }

    private static String anOrder() {
        return UUID.randomUUID().toString();
    }

    @Test
    @Tag("SG-5")
    @Tag("CO-3")
    @Tag("CO-12")
    void messagePublishedTwice_takesEffectOnce_underOwnExtensions() throws Exception {
        String order = anOrder();
        CorrelationId first = CorrelationId.fresh();
        CorrelationId second = CorrelationId.fresh();
        for (CorrelationId each : List.of(first, second)) {
            try (Correlation.Scope scope = Correlation.open(each)) {
                assertThat(scope.id()).contains(each);
                order(order, "id-" + order);
            }
        }

        List<Seen> seen = desk().done(order, 2);

        assertThat(seen).extracting(Seen::id).containsOnly(Optional.of("id-" + order));
        // What was sent is an extension of the sender's work, and its processing one of what was sent.
        assertThat(seen)
                .allMatch(each -> String.valueOf(each.logged()).matches(".{16}\\.[A-Za-z0-9_-]{4}\\.[A-Za-z0-9_-]{4}"));
        assertThat(seen)
                .allMatch(each ->
                        each.correlation().map(CorrelationId::value).equals(Optional.ofNullable(each.logged())));
        assertThat(seen)
                .extracting(each -> each.correlation().orElseThrow().root())
                .containsExactlyInAnyOrder(first, second);
        assertThat(bean(Bookings.class).runs(order)).isOne();
        assertThat(count("booked", order)).isOne();
    }

    @Test
    @Tag("SG-5")
    @Tag("CO-12")
    void lostAcknowledgement_causesRedelivery_withOneEffect() throws Exception {
        String order = anOrder();
        desk().afterBooking(order, this::loseTheAcknowledgement);
        order(order, "id-" + order);

        List<Seen> seen = desk().done(order, 2);
        assertThat(seen).extracting(Seen::id).containsOnly(Optional.of("id-" + order));
        assertThat(seen).extracting(Seen::logged).doesNotHaveDuplicates();
        assertThat(seen)
                .extracting(each -> each.correlation().orElseThrow().parent())
                .as("the message's ID")
                .containsOnly(seen.get(0).correlation().orElseThrow().parent());

        assertThat(bean(Bookings.class).runs(order)).isOne();
        assertThat(count("booked", order)).isOne();
    }

    @Test
    @Tag("SG-5")
    void workThatThrows_isUndoneWithItsNote_andRunsAgain() throws Exception {
        String order = anOrder();
        bean(Bookings.class).failOnce(order);
        order(order, "id-" + order);

        desk().done(order, 1);

        assertThat(bean(Bookings.class).runs(order)).isEqualTo(2);
        assertThat(count("booked", order)).isOne();
    }

    /** PostgreSQL aborts the transaction at the failed statement, and answers its commit with a roll-back. */
    @Test
    @Tag("SG-5")
    void workThatSwallowsAFailedStatement_isNotAcknowledgedUndone() throws Exception {
        String order = anOrder();
        bean(Bookings.class).swallowOnce(order);
        order(order, "id-" + order);

        desk().done(order, 1);

        assertThat(count("booked", order)).isOne();
    }

    @Test
    @Tag("SG-5")
    void listenersTransaction_isJoined_andRollsBackTheRecord() throws Exception {
        String order = anOrder();
        desk().inATransaction(order);
        desk().afterBooking(order, () -> {
            assertThat(count("booked", order))
                    .as("what others see before the commit")
                    .isZero();
            throw new IllegalStateException("no stamp, this once");
        });
        order(order, "id-" + order);

        desk().done(order, 1);

        assertThat(bean(Bookings.class).runs(order)).isEqualTo(2);
        assertThat(count("booked", order)).isOne();
    }

    @Test
    @Tag("SG-5")
    void annotatedListener_takesEffectOncePerMessage() throws Exception {
        String order = anOrder();
        String other = anOrder();
        invoice(order, "id-" + order);
        invoice(order, "id-" + order);
        invoice(other, "id-" + other);

        // One consumer takes them in their order: when it has come to the last, it is done with the second.
        List<String> invoiced = new ArrayList<>();
        while (!invoiced.contains(other)) {
            String next = desk().invoiced.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("an invoice").isNotNull();
            invoiced.add(next);
        }
        assertThat(invoiced).containsOnlyOnce(order);
        assertThat(count("invoiced", order)).isOne();
    }

    @Test
    @Tag("SG-5")
    void messageWithoutAnId_isADeadLetterAtOnce() throws Exception {
        String order = anOrder();
        invoice(order, null);

        assertThat(deadInvoice()).isEqualTo(order);
        assertThat(count("invoiced", order)).isZero();
    }

    @Test
    @Tag("SG-5")
    void messageInTheOutbox_leavesWithItsTransaction_andNotWithoutIt() throws Exception {
        String kept = anOrder();
        String undone = anOrder();
        OutboxStore outbox = bean(OutboxStore.class);
        TransactionTemplate transactions = bean(TransactionTemplate.class);
        transactions.executeWithoutResult(transaction -> {
            outbox.add(message(undone));
            transaction.setRollbackOnly();
        });
        transactions.executeWithoutResult(transaction -> outbox.add(message(kept)));

        assertThat(desk().done(kept, 1)).extracting(Seen::id).containsExactly(Optional.of("id-" + kept));
        // Both have one key, and the outbox keeps the order of that.
        assertThat(bean(Bookings.class).runs(undone)).isZero();
    }

    private static Message message(String order) {
        return Message.of(ORDERS, order.getBytes(UTF_8))
                .withId("id-" + order)
                .withKey("orders")
                .withContentType("text/plain");
    }
}
