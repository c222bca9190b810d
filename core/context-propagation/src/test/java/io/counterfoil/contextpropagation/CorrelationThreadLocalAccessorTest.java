package io.counterfoil.contextpropagation;

import static io.counterfoil.contextpropagation.Seen.under;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.micrometer.context.ContextExecutorService;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

@Tag("CO-2")
@Timeout(600)
class CorrelationThreadLocalAccessorTest {

    private static final CorrelationId ID = CorrelationId.parse("abcd.1");
    private static final CorrelationId OTHER = CorrelationId.parse("other");

    private final ContextSnapshotFactory keeping =
            ContextSnapshotFactory.builder().build();
    private final ContextSnapshotFactory clearing =
            ContextSnapshotFactory.builder().clearMissing(true).build();
    private final ExecutorService oneThread = Executors.newSingleThreadExecutor();

    @AfterEach
    void stop() {
        oneThread.shutdownNow();
    }

    @Test
    void serviceLoader_findsIt() {
        assertThat(ContextRegistry.getInstance().getThreadLocalAccessors())
                .filteredOn(accessor -> accessor.key().equals(Correlation.CONTEXT_KEY))
                .singleElement()
                .isInstanceOf(CorrelationThreadLocalAccessor.class);
    }

    @Test
    void snapshot_onAnotherThread_runsUnderItsIdAndLeaksNothing() throws Exception {
        Callable<Seen> task = under(ID, () -> keeping.captureAll().wrap(Seen::now));

        assertThat(oneThread.submit(task).get()).isEqualTo(Seen.of(ID));
        assertThat(oneThread.submit(Seen::now).get()).isEqualTo(Seen.NOTHING);
    }

    @Test
    void contextExecutorService_passesSubmittersId_andLeaksNothing() throws Exception {
        ExecutorService propagating = ContextExecutorService.wrap(oneThread, keeping);

        assertThat(under(ID, () -> propagating.submit(Seen::now)).get()).isEqualTo(Seen.of(ID));
        assertThat(under(OTHER, () -> propagating.submit(Seen::now)).get()).isEqualTo(Seen.of(OTHER));
        assertThat(propagating.submit(Seen::now).get()).isEqualTo(Seen.NOTHING);
        assertThat(oneThread.submit(Seen::now).get()).isEqualTo(Seen.NOTHING);
    }

    @Test
    void taskThatThrows_leaksNothing() throws Exception {
        Callable<Seen> failing = under(
                ID,
                () -> keeping.captureAll().wrap((Callable<Seen>) () -> {
                    throw new UnsupportedOperationException("work failed");
                }));

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> oneThread.submit(failing).get())
                .withCauseInstanceOf(UnsupportedOperationException.class);

