package io.counterfoil.springmessaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import io.counterfoil.testkit.thread.TestThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

@Timeout(600)
class OncePerMessageTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    JdbcClientAutoConfiguration.class,
                    TransactionAutoConfiguration.class,
                    CounterfoilMessagingAutoConfiguration.class,
                    CounterfoilOutboxAutoConfiguration.class))
            .withConfiguration(Named.configurations(
                    "springboot.store.CounterfoilStoreAutoConfiguration",
                    "springboot.store.CounterfoilTablesAutoConfiguration",
                    "springboot.engine.CounterfoilAutoConfiguration"))
            .withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");

    private void run(Consumer<Bills> test) {
        runner.withUserConfiguration(Billing.class).run(context -> test.accept(bills(context)));
    }

    private static Bills bills(ApplicationContext context) {
        JdbcClient jdbc = context.getBean(JdbcClient.class);
        jdbc.sql("CREATE TABLE IF NOT EXISTS bill (customer varchar(100))").update();
        jdbc.sql("DELETE FROM bill").update();
        return context.getBean(Bills.class);
    }

    @Test
    @Tag("SG-5")
    void method_takesEffectOnce_perMessage() {
        run(bills -> {
            for (String id : List.of("m1", "m2", "m1")) {
                try (var message = CurrentMessage.open(id, null)) {
                    assertThat(message).isNotNull();
                    bills.bill("ann");
                }
            }

            assertThat(bills.count()).isEqualTo(2);
        });
    }

    @Test
    @Tag("SG-5")
    void methodThatThrows_leavesNothing_andRunsAgain() {
        run(bills -> {
            try (var message = CurrentMessage.open("m", null)) {
                assertThat(message).isNotNull();
                assertThatThrownBy(() -> bills.billAndFail("ann")).hasMessage("no paper");
                assertThat(bills.count()).isZero();
                bills.bill("ann");
            }
            assertThat(bills.count()).isOne();
        });
    }

    @Test
    @Tag("CO-3")
    @Tag("CO-12")
    void message_isProcessedUnderAnExtensionOfItsCorrelationId() {
        try (var outer = CurrentMessage.open("m", "abcd.1")) {
            assertThat(outer).isNotNull();
            assertThat(Correlation.current().flatMap(CorrelationId::parent)).contains(new CorrelationId("abcd.1"));
            assertThat(CurrentMessage.correlationId()).contains(new CorrelationId("abcd.1"));
            try (var inner = CurrentMessage.open("n", null)) {
                assertThat(inner).isNotNull();
                assertThat(CurrentMessage.find().orElseThrow().id()).contains("n");
            }
            assertThat(CurrentMessage.find().orElseThrow().id()).contains("m");
        }
        assertThat(CurrentMessage.find()).isEmpty();
        assertThat(Correlation.current()).isEmpty();
    }

    @Test
    void messageWithoutAnId_andACallWithoutAMessage_areRefused() {
        run(bills -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> bills.bill("ann"))
                    .withMessageContaining("without a message");
            try (var message = CurrentMessage.open(null, null)) {
                assertThat(message).isNotNull();
                assertThatIllegalStateException()
                        .isThrownBy(() -> bills.bill("ann"))
                        .withMessageContaining("message ID: is missing");
            }
            assertThat(bills.count()).isZero();
        });
    }

    @Test
    @Tag("SG-5")
    void key_isAnExpressionOnArgumentsAndHeaders() {
        run(bills -> {
            for (String id : new String[] {"m", "n"}) {
                try (var message = CurrentMessage.open(id, null, () -> Map.of("line", 7), IllegalStateException::new)) {
                    assertThat(message).isNotNull();
                    bills.billByNumber("ann", "42");
                    bills.billByNumber("ann", "43");
                    bills.billByHeader("ann");
                }
            }
            assertThat(bills.count()).isEqualTo(3);
        });
    }

    @Test
    @Tag("SG-5")
    void keyThatThereIsNot_isRejected_asTheContainerWants() {
        run(bills -> {
            try (var message = CurrentMessage.open("m", null, Map::of, UnsupportedOperationException::new)) {
                assertThat(message).isNotNull();
                assertThatExceptionOfType(UnsupportedOperationException.class)
                        .isThrownBy(() -> bills.billByHeader("ann"))
                        .withMessageContaining("billByHeader")
                        .withMessageContaining("key: is missing");
                assertThatExceptionOfType(UnsupportedOperationException.class)
                        .isThrownBy(() -> bills.billByNumber("ann", "x".repeat(256)))
                        .withMessageContaining("255");
            }
            assertThat(bills.count()).isZero();
        });
    }

    @Test
    void keyThatNamesNoArgument_isRefusedAtStartUp() {
        runner.withUserConfiguration(Misnamed.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("@OncePerMessage")
                        .hasStackTraceContaining("#nobody")
                        .hasStackTraceContaining("#headers"));
    }

    @Test
    @Tag("SG-4")
    @Tag("jdk21")
    void duplicateOfAMessageAtWork_waits_andThenThrows() {
        runner.withPropertyValues("counterfoil.limits.wait-time=10ms")
                .withUserConfiguration(Billing.class)
                .run(context -> {
                    Bills bills = bills(context);
                    CountDownLatch inside = new CountDownLatch(1);
                    CountDownLatch free = new CountDownLatch(1);
                    try (TestThreads threads = new TestThreads()) {
                        Future<?> first = threads.start(() -> inMessage(() -> bills.billWhile("ann", inside, free)));
                        TestThreads.await(inside);

                        assertThatThrownBy(() -> inMessage(() -> bills.bill("ann")))
                                .isInstanceOf(MessageInFlightException.class)
                                .hasMessageContaining("billing");

                        free.countDown();
                        TestThreads.result(first);
                        assertThat(bills.count()).isOne();
                    }
                });
    }

    @Test
    @Tag("SG-4")
    void duplicateOfAMessageAtWork_thatEndsInTime_returnsWithoutAWord() {
        runner.withPropertyValues("counterfoil.limits.wait-time=10m")
                .withUserConfiguration(Billing.class)
                .run(context -> {
                    Bills bills = bills(context);
                    CountDownLatch inside = new CountDownLatch(1);
                    CountDownLatch free = new CountDownLatch(1);
                    AtomicReference<@Nullable Thread> waiting = new AtomicReference<>();
                    try (TestThreads threads = new TestThreads()) {
                        Future<?> first = threads.start(() -> inMessage(() -> bills.billWhile("ann", inside, free)));
                        TestThreads.await(inside);
                        Future<?> duplicate = threads.start(() -> {
                            waiting.set(Thread.currentThread());
                            return inMessage(() -> bills.bill("ann"));
                        });
                        Awaitility.await()
                                .dontCatchUncaughtExceptions()
                                .atMost(5, TimeUnit.MINUTES)
                                .until(() -> isWaiting(waiting.get()));
                        // It waits for the first, which waits for us.
                        assertThat(duplicate).isNotDone();

                        free.countDown();
                        TestThreads.result(first);
                        TestThreads.result(duplicate);
                        assertThat(bills.count()).isOne();
                    }
                });
    }

    private static boolean isWaiting(@Nullable Thread thread) {
        return thread != null
                && (thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING);
    }

    private static boolean inMessage(Runnable work) {
        try (var message = CurrentMessage.open("m", null)) {
            assertThat(message).isNotNull();
            work.run();
            return true;
        }
    }

    @Test
    @Tag("SG-5")
    void oneMessage_forTwoReceivers_takesEffectOnceForEach() {
        run(bills -> {
            try (var message = CurrentMessage.open("m", null)) {
                assertThat(message).isNotNull();
                for (int i = 0; i < 2; i++) {
                    bills.bill("ann");
                    bills.remind("ann");
                }
            }
            assertThat(bills.count()).isEqualTo(2);
        });
    }

    @Test
    void methodThatReturnsSomething_isRefusedAtStartUp() {
        runner.withUserConfiguration(Returning.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("@OncePerMessage")
                        .hasMessageContaining("returns a value"));
    }

    @Test
    void relay_isThere_whereThereIsOnePublisher() {
        runner.withUserConfiguration(Billing.class)
                .run(context -> assertThat(context).hasSingleBean(Inbox.class).doesNotHaveBean(OutboxRelay.class));
        runner.withBean(Publisher.class, () -> message -> CompletableFuture.completedFuture(null))
                .run(context ->
                        assertThat(context).hasSingleBean(OutboxRelay.class).hasSingleBean(OutboxStore.class));
    }

    @Test
    void withoutTheMessagingModule_thereIsNoneOfIt() {
        runner.withClassLoader(new FilteredClassLoader("io.counterfoil.messaging"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean("inbox")
                        .doesNotHaveBean("counterfoilMessageTables"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Billing {

        @Bean
        Bills bills(JdbcClient jdbc) {
            return new Bills(jdbc);
        }
    }

    static class Bills {

        private final JdbcClient jdbc;

        Bills(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @OncePerMessage("billing")
        @Transactional
        public void bill(String customer) {
            jdbc.sql("INSERT INTO bill (customer) VALUES (?)").param(customer).update();
        }

        @OncePerMessage(value = "billing", key = "#number")
        public void billByNumber(String customer, String number) {
            jdbc.sql("INSERT INTO bill (customer) VALUES (?)").param(customer).update();
        }

        @OncePerMessage(value = "billing", key = "#headers['line']")
        public void billByHeader(String customer) {
            jdbc.sql("INSERT INTO bill (customer) VALUES (?)").param(customer).update();
        }

        @OncePerMessage("reminders")
        @Transactional
        public void remind(String customer) {
            jdbc.sql("INSERT INTO bill (customer) VALUES (?)").param(customer).update();
        }

        @OncePerMessage("billing")
        public void billAndFail(String customer) {
            bill(customer);
            throw new IllegalStateException("no paper");
        }

        @OncePerMessage("billing")
        public void billWhile(String customer, CountDownLatch inside, CountDownLatch free) {
            inside.countDown();
            try {
                TestThreads.await(free);
            } catch (InterruptedException | TimeoutException never) {
                throw new IllegalStateException(never);
            }
            bill(customer);
        }

        int count() {
            return jdbc.sql("SELECT count(*) FROM bill").query(Integer.class).single();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Misnamed {

        @Bean
        Object misnamed() {
            return new Misnaming();
        }
    }

    static class Misnaming {

        @OncePerMessage(value = "billing", key = "#nobody")
        public void bill(String customer) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Returning {

        @Bean
        Object returning() {
            return new Bad();
        }
    }

    static class Bad {

        @OncePerMessage("billing")
        public List<String> bill() {
            return new ArrayList<>();
        }
    }
}
