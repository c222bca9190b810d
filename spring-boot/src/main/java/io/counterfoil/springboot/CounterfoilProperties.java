package io.counterfoil.springboot;

import io.counterfoil.idempotency.AnswerLimits;
import io.counterfoil.idempotency.IdempotencyPolicy;
import io.counterfoil.idempotency.IdempotencyPolicy.Counting;
import io.counterfoil.idempotency.IdempotencyPolicy.OnMismatch;
import io.counterfoil.idempotency.LeasePolicy;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What {@code application.yaml} can say under {@code counterfoil}; anything else there is a start-up failure.
 *
 * @param client what a client is told by (RQ-5); the principal where Spring Security is there, the header field otherwise
 * @param clientHeader the header field that names the client; requests without it share one anonymous scope (RQ-5)
 * @param apiKeyHeader the header field that carries a client's API key (RQ-5)
 * @param keyRequired whether every guarded request must carry a key (RQ-2)
 * @param mode how effect and record are kept together (RQ-13)
 * @param lease how leases are held; in lease mode alone
 * @param endpoints what is otherwise for some paths
 * @param retention how long records are kept at the least, or never for those that never go (RQ-4)
 * @param anonymousRetention the same where no client is named (RQ-6)
 * @param waitLimit how long a duplicate waits for its original (RQ-12)
 * @param executionLimit how long an execution may own its key before the database ends it; in transactional mode alone
 * @param retryAfter when one who waited in vain is told to come back (RQ-12)
 * @param onMismatch what happens to another body under a used key (RQ-11)
 * @param rememberRefusals whether responses from 400 to 499 are kept for duplicates (RQ-14)
 * @param counting how duplicates are counted (RQ-9)
 * @param maxOpenPerClient how many keyed requests of one client may be in progress in this process; one less than the pool of connections has, or
 *     100 where its size is unknown. Requests without a client are not counted
 * @param conflictRetries how often a unit of work that lost a conflict is run again, where it does not come over HTTP
 * @param maxBody the longest body of a keyed request (RQ-15)
 * @param maxStored the longest response that is kept for duplicates (RQ-15)
 * @param compressFrom the shortest response that is kept compressed
 * @param createTable whether the tables are made at start-up where they are missing; otherwise they are only verified
 * @param purge how expired records are removed (RQ-17)
 * @param separateTransactions what happens to a transaction that would commit apart from the keyed request it is part of
 * @param problems whether exceptions of the engine, or of a failing database, that a handler lets through are answered as problems
 * @param correlation where correlation IDs go beside the log and the answers (CO-2, CO-3)
 * @param ids how typed ids are kept (TI-6)
 * @param management what operators may do, and are shown
 */
@ConfigurationProperties(value = "counterfoil", ignoreUnknownFields = false)
public record CounterfoilProperties(
        @Nullable Client client,
        @DefaultValue("X-Client-Name") String clientHeader,
        @Nullable String apiKeyHeader,
        @DefaultValue("false") boolean keyRequired,
        @DefaultValue("transactional") Mode mode,
        @Nullable Lease lease,
        @DefaultValue List<EndpointProperties> endpoints,
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
        @DefaultValue("1MB") DataSize maxStored,
        @DefaultValue("4KB") DataSize compressFrom,
        @DefaultValue("true") boolean createTable,
        @DefaultValue Purge purge,
        @DefaultValue("fail") SeparateTransactions separateTransactions,
        @DefaultValue("true") boolean problems,
        @DefaultValue Correlation correlation,
        @DefaultValue Ids ids,
        @DefaultValue Management management) {

    /**
     * Checks what only shows in the whole.
     *
     * @throws IllegalArgumentException when a setting is out of its limits
     */
    public CounterfoilProperties {
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
     * What the engine is told.
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
                .withAnswers(new AnswerLimits((int) maxStored.toBytes(), (int) compressFrom.toBytes()))
                .withMaxOpenPerClient(open);
    }

    /** What the engine is told of leases. */
    LeasePolicy leasePolicy() {
        return lease == null
                ? LeasePolicy.DEFAULT
                : new LeasePolicy(lease.duration(), lease.onExpiry(), Set.copyOf(lease.noEffectOn()));
    }

    /** What a client is told by. */
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
     * @param duration how long a lease runs without being renewed
     * @param onExpiry what happens to a request whose lease ran out
     * @param noEffectOn exceptions that mean that nothing has happened; after one of these types, itself or as a cause, the next try
     *     executes the request, where after any other one the outcome is unknown
     */
    public record Lease(
            @DefaultValue("30s") Duration duration,
            @DefaultValue("unknown") LeasePolicy.OnExpiry onExpiry,
            @DefaultValue List<Class<? extends Throwable>> noEffectOn) {

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
     * How expired records are removed.
     *
     * @param interval how long to wait between two rounds
     * @param batch how many records one transaction removes at the most; a round goes on until none is left
     */
    public record Purge(
            @DefaultValue("1m") Duration interval,
            @DefaultValue("1000") int batch) {

        private static final Duration LONGEST_INTERVAL = Duration.ofDays(365);

        /** @throws IllegalArgumentException when the interval is not positive or too long, or the batch not at least 1 */
        public Purge {
            SettingText.positive("counterfoil.purge.interval", interval, LONGEST_INTERVAL);
            SettingText.atLeast("counterfoil.purge.batch", 1, batch);
        }
    }

    /**
     * Where correlation IDs go beside the log and the answers.
     *
     * @param tasks whether tasks of Spring's executors and schedulers run under one
     * @param clients whether what Boot's RestClient, RestTemplate and WebClient builders make sends one with each request
     * @param messages whether listeners of Spring AMQP and Spring for Apache Kafka run under the one that their message brought, and what
     *     their templates send takes one along
     * @param spans whether spans of OpenTelemetry show one
     * @param baggage whether one goes out in OpenTelemetry's baggage, to every host that an instrumented client talks to
     * @param jdbc how the database is told of one
     */
    public record Correlation(
            @DefaultValue("true") boolean tasks,
            @DefaultValue("true") boolean clients,
            @DefaultValue("true") boolean messages,
            @DefaultValue("true") boolean spans,
            @DefaultValue("false") boolean baggage,
            @DefaultValue("off") Jdbc jdbc) {

        /** How the database is told of a correlation ID. */
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
     * How typed ids are kept.
     *
     * @param column what an entity of Spring Data JDBC keeps a typed id in; either kind is read
     */
    public record Ids(@DefaultValue("uuid") Column column) {

        /** The type of a column that holds typed ids. */
        public enum Column {
            /** The native type: 16 bytes, without the prefix. */
            UUID,
            /** The text with the prefix, for databases without that type, or with other readers. */
            TEXT
        }
    }

    /**
     * What operators may do, and are shown.
     *
     * @param role the role that a person needs who releases or resolves a record over the actuator
     * @param healthTimeout how long the store may take to answer before its health is DOWN
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
}
