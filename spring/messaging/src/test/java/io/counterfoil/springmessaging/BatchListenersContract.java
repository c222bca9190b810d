package io.counterfoil.springmessaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.messaging.inbox.AttemptLog;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What an application relies on whose listeners take batches: the same over each broker, with PostgreSQL. */
@Timeout(600)
@Tag("SG-5")
public abstract class BatchListenersContract {

    /** The size of a batch. */
    protected static final int SIZE = 20;

    /** How long is waited for what must come. */
    protected static final Duration LIMIT = Duration.ofMinutes(5);

    private static final String RECEIVER = "delivered";

    /** The queue or topic of a test. */
    protected final String destination = "batches-" + UUID.randomUUID();

    private final Database database = TestPostgres.freshDatabase().reusing("test");
    private final JdbcClient jdbc = JdbcClient.create(database.dataSource());
    private final List<ConfigurableApplicationContext> applications = new ArrayList<>();

    /** What a listener takes. */
    protected enum Shape {
        PAYLOADS,
        MESSAGES,
        BROKERS_OWN,
        WITH_HEADERS,
        BY_KEY,
        IN_A_TRANSACTION,
        SINGLE,
        CAUGHT,
        TWO_CALLS,
        WITH_DEAD_LETTERS
    }

    /** A message to be sent. */
    protected record Sent(String text, Optional<String> id) {

        /** One with an ID. */
        public static Sent of(String text) {
            return new Sent(text, Optional.of(idOf(text)));
        }
    }

    /** The listener of a shape, whose container does not start by itself. */
    protected abstract Class<?> listener(Shape shape);

    /** The broker's properties, and those by which containers deliver batches. */
    protected abstract List<String> properties();

    /** Those by which a container waits until a batch is full. */
    protected abstract List<String> fullBatches();

    /** Those by which the listener acknowledges. */
    protected abstract List<String> manual();

    /** Sends messages to the listener, all at once. */
    protected abstract void send(ConfigurableApplicationContext application, List<Sent> messages) throws Exception;

    /** Has the messages that wait be delivered as if they had been delivered before. */
    protected abstract void deliverAgain(ConfigurableApplicationContext application, int messages);

    /** Starts the listener. */
    protected abstract void listen(ConfigurableApplicationContext application);

    /** The text and the reason of the next dead letter. */
    protected abstract String deadLetter(ConfigurableApplicationContext application);

    @BeforeEach
    void createTable() {
        jdbc.sql("CREATE TABLE delivered (position bigserial, what text NOT NULL)")
                .update();
    }

    @AfterEach
    void stopApplications() {
        applications.forEach(ConfigurableApplicationContext::close);
    }

    private ConfigurableApplicationContext start(Shape shape, List<String> more) {
        return start(listener(shape), more);
    }

    /** Starts an application with this listener and more properties. */
    protected final ConfigurableApplicationContext start(Class<?> listener, List<String> more) {
        List<String> all = new ArrayList<>(properties());
        all.addAll(more);
        all.addAll(List.of("--batches.destination=" + destination, "--counterfoil.limits.wait-time=100ms"));
        ConfigurableApplicationContext application =
                MessageApplication.start(database, List.of(listener, Delivered.class), all.toArray(String[]::new));
        applications.add(application);
        return application;
    }

    private static String idOf(String text) {
        return "id of " + text;
    }

    /** The texts of a batch. */
    protected static List<String> texts() {
        return IntStream.range(0, SIZE).mapToObj(i -> "m" + i).toList();
    }

    /** All but one. */
    protected static List<String> textsWithout(String text) {
        return texts().stream().filter(each -> !each.equals(text)).toList();
    }

    /** Sends these, and starts the listener. */
    protected final void process(ConfigurableApplicationContext application, List<String> texts) throws Exception {
        send(application, texts.stream().map(Sent::of).toList());
        listen(application);
    }

    /** Has each call with this text fail. */
    protected static void failAlways(ConfigurableApplicationContext application, String text) {
        delivered(application).fail(text, Integer.MAX_VALUE, jdbc -> {
            throw new IllegalStateException("no paper");
        });
    }

