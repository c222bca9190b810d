package io.counterfoil.springboot.internal;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The settings that have no property, and how each is set in code: for start-up messages, and for the page of settings. */
public final class SettingsInCode {

    private static final Map<String, String> WAYS = new LinkedHashMap<>();

    static {
        policy("max-key", "withHttp", "withKey", "withMaxBytes");
        policy("key-lifetime", "withHttp", "withKey", "withLifetime");
        policy("fingerprint-headers", "withHttp", "withFingerprinting");
        policy("remember", "withHttp", "withResponses", "withClassifier");
        policy("forget", "withHttp", "withResponses", "withClassifier");
        policy("keep-fields", "withHttp", "withResponses", "withStoredFields");
        policy("drop-fields", "withHttp", "withResponses", "withStoredFields");
        policy("response-codec", "withHttp", "withResponses", "withCodec");
        policy("body-grace", "withHttp", "withBody", "withRate");
        policy("min-body-rate", "withHttp", "withBody", "withRate");
        policy("header-names", "withHttp", "withNames");
        policy("documentation", "withHttp", "withDocumentation");
        policy("retry-after", "withIdempotency", "withDuplicates", "withRetryAfter");
        policy("on-mismatch", "withIdempotency", "withDuplicates", "withOnMismatch");
        policy("counting", "withIdempotency", "withDuplicates", "withCounting");
        policy("conflict-retries", "withIdempotency", "withLimits", "withConflictRetries");
        policy("remember-refusals", "withIdempotency", "withResults", "withRememberRefusals");
        policy("max-stored", "withIdempotency", "withResults", "withMaxBytes");
        policy("compress-from", "withIdempotency", "withResults", "withCompressFrom");
        policy("lease.on-expiry", "withLease", "withOnExpiry");
        policy("lease.no-effect-on", "withLease", "withNoEffectOn");
        WAYS.put("replay-cache", "a bean of type ReplayCache");
        WAYS.put("purge.batch", "a bean of type PurgeSettings: withBatch");
        WAYS.put("purge.creations", "a bean of type PurgeSettings: withCreations");
        WAYS.put("purge.operations", "a bean of type PurgeSettings: withOperations");
        WAYS.put("purge.batches", "a bean of type PurgeSettings: withBatches");
        WAYS.put("purge.failed-messages", "a bean of type PurgeSettings: withFailedMessages");
        WAYS.put("citus", "a bean of type SqlDialect");
        WAYS.put("problems", "a bean of type HandlerExceptionResolver that is named engineProblems and returns null");
        WAYS.put("correlation.verbatim", "a bean of type CorrelationFilter: withVerbatimIds");
        WAYS.put("correlation.tasks", "spring.autoconfigure.exclude: CounterfoilTaskAutoConfiguration");
        WAYS.put("correlation.clients", "spring.autoconfigure.exclude: CounterfoilClientsAutoConfiguration");
        WAYS.put("correlation.spans", "spring.autoconfigure.exclude: CounterfoilSpansAutoConfiguration");
    }

    private SettingsInCode() {}

    private static void policy(String name, String... methods) {
        WAYS.put(name, "a bean of type PolicyCustomizer: " + String.join(", ", methods));
    }

    /** Each setting with the way in which it is set. */
    public static Map<String, String> all() {
        return Collections.unmodifiableMap(WAYS);
    }

    /**
     * How a setting is set in code; empty for one that is not known.
     *
     * @param name the name under {@code counterfoil}, or under one of its endpoints
     */
    public static Optional<String> of(String name) {
        return WAYS.entrySet().stream()
                .filter(way -> name.equals(way.getKey()) || name.startsWith(way.getKey() + "."))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
