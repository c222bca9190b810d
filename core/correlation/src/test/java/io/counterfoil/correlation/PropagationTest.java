package io.counterfoil.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation.Scope;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.slf4j.MDC;

/** The way of the id onto other threads, by the executors and the pieces of the JDK. */
@Tag("CO-2")
@Timeout(600)
class PropagationTest {

    private static final CorrelationId ABCD = CorrelationId.parse("abcd");

    private final ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
    private Scope work;

    @BeforeEach
    void begin() {
        work = Correlation.open(ABCD);
    }

    @AfterEach
    void end() throws Exception {
        work.close();
        assertThat(pool.submit(PropagationTest::seen).get()).isEqualTo("null");
        pool.shutdownNow();
        assertThat(Correlation.current()).isEmpty();
    }

    @Test
    void everyWayIntoAnExecutorService_carriesTheId() throws Exception {
        ExecutorService carrying = Correlation.propagating((ExecutorService) pool);
        BlockingQueue<String> ran = new LinkedBlockingQueue<>();
        Callable<String> task = PropagationTest::seen;

        carrying.execute(() -> ran.add(seen()));
        assertThat(ran.take()).isEqualTo("abcd");
        carrying.submit(() -> ran.add(seen())).get();
        assertThat(ran.take()).isEqualTo("abcd");
        assertThat(carrying.submit(task).get()).isEqualTo("abcd");
        assertThat(carrying.invokeAny(List.of(task))).isEqualTo("abcd");
        for (Future<String> each : carrying.invokeAll(List.of(task, task, task))) {
            assertThat(each.get()).isEqualTo("abcd");
        }
    }

