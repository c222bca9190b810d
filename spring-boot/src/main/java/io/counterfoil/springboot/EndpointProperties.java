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
 * @param path a path pattern of Spring's, such as /v1/transfers/{id} or /v1/transfers/**
 * @param methods the methods it speaks of; without any, those that are guarded anyway
 * @param enabled false: requests pass untouched, and a key is ignored
 * @param keyRequired whether a request without a key is refused (RQ-2)
 * @param keyHeaders other header fields that clients know the key by (RQ-1)
 * @param keyPathVariable the path variable that is the key (RQ-1)
 * @param keyQueryParameter the parameter of the query that is the key (RQ-1)
 * @param keyBodyField the member of the JSON body that is the key (RQ-1)
 * @param mode how effect and record are kept together (RQ-13)
 * @param leaseDuration how long a lease runs without being renewed; in lease mode alone
 * @param leaseOnExpiry what happens to a request whose lease ran out; in lease mode alone
 * @param leaseNoEffectOn exceptions that mean that nothing has happened; in lease mode alone
 * @param scope within what a key is unique (RQ-3)
 * @param operation one name instead of the path (RQ-3)
 * @param retention how long records are kept at the least, or never for those that never go (RQ-4)
 * @param anonymousRetention the same where no client can be told (RQ-6)
 * @param waitLimit how long a duplicate waits for its original (RQ-12)
 * @param executionLimit how long an execution may own its key before the database ends it; in transactional mode alone
 * @param onMismatch what happens to other contents under a used key (RQ-11)
 * @param fingerprint what tells a retry from a mistake (RQ-11)
 * @param fingerprintHeaders header fields that tell a retry from a mistake as well (RQ-11)
 * @param rememberRefusals whether responses from 400 to 499 are kept for duplicates (RQ-14)
 * @param remember status codes that are kept although they would not be (RQ-14)
 * @param forget status codes that are not kept although they would be (RQ-14)
 * @param keepFields header fields of a response that are kept although they would not be (RQ-7)
 * @param dropFields header fields of a response that are not kept although they would be (RQ-7)
 * @param maxBody the longest body of a request with a key (RQ-15)
 * @param maxStored the longest response that is kept (RQ-15)
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
