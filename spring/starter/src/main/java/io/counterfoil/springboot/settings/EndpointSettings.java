package io.counterfoil.springboot.settings;

import static io.counterfoil.springboot.settings.SettingTexts.first;

import io.counterfoil.idempotency.policy.FirstClaim;
import io.counterfoil.springboot.FingerprintOf;
import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.OncePerKey;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of an endpoint, or of a method that is executed once per key. {@code counterfoil.endpoints[…]} is bound to it, {@link
 * Idempotent} and {@link OncePerKey} become one, and code builds one from {@link #NONE}. What is {@code null} is as {@code counterfoil.*}
 * says. An immutable value; settings are checked where they are applied. Everything else of an endpoint is set by a {@link PolicyCustomizer}.
 *
 * @param path Pattern of the path, as Spring MVC has them: /v1/transfers/{id}, /v1/transfers/**.
 * @param methods Methods of the requests. Default: those that are guarded anyway, POST and PATCH.
 * @param enabled Whether requests are guarded. Otherwise they pass untouched, and a key is ignored.
 * @param mode Whether the handler's work and the record are one database transaction, or the request is executed under a lease.
 * @param key The key of the requests.
 * @param lease Leases, in lease mode.
 * @param retention How long records are kept.
 * @param limits How long requests may wait and run, and how large they may be.
 * @param fingerprint Contents of a request that must be the same under one key.
 */
public record EndpointSettings(
        @Nullable String path,
        @Nullable Set<String> methods,
        @Nullable Boolean enabled,
        @Nullable Mode mode,
        @DefaultValue KeySettings key,
        @DefaultValue LeaseSettings lease,
        @DefaultValue RetentionSettings retention,
        @DefaultValue LimitSettings limits,
        @Nullable FingerprintOf fingerprint) {

    /** No setting. */
    public static final EndpointSettings NONE = new EndpointSettings(
            null,
            null,
            null,
            null,
            KeySettings.NONE,
            LeaseSettings.NONE,
            RetentionSettings.NONE,
            LimitSettings.NONE,
            null);

    /**
     * Normalises the settings: {@code DEFAULT} becomes {@code null}, and names of methods become upper case.
     *
     * @param path {@code null} where it is set elsewhere
     * @param methods in any case; {@code null} for the default
     * @param enabled {@code null} for the default
     * @param mode {@code null} or {@link Mode#DEFAULT} for the default
     * @param key checked when the settings are applied
     * @param lease checked when the settings are applied
     * @param retention checked when the settings are applied
     * @param limits checked when the settings are applied
     * @param fingerprint {@code null} or {@link FingerprintOf#DEFAULT} for the default
     */
    public EndpointSettings {
        methods = methods == null
                ? null
                : methods.stream().map(name -> name.toUpperCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
        mode = mode == Mode.DEFAULT ? null : mode;
        fingerprint = fingerprint == FingerprintOf.DEFAULT ? null : fingerprint;
    }

    /**
     * {@return the settings of an annotation}
     *
     * @param annotation of a handler or of its class
     * @throws IllegalArgumentException when a text is no duration
     */
    public static EndpointSettings of(Idempotent annotation) {
        return new EndpointSettings(
                null,
                null,
                null,
                annotation.mode(),
                KeySettings.of(annotation),
                LeaseSettings.of(annotation),
                RetentionSettings.of(annotation),
                LimitSettings.of(annotation),
                annotation.fingerprint());
    }

    /**
     * {@return the mode, lease, retention and limits of an annotation}
     *
     * @param annotation of a method
     * @throws IllegalArgumentException when a text is no duration
     */
    public static EndpointSettings of(OncePerKey annotation) {
        return new EndpointSettings(
                null,
                null,
                null,
                annotation.mode(),
                KeySettings.NONE,
                LeaseSettings.of(annotation),
                RetentionSettings.of(annotation),
                LimitSettings.of(annotation),
                null);
    }

    /**
     * {@return these settings for requests of other methods}
     *
     * @param names names of HTTP methods, in any case
     */
    public EndpointSettings withMethods(Set<String> names) {
        return new EndpointSettings(path, names, enabled, mode, key, lease, retention, limits, fingerprint);
    }

    /**
     * {@return these settings, guarded or not}
     *
     * @param guarded false to let the requests pass untouched
     */
    public EndpointSettings withEnabled(boolean guarded) {
        return new EndpointSettings(path, methods, guarded, mode, key, lease, retention, limits, fingerprint);
    }

    /**
     * {@return these settings in another mode}
     *
     * @param other {@link Mode#DEFAULT} to leave it out
     */
    public EndpointSettings withMode(Mode other) {
        return new EndpointSettings(path, methods, enabled, other, key, lease, retention, limits, fingerprint);
    }

    /**
     * {@return these settings with other settings of the key}
     *
     * @param change makes the new settings of the key from the present ones
     */
    public EndpointSettings withKey(UnaryOperator<KeySettings> change) {
        return new EndpointSettings(
                path, methods, enabled, mode, change.apply(key), lease, retention, limits, fingerprint);
    }

    /**
     * {@return these settings with other settings of leases} They have a meaning in lease mode only.
     *
     * @param change makes the new settings of leases from the present ones
     */
    public EndpointSettings withLease(UnaryOperator<LeaseSettings> change) {
        return new EndpointSettings(
                path, methods, enabled, mode, key, change.apply(lease), retention, limits, fingerprint);
    }

    /**
     * {@return these settings with another retention}
     *
     * @param change makes the new retention from the present one
     */
    public EndpointSettings withRetention(UnaryOperator<RetentionSettings> change) {
        return new EndpointSettings(
                path, methods, enabled, mode, key, lease, change.apply(retention), limits, fingerprint);
    }

    /**
     * {@return these settings with other limits}
     *
     * @param change makes the new limits from the present ones
     */
    public EndpointSettings withLimits(UnaryOperator<LimitSettings> change) {
        return new EndpointSettings(
                path, methods, enabled, mode, key, lease, retention, change.apply(limits), fingerprint);
    }

    /**
     * {@return these settings with other contents that must be the same under one key}
     *
     * @param contents {@link FingerprintOf#DEFAULT} to leave it out
     */
    public EndpointSettings withFingerprint(FingerprintOf contents) {
        return new EndpointSettings(path, methods, enabled, mode, key, lease, retention, limits, contents);
    }

    /**
     * {@return these settings, and where one is left out, that of the others}
     *
     * @param weaker the other settings
     */
    public EndpointSettings over(EndpointSettings weaker) {
        return new EndpointSettings(
                first(path, weaker.path),
                first(methods, weaker.methods),
                first(enabled, weaker.enabled),
                first(mode, weaker.mode),
                key.over(weaker.key),
                lease.over(weaker.lease),
                retention.over(weaker.retention),
                limits.over(weaker.limits),
                first(fingerprint, weaker.fingerprint));
    }

    /** {@return the settings that are not left out, as text, by the names that they have in properties; without path, methods and {@code enabled}} */
    public Map<String, String> asText() {
        SettingTexts texts = new SettingTexts().add("mode", mode);
        key.describe(texts);
        lease.describe(texts);
        retention.describe(texts);
        limits.describe(texts);
        return texts.add("fingerprint", fingerprint).all();
    }

    /**
     * {@return the policies with these settings, except for the {@linkplain #key() key} and the {@linkplain #fingerprint() fingerprint} of requests}
     *
     * @param standard the policies of requests without settings of their own
     * @param effective the mode that they are applied under
     * @throws IllegalArgumentException when a setting cannot be read, is out of its limits, or has no meaning in this mode
     */
    public Policies applyTo(Policies standard, Mode effective) {
        lease.checkIn(effective);
        limits.checkIn(effective);
        if (effective == Mode.LEASE && standard.lease().firstClaim() == FirstClaim.ASK_RESOLVER) {
            throw new IllegalArgumentException(
                    "counterfoil.lease.first-claim is ask-resolver, and a handler has no resolver: set it to check-store or"
                            + " trust-store");
        }
        return standard.withLease(lease::applyTo)
                .withIdempotency(
                        policy -> policy.withRetention(retention::applyTo).withLimits(limits::applyTo))
                .withHttp(policy -> policy.withBody(limits::applyTo));
    }
}
