package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.CounterfoilStartUpException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What all who speak of one method and path say together.
 *
 * @param guarded whether requests are guarded, or pass untouched
 * @param settings what is said
 */
record Decision(boolean guarded, EndpointSettings settings) {

    private static final Decision UNTOUCHED = new Decision(false, EndpointSettings.NONE);

    /**
     * Puts together what annotations and a rule say.
     *
     * @param byDefault the methods that are guarded by default
     */
    static Decision of(
            String method, Optional<HandlerRoute> handler, Optional<EndpointRule> rule, Set<String> byDefault) {
        handler.ifPresent(route -> rule.ifPresent(other -> refuseContradiction(method, route, other)));
        boolean exempt = handler.filter(route -> route.settings().exempt()).isPresent()
                || rule.filter(EndpointRule::exempts).isPresent();
        boolean asked = handler.filter(route ->
                                route.settings().onMethod() && route.methods().contains(method))
                        .isPresent()
                || rule.filter(other -> other.methods().contains(method)).isPresent();
        if (exempt || !(asked || byDefault.contains(method))) {
            return UNTOUCHED;
        }
        EndpointSettings annotated = handler.map(HandlerRoute::settings)
                .map(HandlerSettings::settings)
                .orElse(EndpointSettings.NONE);
        return new Decision(
                true, annotated.over(rule.map(EndpointRule::settings).orElse(EndpointSettings.NONE)));
    }

    private static void refuseContradiction(String method, HandlerRoute route, EndpointRule rule) {
        HandlerSettings annotated = route.settings();
        String place = "the annotations of " + annotated.handler();
        List<String> contradictions = annotated.settings().contradictions(rule.settings(), place, rule.origin());
        if (!contradictions.isEmpty()) {
            throw contradiction(method, route, String.join("; ", contradictions));
        }
        if (annotated.exempt() && rule.enabled().orElse(false)) {
            throw contradiction(method, route, "it is exempt by " + place + ", and enabled in " + rule.origin());
        }
        if (rule.exempts() && (annotated.onMethod() || !annotated.settings().isEmpty())) {
            throw contradiction(method, route, "it is guarded by " + place + ", and not enabled in " + rule.origin());
        }
    }

    private static CounterfoilStartUpException contradiction(String method, HandlerRoute route, String what) {
        return new CounterfoilStartUpException(
                "Conflicting settings for " + method + " " + route.pattern() + ": " + what + ".",
                "Remove the one or the other: an annotation and a rule for its path may add to each other, and must not"
                        + " contradict.");
    }
}
