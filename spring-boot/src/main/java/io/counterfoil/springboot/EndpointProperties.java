package io.counterfoil.springboot;

import io.counterfoil.idempotency.IdempotencyPolicy.OnMismatch;
import io.counterfoil.idempotency.LeasePolicy.OnExpiry;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What {@code counterfoil.endpoints[…]} says of the requests of a path; what is left out is as {@code counterfoil.*} says. Every
 * setting is that of {@link Idempotent} of the same name.
 *
 * @param path Pattern of the path, as Spring MVC has them: /v1/transfers/{id}, /v1/transfers/**.
 * @param methods Methods of the requests. Without any, those that are guarded anyway: POST and PATCH.
 * @param enabled Whether requests are guarded. Otherwise they pass untouched, and a key is ignored.
 * @param keyRequired Whether a request without an idempotency key is rejected (400).
 * @param keyHeaders Header fields that clients send the key in, beside Idempotency-Key.
 * @param keyPathVariable Path variable that is the key.
 * @param keyQueryParameter Query parameter that is the key.
 * @param keyBodyField Member of the JSON body that is the key; needs Jackson 3.
 * @param mode Whether the handler's work and the record are one database transaction, or the request is executed under a lease.
 * @param leaseDuration How long a lease runs without being renewed. In lease mode alone.
 * @param leaseOnExpiry What happens to a request whose lease ran out: its outcome is unknown, or it is executed again. In lease mode alone.
 * @param leaseNoEffectOn Exceptions that mean that nothing has happened: the next try executes the request. In lease mode alone.
 * @param scope Within what a key of a client is unique: the path, or the path and the query.
 * @param operation Name that stands for the path, for endpoints that do the same thing under one key.
 * @param retention How long records are kept at least: 30s, 7d, PT1H, or never for those that are never removed.
 * @param anonymousRetention How long records of requests without a client are kept at least: 30s, 7d, PT1H, or never for those that are never removed.
 * @param waitLimit How long a duplicate waits for the original that is in progress, before it is answered 409.
 * @param executionLimit How long an execution may own its key before the database ends it. In transactional mode alone.
 * @param onMismatch Whether a request with other contents under a used key is rejected (422), or answered by replay.
 * @param fingerprint Contents of a request that must be the same under one key.
 * @param fingerprintHeaders Header fields that must be the same under one key.
 * @param rememberRefusals Whether responses with status 400 to 499 are kept and replayed.
 * @param remember Status codes of responses that are kept although they would not be; the work is committed.
 * @param forget Status codes of responses that are not kept although they would be; the work is rolled back.
 * @param keepFields Header fields of a response that are kept although they would not be, such as Set-Cookie.
 * @param dropFields Header fields of a response that are not kept although they would be.
 * @param maxBody Largest body of a request with a key; a larger one is rejected (413).
 * @param maxStored Largest response that is kept. Duplicates of a larger one are told that it was not.
 */
public record EndpointProperties(
        @Nullable String path,
        @DefaultValue List<String> methods,
        @Nullable Boolean enabled,
        @Nullable Boolean keyRequired,
        @DefaultValue List<String> keyHeaders,
        @Nullable String keyPathVariable,
        @Nullable String keyQueryParameter,
        @Nullable String keyBodyField,
        @Nullable Mode mode,
        @Nullable Duration leaseDuration,
        @Nullable OnExpiry leaseOnExpiry,
        @DefaultValue List<Class<? extends Throwable>> leaseNoEffectOn,
        @Nullable ScopeBy scope,
        @Nullable String operation,
        @Nullable String retention,
        @Nullable String anonymousRetention,
        @Nullable Duration waitLimit,
        @Nullable Duration executionLimit,
        @Nullable OnMismatch onMismatch,
        @Nullable FingerprintOf fingerprint,
        @DefaultValue List<String> fingerprintHeaders,
        @Nullable Boolean rememberRefusals,
        @DefaultValue List<Integer> remember,
        @DefaultValue List<Integer> forget,
        @DefaultValue List<String> keepFields,
        @DefaultValue List<String> dropFields,
        @Nullable DataSize maxBody,
        @Nullable DataSize maxStored) {}
