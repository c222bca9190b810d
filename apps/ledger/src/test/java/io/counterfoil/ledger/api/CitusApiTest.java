package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.soak.SoakOnly;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The contracts of the API, on a cluster of Citus: the same tests, with the service's data on three nodes. */
@Timeout(600)
@Tag("BM-1")
@Tag("BM-2")
@SoakOnly("contracts")
class CitusApiTest {

    private static final List<Class<?>> CONTRACTS = List.of(
            BalanceTest.class,
            BatchTest.class,
            ByReferenceTest.class,
            CommandTest.class,
            ConcurrentDebitsTest.class,
            CreationWaysTest.class,
            DeletionTest.class,
            HeaderKeyTest.class,
            ImportTest.class,
            InitialDepositTest.class,
            KeyReuseTest.class,
            KeyScopeTest.class,
            OverdraftTest.class,
            PagingTest.class,
            RedemptionTest.class,
            ReferenceTest.class,
            ReversalTest.class,
            SettlementTest.class,
            TwoClientsTest.class,
            VersionTest.class);

    @TestFactory
    Stream<DynamicTest> contract_holdsOnCitus() {
        // Here, so that all are skipped, with the reason, where the machine has no Citus.
        TestCitus.freshDatabase();
        Results results = new Results();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(CONTRACTS.stream().map(type -> selectClass(type)).toList())
                .configurationParameter(SharedService.ON_CITUS, "true")
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .build();
        LauncherFactory.create().execute(request, results);
        return CONTRACTS.stream()
                .map(type -> DynamicTest.dynamicTest(type.getSimpleName(), () -> {
                    assertThat(results.failures.getOrDefault(type.getName(), List.of()))
                            .isEmpty();
                    assertThat(results.passed).containsKey(type.getName());
                }));
    }

    /** What became of the tests, by the names of their classes. */
    private static final class Results implements TestExecutionListener {

        private final Map<String, List<String>> failures = new ConcurrentHashMap<>();
        private final Map<String, String> passed = new ConcurrentHashMap<>();

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            String type = test.getSource()
                    .filter(MethodSource.class::isInstance)
                    .map(source -> ((MethodSource) source).getClassName())
                    .orElse(test.getDisplayName());
            if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                failures.computeIfAbsent(type, name -> new ArrayList<>())
                        .add(test.getDisplayName() + ": "
                                + result.getThrowable().orElseThrow());
            } else if (test.isTest()) {
                passed.put(type, test.getDisplayName());
            }
        }
    }
}
