package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.ClientResolver;
import io.counterfoil.http.ExchangeObserver;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.IdempotencyEngines;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.web.util.pattern.PathPattern;

/**
 * Makes the treatment of an endpoint.
 *
 * @param standard the treatment where nothing is said
 * @param prefix the path of the application and of Spring's servlet in front of every pattern
 */
record Treatments(
        HttpIdempotency standard,
        IdempotencyEngines engines,
        ClientResolver clients,
        ExchangeObserver observer,
        String prefix) {

    Set<String> guardedByDefault() {
        return standard.policy().methods();
    }

    HttpIdempotency of(
            String method,
            PathPattern pattern,
            Optional<HandlerRoute> handler,
            Optional<EndpointRule> rule,
            Decision decision) {
        try {
            Plan plan = planned(method, patterns(pattern, rule), decision);
            handler.ifPresent(route -> Escapes.refuse(route, method, plan.mode));
            return decision.settings().isEmpty() && guardedByDefault().contains(method) ? standard : made(plan);
        } catch (IllegalArgumentException refused) {
            String who = handler.map(route -> route.settings().handler()).orElse("")
                    + rule.map(other -> " " + other.origin()).orElse("");
            throw new CounterfoilStartUpException(
                    "The settings of " + method + " " + pattern + " (" + who.strip() + ") cannot be: "
                            + refused.getMessage() + ".",
                    "Change them where they are said.",
                    refused);
        }
    }

    private List<String> patterns(PathPattern pattern, Optional<EndpointRule> rule) {
        return Stream.concat(Stream.of(pattern), rule.map(EndpointRule::pattern).stream())
                .map(path -> prefix + path.getPatternString())
                .toList();
    }

    private Plan planned(String method, List<String> patterns, Decision decision) {
        Plan plan =
                new Plan(patterns, standard.policy(), engines.standard().policy(), engines.mode(), engines.leases());
        plan.guard(method);
        return decision.settings().appliedTo(plan);
    }

    private HttpIdempotency made(Plan plan) {
        return made(engines.of(plan.mode, plan.leases).with(plan.engine), plan.http, clients, observer);
    }

    /** Every treatment of the application is made here. */
    static HttpIdempotency made(
            Idempotency engine, HttpPolicy policy, ClientResolver clients, ExchangeObserver observer) {
        return new HttpIdempotency(engine, policy, clients).with(observer);
    }

    /** The same, behind one more path. */
    Treatments below(String path) {
        return new Treatments(standard, engines, clients, observer, prefix + path);
    }
}