    private static Delivered delivered(ConfigurableApplicationContext application) {
        return application.getBean(Delivered.class);
    }

    /** The rows, in the order in which they were written, once there are so many. */
    protected final List<String> rows(int count) {
        Awaitility.await(count + " rows")
                .dontCatchUncaughtExceptions()
                .atMost(LIMIT)
                .until(() -> rows().size() >= count);
        return rows();
    }

    private List<String> rows() {
        return jdbc.sql("SELECT what FROM delivered ORDER BY position")
                .query(String.class)
                .list();
    }

    private void awaitNothingCounted() {
        Awaitility.await("no attempt stays counted")
                .dontCatchUncaughtExceptions()
                .atMost(LIMIT)
                .until(() -> counted() == 0);
    }

    private int counted() {
        return jdbc.sql("SELECT count(*) FROM counterfoil_message_try")
                .query(Integer.class)
                .single();
    }

    @ParameterizedTest
    @EnumSource(names = {"PAYLOADS", "MESSAGES", "BROKERS_OWN", "WITH_HEADERS"})
    void batch_isHandedOverAtOnce_inOrder(Shape shape) throws Exception {
        ConfigurableApplicationContext application = start(shape, fullBatches());

        process(application, texts());

        assertThat(rows(SIZE)).isEqualTo(texts());
        assertThat(delivered(application).calls()).containsExactly(texts());
    }

    @Test
    void recordsOfABatch_areThere_whenItsRowsAre() throws Exception {
        ConfigurableApplicationContext application = start(Shape.PAYLOADS, fullBatches());

        process(application, texts());
        rows(SIZE);

        assertThat(jdbc.sql("SELECT count(*) FROM counterfoil_record")
                        .query(Integer.class)
                        .single())
                .isEqualTo(SIZE);
    }

    @ParameterizedTest
    @EnumSource(names = {"PAYLOADS", "MESSAGES", "BROKERS_OWN", "WITH_HEADERS"})
    void duplicatesOfBefore_andInTheBatch_areLeftOut(Shape shape) throws Exception {
        ConfigurableApplicationContext application = start(shape, fullBatches());
        List<String> more = Stream.of(List.of("m3", "n0", "n1", "m7", "n0", "n2"), texts().subList(0, SIZE - 6))
                .flatMap(List::stream)
                .toList();

        process(application, texts());
        rows(SIZE);
        send(application, more.stream().map(Sent::of).toList());

        assertThat(rows(SIZE + 3))
                .containsExactlyElementsOf(Stream.concat(texts().stream(), Stream.of("n0", "n1", "n2"))
                        .toList());
        assertThat(delivered(application).calls()).containsExactly(texts(), List.of("n0", "n1", "n2"));
    }

    @Test
    void batchOfDuplicates_isNotHandedOver() throws Exception {
        ConfigurableApplicationContext application = start(Shape.PAYLOADS, fullBatches());
        List<String> others = texts().stream().map(text -> "n" + text).toList();

        process(application, texts());
        rows(SIZE);
        send(application, texts().stream().map(Sent::of).toList());
        send(application, others.stream().map(Sent::of).toList());

        rows(2 * SIZE);
        assertThat(delivered(application).calls()).containsExactly(texts(), others);
    }

    @Test
    void keyOfAnExpression_isThatOfEachMessage() throws Exception {
        ConfigurableApplicationContext application = start(Shape.BY_KEY, List.of());
        send(
                application,
                List.of(
                        new Sent("a", Optional.of("1")),
                        new Sent("b", Optional.of("2")),
                        new Sent("a", Optional.of("3")),
                        new Sent("c", Optional.of("1"))));
        listen(application);

        assertThat(rows(3)).containsExactly("a", "b", "c");
    }

    @Test
    void poisonAmongTwenty_isADeadLetter_andTheOthersAreDone() throws Exception {
        ConfigurableApplicationContext application = start(Shape.PAYLOADS, List.of());
        failAlways(application, "m7");

        process(application, texts());

        assertThat(deadLetter(application)).startsWith("m7 ").contains("5 times", "no paper");
        assertThat(rows(SIZE - 1)).containsExactlyInAnyOrderElementsOf(textsWithout("m7"));
        awaitNothingCounted();
    }

