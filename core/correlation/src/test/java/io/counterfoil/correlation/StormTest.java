package io.counterfoil.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.counterfoil.correlation.Correlation.Scope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A few threads, many works of all kinds at once, and every line of their log. */
@Tag("CO-2")
@Timeout(300)
class StormTest {

    private static final Logger LOG = LoggerFactory.getLogger(StormTest.class);
    private static final int WORKS = 2_000;

    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final ExecutorService others = Executors.newFixedThreadPool(4);

    @AfterEach
    void stop() {
        pool.shutdownNow();
        others.shutdownNow();
    }

    @Test
    void everyLine_isUnderTheIdOfItsOwnWork() throws Exception {
        CapturedLog log = CapturedLog.of(StormTest.class);
        try (log) {
            List<Future<?>> works = new ArrayList<>();
            for (int i = 0; i < WORKS; i++) {
                Random random = new Random(i);
                works.add(pool.submit(() -> work(random)));
            }
            for (Future<?> work : works) {
                work.get();
            }
            for (Future<Boolean> idle : pool.invokeAll(Collections.nCopies(
                    16, (Callable<Boolean>) () -> Correlation.current().isEmpty()))) {
                assertThat(idle.get()).isTrue();
            }
        }

        assertThat(log.lines()).hasSizeGreaterThan(3 * WORKS);
        for (ILoggingEvent line : log.lines()) {
            assertThat(String.valueOf(CapturedLog.corrId(line))).isEqualTo(line.getFormattedMessage());
        }
    }

    /** Some work; each of its lines says the id that it has to be under. */
    private void work(Random random) {
        tell(null);
        Scope work = Correlation.begin();
        try (work) {
            CorrelationId id = work.id().orElseThrow();
            tell(id);
            for (int step = 0; step < 3; step++) {
                go(random.nextInt(7), id);
                tell(id);
            }
        }
        tell(null);
    }

    private void go(int way, CorrelationId id) {
        switch (way) {
            case 0 -> join(others.submit(Correlation.capture().wrap(() -> tell(id))));
            case 1 -> join(others.submit(() -> tell(null)));
            case 2 -> within(Correlation.child());
            case 3 -> within(Correlation.extend());
            case 4 -> within(Correlation.replace());
            case 5 -> within(Correlation.combine(List.of(id, CorrelationId.fresh())));
            default ->
                join(others.submit(Correlation.capture().wrap(() -> {
                    within(Correlation.adopt(CorrelationId.fresh()));
                    tell(id);
                })));
        }
    }

    private static void within(Scope scope) {
        try (scope) {
            tell(scope.id().orElseThrow());
        }
    }

    private static void tell(@Nullable CorrelationId expected) {
        LOG.info("{}", expected);
    }

    private static void join(Future<?> task) {
        try {
            task.get();
        } catch (InterruptedException | ExecutionException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
