package io.counterfoil.contextpropagation;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Snapshot;
import io.micrometer.context.ContextExecutorService;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Many works of all kinds at once on few threads, over Reactor and plain tasks, with Log4j 2 behind SLF4J. Each line says in its own
 * words what id it has to stand under, and which work it is of; then every line of the log is looked at.
 */
@Tag("CO-2")
@Timeout(600)
class ReactorStormTest {

    private static final Logger LOG = LoggerFactory.getLogger(ReactorStormTest.class);
    private static final int THREADS = 6;
    private static final int ROUNDS = 250;

    private static final String NONE = "none";
    private static final Pattern EXPECTED = Pattern.compile("\\[corr_id=([^]]+)]");
    private static final Pattern OTHER = Pattern.compile("\\[(?:new|old)_corr_id=([^]]+)]");
    private static final Pattern WORK = Pattern.compile("\\[work=([^]]+)]");

    private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    private final ExecutorService propagating = ContextExecutorService.wrap(
            pool, ContextSnapshotFactory.builder().clearMissing(true).build());
    private final Scheduler scheduler = Schedulers.fromExecutorService(pool);
    private final List<CompletableFuture<?>> works = new ArrayList<>();

    @BeforeAll
    static void propagateAutomatically() {
        Hooks.enableAutomaticContextPropagation();
    }

    @AfterAll
    static void propagateNoMore() {
        Hooks.disableAutomaticContextPropagation();
    }

    @AfterEach
    void stop() {
        pool.shutdownNow();
    }

    @Test
    void everyLine_standsUnderTheIdOfItsOwnWork_andNothingLeaks() throws Exception {
        try (LogLines log = new LogLines()) {
            for (int round = 0; round < ROUNDS; round++) {
                wrappedTask(begun("task-" + round));
                chain(begun("chain-" + round));
                children(begun("children-" + round));
                extended(begun("extended-" + round));
                replaced(begun("replaced-" + round));
                failing(begun("failing-" + round));
                foreignWorkWithin(begun("foreign-" + round));
                nothingWithin(begun("nothing-" + round));
                works.add(CompletableFuture.runAsync(() -> line("unwrapped", NONE), pool));
                works.add(CompletableFuture.runAsync(() -> line("nothing", NONE), propagating));
            }
            CompletableFuture.allOf(works.toArray(new CompletableFuture<?>[0])).get();

            assertNothingLeft();
            List<LogLines.Line> lines = log.all();
            assertThat(lines).allSatisfy(ReactorStormTest::assertItsOwn);
            assertThat(lines).hasSize(ROUNDS * (2 + 12 + 4 + 3 + 5 + 3 + 3 + 3 + 1 + 1));
        }
    }

    private void wrappedTask(CorrelationId work) {
        within(work, () -> {
            works.add(CompletableFuture.runAsync(() -> line(work), propagating));
            works.add(CompletableFuture.runAsync(Correlation.capture().wrap(() -> line(work)), pool));
        });
    }

    private void chain(CorrelationId work) {
        start(
                work,
                Flux.range(0, 3)
                        .doOnNext(n -> line(work))
                        .publishOn(scheduler)
                        .doOnNext(n -> line(work))
                        .flatMap(n -> Mono.fromRunnable(() -> line(work))
                                .subscribeOn(scheduler)
                                .thenReturn(n))
                        .publishOn(Schedulers.parallel())
                        .doOnNext(n -> line(work))
                        .subscribeOn(Schedulers.boundedElastic()));
    }

    private void children(CorrelationId work) {
        start(
                work,
                Flux.range(0, 3)
                        .publishOn(scheduler)
                        .flatMap(n -> {
                            Correlation.Scope child = Correlation.child();
                            try (child) {
                                CorrelationId id = child.id().orElseThrow();
                                return inCurrentWork(Mono.fromRunnable(() -> line(work.value(), id.value()))
                                        .subscribeOn(scheduler));
                            }
                        })
                        .then(Mono.fromRunnable(() -> line(work))));
    }

    private void extended(CorrelationId work) {
        start(
                work,
                Mono.fromRunnable(() -> line(work))
                        .subscribeOn(scheduler)
                        .then(Mono.fromRunnable(() -> {
                                    Correlation.Scope part = Correlation.extend();
                                    try (part) {
                                        line(work.value(), part.toString());
                                    }
                                })
                                .subscribeOn(scheduler))
                        .then(Mono.fromRunnable(() -> line(work))));
    }

