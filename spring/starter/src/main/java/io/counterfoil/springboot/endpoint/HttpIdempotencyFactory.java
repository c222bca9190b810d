package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.ExchangeObserver;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.http.request.Fingerprinting;
import io.counterfoil.http.request.KeyLifetime;
import io.counterfoil.http.request.KeyScope;
import io.counterfoil.http.response.ResponseKind;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.EndpointSettings;
import io.counterfoil.springboot.EndpointSettings.FingerprintOf;
import io.counterfoil.springboot.EndpointSettings.Mode;
import io.counterfoil.springboot.EndpointSettings.ScopeBy;
import io.counterfoil.springboot.IdempotencyEngines;
import io.counterfoil.springboot.internal.HandlerPatterns;
import io.counterfoil.springboot.internal.SettingText;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.pattern.PathPattern;

/**
 * Makes the {@link HttpIdempotency} of an endpoint from its settings.
 *
 * @param standard that of endpoints without settings
 * @param prefix the path of the application and of Spring's servlet in front of every pattern
 * @param handlerPatterns the patterns by which requests of a handler are identified
 */
record HttpIdempotencyFactory(
        HttpIdempotency standard,
        IdempotencyEngines engines,
        ClientResolver clients,
        ExchangeObserver observer,
        String prefix,
        HandlerPatterns handlerPatterns) {

    Set<String> guardedByDefault() {
        return standard.policy().methods();
    }

    /** @throws CounterfoilStartUpException when a setting cannot be, or the handler's work would not be where its record is */
    HttpIdempotency create(
            String method,
            PathPattern pattern,
            Optional<HandlerRoute> handler,
            Optional<EndpointRule> rule,
            ResolvedEndpoint endpoint) {
        EndpointSettings settings = endpoint.settings().settings();
        try {
            Mode mode = Objects.requireNonNullElse(settings.mode(), engines.mode());
            handler.ifPresent(route -> DetachedWorkCheck.refuse(route, method));
            LeasePolicy leases = settings.applyTo(engines.leases(), mode);
            if (endpoint.settings().isEmpty()
                    && rule.isEmpty()
                    && guardedByDefault().contains(method)) {
                return standard;
            }
            Idempotency engine = engines.of(mode, leases)
                    .with(settings.applyTo(engines.standard().policy()));
            HttpPolicy policy = guarding(method, policy(settings, patterns(pattern, handler, rule)));
            return standard.forEndpoint(
                            engine,
                            rule.map(other -> other.customizer().apply(policy)).orElse(policy),
                            clients)
                    .with(observer);
        } catch (IllegalArgumentException refused) {
            String who = handler.map(route -> route.settings().handler()).orElse("")
                    + rule.map(other -> " " + other.origin()).orElse("");
            throw new CounterfoilStartUpException(
                    "The settings of " + method + " " + pattern + " (" + who.strip() + ") are invalid: "
                            + refused.getMessage() + ".",
                    "Change them where they are set.",
                    refused);
        }
    }

    static HttpIdempotency create(
            Idempotency engine, HttpPolicy policy, ClientResolver clients, ExchangeObserver observer) {
        return new HttpIdempotency(engine, policy, clients).with(observer);
    }

    /** The same, behind one more path. */
    HttpIdempotencyFactory below(String path) {
        return new HttpIdempotencyFactory(standard, engines, clients, observer, prefix + path, handlerPatterns);
    }

    /** The same with these patterns. */
    HttpIdempotencyFactory with(HandlerPatterns patterns) {
        return new HttpIdempotencyFactory(standard, engines, clients, observer, prefix, patterns);
    }

    private List<String> patterns(PathPattern pattern, Optional<HandlerRoute> handler, Optional<EndpointRule> rule) {
        String own = handler.filter(route -> route.pattern().equals(pattern))
                .map(route -> handlerPatterns.canonical(route.key()))
                .orElseGet(pattern::getPatternString);
        return Stream.concat(Stream.of(own), rule.map(other -> other.pattern().getPatternString()).stream())
                .map(path -> prefix + path)
                .toList();
    }

    private static HttpPolicy guarding(String method, HttpPolicy policy) {
        Set<String> methods = new HashSet<>(policy.methods());
        methods.add(method);
        return policy.withMethods(methods);
    }

    private HttpPolicy policy(EndpointSettings settings, List<String> patterns) {
        HttpPolicy policy = standard.policy();
        if (settings.keyRequired() != null) {
            policy = policy.withKeyRequired(settings.keyRequired());
        }
        if (settings.keyIn() != null) {
            policy = policy.withKey(KeyPlace.of(settings.keyIn(), patterns));
        }
        if (settings.maxKey() != null) {
            policy = policy.withMaxKeyBytes(SettingText.keyLength("max-key", settings.maxKey()));
        }
        if (settings.keyLifetime() != null) {
            SettingText.positive("key-lifetime", settings.keyLifetime(), KeyLifetime.LONGEST);
            policy = policy.withKeyLifetime(KeyLifetime.of(settings.keyLifetime()));
        }
        if (settings.maxBody() != null) {
            policy = policy.withMaxBodyBytes(SettingText.inMemory("max-body", 1, settings.maxBody()));
        }
        policy = scope(settings, policy);
        policy = policy.withFingerprinting(fingerprinting(settings, policy.fingerprinting()));
        return responses(settings, policy);
    }

    private static HttpPolicy scope(EndpointSettings settings, HttpPolicy policy) {
        ScopeBy scope = settings.scope();
        String operation = settings.operation();
        if (scope != null && operation != null) {
            throw new IllegalArgumentException(
                    "scope and operation are both set, but operation replaces the path: remove one of them");
        }
        if (operation != null) {
            return policy.withScope(KeyScope.named(operation));
        }
        return scope == null
                ? policy
                : policy.withScope(
                        scope == ScopeBy.PATH_AND_QUERY ? KeyScope.METHOD_PATH_AND_QUERY : KeyScope.METHOD_AND_PATH);
    }

    private static Fingerprinting fingerprinting(EndpointSettings settings, Fingerprinting standard) {
        Fingerprinting fingerprinting = fingerprinting(settings.fingerprint(), standard);
        Set<String> headers = settings.fingerprintHeaders();
        return headers == null
                ? fingerprinting
                : fingerprinting.andHeaders(headers.stream().sorted().toArray(String[]::new));
    }

    private static Fingerprinting fingerprinting(@Nullable FingerprintOf contents, Fingerprinting standard) {
        if (contents == null) {
            return standard;
        }
        return switch (contents) {
            case DEFAULT -> standard;
            case BODY -> Fingerprinting.BODY;
            case BODY_AND_QUERY -> Fingerprinting.BODY.andQuery();
            case JSON -> Json.fingerprinting();
            case JSON_AND_QUERY -> Json.fingerprinting().andQuery();
            case NOTHING -> Fingerprinting.NOTHING;
        };
    }

    private static HttpPolicy responses(EndpointSettings settings, HttpPolicy standard) {
        Set<String> keep = orEmpty(settings.keepFields());
        Set<String> drop = orEmpty(settings.dropFields());
        refuseBoth("keep-fields and drop-fields", keep, drop);
        Set<Integer> remember = orEmpty(settings.remember());
        Set<Integer> forget = orEmpty(settings.forget());
        refuseBoth("remember and forget", remember, forget);
        HttpPolicy policy = standard.withStoredFields(
                standard.storedFields().with(keep.toArray(String[]::new)).without(drop.toArray(String[]::new)));
        if (!remember.isEmpty()) {
            policy = policy.withClassifier(policy.classifier().when(remember, ResponseKind.DONE));
        }
        return forget.isEmpty()
                ? policy
                : policy.withClassifier(policy.classifier().when(forget, ResponseKind.NOT_DONE));
    }

    private static <T> Set<T> orEmpty(@Nullable Set<T> set) {
        return set == null ? Set.of() : set;
    }

    private static void refuseBoth(String names, Set<?> one, Set<?> other) {
        Set<Object> both = new HashSet<>(one);
        both.retainAll(other);
        if (!both.isEmpty()) {
            throw new IllegalArgumentException(names + " both name " + both + ": remove it from one of them");
        }
    }
}
