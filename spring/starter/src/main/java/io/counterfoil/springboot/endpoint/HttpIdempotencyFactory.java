package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.ExchangeObserver;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.KeyPolicy;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.http.request.Fingerprinting;
import io.counterfoil.http.request.KeyScope;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.FingerprintOf;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.ScopeBy;
import io.counterfoil.springboot.engine.IdempotencyEngines;
import io.counterfoil.springboot.internal.HandlerPatterns;
import io.counterfoil.springboot.settings.EndpointSettings;
import io.counterfoil.springboot.settings.KeySettings;
import io.counterfoil.springboot.settings.Policies;
import io.counterfoil.springboot.settings.PolicyCustomizer;
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
            Policies policies = settings.applyTo(
                    new Policies(standard.policy(), engines.standard().policy(), engines.leases()), mode);
            if (endpoint.settings().isEmpty()
                    && rule.isEmpty()
                    && guardedByDefault().contains(method)) {
                return standard;
            }
            Policies own = policies.withHttp(
                    policy -> guarding(method, policy(settings, policy, patterns(pattern, handler, rule))));
            Policies customized = rule.map(EndpointRule::customizer)
                    .orElse(PolicyCustomizer.NONE)
                    .customize(own);
            Idempotency engine = engines.of(mode, customized.lease()).with(customized.idempotency());
            return standard.forEndpoint(engine, customized.http(), clients).with(observer);
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

    private static HttpPolicy policy(EndpointSettings settings, HttpPolicy standard, List<String> patterns) {
        return standard.withKey(policy -> key(settings.key(), policy, patterns))
                .withFingerprinting(fingerprinting(settings.fingerprint(), standard.fingerprinting()));
    }

    private static KeyPolicy key(KeySettings settings, KeyPolicy standard, List<String> patterns) {
        KeyPolicy policy = standard;
        if (settings.required() != null) {
            policy = policy.withRequired(settings.required());
        }
        if (settings.in() != null) {
            policy = policy.withSource(KeyPlace.of(settings.in(), patterns));
        }
        return scope(settings, policy);
    }

    private static KeyPolicy scope(KeySettings settings, KeyPolicy policy) {
        ScopeBy scope = settings.scope();
        String operation = settings.operation();
        if (scope != null && operation != null) {
            throw new IllegalArgumentException(
                    "key.scope and key.operation are both set, but operation replaces the path: remove one of them");
        }
        if (operation != null) {
            return policy.withScope(KeyScope.named(operation));
        }
        return scope == null
                ? policy
                : policy.withScope(
                        scope == ScopeBy.PATH_AND_QUERY ? KeyScope.METHOD_PATH_AND_QUERY : KeyScope.METHOD_AND_PATH);
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
}