    @Test
    void endOfAnExecutorService_isThatOfTheGivenOne() throws Exception {
        ExecutorService carrying = Correlation.propagating(Executors.newSingleThreadExecutor());
        CountDownLatch never = new CountDownLatch(1);
        carrying.execute(() -> {
            try {
                never.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        carrying.execute(() -> {});

        assertThat(carrying.shutdownNow()).hasSize(1);
        assertThat(carrying.isShutdown()).isTrue();
        assertThat(carrying.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
        assertThat(carrying.isTerminated()).isTrue();
    }

    @Test
    void shutdown_ofPropagatingExecutor_awaitsTheDelegatesTasks() throws Exception {
        ExecutorService carrying = Correlation.propagating(Executors.newSingleThreadExecutor());
        CountDownLatch end = new CountDownLatch(1);
        Future<Boolean> task = carrying.submit(() -> end.await(5, TimeUnit.MINUTES));

        assertThat(carrying.isShutdown()).isFalse();
        carrying.shutdown();
        assertThat(carrying.isShutdown()).isTrue();
        assertThat(carrying.isTerminated()).isFalse();
        assertThat(carrying.awaitTermination(0, TimeUnit.SECONDS)).isFalse();
        end.countDown();

        assertThat(task.get()).isTrue();
        assertThat(carrying.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
        assertThat(carrying.isTerminated()).isTrue();
    }

    @Test
    void taskForLater_carriesTheId() throws Exception {
        ScheduledExecutorService carrying = Correlation.propagating(pool);

        assertThat(carrying.schedule(PropagationTest::seen, 1, TimeUnit.MILLISECONDS)
                        .get())
                .isEqualTo("abcd");
        BlockingQueue<String> ran = new LinkedBlockingQueue<>();
        carrying.schedule(
                        () -> {
                            ran.add(seen());
                        },
                        1,
                        TimeUnit.MILLISECONDS)
                .get();
        assertThat(ran.take()).isEqualTo("abcd");
    }

    @Test
    @Tag("CO-1")
    void eachRunOfAPeriodicTask_isAUnitOfWorkOfItsOwn() throws Exception {
        ScheduledExecutorService carrying = Correlation.propagating(pool);
        BlockingQueue<String> ran = new LinkedBlockingQueue<>();

        Future<?> atRate = carrying.scheduleAtFixedRate(() -> ran.add(seen()), 0, 1, TimeUnit.MILLISECONDS);
        String first = ran.take();
        String second = ran.take();
        atRate.cancel(false);
        Future<?> withDelay = carrying.scheduleWithFixedDelay(() -> ran.add(seen()), 0, 1, TimeUnit.MILLISECONDS);
        String third = ran.take();
        withDelay.cancel(false);

        assertThat(List.of(first, second, third)).doesNotContain("abcd", "null").allMatch(id -> id.length() == 16);
        assertThat(first).isNotEqualTo(second);
    }

    @Test
    void wrappedStages_completedElsewhere_runUnderTheirCreatorsId() throws Exception {
        Snapshot work = Correlation.capture();
        CompletableFuture<String> source = new CompletableFuture<>();
        CompletableFuture<String> begun = CompletableFuture.supplyAsync(work.wrapSupplier(PropagationTest::seen), pool);
        CompletableFuture<String> step = source.thenApply(work.wrapFunction(result -> result + " " + seen()));
        CompletableFuture<String> handled =
                source.handle(work.wrapBiFunction((result, failure) -> result + " " + failure + " " + seen()));
        BlockingQueue<String> ended = new LinkedBlockingQueue<>();
        CompletableFuture<Void> accepted = source.thenAccept(work.wrapConsumer(result -> ended.add(seen())));
        CompletableFuture<String> completed =
                source.whenComplete(work.wrapBiConsumer((result, failure) -> ended.add(result + " " + seen())));
        CompletableFuture<String> plain = source.thenApply(result -> seen());

        pool.submit(() -> source.complete("done")).get();

        assertThat(begun.get()).isEqualTo("abcd");
        assertThat(step.get()).isEqualTo("done abcd");
        assertThat(handled.get()).isEqualTo("done null abcd");
        CompletableFuture.allOf(accepted, completed).get();
        assertThat(ended).containsExactlyInAnyOrder("abcd", "done abcd");
        assertThat(plain.get()).isEqualTo("null");
    }

    @Test
    void asyncStages_runUnderTheId_ofTheirExecutorOrCompleter() throws Exception {
        CompletableFuture<String> source = new CompletableFuture<>();
        CompletableFuture<String> ofTheWork =
                source.thenApplyAsync(result -> seen(), Correlation.capture().executor(pool));
        CompletableFuture<String> ofTheCompleter =
                source.thenApplyAsync(result -> seen(), Correlation.propagating((Executor) pool));

        pool.submit(Snapshot.of(CorrelationId.parse("other")).wrap(() -> source.complete("done")))
                .get();

        assertThat(ofTheWork.get()).isEqualTo("abcd");
        assertThat(ofTheCompleter.get()).isEqualTo("other");
    }

    @Test
    void threadsOfAFactory_carryTheIdOfTheirMaker() throws Exception {
        assertThreadsCarryTheId(Thread::new);
    }

    @Test
    @Tag("jdk21")
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualThreads_carryTheIdOfTheirMaker() throws Exception {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        Method factory = Class.forName("java.lang.Thread$Builder").getMethod("factory");

        assertThreadsCarryTheId((ThreadFactory) factory.invoke(builder));
    }

    @Test
    @Tag("CO-12")
    void tasksOnPooledThreads_haveSeparateIds_andLeaveNothing() throws Exception {
        assertProcessingsAreApart(pool);
    }

    @Test
    @Tag("CO-12")
    @Tag("jdk21")
    @EnabledForJreRange(min = JRE.JAVA_21)
    void tasksOnVirtualThreads_haveSeparateIds_andLeaveNothing() throws Exception {
        ExecutorService virtual = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try {
            assertProcessingsAreApart(virtual);
        } finally {
            virtual.shutdown();
        }
    }

    @Test
    void snapshotOfAnId_countsItsChildrenFromOne() throws Exception {
        Correlation.child().close();
        Callable<String> child = () -> {
            Scope scope = Correlation.child();
            try (scope) {
                return seen();
            }
        };
        Snapshot another = Snapshot.of(ABCD);

        assertThat(another.wrap(child).call()).isEqualTo("abcd.1");
        assertThat(another.wrap(child).call()).isEqualTo("abcd.2");
        assertThat(Correlation.capture().wrap(child).call()).isEqualTo("abcd.2");
        assertThat(Snapshot.nothing().wrap(PropagationTest::seen).call()).isEqualTo("null");
        assertThat(seen()).isEqualTo("abcd");
    }

    @Test
    void beginningTask_hasANewIdEachTime_andRestoresTheOuterOne() {
        BlockingQueue<String> ran = new LinkedBlockingQueue<>();
        Runnable task = Correlation.beginning(() -> ran.add(seen()));

        task.run();
        task.run();

        assertThat(ran).hasSize(2).doesNotHaveDuplicates().doesNotContain("abcd");
        assertThat(Correlation.current()).hasValue(ABCD);
    }

    private static void assertThreadsCarryTheId(ThreadFactory threads) throws Exception {
        ThreadFactory carrying = Correlation.propagatingThreads(threads);
        BlockingQueue<String> ran = new LinkedBlockingQueue<>();

        Thread thread = carrying.newThread(() -> ran.add(seen()));
        Scope elsewhere = Correlation.begin();
        try (elsewhere) {
            thread.start();
            assertThat(ran.take()).isEqualTo("abcd");
        }
        thread.join();
    }

    private static void assertProcessingsAreApart(Executor threads) throws Exception {
        CorrelationId message = CorrelationId.parse("other.7");
        BlockingQueue<String> during = new LinkedBlockingQueue<>();
        BlockingQueue<String> afterwards = new LinkedBlockingQueue<>();
        for (int i = 0; i < 20; i++) {
            threads.execute(() -> {
                try {
                    Scope processing = Correlation.adoptExtended(message, Extension.DEFAULT);
                    try (processing) {
                        during.add(seen());
                        throw new IllegalStateException("no stock");
                    }
                } catch (IllegalStateException failed) {
                    afterwards.add(seen());
                }
            });
        }
        for (int i = 0; i < 20; i++) {
            assertThat(afterwards.take()).isEqualTo("null");
        }
        assertThat(during).hasSize(20).allMatch(id -> id.startsWith("other.7."));
        // Two random extensions may be equal.
        assertThat(Set.copyOf(during)).hasSizeGreaterThan(18);
    }

    /** What code sees, when the log's context agrees. */
    private static String seen() {
        assertThat(Optional.ofNullable(MDC.get("corr_id")).map(CorrelationId::parse))
                .isEqualTo(Correlation.current());
        return String.valueOf(MDC.get("corr_id"));
    }
}
