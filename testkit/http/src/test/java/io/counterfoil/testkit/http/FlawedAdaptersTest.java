package io.counterfoil.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The contract can fail: each flaw of an adapter is detected by its scenario. */
@Timeout(600)
class FlawedAdaptersTest {

    private static volatile Set<Flaw> flaws = Set.of();

    /** Run only by the tests below. */
    static class Flawed extends NaiveContract {

        @Override
        Set<Flaw> flaws() {
            return flaws;
        }
    }

    @ParameterizedTest
    @EnumSource
    void adapterWithAFlaw_failsItsScenario_andWithoutItPasses(Flaw flaw) {
        flaws = Set.of(flaw);
        assertThat(run(flaw).getTotalFailureCount())
                .as("failures of " + flaw.scenario())
                .isPositive();

        flaws = Set.of();
        TestExecutionSummary sound = run(flaw);
        assertThat(sound.getTestsSucceededCount()).isPositive().isEqualTo(sound.getTestsFoundCount());
    }

    private static TestExecutionSummary run(Flaw flaw) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(Flawed.class, scenario(flaw)))
                .build();
        LauncherFactory.create().execute(request, listener);
        return listener.getSummary();
    }

    private static Method scenario(Flaw flaw) {
        return Stream.<Class<?>>iterate(HttpContract.class, type -> type != Object.class, Class::getSuperclass)
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(method -> method.getName().equals(flaw.scenario()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("scenario not found: " + flaw.scenario()));
    }
}
