package io.counterfoil.springboot.actuate;

import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.maintenance.Purge;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.internal.EndpointDescriptions;
import io.counterfoil.springboot.records.Overview;
import io.counterfoil.springboot.settings.ReplayCache;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * The state of deduplication over the actuator, as {@code counterfoil}: mode, store, policy, unknown outcomes, purge; and
 * the settings of each endpoint that has some, with where each is from. Thread-safe.
 */
@Endpoint(id = "counterfoil")
final class CounterfoilEndpoint {

    private final Mode mode;
    private final RecordStore store;
    private final IdempotencyPolicy policy;
    private final Optional<ReplayCache> replayCache;
    private final Optional<Purge> purge;
    private final Optional<EndpointDescriptions> endpoints;

    /**
     * @param mode the engine's
     * @param store the engine's; unknown outcomes are counted where it is a {@link RecordDirectory}
     * @param policy the engine's
     * @param replayCache the engine's cache; empty without any
     * @param purge what removes expired records; empty where something else does
     * @param endpoints the endpoints of the application; empty without any
     */
    public CounterfoilEndpoint(
            Mode mode,
            RecordStore store,
            IdempotencyPolicy policy,
            Optional<ReplayCache> replayCache,
            Optional<Purge> purge,
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
        json.put("policy", RecordValues.of(policy));
        replayCache.ifPresent(cache -> json.put("replayCache", RecordValues.of(cache)));
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

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
