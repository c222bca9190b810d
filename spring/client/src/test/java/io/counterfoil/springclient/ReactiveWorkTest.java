package io.counterfoil.springclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Snapshot;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.reactor.autoconfigure.ReactorAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.scheduler.Schedulers;

/** Reactor in an application of Spring Boot: this module brings the accessor, and Boot's own setting switches it on. */
@Tag("CO-2")
@Timeout(600)
class ReactiveWorkTest {

    private static final CorrelationId WORK = CorrelationId.parse("abcd");

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(ReactorAutoConfiguration.class));

    /** What the setting switches on is on for the whole JVM. */
    @AfterEach
    void switchOff() {
        Hooks.disableAutomaticContextPropagation();
    }

    private static List<Optional<CorrelationId>> seenByAChain() {
        return Snapshot.of(WORK)
                .wrapSupplier(() -> Flux.range(0, 8)
                        .publishOn(Schedulers.boundedElastic())
                        .map(step -> now())
                        .publishOn(Schedulers.parallel())
                        .flatMap(before -> Flux.just(before, now()))
                        .collectList()
                        .block())
                .get();
    }

    private static Optional<CorrelationId> now() {
        assertThat(Optional.ofNullable(MDC.get(Correlation.MDC_KEY)).map(CorrelationId::parse))
                .isEqualTo(Correlation.current());
        return Correlation.current();
    }

    @Test
    void everyStepOfAChain_runsInTheWorkOfItsSubscriber() {
        application
                .withPropertyValues("spring.reactor.context-propagation=auto")
                .run(context -> assertThat(seenByAChain()).hasSize(16).containsOnly(Optional.of(WORK)));
    }

    @Test
    void withoutBootsSetting_nothingIsTakenAlong() {
        application.run(context -> assertThat(seenByAChain()).containsOnly(Optional.empty()));
    }
}