    @Test
    void poisonThatIsTheLast_isADeadLetter_andTheOthersAreDone() throws Exception {
        ConfigurableApplicationContext application = start(Shape.PAYLOADS, List.of());
        failAlways(application, "m19");

        process(application, texts());

        assertThat(deadLetter(application)).startsWith("m19 ").contains("5 times");
        assertThat(rows(SIZE - 1)).containsExactlyInAnyOrderElementsOf(textsWithout("m19"));
        awaitNothingCounted();
    }

    @Test
    void poisonInABatchOfItsOwn_isADeadLetter() throws Exception {
        ConfigurableApplicationContext application = start(Shape.PAYLOADS, List.of());
        failAlways(application, "m0");

        process(application, List.of("m0"));

        assertThat(deadLetter(application)).startsWith("m0 ").contains("5 times");
        send(application, List.of(Sent.of("m1")));
        assertThat(rows(1)).containsExactly("m1");
    }

    @Test
    void messageThatSucceedsAtLast_isDoneOnce_andNotCounted() throws Exception {
        ConfigurableApplicationContext application = start(Shape.PAYLOADS, List.of());
        delivered(application).fail("m7", 4, jdbc -> {
            throw new IllegalStateException("no paper");
        });

        process(application, texts());

        assertThat(rows(SIZE)).containsExactlyInAnyOrderElementsOf(texts());
        awaitNothingCounted();
        assertThat(rows()).hasSize(SIZE);
    }

    @Test
    void messageWithoutAnId_isRejected_withoutItsNeighbours() throws Exception {
        ConfigurableApplicationContext application = start(Shape.WITH_DEAD_LETTERS, List.of());
        send(
                application,
                texts().stream()
                        .map(text -> text.equals("m7") ? new Sent(text, Optional.empty()) : Sent.of(text))
                        .toList());
        listen(application);

        assertThat(rows(SIZE - 1)).containsExactlyInAnyOrderElementsOf(textsWithout("m7"));
        assertThat(deadLetter(application)).startsWith("m7 ");
    }

    @Test
    void conversationWithTheDatabaseLost_inABatch_leavesEachDoneOnce() throws Exception {
        ConfigurableApplicationContext application = start(Shape.PAYLOADS, List.of());
        delivered(application)
                .fail(
                        "m7",
                        2,
                        jdbc -> jdbc.sql("SELECT pg_terminate_backend(pg_backend_pid())")
                                .query(Boolean.class)
                                .single());

        process(application, texts());

        assertThat(rows(SIZE)).containsExactlyInAnyOrderElementsOf(texts());
        awaitNothingCounted();
        assertThat(rows()).hasSize(SIZE);
    }

    @Test
    void messageInProgressElsewhere_doesNotHoldUpTheOthers() throws Exception {
        ConfigurableApplicationContext application = start(Shape.PAYLOADS, List.of());
        KeyedRequest elsewhere = new KeyedRequest(
                MessageKey.of(RECEIVER, idOf("m7")).idempotencyKey(), Fingerprint.of(new byte[0]), Optional.empty());
        ExecutorService consumer = Executors.newSingleThreadExecutor();
        try {
            List<String> others = application.getBean(ClaimStore.class).<List<String>, Exception>within(claims -> {
                assertThat(claims.claim(elsewhere)).isInstanceOf(Claim.Acquired.class);
                return consumer.submit(() -> {
                            process(application, texts());
                            return rows(SIZE - 1);
                        })
                        .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            });

            assertThat(others).containsExactlyInAnyOrderElementsOf(textsWithout("m7"));
            assertThat(rows(SIZE)).last().isEqualTo("m7");
        } finally {
            consumer.shutdownNow();
        }
    }

