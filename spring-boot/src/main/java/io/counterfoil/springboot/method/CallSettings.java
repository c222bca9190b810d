package io.counterfoil.springboot.method;

import io.counterfoil.idempotency.IdempotencyPolicy;
import io.counterfoil.idempotency.IdempotencyPolicy.OnMismatch;
import io.counterfoil.idempotency.LeasePolicy;
import io.counterfoil.idempotency.LeasePolicy.OnExpiry;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.springboot.FingerprintOf;
import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.SettingText;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ObjectUtils;

/** What an annotation says of a method that handles no requests, besides its expressions. */
record CallSettings(Idempotent said) {

    private static final List<String> OF_REQUESTS = List.of(
            "keyRequired",
            "keyHeaders",
            "keyPathVariable",
            "keyQueryParameter",
            "keyBodyField",
            "scope",
            "anonymousRetention",
            "fingerprintHeaders",
            "rememberRefusals",
            "remember",
            "forget",
            "keepFields",
            "dropFields",
            "maxBody");

    /** @throws IllegalArgumentException when something is said that is for requests, or cannot be read */
    CallSettings {
        Map<String, Object> attributes = AnnotationUtils.getAnnotationAttributes(said);
        for (String name : OF_REQUESTS) {
            if (!ObjectUtils.nullSafeEquals(attributes.get(name), AnnotationUtils.getDefaultValue(said, name))) {
                throw new IllegalArgumentException(name + " is for handlers of requests: remove it");
            }
        }
        for (FingerprintOf fingerprint : said.fingerprint()) {
            if (fingerprint != FingerprintOf.NOTHING || !said.contents().isEmpty()) {
                throw new IllegalArgumentException(
                        "fingerprint can be NOTHING alone, without contents, not " + fingerprint);
            }
        }
    }

    boolean comparesNothing() {
        return said.fingerprint().length > 0;
    }

    Mode mode(Mode standard) {
        return Objects.requireNonNullElse(SettingText.one("mode", said.mode()), standard);
    }

    LeasePolicy leases(LeasePolicy standard, Mode mode) {
        OnExpiry onExpiry = SettingText.one("leaseOnExpiry", said.leaseOnExpiry());
        boolean described = !said.leaseDuration().isEmpty() || onExpiry != null || said.leaseNoEffectOn().length > 0;
        if (mode == Mode.TRANSACTIONAL && described) {
            throw new IllegalArgumentException(
                    "leaseDuration, leaseOnExpiry or leaseNoEffectOn is set, and the mode is transactional, which has no leases: set mode ="
                            + " Mode.LEASE, or remove the other");
        }
        if (mode == Mode.LEASE && !said.executionLimit().isEmpty()) {
            throw new IllegalArgumentException(
                    "executionLimit is set, and the mode is lease, where leaseDuration is the limit: remove executionLimit");
        }
        LeasePolicy leases = said.leaseDuration().isEmpty()
                ? standard
                : standard.withDuration(SettingText.duration("leaseDuration", said.leaseDuration()));
        if (said.leaseNoEffectOn().length > 0) {
            leases = leases.withNoEffectOn(Set.of(said.leaseNoEffectOn()));
        }
        return onExpiry == null ? leases : leases.withOnExpiry(onExpiry);
    }

    /** Retention is said for clients with a name and without. */
    IdempotencyPolicy policy(IdempotencyPolicy standard) {
        IdempotencyPolicy policy = standard;
        if (!said.retention().isEmpty()) {
            Retention retention = SettingText.retention("retention", said.retention());
            policy = policy.withRetention(retention).withAnonymousRetention(retention);
        }
        if (!said.waitLimit().isEmpty()) {
            policy = policy.withWaitLimit(SettingText.duration("waitLimit", said.waitLimit()));
        }
        if (!said.executionLimit().isEmpty()) {
            policy = policy.withExecutionLimit(SettingText.duration("executionLimit", said.executionLimit()));
        }
        OnMismatch onMismatch = SettingText.one("onMismatch", said.onMismatch());
        if (onMismatch != null) {
            policy = policy.withOnMismatch(onMismatch);
        }
        if (!said.maxStored().isEmpty()) {
            int bytes = SettingText.inMemory("maxStored", 0, SettingText.size("maxStored", said.maxStored()));
            policy = policy.withResultLimits(policy.resultLimits().withMaxBytes(bytes));
        }
        return policy;
    }
}
