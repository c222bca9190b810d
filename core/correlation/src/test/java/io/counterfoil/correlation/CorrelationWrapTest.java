package io.counterfoil.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.counterfoil.testkit.soak.Depth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

@Tag("CO-2")
@Timeout(300)
class CorrelationWrapTest {

    private static final CorrelationId ID = CorrelationId.parse("abcd.1");

    private final ExecutorService oneThread = Executors.newSingleThreadExecutor();
    private final ExecutorService pool = Executors.newFixedThreadPool(4);

    /** What a log line written now would carry, and what code would see. */
    private record Seen(@Nullable String mdc, Optional<CorrelationId> current) {
        static final Seen NOTHING = new Seen(null, Optional.empty());

        static Seen now() {
            return new Seen(MDC.get(Correlation.MDC_KEY), Correlation.current());
        }

        static Seen of(CorrelationId id) {
            return new Seen(id.value(), Optional.of(id));
        }
    }

    @AfterEach
    void stop() {
        oneThread.shutdownNow();
        pool.shutdownNow();
    }

    @Test
    void wrappedRunnable_runsUnderTheIdOfItsMaker_andLeaksNothing() throws Exception {
        List<Seen> seen = new ArrayList<>();

        oneThread
                .submit(under(ID, () -> Correlation.capture().wrap((Runnable) () -> seen.add(Seen.now()))))
                .get();

        assertThat(seen).containsExactly(Seen.of(ID));
        assertThat(oneThread.submit(Seen::now).get()).isEqualTo(Seen.NOTHING);
        assertThat(Seen.now()).isEqualTo(Seen.NOTHING);
    }

    @Test
    void wrappedCallable_runsUnderTheIdOfItsMaker_andLeaksNothing() throws Exception {
        Callable<Seen> task = under(ID, () -> Correlation.capture().wrap(Seen::now));

        assertThat(oneThread.submit(task).get()).isEqualTo(Seen.of(ID));
        assertThat(oneThread.submit(Seen::now).get()).isEqualTo(Seen.NOTHING);
    }

    @Test
    void wrappedTask_canRunTwice() throws Exception {
        Callable<Seen> task = under(ID, () -> Correlation.capture().wrap(Seen::now));

        assertThat(pool.submit(task).get()).isEqualTo(Seen.of(ID));
        assertThat(task.call()).isEqualTo(Seen.of(ID));
    }

    @Test
    void wrappedTask_thatThrows_leaksNothing() throws Exception {
        Callable<Seen> failing = under(
                ID,
                () -> Correlation.capture().wrap((Callable<Seen>) () -> {
                    throw new UnsupportedOperationException("work failed");
                }));

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> oneThread.submit(failing).get())
                .withCauseInstanceOf(UnsupportedOperationException.class);

        assertThat(oneThread.submit(Seen::now).get()).isEqualTo(Seen.NOTHING);
    }

    @Test
    void wrappedTask_thatForgetsAScope_failsAndLeaksNothing() throws Exception {
        Runnable forgetful = under(
                ID,
                () -> Correlation.capture().wrap((Runnable) () -> Correlation.open(CorrelationId.parse("forgotten"))));

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> oneThread.submit(forgetful).get())
                .havingCause()
                .isInstanceOf(IllegalStateException.class)
                .withMessageContaining("forgotten");

        assertThat(oneThread.submit(Seen::now).get()).isEqualTo(Seen.NOTHING);
    }

    @Test
    void wrappedTask_runByItsCaller_givesTheCallersIdBack() throws Exception {
        Callable<Seen> task = under(ID, () -> Correlation.capture().wrap(Seen::now));
        CorrelationId other = CorrelationId.parse("other");

        Correlation.Scope scope = Correlation.open(other);
        try (scope) {
            assertThat(task.call()).isEqualTo(Seen.of(ID));
            assertThat(Seen.now()).isEqualTo(Seen.of(other));
        }
    }

    @Test
    void taskWrappedUnderNoId_runsUnderNone() throws Exception {
        Callable<Seen> task = Correlation.capture().wrap(Seen::now);

        Correlation.Scope scope = Correlation.open(ID);
        try (scope) {
            assertThat(task.call()).isEqualTo(Seen.NOTHING);
            assertThat(Seen.now()).isEqualTo(Seen.of(ID));
        }
    }

    @Test
    void unwrappedTask_doesNotInheritAnId() throws Exception {
        Future<Seen> onANewThread = under(ID, () -> oneThread.submit(Seen::now));

        assertThat(onANewThread.get()).isEqualTo(Seen.NOTHING);
    }

    @Test
    void propagatingExecutor_givesEachTaskItsOwnId_andLeaksNothing() throws Exception {
        Executor propagating = Correlation.propagating(pool);
        Random random = new Random(Depth.seed(CorrelationWrapTest.class));
        List<CorrelationId> ids = new ArrayList<>();
        List<CompletableFuture<Seen>> works = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            CorrelationId id = CorrelationId.fresh(random);
            ids.add(id);
            works.add(under(id, () -> CompletableFuture.supplyAsync(Seen::now, propagating)));
        }

        for (int i = 0; i < works.size(); i++) {
            assertThat(works.get(i).get()).isEqualTo(Seen.of(ids.get(i)));
        }
        for (Future<Seen> idle : pool.invokeAll(Collections.nCopies(16, (Callable<Seen>) Seen::now))) {
            assertThat(idle.get()).isEqualTo(Seen.NOTHING);
        }
    }

    private static <T> T under(CorrelationId id, Callable<T> work) throws Exception {
        Correlation.Scope scope = Correlation.open(id);
        try (scope) {
            return work.call();
        }
    }
}
