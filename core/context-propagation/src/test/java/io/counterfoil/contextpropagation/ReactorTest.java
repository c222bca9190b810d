package io.counterfoil.contextpropagation;

import static io.counterfoil.contextpropagation.Seen.under;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Snapshot;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

@Tag("CO-2")
@Timeout(600)
class ReactorTest {

    private static final CorrelationId ID = CorrelationId.parse("abcd.1");
    private static final CorrelationId OTHER = CorrelationId.parse("other");

    private final ExecutorService oneThread = Executors.newSingleThreadExecutor();
    private final ExecutorService anotherThread = Executors.newSingleThreadExecutor();
    private final Scheduler one = Schedulers.fromExecutorService(oneThread);
    private final Scheduler another = Schedulers.fromExecutorService(anotherThread);

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
        oneThread.shutdownNow();
        anotherThread.shutdownNow();
    }

    @Test
    void chain_onEveryScheduler_seesTheBlockingThreadsId() throws Exception {
        Flux<Seen> chain = Flux.range(0, 3)
                .map(n -> Seen.now())
                .publishOn(one)
                .flatMap(seen -> Flux.just(seen, Seen.now()))
                .publishOn(another)
                .flatMap(seen ->
                        Mono.fromSupplier(Seen::now).subscribeOn(one).flatMapMany(inner -> Flux.just(seen, inner)))
                .concatMap(seen -> Flux.just(seen, Seen.now()))
                .subscribeOn(Schedulers.boundedElastic());

        List<Seen> seen = under(ID, () -> chain.collectList().block());

        assertThat(seen).hasSize(24).containsOnly(Seen.of(ID));
        assertNothingLeft();
    }

    @Test
    void chain_thatIsOnlySubscribedTo_takesItsWorkByContextCapture() throws Exception {
        CompletableFuture<Seen> seen = under(
                ID,
                () -> Mono.fromSupplier(Seen::now)
                        .subscribeOn(one)
                        .contextCapture()
                        .toFuture());

        assertThat(seen.get()).isEqualTo(Seen.of(ID));
        assertNothingLeft();
    }

    @Test
    void workInTheContext_isCurrentUpstream_andTheOuterOneDownstream() throws Exception {
        Snapshot inner = under(OTHER, Correlation::capture);

        List<Seen> seen = under(
                ID,
                () -> Mono.fromSupplier(Seen::now)
                        .publishOn(one)
                        .map(before -> List.of(before, Seen.now()))
                        .contextWrite(context -> context.put(Correlation.CONTEXT_KEY, inner))
                        .map(before -> List.of(before.get(0), before.get(1), Seen.now()))
                        .subscribeOn(another)
                        .block());

        assertThat(seen).containsExactly(Seen.of(OTHER), Seen.of(OTHER), Seen.of(ID));
        assertNothingLeft();
    }

    @Test
    void chainOfNoWork_runsUnderNone_alsoOnAThreadThatHasOne() throws Exception {
        Mono<Seen> chain = Mono.fromSupplier(Seen::now).contextWrite(context -> context.delete("of no use"));

        Seen within = under(ID, () -> chain.toFuture().get());

        assertThat(within).isEqualTo(Seen.NOTHING);
    }

    @Test
    void chainThatFails_goesOnUnderItsWork_andLeaksNothing() throws Exception {
        Seen seen = under(
                ID,
                () -> Mono.<Seen>error(new UnsupportedOperationException("work failed"))
                        .publishOn(one)
                        .onErrorResume(failure -> Mono.fromSupplier(Seen::now).subscribeOn(another))
                        .block());

        assertThat(seen).isEqualTo(Seen.of(ID));
        assertNothingLeft();
    }

    @Test
    @Tag("CO-4")
    void children_areCountedOnThroughTheChain() throws Exception {
        List<CorrelationId> children = under(
                ID,
                () -> Flux.range(0, 3)
                        .publishOn(one)
                        .concatMap(n ->
                                Mono.fromSupplier(ReactorTest::childOfCurrent).subscribeOn(another))
                        .collectList()
                        .block());

        assertThat(children).extracting(CorrelationId::value).containsExactly("abcd.1.1", "abcd.1.2", "abcd.1.3");
        assertNothingLeft();
    }

    private static CorrelationId childOfCurrent() {
        Correlation.Scope child = Correlation.child();
        try (child) {
            return child.id().orElseThrow();
        }
    }

    private void assertNothingLeft() throws Exception {
        assertThat(oneThread.submit(Seen::now).get()).isEqualTo(Seen.NOTHING);
        assertThat(anotherThread.submit(Seen::now).get()).isEqualTo(Seen.NOTHING);
        assertThat(Seen.now()).isEqualTo(Seen.NOTHING);
    }
}
