package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.settings.Guard;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of one method and path, from the annotations of its handler and the rule for its path.
 *
 * @param guarded whether requests are guarded, or pass untouched
 */
record ResolvedEndpoint(boolean guarded, SourcedSettings settings) {

    private static final ResolvedEndpoint UNTOUCHED = new ResolvedEndpoint(false, SourcedSettings.NONE);

    /**
     * Merges the settings; an annotation's come before the rule's.
     *
     * @param byDefault the methods that are guarded by default
     * @param guard where they are
     * @throws CounterfoilStartUpException when annotation and rule contradict each other
     */
    static ResolvedEndpoint of(
            String method,
            Optional<HandlerRoute> handler,
            Optional<EndpointRule> rule,
            Set<String> byDefault,
            Guard guard) {
        handler.ifPresent(route -> rule.ifPresent(other -> refuseContradiction(method, route, other)));
        boolean exempt = handler.filter(route -> route.settings().exempt()).isPresent()
                || rule.filter(EndpointRule::exempts).isPresent();
        boolean asked = handler.filter(route ->
                                route.settings().onMethod() && route.methods().contains(method))
                        .isPresent()
                || rule.filter(other -> other.methods().contains(method)).isPresent();
        boolean chosen = guard == Guard.ALL
                || handler.map(HandlerRoute::settings)
                        .filter(settings -> settings.onMethod() || settings.onClass())
                        .isPresent()
                || rule.flatMap(EndpointRule::enabled).orElse(false);
        if (exempt || !(asked || (chosen && byDefault.contains(method)))) {
            return UNTOUCHED;
        }
        SourcedSettings annotated = handler.map(HandlerRoute::settings)
                .map(HandlerSettings::settings)
                .orElse(SourcedSettings.NONE);
        return new ResolvedEndpoint(
                true, annotated.over(rule.map(EndpointRule::settings).orElse(SourcedSettings.NONE)));
    }

    /** Whether requests are treated alike, wherever the settings are from. */
    boolean isLike(ResolvedEndpoint other) {
        return guarded == other.guarded
                && settings.settings().equals(other.settings().settings());
    }

    private static void refuseContradiction(String method, HandlerRoute route, EndpointRule rule) {
        HandlerSettings annotated = route.settings();
        String place = "the annotations of " + annotated.handler();
        List<String> contradictions = annotated.settings().contradictions(rule.settings());
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
                "Remove one of the two: an annotation and a rule for its path may complement each other, but must not"
                        + " contradict.");
    }
}
