package io.counterfoil.springboot;

import io.counterfoil.idempotency.policy.FirstClaim;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.IdempotencyPolicy.OnMismatch;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.springboot.internal.SettingText;
import java.lang.annotation.Annotation;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ObjectUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.unit.DataSize;

/**
 * The settings of an endpoint, or of a method that is executed once per key. {@code counterfoil.endpoints[…]} is bound to it, {@link
 * Idempotent} and {@link OncePerKey} become one, and code builds one from {@link #NONE}. A setting that is {@code null} is as {@code
 * counterfoil.*} says. An immutable value; settings are checked where they are applied.
 *
 * @param path Pattern of the path, as Spring MVC has them: /v1/transfers/{id}, /v1/transfers/**.
 * @param methods Methods of the requests. Without any, those that are guarded anyway: POST and PATCH.
 * @param enabled Whether requests are guarded. Otherwise they pass untouched, and a key is ignored.
 * @param keyRequired Whether a request without an idempotency key is rejected (400).
 * @param keyIn Where the key is: header:X-Request-Key (beside Idempotency-Key; several are separated by commas), path:variable, query:parameter, or body:member of the JSON object, which needs Jackson 3.
 * @param maxKey Longest idempotency key in bytes, 1B to 255B; a longer one is rejected (400).
 * @param keyLifetime How long a key may be used, counted from the time in it; keys are UUIDv7s then. Retentions must be ten minutes longer.
 * @param mode Whether the handler's work and the record are one database transaction, or the request is executed under a lease.
 * @param leaseDuration How long a lease runs without being renewed. Lease mode only.
 * @param leaseOnExpiry What happens to a request whose lease ran out: its outcome is unknown, or it is executed again. Lease mode only.
 * @param leaseNoEffectOn Exception types that guarantee that there was no external effect; the lease is released. Lease mode only.
 * @param scope Within what a key of a client is unique: the path, or the path and the query.
 * @param operation Name instead of the path, for endpoints that do the same thing under one key.
 * @param retention How long records are kept at least: 30s, 7d, PT1H, or never for those that are never removed.
 * @param anonymousRetention How long records of requests without a client are kept at least: 30s, 7d, PT1H, or never for those that are never removed.
 * @param waitLimit How long a duplicate waits for the original that is in progress, before it is rejected with 409.
 * @param executionLimit How long an execution may own its key before the database ends it. Transactional mode only.
 * @param onMismatch Whether a request with other contents under a used key is rejected (422) or replayed.
 * @param fingerprint Contents of a request that must be the same under one key.
 * @param fingerprintHeaders Header fields that must be the same under one key.
 * @param rememberRefusals Whether responses with status 400 to 499 are kept and replayed.
 * @param remember Status codes of responses that are kept although they would not be; the work is committed.
 * @param forget Status codes of responses that are not kept although they would be; the work is rolled back.
 * @param keepFields Header fields of a response that are kept although they would not be, such as Set-Cookie.
 * @param dropFields Header fields of a response that are not kept although they would be.
 * @param maxBody Largest body of a request with a key; a larger one is rejected (413).
 * @param maxStored Largest response that is stored. Duplicates of a larger one get 409.
 */