    @Test
    void messageBegunBefore_isHandedOverAlone() throws Exception {
        ConfigurableApplicationContext application = start(Shape.PAYLOADS, fullBatches());
        application.getBean(AttemptLog.class).count(MessageKey.of(RECEIVER, idOf("m7")));
        send(application, texts().stream().map(Sent::of).toList());
        deliverAgain(application, SIZE);
        listen(application);

        assertThat(rows(SIZE)).isEqualTo(texts());
        assertThat(delivered(application).calls())
                .containsExactly(texts().subList(0, 7), List.of("m7"), texts().subList(8, SIZE));
        awaitNothingCounted();
    }

    @Test
    void messageThatEndedEachProcess_isADeadLetter_withoutACall() throws Exception {
        ConfigurableApplicationContext application = start(Shape.PAYLOADS, List.of());
        for (int i = 0; i < 5; i++) {
            application.getBean(AttemptLog.class).count(MessageKey.of(RECEIVER, idOf("m7")));
        }
        send(application, texts().stream().map(Sent::of).toList());
        deliverAgain(application, SIZE);
        listen(application);

        assertThat(deadLetter(application)).startsWith("m7 ").contains("never ended");
        assertThat(rows(SIZE - 1)).containsExactlyInAnyOrderElementsOf(textsWithout("m7"));
        awaitNothingCounted();
    }

    @Test
    void batchInATransactionOfTheListener_isRefused_andNothingIsDone() throws Exception {
        ConfigurableApplicationContext application = start(Shape.IN_A_TRANSACTION, List.of());
        send(application, List.of(Sent.of("m0")));
        listen(application);

        assertThat(deadLetter(application)).startsWith("m0 ").contains("was called in a transaction");
        assertThat(rows()).isEmpty();
    }

    @Test
    void failureThatTheListenerCatches_leavesTheRestToBeDelivered() throws Exception {
        ConfigurableApplicationContext application = start(Shape.CAUGHT, List.of());
        failAlways(application, "m7");

        process(application, texts());

        assertThat(rows(SIZE - 1)).containsExactlyInAnyOrderElementsOf(textsWithout("m7"));
    }

    @Test
    void failureThatIsCaught_beforeALaterOne_losesNothing() throws Exception {
        ConfigurableApplicationContext application = start(Shape.TWO_CALLS, List.of());
        failAlways(application, "m7");
        // With the others and alone, and the same when the call is repeated.
        failAtShipping(application, "m9", 4);

        process(application, texts());

        assertThat(rows(2 * SIZE - 1)).containsExactlyInAnyOrderElementsOf(packedWithoutM7AndShipped());
    }

    @Test
    void failureThatIsCaught_besideARepeatedCall_losesNothing() throws Exception {
        ConfigurableApplicationContext application = start(Shape.TWO_CALLS, List.of());
        failAlways(application, "m7");
        // With the others and alone.
        failAtShipping(application, "m3", 2);

        process(application, texts());

        assertThat(rows(2 * SIZE - 1)).containsExactlyInAnyOrderElementsOf(packedWithoutM7AndShipped());
    }

    private static void failAtShipping(ConfigurableApplicationContext application, String text, int times) {
        delivered(application).fail(TwoCalls.SHIPPED + text, times, jdbc -> {
            throw new IllegalStateException("no van");
        });
    }

    private static List<String> packedWithoutM7AndShipped() {
        return Stream.concat(textsWithout("m7").stream(), texts().stream().map(text -> TwoCalls.SHIPPED + text))
                .toList();
    }

    @Test
    void listenerWithoutAList_isRefusedAtTheStart() {
        assertRefused(listener(Shape.SINGLE), List.of(), "no parameter is a java.util.List");
    }

    @Test
    void listenerThatAcknowledges_isRefusedAtTheStart() {
        assertRefused(listener(Shape.PAYLOADS), manual(), "acknowledges");
    }

    /** The application with this listener does not start, for this reason. */
    protected final void assertRefused(Class<?> listener, List<String> more, String reason) {
        assertThatThrownBy(() -> start(listener, more))
                .hasStackTraceContaining("whose container delivers batches")
                .hasStackTraceContaining(reason);
    }
}
