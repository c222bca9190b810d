package io.counterfoil.springboot;

import io.counterfoil.http.request.BodyRate;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.IdempotencyBuilder;
import io.counterfoil.idempotency.policy.FirstClaim;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.IdempotencyPolicy.Counting;
import io.counterfoil.idempotency.policy.IdempotencyPolicy.OnMismatch;
import io.counterfoil.idempotency.policy.IdempotencyPolicy.ResultLimits;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.springboot.EndpointSettings.Mode;
import io.counterfoil.springboot.internal.ConnectionPool;
import io.counterfoil.springboot.internal.SettingText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What {@code application.yaml} can say under {@code counterfoil}; anything else there is a start-up failure.
 *
 * @param enabled Whether requests are guarded at all. Otherwise keys have no effect; messages, the outbox, methods with OncePerKey and the purge are not concerned.
 * @param guard Which requests are guarded: each POST and PATCH (all), or those of handlers with Idempotent and of endpoints that are enabled here (annotated).
 * @param client How the client of a request is identified. By default the authenticated principal where Spring Security is on the class path, a header field otherwise.
 * @param clientHeader Header field that names the client. Requests without it share one anonymous scope.
 * @param apiKeyHeader Header field that carries the client's API key; needs an ApiKeyOwners bean.
 * @param keyRequired Whether a POST or PATCH request without an idempotency key is rejected (400).
 * @param maxKey Longest idempotency key of a request in bytes, 1B to 255B; a longer one is rejected (400).
 * @param mode Whether the handler's work and the record are one database transaction, or the request is executed under a lease.
 * @param lease Leases of whatever works in lease mode.
 * @param endpoints Settings of single paths.
 * @param retention How long records are kept at least: 30s, 7d, PT1H, or never for those that are never removed.
 * @param anonymousRetention How long records of requests without a client are kept at least: 30s, 7d, PT1H, or never for those that are never removed.
 * @param waitLimit How long a duplicate waits for the original that is in progress, before it is rejected with 409.
 * @param executionLimit How long an execution may own its key before the database ends it. Transactional mode only.
 * @param retryAfter Retry-After of the response to a duplicate whose original is still in progress.
 * @param onMismatch Whether a request with other contents under a used key is rejected (422) or replayed.
 * @param rememberRefusals Whether responses with status 400 to 499 are kept and replayed.
 * @param counting Whether the numbers of duplicates are written in batches, about once a second, or exactly, with each duplicate.
 * @param maxOpenPerClient Keyed requests of one named client that may be in progress in this process, and duplicates of it that may wait; more are rejected (429). By default one less than the pool of connections has, or 100 under leases and where the size is unknown.
 * @param conflictRetries How often a transaction that lost a conflict (deadlock, serialization failure) is run again; over HTTP where the body of the request is in memory.
 * @param maxBody Largest body of a request with a key; a larger one is rejected (413).
 * @param bodyGrace Time limit for the body of a request with a key, to which its size divided by min-body-rate is added.
 * @param minBodyRate Minimum upload rate of a body, in bytes per second, after body-grace; a slower one is rejected (408).
 * @param maxStored Largest response that is stored. Duplicates of a larger one get 409.
 * @param compressFrom Smallest response that is kept compressed.
 * @param createTable Whether missing tables are made at start-up. Otherwise they are only verified.
 * @param citus How the tables are distributed on Citus: by the key, or by the client. Any other database is refused. By default by the key where missing tables are made on Citus.
 * @param replayCache Replays from memory; off by default.
 * @param purge Removal of expired records.
 * @param separateTransactions What happens to a transaction below a handler that would commit apart from the keyed request: it fails, or a warning is logged.
 * @param problems Whether exceptions of Counterfoil, or of a failing database, that a handler lets through become problem details (RFC 9457).
 * @param correlation What correlation ID a request has, and where it is passed on, beside the log and the response.
 * @param ids Settings of counterfoil-spring-ids, which reads them itself.
 * @param management Rights and limits of operators.
 */
