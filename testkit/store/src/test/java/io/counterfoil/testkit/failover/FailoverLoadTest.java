package io.counterfoil.testkit.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.failover.StoreInMemory.Loss;
import io.counterfoil.testkit.thread.TestThreads;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The audit finds what a store that loses acknowledged writes does. */
@Tag("BM-3")
class FailoverLoadTest {

    private static final int INTENTIONS = 10;

    @Test
    void lossOfRecordsAndEffects_isReportedAsLost() throws Exception {
        FailoverReport report = struck(new StoreInMemory(Loss.RECORDS_AND_EFFECTS), LoadMode.TRANSACTIONAL);

        assertThat(report.lost()).isNotEmpty();
        assertThat(report.answeredTwice()).isNotEmpty();
        assertThat(report.faults()).first().asString().contains("lost, among them");
    }

    @Test
    void lossOfRecords_isReportedAsDoubled() throws Exception {
        FailoverReport report = struck(new StoreInMemory(Loss.RECORDS), LoadMode.TRANSACTIONAL);

        assertThat(report.doubled()).isNotEmpty();
        assertThat(report.lost()).isEmpty();
    }

    @Test
    void lossOfLeaseRecords_isReportedAsDoubled_despiteTheResolver() throws Exception {
        FailoverReport report = struck(new StoreInMemory(Loss.RECORDS), LoadMode.LEASE_WITH_RESOLVER);

        assertThat(report.doubled()).isNotEmpty();
        assertThat(report.lost()).isEmpty();
        assertThat(report.toString()).startsWith("LEASE_WITH_RESOLVER: acknowledged ");
    }

    @Test
    void targetWithoutEngine_isAuditedAlike() throws Exception {
        FailoverReport report = ended(new LoadTarget() {
            private final Set<String> attempted = ConcurrentHashMap.newKeySet();
            private final Map<String, Integer> effects = new ConcurrentHashMap<>();
            private final AtomicInteger executions = new AtomicInteger();

            @Override
            public Ending attempt(int service, String intention) {
                if (attempted.add(intention)) {
                    return new Ending.Unfinished("busy");
                }
                effects.merge(intention, 1, Integer::sum);
                return new Ending.Acknowledged("execution " + executions.incrementAndGet());
            }

            @Override
            public Map<String, Integer> effects() {
                return effects;
            }
        });

        assertThat(report.name()).isEqualTo("target");
        assertThat(report.doubled()).hasSize(report.acknowledged());
        assertThat(report.answeredTwice()).isNotEmpty();
        assertThat(report.lost()).isEmpty();
        assertThat(report.errors()).containsOnlyKeys("busy");
    }

    @Test
    void unknownOutcomes_areNoAcknowledgements() throws Exception {
        FailoverReport report = ended(new LoadTarget() {
            @Override
            public Ending attempt(int service, String intention) {
                return new Ending.OutcomeUnknown();
            }

            @Override
            public Map<String, Integer> effects() {
                return Map.of();
            }
        });

        assertThat(report.acknowledged()).isZero();
        assertThat(report.unknown()).isGreaterThanOrEqualTo(INTENTIONS);
        assertThat(report.faults()).isEmpty();
    }

    private static FailoverReport ended(LoadTarget target) throws Exception {
        try (FailoverLoad load = FailoverLoad.start("target", target, 1)) {
            load.awaitAnswered(INTENTIONS);
            return load.end(TestThreads.LIMIT);
        }
    }

    private static FailoverReport struck(StoreInMemory store, LoadMode mode) throws Exception {
        try (FailoverLoad load = FailoverLoad.start(store, mode, 1)) {
            load.awaitAnswered(INTENTIONS);
            store.strike(Strike.KILL);
            load.awaitAnswered(INTENTIONS);
            return load.end(TestThreads.LIMIT);
        }
    }
}
