package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.Fingerprinting;
import io.counterfoil.http.KeySource;
import io.counterfoil.http.ResponseClassifier;
import io.counterfoil.http.Scope;
import io.counterfoil.idempotency.IdempotencyPolicy;
import io.counterfoil.idempotency.IdempotencyPolicy.OnMismatch;
import io.counterfoil.idempotency.LeasePolicy.OnExpiry;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.springboot.FingerprintOf;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.ScopeBy;
import io.counterfoil.springboot.SettingText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What is said about an endpoint; what is not said is as {@code counterfoil.*} says. An immutable value; start from {@link #NONE}.
 * Saying a thing a second time with another value is refused at once, by an {@link IllegalArgumentException} that names it.
 */
public final class EndpointSettings {

    /** Nothing is said. */
    public static final EndpointSettings NONE = new EndpointSettings(Map.of());

    private static final String KEY = "key";

    private final Map<String, Said> said;

    private EndpointSettings(Map<String, Said> said) {
        this.said = said;
    }

    private EndpointSettings say(String name, Object value, Consumer<Plan> change) {
        Said before = said.get(name);
        if (before != null && !before.value().equals(value)) {
            throw new IllegalArgumentException(
                    name + " is said twice, " + before + " and " + SettingText.of(value) + ": remove one of them");
        }
        Map<String, Said> more = new LinkedHashMap<>(said);
        more.put(name, new Said(value, change));
        return new EndpointSettings(more);
    }

    /** Whether a request without a key is refused. */
    public EndpointSettings withKeyRequired(boolean required) {
        return say("key-required", required, plan -> plan.http = plan.http.withKeyRequired(required));
    }

    /** The key is in the header field, and clients know it by these names as well. */
    public EndpointSettings withKeyHeaders(String... alsoKnownAs) {
        return key("header fields " + List.of(alsoKnownAs), plan -> KeySource.header(alsoKnownAs));
    }

    /** The key is this variable of the path. */
    public EndpointSettings withKeyInPath(String variable) {
        return key("path variable " + variable, plan -> PathKeys.of(plan.patterns(), variable));
    }

    /** The key is this parameter of the query. */
    public EndpointSettings withKeyInQuery(String parameter) {
        return key("query parameter " + parameter, plan -> KeySource.query(parameter));
    }

    /** The key is this member of the JSON body; needs Jackson 3. */
    public EndpointSettings withKeyInBody(String member) {
        return key("body field " + member, plan -> Json.key(member));
    }

    /** The key is in a place of the application's own. */
    public EndpointSettings withKey(KeySource source) {
        return key(source, plan -> source);
    }

    private EndpointSettings key(Object place, Function<Plan, KeySource> source) {
        return say(KEY, place, plan -> plan.http = plan.http.withKey(source.apply(plan)));
    }

    /** How effect and record are kept together. */
    public EndpointSettings withMode(Mode mode) {
        return say("mode", mode, plan -> plan.mode = mode);
    }

    /** How long a lease runs without being renewed; in lease mode alone. */
    public EndpointSettings withLeaseDuration(Duration duration) {
        return say("lease-duration", duration, plan -> {
            plan.leases = plan.leases.withDuration(duration);
            plan.leasesDescribed = true;
        });
    }

    /** What happens to a request whose lease ran out; in lease mode alone. */
    public EndpointSettings withLeaseOnExpiry(OnExpiry onExpiry) {
        return say("lease-on-expiry", onExpiry, plan -> {
            plan.leases = plan.leases.withOnExpiry(onExpiry);
            plan.leasesDescribed = true;
        });
    }

    /** The exceptions that mean that nothing has happened; in lease mode alone. */
    public EndpointSettings withLeaseNoEffectOn(Set<Class<? extends Throwable>> types) {
        return say("lease-no-effect-on", Set.copyOf(types), plan -> {
            plan.leases = plan.leases.withNoEffectOn(types);
            plan.leasesDescribed = true;
        });
    }

    /** Within what a key is unique. */
    public EndpointSettings withScope(ScopeBy scope) {
        return switch (scope) {
            case PATH -> scope(scope, Scope.METHOD_AND_PATH);
            case PATH_AND_QUERY -> scope(scope, Scope.METHOD_PATH_AND_QUERY);
        };
    }

    /** One name instead of the path, for endpoints that do the same thing. */
    public EndpointSettings withOperation(String name) {
        return scope("operation " + name, Scope.named(name));
    }

    /** Within what a key is unique, by a rule of the application's own. */
    public EndpointSettings withScope(Scope scope) {
        return scope(scope, scope);
    }

    private EndpointSettings scope(Object value, Scope scope) {
        return say("scope", value, plan -> plan.http = plan.http.withScope(scope));
    }

    /** How long records are kept at the least. */
    public EndpointSettings withRetention(Retention retention) {
        return engine("retention", retention, policy -> policy.withRetention(retention));
    }

    /** The same where no client can be told. */
    public EndpointSettings withAnonymousRetention(Retention retention) {
        return engine("anonymous-retention", retention, policy -> policy.withAnonymousRetention(retention));
    }

    /** How long a duplicate waits for its original. */
    public EndpointSettings withWaitLimit(Duration limit) {
        return engine("wait-limit", limit, policy -> policy.withWaitLimit(limit));
    }

    /** How long an execution may own its key before the database ends it; in transactional mode alone. */
    public EndpointSettings withExecutionLimit(Duration limit) {
        return say("execution-limit", limit, plan -> {
            plan.engine = plan.engine.withExecutionLimit(limit);
            plan.limited = true;
        });
    }

    /** What happens to other contents under a used key. */
    public EndpointSettings withOnMismatch(OnMismatch onMismatch) {
        return engine("on-mismatch", onMismatch, policy -> policy.withOnMismatch(onMismatch));
    }

    /** Whether responses from 400 to 499 are kept for duplicates. */
    public EndpointSettings withRememberRefusals(boolean remember) {
        return engine("remember-refusals", remember, policy -> policy.withRememberRefusals(remember));
    }

    /** The longest response that is kept, in bytes. */
    public EndpointSettings withMaxStoredBytes(int bytes) {
        return engine(
                "max-stored",
                bytes,
                policy -> policy.withResultLimits(policy.resultLimits().withMaxBytes(bytes)));
    }

    private EndpointSettings engine(String name, Object value, UnaryOperator<IdempotencyPolicy> change) {
        return say(name, value, plan -> plan.engine = change.apply(plan.engine));
    }

    /** What tells a retry from a mistake. */
    public EndpointSettings withFingerprint(FingerprintOf contents) {
        return say("fingerprint", contents, plan -> {
            plan.http = plan.http.withFingerprinting(
                    switch (contents) {
                        case BODY, BODY_AND_QUERY -> Fingerprinting.BODY;
                        case JSON, JSON_AND_QUERY -> Json.fingerprinting();
                        case NOTHING -> Fingerprinting.NOTHING;
                    });
            plan.withQuery = contents == FingerprintOf.BODY_AND_QUERY || contents == FingerprintOf.JSON_AND_QUERY;
        });
    }

    /** What tells a retry from a mistake, by a rule of the application's own. */
    public EndpointSettings withFingerprint(Fingerprinting fingerprinting) {
        return say("fingerprint", fingerprinting, plan -> plan.http = plan.http.withFingerprinting(fingerprinting));
    }

    /** Header fields that tell a retry from a mistake as well. */
    public EndpointSettings withFingerprintHeaders(String... names) {
        Set<String> fields = fields(names);
        return say("fingerprint-headers", fields, plan -> plan.headers = fields);
    }

    /** Status codes that are kept although they would not be: the work is committed. */
    public EndpointSettings withRemember(Set<Integer> statuses) {
        return say("remember", Set.copyOf(statuses), plan -> plan.remember = Set.copyOf(statuses));
    }

    /** Status codes that are not kept although they would be: the work is rolled back. */
    public EndpointSettings withForget(Set<Integer> statuses) {
        return say("forget", Set.copyOf(statuses), plan -> plan.forget = Set.copyOf(statuses));
    }

    /** What is remembered, by a rule of the application's own. */
    public EndpointSettings withClassifier(ResponseClassifier remembering) {
        return say("remembering", remembering, plan -> plan.http = plan.http.withClassifier(remembering));
    }

    /** Header fields of a response that are kept although they would not be: {@code Set-Cookie}. */
    public EndpointSettings withKeepFields(String... names) {
        Set<String> fields = fields(names);
        return say("keep-fields", fields, plan -> plan.keep = fields);
    }

    /** Header fields of a response that are not kept although they would be. */
    public EndpointSettings withDropFields(String... names) {
        Set<String> fields = fields(names);
        return say("drop-fields", fields, plan -> plan.drop = fields);
    }

    private static Set<String> fields(String... names) {
        Set<String> fields = new TreeSet<>();
        for (String name : names) {
            fields.add(name.toLowerCase(Locale.ROOT));
        }
        return fields;
    }

    /** The longest body of a request with a key, in bytes. */
    public EndpointSettings withMaxBodyBytes(int bytes) {
        return say("max-body", bytes, plan -> plan.http = plan.http.withMaxBodyBytes(bytes));
    }

    /** These, and where they say nothing, those. */
    EndpointSettings over(EndpointSettings weaker) {
        Map<String, Said> both = new LinkedHashMap<>(weaker.said);
        both.putAll(said);
        return new EndpointSettings(both);
    }

    /** The settings that both say, and say otherwise: each with both values. */
    List<String> contradictions(EndpointSettings other, String here, String there) {
        List<String> found = new ArrayList<>();
        said.forEach((name, mine) -> {
            Said theirs = other.said.get(name);
            if (theirs != null && !theirs.value().equals(mine.value())) {
                found.add(name + " is " + mine + " in " + here + ", and " + theirs + " in " + there);
            }
        });
        return found;
    }

    boolean isEmpty() {
        return said.isEmpty();
    }

    /** @throws IllegalArgumentException when a setting is out of its limits, or does not go with another */
    Plan appliedTo(Plan plan) {
        said.values().forEach(one -> one.change().accept(plan));
        return plan.finished();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EndpointSettings that && said.equals(that.said);
    }

    @Override
    public int hashCode() {
        return said.hashCode();
    }

    /** What is said, by name. */
    @Override
    public String toString() {
        return said.toString();
    }

    /** Two are equal that say the same value, by whatever way. */
    private record Said(Object value, Consumer<Plan> change) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Said that && value.equals(that.value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }

        @Override
        public String toString() {
            return SettingText.of(value);
        }
    }
}