@ConfigurationProperties(value = "counterfoil", ignoreUnknownFields = false)
public record CounterfoilProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("all") Guard guard,
        @Nullable Client client,
        @DefaultValue("X-Client-Name") String clientHeader,
        @Nullable String apiKeyHeader,
        @DefaultValue("false") boolean keyRequired,
        @DefaultValue("255B") DataSize maxKey,
        @DefaultValue("transactional") Mode mode,
        @Nullable Lease lease,
        @DefaultValue List<EndpointSettings> endpoints,
        @DefaultValue("1d") String retention,
        @DefaultValue("1h") String anonymousRetention,
        @DefaultValue("5s") Duration waitLimit,
        @Nullable Duration executionLimit,
        @DefaultValue("1s") Duration retryAfter,
        @DefaultValue("refuse") OnMismatch onMismatch,
        @DefaultValue("true") boolean rememberRefusals,
        @DefaultValue("batched") Counting counting,
        @Nullable Integer maxOpenPerClient,
        @DefaultValue("8") int conflictRetries,
        @DefaultValue("1MB") DataSize maxBody,
        @DefaultValue("10s") Duration bodyGrace,
        @DefaultValue("8KB") DataSize minBodyRate,
        @DefaultValue("1MB") DataSize maxStored,
        @DefaultValue("4KB") DataSize compressFrom,
        @DefaultValue("true") boolean createTable,
        @Nullable Citus citus,
        @DefaultValue ReplayCache replayCache,
        @DefaultValue Purge purge,
        @DefaultValue("fail") SeparateTransactions separateTransactions,
        @DefaultValue("true") boolean problems,
        @DefaultValue Correlation correlation,
        @DefaultValue Map<String, String> ids,
        @DefaultValue Management management) {

    /**
     * Checks what only shows in the whole.
     *
     * @throws IllegalArgumentException when a setting is out of its limits
     */
    public CounterfoilProperties {
        SettingText.keyLength("counterfoil.max-key", maxKey);
        mode = mode == Mode.DEFAULT ? Mode.TRANSACTIONAL : mode;
        retention(retention, anonymousRetention);
        SettingText.positive("counterfoil.retry-after", retryAfter, IdempotencyPolicy.LONGEST_WAIT);
        if (waitLimit.isNegative() || waitLimit.compareTo(IdempotencyPolicy.LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("counterfoil.wait-limit must be from zero to "
                    + IdempotencyPolicy.LONGEST_WAIT + ", not " + waitLimit);
        }
        if (executionLimit != null) {
            SettingText.positive("counterfoil.execution-limit", executionLimit, IdempotencyPolicy.LONGEST_WAIT);
        }
        if (maxOpenPerClient != null) {
            SettingText.atLeast("counterfoil.max-open-per-client", 1, maxOpenPerClient);
        }
        SettingText.atLeast("counterfoil.conflict-retries", 0, conflictRetries);
        SettingText.inMemory("counterfoil.max-body", 1, maxBody);
        SettingText.positive("counterfoil.body-grace", bodyGrace, BodyRate.LONGEST_GRACE);
        if (minBodyRate.toBytes() < 1 || minBodyRate.compareTo(DataSize.ofGigabytes(1)) > 0) {
            throw new IllegalArgumentException(
                    "counterfoil.min-body-rate must be from 1B to 1GB a second, not " + minBodyRate);
        }
        SettingText.inMemory("counterfoil.max-stored", 0, maxStored);
        SettingText.inMemory("counterfoil.compress-from", 0, compressFrom);
        endpoints = List.copyOf(endpoints);
    }

    private static IdempotencyPolicy retention(String named, String anonymous) {
        return IdempotencyPolicy.DEFAULT
                .withRetention(SettingText.retention("counterfoil.retention", named))
                .withAnonymousRetention(SettingText.retention("counterfoil.anonymous-retention", anonymous));
    }

    /**
     * The policy of the engine.
     *
     * @param connections how many there are in the pool; empty where that is unknown
     */
    IdempotencyPolicy policy(OptionalInt connections) {
        // Under a lease a request holds no connection while it is executed.
        OptionalInt held = mode == Mode.LEASE ? OptionalInt.empty() : connections;
        int open = maxOpenPerClient != null ? maxOpenPerClient : ConnectionPool.openPerClient(held);
        IdempotencyPolicy policy = retention(retention, anonymousRetention);
        return (executionLimit == null ? policy : policy.withExecutionLimit(executionLimit))
                .withWaitLimit(waitLimit)
                .withRetryAfter(retryAfter)
                .withOnMismatch(onMismatch)
                .withRememberRefusals(rememberRefusals)
                .withCounting(counting)
                .withConflictRetries(conflictRetries)
                .withResultLimits(new ResultLimits((int) maxStored.toBytes(), (int) compressFrom.toBytes()))
                .withMaxOpenPerClient(open);
    }

    /**
     * The dialect whose tables the application wants; empty for those of the database that it finds.
     *
     * @throws CounterfoilStartUpException when its artifact is missing; names the line to add
     */
    public Optional<SqlDialect> tables() {
        return Optional.ofNullable(citus).map(CitusTables::dialect);
    }

    /** How fast bodies must arrive. */
    public BodyRate bodyRate() {
        return BodyRate.of(bodyGrace, (int) minBodyRate.toBytes());
    }

    /** The policy of leases. */
    LeasePolicy leasePolicy() {
        return lease == null
                ? LeasePolicy.DEFAULT
                : new LeasePolicy(
                        lease.duration(), lease.onExpiry(), Set.copyOf(lease.noEffectOn()), lease.firstClaim());
    }

    /** Which requests are guarded. */
    public enum Guard {
        /** Each POST and PATCH, unless it is exempt. */
        ALL,
        /** Those of handlers with {@link Idempotent}, and of endpoints that are enabled by configuration or code. */
        ANNOTATED
    }

    /** How clients are identified. */
    public enum Client {
        /** The authenticated principal. */
        PRINCIPAL,
        /** A header field that the client, or a gateway in front, sets. */
        HEADER,
        /** The owner of the API key in a header field, found by a bean of type {@link ApiKeyOwners}. */
        API_KEY,
        /** Nothing: all requests share one scope. */
        NONE
    }

    /**
     * How leases are held.
     *
     * @param duration How long a lease runs without being renewed.
     * @param onExpiry What happens to a request whose lease ran out: its outcome is unknown, or it is executed again.
     * @param noEffectOn Exceptions that mean that nothing has happened: after one of these types, itself or as a cause, the next try executes
     *     the request. After any other exception the outcome is unknown.
     * @param firstClaim What happens at the first claim of a key, which a store that loses acknowledged writes may have seen before: the request
     *     is executed if nothing is known against the store (check-store), or in any case (trust-store), or its resolver decides (ask-resolver).
     */
    public record Lease(
            @DefaultValue("30s") Duration duration,
            @DefaultValue("unknown") OnExpiry onExpiry,
            @DefaultValue List<Class<? extends Throwable>> noEffectOn,
            @DefaultValue("check-store") FirstClaim firstClaim) {

        /** @throws IllegalArgumentException when the duration is out of its limits, or a class is no exception */
        public Lease {
            SettingText.exceptions("counterfoil.lease.no-effect-on", noEffectOn);
            if (duration.compareTo(LeasePolicy.SHORTEST) < 0 || duration.compareTo(LeasePolicy.LONGEST) > 0) {
                throw new IllegalArgumentException("counterfoil.lease.duration must be from " + LeasePolicy.SHORTEST
                        + " to " + LeasePolicy.LONGEST + ", not " + duration);
            }
        }
    }

    /**
     * Replays from memory, without a read of the database.
     *
     * @param maxSize How much memory completed records may take, for each engine. Without it no replay is from memory.
     * @param maxAge How long a record may be replayed after it was read, from 1ms to 1m: so long may records be replayed that a fail-over of the
     *     database has lost.
     */
    public record ReplayCache(
            @Nullable DataSize maxSize, @DefaultValue("5s") Duration maxAge) {

        /** @throws IllegalArgumentException when a setting is out of its limits */
        public ReplayCache {
            if (maxSize != null && maxSize.toBytes() < 1) {
                throw new IllegalArgumentException(
                        "counterfoil.replay-cache.max-size must be at least 1B, not " + maxSize);
            }
            if (maxAge.compareTo(IdempotencyBuilder.SHORTEST_REPLAY_AGE) < 0
                    || maxAge.compareTo(IdempotencyBuilder.LONGEST_REPLAY_AGE) > 0) {
                throw new IllegalArgumentException(
                        "counterfoil.replay-cache.max-age must be from " + IdempotencyBuilder.SHORTEST_REPLAY_AGE
                                + " to " + IdempotencyBuilder.LONGEST_REPLAY_AGE + ", not " + maxAge);
            }
        }

        /** The size; empty where no replay is from memory. */
        public Optional<DataSize> size() {
            return Optional.ofNullable(maxSize);
        }

        /** The engine with a cache of its own, where there is one. */
        Idempotency on(Idempotency engine) {
            return size().map(size -> engine.toBuilder()
                            .replayCache(size.toBytes(), maxAge)
                            .build())
                    .orElse(engine);
        }
    }

    /**
     * How expired records are removed.
     *
     * @param interval Pause between two removals of expired records.
     * @param batch Maximum number of records that one transaction removes; a round continues until no expired record is left.
     * @param creations How creations by a command are forgotten.
     */
    public record Purge(
            @DefaultValue("1m") Duration interval,
            @DefaultValue("1000") int batch,
            @DefaultValue Creations creations) {

        private static final Duration LONGEST_INTERVAL = Duration.ofDays(365);

        /** @throws IllegalArgumentException when the interval is not positive or too long, or the batch not at least 1 */
        public Purge {
            SettingText.positive("counterfoil.purge.interval", interval, LONGEST_INTERVAL);
            SettingText.atLeast("counterfoil.purge.batch", 1, batch);
        }

        /**
         * How creations by a command are forgotten, where the application has a CreationIdentifiers bean.
         *
         * @param maxAge How old a creation may get before it is forgotten: 30s, 7d, PT1H, or never for those that are never forgotten by age.
         * @param maxNumber How many creations are remembered; the oldest above that are forgotten. By default any number.
         * @param maxNumberOf How many creations by a command are remembered, for each name of a command. By default any number.
         */
        public record Creations(
                @DefaultValue("7d") String maxAge,
                @Nullable Integer maxNumber,
                @DefaultValue Map<String, Integer> maxNumberOf) {

            /** @throws IllegalArgumentException when the age is unreadable, or a number negative */
            public Creations {
                SettingText.retention("counterfoil.purge.creations.max-age", maxAge);
                if (maxNumber != null) {
                    SettingText.atLeast("counterfoil.purge.creations.max-number", 0, maxNumber);
                }
                maxNumberOf = Map.copyOf(maxNumberOf);
                maxNumberOf.forEach((name, number) ->
                        SettingText.atLeast("counterfoil.purge.creations.max-number-of." + name, 0, number));
            }

            /** The age; empty for never. */
            public Optional<Duration> age() {
                return SettingText.retention("counterfoil.purge.creations.max-age", maxAge)
                        .duration();
            }

            /** The number; empty for any. */
            public OptionalInt number() {
                return maxNumber == null ? OptionalInt.empty() : OptionalInt.of(maxNumber);
            }
        }
    }

    /**
     * What correlation ID a request has, and where it goes besides the log and the response.
     *
     * @param verbatim Whether a request runs under the very correlation ID that it came with, so that requests with one
     *     ID cannot be distinguished, instead of under an extension of it.
     * @param tasks Whether tasks of Spring's executors and schedulers run under a correlation ID.
     * @param clients Whether clients made by Spring Boot's RestClient, RestTemplate and WebClient builders send the correlation ID.
     * @param messages Whether listeners of Spring AMQP and Spring for Apache Kafka run under the correlation ID of their message, and templates
     *     send one.
     * @param spans Whether OpenTelemetry's spans have the correlation ID as an attribute.
     * @param baggage Whether the correlation ID is sent in OpenTelemetry's baggage, to every host that an instrumented client talks to.
     * @param jdbc How the database sees the correlation ID: not at all, as PostgreSQL's application_name, or as a comment of each statement.
     */
    public record Correlation(
            @DefaultValue("false") boolean verbatim,
            @DefaultValue("true") boolean tasks,
            @DefaultValue("true") boolean clients,
            @DefaultValue("true") boolean messages,
            @DefaultValue("true") boolean spans,
            @DefaultValue("false") boolean baggage,
            @DefaultValue("off") Jdbc jdbc) {

        /** How the database sees a correlation ID. */
        public enum Jdbc {
            /** Not at all. */
            OFF,
            /** By PostgreSQL's application_name, while a connection is lent. */
            APPLICATION_NAME,
            /** By a comment at the beginning of each statement. */
            COMMENT
        }
    }

    /**
     * What operators may do, and are shown.
     *
     * @param role Role that an operator needs to release or resolve a record over the actuator.
     * @param healthTimeout How long the store may take to respond before its health is DOWN.
     */
    public record Management(
            @DefaultValue("COUNTERFOIL_OPERATOR") String role,
            @DefaultValue("2s") Duration healthTimeout) {

        private static final Duration LONGEST_HEALTH_TIMEOUT = Duration.ofHours(1);

        /** @throws IllegalArgumentException when the role is blank, or the time-out not positive or too long */
        public Management {
            SettingText.positive("counterfoil.management.health-timeout", healthTimeout, LONGEST_HEALTH_TIMEOUT);
            if (role.isBlank()) {
                throw new IllegalArgumentException("counterfoil.management.role must not be blank");
            }
        }
    }

    /**
     * What happens to a transaction that begins during a keyed request and commits apart from the transaction that keeps the record, or that
     * suspends it. {@link AllowSeparateTransaction} permits single ones.
     */
    public enum SeparateTransactions {

        /** It is refused by an exception before it begins. */
        FAIL,

        /** It begins, with one line at WARN for each place in the code. */
        WARN
    }

    /** How tables are distributed over the nodes of a cluster. */
    public enum Citus {

        /** Each key by itself. */
        BY_KEY,

        /** By the client, for services whose own tables are distributed by it. */
        BY_CLIENT
    }
}
