package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.request.BodyRate;
import io.counterfoil.idempotency.policy.Counting;
import io.counterfoil.idempotency.policy.FirstClaim;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.RetentionPolicy;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import io.counterfoil.springboot.settings.DatabaseCorrelation;
import io.counterfoil.springboot.settings.EndpointSettings;
import io.counterfoil.springboot.settings.Policies;
import io.counterfoil.springboot.settings.PolicyCustomizer;
import io.counterfoil.springboot.settings.ReplayCache;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

/** What the settings become, and which are refused. */
class PropertiesTest {

    private static CounterfoilProperties bound(String... settings) {
        Map<String, String> source = new HashMap<>();
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            source.put("counterfoil." + parts[0], parts[1]);
        }
        return new Binder(new MapConfigurationPropertySource(source))
                .bindOrCreate("counterfoil", CounterfoilProperties.class);
    }

    private static IdempotencyPolicy policy(String... settings) {
        return bound(settings).policies(OptionalInt.empty()).idempotency();
    }

    @Test
    void noProperty_isThePolicyOfTheEngine_withALimitForEachClient() {
        assertThat(bound().policies(OptionalInt.empty()))
                .isEqualTo(Policies.DEFAULT.withIdempotency(
                        policy -> policy.withLimits(limits -> limits.withInProgressPerClient(100))));
        assertThat(bound().mode()).isEqualTo(Mode.TRANSACTIONAL);
        assertThat(bound("mode=lease", "lease.first-claim=check-store")
                        .policies(OptionalInt.empty())
                        .lease())
                .isEqualTo(LeasePolicy.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource({"10, 9", "2, 1", "1, 1"})
    void numberInProgress_byDefault_leavesAConnection(int connections, int number) {
        OptionalInt pool = OptionalInt.of(connections);

        assertThat(bound().policies(pool).idempotency().limits().inProgressPerClient())
                .hasValue(number);
        assertThat(bound("max-in-progress-per-client=50")
                        .policies(pool)
                        .idempotency()
                        .limits()
                        .inProgressPerClient())
                .hasValue(50);
        assertThat(bound("mode=lease").policies(pool).idempotency().limits().inProgressPerClient())
                .hasValue(100);
    }

    @Test
    void everyProperty_reachesThePolicies() {
        Policies policies = bound(
                        "key.required=true",
                        "retention.named=2d",
                        "retention.anonymous=3h",
                        "limits.wait-time=4s",
                        "limits.execution-time=1m",
                        "limits.body-size=8KB",
                        "max-in-progress-per-client=6",
                        "lease.duration=10s",
                        "lease.first-claim=trust-store")
                .policies(OptionalInt.empty());

        assertThat(policies)
                .isEqualTo(new Policies(
                        HttpPolicy.DEFAULT
                                .withKey(key -> key.withRequired(true))
                                .withBody(body -> body.withMaxBytes(8192)),
                        IdempotencyPolicy.DEFAULT
                                .withRetention(records -> records.withNamed(Retention.of(Duration.ofDays(2)))
                                        .withAnonymous(Retention.of(Duration.ofHours(3))))
                                .withLimits(limits -> limits.withWaitTime(Duration.ofSeconds(4))
                                        .withExecutionTime(Duration.ofMinutes(1))
                                        .withInProgressPerClient(6)),
                        LeasePolicy.DEFAULT
                                .withDuration(Duration.ofSeconds(10))
                                .withFirstClaim(FirstClaim.TRUST_STORE)));
    }

    @Test
    @Tag("RQ-15")
    void customizers_areAppliedInTurn_afterTheProperties() {
        BodyRate slow = BodyRate.of(Duration.ofSeconds(3), 65536);
        PolicyCustomizer engine = policies -> policies.withIdempotency(
                policy -> policy.withDuplicates(duplicates -> duplicates.withCounting(Counting.EXACT)));
        PolicyCustomizer bodies = policies -> policies.withHttp(policy -> policy.withBody(body -> body.withRate(slow)));
        PolicyCustomizer shorter = policies ->
                policies.withIdempotency(policy -> policy.withLimits(limits -> limits.withWaitTime(Duration.ZERO)));

        Policies policies = bound("limits.wait-time=4s")
                .policies(OptionalInt.empty())
                .customizedBy(Stream.of(engine, bodies, shorter));

        assertThat(policies.idempotency().duplicates().counting()).isEqualTo(Counting.EXACT);
        assertThat(policies.idempotency().limits().waitTime()).isZero();
        assertThat(policies.http().body().rate()).isEqualTo(slow);
    }

    @Test
    @Tag("RQ-4")
    void retentionThatNeverEnds_isAValue() {
        RetentionPolicy retention =
                policy("retention.named=never", "retention.anonymous=NEVER").retention();

        assertThat(retention).isEqualTo(new RetentionPolicy(Retention.FOREVER, Retention.FOREVER));
    }

    @Test
    @Tag("CO-1")
    @Tag("CO-2")
    @Tag("CO-3")
    void correlation_hasItsOwnSettings() {
        assertThat(bound().correlation())
                .isEqualTo(new CounterfoilProperties.Correlation(true, false, DatabaseCorrelation.OFF));
        assertThat(bound("correlation.messages=false", "correlation.baggage=true", "correlation.jdbc=application-name")
                        .correlation())
                .isEqualTo(new CounterfoilProperties.Correlation(false, true, DatabaseCorrelation.APPLICATION_NAME));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            retention.named=0s       | counterfoil.retention.named must be positive and at most PT8760000H, not PT0S
            retention.named=soon     | counterfoil.retention.named must be a duration such as 30s, 7d or PT1H, not "soon"
            retention.anonymous=-1s  | counterfoil.retention.anonymous must be positive and at most PT8760000H, not PT-1S
            limits.wait-time=-1ms    | counterfoil.limits.waitTime must be zero to PT24H, not PT-0.001S
            limits.wait-time=25h     | counterfoil.limits.waitTime must be zero to PT24H, not PT25H
            limits.execution-time=0s | counterfoil.limits.executionTime must be one millisecond to PT24H, not PT0S
            limits.body-size=0B      | counterfoil.limits.body-size is held in memory and must be 1B to 1GB, not 0B
            limits.body-size=2GB     | counterfoil.limits.body-size is held in memory and must be 1B to 1GB, not 2147483648B
            max-in-progress-per-client=0 | counterfoil.max-in-progress-per-client must be at least 1, not 0
            purge.interval=0s        | counterfoil.purge.interval must be positive and at most PT8760H, not PT0S
            management.health-timeout=0s | counterfoil.management.health-timeout must be positive and at most PT1H, not PT0S
            'management.role=  '     | counterfoil.management.role must be a role, or the empty text for none, not spaces
            lease.duration=1ms       | counterfoil.lease.duration must be from PT0.1S to PT168H, not PT0.001S
            """)
    void settingOutOfItsLimits_isRefused_byItsName(String setting, String message) {
        assertThatThrownBy(() -> bound(setting)).rootCause().hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
        "0, PT5S, 'maxSize of the ReplayCache must be at least 1B, not 0B'",
        "1, PT2M, must be from PT0.001S to PT1M",
        "1, PT0S, must be from PT0.001S to PT1M"
    })
    void replayCache_outOfItsLimits_isRefused(long bytes, Duration age, String message) {
        assertThatThrownBy(() -> new ReplayCache(DataSize.ofBytes(bytes), age)).hasMessageContaining(message);
    }

    @Test
    void exceptionType_thatIsNone_isRefused() {
        @SuppressWarnings({"unchecked", "rawtypes"}) // What raw types let through.
        Set<Class<? extends Throwable>> types = (Set) Set.of(String.class);

        assertThatThrownBy(() -> EndpointSettings.NONE
                        .withMode(Mode.LEASE)
                        .withLease(lease -> lease.withNoEffectOn(types))
                        .applyTo(Policies.DEFAULT, Mode.LEASE))
                .hasMessageContaining("lease.no-effect-on names exceptions, and java.lang.String is none");
    }
}
