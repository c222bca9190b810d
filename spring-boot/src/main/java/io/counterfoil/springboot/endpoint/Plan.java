package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.Fingerprinting;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.ResponseClassifier.Kind;
import io.counterfoil.http.StoredFields;
import io.counterfoil.idempotency.IdempotencyPolicy;
import io.counterfoil.idempotency.LeasePolicy;
import io.counterfoil.springboot.Mode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the treatment of one endpoint is made of, while its settings are applied to it. Not thread-safe.
 *
 * <p>What hangs together is put together in the end, so that no order of settings matters.
 */
final class Plan {

    private final List<String> patterns;
    HttpPolicy http;
    IdempotencyPolicy engine;
    Mode mode;
    LeasePolicy leases;
    boolean leasesDescribed;
    boolean limited;
    boolean withQuery;
    Set<String> headers = Set.of();
    Set<Integer> remember = Set.of();
    Set<Integer> forget = Set.of();
    Set<String> keep = Set.of();
    Set<String> drop = Set.of();

    /** @param patterns the whole path that requests are sent to, in the words of each one who speaks of it */
    Plan(List<String> patterns, HttpPolicy http, IdempotencyPolicy engine, Mode mode, LeasePolicy leases) {
        this.patterns = patterns;
        this.http = http;
        this.engine = engine;
        this.mode = mode;
        this.leases = leases;
    }

    List<String> patterns() {
        return patterns;
    }

    /** Guards this method, too. */
    void guard(String method) {
        Set<String> methods = new HashSet<>(http.methods());
        methods.add(method);
        http = http.withMethods(methods);
    }

    /** Nothing is applied after this. */
    Plan finished() {
        if (leasesDescribed && mode == Mode.TRANSACTIONAL) {
            throw new IllegalArgumentException(
                    "lease-duration, lease-on-expiry or lease-no-effect-on is set, and the mode is transactional, which has no leases: set the mode"
                            + " to lease, or remove the other");
        }
        if (limited && mode == Mode.LEASE) {
            throw new IllegalArgumentException(
                    "execution-limit is set, and the mode is lease, where lease-duration is the limit: set the mode to transactional,"
                            + " or remove execution-limit");
        }
        Fingerprinting fingerprinting = http.fingerprinting();
        if (withQuery) {
            fingerprinting = fingerprinting.andQuery();
        }
        if (!headers.isEmpty()) {
            fingerprinting = fingerprinting.andHeaders(headers.stream().sorted().toArray(String[]::new));
        }
        http = http.withFingerprinting(fingerprinting).withStoredFields(storedFields());
        classifier();
        return this;
    }

    private StoredFields storedFields() {
        refuseBoth("keep-fields and drop-fields", keep, drop);
        return http.storedFields().with(keep.toArray(String[]::new)).without(drop.toArray(String[]::new));
    }

    private void classifier() {
        refuseBoth("remember and forget", remember, forget);
        if (!remember.isEmpty()) {
            http = http.withClassifier(http.classifier().when(remember, Kind.DONE));
        }
        if (!forget.isEmpty()) {
            http = http.withClassifier(http.classifier().when(forget, Kind.NOT_DONE));
        }
    }

    private static void refuseBoth(String names, Set<?> one, Set<?> other) {
        Set<Object> both = new HashSet<>(one);
        both.retainAll(other);
        if (!both.isEmpty()) {
            throw new IllegalArgumentException(names + " both name " + both + ": remove it from one of them");
        }
    }
}
