package io.counterfoil.springboot.settings;

import io.counterfoil.idempotency.policy.FirstClaim;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.internal.ConnectionPool;
import io.counterfoil.springboot.internal.SettingText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties under {@code counterfoil}; any other name there is a start-up failure. Everything else is set by a {@link PolicyCustomizer}, or by
 * a bean that replaces one of the starter's.
 *
 * @param guard Which requests are guarded: each POST and PATCH (all), those of handlers with Idempotent and of endpoints that are enabled here (annotated), or none.
 * @param mode Whether the handler's work and the record are one database transaction, or the request is executed under a lease.
 * @param client How the client of a request is identified: principal, header:X-Client-Name, api-key:X-Api-Key (needs an ApiKeyOwners bean), or none. Default: the authenticated principal where Spring Security is on the class path, header:X-Client-Name otherwise.
 * @param key The key of requests.
 * @param lease Leases, in lease mode.
 * @param retention How long records are kept.
 * @param limits How long requests may wait and run, and how large they may be.
 * @param maxInProgressPerClient Maximum number of keyed requests of one named client that are in progress in this process, and of its duplicates that wait; more are rejected (429). Default: one less than the connection pool's size; 100 in lease mode and where the size is unknown.
 * @param endpoints Settings of single paths.
 * @param createTable Whether missing tables are created at start-up. Otherwise they are only verified.
 * @param purge Removal of expired records.
 * @param separateTransactions What happens to a transaction within a handler that would commit separately from the keyed request: it fails, or a warning is logged.
 * @param correlation Where the correlation ID of a request is sent.
 * @param ids Settings of counterfoil-spring-ids, which reads them itself.
 * @param management Rights and limits of operators.
 * @param console Settings of counterfoil-spring-console, which reads them itself.
 */
