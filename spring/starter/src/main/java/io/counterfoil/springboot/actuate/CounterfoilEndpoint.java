package io.counterfoil.springboot.actuate;

import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.maintenance.RecordPurge;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.springboot.CounterfoilProperties.ReplayCache;
import io.counterfoil.springboot.EndpointSettings.Mode;
import io.counterfoil.springboot.internal.EndpointDescriptions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.util.unit.DataSize;

/**
 * The state of deduplication over the actuator, as {@code counterfoil}: mode, store, policy, unknown outcomes, purge; and
 * the settings of each endpoint that has some, with where each is from. Thread-safe.
 */
@Endpoint(id = "counterfoil")
final class CounterfoilEndpoint {

    private final Mode mode;
    private final RecordStore store;
    private final IdempotencyPolicy policy;
    private final ReplayCache replayCache;
    private final Optional<RecordPurge> purge;
    private final Optional<EndpointDescriptions> endpoints;

    /**
     * @param mode the engine's
     * @param store the engine's; unknown outcomes are counted where it is a {@link RecordDirectory}
     * @param policy the engine's
     * @param replayCache the engine's cache
     * @param purge what removes expired records; empty where something else does
     * @param endpoints the endpoints of the application; empty without any
     */
    public CounterfoilEndpoint(
            Mode mode,
            RecordStore store,
            IdempotencyPolicy policy,
            ReplayCache replayCache,
            Optional<RecordPurge> purge,
            Optional<EndpointDescriptions> endpoints) {
        this.mode = mode;
        this.store = store;
        this.policy = policy;
        this.replayCache = replayCache;
        this.purge = purge;
        this.endpoints = endpoints;
    }

    /** The current state; a store that cannot be reached is part of it, and no failure. */
    @ReadOperation
    public Map<String, Object> state() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("mode", name(mode));
        json.put("store", store.getClass().getName());
        json.put("policy", json(policy));
        replayCache.size().ifPresent(size -> json.put("replayCache", json(size, replayCache.maxAge())));
        if (store instanceof RecordDirectory directory) {
            json.put("unknownOutcomes", unknown(directory));
        }
        purge.ifPresent(running -> json.put("purge", Overview.purge(running)));
        endpoints.ifPresent(described -> json.put("endpoints", described.describe()));
        return OperationResponseBody.of(json);
    }

    private static Map<String, Object> unknown(RecordDirectory directory) {
        try {
            return Overview.unknown(directory);
        } catch (StoreException failure) {
            return Map.of("failure", String.valueOf(failure.getMessage()));
        }
    }

    private static Map<String, Object> json(IdempotencyPolicy policy) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("retention", text(policy.retention()));
        json.put("anonymousRetention", text(policy.anonymousRetention()));
        json.put("waitLimit", policy.waitLimit().toString());
        policy.executionLimit().ifPresent(limit -> json.put("executionLimit", limit.toString()));
        json.put("retryAfter", policy.retryAfter().toString());
        json.put("onMismatch", name(policy.onMismatch()));
        json.put("rememberRefusals", policy.rememberRefusals());
        json.put("counting", name(policy.counting()));
        policy.maxOpenPerClient().ifPresent(most -> json.put("maxOpenPerClient", most));
        json.put("maxStoredBytes", policy.resultLimits().maxBytes());
        return json;
    }

    private static Map<String, Object> json(DataSize maxSize, Duration maxAge) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("maxBytes", maxSize.toBytes());
        json.put("maxAge", maxAge.toString());
        return json;
    }

    private static String text(Retention retention) {
        return retention.duration().map(Duration::toString).orElse("never");
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