    private void replaced(CorrelationId work) {
        start(
                work,
                Mono.fromRunnable(() -> line(work))
                        .publishOn(scheduler)
                        .then(Mono.defer(() -> {
                            Correlation.Scope next = Correlation.replace();
                            try (next) {
                                CorrelationId id = next.id().orElseThrow();
                                return inCurrentWork(
                                        Mono.fromRunnable(() -> line(id)).subscribeOn(scheduler));
                            }
                        }))
                        .then(Mono.fromRunnable(() -> line(work))));
    }

    private void failing(CorrelationId work) {
        start(
                work,
                Mono.fromRunnable(() -> {
                            line(work);
                            throw new UnsupportedOperationException("work failed");
                        })
                        .subscribeOn(scheduler)
                        .onErrorResume(failure -> Mono.fromRunnable(() -> line(work))));
        within(
                work,
                () -> works.add(CompletableFuture.runAsync(
                                () -> {
                                    line(work);
                                    throw new UnsupportedOperationException("work failed");
                                },
                                propagating)
                        .handle((nothing, failure) -> failure)));
    }

    private void foreignWorkWithin(CorrelationId work) {
        CorrelationId foreign = CorrelationId.parse(work.value().replace("foreign", "other"));
        Correlation.Scope other = Correlation.open(foreign);
        Mono<Object> chainOfOther;
        try (other) {
            chainOfOther = inCurrentWork(Mono.fromRunnable(() -> line(foreign)).subscribeOn(scheduler));
        }
        start(
                work,
                chainOfOther
                        .then(Mono.fromRunnable(() -> line(work)))
                        .publishOn(scheduler)
                        .then(Mono.fromRunnable(() -> line(work))));
    }

    private void nothingWithin(CorrelationId work) {
        start(
                work,
                Mono.fromRunnable(() -> line(work))
                        .subscribeOn(scheduler)
                        .then(Mono.fromRunnable(() -> line("nothing", NONE))
                                .contextWrite(context -> context.delete(Correlation.CONTEXT_KEY)))
                        .then(Mono.fromRunnable(() -> line(work))));
    }

    private void start(CorrelationId work, Mono<?> chain) {
        within(work, () -> works.add(chain.contextCapture().toFuture()));
    }

    private void start(CorrelationId work, Flux<?> chain) {
        start(work, chain.then());
    }

    /** The chain, to be subscribed to by whomever, in the work that is current where it is put together. */
    private static <T> Mono<T> inCurrentWork(Mono<T> chain) {
        Snapshot work = Correlation.capture();
        return chain.contextWrite(context -> context.put(Correlation.CONTEXT_KEY, work));
    }

    private static CorrelationId begun(String name) {
        return CorrelationId.parse(name);
    }

    private static void within(CorrelationId work, Runnable task) {
        Correlation.Scope scope = Correlation.open(work);
        try (scope) {
            task.run();
        }
    }

    private static void line(CorrelationId id) {
        line(id.value(), id.value());
    }

    private static void line(String work, String expected) {
        LOG.info("[work={}] [corr_id={}]", work, expected);
    }

    /** What the line says of itself is what the thread context had; and a line of a part of a work is of that work. */
    private static void assertItsOwn(LogLines.Line line) {
        String expected = first(EXPECTED, line.text()).orElseThrow();
        assertThat(Optional.ofNullable(line.id()).orElse(NONE)).as(line.text()).isEqualTo(expected);
        Optional<String> work = first(WORK, line.text()).filter(name -> line.id() != null);
        work.ifPresent(name -> assertThat(CorrelationId.parse(expected).isWithin(CorrelationId.parse(name)))
                .as(line.text())
                .isTrue());
        first(OTHER, line.text()).ifPresent(other -> assertThat(other).isNotEqualTo(expected));
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Each thread of the pool is looked at: none goes on before all are there. */
    private void assertNothingLeft() throws Exception {
        CyclicBarrier all = new CyclicBarrier(THREADS);
        Callable<Seen> look = () -> {
            all.await();
            return Seen.now();
        };
        for (Future<Seen> thread : pool.invokeAll(Collections.nCopies(THREADS, look))) {
            assertThat(thread.get()).isEqualTo(Seen.NOTHING);
        }
        assertThat(Seen.now()).isEqualTo(Seen.NOTHING);
    }
}