@ConfigurationProperties(value = "counterfoil", ignoreUnknownFields = false)
public record CounterfoilProperties(
        @DefaultValue("all") Guard guard,
        @DefaultValue("transactional") Mode mode,
        @Nullable ClientSource client,
        @DefaultValue Key key,
        @Nullable Lease lease,
        @NestedConfigurationProperty @DefaultValue RetentionSettings retention,
        @NestedConfigurationProperty @DefaultValue LimitSettings limits,
        @Nullable Integer maxInProgressPerClient,
        @DefaultValue List<EndpointSettings> endpoints,
        @DefaultValue("true") boolean createTable,
        @DefaultValue Purge purge,
        @DefaultValue("fail") SeparateTransactions separateTransactions,
        @DefaultValue Correlation correlation,
        @DefaultValue Map<String, String> ids,
        @DefaultValue Management management,
        @DefaultValue Map<String, String> console) {

    /**
     * Checks what only shows in the whole, and copies the list of endpoints.
     *
     * @param guard which requests are guarded
     * @param mode {@link Mode#DEFAULT} becomes {@link Mode#TRANSACTIONAL}
     * @param client {@code null} for the default
     * @param key checked as a whole with the lease, the retention and the limits
     * @param lease {@code null} for the defaults
     * @param retention readable durations, or {@code never}
     * @param limits as in {@link LimitSettings}
     * @param maxInProgressPerClient at least 1; {@code null} for the default
     * @param endpoints settings of single paths
     * @param createTable whether missing tables are created
     * @param purge checked by itself
     * @param separateTransactions what happens to transactions that would commit separately
     * @param correlation where the correlation ID is sent
     * @param ids not checked here
     * @param management checked by itself
     * @param console not checked here
     * @throws IllegalArgumentException when a setting is out of its limits
     */
    public CounterfoilProperties {
        mode = mode == Mode.DEFAULT ? Mode.TRANSACTIONAL : mode;
        if (maxInProgressPerClient != null) {
            SettingText.atLeast("counterfoil.max-in-progress-per-client", 1, maxInProgressPerClient);
        }
        endpoints = List.copyOf(endpoints);
        try {
            policies(key, lease, retention, limits);
        } catch (IllegalArgumentException refused) {
            // Not as a cause: it knows less than this message, and start-up reports show the last cause.
            throw new IllegalArgumentException("counterfoil." + refused.getMessage());
        }
    }

    /**
     * {@return the policies that follow from these properties}
     *
     * @param connections how many there are in the pool; empty where that is unknown
     */
    public Policies policies(OptionalInt connections) {
        // Under a lease a request holds no connection while it is executed.
        OptionalInt held = mode == Mode.LEASE ? OptionalInt.empty() : connections;
        int number = maxInProgressPerClient != null ? maxInProgressPerClient : ConnectionPool.inProgressPerClient(held);
        return policies(key, lease, retention, limits)
                .withIdempotency(policy -> policy.withLimits(limit -> limit.withInProgressPerClient(number)));
    }

    private static Policies policies(
            Key key, @Nullable Lease lease, RetentionSettings retention, LimitSettings limits) {
        Policies policies = Policies.DEFAULT
                .withHttp(policy -> policy.withKey(keys -> keys.withRequired(key.required()))
                        .withBody(limits::applyTo))
                .withIdempotency(
                        policy -> policy.withRetention(retention::applyTo).withLimits(limits::applyTo));
        return lease == null ? policies : policies.withLease(lease::applyTo);
    }

    /**
     * The key of requests.
     *
     * @param required Whether a POST or PATCH request without an idempotency key is rejected (400).
     */
    public record Key(@DefaultValue("false") boolean required) {}

    /**
     * How leases are held.
     *
     * @param duration How long a lease runs without being renewed.
     * @param firstClaim What happens at the first claim of a key, which a store that loses acknowledged writes may have seen before: the request
     *     is executed if nothing is known against the store (check-store), or in any case (trust-store), or its resolver decides (ask-resolver).
     */
    public record Lease(
            @DefaultValue("30s") Duration duration,
            @DefaultValue("check-store") FirstClaim firstClaim) {

        LeasePolicy applyTo(LeasePolicy standard) {
            return standard.withDuration(duration).withFirstClaim(firstClaim);
        }
    }

    /**
     * How expired records are removed.
     *
     * @param interval Pause between two removals of expired records.
     */
    public record Purge(@DefaultValue("1m") Duration interval) {

        private static final Duration LONGEST_INTERVAL = Duration.ofDays(365);

        /**
         * Checks the interval.
         *
         * @param interval positive, at most 365 days
         * @throws IllegalArgumentException when it is out of these bounds
         */
        public Purge {
            SettingText.positive("counterfoil.purge.interval", interval, LONGEST_INTERVAL);
        }
    }

    /**
     * Where the correlation ID of a request is sent besides the log and the response.
     *
     * @param messages Whether listeners of Spring AMQP and Spring for Apache Kafka run under the correlation ID of their message, and templates
     *     send one.
     * @param baggage Whether the correlation ID is sent in OpenTelemetry's baggage, to every host that an instrumented client talks to.
     * @param jdbc How the database sees the correlation ID: not at all, as PostgreSQL's application_name, or as a comment of each statement.
     */
    public record Correlation(
            @DefaultValue("true") boolean messages,
            @DefaultValue("false") boolean baggage,
            @DefaultValue("off") DatabaseCorrelation jdbc) {}

    /**
     * What operators may do, and are shown.
     *
     * @param role Role that an operator needs to release or resolve a record, over the actuator or the console. The empty text: every user over the actuator, and everyone in the console.
     * @param healthTimeout How long the store may take to respond before its health is DOWN.
     */
    public record Management(
            @DefaultValue("COUNTERFOIL_OPERATOR") String role,
            @DefaultValue("2s") Duration healthTimeout) {

        private static final Duration LONGEST_HEALTH_TIMEOUT = Duration.ofHours(1);

        /**
         * Checks the settings.
         *
         * @param role empty, or not blank
         * @param healthTimeout positive, at most an hour
         * @throws IllegalArgumentException when one is out of its bounds
         */
        public Management {
            SettingText.positive("counterfoil.management.health-timeout", healthTimeout, LONGEST_HEALTH_TIMEOUT);
            SettingText.role("counterfoil.management.role", role);
        }
    }
}