        assertThat(oneThread.submit(Seen::now).get()).isEqualTo(Seen.NOTHING);
    }

    @Test
    void nestedSnapshots_giveBackExactlyWhatWasThere() throws Exception {
        ContextSnapshot outer = under(ID, keeping::captureAll);
        ContextSnapshot inner = under(OTHER, keeping::captureAll);

        try (ContextSnapshot.Scope first = outer.setThreadLocals()) {
            assertThat(first).isNotNull();
            try (ContextSnapshot.Scope second = inner.setThreadLocals()) {
                assertThat(second).isNotNull();
                assertThat(Seen.now()).isEqualTo(Seen.of(OTHER));
            }
            assertThat(Seen.now()).isEqualTo(Seen.of(ID));
            assertThat(inner.<Seen>wrap(Seen::now).call()).isEqualTo(Seen.of(OTHER));
            assertThat(Seen.now()).isEqualTo(Seen.of(ID));
        }

        assertThat(Seen.now()).isEqualTo(Seen.NOTHING);
    }

    @Test
    void clearingEmptySnapshot_hidesTheThreadsId_untilItEnds() throws Exception {
        ContextSnapshot nothing = clearing.captureAll();

        Seen within = under(ID, () -> {
            Seen seen = nothing.<Seen>wrap(Seen::now).call();
            assertThat(Seen.now()).isEqualTo(Seen.of(ID));
            return seen;
        });

        assertThat(within).isEqualTo(Seen.NOTHING);
    }

    @Test
    void snapshotOfNothing_thatDoesNotClear_leavesTheWorkOfTheThread() throws Exception {
        ContextSnapshot nothing = keeping.captureAll();

        assertThat(under(ID, nothing.wrap(Seen::now))).isEqualTo(Seen.of(ID));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void foreignValueOfTheMdc_isThereAgainAfterwards(boolean clearMissing) throws Exception {
        ContextSnapshot snapshot = under(
                ID,
                () -> ContextSnapshotFactory.builder()
                        .clearMissing(clearMissing)
                        .build()
                        .captureAll());
        MDC.put(Correlation.MDC_KEY, "of somebody else");
        try {
            assertThat(snapshot.<Seen>wrap(Seen::now).call()).isEqualTo(Seen.of(ID));
            assertThat(MDC.get(Correlation.MDC_KEY)).isEqualTo("of somebody else");
        } finally {
            MDC.remove(Correlation.MDC_KEY);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void besideAnAccessorOfTheWholeMdc_bothRestoreTheirOwn(boolean mdcFirst) throws Exception {
        ContextRegistry registry = new ContextRegistry();
        if (mdcFirst) {
            registry.registerThreadLocalAccessor(new Slf4jThreadLocalAccessor());
        }
        registry.registerThreadLocalAccessor(new CorrelationThreadLocalAccessor());
        if (!mdcFirst) {
            registry.registerThreadLocalAccessor(new Slf4jThreadLocalAccessor());
        }
        ContextSnapshotFactory both = ContextSnapshotFactory.builder()
                .contextRegistry(registry)
                .clearMissing(true)
                .build();
        ContextSnapshot snapshot = under(ID, both::captureAll);

        Seen outer = under(OTHER, () -> {
            assertThat(snapshot.<Seen>wrap(Seen::now).call()).isEqualTo(Seen.of(ID));
            return Seen.now();
        });

        assertThat(outer).isEqualTo(Seen.of(OTHER));
        assertThat(Seen.now()).isEqualTo(Seen.NOTHING);
    }

    @Test
    @Tag("CO-4")
    void children_areCountedOnAcrossThreads() throws Exception {
        CorrelationId second = under(ID, () -> {
            assertThat(childOfCurrent()).isEqualTo(CorrelationId.parse("abcd.1.1"));
            return oneThread
                    .submit(keeping.captureAll().wrap(CorrelationThreadLocalAccessorTest::childOfCurrent))
                    .get();
        });

        assertThat(second).isEqualTo(CorrelationId.parse("abcd.1.2"));
    }

    @Test
    void scopeThatWasForgotten_endsWithTheSnapshot_andIsLogged() throws Exception {
        Runnable forgetful = under(ID, () -> keeping.captureAll().wrap((Runnable) () -> Correlation.open(OTHER)));

        try (LogLines log = new LogLines()) {
            oneThread.submit(forgetful).get();

            assertThat(log.all())
                    .containsExactly(new LogLines.Line(
                            "A correlation scope was not closed, and was closed together with the enclosing context",
                            null));
        }
        assertThat(oneThread.submit(Seen::now).get()).isEqualTo(Seen.NOTHING);
    }

    @Test
    void spanThatEndsOnAnotherThread_changesNothingThere_andIsLogged() throws Exception {
        ContextSnapshot snapshot = under(ID, keeping::captureAll);

        ContextSnapshot.Scope span = snapshot.setThreadLocals();
        try (LogLines log = new LogLines()) {
            Seen elsewhere = oneThread
                    .submit(() -> under(OTHER, () -> {
                        span.close();
                        return Seen.now();
                    }))
                    .get();

            assertThat(elsewhere).isEqualTo(Seen.of(OTHER));
            assertThat(Seen.now()).isEqualTo(Seen.of(ID));
            assertThat(log.all())
                    .containsExactly(new LogLines.Line(
                            "A context was restored on a thread where none had been set; nothing changed",
                            OTHER.value()));
        }
        span.close();
        assertThat(Seen.now()).isEqualTo(Seen.NOTHING);
    }

    private static CorrelationId childOfCurrent() {
        Correlation.Scope child = Correlation.child();
        try (child) {
            return child.id().orElseThrow();
        }
    }
}