public record EndpointSettings(
        @Nullable String path,
        @Nullable Set<String> methods,
        @Nullable Boolean enabled,
        @Nullable Boolean keyRequired,
        @Nullable String keyIn,
        @Nullable DataSize maxKey,
        @Nullable Duration keyLifetime,
        @Nullable Mode mode,
        @Nullable Duration leaseDuration,
        @Nullable OnExpiry leaseOnExpiry,
        @Nullable Set<Class<? extends Throwable>> leaseNoEffectOn,
        @Nullable ScopeBy scope,
        @Nullable String operation,
        @Nullable String retention,
        @Nullable String anonymousRetention,
        @Nullable Duration waitLimit,
        @Nullable Duration executionLimit,
        @Nullable OnMismatch onMismatch,
        @Nullable FingerprintOf fingerprint,
        @Nullable Set<String> fingerprintHeaders,
        @Nullable Boolean rememberRefusals,
        @Nullable Set<Integer> remember,
        @Nullable Set<Integer> forget,
        @Nullable Set<String> keepFields,
        @Nullable Set<String> dropFields,
        @Nullable DataSize maxBody,
        @Nullable DataSize maxStored) {

    private static final RecordComponent[] COMPONENTS = EndpointSettings.class.getRecordComponents();

    /** They say which requests are meant, and are no settings of theirs. */
    private static final Set<String> SELECTION = Set.of("path", "methods", "enabled");

    /** No setting. */
    public static final EndpointSettings NONE = of(new Object[COMPONENTS.length]);

    /** {@code DEFAULT} is a setting left out; names of header fields are in lower case, those of methods in upper case. */
    public EndpointSettings {
        methods = each(methods, name -> name.toUpperCase(Locale.ROOT));
        fingerprintHeaders = each(fingerprintHeaders, name -> name.toLowerCase(Locale.ROOT));
        keepFields = each(keepFields, name -> name.toLowerCase(Locale.ROOT));
        dropFields = each(dropFields, name -> name.toLowerCase(Locale.ROOT));
        mode = mode == Mode.DEFAULT ? null : mode;
        scope = scope == ScopeBy.DEFAULT ? null : scope;
        fingerprint = fingerprint == FingerprintOf.DEFAULT ? null : fingerprint;
    }

    private static @Nullable Set<String> each(@Nullable Set<String> names, UnaryOperator<String> change) {
        return names == null ? null : names.stream().map(change).collect(Collectors.toUnmodifiableSet());
    }

    /** The methods of the requests, where it is not those that are guarded anyway. */
    public EndpointSettings withMethods(Set<String> names) {
        return with("methods", Set.copyOf(names));
    }

    /** Whether requests are guarded, or pass untouched. */
    public EndpointSettings withEnabled(boolean guarded) {
        return with("enabled", guarded);
    }

    /** Whether a request without a key is rejected. */
    public EndpointSettings withKeyRequired(boolean required) {
        return with("keyRequired", required);
    }

    /** Where the key is: {@code header:X-Request-Key}, {@code path:variable}, {@code query:parameter}, {@code body:member}. */
    public EndpointSettings withKeyIn(String place) {
        return with("keyIn", place);
    }

    /** The longest key of a request, 1 to 255 bytes of UTF-8. */
    public EndpointSettings withMaxKey(DataSize size) {
        return with("maxKey", size);
    }

    /** How long a key may be used, counted from the time in it; keys are UUIDv7s then. */
    public EndpointSettings withKeyLifetime(Duration duration) {
        return with("keyLifetime", duration);
    }

    /** How effect and record are kept together. */
    public EndpointSettings withMode(Mode mode) {
        return with("mode", mode);
    }

    /** How long a lease runs without being renewed; in lease mode alone. */
    public EndpointSettings withLeaseDuration(Duration duration) {
        return with("leaseDuration", duration);
    }

    /** What happens to a request whose lease ran out; in lease mode alone. */
    public EndpointSettings withLeaseOnExpiry(OnExpiry onExpiry) {
        return with("leaseOnExpiry", onExpiry);
    }

    /** The exceptions that mean that nothing has happened; in lease mode alone. */
    public EndpointSettings withLeaseNoEffectOn(Set<Class<? extends Throwable>> types) {
        return with("leaseNoEffectOn", Set.copyOf(types));
    }

    /** Within what a key is unique. */
    public EndpointSettings withScope(ScopeBy scope) {
        return with("scope", scope);
    }

    /** One name instead of the path, for endpoints that do the same thing. */
    public EndpointSettings withOperation(String name) {
        return with("operation", name);
    }

    /** How long records are kept at least. */
    public EndpointSettings withRetention(Retention retention) {
        return with("retention", SettingText.of(retention));
    }

    /** How long records of requests without a client are kept at least. */
    public EndpointSettings withAnonymousRetention(Retention retention) {
        return with("anonymousRetention", SettingText.of(retention));
    }

    /** How long a duplicate waits for its original. */
    public EndpointSettings withWaitLimit(Duration limit) {
        return with("waitLimit", limit);
    }

    /** How long an execution may own its key before the database ends it; in transactional mode alone. */
    public EndpointSettings withExecutionLimit(Duration limit) {
        return with("executionLimit", limit);
    }

    /** What happens to other contents under a used key. */
    public EndpointSettings withOnMismatch(OnMismatch onMismatch) {
        return with("onMismatch", onMismatch);
    }

    /** What distinguishes a retry from a mistake. */
    public EndpointSettings withFingerprint(FingerprintOf contents) {
        return with("fingerprint", contents);
    }

    /** Header fields that tell a retry from a mistake as well. */
    public EndpointSettings withFingerprintHeaders(Set<String> names) {
        return with("fingerprintHeaders", Set.copyOf(names));
    }

    /** Whether responses from 400 to 499 are kept for duplicates. */
    public EndpointSettings withRememberRefusals(boolean remember) {
        return with("rememberRefusals", remember);
    }

    /** Status codes that are kept although they would not be: the work is committed. */
    public EndpointSettings withRemember(Set<Integer> statuses) {
        return with("remember", Set.copyOf(statuses));
    }

    /** Status codes that are not kept although they would be: the work is rolled back. */
    public EndpointSettings withForget(Set<Integer> statuses) {
        return with("forget", Set.copyOf(statuses));
    }

    /** Header fields of a response that are kept although they would not be: {@code Set-Cookie}. */
    public EndpointSettings withKeepFields(Set<String> names) {
        return with("keepFields", Set.copyOf(names));
    }

    /** Header fields of a response that are not kept although they would be. */
    public EndpointSettings withDropFields(Set<String> names) {
        return with("dropFields", Set.copyOf(names));
    }

    /** The largest body of a request with a key. */
    public EndpointSettings withMaxBody(DataSize size) {
        return with("maxBody", size);
    }

    /** The largest response, or result, that is kept. */
    public EndpointSettings withMaxStored(DataSize size) {
        return with("maxStored", size);
    }

    /** These settings, and where one is left out, that of the others. */
    public EndpointSettings over(EndpointSettings weaker) {
        Object[] values = components();
        Object[] others = weaker.components();
        Arrays.setAll(values, i -> values[i] == null ? others[i] : values[i]);
        return of(values);
    }

    /** The settings that are not left out, by the names that they have in properties, as text; without path, methods and {@code enabled}. */
    public Map<String, String> asText() {
        Map<String, String> texts = new LinkedHashMap<>();
        Object[] values = components();
        for (int i = 0; i < values.length; i++) {
            String name = COMPONENTS[i].getName();
            if (values[i] != null && !SELECTION.contains(name)) {
                texts.put(property(name), text(values[i]));
            }
        }
        return texts;
    }

    /**
     * The policy with these settings; {@link #mode()} is the caller's to apply, and so is what concerns requests and responses.
     *
     * @throws IllegalArgumentException when a setting cannot be read, or is out of its limits
     */
    public IdempotencyPolicy applyTo(IdempotencyPolicy standard) {
        IdempotencyPolicy policy = standard;
        if (retention != null) {
            policy = policy.withRetention(SettingText.retention("retention", retention));
        }
        if (anonymousRetention != null) {
            policy = policy.withAnonymousRetention(SettingText.retention("anonymous-retention", anonymousRetention));
        }
        if (waitLimit != null) {
            policy = policy.withWaitLimit(waitLimit);
        }
        if (executionLimit != null) {
            policy = policy.withExecutionLimit(executionLimit);
        }
        if (onMismatch != null) {
            policy = policy.withOnMismatch(onMismatch);
        }
        if (rememberRefusals != null) {
            policy = policy.withRememberRefusals(rememberRefusals);
        }
        if (maxStored != null) {
            int bytes = SettingText.inMemory("max-stored", 0, maxStored);
            policy = policy.withResultLimits(policy.resultLimits().withMaxBytes(bytes));
        }
        return policy;
    }

    /**
     * The policy of leases with these settings.
     *
     * @param effective the mode that they are applied under
     * @throws IllegalArgumentException when a setting is out of its limits, or has no meaning in this mode
     */
    public LeasePolicy applyTo(LeasePolicy standard, Mode effective) {
        boolean describesLease = leaseDuration != null || leaseOnExpiry != null || leaseNoEffectOn != null;
        if (effective == Mode.TRANSACTIONAL && describesLease) {
            throw new IllegalArgumentException(
                    "lease-duration, lease-on-expiry or lease-no-effect-on is set, but the mode is transactional, "
                            + "which has no leases: set the mode to lease, or remove the lease settings");
        }
        if (effective == Mode.LEASE && executionLimit != null) {
            throw new IllegalArgumentException(
                    "execution-limit is set, but the mode is lease, where lease-duration is the limit: set the mode to"
                            + " transactional, or remove execution-limit");
        }
        if (effective == Mode.LEASE && standard.firstClaim() == FirstClaim.ASK_RESOLVER) {
            throw new IllegalArgumentException(
                    "counterfoil.lease.first-claim is ask-resolver, and a handler has no resolver: set it to check-store or"
                            + " trust-store");
        }
        LeasePolicy leases = standard;
        if (leaseDuration != null) {
            leases = leases.withDuration(leaseDuration);
        }
        if (leaseOnExpiry != null) {
            leases = leases.withOnExpiry(leaseOnExpiry);
        }
        if (leaseNoEffectOn != null) {
            leases = leases.withNoEffectOn(SettingText.exceptions("lease-no-effect-on", leaseNoEffectOn));
        }
        return leases;
    }

    /**
     * What an annotation sets: each of its attributes is the setting of the same name, and left out where it has its default.
     *
     * @throws IllegalArgumentException when a text is no duration or size
     */
    public static EndpointSettings of(Annotation annotation) {
        Map<String, Object> attributes = AnnotationUtils.getAnnotationAttributes(annotation);
        Object[] values = new Object[COMPONENTS.length];
        for (int i = 0; i < values.length; i++) {
            String name = COMPONENTS[i].getName();
            Object value = attributes.get(name);
            if (value != null
                    && !ObjectUtils.nullSafeEquals(value, AnnotationUtils.getDefaultValue(annotation, name))) {
                values[i] = converted(property(name), value, COMPONENTS[i].getType());
            }
        }
        return of(values);
    }

    private static Object converted(String name, Object value, Class<?> type) {
        if (type == Duration.class) {
            return SettingText.duration(name, (String) value);
        }
        if (type == DataSize.class) {
            return SettingText.size(name, (String) value);
        }
        return type == Set.class ? Set.of((Object[]) value) : value;
    }

    private EndpointSettings with(String name, Object value) {
        Object[] values = components();
        for (int i = 0; i < values.length; i++) {
            if (COMPONENTS[i].getName().equals(name)) {
                values[i] = value;
            }
        }
        return of(values);
    }

    private @Nullable Object[] components() {
        return Arrays.stream(COMPONENTS)
                .map(component -> ReflectionUtils.invokeMethod(component.getAccessor(), this))
                .toArray();
    }

    private static EndpointSettings of(@Nullable Object[] values) {
        return BeanUtils.instantiateClass(BeanUtils.getResolvableConstructor(EndpointSettings.class), values);
    }

    private static String property(String component) {
        return component.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static String text(Object value) {
        if (value instanceof Collection<?> several) {
            return several.stream()
                    .map(EndpointSettings::text)
                    .sorted()
                    .toList()
                    .toString();
        }
        return value instanceof Class<?> type ? type.getName() : SettingText.of(value);
    }

    /** How effect and record are kept together. */
    public enum Mode {

        /** As the application is configured; {@link #TRANSACTIONAL} where it is not. */
        DEFAULT,

        /** In one database transaction. */
        TRANSACTIONAL,

        /** Under a lease, for effects that the database's transaction does not reach. */
        LEASE
    }

    /** The part of a request that distinguishes a retry from a mistake. */
    public enum FingerprintOf {

        /** That of the {@code HttpPolicy}; {@link #BODY} unless the application has one of its own. */
        DEFAULT,

        /** The bytes of the body. */
        BODY,

        /** The bytes of the body, and the query as sent. */
        BODY_AND_QUERY,

        /** The JSON of the body in canonical form: white space, the order of members and the form of numbers do not matter. */
        JSON,

        /** The JSON of the body in canonical form, and the query as sent. */
        JSON_AND_QUERY,

        /** Nothing: any request under a used key is a duplicate. */
        NOTHING
    }

    /** Within what a key is unique, for one client. */
    public enum ScopeBy {

        /** That of the {@code HttpPolicy}; {@link #PATH} unless the application has one of its own. */
        DEFAULT,

        /** The method and the concrete path. */
        PATH,

        /** The method and the concrete path with the query as sent. */
        PATH_AND_QUERY
    }
}
